"""The report as one HTML page that needs nothing else: no script, no picture from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader

from .acts import tell
from .judge import wanted
from .report import Report, clauses_of, given_of, summary_rows
from .runner import Result
from .scenarios import Scenario

SHOWN = 200
"""Failures whose story is told."""


class Story(NamedTuple):
    """A failure with all that is shown of it."""

    result: Result
    clauses: list[tuple[str, str]]
    position: Mapping[str, Any] | None
    given: list[tuple[str, str]]
    steps: list[tuple[str, str, bool]]
    """What is done, what is expected of it, and whether it went wrong there."""
    again: str


def _story(report: Report, result: Result, again: Callable[[Scenario], str]) -> Story:
    suite, scenario, verdict = report.suite, result.scenario, result.verdict
    steps = [(f"{name} {tell(act)}", "before", False) for name, act in scenario.lead]
    steps += [
        (f"{step.player} {tell(step.act)}", wanted(step), i == verdict.step)
        for i, step in enumerate(scenario.steps, 1)
    ]
    position, given = given_of(suite, scenario, report.facts.filling)
    clauses = clauses_of(suite, scenario)
    return Story(result, clauses, position, given, steps, again(scenario))


def page(report: Report, again: Callable[[Scenario], str]) -> str:
    """The report as an HTML page; ``again`` gives the command that runs a scenario anew."""
    loader = PackageLoader("meldlaw_conformance", "")
    environment = Environment(loader=loader, autoescape=True, trim_blocks=False)
    shown, zero = report.met()
    failures = report.failures
    return environment.get_template("report.html.j2").render(
        report=report,
        rows=summary_rows(report.suite, report.results),
        shown=shown,
        zero=zero,
        says={leaf: p.says["en"] for leaf, p in report.suite.spec.parameters.items()},
        stories=[_story(report, result, again) for result in failures[:SHOWN]],
        more=max(0, len(failures) - SHOWN),
        mended=report.mended(),
    )
