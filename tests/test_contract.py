"""The contract of `legal_actions`, on small hands, against an independent brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import brute
import brute_samba
from meldlaw_conformance.rulesets import resolve
from meldlaw_conformance.spec import Spec
from meldlaw_engine import engine, listing
from meldlaw_engine.cards import (
    IS_BLACK_THREE,
    IS_RED_THREE,
    IS_WILD,
    JOKER,
    NAME,
    RANK,
    SUIT,
    Card,
    Cards,
    names,
    pack,
)
from meldlaw_engine.melds import meld_of
from meldlaw_engine.pile import meld_taken
from meldlaw_engine.positions import tables_of
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import (
    PLAYING,
    STOCK,
    Deal,
    Meld,
    Record,
    start_of_turn,
)
from meldlaw_engine.steps import BY_ITSELF, NEW, Discard, Draw, Join, Lay, Step, Take

Symbols = Counter[str]
KNOWN = (*brute.LAWS, "samba-fi")
"""Rulesets whose turns a brute force knows."""


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
    """A position of few cards before P1 draws: some melds, a small hand, a short pile. Where the
    law knows sequences, the cards are of neighbouring ranks and few suits."""
    cards = list(pack(rules.deck.packs, rules.deck.jokers))
    rng.shuffle(cards)
    suits: tuple[int, ...] = (0, 1, 2, 3)
    ranks = rng.sample(range(2, 13), 4)
    if rules.sequence is not None and rng.random() < 0.8:
        low = rng.randint(2, 8)
        ranks = list(range(low, low + 5))
        suits = tuple(rng.sample(suits, rng.choice([1, 2, 2])))

    def draw(fits: object) -> Card | None:
        for i, card in enumerate(cards):
            if fits(card):  # type: ignore[operator]
                return cards.pop(i)
        return None

    melds = []
    opened = rng.random() < 0.6
    for rank in rng.sample(ranks, rng.choice([0, 1, 1, 2])) if opened else ():
        size = rng.choice([3, 3, 5, 6, 6, 7])
        if rules.sequence is not None and rng.random() < 0.5:
            size = min(size, 13 - rank)
            suit = rng.choice(suits)
            run = [draw(lambda c, r=rank + n, s=suit: RANK[c] == r and SUIT[c] == s)
                   for n in range(size)]  # fmt: skip
            if size > 2 and None not in run:
                melds.append(meld_of(rules, tuple(c for c in run if c is not None)))
            continue
        most = rules.set.max_wild
        wilds = rng.randint(0, most) if size > 5 else rng.choice([0, 1])
        row = [draw(lambda c, r=rank: RANK[c] == r) for _ in range(size - wilds)]
        row += [draw(lambda c: IS_WILD[c]) for _ in range(wilds)]
        melds.append(meld_of(rules, tuple(c for c in row if c is not None)))
    opened = bool(melds)

    def likely(card: Card) -> bool:
        if IS_BLACK_THREE[card]:
            return rng.random() < 0.5
        near = RANK[card] in ranks and (len(suits) > 3 or SUIT[card] in suits)
        return near or (IS_WILD[card] and rng.random() < 0.6)

    most_held = 7 if rules.sequence is None else 6
    held = rng.randint(1, most_held)
    hand = tuple(sorted(c for _ in range(held) if (c := draw(likely)) is not None))
    pile = tuple(
        c for _ in range(rng.choice([1, 1, 2, 2, 3, 4]))
        if (c := draw(lambda c: likely(c) or IS_RED_THREE[c])) is not None
    )  # fmt: skip
    if rng.random() < 0.8 and (top := draw(lambda c: RANK[c] in ranks and likely(c))) is not None:
        pile = (*pile, top)
    stock = tuple(c for _ in range(2) if (c := draw(lambda c: not IS_RED_THREE[c])) is not None)
    tables = tables_of(rules)
    others = tuple(cards.pop() for _ in tables[1:])
    total = rng.choice([-100, 0, 1500, 3000])
    record = Record(
        table_of=tables,
        opened=(opened, *(False,) * max(tables)),
        totals=(total, *(0,) * max(tables)),
        red_threes=((),) * len(tables),
        had_turn=(True,) * len(tables),
        has_melded=(
            opened and (len(set(tables)) == len(tables) or rng.random() < 0.5),
            *(opened and table == 0 for table in tables[1:]),
        ),
        pile_taken=False,
        was_frozen=False,
        fresh=(),
        aside=tuple(sorted(cards)),
        end=None,
        dealer=len(tables) - 1,
    )
    return Deal(
        start_of_turn(5, 0, tuple(melds)),
        (hand, *((card,) for card in others)),
        stock, pile, (tuple(melds), *((),) * max(tables)), record,
    )  # fmt: skip


Told = Callable[[Deal, Step], tuple[object, ...]]
"""The end of a turn in the terms of a brute force: table, hand, discard, out."""


def told_by_rank(after: Deal, step: Step) -> tuple[object, ...]:
    """Suits make no difference."""
    table = brute.freeze_table(table_of(after.melds[0]))
    hand = brute.freeze(Counter(symbol(c) for c in after.hands[0]))
    discard = symbol(step.card) if isinstance(step, Discard) else ""
    return (table, hand, discard, after.record.end is not None)


def told_by_card(after: Deal, step: Step) -> tuple[object, ...]:
    """Every card counts, but for the suits of deuces."""
    melds = [names(meld.cards) for meld in after.melds[0]]
    discard = NAME[step.card] if isinstance(step, Discard) else ""
    return alike((melds, names(after.hands[0]), discard, after.record.end is not None))


def alike(end: tuple[Any, Any, str, bool]) -> tuple[object, ...]:
    """An end of a turn with the suits of deuces left out: no sequence holds one."""

    def plain(cards: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted("2" if card[0] == "2" else card for card in cards))

    table, hand, discard, out = end
    melds = tuple(sorted(plain(meld) for meld in table))
    return (melds, plain(hand), "2" if discard[:1] == "2" else discard, out)


def reachable(rules: Rules, deal: Deal, told: Told) -> set[tuple[object, ...]]:
    """Every end of the turn that chains of listed steps reach, in the brute force's terms."""
    found: set[tuple[object, ...]] = set()
    seen: set[Deal] = set()
    todo = [deal]
    while todo:
        now = todo.pop()
        steps = listing.legal_actions(rules, now)
        assert steps, "the person to act always has a step"
        for step in steps:
            result = engine.apply(rules, now, 0, step)
            assert result.refusal is None, (step, result.refusal)
            after = result.deal
            if isinstance(step, Discard) or after.record.end is not None:
                found.add(told(after, step))
            elif (key := canonical(after)) not in seen:
                seen.add(key)
                todo.append(after)
    return found


