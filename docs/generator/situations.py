"""The situations: a page each, and the list of them by the clause that decides."""

from __future__ import annotations

from collections.abc import Iterable

from meldlaw_conformance.explain import Decision, Story
from meldlaw_conformance.filler import turn_of
from meldlaw_conformance.scenarios import Expected, Scenario

from .book import Book, Page, Situation, details, listing, prose, section_of, situation_path, table
from .cards import SYMBOLS
from .table import View, draw, in_words, view_of
from .telling import tell_act, tell_end, tell_event


def pages(book: Book) -> Iterable[Page]:
    """The list of the situations, then each of them."""
    yield _list(book)
    for situation in book.facts.situations.values():
        yield _situation(book, situation)


def _list(book: Book) -> Page:
    page = book.page("scenarios/index.md")
    w = page.words
    page.add(f"# {w('scenarios')}", w("scenarios-about"))
    for text in book.spec.texts:
        for chapter in book.spec.chapters.get(text, []):
            rows = []
            for clause in chapter.clauses:
                for situation in book.facts.shown_by.get(clause.name, []):
                    if situation.first.clauses[0] == clause.id:
                        cases = len(situation.cases)
                        count = f" <small>{w('cases', n=cases)}</small>" if cases > 1 else ""
                        rows.append(
                            f"- {page.clause(text, clause.id)} {page.situation(situation)}{count}"
                        )
            if rows:
                page.add(f"## {page.chapter_title(chapter)}", "\n".join(rows))
    return page


# ------------------------------------------------------------------ one situation


def _situation(book: Book, situation: Situation) -> Page:
    page = book.page(situation_path(situation))
    w, first = page.words, situation.first
    page.add(f"# {prose(w.of(situation.title))}", SYMBOLS)
    if first.question:
        page.add(f"> {prose(w.of(first.question))}")
    page.add(_facts(page, situation))
    if first.why:
        page.add(f"{w('why')} {prose(w.of(first.why))}")
    drawn: list[tuple[dict[str, object], Scenario]] = []
    for scenario in situation.scenarios:
        page.add(f"## {_section_title(page, situation, scenario)} {{#{section_of(scenario)}}}")
        _case(page, scenario, drawn)
    page.add(
        f"## {w('run-it')} {{#run}}",
        f"```sh\nmeldlaw run -k {situation.id}\nmeldlaw explain {situation.id}\n```",
        details(w("yaml"), listing(situation.written)),
    )
    return page


def _section_title(page: Page, situation: Situation, scenario: Scenario) -> str:
    w = page.words
    title = w.of(scenario.title)
    if title == w.of(situation.title):
        case = section_of(scenario._replace(id=scenario.id.partition("@")[0]))
        title = w("position") if case == "situation" else case.replace("-", " ").capitalize()
    if scenario.reading:
        reading = scenario.reading.replace("-", " ")
        title += f" – {w('under-reading', reading=reading)}"
    return prose(title)


def _facts(page: Page, situation: Situation) -> str:
    w, first = page.words, situation.first
    clauses = page.list_of(page.clause(first.text, id_) for id_ in first.clauses)
    ruleset = page.spec.rulesets[first.ruleset]
    link = f"[{prose(w.of(ruleset.title))}]({page.to(f'rulesets/{ruleset.id}.md')})"
    rows = [f"**{w('decides')}** {clauses}"]
    for ruling in sorted({s.ruling for s in situation.scenarios if s.ruling}):
        rows.append(f"**{w('ruling')}** {page.ruling(page.spec.rulings[f'{first.text}:{ruling}'])}")
    rows += [f"**{w('ruleset')}** {link}", f"**{w('class')}** `{first.klass}`"]
    return "  \n".join(rows)


def _case(page: Page, scenario: Scenario, drawn: list[tuple[dict[str, object], Scenario]]) -> None:
    w = page.words
    rules = page.facts.suite.rules_of(scenario).rules
    told = page.facts.story(scenario)
    start = view_of(scenario, told.position, told.position)
    same = next((other for given, other in drawn if given == dict(scenario.given)), None)
    if scenario.boundary:
        page.add(w("boundary", what=page.english(scenario.boundary)))
    if same is None:
        drawn.append((dict(scenario.given), scenario))
        page.add(draw(rules, start, w), f'<p class="ml-words">{in_words(rules, start, w)}</p>')
    else:
        situation = page.facts.situations[scenario.parent]
        label = _section_title(page, situation, same)
        page.add(w("same-position", title=f"[{label}](#{section_of(same)})"))
    lead = _lead(scenario)
    if lead:
        rows = [tell_act(d.player, d.act, w) for d in told.decisions[len(scenario.lead) - lead :]]
        page.add(f"{w('before')} {prose('; '.join(rows[:lead]))}.")
    steps = told.decisions[len(scenario.lead) :]
    if steps:
        seen: set[str] = set()
        rows = [
            _step(page, scenario, expected, decision, seen)
            for expected, decision in zip(scenario.steps, steps, strict=True)
        ]
        page.add("\n".join(rows))
    _end(page, scenario, told)
    end = view_of(scenario, told.position, told.decisions[-1].position) if steps else start
    if _changed(start, end):
        page.add(details(w("afterwards"), draw(rules, end, w)))


def _lead(scenario: Scenario) -> int:
    """How many acts lead to the position, the draw that it already shows left out."""
    return len(scenario.lead) - (1 if turn_of(scenario.given)[1] is not None else 0)


