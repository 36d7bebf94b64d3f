"""Sequences: melds of one suit in order of rank (chapters 11, 14 and 15 of the laws of Samba).

A law without sequences has no rules for them (``rules.sequence`` is None); nothing here is asked
then. A sequence grows at its ends only, one below the lowest or one above the highest card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise
from typing import NamedTuple

from .cards import (
    IS_WILD,
    RANK,
    RED_THREES,
    SUIT,
    SUIT_NAMES,
    THREE,
    WILDS,
    Card,
    Cards,
    count_wilds,
)
from .refusals import RED_THREE, Refusal, Refusals
from .rules import Rules, SequenceRules
from .state import NO_RANK, Meld, Melds

SUITS_DIFFER = Refusal("suits-differ", "sequence.one_suit")
NOT_CONSECUTIVE = Refusal("not-consecutive", "sequence.consecutive")
WILD = Refusal("wild-in-sequence", "sequence.wild")
WITH_THREE = Refusal("three-in-sequence", "sequence.threes")
TOO_SHORT = Refusal("sequence-too-short", "sequence.min_cards")
TOO_LONG = Refusal("sequence-too-long", "sequence.max_cards")
FINISHED = Refusal("sequence-finished", "sequence.onto_complete")
SECOND = Refusal("second-sequence-of-suit", "sequence.copies")
NOT_JOINED = Refusal("sequences-not-joined", "sequence.join")
DO_NOT_MEET = Refusal("sequences-do-not-meet", "sequence.consecutive")

SUITS = range(len(SUIT_NAMES))


def means_sequence(rules: Rules, cards: Iterable[Card]) -> bool:
    """Whether cards laid together are meant as a sequence: their natural cards are of two or
    more ranks, none of which occurs twice. Otherwise they are meant as a set."""
    if rules.sequence is None:
        return False
    ranks = [RANK[card] for card in cards if not IS_WILD[card]]
    return len(ranks) > 1 and len(set(ranks)) == len(ranks)


def sequence_of(cards: Cards) -> Meld:
    """The sequence of ``cards``, lawful or not, in order of rank."""
    suit = next(SUIT[card] for card in cards if not IS_WILD[card])
    return Meld(NO_RANK, count_wilds(cards), in_order(cards), suit)


def in_order(cards: Cards) -> Cards:
    """``cards`` from the lowest rank to the highest."""
    return tuple(sorted(cards, key=lambda card: (RANK[card], card)))


def lowest(sequence: Meld) -> int:
    """The lowest rank of a sequence."""
    return RANK[sequence.cards[0]]


def highest(sequence: Meld) -> int:
    """The highest rank of a sequence."""
    return RANK[sequence.cards[-1]]


def ranks_follow(ranks: list[int]) -> bool:
    """Whether ranks, in ascending order, follow one another without a gap or a repeat."""
    return all(after - before == 1 for before, after in pairwise(ranks))


def continues(sequence: Meld, cards: Iterable[Card]) -> bool:
    """Whether natural cards go on at the ends of a sequence, whatever lies between its own."""
    ranks = sorted(RANK[card] for card in cards if not IS_WILD[card])
    below = [rank for rank in ranks if rank < lowest(sequence)]
    above = [rank for rank in ranks if rank > highest(sequence)]
    return (
        len(below) + len(above) == len(ranks)
        and ranks_follow([*below, lowest(sequence)])
        and ranks_follow([highest(sequence), *above])
    )


def refusals(rules: Rules, cards: Cards, before: Meld | None, after: Meld) -> Refusals:
    """What the law holds against laying ``cards`` as a sequence, or onto the one ``before``."""
    r = rules.sequence
    assert r is not None
    if before is not None and len(before.cards) >= r.complete_at:
        yield FINISHED
        return
    if not RED_THREES.isdisjoint(cards):
        yield RED_THREE
    if any(SUIT[card] != after.suit and not IS_WILD[card] for card in cards):
        yield SUITS_DIFFER
    naturals = [card for card in cards if not IS_WILD[card]]
    if before is None:
        follows = ranks_follow(sorted(RANK[card] for card in naturals))
    else:
        follows = continues(before, naturals)
    if not follows:
        yield NOT_CONSECUTIVE
    if after.wilds > r.wild and not WILDS.isdisjoint(cards):
        yield WILD
    if not r.threes and any(RANK[card] == THREE for card in cards):
        yield WITH_THREE
    if before is None and len(after.cards) < r.min_cards:
        yield TOO_SHORT
    if len(after.cards) > r.max_cards:
        yield TOO_LONG


def may_begin(rules: Rules, melds: Melds, suit: int) -> bool:
    """Whether the side may begin a (further) sequence of ``suit``."""
    r = rules.sequence
    assert r is not None
    return r.copies == "any" or all(
        meld.suit != suit or len(meld.cards) >= r.complete_at for meld in melds
    )


def join_refusals(rules: Rules, first: Meld, second: Meld) -> Refusals:
    """What the law holds against uniting two sequences of one side."""
    r = rules.sequence
    if r is None or not r.join:
        yield NOT_JOINED
    low, high = sorted((first, second), key=lowest)
    if r is None or low.suit != high.suit or highest(low) + 1 != lowest(high):
        yield DO_NOT_MEET
    elif len(low.cards) + len(high.cards) > r.max_cards:
        yield TOO_LONG


def joined(first: Meld, second: Meld) -> Meld:
    """The sequence made of two."""
    cards = in_order(first.cards + second.cards)
    return Meld(NO_RANK, first.wilds + second.wilds, cards, first.suit)


# ------------------------------------------------------------------------ which lays there are


def single_fits(r: SequenceRules, sequence: Meld, card: Card) -> bool:
    """Whether one card may be added to an end of a sequence."""
    rank = RANK[card]
    return (
        SUIT[card] == sequence.suit
        and len(sequence.cards) < min(r.complete_at, r.max_cards)
        and rank in (lowest(sequence) - 1, highest(sequence) + 1)
        and (r.threes or rank > THREE)
    )


def up_to(sequence: Meld, card: Card, hand: Cards) -> Cards:
    """``card`` with the hand cards that lie between it and the nearer end of a sequence of its
    suit; nothing if one of them is lacking, or the card does not lie beyond an end."""
    if SUIT[card] != sequence.suit or IS_WILD[card]:
        return ()
    of_suit = {RANK[c]: c for c in hand if SUIT[c] == sequence.suit and not IS_WILD[c]}
    between = [
        *range(highest(sequence) + 1, RANK[card]),
        *range(RANK[card] + 1, lowest(sequence)),
    ]
    if lowest(sequence) <= RANK[card] <= highest(sequence):
        return ()
    if not all(rank in of_suit for rank in between):
        return ()
    return (*(of_suit[rank] for rank in between), card)


def shortest(r: SequenceRules, hand: Iterable[Card]) -> list[Cards]:
    """The new sequences of the fewest cards that a hand can lay."""
    found = []
    for suit in SUITS:
        mine = {RANK[card]: card for card in hand if SUIT[card] == suit and not IS_WILD[card]}
        for low in sorted(mine):
            if low <= THREE and not r.threes:
                continue
            ranks = range(low, low + r.min_cards)
            if all(rank in mine for rank in ranks):
                found.append(tuple(mine[rank] for rank in ranks))
    return found


def bridges(r: SequenceRules, sequence: Meld, top: Card, hand: Cards) -> Cards | None:
    """The hand cards that lie between a sequence and a top card of the pile, none if the card
    continues it; None if they cannot bridge."""
    if SUIT[top] != sequence.suit:
        return None
    rank = RANK[top]
    if rank > highest(sequence):
        between = range(highest(sequence) + 1, rank)
    elif rank < lowest(sequence):
        between = range(rank + 1, lowest(sequence))
    else:
        return None
    if len(sequence.cards) + len(between) + 1 > r.max_cards:
        return None
    mine = {RANK[card]: card for card in hand if SUIT[card] == sequence.suit}
    found = [mine[rank] for rank in between if rank in mine]
    return tuple(found) if len(found) == len(between) else None


def around(r: SequenceRules, top: Card, hand: Cards) -> list[Cards]:
    """The hand cards with which a top card makes a new sequence of the fewest cards."""
    mine = {RANK[card]: card for card in hand if SUIT[card] == SUIT[top] and not IS_WILD[card]}
    found = []
    for others in combinations(sorted(mine), r.min_cards - 1):
        ranks = sorted((*others, RANK[top]))
        if RANK[top] not in others and ranks_follow(ranks) and (r.threes or ranks[0] > THREE):
            found.append(tuple(mine[rank] for rank in others))
    return found


# ------------------------------------------------------------------------ laying a whole hand
#
# The search for a lawful end of the turn walks over the ranks from the lowest to the highest.
# At each rank some cards go to sequences, the others to sets. What must be remembered of the
# sequences from one rank to the next are the *runs* that may still go on.

FROM_HAND, THIS_TURN, OLD = 0, 1, 2


class Run(NamedTuple):
    """A sequence as far as the walk has come: its suit, the rank that would go on with it, its
    length, how long it must become, and where its cards come from (the hand, a meld laid in this
    turn, a meld that lay there before)."""

    suit: int
    next: int
    length: int
    least: int
    source: int


Runs = tuple[Run, ...]
"""Runs that may still go on, in ascending order, so that equal positions are equal."""


NEVER = len(RANK)
"""The rank with which a run goes on that has stopped, where stopped runs must be remembered."""


class Grown(NamedTuple):
    """One way of sharing the cards of one rank: the runs afterwards, how many cards went to
    sequences, sequences finished (all, and of them those wholly of this turn), whether a meld
    from before this turn was touched, and whether the late card was used."""

    runs: Runs
    used: int
    finished: int
    own_finished: int
    touched_old: bool
    late_used: bool


class Table(NamedTuple):
    """What a walk over the ranks must know of a side's sequences and of the hand."""

    starts: dict[tuple[int, int], list[Run]]
    """By suit and rank the runs of the table that begin there."""
    useful: frozenset[tuple[int, int]]
    """Suit and rank of the hand cards that can belong to some sequence at all."""
    begins: frozenset[tuple[int, int]]
    """Suit and rank of those with which a new run can begin and become long enough."""
    ranks: frozenset[int]
    """The ranks at which the walk must stop."""


