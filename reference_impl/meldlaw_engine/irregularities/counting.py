"""Faults at the count (34.c and 34.d) and on the score sheet (35)."""

from __future__ import annotations

from typing import NamedTuple

from ..incidents import Fault
from ..opening import minimum_row
from ..rules import Rules
from ..state import Deal
from ..steps import Commit, Notice
from .common import Done, changed, commit_fault, drop_fault, need, opponents, refused


def commit_mixed(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """Melds are mixed with the pack before they have been counted."""
    if deal.record.end is None:
        raise refused("not-that-fault")
    table = deal.record.table_of[seat]
    if any(not 0 <= place < len(deal.melds[table]) for place in step.places):
        raise refused("no-such-meld")
    fault = Fault(step.kind, seat, deal.turn.number, deal.turn.seat, step)
    return commit_fault(deal, fault), []


def notice_mixed_own(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """The points of the cards so mixed are lost."""
    need(rules.count_faults)
    table = deal.record.table_of[fault.seat]
    rows = tuple((table, place) for place in fault.step.places)
    after = drop_fault(deal, fault)
    return changed(after, mixed=(*after.record.incidents.mixed, *rows)), []


def notice_mixed_theirs(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """What the opponents say their melded cards were worth must be accepted."""
    need(rules.count_faults)
    other = deal.record.table_of[opponents(deal, fault.seat)[0]]
    after = drop_fault(deal, fault)
    claims = (*after.record.incidents.claims, (other, fault.step.number))
    return changed(after, claims=claims), []


class Sheet(NamedTuple):
    """A score sheet with an error that has been found: whether it is put right, and the totals
    and the minimums that hold."""

    corrected: bool
    totals: tuple[int, ...]
    minimums: tuple[int, ...]


def put_right(
    rules: Rules, totals: tuple[int, ...], kind: str, table: int, by: int, next_dealt: bool
) -> Sheet:
    """What becomes of an error on the score sheet by which a side has ``by`` points too few.
    ``kind``: arithmetic, count (cards or bonuses) or sheets-differ; ``next_dealt``: the cards of
    the next deal have been dealt, whose minimum is not changed any more."""
    r = need(rules.count_faults)
    until = {"arithmetic": r.arithmetic, "count": r.other, "sheets-differ": r.sheets}[kind]
    if until == "none":
        until = r.other
    corrected = until == "any_time" or not next_dealt
    after = tuple(
        total + by if corrected and side == table else total for side, total in enumerate(totals)
    )
    counted = totals if next_dealt and not r.alters_minimum else after
    minimums = tuple(minimum_row(rules, total).value for total in counted)
    return Sheet(corrected, after, minimums)
