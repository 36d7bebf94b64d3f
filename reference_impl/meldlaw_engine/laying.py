"""Laying cards on the table (chapter 11 of the laws): new melds, and cards onto melds."""

from __future__ import annotations

from collections.abc import Iterator

from . import sequences
from .cards import IS_WILD, RANK, SUIT, THREE, Card, Cards, count_wilds, without
from .duties import melding_barred
from .going_out import may_lie_beside
from .melds import (
    SECOND_MELD,
    WILD_IN_BLACK_THREE_TURN,
    form_refusals,
    fresh_after,
    grown,
    may_begin,
    meld_of,
    most_wilds,
    put,
)
from .opening import counts_towards, is_open, minimum
from .pile import join_rest
from .refusals import NO_SUCH_MELD, NOT_IN_HAND, NOT_OWN_MELD, Refusal, Refusals
from .rules import Rules
from .state import (
    BEFORE_DRAW,
    FREE,
    MUST_GO_OUT,
    MUST_GO_OUT_CONCEALED,
    Deal,
    Event,
    Meld,
    find_set,
    set_at,
)
from .steps import NEW, OWN, Join, Lay, TakeBack

DRAW_FIRST = Refusal("draw-first", "turn.draw_first")
STAYS = Refusal("melded-card-stays", "set.taken_back")
NOT_FOR_OPENING = Refusal("sequence-not-for-opening", "sequence.opens")


def gate(rules: Rules, deal: Deal) -> Refusals:
    """What bars any lay: the player must have drawn."""
    if deal.turn.phase == BEFORE_DRAW and rules.turn.draw_first:
        yield DRAW_FIRST
    barred = melding_barred(deal)
    if barred is not None:
        yield barred


def melds_after(rules: Rules, deal: Deal, step: Lay) -> tuple[Meld | None, Meld] | None:
    """The meld before (None for a new one) and after a lay; None if there is no such meld."""
    if step.onto == NEW:
        return None, meld_of(rules, step.cards)
    table = deal.table if step.table == OWN else step.table
    if not 0 <= table < len(deal.melds) or not 0 <= step.onto < len(deal.melds[table]):
        return None
    old = deal.melds[table][step.onto]
    return old, grown(old, step.cards)


def fit(rules: Rules, deal: Deal, step: Lay) -> Refusals:
    """What the law holds against laying just these cards there."""
    if without(deal.hands[deal.turn.seat], step.cards) is None:
        yield NOT_IN_HAND
    change = melds_after(rules, deal, step)
    if change is None:
        yield NO_SUCH_MELD
        return
    before, after = change
    if step.table not in (OWN, deal.table):
        yield NOT_OWN_MELD
    melds = deal.melds[deal.table]
    if before is None and not may_begin(rules, melds, after):
        if after.is_sequence:
            yield sequences.SECOND
        elif not may_lie_beside(rules, deal):
            yield SECOND_MELD
    if after.is_sequence and not _sequence_opens(rules, deal):
        yield NOT_FOR_OPENING
    yield from form_refusals(rules, step.cards, before, after)
    yield from fit_in_turn(rules, deal, step)


def _sequence_opens(rules: Rules, deal: Deal) -> bool:
    """Whether a sequence may be laid as far as the initial meld goes."""
    return rules.sequence is None or rules.sequence.opens or is_open(deal)


def fit_in_turn(rules: Rules, deal: Deal, step: Lay) -> Refusals:
    """What this turn's earlier lays have against these cards: wild cards and black threes in one
    turn, where the ruleset parts them."""
    if rules.black_threes.wild_in_turn:
        return
    change = melds_after(rules, deal, step)
    if change is None:
        return
    wild = count_wilds(step.cards) > 0
    threes = find_set(deal.melds[deal.table][deal.turn.melds_before :], THREE) >= 0
    if (change[1].rank == THREE and deal.turn.wild_laid) or (threes and wild):
        yield WILD_IN_BLACK_THREE_TURN