def table_of(rules: Rules, melds: Melds, first_own: int, hand: Iterable[Card]) -> Table | None:
    """The sequences of a side and what its player's hand can add to them; None where no sequence
    can be laid, added to or joined. ``first_own`` is the place of the first meld of this turn."""
    r = rules.sequence
    if r is None:
        return None
    starts: dict[tuple[int, int], list[Run]] = {}
    above: set[tuple[int, int]] = set()
    for place, meld in enumerate(melds):
        if meld.suit < 0 or len(meld.cards) >= r.complete_at:
            continue
        source = OLD if place < first_own else THIS_TURN
        run = Run(meld.suit, highest(meld) + 1, len(meld.cards), 0, source)
        starts.setdefault((meld.suit, lowest(meld)), []).append(run)
        above.add((meld.suit, highest(meld) + 1))
    held = {
        (SUIT[card], RANK[card])
        for card in hand
        if not IS_WILD[card] and (r.threes or RANK[card] > THREE)
    }
    useful: set[tuple[int, int]] = set()
    begins: set[tuple[int, int]] = set()
    for suit, rank in held:
        end = rank
        meets = 0
        while (suit, end) in held:
            end += 1
            if (suit, end) in starts:
                meets = end
        if end - rank >= r.min_cards or meets:
            begins.add((suit, rank))
        to = end if end - rank >= r.min_cards or (suit, rank) in above else meets
        useful.update((suit, other) for other in range(rank, to))
    if not useful and not (r.join and len(starts) > 1):
        return None
    ranks = frozenset(rank for _, rank in (*useful, *starts))
    return Table(starts, frozenset(useful), frozenset(begins), ranks)


