"""The draw for partners, seats and the first deal (chapters 3 to 5 of the laws), as far as the
cards decide it. Which seat a person then chooses is his own affair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from .cards import JOKER, RANK, SUIT, Card, Cards
from .positions import tables_of
from .rules import Rules


class Seating(NamedTuple):
    """What a draw decides.

    ``again`` are the persons who must draw again; while there are any, nothing else is decided.
    ``order`` ranks the persons, highest card first; it is empty where the cards decide nothing.
    ``partners`` are the sides, the one of the highest card first, and ``plays_first`` is the
    person of the highest card, if the draw decides these too.
    """

    again: tuple[str, ...]
    order: tuple[str, ...]
    partners: tuple[tuple[str, ...], ...]
    plays_first: str


def height(rules: Rules, card: Card) -> tuple[int, int]:
    """How high a card ranks in the draw: by rank, the ace highest and the deuce lowest, then, if
    suits count, by suit, spades before hearts, diamonds and clubs."""
    return (RANK[card], SUIT[card] if rules.seats.suit_decides else 0)


def seating(rules: Rules, drawn: Mapping[str, Cards]) -> Seating:
    """What the cards that each person has drawn decide; a person's later cards are those of his
    new draws, in order.

    A joker does not count and calls for a new draw. Persons with the same card, or only those
    with the same highest card, draw again among themselves: their new cards rank them only
    against each other.
    """
    seats = rules.seats
    last_joker = {
        name for name, cards in drawn.items()
        if seats.joker_draws_again and cards and cards[-1] == JOKER
    }  # fmt: skip
    heights = {
        name: tuple(height(rules, card) for card in cards if card != JOKER)
        for name, cards in drawn.items()
    }
    shared = Counter(heights.values())
    best = max(heights.values())
    equal = {
        name for name, key in heights.items()
        if shared[key] > 1
        and (
            seats.equal_draws_again == "anybody"
            or (seats.equal_draws_again == "highest" and key == best)
        )
    }  # fmt: skip
    again = tuple(name for name in drawn if name in last_joker or name in equal)
    if again:
        return Seating(again, (), (), "")
    if shared[best] > 1:  # and nobody draws again: the cards leave it open
        return Seating((), (), (), "")
    order = tuple(sorted(drawn, key=lambda name: heights[name], reverse=True))
    partners = _sides(rules, order) if seats.partners_drawn else ()
    return Seating((), order, partners, "" if seats.first_dealer == "lot" else order[0])


def _sides(rules: Rules, order: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The sides that the draw forms: so many persons from the highest card on as act for a side,
    then as many again; those left over belong to the last side, whose members take turns."""
    sides = len(set(tables_of(rules)))
    size = rules.seats.acting // sides
    starts = range(0, size * sides, size)
    return (*(order[at : at + size] for at in starts[:-1]), order[starts[-1] :])
