"""An independent brute force of a turn of Samba, written from the clauses and nothing else.

It knows no steps: it lists every way in which a turn can leave the table, by trying all ways to
share out the hand. It serves small hands only.

Cards are real cards, rank then suit: ``KS``, ``TH``, ``2C``; ``JK`` is a joker. Copies of a card
are equal. A meld is a sorted tuple of cards, a hand too; a table is a sorted tuple of melds.
Clauses and rulings are those of ``spec/samba-fi``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

Meld = tuple[str, ...]
Hand = tuple[str, ...]
Table = tuple[Meld, ...]
End = tuple[Table, Hand, str, bool]

SUITS = "CDHS"
RUN = "456789TJQKA"  # 11.a, sequence-range: no threes, no wild cards, the ace is high
BLACK = ("3C", "3S")
RED = ("3D", "3H")
VALUES = {"2": 20, "A": 20, **dict.fromkeys("KQJT98", 10), **dict.fromkeys("76543", 5)}


def value(cards: Hand) -> int:
    """12.a, 12.b: a joker 50, a deuce or an ace 20, 8 to king 10, 4 to 7 and black three 5."""
    return sum(50 if card == "JK" else VALUES[card[0]] for card in cards)


def wild(card: str) -> bool:
    return card == "JK" or card[0] == "2"


def natural(card: str, rank: str) -> bool:
    """Whether the card is a natural one of the rank; the joker ``JK`` is no jack."""
    return card[0] == rank and not wild(card)


def wilds(cards: Hand) -> int:
    return sum(wild(card) for card in cards)


def rank_of(meld: Meld) -> str:
    """The rank of a set (``3`` for black threes), empty for a sequence."""
    ranks = {card[0] for card in meld if not wild(card)}
    return ranks.pop() if len(ranks) == 1 else ""


def suit_of(meld: Meld) -> str:
    """The suit of a sequence, empty for a set."""
    return "" if rank_of(meld) else meld[0][1]


def finished(meld: Meld) -> bool:
    """15.a, 15.b, term-overload: seven cards or more; no black threes (black-three-meld)."""
    return len(meld) >= 7 and rank_of(meld) != "3"


def join(*parts: Hand) -> Hand:
    return tuple(sorted(card for part in parts for card in part))


def minus(cards: Hand, part: Hand) -> Hand:
    left = list(cards)
    for card in part:
        left.remove(card)
    return tuple(left)


@lru_cache(maxsize=10_000)
def shares(cards: Hand) -> tuple[tuple[Hand, Hand], ...]:
    """Every part of ``cards`` (copies are equal), with what it leaves."""
    counts = sorted(Counter(cards).items())
    found = []
    for numbers in product(*(range(n + 1) for _, n in counts)):
        part = tuple(card for (card, _), k in zip(counts, numbers, strict=True) for _ in range(k))
        found.append((part, minus(cards, part)))
    return tuple(found)


def run(low: int, high: int, suit: str) -> Meld:
    return join(tuple(rank + suit for rank in RUN[low : high + 1]))


@lru_cache(maxsize=10_000)
def sequence_lays(melds: Table, hand: Hand, suit: str) -> frozenset[tuple[Table, Hand]]:
    """Every outcome of laying cards of ``suit`` in sequences: the sequences, the hand left.

    ``melds`` are the side's sequences of that suit.
    11.a, 15.a, 15.f.1: three to seven natural cards in a row, lengthened at either end, closed at
    seven. 14.c, several-sequences: any number of them, alike or overlapping. 11.h,
    uniting-sequences: never joined, and no card is moved.
    """

    def lengthen(rest: Table, left: Hand) -> Iterator[tuple[Table, Hand]]:
        if not rest:
            yield from begin((0, 0), left)
            return
        old = rest[0]
        places = [RUN.index(card[0]) for card in old]
        for low, high in product(range(min(places) + 1), range(max(places), len(RUN))):
            new = run(low, high, suit)
            added = minus(new, old)
            if added and (len(new) > 7 or not set(added) <= set(left)):
                continue
            for others, finally_left in lengthen(rest[1:], minus(left, added)):
                yield (new, *others), finally_left

    def begin(least: tuple[int, int], left: Hand) -> Iterator[tuple[Table, Hand]]:
        yield (), left
        for low in range(least[0], len(RUN) - 2):
            for high in range(low + 2, min(low + 7, len(RUN))):
                new = run(low, high, suit)
                if (low, high) >= least and set(new) <= set(left):
                    for others, finally_left in begin((low, high), minus(left, new)):
                        yield (new, *others), finally_left

    return frozenset((tuple(sorted(after)), left) for after, left in lengthen(melds, hand))


@lru_cache(maxsize=10_000)
def set_lays(melds: Table, naturals: Hand, wild_cards: Hand) -> frozenset[tuple[Table, Hand, Hand]]:
    """Every outcome of laying one rank in sets: the sets, the naturals and the wild cards left.

    ``melds`` are the side's sets of that rank.
    11.b, 11.e, 15.b: three cards or more, at least two natural, at most two wild. 15.f.1,
    wild-beyond-seven: the cards before and the wild cards added are seven at most.
    set-size-cap: natural cards without limit. 11.c, second-set-of-rank: a new set only beside
    finished ones, so that all but the last of the new ones must be finished too.
    """

    def add(rest: Table, n: Hand, w: Hand, closed: bool) -> Iterator[tuple[Table, Hand, Hand]]:
        if not rest:
            if closed:
                yield from begin(n, w)
            else:
                yield (), n, w
            return
        old = rest[0]
        for (n_in, n_left), (w_in, w_left) in product(shares(n), shares(w)):
            if w_in and (wilds(old) + len(w_in) > 2 or len(old) + len(w_in) > 7):
                continue
            new = join(old, n_in, w_in)
            for others, n_end, w_end in add(rest[1:], n_left, w_left, closed and len(new) >= 7):
                yield (new, *others), n_end, w_end

    def begin(n: Hand, w: Hand) -> Iterator[tuple[Table, Hand, Hand]]:
        yield (), n, w
        for (n_in, n_left), (w_in, w_left) in product(shares(n), shares(w)):
            if len(n_in) < 2 or len(w_in) > 2 or len(n_in) + len(w_in) < 3:
                continue
            new = join(n_in, w_in)
            if len(new) < 7:
                yield (new,), n_left, w_left
                continue
            for others, n_end, w_end in begin(n_left, w_left):
                yield (new, *others), n_end, w_end

    found = add(melds, naturals, wild_cards, True)
    return frozenset((tuple(sorted(after)), n, w) for after, n, w in found)


def black_lays(melds: Table, threes: Hand) -> Iterator[tuple[Table, Hand]]:
    """20.c, black-three-meld: three to six black threes in one meld, without wild cards.

    ``melds`` holds what the player has laid of them before on this turn.
    """
    for part, left in shares(threes):
        new = join(*melds, part)
        if not part:
            yield melds, left
        elif 3 <= len(new) <= 6:
            yield (new,), left


@lru_cache(maxsize=2_000)
def lays(table: Table, hand: Hand) -> frozenset[tuple[Table, Hand]]:
    """Every table that laying cards of ``hand`` can lead to (11.a to 11.c), with what is left.

    The empty lay is among them (9.b). Whether black threes may be laid, ``ends`` judges.
    """
    states: set[tuple[Table, Hand]] = {((), hand)}
    for suit in SUITS:
        mine = tuple(meld for meld in table if suit_of(meld) == suit)
        if not mine and sum(card[1] == suit for card in hand) < 3:
            continue
        after: set[tuple[Table, Hand]] = set()
        for melds, left in states:
            cards = tuple(card for card in left if card[0] in RUN and card[1] == suit)
            others = minus(left, cards)
            for new, kept in sequence_lays(mine, cards, suit):
                after.add((melds + new, join(others, kept)))
        states = after
    for rank in RUN:
        mine = tuple(meld for meld in table if rank_of(meld) == rank)
        if not mine and sum(natural(card, rank) for card in hand) < 2:
            continue
        after = set()
        for melds, left in states:
            naturals = tuple(card for card in left if natural(card, rank))
            wild_cards = tuple(card for card in left if wild(card))
            others = minus(minus(left, naturals), wild_cards)
            for new, kept, wild_kept in set_lays(mine, naturals, wild_cards):
                after.add((melds + new, join(others, kept, wild_kept)))
        states = after
    found = set()
    mine = tuple(meld for meld in table if rank_of(meld) == "3")
    for melds, left in states:
        threes = tuple(card for card in left if card in BLACK)
        for new, kept in black_lays(mine, threes):
            found.add((tuple(sorted(melds + new)), join(minus(left, threes), kept)))
    return frozenset(found)


def ends(table: Table, left: Hand) -> Iterator[End]:
    """How a turn can end when ``table`` lies and ``left`` is in the hand.

    16.b, hand-floor, discard-choice: any card is discarded and one at least is kept. 18.a, 18.b,
    final-discard: with two finished melds the player goes out, by laying everything or by
    discarding the last card. 20.c: black threes lie only if the player goes out.
    """
    if len(left) >= 2 and not any(rank_of(meld) == "3" for meld in table):
        for card in set(left):
            yield table, minus(left, (card,)), card, False
    if len(left) <= 1 and sum(finished(meld) for meld in table) >= 2:
        yield table, (), left[0] if left else "", True


def after_draw(table: Table, hand: Counter[str], minimum: int) -> set[End]:
    """Every end of a turn in which the player has drawn from the stock (9, 10.a).

    ``hand`` already holds the drawn cards and no red three. ``minimum`` is 0 for a side that has
    opened, otherwise what the initial meld must count (13.b, 13.c.1, opening-by-sequence). All
    cards laid count, black threes too (black-three-meld); going out concealed waives nothing (19,
    direct-out-minimum).
    """
    cards = join(tuple(hand.elements()))
    found: set[End] = set()
    for after, left in lays(tuple(sorted(table)), cards):
        laid = value(cards) - value(left)
        if left == cards or laid >= minimum:
            found |= set(ends(after, left))
    return found


def takes(
    table: Table, hand: Hand, top: str, opened: bool, frozen: bool
) -> Iterator[tuple[Table, Hand]]:
    """Every way to lay the top card: the table and the hand after it.

    13.c.2, 14.a.1, 14.b, natural-plus-wild, opening-with-pile, pair-source: with two natural cards
    of its rank from the hand. pair-and-own-set: the three join the unfinished set of the rank; if
    all are finished, they join one of them or begin a new set.
    11.k, 14.a.2, 15.f.2, pile-onto-complete-canasta, pile-onto-sequence: if the side has opened
    and the pile is not frozen, alone onto an unfinished set of its rank, or onto an unfinished
    sequence at one of its ends.
    """
    sets = {meld for meld in table if rank_of(meld) == top[0]}
    unfinished = {meld for meld in sets if not finished(meld)}

    def onto(meld: Meld, *cards: str) -> Table:
        return tuple(sorted((*minus_meld(table, meld), join(meld, cards))))

    like = tuple(card for card in hand if natural(card, top[0]))
    for pair, _ in shares(like):
        if len(pair) == 2:
            left = minus(hand, pair)
            for meld in unfinished or sets:
                yield onto(meld, top, *pair), left
            if not unfinished:
                yield onto((), top, *pair), left
    if opened and not frozen:
        for meld in unfinished:
            yield onto(meld, top), hand
        place = RUN.index(top[0])
        for meld in set(table):
            if suit_of(meld) == top[1] and not finished(meld):
                places = [RUN.index(card[0]) for card in meld]
                if place in (min(places) - 1, max(places) + 1):
                    yield onto(meld, top), hand


def minus_meld(table: Table, meld: Meld) -> Table:
    left = list(table)
    if meld:
        left.remove(meld)
    return tuple(left)


def after_take(table: Table, hand: Counter[str], pile: list[str], minimum: int) -> set[End]:
    """Every end of a turn in which the player takes the pile, whose last card is the top.

    17.b, 20.b, blocked-top-card: not under a wild card or a black three (nor a red one). 14.d,
    one-card-hand: never with one card in hand and one in the pile. 14.b, lock-ends: a wild card or
    a red three in the pile freezes it. 10.c, whole-pile-or-top-card, 11.g: the rest joins the
    hand, and its cards may be melded at once; 21.d: its red threes are laid and not replaced.
    26.b, opening-count-pile-rest: for an initial meld the rest joins only when the top card and
    cards from the hand have reached the minimum. pile-take-completable: a take after which the
    turn has no lawful end has none here.
    """
    top, rest = pile[-1], pile[:-1]
    if wild(top) or top[0] == "3":
        return set()
    if hand.total() == 1 and len(pile) == 1:
        return set()
    cards = join(tuple(hand.elements()))
    frozen = any(wild(card) or card in RED for card in rest)
    joins = tuple(card for card in rest if card not in RED)
    firsts: set[tuple[Table, Hand]] = set()
    for taken, left in takes(tuple(sorted(table)), cards, top, not minimum, frozen):
        if not minimum:
            firsts.add((taken, left))
            continue
        for first, kept in lays(taken, left):
            if value((top,)) + value(cards) - value(kept) >= minimum:
                firsts.add((first, kept))
    lasts = {last for first, kept in firsts for last in lays(first, join(kept, joins))}
    return {end for after, left in lasts for end in ends(after, left)}
