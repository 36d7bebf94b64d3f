"""Which smallest steps the player to act may take."""

from __future__ import annotations

from collections.abc import Iterator

from . import red_threes
from .cards import (
    IS_RED_THREE,
    IS_WILD,
    KINDS,
    RANK,
    RED_THREES,
    THREE,
    Card,
    Cards,
    count_red_threes,
    without,
)
from .ends import can_open, needs_two
from .engine import apply, is_lawful, may_end_after, refuse_discard, refuse_take
from .going_out import can_go_out, has_canastas, may_lie_beside
from .melds import counts_fit, is_complete, may_have_another
from .opening import minimum, reaches_simply, value
from .rules import Rules
from .state import ASKED, BEFORE_DRAW, FREE, NOT_ASKED, PLAYING, Deal, find_set
from .steps import Answer, Ask, Decline, Discard, Draw, Lay, LayRedThree, Step, Take

DRAW = Draw()
DISCARDS = tuple(Discard(card) for card in KINDS)
SINGLES = tuple(tuple(Lay((card,), place) for card in KINDS) for place in range(len(KINDS)))
"""Single cards onto the meld at each place: made once, since listing makes them by the dozen."""
ANSWERS: tuple[Step, ...] = (Answer(True), Answer(False))


def legal_actions(rules: Rules, deal: Deal) -> list[Step]:
    """Every smallest step that the player to act may take.

    New melds are listed in their least form (the fewest natural cards that make a meld alone,
    or the fewest with the wild cards needed), additions one card at a time, and cards that
    differ only in suit once. Each listed step is accepted; each step of such a form that is not
    listed is refused; each larger lay that is accepted ends where some chain of listed steps
    ends. Questions to the partner are not listed (see `questions`), his answers are.
    """
    turn = deal.turn
    if deal.record.end is not None:
        return []
    if turn.asked == ASKED:
        return list(ANSWERS)
    steps: list[Step] = []
    if turn.phase == BEFORE_DRAW:
        if deal.stock and turn.wanting <= 0:
            steps.append(DRAW)
        steps += _lawful_takes(rules, deal)
        if not deal.stock and is_lawful(rules, deal, Decline()):
            steps.append(Decline())
    if turn.phase == PLAYING or not rules.turn.draw_first:
        steps += _lays(rules, deal)
    if turn.phase == PLAYING:
        steps += _discards(rules, deal)
    if rules.red_threes.dealt_laid != "before_first_draw":
        for card in dict.fromkeys(red_threes.red_threes_in(deal.hands[turn.seat])):
            if is_lawful(rules, deal, LayRedThree(card)):
                steps.append(LayRedThree(card))
    return steps


def questions(rules: Rules, deal: Deal) -> list[Step]:
    """The questions that the player in turn may put now."""
    return [Ask()] if deal.record.end is None and is_lawful(rules, deal, Ask()) else []


def _lawful_takes(rules: Rules, deal: Deal) -> list[Take]:
    """The lawful ways of taking the pile. A side that has opened needs no search where enough
    cards are left afterwards."""
    turn = deal.turn
    plain = deal.record.opened[deal.table] and turn.asked == NOT_ASKED and turn.bound == FREE
    held = len(deal.hands[turn.seat]) - count_red_threes(deal.hands[turn.seat])
    joins = len(deal.pile) - 1 - count_red_threes(deal.pile)
    found = []
    for take in _takes(rules, deal):
        if plain and take.rest and held - len(take.using) + joins >= needs_two(rules):
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
    for rest in (True,) if rules.pile.rest == "whole" else (True, False):
        if len(mine) >= rules.pile.pair_from_hand:
            yield Take(tuple(mine[: rules.pile.pair_from_hand]), rest)
        if mine:
            for wild in _wild_kinds(hand):
                yield Take((mine[0], wild), rest)
        if find_set(deal.melds[deal.table], rank) >= 0:
            yield Take((), rest)


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
    opened = deal.record.opened[deal.table] or (turn.laid and turn.wanting <= 0)
    if not opened and not turn.laid and not _may_begin(rules, deal):
        return []
    free = (
        turn.bound == FREE
        and turn.asked == NOT_ASKED
        and turn.phase == PLAYING
        and rules.black_threes.wild_in_turn
        and rules.red_threes.dealt_laid == "before_first_draw"
    )
    spare = len(deal.hands[turn.seat]) - needs_two(rules) if free and opened else 0
    # where a rank may be laid apart from the partner's, that lay binds the turn: no shortcut
    plain = not rules.out.concealed_beside_partner
    fitting = _fitting(rules, deal)
    lays = [lay for rank, lay in fitting if rank != THREE]
    if not plain or spare < rules.set.min_cards:
        hopeless = free and opened and not _may_complete(rules, deal)
        lays = [
            lay
            for lay in lays
            if (plain and len(lay.cards) <= spare)
            or (free and not opened and _opens_simply(rules, deal, lay.cards))
            or (not hopeless and may_end_after(rules, deal, lay))
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
    sizes = [len(meld.cards) + held for meld in deal.melds[deal.table]]
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
    wanting = turn.wanting if turn.laid else minimum(rules, deal, deal.table)
    wanting -= value(rules, laid)
    keep = needs_two(rules)
    if wanting <= 0:
        return len(left) >= keep
    return reaches_simply(rules, left, wanting, keep)


def _may_begin(rules: Rules, deal: Deal) -> bool:
    """Whether a side that has melded nothing can open in this turn at all."""
    turn = deal.turn
    started = deal._replace(turn=turn._replace(wanting=minimum(rules, deal, deal.table)))
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
    for place, (rank, wild, cards) in enumerate(melds):
        taken.add(rank)
        naturals = len(cards) - wild
        if rank in groups and counts_fit(rules, rank, naturals + 1, wild):
            found.append((rank, SINGLES[place][groups[rank][0]]))
        if kinds and counts_fit(rules, rank, naturals, wild + 1):
            singles = SINGLES[place]
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
        if len(mine) >= r.min_cards:
            found.append((rank, Lay(tuple(mine[: r.min_cards]))))
        if wilds and lone_wild and counts_fit(rules, rank, least, 1):
            found += [(rank, Lay((*mine[:least], card))) for card in wilds.values()]
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
        and turn.asked == NOT_ASKED
        and RED_THREES.isdisjoint(kinds)
    ):
        return [DISCARDS[card] for card in kinds]
    return [
        DISCARDS[card]
        for card in kinds
        if next(refuse_discard(rules, deal, DISCARDS[card]), None) is None
    ]
