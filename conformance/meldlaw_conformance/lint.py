"""Checks over spec and scenarios beyond their form: what is said must hold together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from meldlaw_engine import table
from meldlaw_engine.positions import PositionError, seat_of

from .acts import ActError, to_steps
from .filler import FillError
from .places import SCENARIOS, SPEC, shown
from .problems import Problem
from .reference import start_of
from .scenarios import Expected, Scenario
from .suite import Suite, load_suite, unfit


def lint(paths: Sequence[Path] = ()) -> tuple[Suite, list[Problem]]:
    """Load everything and check it; the problems hold every fault of the run.

    ``paths`` narrow it: a path inside the project's own spec or scenarios shows only what is
    wrong there; any other file or folder holds scenarios of one's own, checked against the spec.
    """
    foreign = [path for path in paths if not _is_own(path)]
    suite, problems = load_suite(SPEC, foreign or (SCENARIOS,))
    broken = {p.file for p in problems}
    if not any(file.startswith(shown(SPEC)) for file in broken):
        problems += list(_scenarios(suite, broken))
        problems += list(_boundaries(suite))
        problems += list(_rulings(suite)) if not foreign else []
    if paths:
        wanted = [shown(path) for path in paths]
        problems = [p for p in problems if any(_below(p.file, name) for name in wanted)]
    return suite, sorted(set(problems))


def _is_own(path: Path) -> bool:
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError):
        return False
    return any(resolved.is_relative_to(root) for root in (SPEC, SCENARIOS))


def _below(file: str, name: str) -> bool:
    return file == name or file.startswith(name.rstrip("/") + "/") or name == "."


def _scenarios(suite: Suite, broken: set[str]) -> Iterable[Problem]:
    """What only shows when a scenario is put together, in files that are sound in form."""
    for scenario in suite.scenarios:
        if scenario.file in broken:
            continue
        try:
            yield from _reasons(suite, scenario)
        except FillError as error:
            yield unfit(suite, scenario, error)
        except (PositionError, ActError) as error:
            yield Problem(scenario.file, scenario.line, 1, f"{scenario.id}: {error}")


def _reasons(suite: Suite, scenario: Scenario) -> Iterable[Problem]:
    """A scenario must name every true reason of a refusal, unless it says `among`."""
    request = suite.request(scenario)
    if scenario.method != "run":
        return
    rules = suite.rules_of(scenario).rules
    deal = start_of(rules, request)
    for name, act in scenario.lead:
        seat = seat_of(name, len(deal.hands))
        deal = table.apply_act(rules, deal, seat, to_steps(deal, act, seat)).deal

    def check(expected: Expected, where: str) -> Iterable[Problem]:
        seat = seat_of(expected.player, len(deal.hands))
        found = table.act_reasons(rules, deal, seat, to_steps(deal, expected.act, seat))
        codes = {refusal.code for refusal in found}
        wanted = set(expected.refused)
        if not wanted or not codes:
            return  # whether it is refused at all is for the run to judge
        told = ", ".join(sorted(codes))
        if expected.all_reasons and codes != wanted:
            more = sorted(codes - wanted)
            what = (
                f"is also refused for {', '.join(more)}"
                if wanted < codes
                else (f"is refused for {told}, not for {', '.join(sorted(wanted - codes))}")
            )
            yield Problem(
                scenario.file, scenario.line, 1, f"{scenario.id}: {where} {what}",
                f"name every true reason, refused: [{told}], or write `among`",
            )  # fmt: skip
        elif not codes & wanted:
            yield Problem(
                scenario.file, scenario.line, 1, f"{scenario.id}: {where} is refused for {told}"
            )

    for i, step in enumerate(scenario.steps, 1):
        yield from check(step, f"step {i}")
        seat = seat_of(step.player, len(deal.hands))
        deal = table.apply_act(rules, deal, seat, to_steps(deal, step.act, seat)).deal
    for step in scenario.tried():
        yield from check(step, "an act tried at the end")


def _boundaries(suite: Suite) -> Iterable[Problem]:
    """A boundary needs both its sides: the same phrase on scenarios with different outcomes."""
    sides: dict[tuple[str, str], list[Scenario]] = {}
    for scenario in suite.scenarios:
        if scenario.boundary:
            sides.setdefault((scenario.parent, scenario.boundary), []).append(scenario)
    for (_, phrase), found in sides.items():
        if len({_outcome(s) for s in found}) < 2:
            one = found[0]
            yield Problem(
                one.file, one.line, 1, f"{one.id}: the boundary {phrase!r} has one side only",
                "give a case on the other side the same phrase",
            )  # fmt: skip


def _outcome(scenario: Scenario) -> str:
    steps = [(step.refused, step.answers) for step in scenario.steps]
    return repr((steps, scenario.then))


def _rulings(suite: Suite) -> Iterable[Problem]:
    """Each reading that an engine can follow must be shown by a scenario where it differs."""
    shown = {(s.text, s.ruling, s.reading) for s in suite.scenarios if s.reading}
    for ruling in suite.spec.rulings.values():
        for reading in ruling.readings:
            if reading.sets and (ruling.text, ruling.id, reading.id) not in shown:
                yield Problem(
                    ruling.file, 1, 1, f"no scenario shows reading {ruling.id}={reading.id}",
                    "write one whose outcome differs from the adopted reading's", True,
                )  # fmt: skip