def canonical(deal: Deal) -> Deal:
    """One of the positions that differ only in the order of laid cards."""
    melds = tuple(
        meld._replace(cards=tuple(sorted(meld.cards, key=lambda c: (RANK[c], c))))
        for meld in deal.melds[0]
    )
    return deal._replace(melds=(tuple(sorted(melds)), *deal.melds[1:]), hands=deal.hands)


def minimum(deal: Deal) -> int:
    if deal.record.opened[0]:
        return 0
    total = deal.record.totals[0]
    return 15 if total < 0 else 50 if total < 1500 else 90 if total < 3000 else 120


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("ruleset", KNOWN)
def test_listed_steps_reach_just_what_the_law_allows(spec: Spec, ruleset: str, seed: int) -> None:
    rules = resolve(spec, spec.rulesets[ruleset]).rules
    for n in range(24 if ruleset in ("canasta-intl", "samba-fi") else 6):
        check(ruleset, rules, seed * 1000 + n)


def check(ruleset: str, rules: Rules, seed: int) -> None:
    """Hold every end of a turn that listed steps reach against a brute force that knows the
    clauses alone: after a draw, and after taking the pile."""
    deal = small_position(rules, random.Random(seed))
    drawn = engine.apply(rules, deal, 0, Draw()).deal
    assert drawn.turn.phase == PLAYING
    assert drawn.turn.source == STOCK
    if ruleset in brute.LAWS:
        told = told_by_rank
        after_draw, after_take = by_rank(brute.LAWS[ruleset], deal, drawn)
    else:
        told = told_by_card
        after_draw, after_take = by_card(deal, drawn)
    assert reachable(rules, drawn, told) == after_draw, seed
    taken: set[tuple[object, ...]] = set()
    for step in listing.legal_actions(rules, deal):
        if isinstance(step, Take):
            after = engine.apply(rules, deal, 0, step).deal
            if after.record.end is not None:
                taken.add(told(after, step))
            else:
                taken |= reachable(rules, after, told)
    assert taken == after_take, seed


