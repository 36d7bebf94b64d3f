"""The contract of `legal_actions`, on small hands, against an independent brute force."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import brute
from meldlaw_engine import engine, listing
from meldlaw_engine.cards import (
    IS_BLACK_THREE,
    IS_RED_THREE,
    IS_WILD,
    JOKER,
    NAME,
    RANK,
    Card,
    pack,
)
from meldlaw_engine.melds import meld_of
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import (
    PLAYING,
    STOCK,
    Deal,
    Meld,
    Record,
    start_of_turn,
)
from meldlaw_engine.steps import NEW, Discard, Draw, Lay, Take

Symbols = Counter[str]


def symbol(card: int) -> str:
    if card == JOKER:
        return "j"
    if IS_WILD[card]:
        return "d"
    if IS_RED_THREE[card]:
        return "r"
    return "b" if IS_BLACK_THREE[card] else NAME[card][0]


def table_of(melds: tuple[Meld, ...]) -> dict[str, tuple[int, int, int]]:
    found = {}
    for meld in melds:
        counts = Counter(symbol(c) for c in meld.cards)
        jokers, deuces = counts.pop("j", 0), counts.pop("d", 0)
        ((rank, naturals),) = counts.items()
        found[rank] = (naturals, jokers, deuces)
    return found


def small_position(rules: Rules, rng: random.Random) -> Deal:
    """A position of few cards before P1 draws: some melds, a small hand, a short pile."""
    cards = list(pack(rules.deck.packs, rules.deck.jokers))
    rng.shuffle(cards)
    ranks = rng.sample(range(2, 13), 4)

    def draw(fits: object) -> Card | None:
        for i, card in enumerate(cards):
            if fits(card):  # type: ignore[operator]
                return cards.pop(i)
        return None

    melds = []
    opened = rng.random() < 0.6
    for rank in ranks[: rng.choice([0, 1, 1, 2]) if opened else 0]:
        size = rng.choice([3, 3, 5, 6, 6, 7])
        wilds = rng.choice([0, 1, 2, 3]) if size > 5 else rng.choice([0, 1])
        row = [draw(lambda c, r=rank: RANK[c] == r) for _ in range(size - wilds)]
        row += [draw(lambda c: IS_WILD[c]) for _ in range(wilds)]
        melds.append(meld_of(rules, tuple(c for c in row if c is not None)))
    opened = bool(melds)

    def likely(card: Card) -> bool:
        return RANK[card] in ranks or IS_WILD[card] or (IS_BLACK_THREE[card] and rng.random() < 0.5)

    hand = tuple(sorted(c for _ in range(rng.randint(1, 7)) if (c := draw(likely)) is not None))
    pile = tuple(
        c for _ in range(rng.choice([1, 1, 2, 2, 3, 4]))
        if (c := draw(lambda c: likely(c) or IS_RED_THREE[c])) is not None
    )  # fmt: skip
    if rng.random() < 0.8 and (top := draw(lambda c: RANK[c] in ranks)) is not None:
        pile = (*pile, top)
    stock = tuple(c for _ in range(2) if (c := draw(lambda c: not IS_RED_THREE[c])) is not None)
    others = tuple(cards.pop() for _ in range(3))
    total = rng.choice([-100, 0, 1500, 3000])
    record = Record(
        table_of=(0, 1, 0, 1),
        opened=(opened, False),
        totals=(total, 0),
        red_threes=((), (), (), ()),
        had_turn=(True,) * 4,
        has_melded=(opened and rng.random() < 0.5, False, opened, False),
        pile_taken=False,
        was_frozen=False,
        fresh=(),
        aside=tuple(sorted(cards)),
        end=None,
    )
    return Deal(
        start_of_turn(5, 0, tuple(melds)),
        (hand, others[:1], others[1:2], others[2:]),
        stock, pile, (tuple(melds), ()), record,
    )  # fmt: skip


def reachable(rules: Rules, deal: Deal, seen: set[Deal]) -> set[tuple[object, ...]]:
    """Every end of the turn that chains of listed steps reach, in the brute force's terms."""
    found: set[tuple[object, ...]] = set()
    todo = [deal]
    while todo:
        now = todo.pop()
        steps = listing.legal_actions(rules, now)
        assert steps, "the person to act always has a step"
        for step in steps:
            result = engine.apply(rules, now, 0, step)
            assert result.refusal is None, (step, result.refusal)
            after = result.deal
            over = after.record.end is not None
            if isinstance(step, Discard) or over:
                discard = symbol(step.card) if isinstance(step, Discard) else ""
                table = brute.freeze_table(table_of(after.melds[0]))
                hand = brute.freeze(Counter(symbol(c) for c in after.hands[0]))
                found.add((table, hand, discard, over))
            elif (key := canonical(after)) not in seen:
                seen.add(key)
                todo.append(after)
    return found


