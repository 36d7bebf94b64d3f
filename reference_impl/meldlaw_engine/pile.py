"""The discard pile: frozen, blocked, and the lawful ways of taking it (chapters 10, 13, 14, 17
and 20 of the laws)."""

from __future__ import annotations

from . import sequences
from .cards import (
    IS_RED_THREE,
    IS_WILD,
    RANK,
    RED_THREES,
    THREE,
    WILDS,
    Card,
    Cards,
    count_wilds,
    without,
)
from .duties import held, melding_barred, pile_barred
from .incidents import QUIET, taken_from
from .melds import (
    form_refusals,
    fresh_after,
    grown,
    is_finished,
    may_have_another,
    put,
    set_for,
)
from .opening import bonus_towards, minimum, value
from .red_threes import at_will, draw_cards, lay, red_threes_in
from .refusals import NO_SUCH_MELD, NOT_IN_HAND, NOT_OWN_MELD, Refusal, Refusals
from .rules import Rules
from .state import MUST_GO_OUT_CONCEALED, PILE, PLAYING, Deal, Event, Meld, Melds, set_at
from .steps import BY_ITSELF, OWN, Take
from .stock import can_draw

EMPTY = Refusal("pile-empty", None)
BLOCKED_BY_WILD = Refusal("blocked-by-wild", "pile.blocked_by.wild")
BLOCKED_BY_BLACK_THREE = Refusal("blocked-by-black-three", "pile.blocked_by.black_three")
BLOCKED_BY_RED_THREE = Refusal("blocked-by-red-three", "pile.blocked_by.red_three")
FROZEN_BY_WILD = Refusal("pile-frozen", "pile.frozen_by.wild")
FROZEN_BY_RED_THREE = Refusal("pile-frozen", "pile.frozen_by.red_three")
FROZEN_AT_START = Refusal("pile-frozen", "pile.frozen_by.at_start")
STILL_FROZEN = Refusal("pile-frozen", "pile.freeze_lasts")
NOT_FOR_OPENING = Refusal("frozen-not-for-opening", "pile.opening_when_frozen")
BARRED = Refusal("pile-barred-this-turn", "red_threes.dealt_binds_stock")
PAIR_ONLY = Refusal("only-a-pair-takes", "pile.more_than_pair")
NEEDS_PAIR = Refusal("needs-natural-pair", "pile.natural_and_wild")
NO_RIGHT = Refusal("no-right-to-pile", "pile.pair_from_hand")
NOT_ONTO_CANASTA = Refusal("canasta-not-for-taking", "pile.onto_complete_set")
NOT_ONTO_FINISHED = Refusal("canasta-not-for-taking", "pile.rank_on_table")
NOT_WITH_CANASTA = Refusal("canasta-not-for-taking", "pile.rank_with_canasta")
NOT_ONTO_OPEN = Refusal("no-right-to-pile", "pile.onto_open_set")
NOT_DIRECTLY = Refusal("not-directly-onto-sequence", "sequence.takes_pile")
RANK_BARRED = Refusal("second-meld-of-rank", "pile.rank_on_table")
ONE_CARD = Refusal("one-card-hand-one-card-pile", "pile.one_card_by_one_card")
WHOLE_PILE = Refusal("whole-pile", "pile.rest")


def frozen_refusal(rules: Rules, deal: Deal) -> Refusal | None:
    """Why the pile is frozen: it holds a wild card or a red three, or one frozen before was taken
    and that outlasts it. None if it is not."""
    pile, incidents = deal.pile, deal.record.incidents
    if incidents is not QUIET and incidents.idle:
        pile = taken_from(pile, incidents.idle)
    if rules.pile.frozen_by_wild and not WILDS.isdisjoint(pile):
        return FROZEN_BY_WILD
    if rules.pile.frozen_by_red_three and not RED_THREES.isdisjoint(pile):
        return FROZEN_BY_RED_THREE
    if rules.pile.frozen_by_at_start and not deal.record.pile_taken:
        return FROZEN_AT_START
    if deal.record.was_frozen and rules.pile.freeze_lasts == "whole_deal":
        return STILL_FROZEN
    return None


def is_frozen(rules: Rules, deal: Deal) -> bool:
    """Whether the pile is frozen; computed from its cards, so that it ends when they go."""
    return frozen_refusal(rules, deal) is not None


def _blocked(rules: Rules, top: Card) -> Refusals:
    """Why a pile with this top card may not be taken by the next player."""
    if IS_WILD[top]:
        if rules.pile.blocked_by_wild:
            yield BLOCKED_BY_WILD
    elif IS_RED_THREE[top]:
        if rules.pile.blocked_by_red_three:
            yield BLOCKED_BY_RED_THREE
    elif RANK[top] == THREE and rules.pile.blocked_by_black_three:
        yield BLOCKED_BY_BLACK_THREE


