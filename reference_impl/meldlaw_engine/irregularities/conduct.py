"""Leave to go out gone wrong (23.c), talk (22.a.5), and what a jury finds (13.e)."""

from __future__ import annotations

from .. import engine
from ..incidents import Fault, of_table
from ..rules import Rules
from ..state import ASKED, BOUND, NO, NOT_ASKED, YES, Deal, End, Event
from ..steps import Answer, Ask, Choose, Commit, Notice
from .common import (
    OWN_TURN,
    Done,
    changed,
    commit_fault,
    demand,
    drop_fault,
    need,
    opponents,
    refused,
    stands,
    window,
)


def _fault(deal: Deal, seat: int, step: Commit) -> Fault:
    return Fault(step.kind, seat, deal.turn.number, deal.turn.seat, step)


# ------------------------------------------------------------------- leave to go out


def commit_before_answer(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """The player has asked and melds before he has the answer. The melds are lawful ones."""
    if deal.turn.asked != ASKED or seat != deal.turn.seat:
        raise refused("not-that-fault")
    trying = deal._replace(turn=deal.turn._replace(asked=NOT_ASKED))
    result = engine.apply_act(rules, trying, seat, list(step.lays))
    if result.refusal is not None or result.deal.record.end is not None:
        raise refused("not-that-fault")
    after = result.deal._replace(turn=result.deal.turn._replace(asked=ASKED))
    fault = _fault(deal, seat, step)._replace(before=deal)
    return commit_fault(after, fault), list(result.events)


def not_bound_after_all(deal: Deal) -> Deal:
    """``deal`` after the partner's no to a player who has melded only since he asked: what he
    melded before asking would bind him, this does not."""
    if deal.turn.asked != BOUND:
        return deal
    for fault in deal.record.incidents.faults:
        if fault.kind == "melded-before-answer" and fault.turn == deal.turn.number:
            if fault.before is not None and not fault.before.turn.laid:
                return deal._replace(turn=deal.turn._replace(asked=NO))
    return deal


def commit_withdrew(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """The question is taken back before the answer."""
    if deal.turn.asked != ASKED or seat != deal.turn.seat:
        raise refused("not-that-fault")
    after = deal._replace(turn=deal.turn._replace(asked=NO, excused=True))
    return commit_fault(after, _fault(deal, seat, step)), [Event("withdrew", seat)]


def commit_told(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """The player who has asked gives other information."""
    if deal.turn.asked == NOT_ASKED or seat != deal.turn.seat:
        raise refused("not-that-fault")
    told = step._replace(number=deal.turn.asked)
    return commit_fault(deal, _fault(deal, seat, told)), []


def commit_told_with_answer(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """The partner answers and gives other information with it."""
    if deal.turn.asked != ASKED or seat != engine.partner(deal):
        raise refused("not-that-fault")
    after, events = engine.do(rules, deal, Answer(step.yes))
    return commit_fault(after, _fault(deal, seat, step)), events


def notice_leave(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """An opponent may decide whether the player is to go out."""
    need(rules.leave)
    if deal.record.end is not None or window(deal, fault) != OWN_TURN:
        raise stands("leave.informer")
    asker = fault.in_turn
    told = fault.kind in ("told-with-question", "told-with-answer")
    if told and not _counts(rules, deal, fault):
        raise stands("leave.informer")
    who = opponents(deal, asker)
    speaks = step.of if step.of in who else who[0]
    return demand(deal, speaks, ("go-out", "not-go-out"), fault, "leave.informer"), []


def _counts(rules: Rules, deal: Deal, fault: Fault) -> bool:
    """Whether information counts: the partner's only with a no, and as the reading has it only
    that of one of the two."""
    r = need(rules.leave)
    if fault.kind == "told-with-answer":
        return not fault.step.yes and r.informer != "asker"
    return fault.step.number in (ASKED, NO) and r.informer != "partner"


def choose_leave(rules: Rules, deal: Deal, fault: Fault, step: Choose) -> Done:
    """The opponents' word stands in the place of the partner's."""
    after = drop_fault(changed(deal, demand=None), fault)
    asked = YES if step.option == "go-out" else NO
    return after._replace(turn=after.turn._replace(asked=asked, excused=False)), []


def commit_asked_wrongly(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """Leave is asked by a player who may not ask now."""
    if next(engine.refuse(rules, deal, seat, Ask()), None) is None:
        raise refused("not-that-fault")
    return commit_fault(deal, _fault(deal, seat, step)), []


def commit_untrue(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """A question about one's cards is answered untruly."""
    if step.number == len(deal.hands[seat]):
        raise refused("not-that-fault")
    return commit_fault(deal, _fault(deal, seat, step)), []


def notice_asked_wrongly(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """A question that was not allowed costs nothing."""
    raise stands("out.ask")


def notice_untrue(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The answer is put right, and costs nothing."""
    return drop_fault(deal, fault), [Event("put-right", fault.seat)]


# ------------------------------------------------------------------- talk


def commit_talk(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """Talk about the game, or an attempt that a jury finds grossly irregular."""
    return commit_fault(deal, _fault(deal, seat, step)), []


def notice_talk(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """A side is warned, and after so many warnings it has lost."""
    r = need(rules.conduct)
    if r.talk == "nothing" or deal.record.end is not None:
        raise stands("conduct.talk")
    table = deal.record.table_of[fault.seat]
    after = drop_fault(deal, fault)
    warned = deal.record.incidents.warned
    if of_table(warned, table) < r.warnings:
        return changed(after, warned=(*warned, (table, 1))), [Event("warned", fault.seat)]
    return _forfeit(after, fault.seat), [Event("forfeited", fault.seat)]


def notice_gross(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """A jury may find a grossly irregular opening lost."""
    r = need(rules.conduct)
    if r.gross_opening == "nothing" or deal.record.end is not None:
        raise stands("conduct.gross_opening")
    return _forfeit(drop_fault(deal, fault), fault.seat), [Event("forfeited", fault.seat)]


def _forfeit(deal: Deal, seat: int) -> Deal:
    deal = changed(deal, forfeited_by=deal.record.table_of[seat], demand=None)
    end = End("forfeit", seat, False)
    return deal._replace(record=deal.record._replace(end=end))
