"""Faulty discards (chapter 31), and a red three discarded (21)."""

from __future__ import annotations

from .. import engine
from ..cards import IS_RED_THREE, Card, Cards
from ..incidents import BY_DISCARDING, NO_MELD, Duty, Fault, taken_from
from ..red_threes import draw_cards, lay
from ..rules import Rules
from ..state import BEFORE_DRAW, PLAYING, Deal, Event
from ..steps import Choose, Commit, Notice
from .common import (
    BEFORE_NEXT,
    DEAL_OVER,
    OWN_TURN,
    Done,
    acted,
    becomes_penalty,
    book,
    changed,
    commit_fault,
    demand,
    drop_fault,
    from_hand,
    need,
    oblige,
    refused,
    reopen,
    stands,
    to_hand,
    window,
)


def _onto_pile(deal: Deal, seat: int, cards: Cards) -> Deal:
    """``deal`` with cards of a hand on the pile, the last on top."""
    after = from_hand(deal, seat, cards)
    if after is None or not cards:
        raise refused("not-in-hand")
    return after._replace(pile=(*after.pile, *cards))


def _pile_without(deal: Deal, card: Card) -> Deal | None:
    """``deal`` without the uppermost copy of ``card`` in the pile; None if it is not there."""
    for at in range(len(deal.pile) - 1, -1, -1):
        if deal.pile[at] == card:
            idle = taken_from(deal.record.incidents.idle, (card,))
            deal = changed(deal, idle=idle)
            return deal._replace(pile=deal.pile[:at] + deal.pile[at + 1 :])
    return None


def _fault(deal: Deal, seat: int, step: Commit) -> Fault:
    return Fault(step.kind, seat, deal.turn.number, deal.turn.seat, step)


def _ends(rules: Rules, deal: Deal, fault: Fault, event: Event) -> Done:
    return engine.next_turn(rules, commit_fault(deal, fault), [event])


# ------------------------------------------------------------------- without drawing