def canonical(deal: Deal) -> Deal:
    """One of the positions that differ only in the order and suits of laid cards."""
    melds = tuple(
        Meld(m.rank, m.wilds, tuple(sorted(m.cards, key=lambda c: (RANK[c], c))))
        for m in deal.melds[0]
    )
    return deal._replace(melds=(tuple(sorted(melds)), *deal.melds[1:]), hands=deal.hands)


def minimum(rules: Rules, deal: Deal) -> int:
    if deal.record.opened[0]:
        return 0
    total = deal.record.totals[0]
    return 15 if total < 0 else 50 if total < 1500 else 90 if total < 3000 else 120


@pytest.mark.parametrize("seed", range(40))
def test_listed_steps_reach_just_what_the_law_allows(canasta: Rules, seed: int) -> None:
    for n in range(12):
        check(canasta, seed * 1000 + n)


def check(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    deal = small_position(rules, rng)
    table = table_of(deal.melds[0])
    hand = Counter(symbol(c) for c in deal.hands[0])
    pile = [symbol(c) for c in deal.pile]
    opening = minimum(rules, deal)
    fresh = not deal.record.has_melded[0]

    drawn = engine.apply(rules, deal, 0, Draw()).deal
    card = Counter(symbol(c) for c in drawn.hands[0]) - hand
    assert drawn.turn.phase == PLAYING
    assert drawn.turn.source == STOCK
    lawful = brute.after_draw(table, hand + card, opening, fresh)
    assert reachable(rules, drawn, set()) == lawful, seed

    taken: set[tuple[object, ...]] = set()
    for step in listing.legal_actions(rules, deal):
        if isinstance(step, Take):
            after = engine.apply(rules, deal, 0, step).deal
            if after.record.end is not None:
                taken.add((brute.freeze_table(table_of(after.melds[0])), (), "", True))
            else:
                taken |= reachable(rules, after, set())
    assert taken == brute.after_take(table, hand, pile, opening), seed


def test_unlisted_steps_of_a_listed_form_are_refused(under: Rules) -> None:
    rng = random.Random(1)
    for _ in range(150):
        deal = small_position(under, rng)
        if rng.random() < 0.7:
            deal = engine.apply(under, deal, 0, Draw()).deal
        listed = {form(step) for step in listing.legal_actions(under, deal)}
        hand = deal.hands[0]
        melds = deal.melds[0]
        tries: list[Lay | Discard | Take] = [Discard(card) for card in hand]
        tries += [Lay((card,), place) for card in hand for place in range(len(melds))]
        tries += [
            Lay((a, b, c), NEW)
            for i, a in enumerate(hand)
            for j, b in enumerate(hand[i + 1 :], i + 1)
            for c in hand[j + 1 :]
            if sum(IS_WILD[x] for x in (a, b, c)) < 2
        ]
        rests = (True,) if under.pile.rest == "whole" else (True, False)
        for rest in rests:
            pairs = [(a, b) for i, a in enumerate(hand) for b in hand[i + 1 :]]
            tries += [Take(pair, rest) for pair in pairs]
            tries.append(Take((), rest))
        for step in tries:
            accepted = engine.apply(under, deal, 0, step).refusal is None
            if isinstance(step, Take) and accepted and form(step) not in listed:
                # two naturals of the rank with the top card, or one with a wild card
                raise AssertionError((deal, step))
            assert accepted == (form(step) in listed), (deal, step)


def form(step: object) -> tuple[object, ...]:
    """A step without the suits that make no difference."""
    match step:
        case Lay(cards, onto):
            return ("lay", tuple(sorted(symbol(c) for c in cards)), onto)
        case Take(using, rest):
            return ("take", tuple(sorted(symbol(c) for c in using)), rest)
        case Discard(card):
            return ("discard", card)
        case _:
            return (type(step).__name__,)
