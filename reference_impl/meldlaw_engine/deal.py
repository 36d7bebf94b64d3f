"""Dealing (chapters 3 to 6 of the laws): hands one card at a time, the upcard and its covers."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .cards import IS_BLACK_THREE, IS_RED_THREE, IS_WILD, Card, Cards, pack
from .engine import settle
from .positions import tables_of
from .rules import Rules
from .state import Deal, Record, start_of_turn


class DealError(ValueError):
    """The pack given cannot be dealt; the message says why."""


def shuffled(rules: Rules, seed: int) -> Cards:
    """The pack in an order drawn from ``seed``, top card first. A convenience: no format of
    this project holds a seed."""
    cards = list(pack(rules.deck.packs, rules.deck.jokers))
    random.Random(seed).shuffle(cards)
    return tuple(cards)


def must_be_covered(rules: Rules, card: Card, first: bool) -> bool:
    """Whether a card turned up is covered by another card from the stock; ``first`` says whether
    it is the upcard itself or a cover."""
    deal = rules.deal
    black_three = deal.cover_black_three and (first or deal.cover_black_three_again)
    return (
        (IS_WILD[card] and deal.cover_wild)
        or (IS_RED_THREE[card] and deal.cover_red_three)
        or (IS_BLACK_THREE[card] and black_three)
    )


def deal_cards(rules: Rules, order: Sequence[Card], dealer: int, totals: Sequence[int]) -> Deal:
    """The deal of a pack in the given order, top card first, at the first player's turn.

    Cards go out one at a time from the player on the dealer's left; the next card is turned up
    and covered as long as it may not be the upcard. Raises DealError if the pack is not the
    ruleset's or runs out.
    """
    if sorted(order) != list(pack(rules.deck.packs, rules.deck.jokers)):
        raise DealError("the order given is not the pack of this ruleset, each card once a copy")
    seats = rules.seats.acting
    first = (dealer + 1) % seats
    dealt = rules.deal.cards * seats
    hands: list[Cards] = [()] * seats
    for offset in range(seats):
        hands[(first + offset) % seats] = tuple(sorted(order[offset:dealt:seats]))
    turned = dealt + 1
    while must_be_covered(rules, order[turned - 1], turned == dealt + 1):
        turned += 1
        if turned > len(order):
            raise DealError("no card of this order may be the upcard")
    table_of = tables_of(rules)
    tables = max(table_of) + 1
    record = Record(
        table_of,
        (False,) * tables,
        tuple(totals),
        ((),) * seats,
        (False,) * seats,
        (False,) * seats,
        False,
        False,
        (),
        (),
        None,
        dealer,
    )
    deal = Deal(
        start_of_turn(1, first, ()),
        tuple(hands),
        tuple(reversed(order[turned:])),
        tuple(order[dealt:turned]),
        ((),) * tables,
        record,
    )
    return settle(rules, deal, [])[0]
