"""Red threes: laid, replaced, and the red three as last card of the stock (chapter 21)."""

from __future__ import annotations

from .cards import IS_RED_THREE, RED_THREES, Card, Cards
from .refusals import NOT_IN_HAND, Refusal, Refusals
from .rules import Rules
from .state import BEFORE_DRAW, Deal, End, Event, set_at
from .steps import LayRedThree

NOT_DISCARDED = Refusal("red-three-not-discarded", "red_threes.discard")
STILL_HELD = Refusal("red-three-not-laid", "red_threes.dealt_laid")
NONE_TO_LAY = Refusal("no-red-three-to-lay", "red_threes.dealt_laid")


def red_threes_in(cards: Cards) -> Cards:
    """The red threes among ``cards``."""
    if RED_THREES.isdisjoint(cards):
        return ()
    return tuple(card for card in cards if IS_RED_THREE[card])


def lay(deal: Deal, laid: Cards) -> Deal:
    """``deal`` with ``laid`` added to the red threes of the player in turn; they are taken from
    nowhere, the caller has removed them from where they were."""
    record = deal.record
    seat = deal.turn.seat
    mine = tuple(sorted(record.red_threes[seat] + laid))
    return deal._replace(record=record._replace(red_threes=set_at(record.red_threes, seat, mine)))


def draw_cards(rules: Rules, deal: Deal, count: int, replace: bool) -> tuple[Deal, list[Event]]:
    """Draw ``count`` cards for the player in turn; a red three is laid, and replaced if
    ``replace``. Ends the deal where the law has it end with a red three as the last card."""
    seat = deal.turn.seat
    stock = deal.stock
    drawn: list[Card] = []
    events: list[Event] = []
    laid: list[Card] = []
    left = count
    ended = False
    while left and stock:
        card, stock = stock[-1], stock[:-1]
        if IS_RED_THREE[card]:
            laid.append(card)
            events.append(Event("red-three", seat, (card,)))
            if not stock and rules.stock_end.last_red_three == "ends":
                ended = True
                break
            if replace:
                continue
        else:
            drawn.append(card)
            events.append(Event("drew", seat, (card,)))
        left -= 1
    turn, hands, _, pile, melds, record = deal
    hand = tuple(sorted((*hands[seat], *drawn)))
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    deal = Deal(turn, hands, stock, pile, melds, record)
    if laid:
        deal = lay(deal, tuple(laid))
    if ended:
        deal = deal._replace(record=deal.record._replace(end=End("red-three", seat, False)))
    return deal, events


def lay_dealt(rules: Rules, deal: Deal) -> tuple[Deal, list[Event]]:
    """Lay the red threes that the player in turn was dealt and make up his hand: before his
    first draw, and not as a draw."""
    turn, record = deal.turn, deal.record
    seat = turn.seat
    if (
        record.had_turn[seat]
        or turn.phase != BEFORE_DRAW
        or rules.red_threes.dealt_laid != "before_first_draw"
        or record.end is not None
    ):
        return deal, []
    dealt = red_threes_in(deal.hands[seat])
    return _lay_from_hand(rules, deal, dealt) if dealt else (deal, [])


def _lay_from_hand(rules: Rules, deal: Deal, laid: Cards) -> tuple[Deal, list[Event]]:
    seat = deal.turn.seat
    left = list(deal.hands[seat])
    for card in laid:
        left.remove(card)
    deal = lay(deal._replace(hands=set_at(deal.hands, seat, tuple(left))), laid)
    events = [Event("red-three", seat, (card,)) for card in laid]
    if rules.red_threes.replaced_dealt:
        deal, more = draw_cards(rules, deal, len(laid), True)
        events += more
    return deal, events


def laying_refusals(rules: Rules, deal: Deal, step: LayRedThree) -> Refusals:
    """What stands against laying a red three by hand: it is done by itself, or not held."""
    if rules.red_threes.dealt_laid == "before_first_draw" or deal.record.had_turn[deal.turn.seat]:
        yield NONE_TO_LAY
    if not IS_RED_THREE[step.card] or step.card not in deal.hands[deal.turn.seat]:
        yield NOT_IN_HAND


def lay_by_hand(rules: Rules, deal: Deal, step: LayRedThree) -> tuple[Deal, list[Event]]:
    """Lay one dealt red three during the first turn and replace it."""
    return _lay_from_hand(rules, deal, (step.card,))
