"""The report as one HTML page that needs nothing else: no script, no picture from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader

from meldlaw_engine.positions import position_of

from .acts import tell
from .filler import FillError
from .judge import wanted
from .reference import start_of
from .report import Report, given_rows, plain, summary_rows
from .runner import Result
from .scenarios import Scenario
from .suite import Suite

SHOWN = 200
"""Failures whose story is told."""


class Story(NamedTuple):
    """A failure with all that is shown of it."""

    result: Result
    clauses: list[tuple[str, str]]
    position: Mapping[str, Any]
    given: list[tuple[str, str]]
    steps: list[tuple[str, str, bool]]
    """What is done, what is expected of it, and whether it went wrong there."""
    again: str


def _position(suite: Suite, scenario: Scenario, filling: int) -> Mapping[str, Any]:
    if scenario.method != "run":
        return {}
    try:
        request: Any = suite.request(scenario, filling)
    except FillError:
        return {}
    if "position" in request:
        found: Mapping[str, Any] = request["position"]
        return found
    return position_of(start_of(suite.rules_of(scenario).rules, request))


def _story(report: Report, result: Result, again: Callable[[Scenario], str]) -> Story:
    suite, scenario, verdict = report.suite, result.scenario, result.verdict
    filling = report.facts.filling
    clauses = [
        (clause.name, plain(clause.says["en"]))
        for id_ in scenario.clauses
        if (clause := suite.spec.clauses.get(f"{scenario.text}:{id_}")) is not None
    ]
    steps = [(f"{name} {tell(act)}", "before", False) for name, act in scenario.lead]
    steps += [
        (f"{step.player} {tell(step.act)}", wanted(step), i == verdict.step)
        for i, step in enumerate(scenario.steps, 1)
    ]
    position = _position(suite, scenario, filling)
    given = [] if position else given_rows(suite, scenario, filling)
    return Story(result, clauses, position, given, steps, again(scenario))


def page(report: Report, again: Callable[[Scenario], str]) -> str:
    """The report as an HTML page; ``again`` gives the command that runs a scenario anew."""
    loader = PackageLoader("meldlaw_conformance", "")
    environment = Environment(loader=loader, autoescape=True, trim_blocks=False)
    counts = report.counts()
    failures = report.failures
    return environment.get_template("report.html.j2").render(
        report=report,
        rows=summary_rows(report.suite, report.results),
        shown=[v for v, number in counts.items() if number] or ["pass"],
        zero=[v for v, number in counts.items() if not number],
        says={leaf: p.says["en"] for leaf, p in report.suite.spec.parameters.items()},
        stories=[_story(report, result, again) for result in failures[:SHOWN]],
        more=max(0, len(failures) - SHOWN),
        mended=report.mended(),
    )
