"""How the cards of one rank can be shared among sets: a part of the search for a lawful end of
the turn (see `ends`), as `sequences.ways_at` is for sequences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .cards import JOKER_RANK
from .melds import is_complete, may_grow, naturals_of_canasta
from .rules import Rules

Place = tuple[int, int]
"""Natural and wild cards of a set; none of either for one that may be begun."""


def places_for(rules: Rules, rank: int, naturals: int, sets: Sequence[Place]) -> list[list[Place]]:
    """Which sets ``naturals`` cards of a rank can go to: those there, and as many new ones beside
    them as the law and the cards allow. The joker's rank stands for wild cards alone."""
    r = rules.set
    if rank == JOKER_RANK:
        return [list(sets) or [(0, 0)]]
    if r.per_rank == "one":
        new = 0 if sets else 1
    elif r.per_rank == "one_open":
        new = 1 + naturals // max(r.min_naturals, naturals_of_canasta(rules))
    else:
        new = naturals // r.min_naturals
    if naturals < r.min_naturals:
        new = 0
    return [[*sets, *([(0, 0)] * number)] for number in range(new + 1)]


def shares(
    rules: Rules, rank: int, naturals: int, jokers: int, twos: int, places: Sequence[Place]
) -> Iterator[tuple[int, int, tuple[Place, ...]]]:
    """Every way to share all ``naturals`` and some wild cards among sets of one rank. Yields
    jokers used, deuces used, and the sets afterwards."""
    if not places:
        if naturals == 0:
            yield 0, 0, ()
        return
    (n0, w0), others = places[0], places[1:]
    for n in range(naturals + 1):
        for a in range(jokers + 1):
            for b in range(twos + 1):
                if n + a + b and not may_grow(rules, rank, (n0, w0), n, a + b):
                    continue
                for a2, b2, rest in shares(rules, rank, naturals - n, jokers - a, twos - b, others):
                    yield a + a2, b + b2, ((n0 + n, w0 + a + b), *rest)


def may_stand(rules: Rules, before: Sequence[Place], after: Sequence[Place]) -> bool:
    """Whether sets of one rank may lie side by side: where only one may be unfinished, none is
    begun beside an unfinished one."""
    if rules.set.per_rank != "one_open":
        return True
    begun = any(old == (0, 0) != new for old, new in zip(before, after, strict=True))
    return not begun or sum(n + w > 0 and not is_complete(rules, n + w) for n, w in after) <= 1
