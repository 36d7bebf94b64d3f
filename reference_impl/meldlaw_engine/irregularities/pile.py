"""Faults in taking the pile (chapter 26), and cards forgotten in it (10.d)."""

from __future__ import annotations

from .. import engine, laying, pile
from ..cards import IS_RED_THREE, Card, count_wilds, without
from ..incidents import DISCARD_THIS, NOBODY, Duty, Fault, taken_from
from ..red_threes import lay, red_threes_in
from ..rules import Rules
from ..solo import form, solo_of
from ..state import BEFORE_DRAW, Deal, End, Event, set_at, start_of_turn
from ..steps import Choose, Commit, Lay, Notice, Step, Take
from .common import (
    AFTER_NEXT,
    BEFORE_NEXT,
    DEAL_OVER,
    Done,
    becomes_penalty,
    book,
    changed,
    commit_fault,
    demand,
    drop_fault,
    need,
    refused,
    stands,
    to_hand,
    window,
)


def _taken(rules: Rules, deal: Deal, seat: int, take: Take) -> Done:
    """The pile as it is when ``take`` is done with no regard to the law; the rest stays."""
    if not deal.pile or without(deal.hands[seat], take.using) is None:
        raise refused("not-in-hand")
    turn = start_of_turn(deal.turn.number, seat, deal.melds[deal.record.table_of[seat]])
    acting = deal if deal.turn.seat == seat else deal._replace(turn=turn)
    if pile.meld_taken(rules, acting, take) is None:
        raise refused("no-such-meld")
    after, events = pile.take(rules, acting, take._replace(rest=False))
    return after._replace(turn=after.turn._replace(wanting=0, held=False)), events


# ------------------------------------------------------------------- without the right


