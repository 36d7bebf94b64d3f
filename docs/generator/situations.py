"""The situations: a page each, and the list of them by the clause that decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from meldlaw_conformance.explain import Decision
from meldlaw_conformance.filler import turn_of
from meldlaw_conformance.scenarios import Expected, Scenario
from meldlaw_conformance.spec import Ruleset

from .book import (
    Book,
    Page,
    Situation,
    folded,
    listing,
    prose,
    section_of,
    situation_path,
    table,
)
from .cards import SYMBOLS, short_list
from .table import View, draw, draw_seats, in_words, named_cards, view_of
from .telling import tell_act, tell_answer, tell_end, tell_event
from .words import LANGUAGES, Words


def pages(book: Book) -> Iterable[Page]:
    """The list of the situations, then each of them."""
    yield _list(book)
    for situation in book.situations:
        yield _situation(book, situation)


def _list(book: Book) -> Page:
    page = book.page("scenarios/index.md")
    w = page.words
    page.add(f"# {w('scenarios')}", w("scenarios-about"))
    for text in book.texts:
        page.add(f"## {page.text_title(text)} {{#{text}}}")
        asked = [
            f"- {page.situation(situation, prose(w.of(situation.first.question)))}"
            for situation in book.situations
            if situation.text == text and situation.first.question
        ]
        if asked:
            page.add(f"### {w('questions')} {{#{text}-questions}}", "\n".join(asked))
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
                heading = f"### {page.chapter_title(chapter)} {{#{text}-{chapter.number}}}"
                page.add(heading, "\n".join(rows))
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
        folded(w("yaml"), listing(situation.written)),
    )
    return page


def _section_title(page: Page, situation: Situation, scenario: Scenario) -> str:
    """The case's own title, or its name where it has none; names are English."""
    w = page.words
    title = prose(w.of(scenario.title))
    if w.of(scenario.title) == w.of(situation.title):
        id_ = scenario.id.partition("@")[0]
        name = section_of(scenario._replace(id=id_))
        number = [case.id for case in situation.cases].index(id_) + 1
        title = w("position")
        if id_ != situation.id:
            title = name.replace("-", " ").capitalize()
            if page.book.language != LANGUAGES[0]:
                title = f"{w('case', n=number)} `{name}`"
    if scenario.reading:
        reading = scenario.reading.replace("-", " ")
        title += f" – {w('under-reading', reading=reading)}"
    return title


def _facts(page: Page, situation: Situation) -> str:
    w, first = page.words, situation.first
    clauses = page.list_of(page.clause(first.text, id_) for id_ in first.clauses)
    link = page.ruleset(page.spec.rulesets[first.ruleset])
    rows = [f"**{w('decides')}** {clauses}"]
    for ruling in sorted({s.ruling for s in situation.scenarios if s.ruling}):
        rows.append(f"**{w('ruling')}** {page.ruling(page.spec.rulings[f'{first.text}:{ruling}'])}")
    rows += [f"**{w('ruleset')}** {link}", f"**{w('class')}** `{first.klass}`"]
    if first.witness:
        leaves = [f"[`{leaf}`]({page.to('differences.md', leaf)})" for leaf in first.shows]
        rows.append(f"**{w('shows-difference')}** {page.list_of(leaves)}")
        others = [s for s in page.facts.witnesses[first.witness] if s.id != situation.id]
        links = [page.situation(s, prose(w.of(_ruleset(page, s).title))) for s in others]
        rows.append(f"**{w('also-under')}** {page.list_of(links)}")
    return "  \n".join(rows)


def _ruleset(page: Page, situation: Situation) -> Ruleset:
    return page.spec.rulesets[situation.first.ruleset]


def _case(page: Page, scenario: Scenario, drawn: list[tuple[dict[str, object], Scenario]]) -> None:
    w = page.words
    if scenario.boundary:
        page.add(w("boundary", what=page.english(scenario.boundary)))
    same = next((other for given, other in drawn if given == dict(scenario.given)), None)
    if same is None:
        drawn.append((dict(scenario.given), scenario))
        page.add(*pictures(page, scenario, worded=True))
    else:
        situation = page.facts.situations[scenario.parent]
        label = _section_title(page, situation, same)
        page.add(w("same-position", title=f"[{label}](#{section_of(same)})"))
    if scenario.method == "run":
        _played(page, scenario)
    else:
        _end(page, scenario)


def pictures(page: Page, scenario: Scenario, worded: bool = False) -> list[str]:
    """What is given: a table, the totals of a game, or the cards drawn for seats."""
    w, given = page.words, scenario.given
    if scenario.method == "match":
        match = given["match"]
        rows = [
            (w("side", side=side), f"{match['scores'][side]}", signed(match["counts"].get(side, 0)))
            for side in match["scores"]
        ]
        return [
            w("dealer-is", who=match["dealer"]),
            *([w("deals-before", number=match["deals"])] if "deals" in match else ()),
            table(("", w("total-before"), w("this-deal")), rows),
        ]
    if scenario.method == "sheet":
        sheet = given["sheet"]
        rows = [
            (
                w("side", side=side),
                f"{total}",
                signed(sheet["error"]["by"]) if side == sheet["error"]["side"] else "",
            )
            for side, total in sheet["scores"].items()
        ]
        return [
            w(f"sheet-{sheet['error']['kind']}") + " " + w(f"sheet-{sheet['noticed']}"),
            table(("", w("total-before"), w("sheet-lacks")), rows),
        ]
    if scenario.method == "seats":
        return [draw_seats(given["draws"], w)]
    rules = page.facts.suite.rules_of(scenario).rules
    position = page.facts.story(scenario).position
    view = view_of(rules, scenario, position, position)
    blocks = [w("then-solo", who=position["solo"])] if position.get("solo") else []
    if "deal" in given:
        upcards = given["deal"].get("upcards", "").split()
        blocks.append(w("dealer-is", who=given["deal"]["dealer"]))
        if upcards:
            blocks[0] += " " + w("turned-up", cards=short_list(upcards, w))
    blocks.append(draw(rules, view, w))
    if worded:
        blocks.append(f'<p class="ml-words">{in_words(view, w)}</p>')
    return blocks


