"""Can the turn still be ended lawfully?

The laws ask this in several places: a pile may be taken only if the turn can be completed, an
initial meld stands only if it reaches the minimum, black threes are laid only in going out. All
of them come here, with the deal as it would stand after the step.
"""

from __future__ import annotations

from .cards import IS_RED_THREE, Cards
from .duties import held
from .going_out import can_go_out, has_canastas
from .incidents import BY_PASSING, QUIET
from .opening import (
    below_minimum,
    best_opening,
    most_that_can_count,
    reaches_simply,
    uncounted_rank,
)
from .red_threes import to_be_laid
from .refusals import Refusal, Refusals
from .rules import Rules
from .state import BOUND, FREE, MUST_GO_OUT, NO, YES, Deal

MUST_KEEP = Refusal("must-keep-a-card", "turn.keeps")
CANASTA_MISSING = Refusal("canasta-missing", "out.canastas")
ONLY_GOING_OUT = Refusal("black-threes-only-when-going-out", "black_threes.meld")
MUST_GO_OUT_NOW = Refusal("must-go-out", "out.answer_binds")
MAY_NOT_GO_OUT = Refusal("may-not-go-out", "out.answer_binds")
OUT_CONCEALED = Refusal("second-meld-of-rank", "set.per_rank")


def _rest(rules: Rules, deal: Deal) -> int:
    """How many cards of a pile that is held back will join the hand."""
    if not deal.turn.held:
        return 0
    return len(deal.pile) - to_be_laid(rules, deal.pile)


def _playable(rules: Rules, deal: Deal) -> int:
    """How many cards the player in turn holds, red threes that must be laid not counted."""
    seat = deal.turn.seat
    return held(rules, deal, seat) - to_be_laid(rules, deal.hands[seat])


def must_stay(rules: Rules, deal: Deal) -> int:
    """Cards that a player who does not go out must hold when he has melded: one to discard and
    those to keep, or, where he may pass with fewer, so many; only those to keep in a turn that
    has had its discard."""
    incidents = deal.record.incidents
    if incidents is not QUIET and incidents.resume and incidents.resumed_by == BY_PASSING:
        return rules.turn.keeps
    least = 1 + rules.turn.keeps
    return min(least, rules.turn.pass_with) if rules.turn.pass_with else least


def can_open(rules: Rules, deal: Deal) -> bool:
    """Whether the initial meld under way can still reach its minimum in an ordinary turn, with
    a card to discard and one to keep afterwards."""
    turn = deal.turn
    hand = deal.hands[turn.seat]
    keep = max(0, must_stay(rules, deal) - _rest(rules, deal))
    return _can_reach(rules, deal, hand, keep)


def _can_reach(rules: Rules, deal: Deal, hand: Cards, keep: int) -> bool:
    turn = deal.turn
    melds = deal.melds[deal.table]
    if most_that_can_count(rules, hand, melds, turn.melds_before) < turn.wanting:
        return False
    uncounted = uncounted_rank(rules, deal)
    if uncounted < 0 and reaches_simply(rules, hand, turn.wanting, keep):
        return True
    best = best_opening(rules, hand, melds, turn.melds_before, keep, uncounted)
    return best is not None and best >= turn.wanting


def enough_left(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn holds a card to discard and those to keep."""
    return _playable(rules, deal) + _rest(rules, deal) >= must_stay(rules, deal)


def may_not_go_out(rules: Rules, deal: Deal) -> bool:
    """Whether the partner's no bars the player in turn from going out."""
    return deal.turn.asked == NO and rules.out.answer_binds and not deal.turn.excused


def must_go_out(rules: Rules, before: Deal) -> bool:
    """Whether the player in turn is bound to go out, as far as he can: after a yes, or because
    he melded before he asked."""
    turn = before.turn
    if turn.asked in (YES, BOUND) and rules.out.answer_binds and turn.source:
        return can_go_out(rules, before)
    return False


def end_refusals(rules: Rules, deal: Deal) -> Refusals:
    """What stands against ending the turn from ``deal``, the position after a step; nothing if
    it can be ended."""
    turn = deal.turn
    if turn.bound == FREE:
        if turn.wanting <= 0:
            if _playable(rules, deal) >= must_stay(rules, deal):
                return
        elif can_open(rules, deal):
            return
    if may_not_go_out(rules, deal):
        yield MAY_NOT_GO_OUT
        return
    if _can_go_out_with_rest(rules, deal):
        return
    reaches = turn.wanting <= 0 or _can_reach(rules, deal, deal.hands[turn.seat], 0)
    if not reaches:
        yield from short_of_minimum(rules, deal)
        if _needs_only_minimum(rules, deal):
            return
    if turn.bound == MUST_GO_OUT:
        yield ONLY_GOING_OUT
    elif turn.bound != FREE:
        yield OUT_CONCEALED
    if reaches:
        yield from too_few_left(rules, deal, short=turn.wanting > 0)


def _needs_only_minimum(rules: Rules, deal: Deal) -> bool:
    """Whether the player would be out, were his initial meld not short."""
    return has_canastas(rules, deal) and not enough_left(rules, deal)


def short_of_minimum(rules: Rules, deal: Deal) -> Refusals:
    """The reasons of an initial meld that is short: that it is, and, without a canasta, that it
    leaves too few cards."""
    yield below_minimum(rules, deal)
    if not _needs_only_minimum(rules, deal):
        yield from too_few_left(rules, deal)


def too_few_left(rules: Rules, deal: Deal, short: bool = False) -> Refusals:
    """The reasons of a player who has too few cards for a discard and those to keep, or
    (``short``) can reach his minimum only by laying too many."""
    if short or not enough_left(rules, deal):
        yield MUST_KEEP
        if not has_canastas(rules, deal):
            yield CANASTA_MISSING


def _can_go_out_with_rest(rules: Rules, deal: Deal) -> bool:
    """`can_go_out`, when part of a taken pile may still have to join the hand.

    Two or more such cards make an ordinary end possible as soon as the minimum is reached, so
    only one can matter: all of the hand must be laid to reach the minimum, and that one card is
    discarded or added last.
    """
    late = []
    if deal.turn.held:
        late = [
            card for card in deal.pile if not (IS_RED_THREE[card] and to_be_laid(rules, (card,)))
        ]
    if len(late) > 1:
        return False
    return can_go_out(rules, deal, late[0] if late else None)