def all_stand(r: SequenceRules, runs: Runs) -> bool:
    """Whether every run may stop as it is, and none was begun that the law bars."""
    if any(run.length < run.least for run in runs):
        return False
    if r.copies == "any":
        return True
    for suit in SUITS:
        mine = [run for run in runs if run.suit == suit]
        begun = [run for run in mine if run.source == FROM_HAND]
        unfinished = sum(run.length < r.complete_at for run in mine)
        if begun and unfinished > (1 if any(run.length < r.complete_at for run in begun) else 0):
            return False
    return True


def ways_at(
    r: SequenceRules,
    table: Table,
    runs: Runs,
    rank: int,
    counts: Mapping[int, int],
    late: int = -1,
) -> list[Grown]:
    """Every way of giving cards of ``rank`` to sequences, and none of them.

    ``counts`` says how many cards of each suit the hand has. ``late`` is the suit of a card of
    this rank that joins the hand only when all other cards lie (-1 for none): it may only be
    added, last of all, to a sequence that stands without it.
    """
    found = [Grown((), 0, 0, 0, False, False)]
    for suit in SUITS:
        mine = [run for run in runs if run.suit == suit]
        copies = counts.get(suit, 0) if (suit, rank) in table.useful else 0
        ways = _Suit(r, table, suit, rank).ways(mine, copies, suit == late)
        found = [_both(one, other) for one in found for other in ways]
    return found