Ends = set[tuple[object, ...]]


def by_rank(law: brute.Law, deal: Deal, drawn: Deal) -> tuple[Ends, Ends]:
    """What the clauses of Canasta allow."""
    table = table_of(deal.melds[0])
    hand = Counter(symbol(c) for c in deal.hands[0])
    pile = [symbol(c) for c in deal.pile]
    opening = minimum(deal)
    fresh = not deal.record.has_melded[0]
    now = Counter(symbol(c) for c in drawn.hands[0])
    found = brute.after_draw(table, now, opening, fresh, law)
    return set(found), set(brute.after_take(table, hand, pile, opening, law))


def by_card(deal: Deal, drawn: Deal) -> tuple[Ends, Ends]:
    """What the clauses of Samba allow."""
    table = tuple(sorted(tuple(sorted(names(meld.cards))) for meld in deal.melds[0]))
    hand, now = Counter(names(deal.hands[0])), Counter(names(drawn.hands[0]))
    opening = minimum(deal)
    found = brute_samba.after_draw(table, now, opening)
    taken = brute_samba.after_take(table, hand, names(deal.pile), opening)
    return set(map(alike, found)), set(map(alike, taken))


def test_unlisted_steps_of_a_listed_form_are_refused(under: Rules) -> None:
    rng = random.Random(1)
    for _ in range(150):
        deal = small_position(under, rng)
        if rng.random() < 0.7:
            deal = engine.apply(under, deal, 0, Draw()).deal
        listed = {form(under, deal, step) for step in listing.legal_actions(under, deal)}
        hand = deal.hands[0]
        melds = deal.melds[0]
        tries: list[Lay | Discard | Take | Join] = [Discard(card) for card in hand]
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
            for place in (BY_ITSELF, *range(len(melds))):
                tries += [Take(pair, rest, place) for pair in pairs]
                tries.append(Take((), rest, place))
        places = range(len(melds))
        tries += [Join(one, other) for one in places for other in places if one < other]
        for step in tries:
            if isinstance(step, Take) and bridges(under, deal, step):
                continue
            accepted = engine.apply(under, deal, 0, step).refusal is None
            assert accepted == (form(under, deal, step) in listed), (deal, step)


def bridges(rules: Rules, deal: Deal, take: Take) -> bool:
    """Whether hand cards go to a sequence with the top card: of these only the fewest are
    listed."""
    if not take.using or not deal.pile:
        return False
    change = meld_taken(rules, deal, take)
    return change is not None and change[1].is_sequence and take.onto != BY_ITSELF


def form(rules: Rules, deal: Deal, step: object) -> tuple[object, ...]:
    """A step without the suits that make no difference, and a take with the place where its cards
    go."""
    suits = rules.sequence is not None

    def told(cards: Cards) -> tuple[str, ...]:
        exact = [NAME[c] if suits and not IS_WILD[c] else symbol(c) for c in cards]
        return tuple(sorted(exact))

    match step:
        case Lay(cards, onto):
            return ("lay", told(cards), onto)
        case Take(using, rest):
            change = meld_taken(rules, deal, step) if deal.pile else None
            return ("take", told(using), rest, -1 if change is None else change[0])
        case Discard(card):
            return ("discard", card)
        case Join(one, other):
            return ("join", one, other)
        case _:
            return (type(step).__name__,)
