"""Exposed cards and penalty cards (chapters 32.a and 33)."""

from __future__ import annotations

from collections import Counter

from ..cards import IS_WILD, RANK, Card, Cards
from ..incidents import Exposed, Fault
from ..rules import Rules
from ..sequences import continues, ranks_follow
from ..state import Deal, Event, Meld
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
    held = Counter(deal.hands[fault.seat])
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
                    after = _with_help(rules, after, table, e, laid)
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


def _with_help(rules: Rules, deal: Deal, table: int, exposed: Exposed, laid: Counter[Card]) -> Deal:
    """``deal`` with the points for a penalty card that could be melded only thanks to cards which
    the partner has laid since it became one."""
    r = need(rules.exposed)
    for meld in deal.melds[table]:
        if exposed.card in meld.cards:
            own = _without_help(meld, exposed)
            if own is not None and not _would_fit(rules, meld, own, exposed.card):
                if meld.is_sequence:
                    return book(deal, table, r.help_sequence or 0, "exposed.help_sequence")
                return book(deal, table, r.help_set, "exposed.help_set")
    return deal


def _without_help(meld: Meld, exposed: Exposed) -> Cards | None:
    """The cards of a meld less the penalty card and the partner's help; None if the partner has
    not helped with it."""
    helped = Counter(exposed.helped) & Counter(meld.cards)
    if not helped:
        return None
    cards = Counter(meld.cards) - helped
    cards[exposed.card] -= 1
    return tuple(cards.elements())


def _would_fit(rules: Rules, meld: Meld, own: Cards, card: Card) -> bool:
    """Whether ``card`` could have been added to the meld when it had only the cards ``own``."""
    if meld.is_sequence:
        r = rules.sequence
        if r is None or len(own) < r.min_cards:
            return False
        shorter = meld._replace(cards=tuple(sorted(own)))
        return ranks_follow([RANK[c] for c in shorter.cards]) and continues(shorter, (card,))
    naturals = sum(not IS_WILD[c] for c in own)
    return len(own) >= rules.set.min_cards and naturals >= rules.set.min_naturals
