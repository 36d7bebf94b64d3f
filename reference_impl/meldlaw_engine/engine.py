"""The engine: what a step leads to, which steps are lawful, and why others are not.

Everything here is a pure function of a ruleset and a deal. A step is lawful if its gate (turn,
phase) and its fit (the cards) raise nothing and the turn can still be ended lawfully after it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from . import duties, laying, pile, red_threes, sequences, solo
from .cards import IS_RED_THREE, RANK, RED_THREES, SUIT, WILDS, Card, Cards, without
from .ends import (
    CANASTA_MISSING,
    MAY_NOT_GO_OUT,
    MUST_GO_OUT_NOW,
    MUST_KEEP,
    ONLY_GOING_OUT,
    OUT_CONCEALED,
    end_refusals,
    enough_left,
    may_not_go_out,
    must_go_out,
    short_of_minimum,
)
from .going_out import can_go_out, has_canastas, is_concealed, is_out, may_be_last_discard
from .incidents import BY_PASSING, DISCARD_THIS, NO_MELD, QUIET, Penalty, settled
from .melds import is_finished
from .opening import below_minimum, is_open, value
from .refusals import NOT_IN_HAND, Refusal, Refusals
from .rules import Rules
from .state import (
    ASKED,
    BEFORE_DRAW,
    BOUND,
    FREE,
    MUST_GO_OUT,
    NO,
    NOT_ASKED,
    NOWHERE,
    PILE,
    PLAYING,
    STOCK,
    YES,
    Deal,
    End,
    Event,
    set_at,
    start_of_turn,
)
from .steps import (
    MELDING,
    NEW,
    Answer,
    Ask,
    Decline,
    Discard,
    Draw,
    Join,
    Lay,
    LayRedThree,
    Pass,
    Step,
    Take,
    TakeBack,
)
from .stock import can_draw

DEAL_OVER = Refusal("deal-over", "out.ends_deal")
NOT_YOUR_TURN = Refusal("not-your-turn", "turn.in_order")
ALREADY_DRAWN = Refusal("already-drawn", "draw.cards")
STOCK_EMPTY = Refusal("stock-empty", "stock_end.rule")
MUST_TAKE = Refusal("must-take-pile", "stock_end.forced_take")
STOCK_LEFT = Refusal("stock-not-empty", "stock_end.rule")
HAS_ASKED = Refusal("may-not-ask-now", "out.ask_times")
MAY_NOT_ASK = Refusal("may-not-ask-now", "out.ask")
NO_PARTNER = Refusal("no-partner", None)
NOT_ASKED_YET = Refusal("not-asked", None)
CANNOT_PASS = Refusal("cannot-pass", "turn.pass_with")
ONE_AT_A_TIME = Refusal("one-meld-at-a-time", "opening.grain")
ANSWER_FIRST = Refusal("answer-first", "out.answer_binds")
ALREADY_DISCARDED = Refusal("already-discarded", "turn.keeps")
PENALTY_CARD_MELDS = Refusal("penalty-card-to-be-melded", "exposed.meld_first")
STILL_DEALING = Refusal("still-dealing", "deal.cards")


class Result(NamedTuple):
    """What a step or an act led to: the deal afterwards with the events, or, if it was refused,
    the deal unchanged with the first reason."""

    deal: Deal
    events: tuple[Event, ...]
    refusal: Refusal | None


def to_act(deal: Deal) -> int | None:
    """The seat that is to act: whoever must make a choice, or the partner while a question waits
    for an answer, otherwise the player in turn; None when the deal is over."""
    if deal.record.end is not None:
        return None
    if deal.record.incidents.demand is not None:
        return deal.record.incidents.demand.seat
    if deal.turn.asked == ASKED:
        return partner(deal)
    return deal.turn.seat


def partner(deal: Deal) -> int | None:
    """The next seat in turn order that plays for the same table; None if there is none."""
    seats = len(deal.hands)
    seat = deal.turn.seat
    for ahead in range(1, seats):
        other = (seat + ahead) % seats
        if deal.record.table_of[other] == deal.table:
            return other
    return None


def _may_answer(rules: Rules, deal: Deal, seat: int) -> bool:
    """Whether a seat may answer the question of the player in turn."""
    if rules.out.asked == "next_partner":
        return seat == partner(deal)
    return seat != deal.turn.seat and deal.record.table_of[seat] == deal.table


# ---------------------------------------------------------------------------- what is refused


def _drawing(rules: Rules, deal: Deal) -> Refusals:
    """Gate of drawing, taking and declining: nothing drawn yet, no initial meld left short."""
    barred = duties.drawing_barred(deal)
    if barred is not None:
        yield barred
    elif deal.turn.phase != BEFORE_DRAW:
        yield ALREADY_DRAWN
    elif deal.turn.wanting > 0:
        yield below_minimum(rules, deal)


def _refuse_draw(rules: Rules, deal: Deal, step: Draw) -> Refusals:
    yield from _drawing(rules, deal)
    if not can_draw(rules, deal) and deal.turn.phase == BEFORE_DRAW:
        if rules.stock_end.rule != "failed_draw":
            yield STOCK_EMPTY
        elif must_take(rules, deal):  # there the attempt would end the deal
            yield MUST_TAKE
    barred = duties.stock_barred(deal)
    if barred is not None:
        yield barred


def refuse_take(rules: Rules, deal: Deal, step: Take) -> Refusals:
    yield from _drawing(rules, deal)
    yield from pile.gate(rules, deal)
    yield from pile.fit(rules, deal, step)


def _refuse_lay(rules: Rules, deal: Deal, step: Lay) -> Refusals:
    yield from laying.gate(rules, deal)
    yield from laying.fit(rules, deal, step)


def refuse_discard(rules: Rules, deal: Deal, step: Discard) -> Refusals:
    """A turn ends with one discard after which a card is left in the hand; a player who goes
    out may discard his last card."""
    turn, card = deal.turn, step.card
    if turn.phase == BEFORE_DRAW:
        yield laying.DRAW_FIRST
    hand = deal.hands[turn.seat]
    if card not in hand:
        yield NOT_IN_HAND
        return
    if IS_RED_THREE[card] and rules.red_threes.discard == "never":
        yield red_threes.NOT_DISCARDED
    elif red_threes.to_be_laid(rules, hand) and not deal.record.had_turn[turn.seat]:
        yield red_threes.STILL_HELD
    if turn.phase == BEFORE_DRAW:
        return
    if deal.record.incidents is not QUIET:
        yield from _bound_discard(rules, deal, card)
    if duties.held(rules, deal, turn.seat) > rules.turn.keeps:
        yield from _still_owed(rules, deal)
        return
    if may_discard_last(rules, deal):
        return
    barred = duties.melding_barred(deal)
    if barred is not None:  # who may not meld does not go out either
        yield barred
    elif may_not_go_out(rules, deal):
        yield MAY_NOT_GO_OUT
    elif _short_and_concealed(rules, deal):
        yield Refusal("concealed-with-short-hand", "late_red_three.short_hand")
    elif not (may_be_last_discard(rules, card) and is_out(rules, deal)):
        if turn.wanting > 0:
            yield below_minimum(rules, deal)
        yield MUST_KEEP
        if not has_canastas(rules, deal):
            yield CANASTA_MISSING


def _short_and_concealed(rules: Rules, deal: Deal) -> bool:
    """Whether the player would go out concealed with a discard although his hand was not made
    up."""
    r = rules.late_red_three
    if r is None or r.short_hand != "no_concealed_discard":
        return False
    return duties.no_concealed_discard(deal) is not None and is_concealed(rules, deal)


def _bound_discard(rules: Rules, deal: Deal, card: Card) -> Refusals:
    """What the duties of the player in turn have against just this discard."""
    incidents = deal.record.incidents
    if incidents.resume is not None and incidents.resumed_by == BY_PASSING:
        yield ALREADY_DISCARDED
    hand = deal.hands[deal.turn.seat]
    lawful = tuple(c for c in hand if not IS_RED_THREE[c])
    left, why = duties.discards(rules, deal, lawful)
    if card not in left and why is not None and not IS_RED_THREE[card]:
        if why.code != duties.PENALTY_CARD_FIRST or not _may_keep_exposed(rules, deal):
            yield why
    if any(e.seat == deal.turn.seat and IS_RED_THREE[e.card] for e in incidents.exposed):
        yield red_threes.STILL_HELD
    yield from _to_be_melded(rules, deal, card)


def _may_keep_exposed(rules: Rules, deal: Deal) -> bool:
    """Whether another card may be discarded because each penalty card left could be melded."""
    if rules.exposed is None or rules.exposed.discard == "always":
        return False
    return all(may_be_melded(rules, deal, card) for card in duties.awake(deal, deal.turn.seat))


def _to_be_melded(rules: Rules, deal: Deal, card: Card) -> Refusals:
    """Cards that must be melded before the discard, because they can be: those laid out of turn,
    and penalty cards where the law wants it."""
    seat = deal.turn.seat
    if duties.melding_barred(deal) is not None:
        return
    laid = duties.must_meld_lying(deal)
    if laid is not None:
        early = duties.lying_cards(deal, seat)
        if any(may_be_melded(rules, deal, c) for c in early):
            yield Refusal("lying-cards-first", laid.leaf)
    if rules.exposed is not None and rules.exposed.meld_first and is_open(deal):
        if any(may_be_melded(rules, deal, c) for c in duties.awake(deal, seat)):
            yield PENALTY_CARD_MELDS


def may_be_melded(rules: Rules, deal: Deal, card: Card) -> bool:
    """Whether the player in turn can lawfully meld ``card`` now: onto a meld of his side, or in
    a new one with other cards of his hand."""
    melds = deal.melds[deal.table]
    for place in range(len(melds)):
        if is_lawful(rules, deal, Lay((card,), place)):
            return True
    hand = list(deal.hands[deal.turn.seat])
    if card not in hand:
        return False
    hand.remove(card)
    for place, meld in enumerate(melds):
        if meld.is_sequence:
            cards = sequences.up_to(meld, card, tuple(hand))
            if cards and is_lawful(rules, deal, Lay(cards, place)):
                return True
    return any(
        is_lawful(rules, deal, Lay((card, *others)))
        for others in laying.companions(rules, card, tuple(hand))
    )


def may_discard_last(rules: Rules, deal: Deal) -> bool:
    """Whether a player who has lost his draw may discard his last card whatever that does."""
    r = rules.stock_faults
    if r is None or r.no_card_left == "keeps" or deal.record.incidents is QUIET:
        return False
    return duties.drawing_barred(deal) is not None and duties.melding_barred(deal) is None


def may_end_without(rules: Rules, deal: Deal) -> bool:
    """Whether the turn may end without a discard because of what has gone wrong: it has been
    taken up again only to put a fault right, or the player has no card that he may discard."""
    incidents = deal.record.incidents
    if incidents is QUIET:
        return False
    if incidents.resume is not None and incidents.resumed_by == BY_PASSING:
        return True
    seat = deal.turn.seat
    if duties.held(rules, deal, seat) > rules.turn.keeps:
        return False
    return all(
        next(refuse_discard(rules, deal, Discard(card)), None) is not None
        for card in set(deal.hands[seat])
    )


def _still_owed(rules: Rules, deal: Deal) -> Refusals:
    """What keeps a turn from ending without going out: an initial meld that is short, black
    threes that bind to go out, or leave to do so."""
    turn = deal.turn
    if deal.record.incidents is not QUIET:
        if not deal.hands[turn.seat] or next(end_refusals(rules, deal), None) is not None:
            return  # a fault has made the lawful end impossible: what was owed has lapsed
    if turn.wanting > 0:
        yield below_minimum(rules, deal)
    elif turn.bound != FREE:
        yield ONLY_GOING_OUT if turn.bound == MUST_GO_OUT else OUT_CONCEALED
    elif must_go_out(rules, deal):
        yield MUST_GO_OUT_NOW


def _refuse_pass(rules: Rules, deal: Deal, step: Pass) -> Refusals:
    """A turn ends without a discard only where the law lets it, with so many cards in the hand."""
    turn = deal.turn
    if turn.phase == BEFORE_DRAW:
        yield laying.DRAW_FIRST
        return
    if may_end_without(rules, deal):
        yield from _still_owed(rules, deal)
        return
    held = duties.held(rules, deal, turn.seat)
    if not rules.turn.pass_with or held != rules.turn.pass_with or _goes_out_instead(rules, deal):
        yield CANNOT_PASS
    else:
        yield from _still_owed(rules, deal)


def _goes_out_instead(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn may go out with the cards that he would keep, and so must."""
    if rules.turn.pass_when == "always":
        return False
    return all(
        next(refuse_discard(rules, deal, Discard(card)), None) is None
        for card in set(deal.hands[deal.turn.seat])
    )


