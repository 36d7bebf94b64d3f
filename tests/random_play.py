"""Random play for tests: deals from seeds, listed steps chosen at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

from meldlaw_conformance.spec import Spec
from meldlaw_engine import deal as dealing
from meldlaw_engine import engine, listing
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import Deal
from meldlaw_engine.steps import Step

LIMIT = 2_000
"""Steps after which a deal is taken not to end."""


def positions(
    rules: Rules, seed: int, totals: tuple[int, ...] = (0, 0)
) -> Iterator[tuple[Deal, list[Step], Step | None]]:
    """Each position of a random deal with its listed steps and the one taken (None at the end)."""
    rng = random.Random(seed)
    deal = dealing.deal_cards(rules, dealing.shuffled(rules, seed), seed % 4, totals)
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
    """Every reading that an engine can follow, as ruleset, ruling and reading."""
    return [
        (ruleset.id, ruling.id, reading.id)
        for ruleset in spec.rulesets.values()
        for ruling in spec.rulings.values()
        if ruling.text == ruleset.text
        for reading in ruling.readings
        if reading.sets
    ]
