"""Faults before play: the cut, the deal, dealing out of turn, a faulty pack (chapters 5 to 8 and
32.c)."""

from __future__ import annotations

from .. import engine
from ..cards import Cards, without
from ..deal import must_be_covered
from ..incidents import Fault
from ..melds import form_refusals, meld_of
from ..red_threes import draw_cards
from ..rules import Rules
from ..state import BEFORE_DRAW, STOCK, Deal, Event, set_at, start_of_turn
from ..steps import Commit, FinishDeal, Notice
from .common import (
    DEALING,
    Done,
    becomes_penalty,
    changed,
    commit_fault,
    drop_fault,
    from_hand,
    need,
    on_top,
    refused,
    stands,
    to_hand,
    void,
    window,
)
from .threes import missing


def commit_fact(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """Something is the case, and no card moves."""
    if step.kind == "dealt-out-of-turn" and (
        seat != deal.record.dealer or step.who == deal.record.dealer
    ):
        raise refused("not-that-fault")
    if step.kind == "card-faced-in-stock" and without(deal.stock, step.cards) is None:
        raise refused("not-that-fault")
    if step.kind == "dealt-wrong-number" and not deal.record.had_turn[step.who]:
        missing = _missing(rules, deal, step.who)
        if missing == 0:
            raise refused("not-that-fault")
        step = step._replace(number=missing or 0)
    if step.kind == "foreign-card" and step.what == "meld":
        own = deal.record.table_of[seat]
        if not step.places or not 0 <= step.places[0] < len(deal.melds[own]):
            raise refused("no-such-meld")
    if step.kind in _WHILE_DEALING and not deal.record.incidents.dealing:
        raise refused("not-that-fault")
    if step.kind in ("dealt-out-of-turn", "foreign-card") and deal.record.end is not None:
        raise refused("not-that-fault")
    fault = Fault(step.kind, seat, deal.turn.number, deal.turn.seat, step)
    return commit_fault(deal, fault), []


def _missing(rules: Rules, deal: Deal, seat: int) -> int | None:
    """How many cards too few a player without a finished turn was dealt; None where his hand no
    longer tells. What he has drawn is set off, and red threes that he has not replaced are added:
    they were dealt."""
    dealt = len(deal.hands[seat])
    turn = deal.turn
    if seat == turn.seat and turn.phase != BEFORE_DRAW:
        if turn.source != STOCK or turn.laid:
            return None
        dealt -= rules.draw.cards
    dealt += sum(
        missing(fault)
        for fault in deal.record.incidents.faults
        if fault.kind == "not-replaced" and fault.seat == seat
    )
    return rules.deal.cards - dealt


_WHILE_DEALING = ("pack-not-cut", "card-faced-in-deal", "looked-early")


def finish_deal(rules: Rules, deal: Deal, seat: int, step: FinishDeal) -> Done:
    """An acceptable upcard is turned, if none lies yet: play may begin, and dealt red threes are
    laid."""
    if not deal.record.incidents.dealing:
        raise refused("not-that-fault")
    first = not deal.pile
    while deal.stock and (first or must_be_covered(rules, deal.pile[-1], len(deal.pile) == 1)):
        deal = deal._replace(pile=(*deal.pile, deal.stock[-1]), stock=deal.stock[:-1])
        first = False
    return engine.settle(rules, changed(deal, dealing=False), [])


def first_round(rules: Rules, deal: Deal) -> bool:
    """Whether the first round is still being played: somebody has not finished a turn, or, under
    another reading, the first player has not drawn again."""
    record = deal.record
    if not all(record.had_turn):
        return True
    r = need(rules.misdeal)
    again = r.first_round_ends == "first_draws_again"
    seats = len(deal.hands)
    return again and deal.turn.number == seats + 1 and deal.turn.phase == BEFORE_DRAW


def play_has_begun(deal: Deal) -> bool:
    """Whether the first player has laid a red three or has settled where he draws from."""
    record = deal.record
    return (
        any(record.had_turn)
        or deal.turn.phase != BEFORE_DRAW
        or any(record.red_threes)
        or any(d.kind in ("stock-only", "pile-only") for d in record.incidents.duties)
    )


# ------------------------------------------------------------------- redeals


def _still_a_ground(rules: Rules, deal: Deal, fault: Fault) -> bool:
    r = need(rules.misdeal)
    if window(deal, fault) == DEALING:
        return True
    if deal.record.end is not None:
        return False
    if r.redeal_until == "first_round":
        return first_round(rules, deal)
    return r.redeal_until == "deal"


def notice_not_cut(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The pack was not cut: a redeal, as long as the cards are being dealt."""
    if not _still_a_ground(rules, deal, fault):
        raise stands("misdeal.redeal_until")
    return void(rules, deal), [Event("void", fault.seat)]


def notice_faced(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The dealer has faced another card than the upcard: a redeal likewise."""
    r = need(rules.misdeal)
    if fault.seat != deal.record.dealer and not r.faced_by_other:
        raise stands("misdeal.faced_by_other")
    return notice_not_cut(rules, deal, fault, step)


def notice_looked(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """Cards looked at before the deal is complete: a matter of conduct."""
    r = need(rules.misdeal)
    if r.looked_early == "redeal" and window(deal, fault) == DEALING:
        return void(rules, deal), [Event("void", fault.seat)]
    if r.looked_early == "penalty_card" and deal.record.end is None:
        cards = fault.step.cards
        if cards and from_hand(deal, fault.seat, cards) is not None:
            after = becomes_penalty(rules, drop_fault(deal, fault), fault.seat, cards)
            return after, [Event("penalty-cards", fault.seat, cards)]
    raise stands("misdeal.looked_early")


def notice_wrong_number(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """Too many or too few cards were dealt: a redeal in the first round."""
    r = need(rules.misdeal)
    if deal.record.end is not None:
        raise stands("misdeal.wrong_number_late")
    if first_round(rules, deal):
        return void(rules, deal), [Event("void", fault.seat)]
    seat = fault.step.who
    missing = fault.step.number
    if r.wrong_number_late == "stays" or missing <= 0:
        raise stands("misdeal.wrong_number_late")
    return draw_cards(rules, drop_fault(deal, fault), seat, missing, True)


def notice_faced_in_stock(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """A card lies face up in the stock: a redeal in the first round; later it is turned and the
    stock shuffled."""
    need(rules.misdeal)
    if deal.record.end is not None:
        raise stands("misdeal.faced_late")
    if first_round(rules, deal):
        return void(rules, deal), [Event("void", fault.seat)]
    after = on_top(drop_fault(deal, fault), step.on_top)
    if after is None:
        raise refused("not-in-hand")
    return after, [Event("shuffled", fault.seat)]


def notice_foreign(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """A card of another pack: a redeal in the first round; later it is taken out, and one from a
    hand is replaced from the stock."""
    r = need(rules.misdeal)
    if deal.record.end is not None:
        raise stands("misdeal.foreign_replaced")
    where = fault.step.what
    if where in ("stock", "hand") and first_round(rules, deal):
        return void(rules, deal), [Event("void", fault.seat)]
    after = drop_fault(deal, fault)
    if where == "hand" and r.foreign_replaced:
        return draw_cards(rules, after, fault.seat, min(1, len(after.stock)), True)
    if where == "meld" and r.foreign_meld == "returned":
        return _dissolved(rules, after, fault.seat, fault.step.places[0])
    return after, []


def _dissolved(rules: Rules, deal: Deal, seat: int, place: int) -> Done:
    """A meld that is none without the foreign card goes back to the hand."""
    table = deal.record.table_of[seat]
    meld = deal.melds[table][place]
    fault = next(form_refusals(rules, meld.cards, None, meld_of(rules, meld.cards)), None)
    if fault is None:
        return deal, []
    melds = deal.melds[table][:place] + deal.melds[table][place + 1 :]
    deal = to_hand(deal._replace(melds=set_at(deal.melds, table, melds)), seat, meld.cards)
    return deal, [Event("took-back", seat, meld.cards)]


# ------------------------------------------------------------------- a lost card


def commit_lost(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """A card has been dropped, and nobody knows whose it is."""
    after = from_hand(deal, seat, step.cards)
    if after is None:
        raise refused("not-in-hand")
    if not after.hands[seat]:
        raise refused("not-that-fault")
    record = after.record._replace(aside=tuple(sorted(after.record.aside + step.cards)))
    after = after._replace(record=record)
    fault = Fault(step.kind, seat, deal.turn.number, deal.turn.seat, step)
    return commit_fault(after, fault), []


def notice_lost(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """It is shown to all and lies aside until the next deal."""
    cards: Cards = fault.step.cards
    return drop_fault(deal, fault), [Event("shown", fault.seat, cards)]


# ------------------------------------------------------------------- out of turn


def notice_out_of_turn(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The deal was another's. Before play the right player begins; once it has begun the deal
    stands, and so does that the next dealer is the one after him who dealt."""
    r = need(rules.misdeal)
    seats = len(deal.hands)
    right = fault.step.who
    if deal.record.end is not None:
        raise stands("misdeal.next_dealer_after")
    after = drop_fault(deal, fault)
    if play_has_begun(deal):
        raise stands("misdeal.next_dealer_after")
    if r.before_play == "redeal":
        return changed(void(rules, after), deals_next=right), [Event("void", fault.seat)]
    next_dealer = right if r.next_dealer_before == "as_if_right" else fault.seat
    after = changed(after, deals_next=(next_dealer + 1) % seats)
    first = (right + 1) % seats
    turn = start_of_turn(1, first, after.melds[after.record.table_of[first]])
    after = after._replace(turn=turn)
    return engine.settle(rules, after, [])