def gate(rules: Rules, deal: Deal) -> Refusals:
    """What bars the pile whatever cards are shown for it: an upcard that blocks, or one card in
    the hand against a pile of one card."""
    pile = deal.pile
    if not pile:
        yield EMPTY
        return
    if deal.turn.stock_only:
        yield BARRED
    for barred in (pile_barred(deal), melding_barred(deal)):
        if barred is not None:
            yield barred
    yield from _blocked(rules, pile[-1])
    if len(pile) == 1 and held(rules, deal, deal.turn.seat) == 1:
        barred_at = rules.pile.one_card_by_one_card
        if barred_at == "never" or (barred_at == "while_stock" and not can_draw(rules, deal)):
            yield ONE_CARD


def meld_taken(rules: Rules, deal: Deal, step: Take) -> tuple[int, Meld] | None:
    """Where the top card goes with the hand cards of a take: the place of the side's own meld, or
    the place after the last for a new one, and the meld that results. None if there is no such
    meld."""
    top = deal.pile[-1]
    melds = deal.melds[deal.table]
    cards = (*step.using, top)
    place = _place_by_itself(rules, melds, step.using, top) if step.onto == BY_ITSELF else step.onto
    if place == len(melds):
        if sequences.means_sequence(rules, cards):
            return place, sequences.sequence_of(cards)
        return place, Meld(RANK[top], count_wilds(cards), cards)
    return (place, grown(melds[place], cards)) if 0 <= place < len(melds) else None


def _place_by_itself(rules: Rules, melds: Melds, using: Cards, top: Card) -> int:
    """The place to which cards go that are laid with the top card and name no meld: the side's
    set of its rank, the unfinished one if there is one; that after the last for a new meld, where
    hand cards come and the law lets them lie apart."""
    there = set_for(rules, melds, RANK[top])
    if there < 0 or sequences.means_sequence(rules, (*using, top)):
        return len(melds)
    apart = rules.pile.rank_on_table == "apart" or (
        is_finished(rules, melds[there]) and may_have_another(rules, melds, RANK[top])
    )
    return len(melds) if using and apart else there


def fit(rules: Rules, deal: Deal, step: Take) -> Refusals:
    """What the law holds against taking the pile with just these cards.

    Entitled is who lays two natural cards of the top card's rank; while the pile is not frozen
    and the side has opened also who lays one natural card with a wild card, or who puts the top
    card on a meld of his side, as far as the ruleset knows these ways.
    """
    if not deal.pile:
        return
    top = deal.pile[-1]
    r = rules.pile
    if without(deal.hands[deal.turn.seat], step.using) is None:
        yield NOT_IN_HAND
    if not step.rest and r.rest == "whole":
        yield WHOLE_PILE
    if IS_WILD[top] or RANK[top] == THREE:
        # no natural pair of wild cards, and threes are melded only in going out
        if next(_blocked(rules, top), None) is None:
            yield NO_RIGHT
        return
    if step.table not in (OWN, deal.table):
        yield NOT_OWN_MELD
        return
    change = meld_taken(rules, deal, step)
    if change is None:
        yield NO_SUCH_MELD
        return
    place, after = change
    melds = deal.melds[deal.table]
    before = melds[place] if place < len(melds) else None
    if before is not None and step.using and r.rank_on_table == "barred":
        yield RANK_BARRED
    if r.rank_on_table == "joins_unfinished" and before is not None and step.using:
        if is_finished(rules, before):
            yield NOT_ONTO_FINISHED
    entitled = True
    frozen = frozen_refusal(rules, deal)
    naturals = sum(RANK[card] == RANK[top] for card in step.using)
    if after.is_sequence or naturals < r.pair_from_hand:
        if frozen is not None:
            yield frozen
        why = _onto_sequence if after.is_sequence else _without_pair
        for refusal in why(rules, deal, step.using, before, place):
            entitled = False
            yield refusal
    elif frozen is not None and not deal.record.opened[deal.table] and not r.opening_when_frozen:
        yield NOT_FOR_OPENING
    if naturals > r.pair_from_hand and not r.more_than_pair:
        yield PAIR_ONLY
    if entitled:  # whoever has no right to the pile is not told that his meld would be odd too
        yield from form_refusals(rules, (*step.using, top), before, after)


def _without_pair(
    rules: Rules, deal: Deal, using: Cards, before: Meld | None, place: int
) -> Refusals:
    """Why the pile is not to be had without a natural pair, were it not frozen."""
    r = rules.pile
    opened = deal.record.opened[deal.table]
    why: list[Refusal] = []
    naturals = sum(RANK[card] == RANK[deal.pile[-1]] for card in using)
    if naturals and len(using) > naturals:
        if r.rank_with_canasta == "as_frozen" and before is not None and is_finished(rules, before):
            yield NOT_WITH_CANASTA
            return
        if r.natural_and_wild == "free" or (r.natural_and_wild == "free_opened" and opened):
            return
        why.append(NEEDS_PAIR)
    if before is not None and (opened or r.onto_new_meld):
        if place < deal.turn.melds_before or r.onto_new_meld:
            finished = is_finished(rules, before)
            allowed = r.onto_complete_set if finished else r.onto_open_set
            if allowed:
                return
            why.append(NOT_ONTO_CANASTA if finished else NOT_ONTO_OPEN)
    yield from why or (NO_RIGHT,)


