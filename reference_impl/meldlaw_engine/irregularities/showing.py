"""Exposed cards and penalty cards (chapters 32.a and 33)."""

from __future__ import annotations

from collections import Counter

from .. import engine
from ..cards import IS_WILD, RANK, Card, Cards, count_wilds
from ..incidents import Exposed, Fault
from ..rules import Rules
from ..sequences import ranks_follow
from ..state import Deal, Event, Meld, set_at
from ..steps import Commit, Notice
from .common import (
    Done,
    becomes_penalty,
    book,
    changed,
    commit_fault,
    drop_fault,
    from_hand,
    need,
    refused,
    stands,
)


def commit_shown(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """Cards of a hand are shown, or given away by a word or a gesture."""
    if not step.cards or from_hand(deal, seat, step.cards) is None:
        raise refused("not-in-hand")
    fault = Fault(step.kind, seat, deal.turn.number, deal.turn.seat, step)
    return commit_fault(deal, fault), [Event("exposed", seat, step.cards)]


def notice_shown(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """They become penalty cards, if they are still in the hand; what only an opponent has seen
    does not."""
    r = need(rules.exposed)
    if not r.penalty_cards:
        raise stands("exposed.penalty_cards")
    if fault.step.what == "opponent" and not r.to_opponent_only:
        raise stands("exposed.to_opponent_only")
    if deal.record.end is not None:
        raise stands("exposed.penalty_cards")
    exposed = [e.card for e in deal.record.incidents.exposed if e.seat == fault.seat]
    held = Counter(deal.hands[fault.seat]) - Counter(exposed)
    still = tuple((Counter(fault.step.cards) & held).elements())
    if not still:
        raise stands("exposed.penalty_cards")
    after = becomes_penalty(rules, drop_fault(deal, fault), fault.seat, still)
    return after, [Event("penalty-cards", fault.seat, still)]


# ------------------------------------------------------------------- while they lie


def played(rules: Rules, before: Deal, after: Deal) -> Deal:
    """``after`` a step: penalty cards that have left a hand are such no more, those melded thanks
    to the partner cost points, and what a partner lays is remembered."""
    incidents = after.record.incidents
    if not incidents.exposed:
        return after
    left: list[Exposed] = []
    for seat in sorted({e.seat for e in incidents.exposed}):
        mine = [e for e in incidents.exposed if e.seat == seat]
        gone = Counter(before.hands[seat]) - Counter(after.hands[seat])
        table = after.record.table_of[seat]
        laid = _laid(before, after, table)
        for e in mine:
            if gone[e.card] > 0:
                gone[e.card] -= 1
                if laid[e.card] > 0:
                    after = _with_help(rules, before, after, table, e)
                elif after.pile and after.pile[-1] == e.card and IS_WILD[e.card]:
                    if rules.exposed is not None and not rules.exposed.wild_freezes:
                        idle = (*after.record.incidents.idle, e.card)
                        after = changed(after, idle=idle)
                continue
            helped = e.helped
            if before.turn.seat != seat and laid:
                helped = (*helped, *laid.elements())
            left.append(e._replace(helped=helped))
    return changed(after, exposed=tuple(left))


def _laid(before: Deal, after: Deal, table: int) -> Counter[Card]:
    """The cards that a step has put on the melds of a table."""

    def on(deal: Deal) -> Counter[Card]:
        return Counter(card for meld in deal.melds[table] for card in meld.cards)

    return on(after) - on(before)


def _with_help(rules: Rules, before: Deal, deal: Deal, table: int, exposed: Exposed) -> Deal:
    """``deal`` with the points for a penalty card that could be melded only thanks to cards which
    the partner has laid since it became one."""
    r = need(rules.exposed)
    for meld in deal.melds[table]:
        if exposed.card in meld.cards and _helped(meld, exposed):
            if engine.may_be_melded(rules, _unhelped(rules, before, table, exposed), exposed.card):
                return deal
            if meld.is_sequence:
                return book(deal, table, r.help_sequence or 0, "exposed.help_sequence")
            return book(deal, table, r.help_set, "exposed.help_set")
    return deal


def _helped(meld: Meld, exposed: Exposed) -> bool:
    """Whether cards of the partner's help lie in a meld."""
    return not Counter(exposed.helped).keys().isdisjoint(meld.cards)


def _unhelped(rules: Rules, deal: Deal, table: int, exposed: Exposed) -> Deal:
    """``deal`` as it would stand without the partner's help: without his cards, and without the
    melds that would then be none."""
    helped = Counter(exposed.helped)
    kept: list[Meld] = []
    for meld in deal.melds[table]:
        taken = Counter(meld.cards) & helped
        helped -= taken
        cards = tuple((Counter(meld.cards) - taken).elements())
        if not taken:
            kept.append(meld)
        elif _stands(rules, meld, cards):
            kept.append(meld._replace(cards=tuple(sorted(cards)), wilds=count_wilds(cards)))
    return deal._replace(melds=set_at(deal.melds, table, tuple(kept)))


def _stands(rules: Rules, meld: Meld, cards: Cards) -> bool:
    """Whether what is left of a meld would be one."""
    if meld.is_sequence:
        r = rules.sequence
        follows = ranks_follow(sorted(RANK[c] for c in cards))
        return r is not None and len(cards) >= r.min_cards and follows
    naturals = len(cards) - count_wilds(cards)
    return len(cards) >= rules.set.min_cards and naturals >= rules.set.min_naturals