def lay(rules: Rules, deal: Deal, step: Lay) -> tuple[Deal, list[Event]]:
    """Lay the cards. What an initial meld still wants goes down by what they count, and a pile
    held back joins the hand when nothing is wanting any more."""
    turn = deal.turn
    seat, table = turn.seat, deal.table
    change = melds_after(rules, deal, step)
    left = without(deal.hands[seat], step.cards)
    assert change is not None and left is not None
    before, after = change
    melds = deal.melds[table]
    wanting = turn.wanting
    if wanting or not (deal.record.opened[table] or turn.laid):
        if not turn.laid:
            wanting = minimum(rules, deal, deal.column)
        wanting = max(0, wanting - counts_towards(rules, deal, step.cards, before, after))
    bound = turn.bound
    if after.rank == THREE and bound == FREE:  # laid only by a player who goes out
        bound = MUST_GO_OUT
    if before is None and not may_begin(rules, melds, after):
        bound = MUST_GO_OUT_CONCEALED
    place = len(melds) if before is None else step.onto
    fresh = fresh_after(rules, deal.record.fresh, table, place, before, after)
    record = deal.record
    if fresh is not record.fresh:
        record = record._replace(fresh=fresh)
    deal = Deal(
        turn._replace(
            wanting=wanting,
            laid=True,
            onto_old=turn.onto_old or (before is not None and step.onto < turn.melds_before),
            wild_laid=turn.wild_laid or after.wilds > (before.wilds if before else 0),
            bound=bound,
        ),
        set_at(deal.hands, seat, left),
        deal.stock,
        deal.pile,
        set_at(deal.melds, table, put(melds, place, after)),
        record,
    )
    events = [Event("melded", seat, step.cards)]
    if turn.held and wanting == 0:
        deal, more = join_rest(rules, deal)
        events += more
    return deal, events


def join_refusals(rules: Rules, deal: Deal, step: Join) -> Refusals:
    """What the law holds against uniting two melds of one's own side into one sequence."""
    yield from gate(rules, deal)
    melds = deal.melds[deal.table]
    places = (step.place, step.other)
    if not all(0 <= place < len(melds) and melds[place].is_sequence for place in places):
        yield NO_SUCH_MELD
    elif step.place != step.other:
        yield from sequences.join_refusals(rules, melds[step.place], melds[step.other])
    else:
        yield NO_SUCH_MELD


def join(rules: Rules, deal: Deal, step: Join) -> tuple[Deal, list[Event]]:
    """Unite two sequences: the one that lay there first keeps its place."""
    turn, table = deal.turn, deal.table
    melds = deal.melds[table]
    first, second = sorted((step.place, step.other))
    whole = sequences.joined(melds[first], melds[second])
    fresh = tuple(
        (t, place - (t == table and place > second))
        for t, place in fresh_after(rules, deal.record.fresh, table, first, melds[first], whole)
    )
    rest = set_at(melds, first, whole)
    rest = rest[:second] + rest[second + 1 :]
    deal = deal._replace(
        turn=turn._replace(
            laid=True,
            onto_old=turn.onto_old or first < turn.melds_before,
            melds_before=turn.melds_before - (second < turn.melds_before),
        ),
        melds=set_at(deal.melds, table, rest),
        record=deal.record._replace(fresh=fresh),
    )
    return deal, [Event("joined", turn.seat, whole.cards)]


def take_back_refusals(rules: Rules, deal: Deal, step: TakeBack) -> Refusals:
    """A card lawfully melded stays where it is."""
    melds = deal.melds[deal.table]
    if not 0 <= step.onto < len(melds) or without(melds[step.onto].cards, step.cards) is None:
        yield NO_SUCH_MELD
    elif not rules.set.taken_back:
        yield STAYS


def companions(rules: Rules, card: Card, hand: Cards) -> Iterator[Cards]:
    """The smallest groups of other hand cards with which ``card`` could make a new meld."""
    r = rules.set
    rank = RANK[card]
    wilds = [c for c in hand if IS_WILD[c]]
    if IS_WILD[card]:
        for other in sorted({RANK[c] for c in hand if not IS_WILD[c]}):
            naturals = [c for c in hand if RANK[c] == other and not IS_WILD[c]]
            if len(naturals) >= r.min_naturals:
                yield tuple(naturals[: max(r.min_naturals, r.min_cards - 1)])
                yield tuple(naturals)
    else:
        naturals = [c for c in hand if RANK[c] == rank]
        for number in range(len(naturals), -1, -1):
            for used in range(min(len(wilds), most_wilds(rules, 1 + number)) + 1):
                if 1 + number + used >= r.min_cards and 1 + number >= r.min_naturals:
                    yield (*naturals[:number], *wilds[:used])
    if rules.sequence is not None and not IS_WILD[card]:
        yield from _runs_with(rules.sequence.min_cards, card, hand)


def _runs_with(length: int, card: Card, hand: Cards) -> Iterator[Cards]:
    """The cards of the hand that make a run of just this length with ``card``."""
    of_suit = {RANK[c]: c for c in hand if SUIT[c] == SUIT[card] and not IS_WILD[c]}
    rank = RANK[card]
    for start in range(rank - length + 1, rank + 1):
        others = [r for r in range(start, start + length) if r != rank]
        if all(r in of_suit for r in others):
            yield tuple(of_suit[r] for r in others)
