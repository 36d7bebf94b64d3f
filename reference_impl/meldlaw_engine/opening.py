"""The initial meld and its minimum (chapter 13 of the laws)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .cards import IS_WILD, JOKER, JOKER_RANK, RANK, SUIT, THREE, Card, Cards
from .incidents import QUIET, of_table
from .melds import canasta_bonus, is_complete, is_finished, most_wilds
from .refusals import Refusal
from .rules import Row, Rules
from .sequences import Runs, Table, all_stand, table_of, ways_at
from .sharing import Place, may_stand, places_for, shares
from .state import NO_RANK, PILE, Deal, Meld, Melds


def is_open(deal: Deal) -> bool:
    """Whether the side of the player in turn owes no initial meld any more, now that he has laid
    what he has laid in this turn."""
    return deal.record.opened[deal.table] or (deal.turn.laid and deal.turn.wanting <= 0)


def minimum_row(rules: Rules, total: int) -> Row:
    """The row of the table of minimums for a side that stood at ``total`` before the deal."""
    return rules.opening.minimum.at(total)


def minimum(rules: Rules, deal: Deal, column: int) -> int:
    """Points that the initial meld of a side must count, by the column of the player who makes
    it: by the total before the deal, and by what faults in this deal have added."""
    incidents = deal.record.incidents
    if incidents is QUIET:
        return minimum_row(rules, deal.record.totals[column]).value
    row = minimum_row(rules, _total(rules, deal, column))
    return row.value + of_table(incidents.raised, column)


def _total(rules: Rules, deal: Deal, column: int) -> int:
    """The total that decides a minimum."""
    total = deal.record.totals[column]
    if rules.count_faults is None or rules.count_faults.when_deducted == "deal_end":
        return total
    return total - sum(p.points for p in deal.record.incidents.penalties if p.column == column)


def below_minimum(rules: Rules, deal: Deal) -> Refusal:
    """The refusal of an initial meld that is short, citing the row of the table in force."""
    total = _total(rules, deal, deal.column)
    return Refusal("initial-meld-below-minimum", minimum_row(rules, total).leaf)


def value(rules: Rules, cards: Iterable[Card]) -> int:
    """The card value of ``cards``."""
    points = rules.points
    return sum(points[card] for card in cards)


def uncounted_rank(rules: Rules, deal: Deal) -> int:
    """The rank of the meld made with the pile's top card if, in this ruleset, cards added to it
    count nothing towards the minimum; NO_RANK otherwise."""
    turn = deal.turn
    if rules.opening.taken_meld_extras or turn.source != PILE or deal.record.opened[deal.table]:
        return NO_RANK
    melds = deal.melds[deal.table]
    return melds[turn.melds_before].rank if len(melds) > turn.melds_before else NO_RANK


def counts_towards(rules: Rules, deal: Deal, cards: Cards, before: Meld | None, after: Meld) -> int:
    """Points that laying ``cards`` adds to the initial meld of the player in turn.

    The bonus of a canasta or sequence is added when the meld becomes one, if the ruleset counts
    it.
    """
    if after.rank == THREE and not rules.black_threes.count_in_opening:
        return 0
    if not after.is_sequence and after.rank == uncounted_rank(rules, deal):
        return 0
    return value(rules, cards) + bonus_towards(rules, before, after)


def bonus_towards(rules: Rules, before: Meld | None, after: Meld) -> int:
    """The bonus of a meld that is finished by a lay, if it counts towards the minimum."""
    if not rules.opening.canasta_bonus_counts or not is_finished(rules, after):
        return 0
    if before is not None and is_finished(rules, before):
        return 0
    if after.is_sequence:
        return _sequence_bonus(rules)
    return canasta_bonus(rules, after.rank, after.wilds)


def _sequence_bonus(rules: Rules) -> int:
    """What a sequence finished in the initial meld adds to it."""
    if rules.sequence is None or not rules.opening.canasta_bonus_counts:
        return 0
    return rules.sequence.bonus


def _lays_of_rank(
    rules: Rules, rank: int, free: int, jokers: int, twos: int, sets: list[Place]
) -> dict[tuple[int, int, int], int]:
    """Every number of natural cards, jokers and deuces that can be laid on sets of a rank, with
    the greatest bonus that counts."""
    found: dict[tuple[int, int, int], int] = {}
    for n in range(free + 1):
        for places in places_for(rules, rank, n, sets):
            for a, b, after in shares(rules, rank, n, jokers, twos, places):
                if may_stand(rules, places, after):
                    key = (n, a, b)
                    found[key] = max(found.get(key, 0), _bonus_won(rules, rank, places, after))
    return found


def _bonus_won(rules: Rules, rank: int, before: list[Place], after: tuple[Place, ...]) -> int:
    if not rules.opening.canasta_bonus_counts:
        return 0
    return sum(
        canasta_bonus(rules, rank, wilds)
        for old, (naturals, wilds) in zip(before, after, strict=True)
        if is_complete(rules, naturals + wilds) and not is_complete(rules, sum(old))
    )


def best_opening(
    rules: Rules, hand: Cards, melds: Melds, first_own: int, keep: int, uncounted: int
) -> int | None:
    """The greatest number of points that lays from ``hand`` can count while ``keep`` cards stay
    in the hand; None if so many cannot stay.

    ``melds`` are those already laid in this turn, ``uncounted`` the rank of the one to which
    further cards count nothing (-1 for none). Exact: a walk over the ranks that remembers, for
    each number of jokers, deuces and kept cards and the sequences under way, the best so far.
    """
    points = rules.points
    ranks: dict[int, list[Card]] = {}
    jokers = 0
    twos: list[Card] = []
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
    laid: dict[int, list[Place]] = {}
    for meld in melds:
        if not meld.is_sequence:
            laid.setdefault(meld.rank, []).append((meld.naturals, meld.wilds))
    r = rules.sequence
    runs_of = table_of(rules, melds, first_own, hand) if r is not None and r.opens else None
    joker_points = points[JOKER]
    two_points = points[twos[0]] if twos else 0
    # (runs, jokers left, deuces left, cards kept up to ``keep``) -> points
    best: dict[tuple[Runs, int, int, int], int] = {((), jokers, len(twos), min(kept, keep)): 0}
    stops = set(ranks) | set(laid)
    if runs_of is not None:
        stops |= runs_of.ranks
    if rules.set.pure_wild != "never":
        stops.add(JOKER_RANK)
    for rank in sorted(stops):
        mine = ranks.get(rank, [])
        each = points[mine[0]] if mine else 0
        counts = Counter(SUIT[card] for card in mine)
        lays: dict[int, dict[tuple[int, int, int], int]] = {}
        after: dict[tuple[Runs, int, int, int], int] = {}
        for (runs, j, d, k), so_far in best.items():
            for next_runs, used, gain in _to_sequences(rules, runs_of, runs, rank, counts):
                free = len(mine) - used
                if free not in lays:
                    sets = laid.get(rank, [])
                    lays[free] = _lays_of_rank(rules, rank, free, jokers, len(twos), sets)
                for (n, a, b), bonus in lays[free].items():
                    if a > j or b > d:
                        continue
                    total = so_far + used * each + gain + bonus
                    if rank != uncounted:
                        total += n * each + a * joker_points + b * two_points
                    key = (next_runs, j - a, d - b, min(k + free - n, keep))
                    if after.get(key, -1) < total:
                        after[key] = total
        best = after
    return max(
        (
            total
            for (runs, j, d, k), total in best.items()
            if k + j + d >= keep and (r is None or all_stand(r, runs))
        ),
        default=None,
    )


def _to_sequences(
    rules: Rules, table: Table | None, runs: Runs, rank: int, counts: Counter[int]
) -> list[tuple[Runs, int, int]]:
    """The ways of giving cards of a rank to sequences: runs afterwards, cards used, bonus that
    counts."""
    if table is None or rules.sequence is None:
        return [(runs, 0, 0)]
    bonus = _sequence_bonus(rules)
    ways = ways_at(rules.sequence, table, runs, rank, counts)
    return [(way.runs, way.used, way.finished * bonus) for way in ways]


def most_that_can_count(rules: Rules, hand: Cards, melds: Melds, first_own: int) -> int:
    """An upper bound for `best_opening`: the value of every card that could be melded if no card
    had to be kept. A pair counts only as far as there are wild cards to go with it."""
    points, r = rules.points, rules.set
    groups, wilds = _groups(hand)
    laid = {meld.rank for meld in melds}
    table = table_of(rules, melds, first_own, hand)
    useful = {rank for _, rank in table.useful} if table is not None else ()
    found = sum(points[card] for card in wilds)
    pairs = []
    for rank, cards in groups.items():
        if rank in laid or len(cards) >= r.min_cards or rank in useful:
            found += points[cards[0]] * len(cards)
        elif len(cards) >= r.min_naturals:
            pairs.append(points[cards[0]] * len(cards))
    pairs.sort(reverse=True)
    found += sum(pairs[: len(wilds)])
    if rules.opening.canasta_bonus_counts:
        found += max(rules.bonus.natural, rules.bonus.wild, _sequence_bonus(rules)) * len(hand)
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
    if r.max_cards:
        return False
    groups, wilds = _groups(hand)
    left = len(hand)
    whole = [cards for cards in groups.values() if len(cards) >= r.min_cards]
    whole.sort(key=lambda cards: points[cards[0]] * len(cards), reverse=True)
    room = 0
    for cards in whole:
        if left - len(cards) < keep:
            break
        left -= len(cards)
        room += most_wilds(rules, len(cards))
        wanting -= points[cards[0]] * len(cards)
    if wanting <= 0:
        return True
    if not wilds or r.min_cards - r.min_naturals != 1 or not most_wilds(rules, r.min_naturals):
        return False
    pairs = [cards for cards in groups.values() if len(cards) == r.min_naturals]
    pairs.sort(key=lambda cards: points[cards[0]])
    for wild in sorted(wilds, key=lambda card: -points[card]):
        if pairs and left - r.min_cards >= keep:
            cards = pairs.pop()
            left -= r.min_cards
            room += most_wilds(rules, len(cards)) - 1
            wanting -= points[wild] + points[cards[0]] * len(cards)
        elif room and left - 1 >= keep:
            left -= 1
            room -= 1
            wanting -= points[wild]
        if wanting <= 0:
            return True
    return False