def commit_without_drawing(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """A discard by a player who has not drawn; his turn is over."""
    if seat != deal.turn.seat or deal.turn.phase != BEFORE_DRAW or len(deal.hands[seat]) < 2:
        raise refused("not-that-fault")
    if any(IS_RED_THREE[c] for c in step.cards):
        raise refused("not-that-fault")
    after = _onto_pile(deal, seat, step.cards)
    return _ends(rules, after, _fault(deal, seat, step), Event("discarded", seat, step.cards))


def notice_without_drawing(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The card is drawn after all, if the next player has not acted."""
    r = need(rules.discard_faults)
    if window(deal, fault) != BEFORE_NEXT or not deal.stock:
        raise stands("discard_faults.late_draw")
    return draw_cards(
        rules, drop_fault(deal, fault), fault.seat, r.late_draw, rules.red_threes.replaced_drawn
    )


# ------------------------------------------------------------------- several


def commit_several(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """Two or more cards laid on the pile at once; the turn is over."""
    if seat != deal.turn.seat or deal.turn.phase != PLAYING or len(step.cards) < 2:
        raise refused("not-that-fault")
    after = _onto_pile(deal, seat, step.cards)
    return _ends(rules, after, _fault(deal, seat, step), Event("discarded", seat, step.cards))


def notice_several(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The offender says which card stays; the others become penalty cards."""
    r = need(rules.discard_faults)
    when = window(deal, fault)
    there = _all_there(deal, fault.step.cards)
    if when == DEAL_OVER or not there or (when != BEFORE_NEXT and r.several_until == "next_acts"):
        raise stands("discard_faults.several_until")
    return demand(deal, fault.seat, ("stays",), fault, "discard_faults.several_until"), []


def _all_there(deal: Deal, cards: Cards) -> bool:
    pile = list(deal.pile)
    for card in cards:
        if card not in pile:
            return False
        pile.remove(card)
    return True


def choose_stays(rules: Rules, deal: Deal, fault: Fault, step: Choose) -> Done:
    """One of the cards stays on the pile."""
    if len(step.cards) != 1 or step.cards[0] not in fault.step.cards:
        raise refused("no-such-choice", "discard_faults.several_until")
    others = taken_from(fault.step.cards, step.cards)
    after = drop_fault(changed(deal, demand=None), fault)
    return _back_exposed(rules, after, fault.seat, others), [Event("exposed", fault.seat, others)]


def _back_exposed(rules: Rules, deal: Deal, seat: int, cards: Cards) -> Deal:
    """``deal`` with cards taken from the pile back as penalty cards."""
    for card in cards:
        left = _pile_without(deal, card)
        if left is None:
            raise stands("discard_faults.several_until")
        deal = left
    return becomes_penalty(rules, to_hand(deal, seat, cards), seat, cards)


def commit_again(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """A further card laid on the pile after the discard."""
    last = (deal.turn.seat - 1) % len(deal.hands)
    if seat != last or acted(deal.turn) or deal.turn.number < 2:
        raise refused("not-that-fault")
    after = _onto_pile(deal, seat, step.cards)
    fault = _fault(deal, seat, step)._replace(turn=deal.turn.number - 1, in_turn=seat)
    return commit_fault(after, fault), [Event("discarded", seat, step.cards)]


def notice_again(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The first discard counts; the others become penalty cards, until the next player acts."""
    if window(deal, fault) != BEFORE_NEXT:
        raise stands("discard_faults.several_until")
    cards = fault.step.cards
    after = _back_exposed(rules, drop_fault(deal, fault), fault.seat, cards)
    return after, [Event("exposed", fault.seat, cards)]


def commit_out_of_turn(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """A card laid on the pile by a player who is not in turn."""
    if seat == deal.turn.seat:
        raise refused("not-that-fault")
    after = _onto_pile(deal, seat, step.cards)
    return commit_fault(after, _fault(deal, seat, step)), [Event("discarded", seat, step.cards)]


def notice_out_of_turn(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The card does not stay on the pile."""
    r = need(rules.discard_faults)
    cards = fault.step.cards
    if deal.record.end is not None or not _all_there(deal, cards):
        raise stands("discard_faults.out_of_turn")
    after = drop_fault(deal, fault)
    if r.out_of_turn == "penalty_card":
        return _back_exposed(rules, after, fault.seat, cards), [Event("exposed", fault.seat, cards)]
    left = _pile_without(after, cards[0])
    assert left is not None
    return to_hand(left, fault.seat, cards), []


# ------------------------------------------------------------------- none


def commit_none(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """The turn ends without a discard."""
    if seat != deal.turn.seat or deal.turn.phase != PLAYING or deal.turn.wanting > 0:
        raise refused("not-that-fault")
    return _ends(rules, deal, _fault(deal, seat, step), Event("passed", seat))


def notice_none(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The discard is made after all, if the next player has not acted."""
    r = need(rules.discard_faults)
    if window(deal, fault) != BEFORE_NEXT:
        raise stands("discard_faults.missing_points")
    after = drop_fault(deal, fault)
    table = deal.record.table_of[fault.seat]
    after = book(after, table, r.missing_points, "discard_faults.missing_points")
    after = reopen(after, fault, BY_DISCARDING)
    return oblige(after, Duty(NO_MELD, fault.seat, 0, 1, "discard_faults.missing_points")), []


# ------------------------------------------------------------------- a red three


def commit_red_three(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """A red three is discarded; the turn is over."""
    if seat != deal.turn.seat or deal.turn.phase != PLAYING:
        raise refused("not-that-fault")
    if not all(IS_RED_THREE[card] for card in step.cards):
        raise refused("not-that-fault")
    after = _onto_pile(deal, seat, step.cards)
    if not need(rules.discard_faults).red_three_freezes:
        after = changed(after, idle=(*after.record.incidents.idle, *step.cards))
    return _ends(rules, after, _fault(deal, seat, step), Event("discarded", seat, step.cards))


def notice_red_three(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The red three is taken back, laid and replaced, and another card is discarded, as long as
    the next player has not acted."""
    r = need(rules.discard_faults)
    when = window(deal, fault)
    if when not in (OWN_TURN, BEFORE_NEXT) and (
        r.red_three_until == "next_acts" or when == DEAL_OVER
    ):
        raise stands("discard_faults.red_three_until")
    left = _pile_without(drop_fault(deal, fault), fault.step.cards[0])
    if left is None:
        raise stands("discard_faults.red_three_until")
    seat = fault.seat
    after = lay(left, seat, fault.step.cards)
    events = [Event("red-three", seat, fault.step.cards)]
    if r.red_three_replaced:
        after, more = draw_cards(rules, after, seat, 1, True)
        events += more
    if when == BEFORE_NEXT and after.record.end is None:
        after = reopen(after, fault, BY_DISCARDING)
        after = oblige(after, Duty(NO_MELD, seat, 0, 1, "discard_faults.red_three_until"))
    return after, events
