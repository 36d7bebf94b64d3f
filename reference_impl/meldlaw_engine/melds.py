"""Melds: what lies on the table, and sets of one rank (chapters 11, 15 and 20 of the laws).

A lay is judged by the meld before and after, never by the order in which its cards come. What
holds for sequences alone is in `sequences`.
"""

from __future__ import annotations

import sys

from . import sequences
from .cards import IS_WILD, JOKER_RANK, RANK, RED_THREES, THREE, WILDS, Cards, count_wilds
from .refusals import RED_THREE, Refusal, Refusals
from .rules import Rules
from .state import Meld, Melds, set_at

RANKS_DIFFER = Refusal("ranks-differ", "set.one_rank")
TOO_SMALL = Refusal("meld-too-small", "set.min_cards")
WILD_TOO_SMALL = Refusal("meld-too-small", "set.pure_wild")
TOO_LARGE = Refusal("set-too-large", "set.max_cards")
TOO_FEW_NATURALS = Refusal("too-few-naturals", "set.min_naturals")
TOO_MANY_WILDS = Refusal("too-many-wilds", "set.max_wild")
TOO_FEW_FOR_WILDS = Refusal("too-many-wilds", "set.naturals_per_wild")
WILD_ONTO_CANASTA = Refusal("wild-onto-canasta", "set.wild_on_complete")
SECOND_MELD = Refusal("second-meld-of-rank", "set.per_rank")
WILD_WITH_BLACK_THREES = Refusal("wild-with-black-threes", "black_threes.wild")
WILD_IN_BLACK_THREE_TURN = Refusal("wild-with-black-threes", "black_threes.wild_in_turn")


def rank_of(cards: Cards) -> int:
    """The rank that ``cards`` make a set of: that of the first natural card among them, or the
    joker's rank if all are wild."""
    for card in cards:
        if not IS_WILD[card]:
            return RANK[card]
    return JOKER_RANK


def meld_of(rules: Rules, cards: Cards) -> Meld:
    """The meld that ``cards`` laid together make: a sequence if they are meant as one, otherwise
    a set."""
    if sequences.means_sequence(rules, cards):
        return sequences.sequence_of(cards)
    return Meld(rank_of(cards), count_wilds(cards), cards)


def grown(meld: Meld, cards: Cards) -> Meld:
    """``meld`` with ``cards`` added."""
    wilds = meld.wilds + count_wilds(cards)
    if meld.is_sequence:
        return meld._replace(wilds=wilds, cards=sequences.in_order(meld.cards + cards))
    return Meld(meld.rank, wilds, meld.cards + cards)


