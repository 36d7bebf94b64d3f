"""What players may ask, look at, and say (chapters 15 and 22 of the laws).

A question changes nothing. It is answered truly, or refused with what the law says of its time.
"""

from __future__ import annotations

from typing import Any

from .cards import names
from .duties import held
from .engine import partner
from .irregularities.threes import missing
from .melds import is_finished
from .opening import minimum
from .positions import side
from .refusals import NO_SUCH_MELD, Refusal, Refusals
from .rules import Rules
from .state import ASKED, BEFORE_DRAW, Deal
from .steps import Question, Tell

SIGN_AT = 1
"""A meld that wants so many cards more to be finished may have its last one laid crosswise."""


def _own_time(rules: Rules, deal: Deal, seat: int) -> bool:
    """Whether a player has the rights of his own turn: in it, or while a question for leave waits
    and the rights are his."""
    if deal.record.end is not None:
        return False
    if deal.turn.asked == ASKED:
        word = rules.information.before_answer
        asked = seat == partner(deal) and word in ("partner", "both")
        return asked or (seat == deal.turn.seat and word in ("asker", "both"))
    return seat == deal.turn.seat


def question_refusals(rules: Rules, deal: Deal, seat: int, step: Question) -> Refusals:
    """What stands against a question."""
    r = rules.information
    record = deal.record
    what = step.what
    mine = _own_time(rules, deal, seat)
    facts = mine or (seat == deal.turn.seat and record.end is None)
    if what in ("minimum", "scores"):
        if not facts and r.scores != "always":
            yield Refusal("question-not-now", "information.scores")
    elif what in ("hand", "stock"):
        if not facts and r.counts != "always":
            yield Refusal("question-not-now", "information.counts")
    elif what == "pile":
        if r.pile_until == "first_discard" and record.had_turn[seat]:
            yield Refusal("pile-not-to-be-seen", "information.pile_until")
    elif what == "replaced":
        if (
            record.table_of[step.of] != record.table_of[seat]
            or step.of == seat
            or _next_has_acted(deal, step.of)
        ):
            yield Refusal("question-not-now", "information.counts")
    else:
        yield from _meld_refusals(rules, deal, seat, step)


def _next_has_acted(deal: Deal, seat: int) -> bool:
    """Whether the player after ``seat`` has drawn, so that the last turn of ``seat`` is past."""
    if deal.turn.seat == seat:
        return False
    after = (seat + 1) % len(deal.hands)
    return not (deal.turn.seat == after and deal.turn.phase == BEFORE_DRAW)


def _meld_refusals(rules: Rules, deal: Deal, seat: int, step: Question) -> Refusals:
    melds = deal.melds[step.of]
    if not 0 <= step.place < len(melds):
        yield NO_SUCH_MELD
        return
    if not is_finished(rules, melds[step.place]) or deal.record.end is not None:
        return
    record, meld = deal.record, (step.of, step.place)
    if meld in record.fresh or meld in record.incidents.shown:
        return
    adds = step.intends and seat == deal.turn.seat and step.of == deal.table
    if not (rules.information.canasta_when_adding and adds):
        yield Refusal("meld-not-to-be-seen", "information.canasta_until")


def asked(deal: Deal, step: Question) -> Deal:
    """``deal`` when a question has been put: a player who may look through a canasta because he
    means to add to it has opened it to everybody for this turn."""
    if step.what != "meld" or not step.intends:
        return deal
    incidents = deal.record.incidents
    incidents = incidents._replace(shown=(*incidents.shown, (step.of, step.place)))
    return deal._replace(record=deal.record._replace(incidents=incidents))


def answer_to(rules: Rules, deal: Deal, seat: int, step: Question) -> Any:
    """The true answer to a question that nothing stands against: a number, a list of cards, the
    totals of the sides, or whether a hand was made up."""
    match step.what:
        case "minimum":
            return minimum(rules, deal, deal.column_of(seat) if step.of < 0 else step.of)
        case "scores":
            return {side(t): total for t, total in enumerate(deal.record.totals)}
        case "hand":
            return held(rules, deal, step.of)
        case "stock":
            return len(deal.stock)
        case "pile":
            return names(deal.pile)
        case "replaced":
            return not any(
                fault.kind == "not-replaced" and fault.seat == step.of and missing(fault)
                for fault in deal.record.incidents.faults
            )
    return names(deal.melds[step.of][step.place].cards)


def tell_refusals(rules: Rules, deal: Deal, seat: int, step: Tell) -> Refusals:
    """What stands against saying something: not now, not true, or nothing to say."""
    mine = _own_time(rules, deal, seat)
    record = deal.record
    match step.what:
        case "one-card":
            if not mine:
                yield Refusal("question-not-now", "information.counts")
            elif held(rules, deal, seat) != 1:
                yield Refusal("not-true", "information.counts")
        case "minimum":
            if seat != partner(deal) or record.end is not None:
                yield Refusal("question-not-now", "information.scores")
            elif record.opened[deal.table]:
                yield Refusal("nothing-to-tell", "information.scores")
        case "rest-of-pile":
            if not record.incidents.left:
                yield Refusal("nothing-to-tell", "information.counts")
            elif record.end is not None:
                yield Refusal("question-not-now", "information.counts")
        case "sixth-card":
            if not mine:
                yield Refusal("question-not-now", "information.sixth_card")
            elif not rules.information.sixth_card or not _wants_one(rules, deal, seat):
                yield Refusal("nothing-to-tell", "information.sixth_card")


def _wants_one(rules: Rules, deal: Deal, seat: int) -> bool:
    """Whether the side of ``seat`` has a meld that wants one card to be finished."""
    for meld in deal.melds[deal.record.table_of[seat]]:
        at = rules.set.complete_at
        if meld.is_sequence and rules.sequence is not None:
            at = rules.sequence.complete_at
        if len(meld.cards) == at - SIGN_AT:
            return True
    return False
