"""Faults in drawing from the stock (chapter 25), and a choice made by a touch (10.b)."""

from __future__ import annotations

from .. import engine
from ..cards import IS_RED_THREE, Cards, without
from ..incidents import (
    EVERYBODY,
    NO_DRAW,
    NO_MELD,
    PILE_ONLY,
    PLAY_CARDS,
    STOCK_ONLY,
    Duty,
    Fault,
)
from ..listing import lawful_takes
from ..red_threes import draw_cards, lay, red_threes_in
from ..rules import Rules
from ..state import BEFORE_DRAW, PLAYING, STOCK, Deal, Event, set_at
from ..steps import Choose, Commit, Notice
from .common import (
    AFTER_NEXT,
    Done,
    book,
    changed,
    commit_fault,
    demand,
    drop_fault,
    in_time,
    need,
    oblige,
    on_top,
    refused,
    stands,
    to_hand,
    window,
)


def _draws_now(deal: Deal, seat: int) -> None:
    """Only the player in turn, who has not drawn, commits a fault in drawing on his own turn."""
    if seat != deal.turn.seat or deal.turn.phase != BEFORE_DRAW:
        raise refused("not-that-fault")


def _fault(deal: Deal, seat: int, step: Commit, cards: Cards = ()) -> Fault:
    return Fault(step.kind, seat, deal.turn.number, deal.turn.seat, step, cards=cards)


def _has_drawn(deal: Deal) -> Deal:
    return deal._replace(turn=deal.turn._replace(phase=PLAYING, source=STOCK))


# ------------------------------------------------------------------- cards of the stock seen


