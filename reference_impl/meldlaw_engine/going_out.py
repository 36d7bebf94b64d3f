"""Going out, concealed too (chapters 18, 19 and 20 of the laws)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .cards import (
    IS_RED_THREE,
    IS_WILD,
    JOKER,
    JOKER_RANK,
    RANK,
    SUIT,
    THREE,
    TWO,
    Card,
)
from .duties import as_they_lie, melding_barred, no_concealed_discard
from .melds import complete, is_complete, is_finished, may_grow, most_wilds
from .rules import Rules
from .sequences import Grown, Runs, Table, all_stand, single_fits, table_of, ways_at
from .sharing import Place, may_stand, places_for, shares
from .state import MUST_GO_OUT_CONCEALED, NO_RANK, STOCK, Deal, Melds, find_set


def has_canastas(rules: Rules, deal: Deal) -> bool:
    """Whether the side of the player in turn has the canastas needed to go out."""
    return complete(rules, as_they_lie(deal)) >= rules.out.canastas


def _own_canastas(rules: Rules, deal: Deal) -> int:
    """Canastas that count for a concealed hand: those wholly laid in this turn."""
    return complete(rules, as_they_lie(deal)[deal.turn.melds_before :])


def is_concealed(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn, now out of cards, goes out concealed: nothing was melded in an
    earlier turn, by him or by his side, he added nothing to melds that lay there, and laid the
    canastas of his own that the ruleset wants."""
    turn = deal.turn
    return (
        _fresh_hand(rules, deal)
        and (rules.out.concealed_adding or not turn.onto_old)
        and turn.laid
        and _own_canastas(rules, deal) >= rules.out.concealed_own_canastas
    )


