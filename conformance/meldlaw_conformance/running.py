"""What the commands do: the part of the command line that is loaded only when it is needed."""

from __future__ import annotations

import gc
import json
import math
import shlex
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from . import SUITE_VERSION, diagnosis, formats, report
from .acts import tell
from .cli import fail, usable
from .coverage import (
    ADVICE,
    BY,
    GAP,
    HEADING,
    LATER,
    NOT_TESTABLE,
    TESTED,
    Row,
    dangling,
)
from .coverage import as_json as coverage_json
from .coverage import coverage as matrix
from .diagnosis import diagnose
from .differences import unwitnessed
from .files import nearest
from .filler import FillError
from .house import add_house
from .judge import CRASH, PASS, SKIPPED, UNSUPPORTED, Verdict, judge, wanted
from .known import known_text, read_known
from .places import SCENARIOS
from .problems import Unusable
from .reference import answer
from .report import Facts, Report, plain
from .rulesets import OverlayError, Resolved, resolve
from .runner import CannotStart, Implementation, InProcess, Result, run_scenarios
from .scenarios import CLASSES, Scenario
from .spec import Ruleset, Spec
from .suite import Options, Readings, Suite, content_hash, select, unfit, usable_suite

LONGEST = 3600
"""Seconds that an adapter may be given for one answer."""


def load(paths: Sequence[Path]) -> Suite:
    """The suite, or the end of the program with every problem printed."""
    gc.disable()  # what is loaded stays; looking through it again and again only costs time
    suite: Suite = usable(lambda: usable_suite(tuple(paths) or (SCENARIOS,)))
    gc.freeze()
    gc.enable()
    return suite


def _checked_filters(suite: Suite, rulesets: Sequence[str], clauses: Sequence[str]) -> None:
    for name in rulesets:
        if name not in suite.spec.rulesets:
            fail(f"no ruleset {name!r}; {nearest(name, suite.spec.rulesets)}")
    for name in clauses:
        id_ = name.rpartition(":")[2]
        ids = [c.id for c in suite.spec.clauses.values()]
        if not any(known == id_ or known.startswith(id_ + ".") for known in ids):
            fail(f"no clause {name!r}; {nearest(id_, ids)}")


class RunOptions(NamedTuple):
    """The options of `meldlaw run`, as `meldlaw run --help` tells them."""

    rulesets: Sequence[str]
    clauses: Sequence[str]
    classes: Sequence[str]
    words: str
    ids: Sequence[str]
    jobs: int
    shuffle: int | None
    filling: int
    timeout: float
    known: Path | None
    paths: Sequence[Path]
    readings: Sequence[str]
    options: Sequence[str]
    overlays: Sequence[Path]
    command: Sequence[str]
    files: Mapping[str, Path] = {}
    """Where the report is written, by form; `write_known` for the list of what fails."""


class Subject(NamedTuple):
    """What is under test: how one is started, what it says of itself, what it is not asked, the
    readings it follows where not any, and the optional rules that are played."""

    start: Callable[[], Implementation]
    about: Mapping[str, Any]
    able: Callable[[Scenario], Verdict | None]
    readings: Readings | None
    options: Options


def run_command(options: RunOptions) -> int:
    """`meldlaw run`; the exit status. Whatever happens, no adapter is left alive."""
    if not math.isfinite(options.timeout) or options.timeout > LONGEST:
        fail(f"--timeout is at most {LONGEST} seconds")
    before = signal.getsignal(signal.SIGINT)
    try:
        return _run(options)
    except KeyboardInterrupt:
        fail("interrupted before anything was run")
    finally:
        signal.signal(signal.SIGINT, before)
        if options.command:
            from .client import end_all

            end_all()


def _reference(suite: Suite, options: RunOptions) -> Subject:
    """The reference engine in process: under every reading, or under those that are chosen."""
    about = {"name": "Meldlaw reference engine", "version": SUITE_VERSION}
    hello = {"rulesets": suite.spec.rulesets, "classes": CLASSES, "options": "any"}
    chosen = Chosen.of(suite.spec, options.readings, options.options)
    chosen.play(suite, "the command line")
    readings = chosen.readings if options.readings or options.options else None
    return Subject(InProcess, about, able_for(hello, readings, chosen), readings, chosen.options)


