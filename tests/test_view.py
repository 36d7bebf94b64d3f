"""Hidden information: a view shows what that player may see, and nothing else."""

from __future__ import annotations

import random

import pytest

from meldlaw_engine.cards import Card
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import Deal
from meldlaw_engine.view import view
from random_play import columns, positions


def shuffled_hidden(rules: Rules, deal: Deal, seat: int, rng: random.Random) -> Deal:
    """The same deal with every card that ``seat`` may not see exchanged at random: other hands,
    the stock, and under the top card the pile, if he may not look through it."""
    open_pile = "pile" in view(rules, deal, seat)
    hidden: list[Card] = [*deal.stock]
    for other, hand in enumerate(deal.hands):
        if other != seat:
            hidden += hand
    rng.shuffle(hidden)
    hands = []
    for other, hand in enumerate(deal.hands):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(hidden.pop() for _ in hand)))
    pile = deal.pile
    if not open_pile and len(pile) > 1:
        below = list(pile[:-1])
        rng.shuffle(below)
        pile = (*below, pile[-1])
    return deal._replace(hands=tuple(hands), stock=tuple(hidden), pile=pile)


@pytest.mark.parametrize("seed", range(6))
def test_deals_that_differ_only_in_hidden_cards_look_alike(law: Rules, seed: int) -> None:
    rng = random.Random(seed)
    for deal, _, _ in positions(law, seed, columns(law, (0,))):
        for seat in range(len(deal.hands)):
            other = shuffled_hidden(law, deal, seat, rng)
            assert view(law, other, seat) == view(law, deal, seat)


def test_what_a_view_holds_and_when(law: Rules) -> None:
    looked = hidden = examined = squared = 0
    for seed in range(12):
        for deal, _, step in positions(law, seed, columns(law, (0,))):
            if step is None:
                continue
            for seat in range(len(deal.hands)):
                seen = view(law, deal, seat)
                assert len(seen["hand"]) == len(deal.hands[seat])
                mine = deal.turn.seat == seat
                assert ("cards_held" in seen) == mine
                assert ("scores" in seen) == mine
                assert ("pile" in seen) == (not deal.record.had_turn[seat])
                looked += "pile" in seen
                hidden += "pile" not in seen
                for melds in seen["melds"].values():
                    for meld in melds:
                        examined += len(meld.get("cards", ())) > 6
                        squared += "finished" in meld
    assert looked
    assert hidden
    assert examined, "a canasta may be examined until the next player has discarded"
    assert squared, "and is closed after that"