def _fresh_hand(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn could go out concealed as far as earlier turns go: he, or his
    whole side, has melded nothing in them."""
    if rules.out.concealed_from == "unopened_side":
        return not deal.record.opened[deal.table]
    return not deal.record.has_melded[deal.turn.seat]


def _must_do_without_discard(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn may go out concealed only without a discard, because his hand
    was not made up."""
    r = rules.late_red_three
    return (
        r is not None
        and r.short_hand == "no_concealed_discard"
        and no_concealed_discard(deal) is not None
        and _fresh_hand(rules, deal)
    )


def minimum_waived(rules: Rules, deal: Deal) -> bool:
    """Whether a concealed finish in this turn needs no minimum: the cards came from the stock."""
    return rules.opening.waived == "concealed_from_stock" and deal.turn.source == STOCK


def is_out(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn, whose hand is empty, has lawfully gone out."""
    turn = deal.turn
    if not has_canastas(rules, deal):
        return False
    if turn.wanting > 0 or turn.bound == MUST_GO_OUT_CONCEALED:
        if not is_concealed(rules, deal):
            return False
    return turn.wanting <= 0 or minimum_waived(rules, deal)


def may_be_last_discard(rules: Rules, card: Card) -> bool:
    """Whether a player may go out by discarding ``card``."""
    if not rules.out.last_discard:
        return False
    if IS_RED_THREE[card]:
        return rules.red_threes.discard == "free"
    return RANK[card] != THREE or rules.out.last_discard_black_three


class _Way(NamedTuple):
    """How far one way of laying all cards has come; figures count down to nothing."""

    runs: Runs
    jokers: int
    twos: int
    discards: int
    canastas: int
    own_canastas: int
    points: int
    touched_old: bool
    beside: bool
    late: bool
    """The card that joins the hand last is still to be laid or discarded."""


def may_lie_beside(rules: Rules, deal: Deal) -> bool:
    """Whether a player who melds out a concealed hand may lay a rank of his partner's apart."""
    turn = deal.turn
    return (
        rules.out.concealed_beside_partner
        and not deal.record.has_melded[turn.seat]
        and not turn.onto_old
    )


def can_go_out(rules: Rules, deal: Deal, late: Card | None = None) -> bool:
    """Whether the player in turn can lawfully go out from here by laying his hand, with or
    without a last discard. Exact.

    ``late`` is a card that joins the hand only when all the rest of it has been laid: it counts
    nothing towards a minimum, and no other card may be the discard.

    A walk over the ranks that follows every distinct bookkeeping once; all natural cards must
    be laid but for at most one discard.
    """
    turn = deal.turn
    table = as_they_lie(deal)
    if melding_barred(deal) is not None:
        return False
    no_discard = _must_do_without_discard(rules, deal)
    hand = [card for card in deal.hands[turn.seat] if not IS_RED_THREE[card]]
    if late is None and not no_discard and len(hand) <= 1 and turn.wanting <= 0:
        if turn.bound != MUST_GO_OUT_CONCEALED and rules.black_threes.wild_in_turn:
            if rules.sequence is None or not rules.sequence.join:
                return _goes_out_with(rules, table, hand)
    first_own = turn.melds_before
    groups = Counter(RANK[card] for card in hand if not IS_WILD[card])
    wilds = len(hand) - groups.total()
    runs_of = table_of(rules, table, first_own, hand if late is None else [*hand, late])
    if not _could_go_out(rules, table, hand, groups, wilds, runs_of, late):
        return False
    if late is None and not no_discard:
        simple = _goes_out_simply(rules, deal, hand, groups, wilds)
        if simple is not None:
            return simple
    search = _Search(rules, deal, hand, groups, runs_of, late)
    if search.no_wilds and turn.wild_laid:
        return False
    jokers = hand.count(JOKER)
    start = _Way(
        (),
        jokers,
        wilds - jokers,
        1 if late is None else 0,
        max(0, rules.out.canastas - complete(rules, table)),
        max(0, rules.out.concealed_own_canastas - complete(rules, table[first_own:])),
        max(0, turn.wanting),
        turn.onto_old,
        False,
        late is not None,
    )
    if not start.points and turn.bound != MUST_GO_OUT_CONCEALED:
        # neither values nor a concealed hand matter
        if not may_lie_beside(rules, deal) and not no_discard:
            start = start._replace(jokers=wilds, twos=0, own_canastas=0, touched_old=True)
    if runs_of is not None:  # most hands go out with sets alone, and that is soon found
        if _Search(rules, deal, hand, groups, None, late).succeeds(start):
            return True
    return search.succeeds(start)


def _goes_out_with(rules: Rules, table: Melds, hand: list[Card]) -> bool:
    """The exact answer of `can_go_out` for at most one card, which can begin no meld."""
    need = rules.out.canastas - complete(rules, table)
    if not hand:
        return need <= 0
    card = hand[0]
    if need <= 0 and may_be_last_discard(rules, card):
        return True
    wild = IS_WILD[card]
    for meld in table:
        if meld.is_sequence:
            r = rules.sequence
            fits = r is not None and not wild and single_fits(r, meld, card)
            completes = r is not None and len(meld.cards) + 1 == r.complete_at
        else:
            holds = (meld.naturals, meld.wilds)
            fits = wild or RANK[card] == meld.rank
            fits = fits and may_grow(rules, meld.rank, holds, not wild, wild)
            size = len(meld.cards)
            completes = is_complete(rules, size + 1) and not is_complete(rules, size)
        if fits and need - completes <= 0:
            return True
    return False


def _could_go_out(
    rules: Rules,
    table: Melds,
    hand: list[Card],
    groups: Counter[int],
    wilds: int,
    runs_of: Table | None,
    late: Card | None,
) -> bool:
    """A quick no for `can_go_out`: too many natural cards that fit nothing, too few wild cards
    for the pairs, or no meld that could become a canasta. A yes says nothing."""
    r = rules.set
    on_table = {meld.rank for meld in table}
    useful = runs_of.useful if runs_of is not None else ()
    in_runs = Counter(RANK[c] for c in hand if (SUIT[c], RANK[c]) in useful)
    lonely = short = 0
    for rank, n in groups.items():
        if rank in on_table:
            continue
        if n < r.min_naturals or (rank == THREE and n < r.min_cards):
            lonely += n - in_runs[rank]
        elif not in_runs[rank]:
            short += max(0, r.min_cards - n)
    if lonely > 1 or short > wilds:
        return False
    needed = rules.out.canastas - complete(rules, table)
    if needed <= 0:
        return True
    more = 0 if late is None else 1
    sizes = [
        len(m.cards)
        + groups[m.rank]
        + min(wilds, most_wilds(rules, m.naturals + groups[m.rank]) - m.wilds)
        + more
        for m in table
        if not m.is_sequence and not is_finished(rules, m)
    ]
    apart = r.per_rank != "one"  # a new set may lie beside those of the table
    sizes += [
        n + min(wilds, most_wilds(rules, n)) + more
        for rank, n in groups.items()
        if apart or rank not in on_table
    ]
    if r.pure_wild != "never":
        sizes.append(wilds + more + sum(m.wilds for m in table if m.rank == JOKER_RANK))
    possible = sum(size // r.complete_at for size in sizes)
    if runs_of is not None and rules.sequence is not None:
        possible += _runs_possible(rules.sequence.complete_at, runs_of, hand, more)
    return possible >= needed


def _runs_possible(complete_at: int, runs_of: Table, hand: list[Card], more: int) -> int:
    """How many sequences could be finished at most, by the number of cards of each suit."""
    cards = Counter(SUIT[card] for card in hand if (SUIT[card], RANK[card]) in runs_of.useful)
    for (suit, _), runs in runs_of.starts.items():
        cards[suit] += sum(run.length for run in runs)
    return sum((number + more) // complete_at for number in cards.values())


def _goes_out_simply(
    rules: Rules, deal: Deal, hand: list[Card], groups: Counter[int], wilds: int
) -> bool | None:
    """The exact answer of `can_go_out` where nothing has to be concealed and no minimum is owed:
    then it is enough that every card finds a place, and that the wild cards suffice for the
    canastas still wanting. None where that is not so."""
    turn = deal.turn
    table = as_they_lie(deal)
    r = rules.set
    if (
        turn.wanting > 0
        or turn.bound == MUST_GO_OUT_CONCEALED
        or r.per_rank != "one"
        or r.max_cards
        or r.pure_wild != "never"
        or r.wild_on_complete != "free"
        or rules.sequence is not None
        or not rules.black_threes.wild_in_turn
        or rules.black_threes.wild
    ):
        return None
    lonely: list[int] = []
    room = 0
    missing: list[int] = []  # wild cards that would make each set a canasta
    on_table = {meld.rank: meld for meld in table}
    for rank in on_table.keys() | groups.keys():
        n = groups[rank]
        meld = on_table.get(rank)
        if meld is None:
            if n < r.min_naturals or (rank == THREE and n < r.min_cards):
                lonely += [rank] * n
                continue
            used = 0 if rank == THREE else max(0, r.min_cards - n)
            wilds -= used
            size, before = n + used, 0
        else:
            used, size, before = meld.wilds, len(meld.cards) + n, len(meld.cards)
        naturals = n if meld is None else meld.naturals + n
        free = 0 if rank == THREE else most_wilds(rules, naturals) - used
        room += free
        if not is_complete(rules, before) and r.complete_at - size <= free:
            missing.append(max(0, r.complete_at - size))
    needed = max(0, rules.out.canastas - complete(rules, table))
    missing.sort()
    if wilds < 0 or len(missing) < needed or sum(missing[:needed]) > wilds:
        return False
    discards = {RANK[card] for card in hand if may_be_last_discard(rules, card)}
    if lonely:
        return len(lonely) == 1 and lonely[0] in discards and wilds <= room
    spare = any(RANK[card] in discards for card in hand if IS_WILD[card])
    return wilds <= room + spare


class _Search:
    """What the walk over the ranks of `can_go_out` needs at every rank."""

    def __init__(
        self,
        rules: Rules,
        deal: Deal,
        hand: list[Card],
        groups: Counter[int],
        runs_of: Table | None,
        late: Card | None,
    ) -> None:
        self.rules, self.deal, self.groups = rules, deal, groups
        self.runs_of, self.late = runs_of, late
        self.table = as_they_lie(deal)
        self.first_own = deal.turn.melds_before
        points = rules.points
        self.worth = {RANK[card]: points[card] for card in hand if not IS_WILD[card]}
        if not rules.black_threes.count_in_opening:
            self.worth[THREE] = 0
        self.joker_worth = points[JOKER]
        self.two_worth = next((points[c] for c in hand if IS_WILD[c] and c != JOKER), 0)
        self.spare = {RANK[card] for card in hand if may_be_last_discard(rules, card)}
        self.suits: dict[int, Counter[int]] = {}
        for card in hand:
            if not IS_WILD[card]:
                self.suits.setdefault(RANK[card], Counter())[SUIT[card]] += 1
        self.no_wilds = not rules.black_threes.wild_in_turn and (
            THREE in groups or find_set(self.table[self.first_own :], THREE) >= 0
        )

    def succeeds(self, start: _Way) -> bool:
        """Whether some way on from ``start`` is a lawful end; no way is followed twice."""
        stops = self.stops()
        if not stops:
            return self.finishes(start)
        seen: set[tuple[int, _Way]] = set()
        under_way = [self.lay_rank(start, stops[0])]
        while under_way:
            after = next(under_way[-1], None)
            if after is None:
                under_way.pop()
                continue
            key = (len(under_way), after)
            if key in seen:
                continue
            seen.add(key)
            if len(under_way) < len(stops):
                under_way.append(self.lay_rank(after, stops[len(under_way)]))
            elif self.finishes(after):
                return True
        return False

    def stops(self) -> list[int]:
        """The ranks at which something is decided, from the lowest to the highest."""
        ranks = set(self.groups) | {meld.rank for meld in self.table}
        ranks.discard(NO_RANK)
        if self.rules.set.pure_wild != "never" and not self.no_wilds:
            ranks.add(JOKER_RANK)
        if self.runs_of is not None:
            ranks |= self.runs_of.ranks
            if self.late is not None and not IS_WILD[self.late]:
                ranks.add(RANK[self.late])
        return sorted(ranks)

    def lay_rank(self, way: _Way, rank: int) -> Iterator[_Way]:
        """Every way on that lays the natural cards of ``rank``, all but at most one discard."""
        for grown in self.to_sequences(way, rank):
            after = self.with_runs(way, grown, rank)
            yield from self.to_sets(after, rank, self.groups[rank] - grown.used)

    def to_sequences(self, way: _Way, rank: int) -> list[Grown]:
        """The ways of giving cards of ``rank`` to sequences."""
        r = self.rules.sequence
        if r is None or self.runs_of is None:
            return [Grown(way.runs, 0, 0, 0, False, False)]
        late = -1
        if way.late and self.late is not None and RANK[self.late] == rank:
            late = SUIT[self.late]
        return ways_at(r, self.runs_of, way.runs, rank, self.suits.get(rank, Counter()), late)

    def with_runs(self, way: _Way, grown: Grown, rank: int) -> _Way:
        """``way`` with cards of ``rank`` given to sequences."""
        if self.runs_of is None:
            return way
        r = self.rules.sequence
        counts = r is not None and r.opens
        laid = grown.used * self.worth.get(rank, 0) if counts else 0
        return way._replace(
            runs=grown.runs,
            canastas=max(0, way.canastas - grown.finished),
            own_canastas=max(0, way.own_canastas - grown.own_finished),
            points=max(0, way.points - laid),
            touched_old=way.touched_old or grown.touched_old,
            late=way.late and not grown.late_used,
        )

    def to_sets(self, way: _Way, rank: int, naturals: int) -> Iterator[_Way]:
        """Every way on that lays so many natural cards of ``rank`` on sets, or all but one that
        is discarded, with wild cards shared out among the sets."""
        old = [
            _Place(meld.naturals, meld.wilds, place < self.first_own)
            for place, meld in enumerate(self.table)
            if meld.rank == rank
        ]
        wild_alone = rank == JOKER_RANK and way.jokers + way.twos
        if not naturals and not way.late and not ((old and way.jokers + way.twos) or wild_alone):
            yield way
            return
        held = [(place.naturals, place.wilds) for place in old]
        lays = [naturals]
        if naturals and rank in self.spare and way.discards:
            lays.append(naturals - 1)
        for lay in lays:
            options = [(places, False) for places in places_for(self.rules, rank, lay, held)]
            if old and self.rules.set.per_rank == "one" and may_lie_beside(self.rules, self.deal):
                options.append(([*held, (0, 0)], True))
            rest = way._replace(discards=way.discards - (naturals - lay))
            for places, beside in options:
                olds = [place.old for place in old] + [False] * (len(places) - len(old))
                yield from self.on_sets(rest, rank, lay, places, olds, beside)

    def on_sets(
        self, way: _Way, rank: int, lay: int, places: list[Place], olds: list[bool], beside: bool
    ) -> Iterator[_Way]:
        """Every way on that lays just ``lay`` natural cards of ``rank`` on these sets."""
        rules, late = self.rules, self.late
        fits_late = (
            way.late
            and late is not None
            and (RANK[late] == rank or (IS_WILD[late] and not self.no_wilds))
        )
        jokers, twos = (0, 0) if self.no_wilds else (way.jokers, way.twos)
        for a, b, sets in shares(rules, rank, lay, jokers, twos, places):
            if not may_stand(rules, places, sets):
                continue
            laid = lay * self.worth.get(rank, 0) + a * self.joker_worth + b * self.two_worth
            after = way._replace(
                jokers=way.jokers - a, twos=way.twos - b, points=max(0, way.points - laid)
            )
            yield self.grown(after, places, olds, sets, beside)
            if fits_late and late is not None:
                wild = IS_WILD[late]
                for i, (n, w) in enumerate(sets):
                    if n + w and may_grow(rules, rank, (n, w), not wild, wild):
                        one = (n, w + 1) if wild else (n + 1, w)
                        more = (*sets[:i], one, *sets[i + 1 :])
                        last = after._replace(late=False)
                        yield self.grown(last, places, olds, more, beside)

    def grown(
        self,
        way: _Way,
        places: list[Place],
        olds: list[bool],
        sets: tuple[Place, ...],
        beside: bool,
    ) -> _Way:
        """``way`` when the sets at ``places`` have become ``sets``."""
        canastas, own = way.canastas, way.own_canastas
        touched, second = way.touched_old, way.beside
        for before, old, after in zip(places, olds, sets, strict=True):
            if before == after:
                continue
            touched = touched or old
            second = second or (beside and before == (0, 0))
            if is_complete(self.rules, sum(after)) and not is_complete(self.rules, sum(before)):
                canastas = max(0, canastas - 1)
                own = max(0, own - (not old))
        return way._replace(canastas=canastas, own_canastas=own, touched_old=touched, beside=second)

    def finishes(self, way: _Way) -> bool:
        """Whether a way that has laid all natural cards it must is a lawful end of the deal."""
        rules, deal, late = self.rules, self.deal, self.late
        if way.jokers + way.twos > way.discards or way.canastas:
            return False
        if way.late and late is not None and not may_be_last_discard(rules, late):
            return False
        if way.jokers + way.twos and self.spare.isdisjoint((JOKER_RANK, TWO)):
            return False
        if rules.sequence is not None and not all_stand(rules.sequence, way.runs):
            return False
        alone = rules.out.concealed_adding or not way.touched_old
        concealed = _fresh_hand(rules, deal) and alone and not way.own_canastas
        if concealed and way.jokers + way.twos == way.discards:  # the discard has been used
            if _must_do_without_discard(rules, deal):
                return False
        if (way.points or way.beside or deal.turn.bound == MUST_GO_OUT_CONCEALED) and not concealed:
            return False
        return not way.points or minimum_waived(rules, deal)


class _Place(NamedTuple):
    naturals: int
    wilds: int
    old: bool