def _both(one: Grown, other: Grown) -> Grown:
    if other == _NOTHING:
        return one
    return Grown(
        (*one.runs, *other.runs),
        one.used + other.used,
        one.finished + other.finished,
        one.own_finished + other.own_finished,
        one.touched_old or other.touched_old,
        one.late_used or other.late_used,
    )


_NOTHING = Grown((), 0, 0, 0, False, False)


class _Suit:
    """The ways in one suit at one rank."""

    def __init__(self, r: SequenceRules, table: Table, suit: int, rank: int) -> None:
        self.r, self.table, self.suit, self.rank = r, table, suit, rank
        self.found: dict[Grown, None] = {}

    def ways(self, runs: list[Run], copies: int, late: bool) -> list[Grown]:
        """Every way on from ``runs``; none if one of them is too short and cannot go on."""
        starting = self.table.starts.get((self.suit, self.rank), [])
        kept = [run for run in runs if run.next > self.rank]
        ready = [run for run in runs if run.next == self.rank]
        for run in runs:
            if run.next < self.rank:
                if run.length < run.least:
                    return []
                kept += self.stopped(run)
        way = _NOTHING._replace(runs=tuple(kept))
        if not (ready or starting or copies or late):
            return [way]
        self.share(way, ready, starting, copies, late)
        return list(self.found)

    def stopped(self, run: Run) -> list[Run]:
        """What is remembered of a run that has stopped."""
        return [] if self.r.copies == "any" else [run._replace(next=NEVER)]

    def share(
        self, way: Grown, runs: list[Run], starting: list[Run], left: int, late: bool
    ) -> None:
        """Let each run stop, take a card, or meet a sequence on the table that starts here."""
        if not runs:
            self.begin(way._replace(runs=(*way.runs, *starting)), left, late)
            return
        run, others = runs[0], runs[1:]
        if run.length >= run.least:
            stops = way._replace(runs=(*way.runs, *self.stopped(run)))
            self.share(stops, others, starting, left, late)
        if left and run.length < self.r.max_cards:
            longer = run._replace(next=self.rank + 1, length=run.length + 1)
            taken = self.grown(way, longer, run.source == OLD)
            self.share(taken._replace(used=way.used + 1), others, starting, left - 1, late)
        if late and run.least <= run.length < self.r.max_cards:
            last = run._replace(next=NEVER, length=run.length + 1)
            taken = self.grown(way, last, run.source == OLD)
            self.share(taken._replace(late_used=True), others, starting, left, False)
        for i, other in enumerate(starting):
            if run.length + other.length <= self.r.max_cards:
                if run.source == FROM_HAND or self.r.join:
                    source = max(run.source, other.source)
                    met = Run(self.suit, other.next, run.length + other.length, 0, source)
                    rest = starting[:i] + starting[i + 1 :]
                    self.share(self.grown(way, met, source == OLD), others, rest, left, late)

    def grown(self, way: Grown, run: Run, touches: bool) -> Grown:
        """``way`` with a run that has become longer; one that is finished goes on no more."""
        touched = way.touched_old or touches
        if run.length < self.r.complete_at:
            return way._replace(runs=(*way.runs, run), touched_old=touched)
        return way._replace(
            runs=(*way.runs, *self.stopped(run)),
            touched_old=touched,
            finished=way.finished + 1,
            own_finished=way.own_finished + (run.source != OLD),
        )

    def begin(self, way: Grown, left: int, late: bool) -> None:
        """Some of the cards left over begin new runs, the others go elsewhere."""
        least = self.r.min_cards
        may = (self.suit, self.rank) in self.table.begins
        for number in range(left + 1 if may else 1):
            new = (Run(self.suit, self.rank + 1, 1, least, FROM_HAND),) * number
            begun = way._replace(runs=tuple(sorted((*way.runs, *new))), used=way.used + number)
            self.found[begun] = None
            if late:
                below = Run(self.suit, self.rank + 1, 1, least + 1, FROM_HAND)
                runs = tuple(sorted((*begun.runs, below)))
                self.found[begun._replace(runs=runs, late_used=True)] = None
