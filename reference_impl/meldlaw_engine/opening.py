"""The initial meld and its minimum (chapter 13 of the laws)."""

from __future__ import annotations

from collections.abc import Iterable

from .cards import IS_WILD, JOKER, RANK, THREE, Card, Cards
from .melds import counts_fit, is_complete
from .refusals import Refusal
from .rules import Row, Rules
from .state import PILE, Deal, Meld


def minimum_row(rules: Rules, total: int) -> Row:
    """The row of the table of minimums for a side that stood at ``total`` before the deal."""
    return rules.opening.minimum.at(total)


def minimum(rules: Rules, deal: Deal, table: int) -> int:
    """Points that the initial meld of a side must count: by its total before the deal."""
    return minimum_row(rules, deal.record.totals[table]).value


def below_minimum(rules: Rules, deal: Deal) -> Refusal:
    """The refusal of an initial meld that is short, citing the row of the table in force."""
    total = deal.record.totals[deal.table]
    return Refusal("initial-meld-below-minimum", minimum_row(rules, total).leaf)


def value(rules: Rules, cards: Iterable[Card]) -> int:
    """The card value of ``cards``."""
    points = rules.points
    return sum(points[card] for card in cards)


def uncounted_rank(rules: Rules, deal: Deal) -> int:
    """The rank of the meld made with the pile's top card if, in this ruleset, cards added to it
    count nothing towards the minimum; -1 otherwise."""
    turn = deal.turn
    if rules.opening.taken_meld_extras or turn.source != PILE or deal.record.opened[deal.table]:
        return -1
    melds = deal.melds[deal.table]
    return melds[turn.melds_before].rank if len(melds) > turn.melds_before else -1


def counts_towards(rules: Rules, deal: Deal, cards: Cards, before: Meld | None, after: Meld) -> int:
    """Points that laying ``cards`` adds to the initial meld of the player in turn.

    A canasta's bonus is added when the meld becomes one, if the ruleset counts it.
    """
    if after.rank == uncounted_rank(rules, deal):
        return 0
    points = value(rules, cards)
    if rules.opening.canasta_bonus_counts and is_complete(rules, len(after.cards)):
        if before is None or not is_complete(rules, len(before.cards)):
            points += rules.bonus.mixed if after.wilds else rules.bonus.natural
    return points


def best_opening(
    rules: Rules, hand: Cards, melds: Iterable[Meld], keep: int, uncounted: int
) -> int | None:
    """The greatest number of points that lays from ``hand`` can count while ``keep`` cards stay
    in the hand; None if so many cannot stay.

    ``melds`` are those already laid in this turn, ``uncounted`` the rank of the one to which
    further cards count nothing (-1 for none). Exact: a walk over the ranks that remembers,
    for each number of jokers, deuces and kept cards, the best so far.
    """
    points, opening = rules.points, rules.opening
    ranks: dict[int, list[int]] = {}
    jokers = 0
    twos: list[int] = []
    kept = 0
    for card in hand:
        if card == JOKER:
            jokers += 1
        elif IS_WILD[card]:
            twos.append(card)
        elif RANK[card] == THREE:
            kept += 1  # no three is melded in an opening that does not go out
        else:
            ranks.setdefault(RANK[card], []).append(card)
    laid = {meld.rank: meld for meld in melds}
    joker_points = points[JOKER]
    two_points = points[twos[0]] if twos else 0
    # (jokers left, deuces left, cards kept up to ``keep``) -> points
    best = {(jokers, len(twos), min(kept, keep)): 0}
    for rank in sorted(set(ranks) | set(laid)):
        mine = ranks.get(rank, [])
        counted = rank != uncounted
        each = points[mine[0]] if mine and counted else 0
        old = laid.get(rank)
        naturals0, wilds0 = (old.naturals, old.wilds) if old else (0, 0)
        after: dict[tuple[int, int, int], int] = {}
        for (j, d, k), so_far in best.items():
            for n in range(len(mine) + 1):
                still = min(k + len(mine) - n, keep)
                for a in range(j + 1):
                    for b in range(d + 1):
                        if n + a + b:
                            naturals, wilds = naturals0 + n, wilds0 + a + b
                            if not counts_fit(rules, rank, naturals, wilds):
                                continue
                            total = so_far + n * each
                            if counted:
                                total += a * joker_points + b * two_points
                            size = naturals + wilds
                            if opening.canasta_bonus_counts and is_complete(rules, size):
                                if not is_complete(rules, naturals0 + wilds0):
                                    bonus = rules.bonus
                                    total += bonus.mixed if wilds else bonus.natural
                        else:
                            total = so_far
                        key = (j - a, d - b, still)
                        if after.get(key, -1) < total:
                            after[key] = total
        best = after
    return max((p for (j, d, k), p in best.items() if k + j + d >= keep), default=None)


def most_that_can_count(rules: Rules, hand: Cards, melds: Iterable[Meld]) -> int:
    """An upper bound for `best_opening`: the value of every card that could be melded if no card
    had to be kept. A pair counts only as far as there are wild cards to go with it."""
    points, r = rules.points, rules.set
    groups, wilds = _groups(hand)
    laid = {meld.rank for meld in melds}
    found = sum(points[card] for card in wilds)
    pairs = []
    for rank, cards in groups.items():
        if rank in laid or len(cards) >= r.min_cards:
            found += points[cards[0]] * len(cards)
        elif len(cards) >= r.min_naturals:
            pairs.append(points[cards[0]] * len(cards))
    pairs.sort(reverse=True)
    found += sum(pairs[: len(wilds)])
    if rules.opening.canasta_bonus_counts:
        found += rules.bonus.natural * len(hand)
    return found


def _groups(hand: Cards) -> tuple[dict[int, list[Card]], list[Card]]:
    """The natural cards of a hand by rank, threes left out, and its wild cards."""
    groups: dict[int, list[Card]] = {}
    wilds: list[Card] = []
    for card in hand:
        rank = RANK[card]
        if IS_WILD[card]:
            wilds.append(card)
        elif rank in groups:
            groups[rank].append(card)
        elif rank != THREE:
            groups[rank] = [card]
    return groups, wilds


def reaches_simply(rules: Rules, hand: Cards, wanting: int, keep: int) -> bool:
    """A quick witness for `best_opening`: whether laying every three or more natural cards of a
    rank, then pairs with a wild card each, then wild cards onto those, always the dearest first,
    already counts ``wanting`` and leaves ``keep`` cards."""
    points, r = rules.points, rules.set
    groups, wilds = _groups(hand)
    left = len(hand)
    whole = [cards for cards in groups.values() if len(cards) >= r.min_cards]
    whole.sort(key=lambda cards: points[cards[0]] * len(cards), reverse=True)
    room = 0
    for cards in whole:
        if left - len(cards) < keep:
            break
        left -= len(cards)
        room += r.max_wild
        wanting -= points[cards[0]] * len(cards)
    if wanting <= 0:
        return True
    if not wilds or r.min_cards - r.min_naturals != 1:
        return False
    pairs = [cards for cards in groups.values() if len(cards) == r.min_naturals]
    pairs.sort(key=lambda cards: points[cards[0]])
    for wild in sorted(wilds, key=lambda card: -points[card]):
        if pairs and left - r.min_cards >= keep:
            cards = pairs.pop()
            left -= r.min_cards
            room += r.max_wild - 1
            wanting -= points[wild] + points[cards[0]] * len(cards)
        elif room and left - 1 >= keep:
            left -= 1
            room -= 1
            wanting -= points[wild]
        if wanting <= 0:
            return True
    return False