def _onto_sequence(
    rules: Rules, deal: Deal, using: Cards, before: Meld | None, place: int
) -> Refusals:
    """Why the top card does not bring the pile to a sequence, were it not frozen."""
    r = rules.sequence
    assert r is not None
    if before is not None and is_finished(rules, before):
        yield sequences.FINISHED
        return
    if r.takes_pile == "with_hand" and deal.record.opened[deal.table]:
        return
    lies = place < deal.turn.melds_before or rules.pile.onto_new_meld
    direct = r.takes_pile != "never" and lies and not using
    if before is None or not (direct and sequences.single_fits(r, before, deal.pile[-1])):
        yield NOT_DIRECTLY


def take(rules: Rules, deal: Deal, step: Take) -> tuple[Deal, list[Event]]:
    """Take the pile: cards and top card are melded; the rest joins the hand at once, or, while
    an initial meld is short of its minimum, waits on the table until that is reached."""
    turn, record = deal.turn, deal.record
    seat, table = turn.seat, deal.table
    change = meld_taken(rules, deal, step)
    left = without(deal.hands[seat], step.using)
    assert left is not None and change is not None
    place, after = change
    top = deal.pile[-1]
    melds = deal.melds[table]
    before = melds[place] if place < len(melds) else None
    fresh = fresh_after(rules, record.fresh, table, place, before, after)
    frozen = record.was_frozen or is_frozen(rules, deal)
    if fresh is not record.fresh or not record.pile_taken or frozen != record.was_frozen:
        record = record._replace(fresh=fresh, pile_taken=True, was_frozen=frozen)
    melds = put(melds, place, after)
    onto_old = turn.onto_old
    if place < turn.melds_before:
        onto_old = onto_old or bool(step.using) or not rules.out.concealed_by_taking_onto
    wanting = 0
    if not record.opened[table] and not turn.laid:
        counted = step.using if rules.opening.taken_meld_extras else _entitling(rules, step.using)
        if rules.opening.top_card_counts:
            counted = (*counted, top)
        points = value(rules, counted) + bonus_towards(rules, before, after)
        wanting = max(0, minimum(rules, deal, deal.column) - points)
    waits = wanting > 0 and step.rest and rules.opening.rest_of_pile_counts != "everybody"
    deal = deal._replace(
        turn=turn._replace(
            phase=PLAYING, source=PILE, wanting=wanting,
            held=waits, laid=True, onto_old=onto_old,
            wild_laid=turn.wild_laid or not WILDS.isdisjoint(step.using),
        ),
        hands=set_at(deal.hands, seat, left),
        pile=deal.pile[:-1],
        melds=set_at(deal.melds, table, melds),
        record=record,
    )  # fmt: skip
    events = [Event("took-pile", seat, (*step.using, top))]
    alone = (
        after.is_sequence and rules.sequence is not None and rules.sequence.takes_pile == "top_only"
    )
    if step.rest and not deal.turn.held and not alone:
        deal, more = join_rest(rules, deal)
        events += more
    return deal, events


def _entitling(rules: Rules, using: Cards) -> Cards:
    """The natural pair alone, without further cards laid on the same meld."""
    return tuple(card for card in using if not IS_WILD[card])[: rules.pile.pair_from_hand]


def join_rest(rules: Rules, deal: Deal) -> tuple[Deal, list[Event]]:
    """Take the rest of the pile into the hand; red threes in it are laid."""
    seat = deal.turn.seat
    threes = () if at_will(rules) else red_threes_in(deal.pile)
    rest: tuple[Card, ...] = tuple(c for c in deal.pile if not (threes and IS_RED_THREE[c]))
    events = [Event("took-rest", seat, rest)] if rest else []
    deal = deal._replace(
        hands=set_at(deal.hands, seat, tuple(sorted(deal.hands[seat] + rest))),
        pile=(),
        turn=deal.turn._replace(held=False),
    )
    if threes:
        events += [Event("red-three", seat, (card,)) for card in threes]
        deal = lay(deal, seat, threes)
        if rules.red_threes.replaced_from_pile:
            deal, more = draw_cards(rules, deal, seat, len(threes), True)
            events += more
    return deal, events


def concealed_with_whole_pile(rules: Rules, deal: Deal) -> Deal | None:
    """The position in which a player who goes out concealed counts the whole pile towards his
    minimum, where the ruleset lets him; None where it does not."""
    if rules.opening.rest_of_pile_counts != "concealed" or not deal.turn.held:
        return None
    joined, _ = join_rest(rules, deal)
    return joined._replace(turn=joined.turn._replace(bound=MUST_GO_OUT_CONCEALED))
