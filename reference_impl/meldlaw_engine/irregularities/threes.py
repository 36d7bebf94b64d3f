"""Red threes forgotten or not replaced (21.b, 21.h and 21.i)."""

from __future__ import annotations

from ..incidents import NO_CONCEALED_DISCARD, Duty, Fault
from ..red_threes import draw_cards, lay_late, red_threes_in
from ..rules import Rules
from ..state import BEFORE_DRAW, PLAYING, STOCK, Deal, Event
from ..steps import Commit, Notice
from .common import Done, commit_fault, drop_fault, in_time, need, oblige, refused, stands, to_hand


def commit_kept(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """The draw of a player who keeps a red three in his hand."""
    if seat != deal.turn.seat or deal.turn.phase != BEFORE_DRAW:
        raise refused("not-that-fault")
    number = min(rules.draw.cards, len(deal.stock))
    cards = tuple(reversed(deal.stock[len(deal.stock) - number :]))
    threes = red_threes_in(cards)
    if not threes:
        raise refused("not-that-fault")
    after = to_hand(deal._replace(stock=deal.stock[: len(deal.stock) - number]), seat, cards)
    after = after._replace(turn=after.turn._replace(phase=PLAYING, source=STOCK))
    fault = Fault(step.kind, seat, deal.turn.number, seat, step, cards=threes)
    return commit_fault(after, fault), [Event("drew", seat, (card,)) for card in cards]


def notice_kept(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """It is laid and replaced at once, as long as the next player has not acted; later it is left
    to the player's own turns."""
    need(rules.late_red_three)
    held = tuple(card for card in fault.cards if card in deal.hands[fault.seat])
    if not in_time(deal, fault) or not held:
        raise stands("late_red_three.when")
    after = drop_fault(deal, fault)
    return lay_late(rules, after, fault.seat, held, rules.red_threes.replaced_drawn)


def commit_not_replaced(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """Red threes are laid, and the cards in their place are not drawn. ``number``: so many that
    were dealt; otherwise the draw of this turn."""
    if seat != deal.turn.seat:
        raise refused("not-that-fault")
    if step.number:
        drawn = rules.draw.cards if deal.turn.phase == PLAYING else 0
        if len(deal.hands[seat]) >= rules.deal.cards + drawn:
            raise refused("not-that-fault")
        fault = Fault(step.kind, seat, deal.turn.number, seat, step)
        return commit_fault(deal, fault), []
    if deal.turn.phase != BEFORE_DRAW:
        raise refused("not-that-fault")
    number = min(rules.draw.cards, len(deal.stock))
    threes = red_threes_in(deal.stock[len(deal.stock) - number :])
    if not threes:
        raise refused("not-that-fault")
    after, events = draw_cards(rules, deal, seat, number, False)
    if after.record.end is not None:
        return after, events
    after = after._replace(turn=after.turn._replace(phase=PLAYING, source=STOCK))
    fault = Fault(step.kind, seat, deal.turn.number, seat, step, cards=threes)
    return commit_fault(after, fault), events


def missing(fault: Fault) -> int:
    """How many cards a player has not drawn in place of red threes."""
    return fault.step.number or len(fault.cards)


def notice_not_replaced(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The hand is made up, until the next player has acted."""
    need(rules.late_red_three)
    if not in_time(deal, fault) or not deal.stock:
        raise stands("late_red_three.short_hand")
    return draw_cards(rules, drop_fault(deal, fault), fault.seat, missing(fault), True)


def too_late(rules: Rules, deal: Deal) -> Deal:
    """``deal`` when the next player has acted: a hand not made up stays short, and may have to do
    without going out concealed with a discard."""
    r = rules.late_red_three
    for fault in deal.record.incidents.faults:
        if fault.kind == "not-replaced" and fault.turn < deal.turn.number:
            held = [
                d for d in deal.record.incidents.duties
                if d.kind == NO_CONCEALED_DISCARD and d.seat == fault.seat
            ]  # fmt: skip
            if r is not None and r.short_hand != "free" and not held:
                leaf = "late_red_three.short_hand"
                deal = oblige(deal, Duty(NO_CONCEALED_DISCARD, fault.seat, 0, 0, leaf))
    return deal
