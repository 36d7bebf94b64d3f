"""What all chapters of faults share: when something is noticed, and the few things that a fault
can change: cards, points, the minimum, duties and choices, the fate of the deal."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

from ..cards import Cards, without
from ..engine import book as book
from ..incidents import (
    BY_PASSING,
    WILD_TOO_MANY,
    Demand,
    Duty,
    Exposed,
    Fault,
    Incidents,
    Lying,
    settled,
)
from ..refusals import Refusal
from ..rules import Rules
from ..state import (
    NOWHERE,
    PLAYING,
    STOCK,
    Deal,
    End,
    Event,
    Turn,
    set_at,
    start_of_turn,
)

T = TypeVar("T")
Done = tuple[Deal, list[Event]]

# When a fault is noticed.
DEALING = "dealing"
"""While the cards are dealt."""
OWN_TURN = "own-turn"
"""In the turn in which it was done."""
BEFORE_NEXT = "before-next"
"""After that turn, before the next player has acted."""
AFTER_NEXT = "after-next"
"""When the next player has drawn, or has laid cards to take the pile."""
DEAL_OVER = "deal-over"


class Refused(Exception):
    """A step of this part of the law is refused; carries why."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.code)


def stands(leaf: str | None) -> Refused:
    """A notice comes to nothing: the law lets things be as they are, as ``leaf`` says."""
    return Refused(Refusal("fault-stands", leaf))


def refused(code: str, leaf: str | None = None) -> Refused:
    """A refusal by its code."""
    return Refused(Refusal(code, leaf))


def acted(turn: Turn) -> bool:
    """Whether the player in turn has drawn, or has laid cards in order to take the pile."""
    return turn.source != NOWHERE or turn.laid


def window(deal: Deal, fault: Fault) -> str:
    """When a fault is being noticed, if that is now."""
    if deal.record.end is not None:
        return DEAL_OVER
    if deal.record.incidents.dealing:
        return DEALING
    number = deal.turn.number
    if number <= fault.turn:
        return OWN_TURN
    if number == fault.turn + 1 and not acted(deal.turn):
        return BEFORE_NEXT
    return AFTER_NEXT


def in_time(deal: Deal, fault: Fault) -> bool:
    """Whether the next player has not acted yet."""
    return window(deal, fault) in (DEALING, OWN_TURN, BEFORE_NEXT)


def need(chapter: T | None) -> T:
    """A chapter of the law of faults, in a law that has one."""
    if chapter is None:
        raise refused("no-law-of-faults", "faults.known")
    return chapter


def changed(deal: Deal, **changes: Any) -> Deal:
    """``deal`` with fields of its incidents changed."""
    incidents = settled(deal.record.incidents._replace(**changes))
    return deal._replace(record=deal.record._replace(incidents=incidents))


def commit_fault(deal: Deal, fault: Fault) -> Deal:
    """``deal`` with one more fault that may be noticed."""
    return changed(deal, faults=(*deal.record.incidents.faults, fault))


def drop_fault(deal: Deal, fault: Fault) -> Deal:
    """``deal`` when a fault has been dealt with."""
    faults = tuple(f for f in deal.record.incidents.faults if f != fault)
    return changed(deal, faults=faults)


def oblige(deal: Deal, duty: Duty) -> Deal:
    """``deal`` with one more duty."""
    return changed(deal, duties=(*deal.record.incidents.duties, duty))


def demand(
    deal: Deal, seat: int, options: tuple[str, ...], fault: Fault, leaf: str, melds: bool = False
) -> Deal:
    """``deal`` in which ``seat`` must make a choice before anything else is done."""
    return changed(deal, demand=Demand(seat, options, melds, fault, leaf))


def expose(deal: Deal, seat: int, cards: Cards, sleeps: bool) -> Deal:
    """``deal`` with cards of a hand made penalty cards."""
    more = tuple(Exposed(seat, card, (), sleeps) for card in cards)
    return changed(deal, exposed=(*deal.record.incidents.exposed, *more))