def commit_seen(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """The draw, with so many cards beyond it seen. A card seen that then replaces a red three of
    the draw has been seen rightly."""
    _draws_now(deal, seat)
    lifted = rules.draw.cards + step.number
    if lifted > len(deal.stock):
        raise refused("not-in-hand")
    seen = deal.stock[-lifted:]
    after, events = draw_cards(rules, deal, seat, rules.draw.cards, rules.red_threes.replaced_drawn)
    left = tuple(reversed(seen[: max(0, lifted - (len(deal.stock) - len(after.stock)))]))
    after = _has_drawn(after)
    if not left:
        return after, events
    return commit_fault(after, _fault(deal, seat, step, left)), events


def notice_seen(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The cards are shown to all and put back; the next player may shuffle before he draws."""
    r = need(rules.stock_faults)
    shown = fault.step.yes
    if r.next_seen == "free" and len(fault.cards) == 1:
        raise stands("stock_faults.next_seen")
    if r.next_seen == "own_eyes" and len(fault.cards) == 1 and not shown:
        raise stands("stock_faults.next_seen")
    if not in_time(deal, fault):
        raise stands("stock_faults.shuffle_by")
    after = drop_fault(deal, fault)
    seats = len(deal.hands)
    by = (fault.seat + 1) % seats if r.shuffle_by == "next_player" else EVERYBODY
    after = changed(after, may_shuffle=by)
    if r.seen_back == "anywhere":
        after = demand(after, fault.seat, ("put-back",), fault, "stock_faults.seen_back")
    return after, [Event("shown", fault.seat, fault.cards)]


def choose_put_back(rules: Rules, deal: Deal, fault: Fault, step: Choose) -> Done:
    """Where the cards seen go in the stock, under the reading that leaves it to the player."""
    after = on_top(changed(deal, demand=None), step.on_top) if step.on_top else deal
    if after is None:
        raise refused("not-in-hand")
    return changed(after, demand=None), []


# ------------------------------------------------------------------- too many, too few


def commit_too_many(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """So many cards in all go into the hand. What lawfully replaces a red three is not too many;
    a red three among those that are is laid for the other side when that is pointed out."""
    _draws_now(deal, seat)
    if step.number <= rules.draw.cards:
        raise refused("not-that-fault")
    if step.number > len(deal.stock):
        raise refused("not-in-hand")
    lifted = tuple(reversed(deal.stock[-step.number :]))
    after, events = draw_cards(rules, deal, seat, rules.draw.cards, rules.red_threes.replaced_drawn)
    extra = lifted[len(deal.stock) - len(after.stock) :]
    if not extra:
        raise refused("not-that-fault")
    after = _has_drawn(after._replace(stock=after.stock[: len(after.stock) - len(extra)]))
    after = to_hand(after, seat, extra)
    events = [*events, *(Event("drew", seat, (card,)) for card in extra)]
    return commit_fault(after, _fault(deal, seat, step, extra)), events


def notice_too_many(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """No meld in this turn; then so many turns without a draw; a red three goes to the others."""
    r = need(rules.stock_faults)
    if deal.record.end is not None:
        raise stands("stock_faults.extra_turns")
    seat = fault.seat
    after = drop_fault(deal, fault)
    after, given = give_red_threes(rules, after, seat, fault.cards)
    if given and r.extra_red_three == "instead":
        return after, [Event("red-three", seat, given)]
    number = len(fault.cards)
    own = window(deal, fault) not in ("before-next", AFTER_NEXT)
    if own:
        after = opening_undone(after)
        after = oblige(after, Duty(NO_MELD, seat, 0, 1, "stock_faults.extra_turns"))
    turns = number if r.extra_turns == "each" else 1
    skip = 0
    if deal.turn.seat == seat and (own or deal.turn.phase != BEFORE_DRAW):
        skip = 1
        if r.extra_from == "this" and own and number > 1:
            turns -= 1
    if turns > 0:
        after = oblige(after, Duty(NO_DRAW, seat, skip, turns, "stock_faults.extra_turns"))
        if r.extra_melds == "single" and number > 1:
            after = oblige(after, Duty(NO_MELD, seat, skip, turns, "stock_faults.extra_melds"))
    events = [Event("red-three", seat, given)] if given else []
    if deal.turn.seat == seat and not skip and turns > 0:  # the turn without a draw has begun
        return engine.begin_barred(rules, after, events)
    return after, events


def opening_undone(deal: Deal) -> Deal:
    """``deal`` without an initial meld that is still short of its minimum: its player may not meld
    in this turn, so the cards go back to his hand."""
    turn = deal.turn
    if turn.wanting <= 0:
        return deal
    melds = deal.melds[deal.table]
    cards = tuple(card for meld in melds[turn.melds_before :] for card in meld.cards)
    left = set_at(deal.melds, deal.table, melds[: turn.melds_before])
    deal = to_hand(deal._replace(melds=left), turn.seat, cards)
    return deal._replace(turn=turn._replace(wanting=0, laid=False, wild_laid=False))


def give_red_threes(rules: Rules, deal: Deal, seat: int, drawn: Cards) -> tuple[Deal, Cards]:
    """Red threes among wrongly drawn cards are laid for the side that plays next, and not
    replaced; there they never count minus, unless the ruleset has it so."""
    r = need(rules.stock_faults)
    given = tuple(card for card in red_threes_in(drawn) if card in deal.hands[seat])
    left = without(deal.hands[seat], given)
    if not given or left is None:
        return deal, ()
    hands = (*deal.hands[:seat], left, *deal.hands[seat + 1 :])
    other = (seat + 1) % len(hands)
    deal = lay(deal._replace(hands=hands), other, given)
    if not r.extra_red_three_minus:
        row = (deal.column_of(other), len(given))
        credited = (*deal.record.incidents.credited, row)
        deal = changed(deal, credited=credited)
    return deal, given


def commit_too_few(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """Fewer cards than a draw has."""
    _draws_now(deal, seat)
    if not 0 < step.number < rules.draw.cards or step.number >= len(deal.stock):
        raise refused("not-that-fault")
    after, events = draw_cards(rules, deal, seat, step.number, rules.red_threes.replaced_drawn)
    return commit_fault(_has_drawn(after), _fault(deal, seat, step)), events


def notice_too_few(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """What is missing may be drawn until the next player has acted."""
    r = need(rules.stock_faults)
    if not in_time(deal, fault) or r.too_few == "stands" or not deal.stock:
        raise stands("stock_faults.too_few")
    missing = rules.draw.cards - fault.step.number
    return draw_cards(
        rules, drop_fault(deal, fault), fault.seat, missing, rules.red_threes.replaced_drawn
    )


# ------------------------------------------------------------------- out of turn


def commit_out_of_turn(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """Cards of the stock taken by a player who is not in turn: into his hand, or held apart."""
    number = step.number or rules.draw.cards
    if seat == deal.turn.seat:
        raise refused("not-that-fault")
    if number > len(deal.stock):
        raise refused("not-in-hand")
    if any(s == seat for s, _ in deal.record.incidents.apart):
        raise refused("not-that-fault")
    cards = tuple(reversed(deal.stock[-number:]))
    after = deal._replace(stock=deal.stock[:-number])
    if step.yes:
        after = to_hand(after, seat, cards)
    else:
        after = changed(after, apart=(*after.record.incidents.apart, (seat, cards)))
    return commit_fault(after, _fault(deal, seat, step, cards)), [
        Event("drew", seat, (card,)) for card in cards
    ]


def notice_out_of_turn(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """Joined to the hand: points, and a turn without a draw. Held apart on the partner's turn:
    they are his draw, to be melded or discarded. On an opponent's: he takes them or has the stock
    shuffled. If the player in turn has drawn and the offender is next, it is his own draw."""
    need(rules.stock_faults)
    if deal.record.end is not None:
        raise stands("stock_faults.out_of_turn_points")
    seat = fault.seat
    table = deal.record.table_of
    after = drop_fault(deal, fault)
    if fault.step.yes:
        return _joined(rules, after, fault)
    after = changed(after, apart=tuple(a for a in after.record.incidents.apart if a[0] != seat))
    turn = deal.turn
    if turn.phase == BEFORE_DRAW and turn.seat != seat:
        if table[turn.seat] == table[seat]:
            return hand_over(rules, after, turn.seat, fault.cards, bound=True)
        back = changed(after, apart=(*after.record.incidents.apart, (seat, fault.cards)))
        return demand(
            back, turn.seat, ("take-cards", "shuffle"), fault, "stock_faults.handed_over"
        ), [Event("shown", seat, fault.cards)]
    if (
        turn.seat == seat and turn.phase == BEFORE_DRAW
    ):  # his own turn has come: his draw, made early
        return hand_over(rules, after, seat, fault.cards, bound=False)
    if (turn.seat + 1) % len(deal.hands) == seat:
        kept = changed(after, apart=(*after.record.incidents.apart, (seat, fault.cards)))
        return oblige(kept, Duty(STOCK_ONLY, seat, 0, 1, "stock_faults.handed_over")), []
    back = after._replace(stock=after.stock + tuple(reversed(fault.cards)))
    return changed(back, may_shuffle=EVERYBODY), [Event("shown", seat, fault.cards)]


def _joined(rules: Rules, deal: Deal, fault: Fault) -> Done:
    r = need(rules.stock_faults)
    seat = fault.seat
    deal, given = give_red_threes(rules, deal, seat, fault.cards)
    deal = book(
        deal, deal.record.table_of[seat], r.out_of_turn_points, "stock_faults.out_of_turn_points"
    )
    skip = 0 if deal.turn.seat != seat or deal.turn.phase == BEFORE_DRAW else 1
    deal = oblige(deal, Duty(NO_DRAW, seat, skip, 1, "stock_faults.out_of_turn_points"))
    if not r.out_of_turn_melds:
        deal = oblige(deal, Duty(NO_MELD, seat, skip, 1, "stock_faults.out_of_turn_melds"))
    if deal.turn.seat == seat and not skip:
        deal = deal._replace(turn=deal.turn._replace(phase=PLAYING))
    return deal, [Event("red-three", seat, given)] if given else []


def hand_over(rules: Rules, deal: Deal, seat: int, cards: Cards, bound: bool) -> Done:
    """Cards that another has drawn become the draw of ``seat``, who is in turn. Fewer than a draw
    are made up from the stock; a red three among them is laid and replaced. ``bound``: he must
    meld or discard them, in this turn or as the ruleset spreads it."""
    r = need(rules.stock_faults)
    threes = red_threes_in(cards)
    others = tuple(card for card in cards if not IS_RED_THREE[card])
    deal = to_hand(deal, seat, others)
    events = [Event("drew", seat, (card,)) for card in others]
    if threes:
        deal = lay(deal, seat, threes)
        events += [Event("red-three", seat, (card,)) for card in threes]
    missing = max(0, rules.draw.cards - len(others))
    if missing and deal.stock:
        deal, more = draw_cards(rules, deal, seat, missing, rules.red_threes.replaced_drawn)
        events += more
    deal = _has_drawn(deal)
    if bound and others:
        leaf = "stock_faults.handed_over"
        if r.handed_over == "this_turn":
            deal = oblige(deal, Duty(PLAY_CARDS, seat, 0, 1, leaf, others))
        else:
            deal = oblige(deal, Duty(PLAY_CARDS, seat, 1, 0, leaf, others))
    return deal, events


def choose_cards(rules: Rules, deal: Deal, fault: Fault, step: Choose) -> Done:
    """The opponent in turn takes the cards drawn out of turn as his draw, or has them put back
    and the stock shuffled, and then draws as he likes."""
    seat = fault.seat
    apart = tuple(a for a in deal.record.incidents.apart if a[0] != seat)
    after = changed(deal, demand=None, apart=apart)
    if step.option == "take-cards":
        return hand_over(rules, after, deal.turn.seat, fault.cards, bound=False)
    back = after._replace(stock=after.stock + tuple(reversed(fault.cards)))
    shuffled = on_top(back, step.on_top)
    if shuffled is None:
        raise refused("not-in-hand")
    return shuffled, []


def own_early_draw(rules: Rules, deal: Deal) -> Done:
    """At the start of a turn: cards that its player has drawn too early and that lie apart are
    his draw."""
    seat = deal.turn.seat
    mine = next((cards for s, cards in deal.record.incidents.apart if s == seat), None)
    waits = any(
        f.kind == "drew-out-of-turn" and f.seat == seat for f in deal.record.incidents.faults
    )
    if mine is None or waits or deal.record.end is not None:
        return deal, []
    after = changed(deal, apart=tuple(a for a in deal.record.incidents.apart if a[0] != seat))
    return hand_over(rules, after, seat, mine, bound=False)


# ------------------------------------------------------------------- a touch


def commit_touched(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """A card of the stock or the pile is touched. That settles the choice, unless it was done by
    accident; a player who has no right to the pile he has touched draws from the stock."""
    _draws_now(deal, seat)
    if step.yes and rules.draw.touch == "unless_accident":
        return deal, []
    leaf = "draw.touch"
    if step.what == "pile" and lawful_takes(rules, deal):
        return oblige(deal, Duty(PILE_ONLY, seat, 0, 1, leaf)), [Event("touched", seat)]
    return oblige(deal, Duty(STOCK_ONLY, seat, 0, 1, leaf)), [Event("touched", seat)]
