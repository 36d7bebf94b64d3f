"""Sides that form in the course of a deal: one player against the others (the game of three).

Until then every player is a side of his own, with a table of his own. Each keeps his column of the
score sheet throughout.
"""

from __future__ import annotations

from .cards import IS_WILD, JOKER, RANK, Cards, count_wilds, without
from .melds import grown
from .rules import Rules
from .state import Deal, Event, Meld, Melds, set_at


def tables_against(seats: int, solo: int) -> tuple[int, ...]:
    """For each seat its table when all others are partners against the player at ``solo``: they
    use that of the lowest of their seats."""
    joint = min(seat for seat in range(seats) if seat != solo)
    return tuple(seat if seat == solo else joint for seat in range(seats))


def solo_of(deal: Deal) -> int | None:
    """The seat that plays alone against the others; None while no sides have formed, or in a game
    in which none do."""
    tables = deal.record.table_of
    if len(deal.record.totals) != len(tables) or len(set(tables)) == len(tables):
        return None
    return next(seat for seat, table in enumerate(tables) if tables.count(table) == 1)


def form(rules: Rules, deal: Deal, seat: int, over: bool) -> tuple[Deal, list[Event]]:
    """``deal`` with the others as partners against the player at ``seat``. What they had melded is
    common: sets of one rank are merged, if the ruleset has it so and the deal goes on.

    Wild cards that a merged set may not hold go back to the hand of the partner with the later
    seat, deuces before jokers.
    """
    assert rules.solo is not None
    record = deal.record
    tables = tables_against(len(deal.hands), seat)
    joint = next(table for s, table in enumerate(tables) if s != seat)
    merges = rules.solo.melds == "merged" and not over
    events = [Event("plays-solo", seat)]
    hands, melds, fresh = deal.hands, deal.melds, record.fresh
    lying = record.incidents.lying
    for other in range(len(tables)):
        if other in (seat, joint):
            continue
        common: Melds = melds[joint]
        moved: dict[int, int] = {}
        for at, meld in enumerate(melds[other]):
            place = _place(common, meld) if merges else len(common)
            moved[at] = place
            if place == len(common):
                common = (*common, meld)
                continue
            meld, back = _without_surplus(rules, common[place], meld)
            common = set_at(common, place, grown(common[place], meld.cards))
            if back:
                hands = set_at(hands, other, tuple(sorted(hands[other] + back)))
                events.append(Event("took-back", other, back))
        melds = set_at(set_at(melds, joint, common), other, ())
        fresh = tuple((joint, moved[p]) if t == other else (t, p) for t, p in fresh)
        lying = tuple(
            row._replace(table=joint, place=moved.get(row.place, row.place))
            if row.table == other
            else row
            for row in lying
        )
    opened = list(record.opened)
    opened[joint] = any(record.opened[s] for s in range(len(tables)) if s != seat)
    if lying != record.incidents.lying:
        record = record._replace(incidents=record.incidents._replace(lying=lying))
    record = record._replace(table_of=tables, opened=tuple(opened), fresh=fresh)
    return deal._replace(hands=hands, melds=melds, record=record), events


def _place(melds: Melds, meld: Meld) -> int:
    """The place of the set of the same rank among ``melds``, or that after the last."""
    ranks = [m.rank if not m.is_sequence else None for m in melds]
    return ranks.index(meld.rank) if not meld.is_sequence and meld.rank in ranks else len(melds)


def _without_surplus(rules: Rules, onto: Meld, meld: Meld) -> tuple[Meld, Cards]:
    """``meld`` without the wild cards that are too many when it is merged with ``onto``, and
    those."""
    most = rules.set.max_wild
    surplus = max(0, onto.wilds + meld.wilds - most) if most else 0
    wilds = sorted((c for c in meld.cards if IS_WILD[c]), key=lambda card: card == JOKER)
    back = tuple(sorted(wilds[:surplus], key=lambda card: RANK[card]))
    left = without(meld.cards, back)
    assert left is not None
    return Meld(meld.rank, count_wilds(left), left), back