def _adapter(suite: Suite, options: RunOptions) -> Subject:
    """The adapter that the options name, started once to hear what it says of itself."""
    from .client import Adapter

    first = Adapter(options.command, options.timeout)
    hello = first.hello
    for name in hello["rulesets"]:
        if name not in suite.spec.rulesets:
            hint = nearest(name, suite.spec.rulesets)
            what = f"the adapter's hello: no ruleset is called {name!r}; {hint}"
            click.echo(f"meldlaw: {what}", err=True)
    about = {k: hello.get(k) for k in ("name", "version", "language", "rulesets")}
    declared = hello.get("readings", [])
    told = options.readings or ([] if declared == "any" else declared)
    who = "--reading" if options.readings or declared == "any" else "the adapter"
    chosen = Chosen.of(suite.spec, told, options.options, who)
    can = hello.get("options", [])
    for name in options.options:
        if can != "any" and name not in can:
            fail(f"the adapter does not play the option {name}; its hello lists {can or 'none'}")
    chosen.play(suite, "the choice")
    every = declared == "any" and not options.readings and not options.options
    readings = None if every else chosen.readings
    spare = [first]

    def begin() -> Implementation:
        return spare.pop() if spare else Adapter(options.command, options.timeout)

    return Subject(begin, about, able_for(hello, readings, chosen), readings, chosen.options)


def _run(options: RunOptions) -> int:
    suite = load(options.paths)
    known = _known(suite, options.known)
    options = options._replace(options=_with_houses(suite.spec, options.options, options.overlays))
    _checked_filters(suite, options.rulesets, options.clauses)
    filters = options[:5]
    try:
        subject = _adapter(suite, options) if options.command else _reference(suite, options)
    except CannotStart as error:
        _report_no_start(suite, options, select(suite.scenarios, *filters), str(error))
        fail(str(error))
    played = subject.options if options.options else None
    selected = select(suite.scenarios, *filters, subject.readings, played)
    for ruleset in options.rulesets:
        if ruleset in suite.left_out:
            fail(str(suite.left_out[ruleset]))
    selected = [s for s in selected if s.ruleset not in suite.left_out]
    others = len(select(suite.scenarios, *filters)) - len(selected)
    if not selected:
        fail("no scenario fits these filters; `meldlaw coverage` lists the clauses")
    _fillable(suite, selected, options.filling)
    results = _with_progress(
        len(selected),
        lambda progress: run_scenarios(
            suite, selected, subject.start, jobs=min(options.jobs, len(selected)),
            shuffle=options.shuffle, filling=options.filling,
            able=_but_for_houses(suite, subject),
            progress=progress,
        ),
    )  # fmt: skip
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the report is written whole
    facts = Facts(
        subject.about, content_hash(options.paths), _versions(suite, selected), options.filling,
        options.shuffle, tuple(_told(subject.readings)), tuple(options.options),
        tuple(str(path) for path in options.overlays),
    )  # fmt: skip
    told = Report(suite, results, facts, diagnose(suite, results, options.filling), known)
    choices = [word for name in options.readings for word in ("--reading", name)]
    houses = {name for name in options.options if suite.spec.options[name].house}
    choices += [w for name in options.options if name not in houses for w in ("--option", name)]
    choices += [word for path in options.overlays for word in ("--overlay", str(path))]
    own = bool(options.paths) and not options.command

    def again(scenario: Scenario) -> str:
        return report.command_for(
            scenario, options.command, options.paths, options.filling, choices
        )

    try:
        _write_files(told, options.files, again)
    except OSError as error:
        fail(f"the report cannot be written: {error.strerror}")
    report.write_failures(told, sys.stdout, again)
    _write_summary(told, others, own)
    if not any(report.is_judged(r) for r in results):
        return 2
    return 1 if told.failures or told.mended() or told.partial else 0


def _report_no_start(
    suite: Suite, options: RunOptions, selected: Sequence[Scenario], why: str
) -> None:
    """Write the reports that were asked for of an adapter that cannot be used at all."""
    results = [Result(s, Verdict(CRASH, 0, "", why), 0.0) for s in selected]
    about = {"name": shlex.join(options.command)}
    versions = _versions(suite, selected)
    facts = Facts(about, content_hash(options.paths), versions, options.filling, options.shuffle)
    try:
        _write_files(
            Report(suite, results, facts, diagnose(suite, [])), options.files, lambda s: s.id
        )
    except OSError as error:
        fail(f"the report cannot be written: {error.strerror}")


