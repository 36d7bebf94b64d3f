"""What duties, penalty cards and choices that wait leave a player to do.

The one place through which the chapters of strict play learn that something has gone wrong. Where
duties meet, what a player may not do goes before what he must do; of two that cannot both be
kept the younger lapses. So whoever is to act always has a step.
"""

from __future__ import annotations

from .cards import IS_RED_THREE, RED_THREES, Card, Cards
from .incidents import (
    DISCARD_THIS,
    MELD_LYING,
    NO_CONCEALED_DISCARD,
    NO_DRAW,
    NO_MELD,
    PILE_ONLY,
    PLAY_CARDS,
    QUIET,
    STOCK_ONLY,
    WILD_TOO_MANY,
    Duty,
    settled,
)
from .refusals import Refusal
from .rules import Rules
from .state import Deal, Melds, set_at

PENALTY_CARD_FIRST = "penalty-card-first"


def duty(deal: Deal, kind: str, seat: int | None = None) -> Duty | None:
    """The duty of this kind that holds in the turn under way; None if there is none."""
    incidents = deal.record.incidents
    if incidents is QUIET:
        return None
    who = deal.turn.seat if seat is None else seat
    return next(
        (d for d in incidents.duties if d.kind == kind and d.seat == who and not d.skip), None
    )


def drawing_barred(deal: Deal) -> Refusal | None:
    """Why the player in turn may draw neither from the stock nor from the pile."""
    found = duty(deal, NO_DRAW)
    return Refusal("no-draw-this-turn", found.leaf) if found else None


def stock_barred(deal: Deal) -> Refusal | None:
    """Why the player in turn may not draw from the stock: he has chosen the pile."""
    found = duty(deal, PILE_ONLY)
    return Refusal("choice-made", found.leaf) if found else None


def pile_barred(deal: Deal) -> Refusal | None:
    """Why the player in turn may not take the pile: he has chosen the stock."""
    found = duty(deal, STOCK_ONLY)
    return Refusal("choice-made", found.leaf) if found else None


def melding_barred(deal: Deal) -> Refusal | None:
    """Why the player in turn may lay no cards."""
    found = duty(deal, NO_MELD)
    return Refusal("no-meld-this-turn", found.leaf) if found else None


def as_they_lie(deal: Deal) -> Melds:
    """The melds of the player in turn's side, with the wild cards too many that lie on them since
    an earlier turn and that nobody has pointed out."""
    melds = deal.melds[deal.table]
    incidents = deal.record.incidents
    if incidents is QUIET or not incidents.lying:
        return melds
    for row in incidents.lying:
        earlier = row.turn < deal.turn.number and not (row.noticed or row.returned)
        if row.kind == WILD_TOO_MANY and row.table == deal.table and earlier:
            meld = melds[row.place]
            more = meld._replace(wilds=meld.wilds + len(row.cards), cards=meld.cards + row.cards)
            melds = set_at(melds, row.place, more)
    return melds


def exposed_cards(deal: Deal, seat: int) -> Cards:
    """The penalty cards of the player at ``seat``."""
    incidents = deal.record.incidents
    return tuple(sorted(e.card for e in incidents.exposed if e.seat == seat))


def held(rules: Rules, deal: Deal, seat: int) -> int:
    """How many cards count as held by the player at ``seat``: penalty cards too, unless the
    ruleset sets them apart."""
    number = len(deal.hands[seat])
    if deal.record.incidents is QUIET or rules.exposed is None or rules.exposed.counted == "hand":
        return number
    return number - len(exposed_cards(deal, seat))


def discards(rules: Rules, deal: Deal, lawful: Cards) -> tuple[Cards, Refusal | None]:
    """Those of the ``lawful`` discards of the player in turn that his duties leave him, and why
    the others are not. A duty that would leave none has lapsed."""
    if deal.record.incidents is QUIET:
        return lawful, None
    left, why = lawful, None
    for cards, refusal in _wanted(rules, deal):
        narrowed = tuple(card for card in left if card in cards)
        if narrowed and len(narrowed) < len(left):
            left, why = narrowed, refusal
    return left, why


def _wanted(rules: Rules, deal: Deal) -> list[tuple[Cards, Refusal]]:
    """The cards among which the discard must be, by each duty, the oldest duty first."""
    seat = deal.turn.seat
    found: list[tuple[Cards, Refusal]] = []
    bound = duty(deal, DISCARD_THIS)
    if bound is not None:
        found.append((bound.cards, Refusal("discard-bound", bound.leaf)))
    exposed = awake(deal, seat)
    if exposed and rules.exposed is not None:
        found.append((exposed, Refusal("penalty-card-first", "exposed.discard")))
    later = _discarded_later(rules, deal, seat)
    if later is not None:
        kept = tuple(c for c in deal.hands[seat] if c not in later.cards)
        found.append((kept, Refusal("card-to-be-played", later.leaf)))
    handed = duty(deal, PLAY_CARDS)
    if handed is not None:
        mine = tuple(card for card in handed.cards if card in deal.hands[seat])
        if mine:
            found.append((mine, Refusal("card-to-be-played", handed.leaf)))
    return found


def _discarded_later(rules: Rules, deal: Deal, seat: int) -> Duty | None:
    """The duty of a player to discard cards handed over to him only from his next turn on, in the
    turn in which he received them."""
    r = rules.stock_faults
    if r is None or r.handed_over != "later_turns":
        return None
    mine = (d for d in deal.record.incidents.duties if d.kind == PLAY_CARDS and d.seat == seat)
    return next((d for d in mine if d.skip), None)


def awake(deal: Deal, seat: int) -> Cards:
    """The penalty cards that the player must get rid of in the turn under way; red threes among
    them are laid as usual."""
    return tuple(
        e.card
        for e in deal.record.incidents.exposed
        if e.seat == seat and not e.sleeps and not IS_RED_THREE[e.card]
    )


def lying_cards(deal: Deal, seat: int) -> Cards:
    """The cards that the player has lying on the table, laid against the law."""
    rows = deal.record.incidents.lying
    return tuple(c for row in rows if row.seat == seat and not row.returned for c in row.cards)


def no_concealed_discard(deal: Deal) -> Duty | None:
    """The duty of a player whose hand was not made up: to go out concealed only without a
    discard."""
    return duty(deal, NO_CONCEALED_DISCARD)


def after_turn(deal: Deal, seat: int) -> Deal:
    """``deal`` when a turn of ``seat`` has ended: his duties have one turn less to run, and his
    penalty cards are no longer asleep."""
    incidents = deal.record.incidents
    if incidents is QUIET:
        return deal
    duties = []
    for d in incidents.duties:
        if d.kind == PLAY_CARDS and d.seat == seat and not set(d.cards) & set(deal.hands[seat]):
            continue
        if d.seat != seat or (not d.turns and not d.skip):
            duties.append(d)
        elif d.skip:
            duties.append(d._replace(skip=d.skip - 1))
        elif d.turns > 1:
            duties.append(d._replace(turns=d.turns - 1))
    exposed = tuple(e._replace(sleeps=False) if e.seat == seat else e for e in incidents.exposed)
    after = incidents._replace(duties=tuple(duties), exposed=exposed, shown=())
    return deal._replace(record=deal.record._replace(incidents=settled(after)))


def must_meld_lying(deal: Deal) -> Duty | None:
    """The duty of the player in turn to meld what he laid out of turn."""
    return duty(deal, MELD_LYING)


def red_threes_only(hand: tuple[Card, ...]) -> bool:
    """Whether a hand holds nothing but red threes."""
    return bool(hand) and RED_THREES.issuperset(hand)
