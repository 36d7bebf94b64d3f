"""The cards: ranks, suits, the wild cards and the two kinds of threes.

A card is a small integer. Copies of one card (a pack is used more than once) are the same
integer, so a hand is a sorted tuple with repeats. What a card is *worth* is a rule and lives
in the ruleset; what a card *is* lives here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NewType

Card = NewType("Card", int)
"""Index of a card: ``rank * 4 + suit`` for the 52 suited cards, 52 for a joker."""

Cards = tuple[Card, ...]

RANK_NAMES = "23456789TJQKA"
SUIT_NAMES = "CDHS"
JOKER_NAME = "JK"

TWO, THREE, FOUR, SEVEN, EIGHT, KING, ACE = 0, 1, 2, 5, 6, 11, 12
JOKER_RANK = 13

JOKER = Card(52)
KINDS: Cards = tuple(Card(i) for i in range(53))
"""Every distinct card, the joker last."""

RANK: tuple[int, ...] = tuple(i // 4 for i in range(53))
"""Rank of each card: 0 for a deuce up to 12 for an ace, 13 for a joker."""

SUIT: tuple[int, ...] = (*(i % 4 for i in range(52)), -1)
"""Suit of each card in the order clubs, diamonds, hearts, spades; -1 for a joker."""

NAME: tuple[str, ...] = (
    *(RANK_NAMES[i // 4] + SUIT_NAMES[i % 4] for i in range(52)),
    JOKER_NAME,
)

IS_WILD: tuple[bool, ...] = tuple(r in (TWO, JOKER_RANK) for r in RANK)
IS_RED_THREE: tuple[bool, ...] = tuple(
    r == THREE and s in (1, 2) for r, s in zip(RANK, SUIT, strict=True)
)
IS_BLACK_THREE: tuple[bool, ...] = tuple(
    r == THREE and s in (0, 3) for r, s in zip(RANK, SUIT, strict=True)
)

WILDS = frozenset(card for card in KINDS if IS_WILD[card])
RED_THREES = frozenset(card for card in KINDS if IS_RED_THREE[card])

_BY_NAME = {name: Card(i) for i, name in enumerate(NAME)}


class UnknownCard(ValueError):
    """A text that names no card; the message says what would."""


def parse_card(text: str) -> Card:
    """The card that a two-character name such as ``KS``, ``TH`` or ``JK`` stands for.

    Raises UnknownCard for anything else.
    """
    card = _BY_NAME.get(text)
    if card is None:
        raise UnknownCard(
            f"{text!r} is no card: write rank ({' '.join(RANK_NAMES)}) and suit "
            f"({' '.join(reversed(SUIT_NAMES))}), as in KS or TH, or {JOKER_NAME} for a joker"
        )
    return card


def parse_cards(names: Iterable[str]) -> Cards:
    """The cards of several names, in the order given. Raises UnknownCard."""
    known = list(names)
    try:
        return tuple(map(_BY_NAME.__getitem__, known))
    except (KeyError, TypeError):
        return tuple(parse_card(name) for name in known)


def names(cards: Iterable[Card]) -> list[str]:
    """The two-character names of cards, in the order given."""
    return [NAME[card] for card in cards]


@cache
def pack(packs: int, jokers: int) -> Cards:
    """All cards in play: so many packs of 52 and so many jokers, in ascending order."""
    return tuple(sorted([*(KINDS[:52] * packs), *((JOKER,) * jokers)]))


def count_wilds(cards: Cards) -> int:
    """How many of ``cards`` are wild."""
    if WILDS.isdisjoint(cards):
        return 0
    return sum(IS_WILD[card] for card in cards)


def count_red_threes(cards: Cards) -> int:
    """How many of ``cards`` are red threes."""
    if RED_THREES.isdisjoint(cards):
        return 0
    return sum(IS_RED_THREE[card] for card in cards)


def without(cards: Cards, taken: Iterable[Card]) -> Cards | None:
    """``cards`` less one copy of each card in ``taken``; None if one of them is not there."""
    left = list(cards)
    try:
        for card in taken:
            left.remove(card)
    except ValueError:
        return None
    return tuple(left)
