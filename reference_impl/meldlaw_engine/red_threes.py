"""Red threes: laid, replaced, and the red three as last card of the stock (chapter 21)."""

from __future__ import annotations

from .cards import IS_RED_THREE, RED_THREES, Card, Cards, count_red_threes, without
from .refusals import NOT_IN_HAND, Refusal, Refusals
from .rules import Rules
from .state import BEFORE_DRAW, Deal, End, Event, set_at
from .steps import LayRedThree

NOT_DISCARDED = Refusal("red-three-not-discarded", "red_threes.discard")
STILL_HELD = Refusal("red-three-not-laid", "red_threes.dealt_laid")
LATE = Refusal("no-red-three-to-lay", "late_red_three.when")
NONE_TO_LAY = Refusal("no-red-three-to-lay", "red_threes.dealt_laid")


def red_threes_in(cards: Cards) -> Cards:
    """The red threes among ``cards``."""
    if RED_THREES.isdisjoint(cards):
        return ()
    return tuple(card for card in cards if IS_RED_THREE[card])


def at_will(rules: Rules) -> bool:
    """Whether a player lays red threes when he wishes, so that they are cards of his hand."""
    return rules.red_threes.dealt_laid == "any_turn"


def to_be_laid(rules: Rules, cards: Cards) -> int:
    """How many red threes among ``cards`` must be laid and so cannot be kept in a hand."""
    return 0 if at_will(rules) else count_red_threes(cards)


def lay(deal: Deal, seat: int, laid: Cards) -> Deal:
    """``deal`` with ``laid`` added to the red threes of the player at ``seat``; they are taken
    from nowhere, the caller has removed them from where they were."""
    record = deal.record
    mine = tuple(sorted(record.red_threes[seat] + laid))
    return deal._replace(record=record._replace(red_threes=set_at(record.red_threes, seat, mine)))


def draw_cards(
    rules: Rules, deal: Deal, seat: int, count: int, replace: bool
) -> tuple[Deal, list[Event]]:
    """Draw ``count`` cards for the player at ``seat``, as many as there are; red threes among
    them are laid, and replaced if ``replace``. Ends the deal where the law has it end with a red
    three among the last cards of the stock."""
    ends = rules.stock_end
    stock = deal.stock
    drawn: list[Card] = []
    events: list[Event] = []
    laid: list[Card] = []
    owed = count
    ended = lacking = False
    kept = at_will(rules)
    while owed and stock and not ended:
        owed_again = 0
        for _ in range(min(owed, len(stock))):
            card, last = stock[-1], len(stock)
            stock = stock[:-1]
            if not IS_RED_THREE[card] or kept:
                drawn.append(card)
                events.append(Event("drew", seat, (card,)))
                continue
            laid.append(card)
            events.append(Event("red-three", seat, (card,)))
            ended = ended or last <= ends.red_three_among_last
            owed_again += replace
        lacking = lacking or owed_again > len(stock)
        owed = owed_again
    ended = ended or (lacking and ends.unreplaced_red_three == "ends")
    if lacking and not drawn and ends.unreplaced_red_three == "ends_if_none_kept":
        ended = True
    turn, hands, _, pile, melds, record = deal
    hand = tuple(sorted((*hands[seat], *drawn)))
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    deal = Deal(turn, hands, stock, pile, melds, record)
    if laid:
        deal = lay(deal, seat, tuple(laid))
    if ended:
        deal = deal._replace(record=deal.record._replace(end=End("red-three", seat, False)))
    return deal, events


def lay_dealt(rules: Rules, deal: Deal) -> tuple[Deal, list[Event]]:
    """Lay the red threes that were dealt and make up the hands: of the player in turn before his
    first draw, or of all players at once, and not as a draw."""
    turn, record = deal.turn, deal.record
    seats = _lay_now(rules, deal)
    if turn.phase != BEFORE_DRAW or record.end is not None:
        return deal, []
    events: list[Event] = []
    for seat in seats:
        dealt = red_threes_in(deal.hands[seat])
        if dealt and not record.had_turn[seat] and deal.record.end is None:
            deal, more = _lay_from_hand(rules, deal, seat, dealt)
            events += more
            if rules.red_threes.dealt_binds_stock and seat == turn.seat:
                deal = deal._replace(turn=deal.turn._replace(stock_only=True))
    return deal, events


def _lay_now(rules: Rules, deal: Deal) -> list[int]:
    """The seats whose dealt red threes are laid by themselves at the start of this turn."""
    seat = deal.turn.seat
    if rules.red_threes.dealt_laid == "before_first_draw":
        return [seat]
    if rules.red_threes.dealt_laid == "after_deal":
        seats = len(deal.hands)
        return [(seat + ahead) % seats for ahead in range(seats)]
    return []


def _lay_from_hand(rules: Rules, deal: Deal, seat: int, laid: Cards) -> tuple[Deal, list[Event]]:
    left = list(deal.hands[seat])
    for card in laid:
        left.remove(card)
    deal = lay(deal._replace(hands=set_at(deal.hands, seat, tuple(left))), seat, laid)
    events = [Event("red-three", seat, (card,)) for card in laid]
    if rules.red_threes.replaced_dealt:
        deal, more = draw_cards(rules, deal, seat, len(laid), True)
        events += more
    return deal, events


def laying_refusals(rules: Rules, deal: Deal, step: LayRedThree) -> Refusals:
    """What stands against laying a red three by hand: it is done by itself, or not held; or one
    that was forgotten may not be laid now."""
    turn = deal.turn
    if not IS_RED_THREE[step.card] or step.card not in deal.hands[turn.seat]:
        yield NOT_IN_HAND
        return
    if at_will(rules):
        return
    late = rules.late_red_three
    if deal.record.had_turn[turn.seat] or turn.phase != BEFORE_DRAW:
        if late is None:
            yield NONE_TO_LAY
        elif late.when == "before_draw" and turn.phase != BEFORE_DRAW:
            yield LATE
    elif rules.red_threes.dealt_laid != "first_turn":
        yield NONE_TO_LAY


def lay_by_hand(rules: Rules, deal: Deal, step: LayRedThree) -> tuple[Deal, list[Event]]:
    """Lay one red three from the hand and replace it: a dealt one during the first turn, or one
    that was forgotten before."""
    late, turn = rules.late_red_three, deal.turn
    if late is None or not deal.record.had_turn[turn.seat]:
        deal, events = _lay_from_hand(rules, deal, turn.seat, (step.card,))
        return deal, events
    deal, events = lay_late(rules, deal, turn.seat, (step.card,), late.replaced)
    if late.binds_stock and turn.phase == BEFORE_DRAW:
        deal = deal._replace(turn=deal.turn._replace(stock_only=True))
    return deal, events


def lay_late(
    rules: Rules, deal: Deal, seat: int, laid: Cards, replaced: bool
) -> tuple[Deal, list[Event]]:
    """Lay red threes that were left in a hand, with or without cards in their place."""
    left = without(deal.hands[seat], laid)
    assert left is not None
    deal = lay(deal._replace(hands=set_at(deal.hands, seat, left)), seat, laid)
    events = [Event("red-three", seat, (card,)) for card in laid]
    if replaced:
        deal, more = draw_cards(rules, deal, seat, len(laid), True)
        events += more
    return deal, events
