"""Random play in which every turn may also hold a fault and a notice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from meldlaw_engine import deal as dealing
from meldlaw_engine import listing, table
from meldlaw_engine.cards import IS_RED_THREE, IS_WILD, RANK, Cards
from meldlaw_engine.irregularities import AT_THE_COUNT, KINDS
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import ASKED, Deal
from meldlaw_engine.steps import NEW, Choose, Commit, Inspect, Lay, Notice, Shuffle, Step, Take
from random_play import columns

LIMIT = 4_000
KINDS_IN_PLAY = sorted(set(KINDS) - AT_THE_COUNT - {"gross-opening", "talked"})
WORDS = [
    "asked-wrongly", "answered-wrongly", "card-faced-in-stock", "card-lost", "dealt-out-of-turn",
    "dealt-wrong-number", "foreign-card", "named-card", "showed-card", "touched",
]  # fmt: skip
MOVES = [kind for kind in KINDS_IN_PLAY if kind not in WORDS]


def _some(rng: random.Random, cards: Cards, least: int, most: int) -> Cards:
    number = min(len(cards), rng.randint(least, most))
    return tuple(rng.sample(cards, number))


def _lays(rng: random.Random, deal: Deal, seat: int) -> tuple[Lay, ...]:
    """Some cards of a hand as new melds or onto melds, lawful or not."""
    hand = list(deal.hands[seat])
    table_ = deal.record.table_of[seat]
    lays = []
    for _ in range(rng.randint(1, 3)):
        if not hand:
            break
        card = rng.choice(hand)
        same = [c for c in hand if RANK[c] == RANK[card]]
        if rng.random() < 0.3:
            same += [c for c in hand if IS_WILD[c]][:1]
        if rng.random() < 0.3:
            same = rng.sample(hand, min(len(hand), 3))
        place = NEW
        if deal.melds[table_] and rng.random() < 0.4:
            place = rng.randrange(len(deal.melds[table_]))
            same = [card]
        same = list(dict.fromkeys(same)) if len(set(same)) < len(same) else same
        lays.append(Lay(tuple(same), place))
        for c in same:
            if c in hand:
                hand.remove(c)
    return tuple(lays)


def commit(rng: random.Random, deal: Deal) -> tuple[int, Commit]:
    """A fault of any kind by any player; it need not be possible."""
    kind = rng.choice(WORDS if rng.random() < 0.1 else MOVES)
    seats = len(deal.hands)
    other = any(word in kind for word in ("out-of-turn", "again", "with-answer", "showed", "named"))
    seat = rng.randrange(seats) if other or rng.random() < 0.1 else deal.turn.seat
    if kind == "dealt-out-of-turn":
        seat = deal.record.dealer
    hand = deal.hands[seat]
    pair = tuple(c for c in hand if deal.pile and RANK[c] == RANK[deal.pile[-1]])[:2]
    using = pair if rng.random() < 0.6 else _some(rng, hand, 0, 2)
    one = _some(rng, hand, 1, 1)
    cards: Cards = one
    lays: tuple[Lay, ...] = ()
    if kind == "wild-too-many":
        wilds = tuple(c for c in hand if IS_WILD[c])
        own = deal.melds[deal.record.table_of[seat]]
        full = [i for i, m in enumerate(own) if not m.is_sequence and m.wilds > 1]
        if wilds and full:
            lays, cards = (Lay(wilds[:1], rng.choice(full)),), ()
    elif "meld" in kind or "opening" in kind or kind.startswith("out-"):
        lays, cards = _lays(rng, deal, seat), ()
        if kind.startswith("out-") and rng.random() < 0.3:
            left = list(hand)
            for lay in lays:
                for c in lay.cards:
                    if c in left:
                        left.remove(c)
            cards = tuple(left[:1])
    if kind == "discarded-several":
        cards = _some(rng, hand, 2, 3)
    if kind == "discarded-red-three":
        cards = tuple(c for c in hand if IS_RED_THREE[c])[:1]
    what = {"touched": ("stock", "pile"), "foreign-card": ("stock", "hand", "pile", "meld")}.get(
        kind, ("partner", "opponent")
    )
    return seat, Commit(
        kind, cards, lays, Take(using), rng.randint(0, 4), rng.random() < 0.5,
        rng.randrange(seats), rng.choice(what), (0,),
    )  # fmt: skip


def about(rng: random.Random, deal: Deal) -> tuple[int, Step] | None:
    """A fault, a notice, a shuffle or an inspection, by some player."""
    faults = deal.record.incidents.faults
    seat = rng.randrange(len(deal.hands))
    if faults and rng.random() < 0.6:
        fault = rng.choice(faults)
        return seat, Notice(
            fault.kind, fault.seat, _some(rng, deal.stock[:3], 0, 1), rng.random() < 0.2
        )
    if rng.random() < 0.05:
        return seat, Inspect("opening")
    if rng.random() < 0.05:
        return deal.turn.seat, Shuffle(_some(rng, deal.stock[:3], 0, 1))
    return commit(rng, deal)


def positions(
    rules: Rules, seed: int, found: Counter[str], rate: float = 0.25
) -> Iterator[tuple[Deal, Step | None, Deal | None]]:
    """Each position of a random deal with the step taken and the position after it."""
    rng = random.Random(seed)
    totals = rng.choice([(0, 0), (-50, 1500), (3000, 1495)])
    deal = dealing.deal_cards(
        rules, dealing.shuffled(rules, seed), seed % rules.seats.acting, columns(rules, totals)
    )
    for _ in range(LIMIT):
        if deal.record.end is not None:
            yield deal, None, None
            return
        taken: tuple[int, Step] | None = None
        if deal.record.incidents.demand is None and rng.random() < rate:
            taken = about(rng, deal)
        if taken is not None:
            seat, step = taken
            result = table.apply(rules, deal, seat, step)
            if result.refusal is None:
                kind = getattr(step, "kind", type(step).__name__)
                found[f"{type(step).__name__} {kind}"] += 1
                yield deal, step, result.deal
                deal = result.deal
                continue
        steps = table.legal_actions(rules, deal)
        who = table.to_act(deal)
        assert who is not None and steps, (seed, deal.turn, deal.record.incidents, deal.hands)
        if deal.record.incidents is not None and rng.random() < 0.05 and deal.turn.asked != ASKED:
            steps = (
                [*steps, *listing.questions(rules, deal)]
                if deal.record.incidents.demand is None
                else steps
            )
        step = rng.choice(steps)
        if isinstance(step, Choose):
            found[f"Choose {step.option}"] += 1
        result = table.apply(rules, deal, who, step)
        assert result.refusal is None, (seed, step, result.refusal)
        yield deal, step, result.deal
        deal = result.deal
    raise AssertionError(
        f"the deal of seed {seed} does not end: {deal.turn} {deal.record.incidents}"
    )
