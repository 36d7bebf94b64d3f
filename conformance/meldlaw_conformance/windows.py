"""When faults are noticed: the rows of ``spec/<text>/faults.yaml`` held against the scenarios.

Each notice of a scenario falls at some time; the reference engine tells which. A row is shown if
some scenario points its fault out at its time and comes to its outcome.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meldlaw_engine import table
from meldlaw_engine.incidents import Fault
from meldlaw_engine.irregularities.common import window
from meldlaw_engine.irregularities.setup import first_round, play_has_begun
from meldlaw_engine.positions import seat_of
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import Deal
from meldlaw_engine.steps import Notice

from .acts import to_steps
from .reference import start_of
from .scenarios import Scenario
from .spec import Window
from .suite import Suite

ANY_TIME = "any-time"
SETUP = ("first-round", "after-first-round", "before-play", "play-begun")


class Noticed(NamedTuple):
    """A notice of a scenario: the fault, the words for its time, and whether anything follows."""

    scenario: Scenario
    fault: str
    times: frozenset[str]
    follows: bool


def times_of(rules: Rules, deal: Deal, fault: Fault) -> frozenset[str]:
    """Every word for the time at which a fault is noticed, if that is now."""
    words = {window(deal, fault), ANY_TIME}
    if deal.record.end is None and not deal.record.incidents.dealing:
        words.add("first-round" if first_round(rules, deal) else "after-first-round")
        words.add("play-begun" if play_has_begun(deal) else "before-play")
    return frozenset(words)


def noticed(suite: Suite) -> Iterator[Noticed]:
    """Every judged notice of the scenarios, adopted readings only."""
    for scenario in suite.scenarios:
        if scenario.reading or all(act["act"] != "notice" for act in scenario.acts):
            continue
        rules = suite.rules_of(scenario).rules
        deal = start_of(rules, suite.request(scenario))
        judged = {id(e.act): bool(e.refused) for e in scenario.steps}
        rows = [*scenario.lead, *((e.player, e.act) for e in scenario.steps)]
        for name, act in rows:
            seat = seat_of(name, len(deal.hands))
            steps = to_steps(deal, act, seat)
            step = steps[0]
            if isinstance(step, Notice):
                open_ = [
                    f for f in deal.record.incidents.faults
                    if f.kind == step.kind and step.of in (-1, f.seat)
                ]  # fmt: skip
                if open_:
                    follows = not judged.get(id(act), False)
                    yield Noticed(scenario, step.kind, times_of(rules, deal, open_[-1]), follows)
            deal = table.apply_act(rules, deal, seat, steps).deal


def unshown(suite: Suite) -> list[Window]:
    """The rows that no scenario shows."""
    found = list(noticed(suite))
    return [
        row
        for rows in suite.spec.windows.values()
        for row in rows
        if not any(
            n.scenario.text == row.text
            and n.fault == row.fault
            and row.noticed in n.times
            and n.follows == row.follows
            for n in found
        )
    ]


def untold(suite: Suite) -> list[Noticed]:
    """The notices of scenarios whose time no row tells."""
    told = {
        (row.text, row.fault, row.noticed) for rows in suite.spec.windows.values() for row in rows
    }
    return [
        n
        for n in noticed(suite)
        if n.scenario.text in suite.spec.windows
        and not any((n.scenario.text, n.fault, time) in told for time in n.times)
    ]
