"""What happens at the table: the steps of strict play, and those that the law of faults adds.

The same questions as `engine` answers, for every kind of step. A step of strict play is judged by
`engine`; here is looked after what time does to faults that nobody has pointed out, and the steps
by which a fault is done, noticed, chosen about, or asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import engine, information, listing
from .cards import Card
from .ends import end_refusals
from .incidents import EVERYBODY, NOBODY, QUIET, Demand, Lying
from .irregularities import (
    AT_THE_COUNT,
    KINDS,
    LEAVE,
    conduct,
    drawing,
    melding,
    pile,
    setup,
    showing,
    threes,
)
from .irregularities.common import Refused, acted, changed, on_top, refused
from .red_threes import red_threes_in
from .refusals import Refusal, Refusals
from .rules import Rules
from .state import ASKED, FREE, STOCK, Deal, Event
from .steps import (
    Answer,
    Choose,
    Commit,
    Discard,
    FinishDeal,
    Inspect,
    Join,
    Lay,
    LayRedThree,
    Notice,
    Pass,
    Question,
    Shuffle,
    Step,
    Tell,
)

Result = engine.Result
to_act = engine.to_act

BEYOND = (Commit, Notice, Choose, Shuffle, Inspect, Question, Tell, FinishDeal)
"""The steps that strict play does not know."""


def is_beyond(step: Step) -> bool:
    """Whether strict play does not know a step."""
    return isinstance(step, BEYOND)


# ---------------------------------------------------------------------------- beyond strict play


def _beyond(rules: Rules, deal: Deal, seat: int, step: Step) -> tuple[Deal, list[Event]]:
    """The deal after a step that strict play does not know. Raises Refused."""
    incidents = deal.record.incidents
    match step:
        case Question():
            why = next(information.question_refusals(rules, deal, seat, step), None)
            if why is not None:
                raise Refused(why)
            return information.asked(deal, step), []
        case Tell():
            why = next(information.tell_refusals(rules, deal, seat, step), None)
            if why is not None:
                raise Refused(why)
            return deal, [Event("told", seat)]
        case Choose():
            return _choose(rules, deal, seat, step)
    if isinstance(step, Commit | Notice) and not rules.faults.known:
        raise refused("no-law-of-faults", "faults.known")
    if incidents.demand is not None and not isinstance(step, Notice | Inspect):
        raise refused("choose-first", incidents.demand.leaf)
    match step:
        case FinishDeal():
            return setup.finish_deal(rules, deal, seat, step)
        case Shuffle():
            return _shuffle(rules, deal, seat, step)
        case Inspect():
            return melding.inspect_opening(rules, deal, seat)
        case Commit():
            kind = KINDS.get(step.kind)
            if kind is None:
                raise refused("not-that-fault")
            if (deal.record.end is None) == (step.kind in AT_THE_COUNT):
                if deal.record.end is None:
                    raise refused("not-that-fault")
                raise Refused(engine.DEAL_OVER)
            return kind.commit(rules, deal, seat, step)
        case Notice():
            return _notice(rules, deal, seat, step)
    raise AssertionError(step)


def _notice(rules: Rules, deal: Deal, seat: int, step: Notice) -> tuple[Deal, list[Event]]:
    """The latest open fault of this kind is pointed out."""
    incidents = deal.record.incidents
    found = [f for f in incidents.faults if f.kind == step.kind and step.of in (NOBODY, f.seat)]
    if not found:
        raise refused("no-such-fault")
    if incidents.demand is not None:
        raise refused("choose-first", incidents.demand.leaf)
    notice = KINDS[step.kind].notice
    if notice is None:
        raise refused("no-such-fault")
    by = step._replace(of=seat)  # from here on: who points it out
    return notice(rules, deal, found[-1], by)


def _choose(rules: Rules, deal: Deal, seat: int, step: Choose) -> tuple[Deal, list[Event]]:
    waiting = deal.record.incidents.demand
    if waiting is None:
        raise refused("no-such-choice")
    together = waiting.fault.kind in LEAVE  # either opponent may speak
    mine = deal.record.table_of[seat] == deal.record.table_of[waiting.seat]
    if seat != waiting.seat and not (together and mine):
        raise refused("not-your-choice", waiting.leaf)
    choose = KINDS[waiting.fault.kind].choose
    if step.option not in waiting.options or choose is None:
        raise refused("no-such-choice", waiting.leaf)
    return choose(rules, deal, waiting.fault, step)


def _shuffle(rules: Rules, deal: Deal, seat: int, step: Shuffle) -> tuple[Deal, list[Event]]:
    """The next player has the stock shuffled before he draws."""
    may = deal.record.incidents.may_shuffle
    turn = deal.turn
    if seat != turn.seat or acted(turn) or may not in (EVERYBODY, seat):
        raise refused("no-right-to-shuffle", "stock_faults.shuffle_by")
    after = on_top(changed(deal, may_shuffle=NOBODY), step.on_top)
    if after is None:
        raise refused("not-in-hand")
    return after, [Event("shuffled", seat)]


# ---------------------------------------------------------------------------- time passes


def _passed(rules: Rules, before: Deal, after: Deal, seat: int, steps: Sequence[Step]) -> Deal:
    """``after`` the steps of ``seat``: what lay against the law and has been played lies no more,
    what a turn has settled is settled, and what nobody has pointed out in time stands."""
    if before.record.incidents is QUIET and after.record.incidents is QUIET:
        return after
    after = showing.played(rules, before, after)
    after = conduct.not_bound_after_all(_lying_played(before, after))
    after = pile.followed(after, seat, tuple(steps))
    waiting = after.record.incidents.demand
    if waiting is not None and waiting.melds and waiting.seat == seat:
        if any(isinstance(step, Lay | Join) for step in steps):
            after = changed(after, demand=None)
    ended = any(isinstance(step, Discard | Pass) for step in steps)
    if ended and after.record.end is None:
        discarded = tuple(step.card for step in steps if isinstance(step, Discard))
        after = melding.settle_turn(rules, after, seat, before.turn.number, discarded)
        after = _no_shown(after, seat)
    after = _raise_lapses(rules, before, after)
    if acted(after.turn) and not acted(before.turn):
        after = _next_has_acted(rules, after)
    if after.record.end is not None and before.record.end is None:
        after = melding.end_of_deal(rules, after)
    return _turn_begins(rules, before, after)


def _end_still_possible(rules: Rules, deal: Deal) -> Deal:
    """``deal`` after something has gone wrong or been put right: an initial meld under way that
    can no longer be finished goes back to the hand, and a duty to go out that nobody can keep any
    more has lapsed."""
    turn = deal.turn
    if deal.record.end is not None or (turn.wanting <= 0 and turn.bound == FREE):
        return deal
    if next(end_refusals(rules, deal), None) is None:
        return deal
    deal = drawing.opening_undone(deal)
    return deal._replace(turn=deal.turn._replace(bound=FREE))


def _turn_begins(rules: Rules, before: Deal, after: Deal) -> Deal:
    """``after`` a step that has brought a new turn: what its player has laid or drawn too early
    is his now."""
    if after.turn.number <= before.turn.number or after.record.incidents is QUIET:
        return after
    if after.record.end is not None:
        return after
    after, _ = drawing.own_early_draw(rules, after)
    return melding.begin_turn(rules, after)


def _next_has_acted(rules: Rules, deal: Deal) -> Deal:
    """``deal`` when the player in turn has drawn, or has laid cards to take the pile."""
    deal = threes.too_late(rules, melding.accept(rules, pile.taken_for_good(rules, deal)))
    incidents = deal.record.incidents
    if incidents.may_shuffle == deal.turn.seat or (
        incidents.may_shuffle == EVERYBODY and deal.turn.source == STOCK
    ):
        deal = changed(deal, may_shuffle=NOBODY)
    if incidents.left and incidents.left_by != deal.turn.seat:
        deal = changed(deal, left=0, left_by=NOBODY)
    if not deal.pile and deal.record.incidents.idle:
        deal = changed(deal, idle=())
    return melding.melds_by_itself(rules, deal)


def _lying_played(before: Deal, after: Deal) -> Deal:
    """``after`` a step: cards that lay on the table and have left the hand lie no more."""
    rows = after.record.incidents.lying
    if not rows:
        return after
    left: list[Lying] = []
    for seat in sorted({row.seat for row in rows}):
        gone = list(before.hands[seat])
        for card in after.hands[seat]:
            if card in gone:
                gone.remove(card)
        for row in rows:
            if row.seat != seat:
                continue
            kept: list[Card] = []
            for card in row.cards:
                if card in gone:
                    gone.remove(card)
                else:
                    kept.append(card)
            if kept:
                left.append(row._replace(cards=tuple(kept)))
    return changed(after, lying=tuple(left))


def _no_shown(deal: Deal, seat: int) -> Deal:
    """``deal`` without what a player had taken back in the turn that has ended."""
    rows = deal.record.incidents.lying
    return changed(deal, lying=tuple(r for r in rows if not (r.seat == seat and r.returned)))


def _raise_lapses(rules: Rules, before: Deal, after: Deal) -> Deal:
    """``after`` a step by which a side has made its initial meld: its raised minimum is past."""
    raised = after.record.incidents.raised
    r = rules.meld_faults
    if not raised or r is None or r.raise_lasts == "game":
        return after
    opened = after.record.opened
    kept = tuple(row for row in raised if not opened[after.table_of_column(row[0])])
    return changed(after, raised=kept)


# ---------------------------------------------------------------------------- the interface


def answer_to(rules: Rules, deal: Deal, seat: int, step: Step) -> Any:
    """What a question is answered with, or None for any other step."""
    return information.answer_to(rules, deal, seat, step) if isinstance(step, Question) else None


def legal_actions(rules: Rules, deal: Deal) -> list[Step]:
    """Every smallest step that the player to act may take: those of strict play (see
    `listing.legal_actions`) as far as nothing that has gone wrong bars them, the choices that must
    be made first, and what is done about a fault. Faults, notices and questions, which nearly
    everybody may do or put at nearly any time, are not listed."""
    record = deal.record
    if record.incidents is QUIET or record.end is not None:
        return listing.legal_actions(rules, deal)
    if record.incidents.dealing:
        return []
    waiting = record.incidents.demand
    if waiting is not None:
        steps = _choices(rules, deal, waiting)
        return [*steps, *_answering(rules, deal)] if waiting.melds else steps
    seat = deal.turn.seat
    steps = [
        step
        for step in listing.legal_actions(rules, deal)
        if isinstance(step, Answer) or engine.is_lawful(rules, deal, step)
    ]
    more: list[Step] = [Pass()]
    more += [LayRedThree(card) for card in dict.fromkeys(red_threes_in(deal.hands[seat]))]
    if deal.turn.asked != ASKED:
        steps += [s for s in more if s not in steps and engine.is_lawful(rules, deal, s)]
    return steps


def _answering(rules: Rules, deal: Deal) -> list[Step]:
    """The lays by which a demand may be met."""
    lays = [s for s in listing.legal_actions(rules, deal) if isinstance(s, Lay | Join)]
    return [s for s in lays if engine.is_lawful(rules, deal, s)]


def _choices(rules: Rules, deal: Deal, waiting: Demand) -> list[Step]:
    """What may be chosen, each choice in its least form."""
    steps: list[Step] = []
    for option in waiting.options:
        if option == "stays":
            steps += [Choose(option, (card,)) for card in dict.fromkeys(waiting.fault.step.cards)]
        elif option == "take-back" and waiting.fault.kind != melding.SHORT:
            steps += [
                Choose(option, cards) for cards in melding.ways_to_take_back(deal, waiting.fault)
            ]
        else:
            steps.append(Choose(option))
    return [s for s in steps if apply(rules, deal, waiting.seat, s).refusal is None]


def refuse(rules: Rules, deal: Deal, seat: int, step: Step) -> Refusals:
    """What stands against one step, in the order of the law."""
    if not isinstance(step, BEYOND):
        yield from engine.refuse(rules, deal, seat, step)
        return
    try:
        _beyond(rules, deal, seat, step)
    except Refused as why:
        yield why.refusal


def do(rules: Rules, deal: Deal, step: Step, seat: int | None = None) -> tuple[Deal, list[Event]]:
    """The deal after a step that nothing stands against, before it is settled."""
    if not isinstance(step, BEYOND):
        return engine.do(rules, deal, step)
    return _beyond(rules, deal, deal.turn.seat if seat is None else seat, step)


def apply(rules: Rules, deal: Deal, seat: int, step: Step) -> Result:
    """The deal after ``seat`` has taken one step, or its refusal (see `engine.apply`)."""
    if isinstance(step, BEYOND):
        return apply_act(rules, deal, seat, (step,))
    return _and_passes(rules, deal, seat, (step,), engine.apply(rules, deal, seat, step))


def apply_act(rules: Rules, deal: Deal, seat: int, act: Sequence[Step]) -> Result:
    """Several steps of one player judged together (see `engine.apply_act`)."""
    if len(act) == 1 and isinstance(act[0], BEYOND):
        try:
            after, events = _beyond(rules, deal, seat, act[0])
        except Refused as why:
            return Result(deal, (), why.refusal)
        after = _end_still_possible(rules, _passed(rules, deal, after, seat, act))
        return Result(after, tuple(events), None)
    return _and_passes(rules, deal, seat, act, engine.apply_act(rules, deal, seat, act))


def _and_passes(
    rules: Rules, deal: Deal, seat: int, steps: Sequence[Step], result: Result
) -> Result:
    if result.refusal is not None:
        return result
    return result._replace(deal=_passed(rules, deal, result.deal, seat, steps))


def reasons(rules: Rules, deal: Deal, seat: int, step: Step) -> list[Refusal]:
    """Every true reason against a step, in the order of the law; empty if it is lawful."""
    if isinstance(step, BEYOND):
        return list(refuse(rules, deal, seat, step))
    return engine.reasons(rules, deal, seat, step)


def act_reasons(rules: Rules, deal: Deal, seat: int, act: Sequence[Step]) -> list[Refusal]:
    """Every true reason against an act; empty if it is lawful."""
    if len(act) == 1 and isinstance(act[0], BEYOND):
        return reasons(rules, deal, seat, act[0])
    return engine.act_reasons(rules, deal, seat, act)
