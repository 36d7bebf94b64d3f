"""Random play for tests: deals from seeds, listed steps chosen at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from meldlaw_conformance.rulesets import readings_in
from meldlaw_conformance.spec import Spec
from meldlaw_engine import deal as dealing
from meldlaw_engine import engine, listing
from meldlaw_engine.positions import tables_of
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import Deal
from meldlaw_engine.steps import Step

LIMIT = 2_000
"""Steps after which a deal is taken not to end."""


def columns(rules: Rules, totals: Sequence[int]) -> tuple[int, ...]:
    """So many totals as a score sheet of these rules has columns, taken in turn from those
    given."""
    number = max(tables_of(rules)) + 1
    return tuple(totals[column % len(totals)] for column in range(number))


def positions(
    rules: Rules, seed: int, totals: tuple[int, ...] = (0, 0)
) -> Iterator[tuple[Deal, list[Step], Step | None]]:
    """Each position of a random deal with its listed steps and the one taken (None at the end)."""
    rng = random.Random(seed)
    deal = dealing.deal_cards(
        rules, dealing.shuffled(rules, seed), seed % rules.seats.acting, columns(rules, totals)
    )
    for _ in range(LIMIT):
        steps = listing.legal_actions(rules, deal)
        if deal.record.end is not None:
            yield deal, [], None
            return
        questions = listing.questions(rules, deal)
        step = rng.choice(questions) if questions and rng.random() < 0.05 else rng.choice(steps)
        yield deal, steps, step
        seat = engine.to_act(deal)
        assert seat is not None
        result = engine.apply(rules, deal, seat, step)
        assert result.refusal is None, (seed, step, result.refusal)
        deal = result.deal
    raise AssertionError(f"the deal of seed {seed} does not end")


def overlays(spec: Spec) -> list[tuple[str, str, str]]:
    """Every reading that an engine can follow, as ruleset, ruling and reading: in the first
    ruleset of its text in which it changes something."""
    found: dict[tuple[str, str, str], str] = {}
    for ruleset in spec.rulesets.values():
        for ruling, reading in readings_in(spec, ruleset):
            found.setdefault((ruleset.text, ruling, reading.id), ruleset.id)
    return [(ruleset, ruling, reading) for (_, ruling, reading), ruleset in found.items()]