def becomes_penalty(rules: Rules, deal: Deal, seat: int, cards: Cards) -> Deal:
    """``deal`` with cards of a hand made penalty cards where the law has any; otherwise they are
    cards of the hand like others. In the player's own turn the duty may begin with his next."""
    r = rules.exposed
    if r is None or not r.penalty_cards:
        return deal
    own = deal.turn.seat == seat and deal.record.incidents.resume is None
    lie = Counter(e.card for e in deal.record.incidents.exposed if e.seat == seat)
    new = tuple((Counter(cards) & (Counter(deal.hands[seat]) - lie)).elements())
    return expose(deal, seat, new, own and r.from_ == "next_turn")


def to_hand(deal: Deal, seat: int, cards: Cards) -> Deal:
    """``deal`` with cards that lay elsewhere put into a hand; the caller has taken them away."""
    hand = tuple(sorted(deal.hands[seat] + cards))
    return deal._replace(hands=set_at(deal.hands, seat, hand))


def from_hand(deal: Deal, seat: int, cards: Cards) -> Deal | None:
    """``deal`` without cards of a hand; None if they are not there."""
    left = without(deal.hands[seat], cards)
    return None if left is None else deal._replace(hands=set_at(deal.hands, seat, left))


def on_top(deal: Deal, cards: Cards) -> Deal | None:
    """``deal`` with the stock so shuffled that ``cards`` lie on top, the first uppermost, and the
    rest as before; None if they are not in it."""
    left = without(deal.stock, cards)
    return None if left is None else deal._replace(stock=left + tuple(reversed(cards)))


def reopen(deal: Deal, fault: Fault, how: str = BY_PASSING) -> Deal:
    """``deal`` with the offender's turn taken up again; the one under way waits."""
    table = deal.record.table_of[fault.seat]
    turn = start_of_turn(fault.turn, fault.seat, deal.melds[table])
    turn = turn._replace(phase=PLAYING, source=STOCK)
    waiting = deal.turn
    return changed(deal._replace(turn=turn), resume=waiting, resumed_by=how)


def void(rules: Rules, deal: Deal) -> Deal:
    """The end of a deal whose cards are dealt anew: what it has brought lapses, but warnings."""
    seats = len(deal.hands)
    dealer = deal.record.dealer
    again = rules.misdeal is None or rules.misdeal.redeal_dealer == "same"
    next_dealer = dealer if again else (dealer + 1) % seats
    apart = tuple(c for _, cards in deal.record.incidents.apart for c in reversed(cards))
    deal = deal._replace(stock=deal.stock + apart)
    kept = Incidents(warned=deal.record.incidents.warned, deals_next=next_dealer)
    deal = changed(deal, **kept._asdict())
    return deal._replace(record=deal.record._replace(end=End("void", None, False)))


def lying_of(deal: Deal, fault: Fault) -> tuple[Lying, ...]:
    """What lies on the table by this fault; of melds that have been merged, the wild cards too
    many."""
    return tuple(
        row
        for row in deal.record.incidents.lying
        if row.seat == fault.seat
        and not row.returned
        and (row.kind == fault.kind or (row.kind == WILD_TOO_MANY and row.turn == fault.turn))
    )


def clear_lying(deal: Deal, gone: tuple[Lying, ...]) -> Deal:
    """``deal`` without rows of what lies on the table; the cards stay in the hand."""
    left = list(deal.record.incidents.lying)
    for row in gone:
        if row in left:
            left.remove(row)
    return changed(deal, lying=tuple(left))


def opponents(deal: Deal, seat: int) -> list[int]:
    """The seats of other tables, in turn order from ``seat``."""
    seats = len(deal.hands)
    table = deal.record.table_of[seat]
    around = [(seat + ahead) % seats for ahead in range(1, seats)]
    return [s for s in around if deal.record.table_of[s] != table]