def most_wilds(rules: Rules, naturals: int) -> int:
    """How many wild cards a set with so many natural cards may have."""
    r = rules.set
    most = r.max_wild or sys.maxsize
    return min(most, naturals // r.naturals_per_wild) if r.naturals_per_wild else most


def least_wild_set(rules: Rules) -> int:
    """With how many cards a set of wild cards alone may be begun, where the law knows one."""
    return rules.set.complete_at if rules.set.pure_wild == "complete" else rules.set.min_cards


def canasta_bonus(rules: Rules, rank: int, wilds: int) -> int:
    """The bonus of a canasta of ``rank`` with so many wild cards."""
    if rank == JOKER_RANK:
        return rules.bonus.wild
    return rules.bonus.mixed if wilds else rules.bonus.natural


def naturals_of_canasta(rules: Rules) -> int:
    """The fewest natural cards with which a set can be a canasta."""
    r = rules.set
    found = r.min_naturals
    while found < r.complete_at and found + most_wilds(rules, found) < r.complete_at:
        found += 1
    return found


def may_grow(rules: Rules, rank: int, before: tuple[int, int], naturals: int, wilds: int) -> bool:
    """Whether a set of ``rank`` that holds ``before`` (natural and wild cards, none for a new
    one) may take so many more in some order: it must then have the least number of cards and of
    naturals and no more wild cards than allowed; a wild card must come before the set has the
    size at which it is barred; no wild cards with black threes."""
    r = rules.set
    n, w = before[0] + naturals, before[1] + wilds
    if rank == JOKER_RANK:
        fits = r.pure_wild != "never" and not n and w >= least_wild_set(rules)
        return fits and not (r.max_cards and w > r.max_cards)
    if rank == THREE and w and not rules.black_threes.wild:
        return False
    if before == (0, 0) and (n + w < r.min_cards or n < r.min_naturals):
        return False
    if wilds and w > most_wilds(rules, n):
        return False
    if r.max_cards and n + w > r.max_cards:
        return False
    return not (
        wilds and r.wild_on_complete != "free" and before[0] + before[1] + wilds > r.complete_at
    )


def is_complete(rules: Rules, size: int) -> bool:
    """Whether a set of ``size`` cards is a canasta."""
    return size >= rules.set.complete_at


def is_finished(rules: Rules, meld: Meld) -> bool:
    """Whether a meld is a canasta or a finished sequence."""
    if meld.suit >= 0 and rules.sequence is not None:
        return len(meld.cards) >= rules.sequence.complete_at
    return len(meld.cards) >= rules.set.complete_at


def complete(rules: Rules, melds: Melds) -> int:
    """How many of ``melds`` are canastas or finished sequences."""
    return sum(is_finished(rules, meld) for meld in melds)


Fresh = tuple[tuple[int, int], ...]
"""Table and place of finished melds that may still be looked through."""


def fresh_after(
    rules: Rules, fresh: Fresh, table: int, place: int, before: Meld | None, after: Meld
) -> Fresh:
    """The finished melds that may be looked through when the one at ``place`` has changed from
    ``before`` to ``after``: one just finished joins them."""
    if is_finished(rules, after) and (before is None or not is_finished(rules, before)):
        return (*fresh, (table, place))
    return fresh


def may_have_another(rules: Rules, melds: Melds, rank: int) -> bool:
    """Whether the side may begin a (further) set of ``rank``."""
    if rules.set.per_rank == "any":
        return True
    mine = [meld for meld in melds if meld.rank == rank]
    if not mine:
        return True
    return rules.set.per_rank == "one_open" and complete(rules, tuple(mine)) == len(mine)


def may_begin(rules: Rules, melds: Melds, meld: Meld) -> bool:
    """Whether the side may begin ``meld`` beside those that it has."""
    if meld.is_sequence:
        return sequences.may_begin(rules, melds, meld.suit)
    return may_have_another(rules, melds, meld.rank)


def set_for(rules: Rules, melds: Melds, rank: int) -> int:
    """The place of the set of ``rank`` to which cards go by themselves: the latest unfinished
    one, otherwise the latest; -1 if there is none."""
    found = -1
    for place, meld in enumerate(melds):
        if meld.rank == rank:
            if found < 0 or not is_finished(rules, meld) or is_finished(rules, melds[found]):
                found = place
    return found


def put(melds: Melds, place: int, meld: Meld) -> Melds:
    """``melds`` with ``meld`` at ``place``, or as a new one where the place is that after the
    last."""
    return (*melds, meld) if place == len(melds) else set_at(melds, place, meld)


def form_refusals(rules: Rules, cards: Cards, before: Meld | None, after: Meld) -> Refusals:
    """What the law holds against laying ``cards`` so that ``after`` results from ``before``, or
    as a new meld."""
    if after.is_sequence:
        return sequences.refusals(rules, cards, before, after)
    return _set_refusals(rules, cards, before, after)


def _set_refusals(rules: Rules, cards: Cards, before: Meld | None, after: Meld) -> Refusals:
    """What is wrong with the set or with what is added: a set that stands although it lacks
    something, because nobody has noticed in time, may grow like others."""
    r = rules.set
    size = len(after.cards)
    if not RED_THREES.isdisjoint(cards):
        yield RED_THREE
    if r.one_rank and any(RANK[card] != after.rank and not IS_WILD[card] for card in cards):
        yield RANKS_DIFFER
    if after.rank == JOKER_RANK and r.pure_wild != "never":
        if before is None and size < least_wild_set(rules):
            yield WILD_TOO_SMALL
        return
    if before is None and size < r.min_cards:
        yield TOO_SMALL
    if r.max_cards and size > r.max_cards:
        yield TOO_LARGE
    if before is None and size - after.wilds < r.min_naturals:
        yield TOO_FEW_NATURALS
    if not WILDS.isdisjoint(cards):
        if r.max_wild and after.wilds > r.max_wild:
            yield TOO_MANY_WILDS
        if after.wilds * r.naturals_per_wild > size - after.wilds:
            yield TOO_FEW_FOR_WILDS
    if _wild_too_late(rules, cards, before, after):
        yield WILD_ONTO_CANASTA
    if after.rank == THREE and after.wilds and not rules.black_threes.wild:
        yield WILD_WITH_BLACK_THREES


def _wild_too_late(rules: Rules, cards: Cards, before: Meld | None, after: Meld) -> bool:
    """Whether a wild card among ``cards`` goes beyond the size of a canasta where the law bars
    that: judged by the best order of the cards, or by the size that results."""
    r = rules.set
    wilds = count_wilds(cards)
    if not wilds or r.wild_on_complete == "free":
        return False
    if r.wild_on_complete == "up_to_complete":
        return len(after.cards) > r.complete_at
    return (0 if before is None else len(before.cards)) + wilds > r.complete_at
