"""Which smallest steps the player to act may take."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from . import red_threes, sequences
from .cards import (
    IS_RED_THREE,
    IS_WILD,
    JOKER,
    JOKER_RANK,
    KINDS,
    RANK,
    RED_THREES,
    SUIT,
    THREE,
    Card,
    Cards,
    without,
)
from .ends import can_open, must_go_out, must_stay
from .engine import apply, is_lawful, may_end_after, refuse_discard, refuse_take, takes_onto
from .going_out import can_go_out, has_canastas, may_lie_beside
from .melds import is_complete, is_finished, least_wild_set, may_grow, may_have_another
from .opening import is_open, minimum, reaches_simply, value
from .pile import meld_taken
from .rules import Rules
from .state import ASKED, BEFORE_DRAW, FREE, NO_RANK, NOT_ASKED, PLAYING, Deal
from .steps import (
    Answer,
    Ask,
    Decline,
    Discard,
    Draw,
    Join,
    Lay,
    LayRedThree,
    Pass,
    Step,
    Take,
)
from .stock import can_draw

DRAW = Draw()
DISCARDS = tuple(Discard(card) for card in KINDS)
SINGLES = tuple(tuple(Lay((card,), place) for card in KINDS) for place in range(len(KINDS)))
"""Single cards onto the meld at each place: made once, since listing makes them by the dozen."""
ANSWERS: tuple[Step, ...] = (Answer(True), Answer(False))


def legal_actions(rules: Rules, deal: Deal) -> list[Step]:
    """Every smallest step that the player to act may take.

    New melds are listed in their least form (the fewest natural cards that make a meld alone,
    or the fewest with the wild cards needed), additions one card at a time, and, where the law
    knows no sequences, cards that differ only in suit once. Each listed step is accepted; each
    step of such a form that is not listed is refused; each larger lay that is accepted ends where
    some chain of listed steps ends. Questions to the partner are not listed (see `questions`),
    his answers are.
    """
    turn = deal.turn
    if deal.record.end is not None:
        return []
    if turn.asked == ASKED:
        return list(ANSWERS)
    steps: list[Step] = []
    if turn.phase == BEFORE_DRAW:
        stock = can_draw(rules, deal)
        failed = rules.stock_end.rule == "failed_draw"
        if (stock or failed) and turn.wanting <= 0:
            steps.append(DRAW)
        steps += lawful_takes(rules, deal)
        if not stock and not failed and is_lawful(rules, deal, Decline()):
            steps.append(Decline())
    if turn.phase == PLAYING or not rules.turn.draw_first:
        steps += _lays(rules, deal)
        if rules.sequence is not None and rules.sequence.join:
            steps += _joins(rules, deal)
    if turn.phase == PLAYING:
        steps += _discards(rules, deal)
        if rules.turn.pass_with and is_lawful(rules, deal, Pass()):
            steps.append(Pass())
    if rules.red_threes.dealt_laid in ("first_turn", "any_turn"):
        for card in dict.fromkeys(red_threes.red_threes_in(deal.hands[turn.seat])):
            if is_lawful(rules, deal, LayRedThree(card)):
                steps.append(LayRedThree(card))
    return steps


def questions(rules: Rules, deal: Deal) -> list[Step]:
    """The questions that the player in turn may put now."""
    return [Ask()] if deal.record.end is None and is_lawful(rules, deal, Ask()) else []


def lawful_takes(rules: Rules, deal: Deal) -> list[Take]:
    """The lawful ways of taking the pile. A side that has opened needs no search where enough
    cards are left afterwards."""
    turn = deal.turn
    plain = deal.record.opened[deal.table] and turn.asked == NOT_ASKED and turn.bound == FREE
    held = len(deal.hands[turn.seat]) - red_threes.to_be_laid(rules, deal.hands[turn.seat])
    joins = len(deal.pile) - 1 - red_threes.to_be_laid(rules, deal.pile)
    if rules.sequence is not None and rules.sequence.takes_pile == "top_only":
        joins = 0  # a card alone may be all that comes
    found = []
    for take in _takes(rules, deal):
        if plain and take.rest and held - len(take.using) + joins >= must_stay(rules, deal):
            if next(refuse_take(rules, deal, take), None) is None:
                found.append(take)
        elif is_lawful(rules, deal, take):
            found.append(take)
    return found


def _takes(rules: Rules, deal: Deal) -> Iterator[Take]:
    """Candidates for taking the pile, least forms only."""
    if not deal.pile:
        return
    top = deal.pile[-1]
    if IS_WILD[top] or RANK[top] == THREE:
        return
    rank = RANK[top]
    hand = deal.hands[deal.turn.seat]
    mine = [card for card in hand if RANK[card] == rank]
    melds = deal.melds[deal.table]
    for rest in (True,) if rules.pile.rest == "whole" else (True, False):
        for pair in _choices(rules, mine, rules.pile.pair_from_hand):
            by_itself = Take(pair, rest)
            yield by_itself
            change = meld_taken(rules, deal, by_itself)
            for place, meld in enumerate(melds):
                if meld.rank == rank and (change is None or change[0] != place):
                    yield Take(pair, rest, place)
        if rules.pile.natural_and_wild != "never":
            for (natural,) in _choices(rules, mine, 1):
                for wild in _wild_kinds(hand):
                    yield Take((natural, wild), rest)
        for onto in takes_onto(deal):
            yield onto._replace(rest=rest)
        if rules.sequence is not None and rules.sequence.takes_pile == "with_hand":
            for using in sequences.around(rules.sequence, top, hand):
                yield Take(using, rest)
            for place, meld in enumerate(melds):
                if meld.is_sequence:
                    cards = sequences.bridges(rules.sequence, meld, top, hand)
                    if cards:
                        yield Take(cards, rest, place)


def _choices(rules: Rules, mine: list[Card], number: int) -> list[Cards]:
    """The ways of choosing so many of the cards of one rank: one, or, where suits matter, all
    that differ."""
    if len(mine) < number:
        return []
    if rules.sequence is None:
        return [tuple(mine[:number])]
    return list(dict.fromkeys(combinations(mine, number)))


def _joins(rules: Rules, deal: Deal) -> list[Join]:
    """The lawful ways of uniting two sequences."""
    places = [i for i, meld in enumerate(deal.melds[deal.table]) if meld.is_sequence]
    joins = [Join(*pair) for pair in combinations(places, 2)]
    return [join for join in joins if is_lawful(rules, deal, join)]


def _wild_kinds(hand: Cards) -> list[Card]:
    """One deuce and one joker, as far as the hand has them."""
    kinds: dict[int, Card] = {}
    for card in hand:
        if IS_WILD[card]:
            kinds.setdefault(RANK[card], card)
    return list(kinds.values())


def _lays(rules: Rules, deal: Deal) -> list[Lay]:
    """The lawful lays: new melds in their least forms, single cards onto own melds.

    The common cases need no search. A side that has opened needs only cards enough for a discard
    and those to keep; an initial meld under way needs only a simple way to its minimum.
    """
    turn = deal.turn
    opened = is_open(deal)
    if not opened and not turn.laid and not _may_begin(rules, deal):
        return []
    free = (
        turn.bound == FREE
        and turn.asked == NOT_ASKED
        and turn.phase == PLAYING
        and rules.black_threes.wild_in_turn
        and rules.red_threes.dealt_laid != "first_turn"
    )
    spare = len(deal.hands[turn.seat]) - must_stay(rules, deal) if free and opened else 0
    # where a rank may be laid apart from the partner's, that lay binds the turn: no shortcut
    plain = not rules.out.concealed_beside_partner
    bound = must_go_out(rules, deal)
    fitting = _fitting(rules, deal)
    lays = [lay for rank, lay in fitting if rank != THREE]
    if not plain or spare < rules.set.min_cards:
        hopeless = plain and free and opened and not _may_complete(rules, deal)
        lays = [
            lay
            for lay in lays
            if (plain and len(lay.cards) <= spare)
            or (free and not opened and _opens_simply(rules, deal, lay.cards))
            or (not hopeless and may_end_after(rules, deal, lay, bound))
        ]
    threes = [lay for rank, lay in fitting if rank == THREE]
    if threes and (not (free and opened) or can_go_out(rules, deal)):
        lays += [lay for lay in threes if apply(rules, deal, turn.seat, lay).refusal is None]
    return lays


def _may_complete(rules: Rules, deal: Deal) -> bool:
    """Whether the side has, or could with this hand come to have, a canasta more than it has: if
    not, and it lacks one, nobody goes out in this turn. A yes says nothing."""
    if has_canastas(rules, deal):
        return True
    held = len(deal.hands[deal.turn.seat])
    melds = deal.melds[deal.table]
    if rules.sequence is not None and rules.sequence.join:
        held += sum(len(meld.cards) for meld in melds if meld.is_sequence)
    sizes = [len(meld.cards) + held for meld in melds if not is_finished(rules, meld)]
    return any(is_complete(rules, size) for size in (held, *sizes))


def _opens_simply(rules: Rules, deal: Deal, laid: Cards) -> bool:
    """Whether an initial meld that goes on with these cards plainly reaches its minimum. A no
    says nothing."""
    turn = deal.turn
    if rules.opening.canasta_bonus_counts or not rules.opening.taken_meld_extras:
        return False
    left = without(deal.hands[turn.seat], laid)
    if left is None:
        return False
    wanting = turn.wanting if turn.laid else minimum(rules, deal, deal.column)
    wanting -= value(rules, laid)
    keep = must_stay(rules, deal)
    if wanting <= 0:
        return len(left) >= keep
    return reaches_simply(rules, left, wanting, keep)


def _may_begin(rules: Rules, deal: Deal) -> bool:
    """Whether a side that has melded nothing can open in this turn at all."""
    turn = deal.turn
    started = deal._replace(turn=turn._replace(wanting=minimum(rules, deal, deal.column)))
    return can_open(rules, started) or can_go_out(rules, started)


def _fitting(rules: Rules, deal: Deal) -> list[tuple[int, Lay]]:
    """Lays of the listed forms whose cards fit, each with the rank of its meld; whether the
    turn can be ended after them is not asked here."""
    r = rules.set
    hand = deal.hands[deal.turn.seat]
    melds = deal.melds[deal.table]
    groups: dict[int, list[Card]] = {}
    wilds: dict[int, Card] = {}
    for card in hand:
        rank = RANK[card]
        if IS_WILD[card]:
            wilds.setdefault(rank, card)
        elif rank in groups:
            groups[rank].append(card)
        elif not IS_RED_THREE[card]:
            groups[rank] = [card]
    found: list[tuple[int, Lay]] = []
    taken = set()
    kinds = tuple(wilds.values())
    suits_matter = rules.sequence is not None
    for place, (rank, wild, cards, suit) in enumerate(melds):
        if suit >= 0:
            continue
        taken.add(rank)
        held = (len(cards) - wild, wild)
        singles = SINGLES[place]
        if rank in groups and may_grow(rules, rank, held, 1, 0):
            mine = groups[rank]
            for card in dict.fromkeys(mine) if suits_matter else mine[:1]:
                found.append((rank, singles[card]))
        if kinds and may_grow(rules, rank, held, 0, 1):
            for card in kinds:
                found.append((rank, singles[card]))
    beside = may_lie_beside(rules, deal)
    least = r.min_naturals
    lone_wild = r.min_cards - least == 1
    for rank, mine in groups.items():
        if len(mine) < least:
            continue
        if rank in taken and not may_have_another(rules, melds, rank):
            if not beside:
                continue
        for cards in _choices(rules, mine, r.min_cards):
            found.append((rank, Lay(cards)))
        if wilds and lone_wild and may_grow(rules, rank, (0, 0), least, 1):
            for cards in _choices(rules, mine, least):
                found += [(rank, Lay((*cards, card))) for card in wilds.values()]
    if r.pure_wild != "never":
        found += _wild_sets(rules, deal)
    return found + _sequences_fitting(rules, deal) if suits_matter else found


def _wild_sets(rules: Rules, deal: Deal) -> list[tuple[int, Lay]]:
    """New sets of wild cards alone in their least form, by the number of jokers in them."""
    hand = deal.hands[deal.turn.seat]
    if not may_have_another(rules, deal.melds[deal.table], JOKER_RANK):
        return []
    jokers = [card for card in hand if card == JOKER]
    twos = [card for card in hand if IS_WILD[card] and card != JOKER]
    least = least_wild_set(rules)
    return [
        (JOKER_RANK, Lay((*twos[: least - number], *jokers[:number])))
        for number in range(len(jokers) + 1)
        if 0 <= least - number <= len(twos)
    ]


def _sequences_fitting(rules: Rules, deal: Deal) -> list[tuple[int, Lay]]:
    """The same for sequences: new ones of the fewest cards, single cards onto those there."""
    r = rules.sequence
    if r is None or not (r.opens or is_open(deal)):
        return []
    hand = deal.hands[deal.turn.seat]
    melds = deal.melds[deal.table]
    kinds = tuple(dict.fromkeys(hand))
    found = []
    for place, meld in enumerate(melds):
        if meld.is_sequence:
            singles = SINGLES[place]
            found += [(NO_RANK, singles[c]) for c in kinds if sequences.single_fits(r, meld, c)]
    for cards in sequences.shortest(r, hand):
        if sequences.may_begin(rules, melds, SUIT[cards[0]]):
            found.append((NO_RANK, Lay(cards)))
    return found


def _discards(rules: Rules, deal: Deal) -> list[Step]:
    """The lawful discards, card by card."""
    turn = deal.turn
    hand = deal.hands[turn.seat]
    kinds = dict.fromkeys(hand)
    if (
        len(hand) > rules.turn.keeps
        and turn.wanting <= 0
        and turn.bound == FREE
        and RED_THREES.isdisjoint(kinds)
    ):
        return [] if must_go_out(rules, deal) else [DISCARDS[card] for card in kinds]
    return [
        DISCARDS[card]
        for card in kinds
        if next(refuse_discard(rules, deal, DISCARDS[card]), None) is None
    ]
