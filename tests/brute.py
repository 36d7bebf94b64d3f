"""An independent brute force of a turn, written from the clauses and nothing else.

It knows no steps: it lists every way in which a turn can leave the table, by trying all ways to
share out the hand. Suits do not matter to it. It serves small hands only. The games of other
numbers of players ask for other canastas: `Law` says how many (18.b, 19.a; 2p.10, 6p.5, quick.3).

Cards are symbols: a rank for a natural card (``K``), ``j`` and ``d`` for joker and deuce, ``b``
for a black three. A table maps a rank to (naturals, jokers, deuces).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

Table = tuple[tuple[str, tuple[int, int, int]], ...]
Hand = tuple[tuple[str, int], ...]
VALUES = {"j": 50, "d": 20, "A": 20, **dict.fromkeys("KQJT98", 10), **dict.fromkeys("7654b", 5)}


class Law(NamedTuple):
    """Canastas that a side needs to go out, and of those how many a concealed hand must hold."""

    canastas: int = 1
    own: int = 1


LAWS = {
    "canasta-intl": Law(),
    "canasta-intl-5p": Law(),
    "canasta-intl-2p": Law(2, 2),
    "canasta-intl-quick": Law(2, 1),
    "canasta-intl-6p-two-teams": Law(2, 1),
    "canasta-intl-6p-three-teams": Law(2, 1),
}
"""The games whose turns are known here."""


def value(cards: Counter[str]) -> int:
    return sum(VALUES[card] * n for card, n in cards.items())


def freeze(counts: Counter[str]) -> Hand:
    return tuple(sorted((card, n) for card, n in counts.items() if n))


def lays(
    table: dict[str, tuple[int, int, int]], hand: Counter[str]
) -> Iterator[tuple[dict[str, tuple[int, int, int]], Counter[str], Counter[str]]]:
    """Every table that laying cards of ``hand`` can lead to, with what is left and what was laid.

    11.a, 11.d, 15.e: three cards, two of them natural, at most three wild; one meld a rank;
    20.c: black threes three or four together, without wild cards.
    """
    ranks = sorted((set(hand) | set(table)) - {"j", "d"})

    def walk(i: int, jokers: int, deuces: int) -> Iterator[list[tuple[str, int, int, int]]]:
        if i == len(ranks):
            yield []
            return
        rank = ranks[i]
        n0, j0, d0 = table.get(rank, (0, 0, 0))
        for n, j, d in product(range(hand[rank] + 1), range(jokers + 1), range(deuces + 1)):
            if n or j or d:
                wild = j0 + d0 + j + d
                if n0 + n < 2 or n0 + n + wild < 3 or wild > 3 or (rank == "b" and wild):
                    continue
            for rest in walk(i + 1, jokers - j, deuces - d):
                yield [(rank, n, j, d), *rest]

    for choice in walk(0, hand["j"], hand["d"]):
        after = dict(table)
        laid: Counter[str] = Counter()
        for rank, n, j, d in choice:
            if n or j or d:
                n0, j0, d0 = table.get(rank, (0, 0, 0))
                after[rank] = (n0 + n, j0 + j, d0 + d)
                laid += Counter({rank: n, "j": j, "d": d})
        yield after, hand - laid, laid


def canastas(table: dict[str, tuple[int, int, int]]) -> int:
    return sum(sum(meld) >= 7 for meld in table.values())


def freeze_table(table: dict[str, tuple[int, int, int]]) -> Table:
    return tuple(sorted(table.items()))


def ends(
    start: dict[str, tuple[int, int, int]],
    table: dict[str, tuple[int, int, int]],
    left: Counter[str],
    short: int,
    concealed_needs: str,
    law: Law,
) -> Iterator[tuple[Table, Hand, str, bool]]:
    """How a turn can end when ``table`` lies and ``left`` is in the hand: table, hand, discard
    (empty for none), and whether the player is out. ``short`` is what the initial meld lacks.

    16.b: a discard, and a card must be left; 18: going out with a canasta, with or without a
    discard; 19.c: a concealed finish after a stock draw needs no minimum. ``concealed_needs``
    is ``own`` where that finish is open to the player, otherwise empty.
    """
    threes = "b" in table and "b" not in start
    size = left.total()
    concealed = (
        concealed_needs == "own"
        and all(table[r] == start[r] for r in start)
        and sum(sum(m) >= 7 for r, m in table.items() if r not in start) >= law.own
    )
    if size >= 2 and not threes and short <= 0:
        for card in left:
            if left[card]:
                yield freeze_table(table), freeze(left - Counter([card])), card, False
    if size <= 1 and canastas(table) >= law.canastas and (short <= 0 or concealed):
        card = next(iter(left.elements()), "")
        yield freeze_table(table), (), card, True


def after_draw(
    table: dict[str, tuple[int, int, int]], hand: Counter[str], minimum: int, fresh: bool, law: Law
) -> set[tuple[Table, Hand, str, bool]]:
    """Every end of a turn in which the player has drawn from the stock. ``minimum`` is 0 for a
    side that has opened; ``fresh`` says that the player has melded nothing yet in the deal."""
    found = set()
    for after, left, laid in lays(table, hand):
        short = minimum - value(laid) if minimum and laid else 0
        found |= set(ends(table, after, left, short, "own" if fresh else "", law))
    return found


def after_take(
    table: dict[str, tuple[int, int, int]],
    hand: Counter[str],
    pile: list[str],
    minimum: int,
    law: Law,
) -> set[tuple[Table, Hand, str, bool]]:
    """Every end of a turn in which the player takes the pile (its last card is the top).

    13.b.2, 14: two natural cards, or while the pile holds no wild card and the side has opened
    one natural and one wild card, or the side's meld. 13.b.3: before the minimum is reached
    nothing of the pile but its top card is used. Symbols in ``pile``: also ``r``, a red three.
    """
    top, rest = pile[-1], pile[:-1]
    if top in "jdbr":
        return set()
    if hand.total() == 1 and len(pile) == 1:
        return set()
    frozen = any(card in "jdr" for card in pile)
    joins = Counter(card for card in rest if card != "r")
    ways: list[Counter[str]] = []
    if hand[top] >= 2:
        ways.append(Counter({top: 2}))
    if not frozen and not minimum:
        ways += [Counter({top: 1, w: 1}) for w in "jd" if hand[top] and hand[w]]
        if top in table:
            ways.append(Counter())
    found = set()
    for way in ways:
        n, j, d = table.get(top, (0, 0, 0))
        melded = {**table, top: (n + way[top] + 1, j + way["j"], d + way["d"])}
        if sum(melded[top][1:]) > 3:
            continue
        counted = value(way) + VALUES[top]
        for first, left, laid in lays(melded, hand - way):
            if minimum and counted + value(laid) < minimum:
                continue
            for after, finally_left, _ in lays(first, left + joins):
                found |= set(ends(table, after, finally_left, 0, "", law))
    return found
