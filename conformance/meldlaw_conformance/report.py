"""What a run came to: its facts, the report as data, and failures told on the terminal."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from meldlaw_engine.positions import position_of

from . import PROTOCOL_VERSION, SUITE_VERSION, diagnosis
from .acts import tell
from .diagnosis import Diagnosis
from .filler import FillError
from .judge import NOT_JUDGED, NOT_RUN, PASS, VERDICTS, wanted
from .reference import start_of
from .runner import Result
from .scenarios import Scenario
from .suite import Suite

Json = dict[str, Any]


def program() -> str:
    """How this program was called, so that a command shown can be typed."""
    called = Path(sys.argv[0])
    found = shutil.which("meldlaw")
    if found is not None and Path(found).resolve() == called.resolve():
        return "meldlaw"
    if called.name == "meldlaw":
        return os.path.relpath(called)
    return "python -m meldlaw_conformance"


def command_for(
    scenario: Scenario,
    command: Sequence[str],
    paths: Sequence[Path] = (),
    filling: int = 0,
    choices: Sequence[str] = (),
) -> str:
    """The command that runs just this scenario again, with the ``choices`` of readings and
    options that were made."""
    words = ["run", "--id", scenario.id, *choices]
    for path in paths:
        words += ["--scenarios", str(path)]
    if filling:
        words += ["--filling", str(filling)]
    return f"{program()} {shlex.join([*words, '--', *command] if command else words)}"


class Facts(NamedTuple):
    """What is the same for every scenario of a run: what was judged, how, and by what."""

    about: Mapping[str, Any]
    """What the implementation says of itself: name, version, language, rulesets."""
    content: str
    """The hash of spec and scenarios."""
    rulesets: Mapping[str, str]
    """The version of each ruleset."""
    filling: int = 0
    shuffle: int | None = None
    readings: tuple[str, ...] = ()
    """Readings chosen in place of the adopted ones; empty also where each is judged."""
    options: tuple[str, ...] = ()
    overlays: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The implementation's name and version."""
        told = f"{self.about.get('name') or 'the adapter'} {self.about.get('version') or ''}"
        return told.strip()

    def rows(self) -> list[tuple[str, str]]:
        """The facts for a person, a line each."""
        found = [
            ("implementation", self.name),
            ("suite", f"Meldlaw {SUITE_VERSION}, protocol {PROTOCOL_VERSION}"),
            ("content", self.content),
            ("filling", str(self.filling)),
            ("order", "as written" if self.shuffle is None else f"shuffled by {self.shuffle}"),
            ("readings", ", ".join(self.readings) or "as adopted"),
            ("options", ", ".join(self.options) or "none"),
        ]
        return [*found, ("house rules", ", ".join(self.overlays))] if self.overlays else found


class Report(NamedTuple):
    """A run and what came of it. ``known`` are failures that were expected, by id."""

    suite: Suite
    results: Sequence[Result]
    facts: Facts
    diagnosis: Diagnosis
    known: Mapping[str, str] = {}

    @property
    def partial(self) -> bool:
        """Whether the run was interrupted."""
        return any(r.verdict.verdict == NOT_RUN for r in self.results)

    def is_known(self, result: Result) -> bool:
        """Whether this is a failure that was expected."""
        return is_bad(result) and result.scenario.id in self.known

    def mended(self) -> list[Result]:
        """What was expected to fail and passes: to be taken off the list."""
        return [r for r in self.results if r.verdict.good and r.scenario.id in self.known]

    @property
    def failures(self) -> list[Result]:
        """What is not as expected, known failures left out."""
        return [r for r in self.results if is_bad(r) and not self.is_known(r)]

    @property
    def conformant(self) -> bool:
        """Whether everything judged is as expected, something was judged, and nothing is left."""
        judged = any(is_judged(r) for r in self.results)
        return judged and not self.partial and not any(is_bad(r) for r in self.results)

    def counts(self) -> dict[str, int]:
        """The number of scenarios with each verdict, all verdicts listed."""
        found = Counter(r.verdict.verdict for r in self.results)
        return {verdict: found.get(verdict, 0) for verdict in VERDICTS}

    def met(self) -> tuple[list[str], list[str]]:
        """The verdicts that some scenario has, and those that none has."""
        counts = self.counts()
        return [v for v in counts if counts[v]] or [PASS], [v for v in counts if not counts[v]]

    def headline(self) -> str:
        """The outcome in a few words."""
        counts = self.counts()
        judged = sum(is_judged(r) for r in self.results)
        bad = sum(map(is_bad, self.results))
        if self.partial:
            return f"interrupted: {judged} of {len(self.results)} judged, {bad} not as expected"
        if not judged:
            return "nothing judged"
        if not bad:
            return f"conformant, {counts[PASS]} scenarios as expected"
        known = sum(map(self.is_known, self.results))
        told = f"not conformant, {bad} of {judged} not as expected"
        return told + (f", {known} of them known" if known else "")