def commit_without_right(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """The pile is taken in turn by laying cards that do not entitle to it, or before enough for
    the initial meld has been laid; ``yes``: the rest has been taken up too."""
    take = step.take
    if take is None or seat != deal.turn.seat or deal.turn.phase != BEFORE_DRAW:
        raise refused("not-that-fault")
    early = step.yes and not deal.record.opened[deal.table]  # taken up before enough was laid
    if not early and not engine.reasons(rules, deal, seat, take):
        raise refused("not-that-fault")
    after, events = _taken(rules, deal, seat, take)
    for beside in step.lays:  # with no more regard to the law
        if laying.melds_after(rules, after, beside) is None:
            raise refused("no-such-meld")
        if without(after.hands[seat], beside.cards) is None:
            raise refused("not-in-hand")
        after, more = laying.lay(rules, after, beside)
        events += more
    if step.yes:
        after, more = pile.join_rest(rules, after)
        events += more
    fault = Fault(step.kind, seat, deal.turn.number, seat, step, deal)
    return commit_fault(after, fault), events


def notice_without_right(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """If the card could have been melded lawfully, the take stands, in the lawful order; if not,
    the pile is restored, and the player draws from the stock."""
    r = need(rules.pile_faults)
    when = window(deal, fault)
    if when == DEAL_OVER or (when == AFTER_NEXT and r.until == "next_acts"):
        raise stands("pile_faults.until")
    before, take = fault.before, fault.step.take
    assert before is not None and take is not None
    if when == AFTER_NEXT:
        return _restore_late(rules, deal, fault, before)
    reasons = engine.reasons(rules, before, fault.seat, take)
    if not reasons:
        if when == BEFORE_NEXT:
            raise stands("pile_faults.until")
        return _in_lawful_order(rules, before, fault), []
    short = [x.code for x in reasons] == ["initial-meld-below-minimum"] or (
        "initial-meld-below-minimum" in [x.code for x in reasons]
    )
    seat = fault.seat
    table = before.record.table_of[seat]
    if _alone(before, deal, seat):
        after = _as_before(before, deal)
    else:  # others have moved cards meanwhile: only what the take has moved goes back
        after = _undo_take(rules, drop_fault(deal, fault), seat, before, take)
        after = after._replace(turn=before.turn)
    if short and (r.raise_ == "always" or (r.raise_ == "waiting" and not fault.step.yes)):
        after = raise_minimum(rules, after, table)
    if not fault.step.yes:
        after = book(after, table, r.waiting_points, "pile_faults.waiting_points")
    elif r.hand == "penalty_cards":
        after = becomes_penalty(rules, after, seat, before.hands[seat])
    again = not fault.step.yes and r.waiting_then == "again"
    after = after._replace(turn=after.turn._replace(stock_only=not again))
    if when == BEFORE_NEXT and deal.pile:  # what he has discarded stays discarded
        gone = deal.pile[-1]
        if gone in after.hands[seat]:
            duty = Duty(DISCARD_THIS, seat, 0, 1, "pile_faults.until", (gone,))
            after = changed(after, duties=(*after.record.incidents.duties, duty))
    if not after.stock and not again:
        end = End("stock", None, False)
        after = after._replace(record=after.record._replace(end=end))
    return after, [Event("pile-restored", seat)]


def taken_for_good(rules: Rules, deal: Deal) -> Deal:
    """``deal`` when nobody can point out any more that the pile was taken wrongly: in a game in
    which sides form by it, whoever was the first to take it plays alone."""
    if rules.solo is None or not deal.record.pile_taken or solo_of(deal) is not None:
        return deal
    for fault in deal.record.incidents.faults:
        if fault.step.take is not None and fault.turn < deal.turn.number:
            return form(rules, deal, fault.seat, over=False)[0]
    return deal


def raise_minimum(rules: Rules, deal: Deal, table: int) -> Deal:
    """``deal`` with the minimum of a side raised by the figure of the law."""
    r = need(rules.meld_faults)
    rows = [(column, r.raise_) for column in deal.columns_of(table)]
    return changed(deal, raised=(*deal.record.incidents.raised, *rows))


def _alone(before: Deal, now: Deal, seat: int) -> bool:
    """Whether since ``before`` nobody but the player at ``seat`` has moved any card, and he only
    between hand, pile and melds."""
    others = [s for s in range(len(now.hands)) if s != seat]
    return (
        all(before.hands[s] == now.hands[s] for s in others)
        and before.stock == now.stock
        and before.record.aside == now.record.aside
        and before.record.incidents.apart == now.record.incidents.apart
        and all(before.record.red_threes[s] == now.record.red_threes[s] for s in others)
    )


def _as_before(before: Deal, now: Deal) -> Deal:
    """The deal before a fault, with what has been booked and laid upon the players since."""
    incidents = now.record.incidents._replace(
        faults=before.record.incidents.faults, demand=None, resume=None
    )
    return changed(before, **incidents._asdict())


def _in_lawful_order(rules: Rules, before: Deal, fault: Fault) -> Deal:
    """The turn since the fault, done in the order the law wants; what cannot be done so is
    undone."""
    assert fault.step.take is not None
    take: Step = fault.step.take
    now = before
    for step in (take, *fault.since):
        result = engine.apply(rules, now, fault.seat, step)
        if result.refusal is None:
            now = result.deal
    return now


def _restore_late(rules: Rules, deal: Deal, fault: Fault, before: Deal) -> Done:
    """The pile put back at a later time, under the reading that sets no limit: what is left of it
    goes below what has been discarded since."""
    seat = fault.seat
    take = fault.step.take
    assert take is not None
    deal = _undo_take(rules, drop_fault(deal, fault), seat, before, take)
    return deal, [Event("pile-restored", seat)]


def _undo_take(rules: Rules, deal: Deal, seat: int, before: Deal, take: Take) -> Deal:
    """``deal`` with the pile that ``before`` held put below the present one, as far as its cards
    are still in the taker's hand, among the melds of his side, or among his red threes."""
    table = deal.record.table_of[seat]
    melds = list(deal.melds[table])
    hand = list(deal.hands[seat])
    reds = list(deal.record.red_threes[seat])

    def out_of_melds(card: Card) -> bool:
        for place in range(len(melds) - 1, -1, -1):
            left = without(melds[place].cards, (card,))
            if left is not None:
                melds[place] = melds[place]._replace(cards=left, wilds=count_wilds(left))
                return True
        return False

    back: list[Card] = []
    for card in before.pile[:-1]:
        if card in reds:
            reds.remove(card)
        elif card in hand:
            hand.remove(card)
        elif not out_of_melds(card):
            continue
        back.append(card)
    if out_of_melds(before.pile[-1]):
        back.append(before.pile[-1])
    hand += [card for card in take.using if out_of_melds(card)]
    record = deal.record
    return deal._replace(
        hands=set_at(deal.hands, seat, tuple(sorted(hand))),
        melds=set_at(deal.melds, table, tuple(meld for meld in melds if meld.cards)),
        pile=tuple(back) + deal.pile,
        record=record._replace(red_threes=set_at(record.red_threes, seat, tuple(reds))),
    )


# ------------------------------------------------------------------- out of turn


def commit_out_of_turn(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """The pile is taken by a player who is not in turn."""
    if step.take is None or seat == deal.turn.seat:
        raise refused("not-that-fault")
    after, events = _taken(rules, deal, seat, step.take)
    after, more = pile.join_rest(rules, after)
    after = after._replace(turn=deal.turn)
    fault = Fault(step.kind, seat, deal.turn.number, deal.turn.seat, step, deal)
    return commit_fault(after, fault), [*events, *more]


def notice_out_of_turn(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The pile is restored, the player takes up his hand, and points are booked."""
    r = need(rules.pile_faults)
    before, take, seat = fault.before, fault.step.take, fault.seat
    if deal.record.end is not None or before is None or take is None:
        raise stands("pile_faults.out_of_turn_points")
    if deal.turn.seat == seat and deal.turn.phase != BEFORE_DRAW:
        raise stands("pile_faults.until")
    table = deal.record.table_of[seat]
    after = _undo_take(rules, drop_fault(deal, fault), seat, before, take)
    record = after.record._replace(
        was_frozen=before.record.was_frozen,
        fresh=before.record.fresh,
        pile_taken=before.record.pile_taken,
    )  # fmt: skip
    after = after._replace(record=record)
    after = book(after, table, r.out_of_turn_points, "pile_faults.out_of_turn_points")
    if r.hand == "penalty_cards":
        after = becomes_penalty(rules, after, seat, before.hands[seat])
    return after, [Event("pile-restored", seat)]


# ------------------------------------------------------------------- cards forgotten


def commit_left(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """The top card is taken lawfully, perhaps with melds laid beside it, and the cards below it
    are left lying."""
    if step.take is None or seat != deal.turn.seat or len(deal.pile) < 2:
        raise refused("not-that-fault")
    reasons = engine.act_reasons(rules, deal, seat, (step.take, *step.lays))
    if reasons:
        raise refused("not-that-fault", reasons[0].leaf)
    after, events = pile.take(rules, deal, step.take._replace(rest=False))
    if step.lays:
        laid = engine.apply_act(rules, after, seat, step.lays)
        if laid.refusal is not None:
            raise refused("not-that-fault", laid.refusal.leaf)
        after, events = laid.deal, [*events, *laid.events]
    after = after._replace(turn=after.turn._replace(held=False))
    after = changed(after, left=len(after.pile), left_by=seat)
    return commit_fault(after, Fault(step.kind, seat, deal.turn.number, seat, step)), events


def notice_left(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The player may still take the cards up, his own discard excepted, until the next player has
    acted."""
    if window(deal, fault) not in ("own-turn", BEFORE_NEXT):
        raise stands("pile_faults.forgotten_until")
    return demand(
        deal, fault.seat, ("take-rest", "leave-rest"), fault, "pile_faults.forgotten_until"
    ), []


def choose_left(rules: Rules, deal: Deal, fault: Fault, step: Choose) -> Done:
    """The cards left behind are taken up, or stay."""
    incidents = deal.record.incidents
    after = drop_fault(changed(deal, demand=None), fault)
    if step.option == "leave-rest":
        return after, []
    rest, pile_ = deal.pile[: incidents.left], deal.pile[incidents.left :]
    after = changed(after, left=0, left_by=NOBODY, idle=taken_from(incidents.idle, rest))
    threes = red_threes_in(rest)
    others = tuple(card for card in rest if not IS_RED_THREE[card])
    after = to_hand(after._replace(pile=pile_), fault.seat, others)
    events = [Event("took-rest", fault.seat, others)] if others else []
    if threes:
        after = lay(after, fault.seat, threes)
        events += [Event("red-three", fault.seat, (card,)) for card in threes]
    return after, events


def followed(deal: Deal, seat: int, steps: tuple[Step, ...]) -> Deal:
    """``deal`` with the steps that a player has taken since a fault of his own written down, as
    long as it may still be put right."""
    faults = tuple(
        f._replace(since=(*f.since, *(s for s in steps if isinstance(s, Lay))))
        if f.kind == "took-pile-without-right" and f.seat == seat and f.turn == deal.turn.number
        else f
        for f in deal.record.incidents.faults
    )
    return deal if faults == deal.record.incidents.faults else changed(deal, faults=faults)
