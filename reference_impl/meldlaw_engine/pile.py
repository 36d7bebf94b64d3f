"""The discard pile: frozen, blocked, and the lawful ways of taking it (chapters 10, 13, 14, 17
and 20 of the laws)."""

from __future__ import annotations

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
from .melds import fresh_after, is_complete, may_have_another, set_refusals
from .opening import minimum, value
from .red_threes import draw_cards, lay, red_threes_in
from .refusals import NOT_IN_HAND, Refusal, Refusals
from .rules import Rules
from .state import MUST_GO_OUT_CONCEALED, PILE, PLAYING, Deal, Event, Meld, find_set, set_at
from .steps import Take

EMPTY = Refusal("pile-empty", None)
BLOCKED_BY_WILD = Refusal("blocked-by-wild", "pile.blocked_by.wild")
BLOCKED_BY_BLACK_THREE = Refusal("blocked-by-black-three", "pile.blocked_by.black_three")
BLOCKED_BY_RED_THREE = Refusal("blocked-by-red-three", "pile.blocked_by.red_three")
FROZEN_BY_WILD = Refusal("pile-frozen", "pile.frozen_by.wild")
FROZEN_BY_RED_THREE = Refusal("pile-frozen", "pile.frozen_by.red_three")
NEEDS_PAIR = Refusal("needs-natural-pair", "pile.natural_and_wild")
NO_RIGHT = Refusal("no-right-to-pile", "pile.pair_from_hand")
NOT_ONTO_CANASTA = Refusal("canasta-not-for-taking", "pile.onto_complete_set")
NOT_ONTO_OPEN = Refusal("no-right-to-pile", "pile.onto_open_set")
RANK_BARRED = Refusal("second-meld-of-rank", "pile.rank_on_table")
ONE_CARD = Refusal("one-card-hand-one-card-pile", "pile.one_card_by_one_card")
WHOLE_PILE = Refusal("whole-pile", "pile.rest")


def frozen_refusal(rules: Rules, pile: Cards) -> Refusal | None:
    """Why the pile is frozen: it holds a wild card or a red three. None if it is not."""
    if rules.pile.frozen_by_wild and not WILDS.isdisjoint(pile):
        return FROZEN_BY_WILD
    if rules.pile.frozen_by_red_three and not RED_THREES.isdisjoint(pile):
        return FROZEN_BY_RED_THREE
    return None


def is_frozen(rules: Rules, pile: Cards) -> bool:
    """Whether the pile is frozen; computed from its cards, so that it ends when they go."""
    return frozen_refusal(rules, pile) is not None


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
    yield from _blocked(rules, pile[-1])
    if len(pile) == 1 and len(deal.hands[deal.turn.seat]) == 1:
        if rules.pile.one_card_by_one_card == "never":
            yield ONE_CARD


def meld_taken(rules: Rules, deal: Deal, using: Cards) -> tuple[int, Meld]:
    """Where the top card goes with ``using``: the place of the side's own meld of that rank
    (-1 for a new meld), and the meld that results."""
    top = deal.pile[-1]
    rank = RANK[top]
    melds = deal.melds[deal.table]
    place = find_set(melds, rank)
    cards = (*using, top)
    if place < 0 or (using and may_have_another(rules, melds, rank)):
        wilds = count_wilds(cards)
        return -1, Meld(rank, wilds, cards)
    old = melds[place]
    return place, Meld(rank, old.wilds + count_wilds(cards), old.cards + cards)


def fit(rules: Rules, deal: Deal, step: Take) -> Refusals:
    """What the law holds against taking the pile with just these cards.

    Entitled is who lays two natural cards of the top card's rank; while the pile is not frozen
    and the side has opened also who lays one natural card with a wild card, or who puts the top
    card on a meld of his side.
    """
    if not deal.pile:
        return
    top = deal.pile[-1]
    rank = RANK[top]
    using = step.using
    r = rules.pile
    if without(deal.hands[deal.turn.seat], using) is None:
        yield NOT_IN_HAND
    if not step.rest and r.rest == "whole":
        yield WHOLE_PILE
    if IS_WILD[top] or rank == THREE:
        # no natural pair of wild cards, and threes are melded only in going out
        if next(_blocked(rules, top), None) is None:
            yield NO_RIGHT
        return
    place, after = meld_taken(rules, deal, using)
    naturals = sum(RANK[card] == rank for card in using)
    opened = deal.record.opened[deal.table]
    if place >= 0 and using and r.rank_on_table == "barred":
        yield RANK_BARRED
    entitled = True
    if naturals < r.pair_from_hand:
        frozen = frozen_refusal(rules, deal.pile)
        if frozen is not None:
            yield frozen
        for refusal in _without_pair(rules, deal, using, naturals, place, opened):
            entitled = False
            yield refusal
    if entitled:  # whoever has no right to the pile is not told that his meld would be odd too
        yield from set_refusals(rules, rank, using, after)