def is_judged(result: Result) -> bool:
    """Whether an answer, or its lack, was judged at all."""
    return result.verdict.verdict not in NOT_JUDGED


def is_bad(result: Result) -> bool:
    """Whether a scenario came out otherwise than expected."""
    return is_judged(result) and not result.verdict.good


def as_json(report: Report) -> Json:
    """The whole report as data. Everything but `seconds` is the same for every run."""
    rows = []
    for result in report.results:
        verdict, scenario = result.verdict, result.scenario
        row: Json = {
            "id": scenario.id,
            "ruleset": scenario.ruleset,
            "clauses": list(scenario.clause_names),
            "class": scenario.klass,
            "verdict": verdict.verdict,
            "seconds": round(result.seconds, 6),
        }
        if scenario.reading:
            row["reading"] = f"{scenario.ruling}={scenario.reading}"
        if not verdict.good:
            row |= {"step": verdict.step, "expected": verdict.expected, "got": verdict.got}
        if report.is_known(result):
            row["known"] = True
        rows.append(row)
    facts = report.facts
    return {
        "meldlaw": {
            "suite": SUITE_VERSION,
            "protocol": PROTOCOL_VERSION,
            "rulesets": dict(facts.rulesets),
            "content": facts.content,
        },
        "implementation": dict(facts.about),
        "run": {
            "filling": facts.filling,
            "shuffle": facts.shuffle,
            "readings": list(facts.readings),
            "options": list(facts.options),
            "overlays": list(facts.overlays),
        },
        "partial": report.partial,
        "counts": report.counts(),
        "diagnosis": diagnosis.as_json(report.diagnosis),
        "results": rows,
        "complete": True,
    }


def written_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all. Raises OSError."""
    if path.exists() and not path.is_file():  # a pipe or a terminal
        path.write_text(text, encoding="utf-8")
        return
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


def json_text(report: Report) -> str:
    """The report as a JSON file."""
    return json.dumps(as_json(report), indent=1, ensure_ascii=False) + "\n"


def plain(text: str) -> str:
    """A clause's text without its marks for terms."""
    out = []
    for i, part in enumerate(text.split("](#")):
        if i:
            part = part.partition(")")[2]
        head, sep, tail = part.rpartition("[")
        out.append(head + tail if sep else part)
    return "".join(out)


def clauses_of(suite: Suite, scenario: Scenario) -> list[tuple[str, str]]:
    """The clauses that a scenario is about: full name and text."""
    clauses = suite.spec.clauses
    return [
        (name, plain(clauses[name].says["en"])) for name in scenario.clause_names if name in clauses
    ]


def clauses_text(suite: Suite, scenario: Scenario) -> str:
    """The same in lines."""
    return "\n".join(f"{name}  {text}" for name, text in clauses_of(suite, scenario))


# ------------------------------------------------------------------ the terminal