def _known(suite: Suite, path: Path | None) -> dict[str, str]:
    """The failures that are expected; the end of the program if the list cannot be used."""
    if path is None:
        return {}
    found: dict[str, str] = usable(lambda: read_known(suite, path))
    return found


def _told(readings: Readings | None) -> list[str]:
    """Readings in words, as they are chosen on the command line."""
    rows = (readings or {}).items()
    return [f"{text}:{r}={x}" for text, chosen in rows for r, x in chosen.items()]


def _versions(suite: Suite, selected: Sequence[Scenario]) -> dict[str, str]:
    """The versions of the rulesets that are judged."""
    names = dict.fromkeys(s.ruleset for s in selected)
    return {name: suite.spec.rulesets[name].version for name in names}


def _write_files(told: Report, files: Mapping[str, Path], again: Callable[[Scenario], str]) -> None:
    """Write the report in each form that was asked for. Raises OSError."""
    for form, path in files.items():
        text = ""
        match form:
            case "json":
                text = report.json_text(told)
            case "junit":
                text = formats.junit(told)
            case "tap":
                text = formats.tap(told)
            case "markdown":
                text = formats.markdown(told)
            case "html":
                from .report_page import page

                text = page(told, again)
            case "badge":
                made = formats.badge_json if path.suffix == ".json" else formats.badge_svg
                text = made(told)
            case "write_known":
                text = known_text(told.results)
        report.written_whole(path, text)


def _fillable(suite: Suite, selected: Sequence[Scenario], filling: int) -> None:
    problems = []
    for scenario in selected:
        try:
            suite.request(scenario, filling)
        except FillError as error:
            problems.append(unfit(suite, scenario, error))

    def check() -> None:
        if problems:
            raise Unusable(problems)

    usable(check)


def able_for(
    hello: Mapping[str, Any], readings: Readings | None, played: Chosen
) -> Callable[[Scenario], Verdict | None]:
    """What an adapter that said this, follows these readings and plays these optional rules, is
    not asked."""
    rulesets, classes = set(hello["rulesets"]), set(hello["classes"])
    can = hello.get("options", [])
    without = set(hello.get("cannot", ()))

    def able(scenario: Scenario) -> Verdict | None:
        if scenario.ruleset not in rulesets:
            return Verdict(UNSUPPORTED, 0, "", f"does not play {scenario.ruleset}")
        if scenario.klass not in classes:
            return Verdict(UNSUPPORTED, 0, "", f"does not claim the class {scenario.klass}")
        if can != "any":
            names = [f"{scenario.text}:{option}" for option in scenario.options]
            lacking = [name for name in names if name not in can]
            if lacking:
                told = ", ".join(lacking)
                return Verdict(UNSUPPORTED, 0, "", f"does not play the option {told}")
        chosen = (readings or {}).get(scenario.text, {})
        on = played.options.get(scenario.text, frozenset()) - set(scenario.options)
        other = [f"{r}={chosen[r]}" for r in scenario.depends if r in chosen]
        other += [option for option in scenario.depends if option in on]
        if other:
            return Verdict(UNSUPPORTED, 0, "", f"no outcome is written for {', '.join(other)}")
        missing = without & set(scenario.needs)
        if missing:
            return Verdict(UNSUPPORTED, 0, "", "cannot express " + ", ".join(sorted(missing)))
        return None

    return able


def _with_houses(spec: Spec, options: Sequence[str], paths: Sequence[Path]) -> list[str]:
    """The options chosen, with the house rules of these files; the end of the program if one of
    them cannot be used."""
    names = list(options)
    for path in paths:

        def read(path: Path = path) -> None:
            names.append(add_house(spec, path))

        usable(read)
    return names


def _but_for_houses(suite: Suite, subject: Subject) -> Callable[[Scenario], Verdict | None]:
    """What the subject is not asked, and what house rules decide otherwise than the law: for that
    no outcome is written."""
    houses = {
        name: text
        for text, ids in subject.options.items()
        for name in ids
        if suite.spec.options[f"{text}:{name}"].house
    }
    if not houses:
        return subject.able

    def able(scenario: Scenario) -> Verdict | None:
        verdict = subject.able(scenario)
        if verdict is None and scenario.text in houses.values():
            if not judge(scenario, answer(scenario.method, suite.request(scenario))).good:
                told = ", ".join(name for name, text in houses.items() if text == scenario.text)
                return Verdict(UNSUPPORTED, 0, "", f"the house rules decide otherwise: {told}")
        return verdict

    return able