def _refuse_decline(rules: Rules, deal: Deal, step: Decline) -> Refusals:
    """The pile may be left only when there is no stock, and not by a player who can put its top
    card on a meld of his side where the law makes that a duty."""
    yield from _drawing(rules, deal)
    if can_draw(rules, deal):
        yield STOCK_LEFT
    elif must_take(rules, deal):
        yield MUST_TAKE


def must_take(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn, with no stock left to draw from, is bound to take the pile."""
    forced = rules.stock_end.forced_take
    if forced == "never" or can_draw(rules, deal) or not deal.pile:
        return False
    takes = takes_onto(deal, forced == "onto_meld")
    if forced == "onto_open_set":
        melds = deal.melds[deal.table]
        takes = [take for take in takes if not is_finished(rules, melds[take.onto])]
    return any(is_lawful(rules, deal, take) for take in takes)


def takes_onto(deal: Deal, sequences_too: bool = True) -> list[Take]:
    """The ways of taking the pile by its top card alone, lawful or not: onto each set of its rank
    and each sequence that it continues."""
    top = deal.pile[-1]
    found = []
    for place, meld in enumerate(deal.melds[deal.table]):
        if meld.is_sequence:
            if sequences_too and sequences.continues(meld, (top,)) and meld.suit == SUIT[top]:
                found.append(Take((), onto=place))
        elif meld.rank == RANK[top]:
            found.append(Take((), onto=place))
    return found


def _refuse_answer(rules: Rules, deal: Deal, step: Answer) -> Refusals:
    """Whoever is asked may answer."""
    yield from ()


def _refuse_ask(rules: Rules, deal: Deal, step: Ask) -> Refusals:
    turn = deal.turn
    if partner(deal) is None:
        yield NO_PARTNER
    melded = turn.laid and rules.out.ask == "after_stock_draw_unmelded"
    if turn.asked != NOT_ASKED or turn.source not in _ASK[rules.out.ask] or melded:
        yield MAY_NOT_ASK
    elif _has_asked(rules, deal):
        yield HAS_ASKED
    if turn.wanting > 0:
        yield below_minimum(rules, deal)


def _has_asked(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn, or his side, has used up his question."""
    times, asked = rules.out.ask_times, deal.record.asked
    if times == "per_deal":
        return deal.turn.seat in asked
    tables = deal.record.table_of
    return times != "per_turn" and any(tables[seat] == deal.table for seat in asked)


_ASK: dict[str, tuple[int, ...]] = {
    "never": (),
    "unless_pile_chosen": (NOWHERE, STOCK),
    "after_draw": (STOCK, PILE),
    "after_stock_draw": (STOCK,),
    "after_stock_draw_unmelded": (STOCK,),
}
"""For each word of ``out.ask`` the sources of the turn's cards with which one may ask."""


def _out_of_turn(rules: Rules, deal: Deal, seat: int, step: Step) -> Refusal | None:
    """Why ``seat`` may do nothing of this kind now, whatever the cards; None if he may."""
    if deal.record.end is not None:
        return DEAL_OVER
    incidents = deal.record.incidents
    if incidents.dealing:
        return STILL_DEALING
    if incidents.demand is not None:
        if not (incidents.demand.melds and isinstance(step, Lay | Join)):
            return Refusal("choose-first", incidents.demand.leaf)
    waiting = deal.turn.asked == ASKED
    if isinstance(step, Answer):
        return None if waiting and _may_answer(rules, deal, seat) else NOT_ASKED_YET
    if seat != deal.turn.seat:
        return NOT_YOUR_TURN
    return ANSWER_FIRST if waiting else None


def refuse(rules: Rules, deal: Deal, seat: int, step: Step) -> Refusals:
    """Gate and fit of one step, in the order of the law."""
    refusal = _out_of_turn(rules, deal, seat, step)
    return _CHECKS[type(step)](rules, deal, step) if refusal is None else iter((refusal,))


def _refuse_end(rules: Rules, before: Deal, after: Deal) -> Refusals:
    """After a take or a lay the turn must still have a lawful end, and a player bound to go out
    must still be able to."""
    yield from end_refusals(rules, after)
    if must_go_out(rules, before) and not can_go_out(rules, after):
        yield MUST_GO_OUT_NOW


# ---------------------------------------------------------------------------- what happens


def _may_go_last(rules: Rules, deal: Deal) -> list[bool]:
    """For each card still in the hand whether the player may go out by discarding it now."""
    hand = deal.hands[deal.turn.seat]
    return [len(hand) <= rules.turn.keeps and may_be_last_discard(rules, card) for card in hand]


def _draw(rules: Rules, deal: Deal, step: Draw) -> tuple[Deal, list[Event]]:
    if not can_draw(rules, deal):
        return _decline(rules, deal, Decline())
    after, events = red_threes.draw_cards(
        rules, deal, deal.turn.seat, rules.draw.cards, rules.red_threes.replaced_drawn
    )
    if after.record.end is not None and after.turn.asked == YES:
        after = _unable_to_go_out(rules, after)
    turn, hands, stock, pile_, melds, record = after
    turn = turn._replace(phase=PLAYING, source=STOCK)
    return Deal(turn, hands, stock, pile_, melds, record), events


def _discard(rules: Rules, deal: Deal, step: Discard) -> tuple[Deal, list[Event]]:
    card = step.card
    turn, hands, stock, pile_, melds, record = deal
    seat = turn.seat
    hand = hands[seat]
    at = hand.index(card)
    hands = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
    after = Deal(turn, hands, stock, (*pile_, card), melds, record)
    events = [Event("discarded", seat, (card,))]
    if _out_of_cards(rules, after):
        return _go_out(rules, after, events)
    return next_turn(rules, after, events)


def _out_of_cards(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn holds nothing any more, or, where he may go out at a price, only
    red threes that he has forgotten to lay."""
    hand = deal.hands[deal.turn.seat]
    r = rules.late_red_three
    return not hand or (
        r is not None
        and r.out == "at_a_price"
        and RED_THREES.issuperset(hand)
        and deal.turn.laid
        and has_canastas(rules, deal)
    )


def _go_out(rules: Rules, deal: Deal, events: list[Event]) -> tuple[Deal, list[Event]]:
    seat = deal.turn.seat
    concealed = is_concealed(rules, deal)
    short = duties.no_concealed_discard(deal)
    if short is not None and events and events[-1].what == "discarded":
        concealed = False  # only where the law lets such a hand go out at all
    deal = _close_turn(deal)
    if rules.solo is not None and solo.solo_of(deal) is None:
        deal, more = solo.form(rules, deal, seat, over=True)
        events = [*events, *more]
    end = End("out", seat, concealed)
    deal = deal._replace(record=deal.record._replace(end=end))
    return deal, [*events, Event("went-out-concealed" if concealed else "went-out", seat)]


def _close_turn(deal: Deal) -> Deal:
    """Write down what outlasts the turn: the player has had one, has melded, has opened."""
    turn, record = deal.turn, deal.record
    seat = turn.seat
    had_turn, has_melded, opened = record.had_turn, record.has_melded, record.opened
    if not had_turn[seat]:
        had_turn = set_at(had_turn, seat, True)
    if turn.laid:
        has_melded = set_at(has_melded, seat, True)
        opened = set_at(opened, deal.table, True)
    elif had_turn is record.had_turn and not record.fresh:
        return deal
    # a canasta of the other side was completed before this turn, and its time ends with it
    fresh = tuple(row for row in record.fresh if row[0] == deal.table)
    return deal._replace(
        record=record._replace(had_turn=had_turn, has_melded=has_melded, opened=opened, fresh=fresh)
    )


def next_turn(rules: Rules, deal: Deal, events: list[Event]) -> tuple[Deal, list[Event]]:
    """Close the turn and begin that of the next seat, whose dealt red threes are laid first."""
    deal = _close_turn(deal)
    if deal.record.incidents is not QUIET or deal.turn.asked == YES:
        deal = _unable_to_go_out(rules, deal)
        if deal.record.incidents.resume is not None:
            return _go_on(deal), events
        deal = duties.after_turn(deal, deal.turn.seat)
    if rules.stock_end.rule == "last_drawer_ends" and not deal.stock:
        record = deal.record._replace(end=End("stock", None, False))
        return deal._replace(record=record), events
    turn, hands, stock, pile_, melds, record = deal
    seat = (turn.seat + 1) % len(hands)
    turn = start_of_turn(turn.number + 1, seat, melds[record.table_of[seat]])
    deal = Deal(turn, hands, stock, pile_, melds, record)
    if not record.had_turn[seat]:
        deal, events = settle(rules, deal, events)
    return (deal, events) if deal.record.incidents is QUIET else begin_barred(rules, deal, events)


def _go_on(deal: Deal) -> Deal:
    """The turn that had begun, when an earlier one has been put right."""
    incidents = deal.record.incidents
    resume = incidents.resume
    assert resume is not None
    table = deal.record.table_of[resume.seat]
    if table == deal.table:  # melds laid meanwhile lay there before this turn
        resume = resume._replace(melds_before=len(deal.melds[table]))
    kept = tuple(
        d for d in incidents.duties
        if d.seat != deal.turn.seat or d.kind not in (NO_MELD, DISCARD_THIS)
    )  # fmt: skip
    incidents = settled(incidents._replace(resume=None, resumed_by="", duties=kept))
    return deal._replace(turn=resume, record=deal.record._replace(incidents=incidents))


def _unable_to_go_out(rules: Rules, deal: Deal) -> Deal:
    """Points against a player who had a yes and could not go out after all."""
    turn = deal.turn
    if turn.asked != YES or rules.leave is None or not rules.leave.unable_points:
        return deal
    return book(deal, deal.table, rules.leave.unable_points, "leave.unable_points")


def book(deal: Deal, table: int, points: int, leaf: str) -> Deal:
    """``deal`` with penalty points booked against a side, in each column that it has."""
    if not points:
        return deal
    incidents = deal.record.incidents
    rows = [Penalty(column, points, leaf) for column in deal.columns_of(table)]
    incidents = incidents._replace(penalties=(*incidents.penalties, *rows))
    return deal._replace(record=deal.record._replace(incidents=incidents))


def begin_barred(rules: Rules, deal: Deal, events: list[Event]) -> tuple[Deal, list[Event]]:
    """The start of a turn whose player has lost his draw: he goes on without; with no stock left
    the deal is over, because he cannot take the pile."""
    if deal.record.end is not None or duties.drawing_barred(deal) is None:
        return deal, events
    if not can_draw(rules, deal):
        record = deal.record._replace(end=End("stock", None, False))
        return deal._replace(record=record), events
    return deal._replace(turn=deal.turn._replace(phase=PLAYING)), events


def settle(rules: Rules, deal: Deal, events: list[Event]) -> tuple[Deal, list[Event]]:
    """What the law does by itself: dealt red threes are laid and replaced, and a player with no
    cards left has gone out."""
    turn = deal.turn
    if turn.phase == BEFORE_DRAW:
        deal, more = red_threes.lay_dealt(rules, deal)
        return deal, events + more
    if not turn.held and deal.record.end is None and _out_of_cards(rules, deal):
        return _go_out(rules, deal, events)
    return deal, events


def _take(rules: Rules, deal: Deal, step: Take) -> tuple[Deal, list[Event]]:
    after, events = pile.take(rules, deal, step)
    if rules.solo is not None and solo.solo_of(after) is None:
        after, more = solo.form(rules, after, deal.turn.seat, over=False)
        events += more
    if after.turn.held and next(end_refusals(rules, after), None) is not None:
        whole = pile.concealed_with_whole_pile(rules, after)
        if whole is not None:
            return whole, events
    return after, events


def _ask(rules: Rules, deal: Deal, step: Ask) -> tuple[Deal, list[Event]]:
    turn, record = deal.turn, deal.record
    if rules.out.ask_times != "per_turn":
        record = record._replace(asked=(*record.asked, turn.seat))
    return deal._replace(turn=turn._replace(asked=ASKED), record=record), [
        Event("asked", turn.seat)
    ]


def _answer(rules: Rules, deal: Deal, step: Answer) -> tuple[Deal, list[Event]]:
    """The answer binds; for a player who melded before he asked it is a yes, whatever it was."""
    turn = deal.turn
    binds = turn.laid and rules.out.melding_before_asking_binds
    excused = turn.phase == PLAYING and not enough_left(rules, deal)
    word = YES if step.yes else BOUND if binds else NO
    answered = turn._replace(asked=word, excused=excused)
    event = Event("said-yes" if step.yes else "said-no", partner(deal) or 0)
    return deal._replace(turn=answered), [event]


def _decline(rules: Rules, deal: Deal, step: Decline) -> tuple[Deal, list[Event]]:
    if deal.turn.asked == YES:
        deal = _unable_to_go_out(rules, deal)
    record = _close_turn(deal).record._replace(end=End("stock", None, False))
    return deal._replace(record=record), [Event("declined", deal.turn.seat)]


def _pass(rules: Rules, deal: Deal, step: Pass) -> tuple[Deal, list[Event]]:
    return next_turn(rules, deal, [Event("passed", deal.turn.seat)])


def _take_back(rules: Rules, deal: Deal, step: TakeBack) -> tuple[Deal, list[Event]]:
    raise AssertionError("no ruleset lets a melded card be taken back")


def do(rules: Rules, deal: Deal, step: Step) -> tuple[Deal, list[Event]]:
    """The deal after a step that nothing stands against, before it is settled."""
    return _DEEDS[type(step)](rules, deal, step)


_CHECKS: dict[type, Callable[[Rules, Deal, Any], Refusals]] = {
    Draw: _refuse_draw,
    Take: refuse_take,
    Lay: _refuse_lay,
    Join: laying.join_refusals,
    Discard: refuse_discard,
    Pass: _refuse_pass,
    TakeBack: laying.take_back_refusals,
    LayRedThree: red_threes.laying_refusals,
    Ask: _refuse_ask,
    Answer: _refuse_answer,
    Decline: _refuse_decline,
}
"""What may stand against each kind of step, for a player who is to act."""

_DEEDS: dict[type, Callable[[Rules, Deal, Any], tuple[Deal, list[Event]]]] = {
    Draw: _draw,
    Take: _take,
    Lay: laying.lay,
    Join: laying.join,
    Discard: _discard,
    Pass: _pass,
    TakeBack: _take_back,
    LayRedThree: red_threes.lay_by_hand,
    Ask: _ask,
    Answer: _answer,
    Decline: _decline,
}
"""What each kind of step does."""


# ---------------------------------------------------------------------------- the interface


def reasons(rules: Rules, deal: Deal, seat: int, step: Step) -> list[Refusal]:
    """Every true reason against a step, in the order of the law; empty if it is lawful."""
    found = list(dict.fromkeys(refuse(rules, deal, seat, step)))
    if not found and _must_leave_an_end(rules, deal, step):
        found = list(dict.fromkeys(_refuse_end(rules, deal, do(rules, deal, step)[0])))
    return found


def _must_leave_an_end(rules: Rules, deal: Deal, step: Step) -> bool:
    """Whether it is asked of a step that the turn can still be ended after it: of all melding,
    and of laying a red three that its player need not lay."""
    return isinstance(step, MELDING) or (
        isinstance(step, LayRedThree) and deal.turn.phase == PLAYING and red_threes.at_will(rules)
    )


def is_lawful(rules: Rules, deal: Deal, step: Step) -> bool:
    """Whether the player in turn may take this step."""
    return apply(rules, deal, deal.turn.seat, step).refusal is None


def may_end_after(rules: Rules, deal: Deal, step: Lay, bound: bool) -> bool:
    """Whether the turn can still be ended after a lay whose cards are known to fit, by a player
    who is bound to go out or not."""
    if next(laying.fit_in_turn(rules, deal, step), None) is not None:
        return False
    after, _ = laying.lay(rules, deal, step)
    if next(end_refusals(rules, after), None) is not None:
        return False
    return not bound or can_go_out(rules, after)


def apply(rules: Rules, deal: Deal, seat: int, step: Step) -> Result:
    """The deal after ``seat`` has taken one step, or its refusal.

    A step that only begins something, such as the first of several melds of an initial meld, is
    accepted if it can be completed in this turn.
    """
    refusal = next(refuse(rules, deal, seat, step), None)
    if refusal is not None:
        return Result(deal, (), refusal)
    after, events = do(rules, deal, step)
    if _must_leave_an_end(rules, deal, step):
        refusal = next(_refuse_end(rules, deal, after), None)
        if refusal is not None:
            return Result(deal, (), refusal)
        after, events = settle(rules, after, events)
    return Result(after, tuple(events), None)


def apply_act(rules: Rules, deal: Deal, seat: int, act: Sequence[Step]) -> Result:
    """Several steps of one player judged together, as when he lays three melds at once.

    Whether the turn can still be ended is asked of the position after the whole act. Where the
    ruleset wants the initial meld made at once, the act must reach the minimum. The order of
    the lays does not decide: if the order given is refused, new melds first is tried.
    """
    after, events, refusals = _attempt(rules, deal, seat, act)
    if refusals:
        return Result(deal, (), refusals[0])
    return Result(after, tuple(events), None)


def act_reasons(rules: Rules, deal: Deal, seat: int, act: Sequence[Step]) -> list[Refusal]:
    """Every true reason against an act: those of its first step with which something is wrong,
    or what stands against ending it there; empty if the act is lawful."""
    return _attempt(rules, deal, seat, act)[2]


def _attempt(
    rules: Rules, deal: Deal, seat: int, act: Sequence[Step]
) -> tuple[Deal, list[Event], list[Refusal]]:
    """The act in the order given or, if that is refused, in the order in which most acts are
    lawful; refused in both, what stands against the order given."""
    given = _carry_out(rules, deal, seat, act)
    if given[2] and len(act) > 1:
        again = sorted(act, key=lambda step: _late_in_act(rules, deal.hands[seat], step))
        if again != list(act):
            other = _carry_out(rules, deal, seat, again)
            if not other[2]:
                return other
    return given


def _late_in_act(rules: Rules, hand: Cards, step: Step) -> tuple[bool, bool, int]:
    """The order in which most acts are lawful: additions after what they are added to, wild
    cards while a meld may still take them; and first what the hand alone can lay, the most
    points before others, so that a pile held back comes to the hand as soon as it can."""
    if not isinstance(step, Lay):
        return False, False, -sys.maxsize
    added = step.onto != NEW
    held = without(hand, step.cards) is not None
    points = value(rules, step.cards) if held else 0
    return added, added and WILDS.isdisjoint(step.cards), -points


def _carry_out(
    rules: Rules, deal: Deal, seat: int, act: Sequence[Step]
) -> tuple[Deal, list[Event], list[Refusal]]:
    """The act in the order given: the deal and events, or all that stands against it."""
    now = deal
    events: list[Event] = []
    hand = deal.hands[seat]
    counts_all = rules.opening.rest_of_pile_counts == "everybody"
    if len(act) > 1 and isinstance(act[0], Take) and not (counts_all and not is_open(deal)):
        laid = [card for step in act for card in _cards_of(step)]
        if without(hand, laid) is None:
            return deal, [], [NOT_IN_HAND]  # nothing of the pile but its top card helps to take it
    at_once: list[Refusal] = []
    if rules.opening.grain == "one_by_one" and not is_open(deal):
        if sum(isinstance(step, MELDING) for step in act) > 1:
            at_once = [ONE_AT_A_TIME]
    for step in act:
        found = list(dict.fromkeys(refuse(rules, now, seat, step)))
        if found:
            return deal, [], at_once + found
        now, more = do(rules, now, step)
        events += more
    if at_once:
        return deal, [], at_once
    if any(_must_leave_an_end(rules, deal, step) for step in act):
        if _rests_short(rules, now):
            return deal, [], list(short_of_minimum(rules, now))
        found = list(dict.fromkeys(_refuse_end(rules, deal, now)))
        if found:
            return deal, [], found
        now, events = settle(rules, now, events)
    return now, events, []


def _cards_of(step: Step) -> Cards:
    """The hand cards that a step lays."""
    match step:
        case Take():
            return step.using
        case Lay():
            return step.cards
    return ()


def _rests_short(rules: Rules, deal: Deal) -> bool:
    """Whether an act may not stop here, because its initial meld is still short.

    A concealed finish that needs no minimum is made at once all the same: by a hand of which
    nothing but the last discard is left. One that counts the whole pile goes on with its cards.
    """
    turn = deal.turn
    if turn.bound != FREE and turn.source == PILE and rules.opening.rest_of_pile_counts != "nobody":
        return False
    return (
        rules.opening.grain == "at_once"
        and turn.wanting > 0
        and not (is_out(rules, deal) and all(_may_go_last(rules, deal)))
    )