def _changed(start: View, end: View) -> bool:
    keys = ("hands", "melds", "pile", "red_threes", "ended", "stock")
    return any(getattr(start, key) != getattr(end, key) for key in keys)


def _step(
    page: Page, scenario: Scenario, expected: Expected, decision: Decision, seen: set[str]
) -> str:
    """A judged act: what is done, what the law says, what then happens, what was consulted
    beyond what is ``seen``."""
    w = page.words
    lines = [f"1.  {prose(tell_act(expected.player, expected.act, w))}"]
    lines += [f"    {line}" for line in verdict(page, scenario, expected, decision)]
    if not expected.refused and decision.accepted:
        happened = "; ".join(prose(tell_event(event, w)) for event in decision.events)
        if happened:
            lines.append(f"    {happened}.")
    consulted = _consulted(page, decision, seen)
    if consulted:
        lines.append(f"    {consulted}")
    return "\n\n".join(lines) + "\n"


def verdict(
    page: Page, scenario: Scenario, expected: Expected, decision: Decision | None
) -> list[str]:
    """What the law says of an act, a paragraph a reason."""
    w = page.words
    if not expected.refused:
        return [f"**{w('accepted')}**{{.ml-yes}}"]
    found = dict(decision.codes) if decision is not None else {}
    rows = []
    for code in expected.refused:
        said = page.spec.codes.get(code)
        text = f" {prose(w.of(said.says))}" if said else ""
        source = found.get(code, "") or _source(page, scenario, code)
        clause = f" ({page.named(source)})" if source else ""
        rows.append(f"**{w('refused')}**{{.ml-no}} {page.code(code)}{text}{clause}")
    return rows


def _source(page: Page, scenario: Scenario, code: str) -> str:
    """The clause on which a code rests, where its one parameter tells it."""
    said = page.spec.codes.get(code)
    if said is None or len(said.reads) != 1:
        return ""
    return page.facts.suite.rules_of(scenario).cites.get(said.reads[0], "")


def _consulted(page: Page, decision: Decision, seen: set[str]) -> str:
    """The clauses and rulings read for a decision, each with its parameters at hand; those of
    earlier acts of the same case are left out."""
    by_source: dict[str, list[str]] = {}
    for row in decision.consulted:
        by_source.setdefault(row.source, []).append(f"{row.leaf} = {page.words.value(row.value)}")
    links = []
    for source, leaves in by_source.items():
        link = page.named(source)
        if source in seen or not link.endswith(")"):
            continue
        seen.add(source)
        links.append(f'{link[:-1]} "{"; ".join(leaves)}")')
    if not links:
        return ""
    return f"<small>{page.words('consulted')} {' · '.join(links)}</small>"


def _end(page: Page, scenario: Scenario, told: Story) -> None:
    """What holds at the end, the counts, and the acts that are only tried."""
    w, then = page.words, scenario.then
    lines = [f"- {prose(line)}" for line in tell_end(then, w)]
    for key, label in (("allowed", "would-be-allowed"), ("forbidden", "would-be-refused")):
        tried = [e for e in scenario.tried() if bool(e.refused) == (key == "forbidden")]
        for expected in tried:
            act = prose(tell_act(expected.player, expected.act, w))
            reasons = verdict(page, scenario, expected, None) if expected.refused else []
            lines.append(f"- {w(label)} {act}" + "".join(f"  \n  {reason}" for reason in reasons))
    if lines:
        page.add(f"**{w('then')}**", "\n".join(lines))
    for side, wanted in then.get("scores", {}).items():
        wanted = {"total": wanted} if isinstance(wanted, int) else wanted
        rows = [
            (w.get(f"line-{item}", item), f"{points:+d}".replace("-", "−"))
            for item, points in wanted.get("lines", {}).items()
        ]
        if "total" in wanted:
            total = f"{wanted['total']}".replace("-", "−")
            rows.append((f"**{w('total')}**", f"**{total}**"))
        page.add(table((w("count-of", side=side), w("points")), rows))


# ------------------------------------------------------------------ on the pages of clauses


def shown_at_clause(page: Page, situation: Situation, pictured: bool) -> str:
    """A situation as it stands folded under a clause: its picture, and each case's outcome."""
    w, first = page.words, situation.first
    blocks = [f"**{page.situation(situation, prose(w.of(situation.title)))}**"]
    if pictured:
        rules = page.facts.suite.rules_of(first).rules
        position = page.facts.story(first).position
        blocks.append(draw(rules, view_of(first, position, position), w))
    else:
        blocks[0] += f" ({w('also-shown', id=page.clause(first.text, first.clauses[0]))})"
    rows = []
    for scenario in situation.cases:
        acts = [
            f"{prose(tell_act(e.player, e.act, w))} – "
            + (
                f"**{w('refused')}**{{.ml-no}} {page.list_of(map(page.code, e.refused))}"
                if e.refused
                else f"**{w('accepted')}**{{.ml-yes}}"
            )
            for e in scenario.steps
        ]
        outcome = "; ".join(acts or [prose(line) for line in tell_end(scenario.then, w)])
        title = _section_title(page, situation, scenario)
        link = f"[{title}]({page.to(situation_path(situation), section_of(scenario))})"
        rows.append(f"- {link}: {outcome}" if outcome else f"- {link}")
    blocks.append("\n".join(rows))
    return "\n\n".join(blocks)
