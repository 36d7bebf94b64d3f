"""The report in the forms that other programs read: JUnit XML, TAP, Markdown, a badge.

Each carries the facts of the run and the number of scenarios with each verdict, and one that was
cut off is recognisably invalid: XML and SVG lack their last tag, TAP its planned number of lines,
Markdown its last line.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

from . import SUITE_VERSION, diagnosis
from .judge import NOT_RUN
from .report import Report, clauses_text, is_bad, is_judged, summary_rows
from .runner import Result

SHOWN = 50
"""Failures that the Markdown summary lists."""
END = "End of the report."


def _counted(report: Report) -> list[tuple[str, str]]:
    """The facts of the run and every verdict with its number."""
    counts = [(f"verdict {verdict}", str(n)) for verdict, n in report.counts().items()]
    return [*report.facts.rows(), ("outcome", report.headline()), *counts]


def _told(result: Result) -> str:
    verdict = result.verdict
    return f"step {verdict.step}: expected {verdict.expected or '-'}, got {verdict.got or '-'}"


def _printable(text: str) -> str:
    """``text`` without what XML cannot hold."""
    return "".join(c if c in "\t\n" or " " <= c < "\ud800" or "\ue000" <= c <= "\ufffd"
                   or c > "\uffff" else "\ufffd" for c in text)  # fmt: skip


def junit(report: Report) -> str:
    """JUnit XML, a test case a scenario, with its clauses as properties."""
    bad = sum(is_bad(r) and not report.is_known(r) for r in report.results)
    passive = sum(not is_judged(r) or report.is_known(r) for r in report.results)
    root = ET.Element(
        "testsuite", name="meldlaw", tests=str(len(report.results)),
        failures=str(bad + len(report.mended())), skipped=str(passive), errors="0",
        time=f"{sum(r.seconds for r in report.results):.3f}",
    )  # fmt: skip
    facts = ET.SubElement(root, "properties")
    for name, value in _counted(report):
        ET.SubElement(facts, "property", name=name, value=_printable(value))
    mended = {r.scenario.id for r in report.mended()}
    for result in report.results:
        scenario, verdict = result.scenario, result.verdict
        case = ET.SubElement(
            root, "testcase", classname=scenario.ruleset, name=scenario.id,
            file=scenario.file, line=str(scenario.line), time=f"{result.seconds:.6f}",
        )  # fmt: skip
        properties = ET.SubElement(case, "properties")
        for clause in scenario.clause_names:
            ET.SubElement(properties, "property", name="clause", value=clause)
        if not is_judged(result):
            told = _printable(f"{verdict.verdict} {verdict.got}".strip())
            ET.SubElement(case, "skipped", message=told)
        elif report.is_known(result):
            ET.SubElement(case, "skipped", message=_printable(f"known failure: {_told(result)}"))
        elif scenario.id in mended:
            told = "known as a failure, but passes: take it off the list"
            ET.SubElement(case, "failure", type="known", message=told)
        elif not verdict.good:
            failure = ET.SubElement(
                case, "failure", type=verdict.verdict, message=_printable(_told(result))
            )
            failure.text = clauses_text(report.suite, scenario)
    ET.indent(root)
    told = ET.tostring(root, encoding="unicode", xml_declaration=False)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{told}\n'


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("#", "\\#")


def tap(report: Report) -> str:
    """TAP 14: a test point a scenario, known failures as TODO, diagnostics as YAML."""
    lines = ["TAP version 14", *(f"# {name}: {_one_line(v)}" for name, v in _counted(report))]
    lines.append(f"1..{len(report.results)}")
    mended = {r.scenario.id for r in report.mended()}
    for number, result in enumerate(report.results, 1):
        verdict, id_ = result.verdict, result.scenario.id
        if verdict.verdict == NOT_RUN:
            break
        if not is_judged(result):
            lines.append(f"ok {number} - {id_} # SKIP {_one_line(verdict.got)}".rstrip())
        elif verdict.good and id_ not in mended:
            lines.append(f"ok {number} - {id_}")
        else:
            known = " # TODO known failure" if report.is_known(result) else ""
            lines.append(f"not ok {number} - {id_}{known}")
            told = "known as a failure, but passes" if id_ in mended else _told(result)
            lines += [
                "  ---",
                f"  message: {json.dumps(told)}",
                f"  severity: {verdict.verdict}",
                f"  clauses: {json.dumps(result.scenario.clause_names)}",
                f"  at: {json.dumps(f'{result.scenario.file}:{result.scenario.line}')}",
                "  ...",
            ]
    if report.partial:
        lines.append("Bail out! interrupted")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """``text`` as it is in a cell of a Markdown table."""
    told = " ".join(text.split()).replace("\\", "\\\\")
    for mark in "|`*_[]<>~":
        told = told.replace(mark, f"&#{ord(mark)};")
    return told


def markdown(report: Report) -> str:
    """A summary for the page of a CI run."""
    lines = [f"# Meldlaw: {_cell(report.headline())}", ""]
    if report.partial:
        lines += ["**This report is partial: the run was interrupted.**", ""]
    lines += ["| | |", "| --- | --- |"]
    lines += [f"| {_cell(name)} | {_cell(value)} |" for name, value in report.facts.rows()]
    counts = report.counts()
    shown, zero = report.met()
    lines += ["", f"| ruleset | {' | '.join(shown)} |", "| --- |" + " ---: |" * len(shown)]
    for ruleset, found, _ in summary_rows(report.suite, report.results):
        lines.append(f"| {ruleset} | {' | '.join(str(found[v]) for v in shown)} |")
    lines.append(f"| all | {' | '.join(str(counts[v]) for v in shown)} |")
    told = diagnosis.tell(report.suite.spec, report.diagnosis)
    if told:
        lines += ["", "## Likeliest causes", ""]
        lines += [f"{'  ' if line[:1] == ' ' else ''}- {_cell(line)}" for line in told]
    rows = [*report.failures, *report.mended()]
    if rows:
        lines += ["", "## Not as expected", "", "| scenario | clauses | verdict | |"]
        lines.append("| --- | --- | --- | --- |")
        for result in rows[:SHOWN]:
            scenario = result.scenario
            what = "known, but passes" if result.verdict.good else result.verdict.verdict
            clauses = ", ".join(scenario.clause_names)
            why = "" if result.verdict.good else _told(result)
            lines.append(f"| {_cell(scenario.id)} | {_cell(clauses)} | {what} | {_cell(why)} |")
        if len(rows) > SHOWN:
            lines.append(f"\n... and {len(rows) - SHOWN} more.")
    lines += ["", f"No scenario: {', '.join(zero)}.", "", END]
    return "\n".join(lines) + "\n"


def _badge(report: Report) -> tuple[str, str]:
    """The badge's message and colour."""
    if report.partial:
        return "interrupted", "#9f9f9f"
    counts = report.counts()
    judged = sum(is_judged(r) for r in report.results)
    if not judged:
        return "nothing judged", "#9f9f9f"
    if report.conformant:
        return f"{counts['pass']} of {judged} scenarios", "#2f7d32"
    return f"{counts['pass']} of {judged} scenarios", "#b3261e"