def _without_pair(
    rules: Rules, deal: Deal, using: Cards, naturals: int, place: int, opened: bool
) -> Refusals:
    """Why the pile is not to be had without a natural pair, were it not frozen."""
    r = rules.pile
    why: list[Refusal] = []
    if naturals and len(using) > naturals:
        if r.natural_and_wild == "free" or (r.natural_and_wild == "free_opened" and opened):
            return
        why.append(NEEDS_PAIR)
    melds = deal.melds[deal.table]
    if place >= 0 and (opened or r.onto_new_meld):
        if place < deal.turn.melds_before or r.onto_new_meld:
            finished = is_complete(rules, len(melds[place].cards))
            allowed = r.onto_complete_set if finished else r.onto_open_set
            if allowed:
                return
            why.append(NOT_ONTO_CANASTA if finished else NOT_ONTO_OPEN)
    yield from why or (NO_RIGHT,)


def take(rules: Rules, deal: Deal, step: Take) -> tuple[Deal, list[Event]]:
    """Take the pile: cards and top card are melded; the rest joins the hand at once, or, while
    an initial meld is short of its minimum, waits on the table until that is reached."""
    turn, record = deal.turn, deal.record
    seat, table = turn.seat, deal.table
    place, after = meld_taken(rules, deal, step.using)
    left = without(deal.hands[seat], step.using)
    assert left is not None
    top = deal.pile[-1]
    melds = deal.melds[table]
    new = place < 0
    size = 0 if new else len(melds[place].cards)
    at = len(melds) if new else place
    fresh = fresh_after(rules, record.fresh, table, at, size, len(after.cards))
    if fresh is not record.fresh or not record.pile_taken:
        record = record._replace(fresh=fresh, pile_taken=True)
    melds = (*melds, after) if new else set_at(melds, place, after)
    onto_old = turn.onto_old
    if not new and place < turn.melds_before:
        onto_old = onto_old or bool(step.using) or not rules.out.concealed_by_taking_onto
    wanting = 0
    if not record.opened[table] and not turn.laid:
        counted = step.using if rules.opening.taken_meld_extras else _entitling(rules, step.using)
        if rules.opening.top_card_counts:
            counted = (*counted, top)
        wanting = max(0, minimum(rules, deal, table) - value(rules, counted))
    deal = deal._replace(
        turn=turn._replace(
            phase=PLAYING, source=PILE, wanting=wanting, held=wanting > 0 and step.rest,
            laid=True, onto_old=onto_old,
            wild_laid=turn.wild_laid or not WILDS.isdisjoint(step.using),
        ),
        hands=set_at(deal.hands, seat, left),
        pile=deal.pile[:-1],
        melds=set_at(deal.melds, table, melds),
        record=record,
    )  # fmt: skip
    events = [Event("took-pile", seat, (*step.using, top))]
    if step.rest and wanting == 0:
        deal, more = join_rest(rules, deal)
        events += more
    return deal, events


def _entitling(rules: Rules, using: Cards) -> Cards:
    """The natural pair alone, without further cards laid on the same meld."""
    return tuple(card for card in using if not IS_WILD[card])[: rules.pile.pair_from_hand]


def join_rest(rules: Rules, deal: Deal) -> tuple[Deal, list[Event]]:
    """Take the rest of the pile into the hand; red threes in it are laid."""
    seat = deal.turn.seat
    threes = red_threes_in(deal.pile)
    rest: tuple[Card, ...] = tuple(card for card in deal.pile if not IS_RED_THREE[card])
    events = [Event("took-rest", seat, rest)] if rest else []
    deal = deal._replace(
        hands=set_at(deal.hands, seat, tuple(sorted(deal.hands[seat] + rest))),
        pile=(),
        turn=deal.turn._replace(held=False),
    )
    if threes:
        events += [Event("red-three", seat, (card,)) for card in threes]
        deal = lay(deal, threes)
        if rules.red_threes.replaced_from_pile:
            deal, more = draw_cards(rules, deal, len(threes), True)
            events += more
    return deal, events


def concealed_with_whole_pile(rules: Rules, deal: Deal) -> Deal | None:
    """The position in which a player who goes out concealed counts the whole pile towards his
    minimum, where the ruleset lets him; None where it does not."""
    if not rules.opening.rest_of_pile_counts or not deal.turn.held:
        return None
    joined, _ = join_rest(rules, deal)
    return joined._replace(turn=joined.turn._replace(bound=MUST_GO_OUT_CONCEALED))