class Chosen(NamedTuple):
    """The readings and optional rules that are chosen, by text."""

    readings: Readings
    options: Options

    @classmethod
    def of(
        cls, spec: Spec, readings: Sequence[str], options: Sequence[str], who: str = "--reading"
    ) -> Chosen:
        """What is chosen by names such as ``canasta-intl:C-16=pair-only-if-frozen`` and
        ``canasta-intl:natural-pair-only``; the end of the program for one that is not known."""
        found: dict[str, dict[str, str]] = {text: {} for text in spec.texts}
        for choice in readings:
            name, _, reading = choice.partition("=")
            ruling = spec.rulings.get(name)
            known = {r.id: r for r in ruling.readings} if ruling is not None else {}
            if ruling is None or reading not in known:
                hint = nearest(reading, known) if ruling else nearest(name, spec.rulings)
                fail(
                    f"{who} names the reading {choice!r}, which is not known; write it as in "
                    f"canasta-intl:C-16=pair-only-if-frozen; {hint}"
                )
            if not known[reading].adopted:
                found[ruling.text][ruling.id] = reading
        played: dict[str, frozenset[str]] = {}
        for choice in options:
            option = spec.options.get(choice)
            if option is None:
                fail(f"no option {choice!r}; {nearest(choice, spec.options)}")
            played[option.text] = played.get(option.text, frozenset()) | {option.id}
        return cls(found, played)

    def concern(self, rulesets: Iterable[Ruleset]) -> None:
        """The end of the program if something is chosen that concerns none of these rulesets."""
        texts = {ruleset.text for ruleset in rulesets}
        chosen = [f"{t}:{r}={x}" for t, rows in self.readings.items() for r, x in rows.items()]
        chosen += [f"{t}:{option}" for t, rows in self.options.items() for option in rows]
        for name in chosen:
            if name.partition(":")[0] not in texts:
                fail(f"{name} concerns no ruleset here; these are of {', '.join(sorted(texts))}")

    def play(self, suite: Suite, who: str) -> None:
        """Judge everything under this choice; the end of the program if it does not hold
        together."""
        try:
            suite.choose(self.readings, self.options)
        except OverlayError as error:
            fail(f"{who}: {error}")


