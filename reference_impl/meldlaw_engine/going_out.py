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
    THREE,
    TWO,
    Card,
)
from .melds import complete, counts_fit, is_complete
from .rules import Rules
from .state import MUST_GO_OUT_CONCEALED, STOCK, Deal, Melds, find_set


def has_canastas(rules: Rules, deal: Deal) -> bool:
    """Whether the side of the player in turn has the canastas needed to go out."""
    return complete(rules, deal.melds[deal.table]) >= rules.out.canastas


def _own_canastas(rules: Rules, deal: Deal) -> int:
    """Canastas that count for a concealed hand: those wholly laid in this turn."""
    return complete(rules, deal.melds[deal.table][deal.turn.melds_before :])


def is_concealed(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn, now out of cards, goes out concealed: he melded nothing in an
    earlier turn, added nothing to melds that lay there, and laid a canasta of his own."""
    turn = deal.turn
    return (
        not deal.record.has_melded[turn.seat]
        and not turn.onto_old
        and turn.laid
        and _own_canastas(rules, deal) >= rules.out.concealed_own_canastas
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
    if IS_RED_THREE[card] or not rules.out.last_discard:
        return False
    return RANK[card] != THREE or rules.out.last_discard_black_three


def _shares(
    rules: Rules, rank: int, naturals: int, jokers: int, twos: int, places: list[tuple[int, int]]
) -> Iterator[tuple[int, int, tuple[tuple[int, int], ...]]]:
    """Every way to share all ``naturals`` and some wild cards among sets of one rank.

    ``places`` are (naturals, wilds) of each set, (0, 0) for one that may be begun. Yields
    jokers used, deuces used, and the sets afterwards.
    """
    if not places:
        if naturals == 0:
            yield 0, 0, ()
        return
    (n0, w0), others = places[0], places[1:]
    for n in range(naturals + 1):
        for a in range(jokers + 1):
            for b in range(twos + 1):
                if n + a + b and not counts_fit(rules, rank, n0 + n, w0 + a + b):
                    continue
                for a2, b2, rest in _shares(
                    rules, rank, naturals - n, jokers - a, twos - b, others
                ):
                    yield a + a2, b + b2, ((n0 + n, w0 + a + b), *rest)


class _Way(NamedTuple):
    """How far one way of laying all cards has come; figures count down to nothing."""

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

    A walk over the ranks that keeps every distinct bookkeeping reached; all natural cards must
    be laid but for at most one discard.
    """
    turn = deal.turn
    table = deal.melds[deal.table]
    hand = [card for card in deal.hands[turn.seat] if not IS_RED_THREE[card]]
    if late is None and len(hand) < rules.set.min_naturals and turn.wanting <= 0:
        if turn.bound != MUST_GO_OUT_CONCEALED and rules.black_threes.wild_in_turn:
            return _goes_out_with(rules, table, hand)
    groups = Counter(RANK[card] for card in hand if not IS_WILD[card])
    wilds = len(hand) - groups.total()
    if not _could_go_out(rules, table, groups, wilds, late is not None):
        return False
    if late is None and (simple := _goes_out_simply(rules, deal, hand, groups, wilds)) is not None:
        return simple
    points = rules.points
    worth = {RANK[card]: points[card] for card in hand if not IS_WILD[card]}
    two_worth = next((points[c] for c in hand if IS_WILD[c] and c != JOKER), 0)
    spare_ranks = {RANK[card] for card in hand if may_be_last_discard(rules, card)}
    first_own = turn.melds_before
    jokers = hand.count(JOKER)
    ways = {
        _Way(
            jokers,
            len(hand) - jokers - groups.total(),
            1 if late is None else 0,
            max(0, rules.out.canastas - complete(rules, table)),
            max(0, rules.out.concealed_own_canastas - complete(rules, table[first_own:])),
            max(0, turn.wanting),
            turn.onto_old,
            False,
            late is not None,
        )
    }
    no_wilds = not rules.black_threes.wild_in_turn and (
        THREE in groups or find_set(table[first_own:], THREE) >= 0
    )
    if no_wilds and turn.wild_laid:
        return False
    for rank in sorted(set(groups) | {meld.rank for meld in table}):
        n = groups[rank]
        old = [
            _Place(m.naturals, m.wilds, i < first_own)
            for i, m in enumerate(table)
            if m.rank == rank
        ]
        options = [(old, False)]
        if not old or rules.set.per_rank == "one_open":
            options.append(([*old, _Place(0, 0, False)], False))
        elif may_lie_beside(rules, deal):
            options.append(([*old, _Place(0, 0, False)], True))
        lays = [n, n - 1] if n and rank in spare_ranks else [n]
        ways = {
            after
            for way in ways
            for lay in lays
            if way.discards >= n - lay
            for places, beside in options
            for after in _lay_rank(
                rules, way, rank, lay, n - lay, places, beside, no_wilds, late,
                (worth.get(rank, 0), points[JOKER], two_worth),
            )
        }  # fmt: skip
    return any(_finishes(rules, deal, way, spare_ranks, late) for way in ways)


def _goes_out_with(rules: Rules, table: Melds, hand: list[Card]) -> bool:
    """The exact answer of `can_go_out` for at most one card, which can begin no meld."""
    need = rules.out.canastas - complete(rules, table)
    if not hand:
        return need <= 0
    card = hand[0]
    if need <= 0 and may_be_last_discard(rules, card):
        return True
    for meld in table:
        wild = IS_WILD[card]
        if not wild and RANK[card] != meld.rank:
            continue
        if counts_fit(rules, meld.rank, meld.naturals + (not wild), meld.wilds + wild):
            size = len(meld.cards)
            completes = is_complete(rules, size + 1) and not is_complete(rules, size)
            if need - completes <= 0:
                return True
    return False


def _could_go_out(rules: Rules, table: Melds, groups: Counter[int], wilds: int, late: bool) -> bool:
    """A quick no for `can_go_out`: too many natural cards that fit nothing, too few wild cards
    for the pairs, or no meld that could become a canasta. A yes says nothing."""
    r = rules.set
    on_table = {meld.rank for meld in table}
    lonely = short = 0
    for rank, n in groups.items():
        if rank in on_table:
            continue
        if n < r.min_naturals or (rank == THREE and n < r.min_cards):
            lonely += n
        else:
            short += max(0, r.min_cards - n)
    if lonely > 1 or short > wilds:
        return False
    needed = rules.out.canastas - complete(rules, table)
    if needed <= 0:
        return True
    sizes = [len(m.cards) + groups[m.rank] + min(wilds, r.max_wild - m.wilds) for m in table]
    sizes += [n + min(wilds, r.max_wild) for rank, n in groups.items() if rank not in on_table]
    return sum(is_complete(rules, size + late) for size in sizes) >= needed


def _goes_out_simply(
    rules: Rules, deal: Deal, hand: list[Card], groups: Counter[int], wilds: int
) -> bool | None:
    """The exact answer of `can_go_out` where nothing has to be concealed and no minimum is owed:
    then it is enough that every card finds a place, and that the wild cards suffice for the
    canastas still wanting. None where that is not so."""
    turn = deal.turn
    table = deal.melds[deal.table]
    r = rules.set
    if (
        turn.wanting > 0
        or turn.bound == MUST_GO_OUT_CONCEALED
        or r.per_rank != "one"
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
        free = 0 if rank == THREE else r.max_wild - used
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


class _Place(NamedTuple):
    naturals: int
    wilds: int
    old: bool


def _lay_rank(
    rules: Rules,
    way: _Way,
    rank: int,
    lay: int,
    discard: int,
    places: list[_Place],
    beside: bool,
    no_wilds: bool,
    late: Card | None,
    worth: tuple[int, int, int],
) -> Iterator[_Way]:
    """Every way on from ``way`` that lays just ``lay`` natural cards of ``rank``."""
    fits_late = late is not None and (RANK[late] == rank or (IS_WILD[late] and not no_wilds))
    jokers, twos = (0, 0) if no_wilds else (way.jokers, way.twos)
    slots = [(p.naturals, p.wilds) for p in places]
    for a, b, sets in _shares(rules, rank, lay, jokers, twos, slots):
        if rules.set.per_rank == "one_open":
            if sum(n + w > 0 and not is_complete(rules, n + w) for n, w in sets) > 1:
                continue
        laid = lay * worth[0] + a * worth[1] + b * worth[2]
        after = way._replace(
            jokers=way.jokers - a,
            twos=way.twos - b,
            discards=way.discards - discard,
            points=max(0, way.points - laid),
        )
        yield _grown(rules, after, places, sets, beside)
        if way.late and fits_late and late is not None:
            wild = IS_WILD[late]
            for i, (n, w) in enumerate(sets):
                n, w = (n, w + 1) if wild else (n + 1, w)
                if sum(sets[i]) and counts_fit(rules, rank, n, w):
                    grown = (*sets[:i], (n, w), *sets[i + 1 :])
                    yield _grown(rules, after._replace(late=False), places, grown, beside)


def _grown(
    rules: Rules,
    way: _Way,
    places: list[_Place],
    sets: tuple[tuple[int, int], ...],
    beside: bool,
) -> _Way:
    """``way`` when the sets at ``places`` have become ``sets``."""
    canastas, own = way.canastas, way.own_canastas
    touched, second = way.touched_old, way.beside
    for place, (n, w) in zip(places, sets, strict=True):
        if (n, w) == place[:2]:
            continue
        touched = touched or place.old
        second = second or (beside and place[:2] == (0, 0))
        if is_complete(rules, n + w) and not is_complete(rules, place.naturals + place.wilds):
            canastas = max(0, canastas - 1)
            own = max(0, own - (not place.old))
    return way._replace(canastas=canastas, own_canastas=own, touched_old=touched, beside=second)


def _finishes(
    rules: Rules, deal: Deal, way: _Way, spare_ranks: set[int], late: Card | None
) -> bool:
    """Whether a way that has laid all natural cards it must is a lawful end of the deal."""
    turn = deal.turn
    if way.jokers + way.twos > way.discards or way.canastas:
        return False
    if way.late and late is not None and not may_be_last_discard(rules, late):
        return False
    if (way.jokers and JOKER_RANK not in spare_ranks) or (way.twos and TWO not in spare_ranks):
        return False
    concealed = (
        not deal.record.has_melded[turn.seat] and not way.touched_old and not way.own_canastas
    )
    if (way.points or way.beside or turn.bound == MUST_GO_OUT_CONCEALED) and not concealed:
        return False
    return not way.points or minimum_waived(rules, deal)
