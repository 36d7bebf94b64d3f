"""What must hold over random play: every step, every position, every count."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meldlaw_conformance.spec import Spec
from meldlaw_engine import engine, scoring
from meldlaw_engine.cards import KINDS
from meldlaw_engine.positions import check_cards, deal_from, position_of
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import Deal
from meldlaw_engine.steps import (
    BY_ITSELF,
    OWN,
    Answer,
    Ask,
    Decline,
    Discard,
    Draw,
    Join,
    Lay,
    LayRedThree,
    Pass,
    Step,
    Take,
    TakeBack,
)
from random_play import positions


def check_deal(
    rules: Rules, seed: int, totals: tuple[int, ...], seen: Counter[str] | None = None
) -> Deal:
    """Play one random deal and check every position on the way; the last one. ``seen`` counts
    how often sequences were laid, finished and took the pile."""
    last = None
    for deal, listed, step in positions(rules, seed, totals):
        check_cards(rules, deal)
        told = json.loads(json.dumps(position_of(deal)))
        assert deal_from(rules, told) == deal
        assert step is None or listed, "the person to act always has a step"
        if seen is not None and isinstance(step, Take) and step.onto != BY_ITSELF:
            seen["piles taken onto a sequence"] += deal.melds[deal.table][step.onto].is_sequence
        last = deal
    assert last is not None
    check_count(rules, last)
    if seen is not None and rules.sequence is not None:
        laid = [meld for melds in last.melds for meld in melds if meld.is_sequence]
        finished = sum(len(meld.cards) >= rules.sequence.complete_at for meld in laid)
        seen["sequences laid"] += len(laid)
        seen["sequences finished"] += finished
        seen["deals with a sequence"] += bool(laid)
    return last


def check_count(rules: Rules, deal: Deal) -> None:
    """The lines of each column add up to its total; only the side that went out has the bonus."""
    for column, count in enumerate(scoring.score(rules, deal)):
        table = deal.table_of_column(column)
        assert count.total == sum(line.points for line in count.lines)
        end = deal.record.end
        assert end is not None
        out = end.how == "out" and end.seat is not None and deal.record.table_of[end.seat] == table
        bonus = [line for line in count.lines if line.item.startswith("going-out")]
        assert len(bonus) == out


@pytest.mark.parametrize("totals", [(0, 0), (-120, 1500), (3000, 2995)])
@pytest.mark.parametrize("block", range(4))
def test_random_deals_keep_every_property(law: Rules, block: int, totals: tuple[int, ...]) -> None:
    for seed in range(block * 10, block * 10 + 10):
        check_deal(law, seed, totals)


def test_random_deals_keep_every_property_under_every_reading(under: Rules) -> None:
    for seed in range(3):
        check_deal(under, seed, (0, 1500))


WRONG: list[Step] = [
    Draw(),
    Take(()),
    Discard(0),  # type: ignore[arg-type]
    Lay((44, 45, 46)),  # type: ignore[arg-type]
    Lay((52,), 0),  # type: ignore[arg-type]
]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_a_refused_step_changes_nothing(law: Rules, seed: int) -> None:
    for deal, _, _ in positions(law, seed):
        for seat in range(len(deal.hands)):
            for step in WRONG:
                result = engine.apply(law, deal, seat, step)
                reasons = engine.reasons(law, deal, seat, step)
                assert (result.refusal is None) == (not reasons)
                if result.refusal is not None:
                    assert result.deal is deal
                    assert not result.events
                    assert result.refusal in reasons


def odd_act(rng: random.Random, deal: Deal) -> list[Step]:
    """An act that nobody listed: any cards, anywhere, in any number."""
    cards = [*deal.hands[rng.randrange(len(deal.hands))], *deal.pile[-1:], *KINDS[:3]]
    few = tuple(rng.choices(cards, k=rng.randint(0, 5)))
    place, table = rng.randint(-1, 4), rng.choice([OWN, 0, 1])
    kinds: list[Step] = [
        Draw(), Take(few, rng.random() < 0.9, rng.randint(-1, 4)),
        Lay(few or (cards[0],), place, table),
        Join(place, rng.randint(-1, 4)),
        Lay(few or (cards[0],)), TakeBack(few, place), LayRedThree(cards[0]), Ask(),
        Answer(rng.random() < 0.5), Discard(rng.choice(cards)), Decline(), Pass(),
    ]  # fmt: skip
    first = rng.choice(kinds)
    if isinstance(first, Take | Lay) and rng.random() < 0.5:
        return [
            first,
            *(Lay(few or (cards[0],), rng.randint(-1, 3)) for _ in range(rng.randint(1, 3))),
        ]
    return [first]


def test_odd_acts_are_refused_with_a_reason_or_carried_out_whole(under: Rules, spec: Spec) -> None:
    rng = random.Random(5)
    accepted = refused = 0
    for seed in range(2):
        for deal, _, _ in positions(under, seed):
            for seat in {deal.turn.seat, rng.randrange(len(deal.hands))}:
                act = odd_act(rng, deal)
                result = engine.apply_act(under, deal, seat, act)
                reasons = engine.act_reasons(under, deal, seat, act)
                check_cards(under, result.deal)
                assert (result.refusal is None) == (not reasons)
                for refusal in reasons:
                    assert refusal.code in spec.codes
                    assert refusal.leaf is None or refusal.leaf in spec.codes[refusal.code].reads
                if reasons:
                    refused += 1
                    assert result.deal is deal
                else:
                    accepted += 1
    assert accepted
    assert refused


def test_the_order_of_the_lays_of_an_act_does_not_matter(law: Rules) -> None:
    """Two lawful lays in one act lead to the same melds in either order."""
    seen = 0
    for seed in range(12):
        for deal, listed, _ in positions(law, seed, (1500, 0)):
            lays = [step for step in listed if isinstance(step, Lay)][:4]
            for one in lays:
                for other in lays:
                    if one is other:
                        continue
                    seat = deal.turn.seat
                    ab = engine.apply_act(law, deal, seat, [one, other])
                    ba = engine.apply_act(law, deal, seat, [other, one])
                    assert (ab.refusal is None) == (ba.refusal is None), (one, other)
                    if ab.refusal is None:
                        seen += 1
                        assert ab.deal.hands == ba.deal.hands
                        melds = [sorted(m.cards) for m in ab.deal.melds[deal.table]]
                        assert sorted(melds) == sorted(
                            sorted(m.cards) for m in ba.deal.melds[deal.table]
                        )
    assert seen > 40


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_every_reason_cites_a_clause(law: Rules, seed: int) -> None:
    for deal, _, _ in positions(law, seed):
        for step in WRONG:
            for refusal in engine.reasons(law, deal, deal.turn.seat, step):
                assert refusal.leaf is None or law.cites[refusal.leaf]