def _with_progress(
    total: int, work: Callable[[Callable[[Result], None]], list[Result]]
) -> list[Result]:
    if not sys.stderr.isatty():
        return work(lambda _: None)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("scenarios"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TextColumn("{task.fields[bad]}"),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("run", total=total, bad="")
        bad = 0

        def progress(result: Result) -> None:
            nonlocal bad
            bad += not result.verdict.good
            bar.update(task, advance=1, bad=f"{bad} not as expected" if bad else "")

        return work(progress)


def _write_summary(told: Report, others: int, own: bool) -> None:
    """The likeliest causes, a table by ruleset, and the outcome in a line."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    suite, results = told.suite, told.results
    console = Console(highlight=False, markup=False)
    causes = diagnosis.tell(suite.spec, told.diagnosis)
    if causes:
        console.print("\nLikeliest causes", style="bold")
        for line in causes:
            console.print(f"  {line}", soft_wrap=True)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    rows = report.summary_rows(suite, results)
    table.add_column("ruleset", no_wrap=True, min_width=max(len(row[0]) for row in rows))
    for column in ("clauses", "scenarios", "pass", "otherwise", "unsupported"):
        table.add_column(column, justify="right")
    for ruleset, counts, clauses in rows:
        passive = counts[UNSUPPORTED] + counts[SKIPPED]
        total = counts.total()
        bad = total - counts[PASS] - passive
        listed = ", ".join(
            f"{n} {v}" for v, n in counts.items() if v not in (PASS, UNSUPPORTED, SKIPPED)
        )
        table.add_row(
            ruleset, str(clauses), str(total), Text(str(counts[PASS]), style="green"),
            Text(listed or "0", style="red" if bad else ""), str(passive),
        )  # fmt: skip
    console.print()
    console.print(table)
    console.print()
    _write_unsupported(console, results)
    if others:
        console.print(f"{others} scenarios hold under readings that are not followed; not asked")
    if told.partial:
        console.print("Interrupted: this report is partial.", style="yellow")
    for result in told.mended():
        line = f"known as a failure, but passes; take it off the list: {result.scenario.id}"
        console.print(line, style="red", soft_wrap=True)
    judged = [r for r in results if report.is_judged(r)]
    good = sum(r.verdict.good for r in judged)
    name = told.facts.name
    if not judged:
        console.print(f"{name}: nothing was judged, all {len(results)} unsupported", style="red")
    elif own:
        line = f"{good} of {len(judged)} scenarios come out as written"
        console.print(line, style="" if good == len(judged) else "red")
    else:
        seconds = f" ({sum(r.seconds for r in results):.1f} s)" if told.conformant else ""
        style = "red" if told.failures or told.mended() else ""
        console.print(f"{name}: {told.headline()}{seconds}", style=style, soft_wrap=True)


def _write_unsupported(console: Any, results: Sequence[Result]) -> None:
    """Why scenarios count as unsupported, the commonest reasons first."""
    why = Counter(r.verdict.got for r in results if r.verdict.verdict == UNSUPPORTED)
    for reason, count in why.most_common(6):
        console.print(f"unsupported, {count}: {reason or 'no reason given'}")


def find_scenario(suite: Suite, wanted: str) -> list[Scenario]:
    """The scenario of this id, or its cases and readings; the end of the program if none."""
    by_id = [s for s in suite.scenarios if wanted in (s.id, s.id.partition("/")[2])]
    parents_of = [s for s in suite.scenarios if wanted in (s.parent, s.parent.partition("/")[2])]
    if by_id or parents_of:
        return by_id or parents_of
    near = select(suite.scenarios, words=wanted) or select(suite.scenarios, clauses=[wanted])
    if near:
        parents = list(dict.fromkeys(s.parent for s in near))
        shown = "".join(f"\n  {parent}" for parent in parents[:25])
        more = f"\n  ... and {len(parents) - 25} more" if len(parents) > 25 else ""
        fail(f"no scenario is called {wanted!r}; these are about it:{shown}{more}")
    ids = {s.id for s in suite.scenarios} | {s.parent for s in suite.scenarios}
    fail(f"no scenario {wanted!r}; {nearest(wanted, ids, 0)}")


def explain_command(wanted: str, filling: int, paths: Sequence[Path]) -> int:
    """`meldlaw explain`; the exit status."""
    from .explain import story, tell_event

    suite = load(paths)
    for i, scenario in enumerate(find_scenario(suite, wanted)):
        if i:
            click.echo()
        _explain_head(suite, scenario)
        if scenario.method != "run":
            _explain_answer(suite, scenario)
            continue
        try:
            told = story(suite, scenario, filling)
        except FillError as error:
            fail(str(unfit(suite, scenario, error)))
        for what, cards in report.position_rows(told.position):
            click.echo(f"  {what:<12} {cards}")
        lead = len(scenario.lead)
        for number, decision in enumerate(told.decisions, 1):
            click.echo()
            verdict = (
                click.style("accepted", fg="green")
                if decision.accepted
                else click.style("refused", fg="red")
            )
            note = "  (to reach the position)" if number <= lead else ""
            click.echo(f"{number}. {decision.player} {decision.told}: {verdict}{note}")
            for code, source in decision.codes:
                click.echo(f"     {code}: {suite.spec.codes[code].says['en']}")
                if source:
                    click.echo(f"     {source}  {_source_text(suite, source)}")
            for event in decision.events:
                click.echo(f"     {tell_event(event)}")
            click.echo("     consulted (x: spoke against it):")
            for row in decision.consulted:
                mark = "x" if row.against else " "
                value = str(row.value).lower() if isinstance(row.value, bool) else row.value
                click.echo(f"      {mark} {row.source:<24} {row.leaf} = {value}")
        if "scores" in scenario.then:
            click.echo()
            for side, counted in told.scores.items():
                click.echo(f"  side {side}: {_count(counted)}")
        click.echo()
        _explain_end(suite, scenario, filling)
    return 0


def _explain_end(suite: Suite, scenario: Scenario, filling: int) -> None:
    """What the scenario expects, and whether the reference engine does the same."""
    for i, step in enumerate(scenario.steps, 1):
        click.echo(f"The law expects of step {i}: {wanted(step)}")
    for key, value in scenario.then.items():
        if key not in ("allowed", "forbidden"):
            click.echo(f"The law expects at the end: {key} {report.plain_value(value)}")
    for step in scenario.tried():
        click.echo(f"{step.player} {tell(step.act)}, tried at the end: {wanted(step)}")
    verdict = judge(scenario, answer(scenario.method, suite.request(scenario, filling)))
    if verdict.good:
        click.echo("The reference engine agrees.")
    else:
        told = f"The reference engine differs: expected {verdict.expected}, got {verdict.got}"
        click.echo(click.style(told, fg="red"))


def _explain_head(suite: Suite, scenario: Scenario) -> None:
    click.echo(click.style(scenario.id, bold=True))
    case = scenario.id.partition("@")[0].removeprefix(scenario.parent).lstrip("/")
    click.echo(scenario.title["en"] + (f" ({case})" if case else ""))
    if scenario.question:
        click.echo(f"Question: {scenario.question['en']}")
    if scenario.ruling:
        ruling = suite.spec.rulings[f"{scenario.text}:{scenario.ruling}"]
        reading = scenario.reading or "the adopted reading"
        click.echo(f"Ruling {ruling.name}, {reading}: {ruling.title['en']}")
    click.echo()


def _explain_answer(suite: Suite, scenario: Scenario) -> None:
    """A draw for seats or a game after a deal: what is given, what follows, and the clauses."""
    for key, value in report.given_rows(suite, scenario):
        click.echo(f"  {key:<12} {value}")
    click.echo()
    for key, value in answer(scenario.method, suite.request(scenario)).items():
        click.echo(f"  {key:<12} {report.plain_value(value)}")
    click.echo()
    for id_ in scenario.clauses:
        click.echo(f"  {scenario.text}:{id_}  {_source_text(suite, f'{scenario.text}:{id_}')}")
    expected = ", ".join(
        f"{k} {report.plain_value(v)}" for k, v in scenario.then[scenario.method].items()
    )
    click.echo(f"\nThe law expects: {expected}")


def _count(counted: Any) -> str:
    lines = ", ".join(f"{item} {points:+}" for item, points in counted["lines"].items())
    return f"{counted['total']} ({lines or 'nothing'})"


def _source_text(suite: Suite, source: str) -> str:
    clause = suite.spec.clauses.get(source)
    if clause is not None:
        return plain(clause.says["en"])
    ruling = suite.spec.rulings.get(source)
    return plain(ruling.ruling["en"]) if ruling is not None else ""


def coverage_command(json_file: Path | None, clauses: Sequence[str]) -> int:
    """`meldlaw coverage`; the exit status."""
    suite = load(())
    _checked_filters(suite, (), clauses)
    rows = matrix(suite)
    if json_file is not None:
        text_ = json.dumps(coverage_json(rows, unwitnessed(suite)), indent=1, ensure_ascii=False)
        json_file.write_text(text_ + "\n", encoding="utf-8")
    for text in suite.spec.played():
        _write_coverage(suite, text, [row for row in rows if row.clause.text == text], clauses)
    gaps = [row for row in rows if row.state == GAP]
    loose = dangling(rows)
    for row in loose:
        click.echo(f"{row.clause.id}: left to {row.why}, of which none has a scenario", err=True)
    unseen = unwitnessed(suite)
    for one, other, leaf in unseen:
        click.echo(f"{one} and {other} differ in {leaf}, and no position shows it", err=True)
    if gaps or loose:
        click.echo(f"{len(gaps) + len(loose)} testable clauses have no scenario", err=True)
    return 1 if gaps or loose or unseen else 0


def _write_coverage(suite: Suite, text: str, rows: list[Row], clauses: Sequence[str]) -> None:
    click.echo(click.style(suite.spec.texts[text]["title"]["en"], bold=True))
    click.echo(f"{'clause':<12}{'accepted':>9}{'refused':>9}{'boundary':>10}")
    for row in rows:
        named = any(
            row.clause.id == c.rpartition(":")[2]
            or row.clause.id.startswith(c.rpartition(":")[2] + ".")
            for c in clauses
        )
        if clauses and not named:
            continue
        numbers = f"{len(row.accepted):>9}{len(row.refused):>9}{len(row.boundary):>10}"
        if row.state in (TESTED, GAP) or named:
            why = "" if row.state == TESTED else f"  {row.state}: {row.why}"
            click.echo(f"{row.clause.id:<12}{numbers}{why}")
        if named:
            for id_ in sorted({*row.accepted, *row.refused}):
                shows = {"accepts": row.accepted, "refuses": row.refused, "boundary": row.boundary}
                marks = [word for word, ids in shows.items() if id_ in ids]
                click.echo(f"    {id_}  {', '.join(marks)}")
    if clauses:
        return
    for reason in dict.fromkeys(row.why for row in rows if row.state == LATER):
        ids = [row.clause.id for row in rows if row.state == LATER and row.why == reason]
        click.echo(f"later, with {reason}: {' '.join(ids)}")
    counts = {
        state: sum(row.state == state for row in rows)
        for state in (TESTED, BY, HEADING, ADVICE, NOT_TESTABLE, LATER, GAP)
    }
    click.echo("  ".join(f"{n} {state}" for state, n in counts.items()))


def _usable_spec() -> Spec:
    from .spec import load_spec

    spec, problems = load_spec()

    def check() -> None:
        if [p for p in problems if not p.warning]:
            raise Unusable(problems)

    usable(check)
    return spec


def _resolved(spec: Spec, ruleset: str, chosen: Chosen) -> Resolved:
    """The ruleset of this name as chosen; the end of the program if there is none."""
    if ruleset not in spec.rulesets:
        fail(f"no ruleset {ruleset!r}; {nearest(ruleset, spec.rulesets)}")
    found = spec.rulesets[ruleset]
    readings = chosen.readings.get(found.text, {})
    try:
        return resolve(spec, found, readings, chosen.options.get(found.text, frozenset()))
    except OverlayError as error:
        fail(str(error))


Choices = tuple[Sequence[str], Sequence[str], Sequence[Path]]
"""The readings, the options and the files of house rules that the command line names."""


def diff_command(rulesets: Sequence[str], json_file: Path | None, choices: Choices) -> int:
    """`meldlaw diff`; the exit status."""
    from .differences import as_json, compare

    suite = load(())
    readings, options, overlays = choices
    chosen = Chosen.of(suite.spec, readings, _with_houses(suite.spec, options, overlays))
    one, other = (_resolved(suite.spec, name, chosen) for name in rulesets)
    chosen.concern(suite.spec.rulesets[name] for name in rulesets)
    found = compare(suite, one, other)
    if json_file is not None:
        text = json.dumps(as_json(one, other, found), indent=1, ensure_ascii=False)
        json_file.write_text(text + "\n", encoding="utf-8")
    width = max(len(one.id), len(other.id))
    for row in found:
        click.echo(
            f"{click.style(row.leaf, bold=True)}  {suite.spec.parameters[row.leaf].says['en']}"
        )
        for resolved, value, source in (
            (one, row.one, row.by_one),
            (other, row.other, row.by_other),
        ):
            told = "-" if value is None else str(value).lower()
            law = f"{source}  {_short(_source_text(suite, source))}" if source else "no such rule"
            click.echo(f"  {resolved.id:<{width}}  {told:<18}{law}")
        if row.witnesses:
            click.echo(f"  shown by {', '.join(row.witnesses)}")
        else:
            click.echo(f"  no position shows it: {row.unseen or 'none has been written'}")
    shown = sum(bool(row.witnesses) for row in found)
    click.echo(f"{len(found)} parameters differ, {shown} of them shown by a position")
    return 0


def _short(text: str, width: int = 88) -> str:
    """The beginning of a clause's text."""
    return text if len(text) <= width else text[: width - 3].rsplit(" ", 1)[0] + " ..."


def play_command(
    ruleset: str, seed: int, deals: int | None, transcript: Path | None, choices: Choices
) -> int:
    """`meldlaw play`; the exit status."""
    from .play import play

    spec = _usable_spec()
    readings, options, overlays = choices
    chosen = Chosen.of(spec, readings, _with_houses(spec, options, overlays))
    resolved = _resolved(spec, ruleset, chosen)
    chosen.concern([spec.rulesets[ruleset]])
    number = acts = 0
    out = transcript.open("w", encoding="utf-8") if transcript is not None else None
    try:
        for line in play(resolved, seed, deals):
            if out is not None:
                out.write(json.dumps(line, separators=(",", ":")) + "\n")
            if "deal" in line:
                number, acts = line["deal"], 0
            elif "act" in line:
                acts += 1
            elif "count" in line:
                told = "   ".join(f"{s} {_count(c)}" for s, c in line["count"].items())
                click.echo(f"deal {number:>2}, {acts} acts: {told}")
            elif "over" in line:
                totals = ", ".join(f"{s} {v}" for s, v in line["scores"].items())
                click.echo(f"{line['deals']} deals: {totals}; {_winner(line)}")
    finally:
        if out is not None:
            out.close()
    if transcript is not None:
        click.echo(f"written to {transcript}; check it with: meldlaw replay {transcript}")
    return 0


def _winner(line: Mapping[str, Any]) -> str:
    if not line["over"]:
        return "the game goes on"
    winners = line["winners"]
    return f"side {winners[0]} wins" if len(winners) == 1 else "the game is drawn"


def replay_command(transcript: Path, overlays: Sequence[Path] = ()) -> int:
    """`meldlaw replay`; the exit status."""
    from .play import Mismatch, read_header, replay

    try:
        header = read_header(transcript)
    except Mismatch as error:
        click.echo(str(error.problem), err=True)
        return 2
    spec = _usable_spec()
    _with_houses(spec, (), overlays)
    ruleset = header["ruleset"]
    text = spec.rulesets[ruleset].text if ruleset in spec.rulesets else ""
    chosen = Chosen({text: header["readings"]}, {text: frozenset(header["options"])})
    resolved = _resolved(spec, ruleset, chosen)
    try:
        summary = replay(resolved, transcript)
    except Mismatch as error:
        click.echo(str(error.problem), err=True)
        return 1
    totals = ", ".join(f"{s} {v}" for s, v in summary["scores"].items())
    click.echo(f"{summary['deals']} deals and {summary['acts']} acts agree with the law: {totals}")
    return 0


def check_adapter_command(command: Sequence[str], timeout: float) -> int:
    """`meldlaw check-adapter`; the exit status."""
    from .checker import check_adapter
    from .client import end_all

    suite = load(())
    bad = advice = 0
    try:
        for row in check_adapter(suite, command, timeout):
            mark = "ok  " if row.good else "BAD " if row.needed else "note"
            click.echo(
                f"{mark} {row.what}"
                + (f": {row.seen}" if row.good and row.seen and not row.right else "")
            )
            if not row.good:
                bad += row.needed
                advice += not row.needed
                click.echo(f"       seen   {row.seen or '-'}\n       right  {row.right}")
    except KeyboardInterrupt:
        fail("interrupted")
    finally:
        end_all()
    if bad:
        click.echo(f"\n{bad} of the protocol to be put right before any rule is judged")
        return 1
    click.echo("\nThe protocol is spoken; now the rules: " + report.program() + " run -- "
               + shlex.join(command))  # fmt: skip
    return 0


def compare_command(one: Path, other: Path) -> int:
    """`meldlaw report`; the exit status."""
    from .comparison import compare, read_report, tell

    before = usable(lambda: read_report(one))
    found = compare(before, usable(lambda: read_report(other)))
    for line in tell(found):
        click.echo(line)
    return 1 if found.failing else 0


def export_command(
    folder: Path, rulesets: Sequence[str], classes: Sequence[str], filling: int
) -> int:
    """`meldlaw export`; the exit status."""
    from .fixtures import export

    suite = load(())
    _checked_filters(suite, rulesets, ())
    selected = select(suite.scenarios, rulesets, (), classes)
    if not selected:
        fail("no scenario fits these filters")
    _fillable(suite, selected, filling)
    try:
        number = export(suite, selected, folder, filling)
    except OSError as error:
        fail(f"{folder} cannot be written: {error.strerror}")
    click.echo(f"{number} scenarios in {folder}; manifest.json lists the files")
    return 0


def kit_command(language: str, folder: Path | None) -> int:
    """`meldlaw kit`; the exit status."""
    import shutil

    from .places import KITS, PROTOCOL

    kits = sorted(path.name for path in KITS.iterdir() if path.is_dir())
    if language not in kits:
        fail(f"no kit for {language!r}; {nearest(language, kits)}: {', '.join(kits)}")
    target = folder or Path(language)
    if target.exists() and any(target.iterdir()):
        fail(f"{target} is there already and not empty; name another folder")
    try:
        left = shutil.ignore_patterns("__pycache__")
        shutil.copytree(KITS / language, target, dirs_exist_ok=True, ignore=left)
        shutil.copy(PROTOCOL, target / "PROTOCOL.md")
    except OSError as error:
        fail(f"{target} cannot be written: {error.strerror}")
    for path in sorted(target.rglob("*")):
        if path.is_file():
            click.echo(str(path))
    click.echo(f"\nBegin with {target / 'README.md'}")
    return 0