def position_rows(position: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A position as a small table: what, which cards."""

    def cards(names: Sequence[str]) -> str:
        return " ".join(names) or "-"

    rows = []
    in_turn = position["turn"]["player"]
    for name, hand in position["hands"].items():
        reds = position["red_threes"].get(name)
        told = cards(hand) + (f"   red threes {cards(reds)}" if reds else "")
        rows.append((f"{name}{' to play' if name == in_turn else ''}", told))
    for name, melds in position["melds"].items():
        rows.append((f"melds {name}", "; ".join(map(cards, melds)) or "-"))
    pile = position["pile"]
    rows.append(("pile", cards(pile) + (f"   (top card {pile[-1]})" if pile else "")))
    stock = position["stock"]
    rows.append(("stock", f"{len(stock)} cards" + (f", first {cards(stock[:3])}" if stock else "")))
    rows.append(("scores", "  ".join(f"{s} {v}" for s, v in position["scores"].items())))
    return rows


def given_of(
    suite: Suite, scenario: Scenario, filling: int = 0
) -> tuple[Mapping[str, Any] | None, list[tuple[str, str]]]:
    """What a scenario starts from: a position, or in words what is asked of a match or a draw."""
    try:
        request: Any = suite.request(scenario, filling)
    except FillError as error:
        return None, [("given", f"does not work out: {error.what}")]
    if "position" in request:
        return request["position"], []
    if "deal" in request:
        return position_of(start_of(suite.rules_of(scenario).rules, request)), []
    hidden = ("ruleset", "parameters")
    return None, [(key, plain_value(value)) for key, value in request.items() if key not in hidden]


def given_rows(suite: Suite, scenario: Scenario, filling: int = 0) -> list[tuple[str, str]]:
    """What a scenario starts from, as a small table."""
    position, asked = given_of(suite, scenario, filling)
    return asked if position is None else position_rows(position)


def plain_value(value: Any) -> str:
    """A piece of data on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain_value(v)}" for key, v in value.items())
    if isinstance(value, list):
        nested = any(isinstance(v, list) for v in value)
        return ("; " if nested else " ").join(plain_value(v) for v in value) or "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_failures(
    report: Report, out: TextIO, again: Callable[[Scenario], str], limit: int = 20
) -> None:
    """Each failure that is not known: clause, position, step, expected, got, and the command that
    runs it again."""
    bad = report.failures
    for result in bad[:limit]:
        told_failure(report.suite, result, out, again(result.scenario), report.facts.filling)
    if len(bad) > limit:
        out.write(f"\n... and {len(bad) - limit} more; --json FILE has them all\n")


def told_failure(
    suite: Suite, result: Result, out: TextIO, again: str = "", filling: int = 0
) -> None:
    """Write one failure: clause, position, step, expected, got, command."""
    scenario, verdict = result.scenario, result.verdict
    out.write(f"\n{verdict.verdict.upper()}  {scenario.id}\n")
    out.write(f"  {scenario.title['en']}   {scenario.file}:{scenario.line}\n")
    for line in clauses_text(suite, scenario).splitlines():
        out.write(f"  {line}\n")
    for what, told in given_rows(suite, scenario, filling):
        out.write(f"    {what:<12} {told}\n")
    for name, act in scenario.lead:
        out.write(f"    before       {name} {tell(act)}\n")
    for i, step in enumerate(scenario.steps, 1):
        mark = ">" if i == verdict.step else " "
        out.write(f"  {mark} step {i:<6} {step.player} {tell(step.act)}   [{wanted(step)}]\n")
    out.write(f"    expected     {verdict.expected or '-'}\n")
    out.write(f"    got          {verdict.got or '-'}\n")
    if result.stderr:
        last = result.stderr.splitlines()[-5:]
        out.write("    stderr       " + "\n                 ".join(last) + "\n")
    if again:
        out.write(f"    again        {again}\n")


def summary_rows(suite: Suite, results: Sequence[Result]) -> list[tuple[str, Counter[str], int]]:
    """For each ruleset: its verdicts counted, and how many clauses the scenarios bear on."""
    rows = []
    for ruleset in sorted(suite.spec.rulesets):
        mine = [r for r in results if r.scenario.ruleset == ruleset]
        if mine:
            clauses = {c for r in mine for c in r.scenario.clauses}
            rows.append((ruleset, Counter(r.verdict.verdict for r in mine), len(clauses)))
    return rows
