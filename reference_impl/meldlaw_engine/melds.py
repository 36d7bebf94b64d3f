"""Melds: sets of one rank, natural and wild cards (chapters 11, 15 and 20 of the laws).

A lay is judged by the meld before and after, never by the order in which its cards come.
"""

from __future__ import annotations

from .cards import IS_WILD, JOKER_RANK, RANK, RED_THREES, THREE, Cards
from .refusals import Refusal, Refusals
from .rules import Rules
from .state import Meld, Melds

RANKS_DIFFER = Refusal("ranks-differ", "set.one_rank")
TOO_SMALL = Refusal("meld-too-small", "set.min_cards")
TOO_FEW_NATURALS = Refusal("too-few-naturals", "set.min_naturals")
TOO_MANY_WILDS = Refusal("too-many-wilds", "set.max_wild")
SECOND_MELD = Refusal("second-meld-of-rank", "set.per_rank")
RED_THREE = Refusal("red-three-not-melded", "red_threes.meld")
WILD_WITH_BLACK_THREES = Refusal("wild-with-black-threes", "black_threes.wild")
WILD_IN_BLACK_THREE_TURN = Refusal("wild-with-black-threes", "black_threes.wild_in_turn")


def rank_of(cards: Cards) -> int:
    """The rank that ``cards`` make a set of: that of the first natural card among them, or the
    joker's rank if all are wild."""
    for card in cards:
        if not IS_WILD[card]:
            return RANK[card]
    return JOKER_RANK


def counts_fit(rules: Rules, rank: int, naturals: int, wilds: int) -> bool:
    """Whether so many natural and wild cards may lie together as a set of ``rank``: at least
    the least number of cards and of naturals, at most the greatest number of wild cards; no
    wild cards with black threes."""
    r = rules.set
    if rank == THREE and wilds and not rules.black_threes.wild:
        return False
    return naturals + wilds >= r.min_cards and naturals >= r.min_naturals and wilds <= r.max_wild


def is_complete(rules: Rules, size: int) -> bool:
    """Whether a set of ``size`` cards is a canasta."""
    return size >= rules.set.complete_at


def complete(rules: Rules, melds: Melds) -> int:
    """How many of ``melds`` are canastas."""
    at = rules.set.complete_at
    return sum(len(meld.cards) >= at for meld in melds)


Fresh = tuple[tuple[int, int], ...]
"""Table and place of canastas that may still be looked through."""


def fresh_after(
    rules: Rules, fresh: Fresh, table: int, place: int, before: int, after: int
) -> Fresh:
    """The canastas that may be looked through when the set at ``place`` has grown from ``before``
    to ``after`` cards: one just completed joins them."""
    if is_complete(rules, after) and not is_complete(rules, before):
        return (*fresh, (table, place))
    return fresh


def may_have_another(rules: Rules, melds: Melds, rank: int) -> bool:
    """Whether the side may begin a (further) set of ``rank``."""
    mine = [meld for meld in melds if meld.rank == rank]
    if not mine:
        return True
    return rules.set.per_rank == "one_open" and complete(rules, tuple(mine)) == len(mine)


def set_refusals(rules: Rules, rank: int, cards: Cards, after: Meld) -> Refusals:
    """What the law holds against laying ``cards`` so that the set ``after`` results."""
    r = rules.set
    if not RED_THREES.isdisjoint(cards):
        yield RED_THREE
    if r.one_rank and any(RANK[card] != rank and not IS_WILD[card] for card in cards):
        yield RANKS_DIFFER
    if len(after.cards) < r.min_cards:
        yield TOO_SMALL
    if len(after.cards) - after.wilds < r.min_naturals:
        yield TOO_FEW_NATURALS
    if after.wilds > r.max_wild:
        yield TOO_MANY_WILDS
    if rank == THREE and after.wilds and not rules.black_threes.wild:
        yield WILD_WITH_BLACK_THREES