def _played(page: Page, scenario: Scenario) -> None:
    """What is done in the position, and how the table looks afterwards."""
    w = page.words
    rules = page.facts.suite.rules_of(scenario).rules
    told = page.facts.story(scenario)
    count = len(scenario.lead)
    lead = told.decisions[count - _lead(scenario) : count]
    if lead:
        rows = [tell_act(decision.player, decision.act, w) for decision in lead]
        page.add(f"{w('before')} {prose('; '.join(rows))}.")
    seen: set[str] = set()
    steps = [
        _step(page, scenario, expected, decision, seen)
        for expected, decision in zip(scenario.steps, told.decisions[count:], strict=True)
    ]
    if steps:
        page.add("\n".join(steps))
    _end(page, scenario)
    if told.decisions:
        start = view_of(rules, scenario, told.position, told.position)
        end = view_of(rules, scenario, told.position, told.decisions[-1].position)
        if _changed(start, end):
            page.add(folded(w("afterwards"), draw(rules, end, w)))


def _lead(scenario: Scenario) -> int:
    """How many acts lead to the position, the draw that it already shows left out."""
    return len(scenario.lead) - (1 if turn_of(scenario.given)[1] else 0)


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
    if expected.answers is not None:
        lines.append(f"    {prose(tell_answer(expected.answers, w))}")
    if not expected.refused and decision.accepted:
        named = named_cards(scenario.given)
        happened = "; ".join(prose(tell_event(event, named, w)) for event in decision.events)
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


def _end(page: Page, scenario: Scenario) -> None:
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
    for side, counted in _counts(then, w).items():
        page.add(table((w("count-of", side=side), w("points")), counted))


def _counts(then: Mapping[str, Any], words: Words) -> dict[str, list[tuple[str, str]]]:
    """For each side what its count must be, line by line with the total last, as far as given."""
    found = {}
    for side, wanted in then.get("scores", {}).items():
        wanted = {"total": wanted} if isinstance(wanted, int) else wanted
        found[side] = [
            (words.get(f"line-{item}", item), signed(points))
            for item, points in wanted.get("lines", {}).items()
        ]
        if "total" in wanted:
            found[side].append((f"**{words('total')}**", f"**{signed(wanted['total'])}**"))
    return found


def signed(points: int) -> str:
    """Points with their sign."""
    return f"{points:+d}".replace("-", "−") if points else "0"


# ------------------------------------------------------------------ on the pages of clauses


def shown_at_clause(page: Page, situation: Situation, pictured: bool) -> str:
    """A situation as it stands folded under a clause: its picture, and each case's outcome."""
    w, first = page.words, situation.first
    blocks = [f"**{page.situation(situation, prose(w.of(situation.title)))}**"]
    if pictured:
        blocks += pictures(page, first)
    else:
        blocks[0] += f" ({w('also-shown', id=page.clause(first.text, first.clauses[0]))})"
    rows = []
    for scenario in situation.cases:
        outcome = "; ".join(_outcomes(page, scenario))
        title = _section_title(page, situation, scenario)
        link = f"[{title}]({page.to(situation_path(situation), section_of(scenario))})"
        rows.append(f"- {link}: {outcome}" if outcome else f"- {link}")
    blocks.append("\n".join(rows))
    return "\n\n".join(blocks)


def _outcomes(page: Page, scenario: Scenario) -> list[str]:
    """What comes of each act; what holds at the end where nothing is judged, or where the acts
    alone do not tell one law from another."""
    w = page.words
    acts = [
        f"{prose(tell_act(e.player, e.act, w))} – "
        + (
            f"**{w('refused')}**{{.ml-no}} {page.list_of(map(page.code, e.refused))}"
            if e.refused
            else f"**{w('accepted')}**{{.ml-yes}}"
            + (f" ({prose(tell_answer(e.answers, w))})" if e.answers is not None else "")
        )
        for e in scenario.steps
    ]
    if acts and not scenario.witness:
        return acts
    counts = [
        f"{w('count-of', side=side)}: {page.list_of(map(' '.join, lines))}"
        for side, lines in _counts(scenario.then, w).items()
    ]
    return [*acts, *(prose(line) for line in tell_end(scenario.then, w)), *counts]


def shown_in_each_law(page: Page, rows: Sequence[Situation], pictured: bool = False) -> list[str]:
    """One position with its outcomes under each law."""
    w = page.words
    blocks = pictures(page, rows[0].first) if pictured else []
    for situation in rows:
        law = page.situation(situation, prose(w.of(_ruleset(page, situation).title)))
        told = [f"- {line}" for case in situation.cases for line in _outcomes(page, case)]
        blocks += [f"**{law}**", "\n".join(told)]
    return blocks
