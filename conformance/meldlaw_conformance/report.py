"""Reports: on the terminal, as JSON, as JUnit XML."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from meldlaw_engine.positions import position_of

from . import PROTOCOL_VERSION, SUITE_VERSION
from .acts import tell
from .filler import FillError
from .judge import NOT_RUN, PASS, SKIPPED, UNSUPPORTED, VERDICTS, wanted
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


def as_json(suite: Suite, results: Sequence[Result], implementation: Mapping[str, Any]) -> Json:
    """The whole report as data. Everything but `seconds` is the same for every run."""
    spec = suite.spec
    rows = []
    for result in results:
        verdict, scenario = result.verdict, result.scenario
        row: Json = {
            "id": scenario.id,
            "ruleset": scenario.ruleset,
            "clauses": [f"{scenario.text}:{c}" for c in scenario.clauses],
            "class": scenario.klass,
            "verdict": verdict.verdict,
            "seconds": round(result.seconds, 6),
        }
        if scenario.reading:
            row["reading"] = f"{scenario.ruling}={scenario.reading}"
        if not verdict.good:
            row |= {"step": verdict.step, "expected": verdict.expected, "got": verdict.got}
        rows.append(row)
    counts = Counter(r.verdict.verdict for r in results)
    return {
        "meldlaw": {
            "suite": SUITE_VERSION,
            "protocol": PROTOCOL_VERSION,
            "rulesets": {r.id: r.version for r in spec.rulesets.values()},
        },
        "implementation": dict(implementation),
        "partial": NOT_RUN in counts,
        "counts": {verdict: counts.get(verdict, 0) for verdict in VERDICTS},
        "results": rows,
    }


def write_json(report: Json, path: Path) -> None:
    """Write a report as `as_json` makes it. Raises OSError."""
    path.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_junit(suite: Suite, results: Sequence[Result], path: Path) -> None:
    """The report as JUnit XML, a test case a scenario, with its clauses as properties."""
    import xml.etree.ElementTree as ET

    counts = Counter(r.verdict.verdict for r in results)
    passive = counts[UNSUPPORTED] + counts[SKIPPED] + counts[NOT_RUN]
    root = ET.Element(
        "testsuite",
        name="meldlaw",
        tests=str(len(results)),
        failures=str(len(results) - counts[PASS] - passive),
        skipped=str(passive),
        errors="0",
    )
    for result in results:
        scenario, verdict = result.scenario, result.verdict
        case = ET.SubElement(
            root, "testcase", classname=scenario.ruleset, name=scenario.id,
            file=scenario.file, line=str(scenario.line), time=f"{result.seconds:.6f}",
        )  # fmt: skip
        properties = ET.SubElement(case, "properties")
        for clause in scenario.clauses:
            ET.SubElement(properties, "property", name="clause", value=f"{scenario.text}:{clause}")
        if verdict.verdict in (UNSUPPORTED, SKIPPED, NOT_RUN):
            ET.SubElement(case, "skipped", message=f"{verdict.verdict} {verdict.got}".strip())
        elif not verdict.good:
            told = f"step {verdict.step}: expected {verdict.expected}, got {verdict.got}"
            failure = ET.SubElement(case, "failure", type=verdict.verdict, message=told)
            failure.text = _clauses_text(suite, scenario)
    ET.indent(root)
    ET.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def plain(text: str) -> str:
    """A clause's text without its marks for terms."""
    out = []
    for i, part in enumerate(text.split("](#")):
        if i:
            part = part.partition(")")[2]
        head, sep, tail = part.rpartition("[")
        out.append(head + tail if sep else part)
    return "".join(out)


def _clauses_text(suite: Suite, scenario: Scenario, language: str = "en") -> str:
    lines = []
    for id_ in scenario.clauses:
        clause = suite.spec.clauses.get(f"{scenario.text}:{id_}")
        if clause is not None:
            lines.append(f"{clause.name}  {plain(clause.says.get(language, clause.says['en']))}")
    return "\n".join(lines)


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


def given_rows(suite: Suite, scenario: Scenario, filling: int = 0) -> list[tuple[str, str]]:
    """What a scenario starts from: a position, or what is asked of a match or a draw."""
    try:
        request: Any = suite.request(scenario, filling)
    except FillError as error:
        return [("given", f"does not work out: {error.what}")]
    if "position" in request:
        return position_rows(request["position"])
    if "deal" in request:
        start = position_of(start_of(suite.rules_of(scenario).rules, request))
        return position_rows(start)
    hidden = ("ruleset", "parameters")
    return [(key, plain_value(value)) for key, value in request.items() if key not in hidden]


def plain_value(value: Any) -> str:
    """A piece of data on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain_value(v)}" for key, v in value.items())
    if isinstance(value, list):
        nested = any(isinstance(v, list) for v in value)
        return ("; " if nested else " ").join(plain_value(v) for v in value) or "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_failures(
    suite: Suite,
    results: Sequence[Result],
    command: Sequence[str],
    out: TextIO,
    paths: Sequence[Path] = (),
    filling: int = 0,
    choices: Sequence[str] = (),
    limit: int = 20,
) -> None:
    """Each scenario that is not as expected: clause, position, step, expected, got, command."""
    bad = [
        r for r in results if not r.verdict.good
        and r.verdict.verdict not in (UNSUPPORTED, SKIPPED, NOT_RUN)
    ]  # fmt: skip
    for result in bad[:limit]:
        again = command_for(result.scenario, command, paths, filling, choices)
        _write_failure(suite, result, again, out, filling)
    if len(bad) > limit:
        out.write(f"\n... and {len(bad) - limit} more; --json FILE has them all\n")


def _write_failure(suite: Suite, result: Result, again: str, out: TextIO, filling: int) -> None:
    scenario, verdict = result.scenario, result.verdict
    out.write(f"\n{verdict.verdict.upper()}  {scenario.id}\n")
    out.write(f"  {scenario.title['en']}   {scenario.file}:{scenario.line}\n")
    for line in _clauses_text(suite, scenario).splitlines():
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
    out.write(f"    again        {again}\n")


def summary_rows(suite: Suite, results: Sequence[Result]) -> list[tuple[str, Counter[str], int]]:
    """For each ruleset: its verdicts counted, and how many clauses the scenarios bear on."""
    rows = []
    for ruleset in suite.spec.rulesets:
        mine = [r for r in results if r.scenario.ruleset == ruleset]
        if mine:
            clauses = {c for r in mine for c in r.scenario.clauses}
            rows.append((ruleset, Counter(r.verdict.verdict for r in mine), len(clauses)))
    return rows
