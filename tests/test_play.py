"""What must hold over random play: every step, every position, every count."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meldlaw_engine import engine, scoring
from meldlaw_engine.positions import check_cards, deal_from, position_of
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import Deal
from meldlaw_engine.steps import Discard, Draw, Lay, Step, Take
from random_play import positions


def check_deal(rules: Rules, seed: int, totals: tuple[int, ...]) -> Deal:
    """Play one random deal and check every position on the way; the last one."""
    last = None
    for deal, listed, step in positions(rules, seed, totals):
        check_cards(rules, deal)
        told = json.loads(json.dumps(position_of(deal)))
        assert deal_from(rules, told) == deal
        assert step is None or listed, "the person to act always has a step"
        last = deal
    assert last is not None
    check_count(rules, last)
    return last


def check_count(rules: Rules, deal: Deal) -> None:
    """The lines of each side add up to its total; only the side that went out has the bonus."""
    for table, count in enumerate(scoring.score(rules, deal)):
        assert count.total == sum(line.points for line in count.lines)
        end = deal.record.end
        assert end is not None
        out = end.how == "out" and end.seat is not None and deal.record.table_of[end.seat] == table
        bonus = [line for line in count.lines if line.item.startswith("going-out")]
        assert len(bonus) == out


@pytest.mark.parametrize("totals", [(0, 0), (-120, 1500), (3000, 2995)])
@pytest.mark.parametrize("block", range(4))
def test_random_deals_keep_every_property(
    canasta: Rules, block: int, totals: tuple[int, ...]
) -> None:
    for seed in range(block * 10, block * 10 + 10):
        check_deal(canasta, seed, totals)


WRONG: list[Step] = [
    Draw(),
    Take(()),
    Discard(0),  # type: ignore[arg-type]
    Lay((44, 45, 46)),  # type: ignore[arg-type]
    Lay((52,), 0),  # type: ignore[arg-type]
]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_a_refused_step_changes_nothing(canasta: Rules, seed: int) -> None:
    for deal, _, _ in positions(canasta, seed):
        for seat in range(4):
            for step in WRONG:
                result = engine.apply(canasta, deal, seat, step)
                reasons = engine.reasons(canasta, deal, seat, step)
                assert (result.refusal is None) == (not reasons)
                if result.refusal is not None:
                    assert result.deal is deal
                    assert not result.events
                    assert result.refusal in reasons


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_every_reason_cites_a_clause(canasta: Rules, seed: int) -> None:
    for deal, _, _ in positions(canasta, seed):
        for step in WRONG:
            for refusal in engine.reasons(canasta, deal, deal.turn.seat, step):
                assert refusal.leaf is None or canasta.cites[refusal.leaf]