def badge_svg(report: Report) -> str:
    """A badge as SVG, with all facts in its description."""
    label, (message, colour) = "canasta laws", _badge(report)
    left, right = 6 * len(label) + 14, 6 * len(message) + 16
    facts = escape("; ".join(f"{name}: {_printable(value)}" for name, value in _counted(report)))
    title = escape(f"{label}: {message}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{title}"><title>{title}</title><desc>{facts}</desc>'
        f'<rect width="{left}" height="20" rx="3" fill="#444"/>'
        f'<rect x="{left - 3}" width="{right + 3}" height="20" rx="3" fill="{colour}"/>'
        f'<rect x="{left - 3}" width="3" height="20" fill="{colour}"/>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" '
        f'text-anchor="middle"><text x="{left / 2:g}" y="14" textLength="{left - 12}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(label)}</text>'
        f'<text x="{left + right / 2:g}" y="14" textLength="{right - 12}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(message)}</text></g></svg>\n'
    )


def badge_json(report: Report) -> str:
    """The badge as the JSON that badge services read from an endpoint."""
    message, colour = _badge(report)
    told = {
        "schemaVersion": 1,
        "label": "canasta laws",
        "message": message,
        "color": colour.lstrip("#"),
        "isError": not report.conformant,
        "meldlaw": dict(_counted(report), version=SUITE_VERSION),
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"
