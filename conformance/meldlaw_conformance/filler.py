"""The filler: a complete position from the few cards that a scenario names.

A zone that is named is exact; only unnamed zones, and the ``+ n`` of a hand, are filled. The
fillings 0 to 4 differ in which cards go where, so that running a scenario under all of them
shows that no filled card matters. Filling 0 is the published position.

Cards that could matter, because they are of a rank that the scenario names or, where the law
knows sequences, lie beside a named card of their suit, are dealt to nobody who acts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from meldlaw_engine.cards import (
    IS_WILD,
    KINDS,
    RANK,
    SUIT,
    SUIT_NAMES,
    THREE,
    Card,
    names,
    pack,
    parse_card,
    parse_cards,
)
from meldlaw_engine.positions import Position, player, side, tables_of
from meldlaw_engine.rules import Rules
from meldlaw_engine.sequences import means_sequence

from .acts import Act, cards_of

FILLINGS = 5
KEPT_BACK = 2


class FillError(ValueError):
    """A scenario that cannot be made a position; ``path`` leads to the place in ``given``."""

    def __init__(self, path: Sequence[str | int], what: str, hint: str = "") -> None:
        self.path, self.what, self.hint = tuple(path), what, hint
        super().__init__(what)


def split_hand(text: str) -> tuple[list[str], int | None]:
    """The cards that a hand names, and how many unnamed ones follow (None: the hand is exact)."""
    cards, plus, more = text.partition("+")
    return cards.split(), int(more) if plus else None


def turn_of(given: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Who is in turn, and the cards he has drawn if the position is one after the draw."""
    turn = given.get("turn", "P1")
    return (turn, []) if isinstance(turn, str) else (turn["player"], turn.get("drew", "").split())


def fill(
    rules: Rules,
    given: Mapping[str, Any],
    acts: Sequence[Act],
    actors: frozenset[str],
    filling: int,
) -> Position:
    """The complete position for what ``given`` names, under one of the fillings.

    ``acts`` are the scenario's acts: what could go with their cards is kept out of filled hands;
    ``actors`` are the players who act. Raises FillError with the place of what does not work out.
    """
    return _Filler(rules, given, acts, actors, filling).position()


def pack_order(
    rules: Rules,
    given: Mapping[str, Any],
    acts: Sequence[Act],
    actors: frozenset[str],
    filling: int,
) -> dict[str, Any]:
    """The deal that ``given.deal`` describes: dealer, the pack from the top, totals."""
    told = given["deal"]
    upcards = {"pile": told["upcards"]} if "upcards" in told else {}
    position = fill(rules, {**given, **upcards}, acts, actors, filling)
    players = list(position["hands"])
    first = (players.index(told["dealer"]) + 1) % len(players)
    hands = position["hands"]
    for name in players:
        if len(hands[name]) != rules.deal.cards:
            raise FillError(
                ("hands", name), f"{name} is dealt {len(hands[name])} cards",
                f"name {rules.deal.cards}, or fewer and \"+ n\"",
            )  # fmt: skip
    order = [
        hands[players[(first + offset) % len(players)]][row]
        for row in range(rules.deal.cards)
        for offset in range(len(players))
    ]
    pack = order + position["pile"] + position["stock"]
    return {"dealer": told["dealer"], "pack": pack, "scores": position["scores"]}


def _no_runs(quiet: Mapping[int, list[Card]], ranks: Sequence[int]) -> list[Card]:
    """The quiet cards, ranks in turn and the suit moving on with each rank, so that cards dealt
    from here make few pairs and no sequence."""
    left = {rank: Counter(cards) for rank, cards in quiet.items()}
    order = []
    for row in range(len(SUIT_NAMES) * max((len(cards) for cards in quiet.values()), default=0)):
        for rank in ranks:
            for card in left[rank]:
                if SUIT[card] == (row + rank) % len(SUIT_NAMES) and left[rank][card]:
                    left[rank][card] -= 1
                    order.append(card)
    return order


class _Filler:
    def __init__(
        self,
        rules: Rules,
        given: Mapping[str, Any],
        acts: Sequence[Act],
        actors: frozenset[str],
        filling: int,
    ) -> None:
        self.rules, self.given, self.acts, self.filling = rules, given, acts, filling
        self.actors = actors
        self.near: set[Card] = set()
        self.left = Counter(pack(rules.deck.packs, rules.deck.jokers))
        count = rules.seats.acting
        self.players = [player(s) for s in range(count)]
        self.sides = [side(t) for t in range(max(tables_of(rules)) + 1)]
        self.in_turn, self.drew = turn_of(given)
        if self.in_turn not in self.players:
            raise FillError(("turn",), f"{self.in_turn} does not play here", f"P1 to P{count}")

    def take(self, text: str, *path: str | int) -> list[Card]:
        cards = list(parse_cards(text.split()))
        for card in cards:
            self.left[card] -= 1
            if self.left[card] < 0:
                name = names([card])[0]
                packs = pack(self.rules.deck.packs, self.rules.deck.jokers).count(card)
                raise FillError(
                    path, f"one {name} too many", f"the packs hold {packs}; it is named more often"
                )
        return cards

    def beside(self, cards: Iterable[Card]) -> None:
        """Where the law knows sequences: the cards next to these in their suit can matter."""
        if self.rules.sequence is not None:
            for card in cards:
                if not IS_WILD[card]:
                    self.near |= {
                        other for other in KINDS
                        if SUIT[other] == SUIT[card] and abs(RANK[other] - RANK[card]) == 1
                    }  # fmt: skip

    def by(self, key: str, names_: list[str]) -> Mapping[str, Any]:
        zone: Mapping[str, Any] = self.given.get(key, {})
        for name in zone:
            if name not in names_:
                raise FillError((key, name), f"{name} does not play here", ", ".join(names_))
        return zone

    def position(self) -> Position:
        given, rules = self.given, self.rules
        hands: dict[str, list[Card]] = {}
        wants: dict[str, int] = {}
        in_acts = [parse_card(c) for act in self.acts for c in cards_of(act)]
        loud = {RANK[card] for card in in_acts}
        self.beside(in_acts)
        named_hands = self.by("hands", self.players)
        for name in self.players:
            if name not in named_hands:
                hands[name], wants[name] = [], rules.deal.cards
                continue
            cards, more = split_hand(named_hands[name])
            hands[name] = self.take(" ".join(cards), "hands", name)
            wants[name] = more or 0
            if more is not None:
                loud |= {RANK[card] for card in hands[name]}
                self.beside(hands[name])
        melds: dict[str, list[list[Card]]] = {}
        named_melds = self.by("melds", self.sides)
        for name in self.sides:
            rows = named_melds.get(name, ())
            melds[name] = [self.take(row, "melds", name, i) for i, row in enumerate(rows)]
            loud |= {RANK[card] for row in melds[name] for card in row}
            for row in melds[name]:
                if means_sequence(rules, row):
                    self.beside(row)
        reds = self.by("red_threes", self.players)
        red_threes = {n: self.take(reds.get(n, ""), "red_threes", n) for n in self.players}
        pile = self.take(given["pile"], "pile") if "pile" in given else None
        if pile:
            loud.add(RANK[pile[-1]])
            self.beside(pile[-1:])
        top: list[Card] = []
        last = given.get("stock") == "empty" and len(self.drew) < rules.draw.cards
        if self.drew and not last and len(self.drew) != rules.draw.cards:
            raise FillError(
                ("turn", "drew"), f"a draw is {rules.draw.cards} cards, not {len(self.drew)}",
                "name as many cards as are drawn",
            )  # fmt: skip
        for drawn in parse_cards(self.drew):
            if drawn not in hands[self.in_turn]:
                raise FillError(
                    ("turn", "drew"),
                    f"the hand of {self.in_turn} does not hold the {names([drawn])[0]}",
                    "name the hand as it is after the draw",
                )
            hands[self.in_turn].remove(drawn)
            top.append(drawn)
        stock_text: str | None = given.get("stock")
        open_ended = stock_text is None or stock_text.endswith("...")
        if stock_text is not None and stock_text != "empty":
            top += self.take(stock_text.removesuffix("..."), "stock")
        self.beside(top)
        aside_text = given.get("aside", "")
        aside = [] if aside_text == "rest" else self.take(aside_text, "aside")

        quiet, loud_cards = self.sorted_rest(loud)
        watching = {n: c for n, c in wants.items() if self.only_watches(n)}
        need = sum(wants.values()) + (pile is None)
        spare = [card for card in loud_cards if not IS_WILD[card] and RANK[card] != THREE]
        missing = max(0, need - len(quiet))
        if missing > min(len(spare), sum(watching.values())):
            raise FillError(
                (), f"only {len(quiet)} cards are left that cannot matter, {need} are needed",
                "name more of the hands",
            )  # fmt: skip
        for card in spare[:missing]:
            loud_cards.remove(card)
        dealt, quiet = quiet[: need - missing], quiet[need - missing :]
        if pile is None:
            pile, dealt = dealt[:1], dealt[1:]
        if missing:  # those who act first, so that what can matter goes to those who only watch
            self.deal_out(hands, {n: 0 if n in watching else c for n, c in wants.items()}, dealt)
            self.deal_out(hands, watching, [*dealt, *spare[:missing]])
        else:
            self.deal_out(hands, wants, dealt)
        stock = top
        if open_ended:
            if self.filling % 2:
                quiet.reverse()
            kept = quiet[-KEPT_BACK:]
            stock = top + quiet[: len(quiet) - len(kept)] + loud_cards + kept
        elif quiet or loud_cards:
            if aside_text != "rest":
                raise FillError(
                    ("stock",) if stock_text is not None else (),
                    f"{len(quiet) + len(loud_cards)} cards have no place to lie",
                    'write "aside: rest", or end the stock with " ..."',
                )
            aside = quiet + loud_cards
        return self.assemble(hands, melds, red_threes, pile, stock, aside)

    def only_watches(self, name: str) -> bool:
        """Whether no more cards of a player than those named can matter."""
        return name not in self.actors

    def sorted_rest(self, loud: set[int]) -> tuple[list[Card], list[Card]]:
        """What is not named, the cards that cannot matter first and apart: ranks in turn, so
        that filled hands hold as few pairs as possible, suits too in turn, begun elsewhere by each
        filling."""
        quiet: dict[int, list[Card]] = {}
        loud_cards: list[Card] = []
        for card, copies in sorted(self.left.items()):
            rank = RANK[card]
            if IS_WILD[card] or rank == THREE or rank in loud or card in self.near:
                loud_cards += [card] * copies
            elif copies:
                quiet.setdefault(rank, []).extend([card] * copies)
        ranks = sorted(quiet)
        if ranks:
            start = (self.filling * 3) % len(ranks)
            ranks = ranks[start:] + ranks[:start]
        # natural cards before the threes and wild cards, red threes last of all
        loud_cards.sort(key=lambda c: (IS_WILD[c], RANK[c] == THREE, c))
        if self.rules.sequence is not None:
            return _no_runs(quiet, ranks), loud_cards
        order: list[Card] = []
        depth = max((len(cards) for cards in quiet.values()), default=0)
        for row in range(depth):
            for i, rank in enumerate(ranks):
                cards = quiet[rank]
                if row < len(cards):
                    order.append(cards[(row + i) % len(cards)])
        return order, loud_cards

    def deal_out(
        self, hands: dict[str, list[Card]], wants: dict[str, int], dealt: list[Card]
    ) -> None:
        turns = [name for name in self.players if wants.get(name)]
        if turns:
            start = self.filling % len(turns)
            turns = turns[start:] + turns[:start]
        for name in turns:
            hands[name] += dealt[: wants[name]]
            del dealt[: wants[name]]

    def assemble(
        self,
        hands: dict[str, list[Card]],
        melds: dict[str, list[list[Card]]],
        red_threes: dict[str, list[Card]],
        pile: list[Card],
        stock: list[Card],
        aside: list[Card],
    ) -> Position:
        given = self.given
        alone = given.get("solo")
        tables = tables_of(self.rules, None if alone is None else self.players.index(alone))
        melded = [p for p, t in zip(self.players, tables, strict=True) if melds[self.sides[t]]]
        had = given.get("had_turn", self.players)
        opened = self.by("opened", self.sides)
        scores = self.by("scores", self.sides)
        return {
            "turn": {"player": self.in_turn, "number": len(had) + 1},
            "hands": {p: names(sorted(hands[p])) for p in self.players},
            "melds": {s: [names(row) for row in melds[s]] for s in self.sides},
            "red_threes": {p: names(red_threes[p]) for p in self.players},
            "stock": names(stock),
            "pile": names(pile),
            "aside": names(sorted(aside)),
            "scores": {s: scores.get(s, 0) for s in self.sides},
            "opened": {s: opened.get(s, bool(melds[s])) for s in self.sides},
            "had_turn": list(had),
            "has_melded": list(given.get("has_melded", melded)),
            "pile_taken": given.get("pile_taken", alone is not None),
            **({} if alone is None else {"solo": alone}),
            "ended": None,
            **self.of_faults(hands, len(had)),
        }

    def of_faults(self, hands: Mapping[str, list[Card]], turns: int) -> dict[str, Any]:
        """The dealer, and what faults have left behind, as far as it is given."""
        given = self.given
        seat = self.players.index(self.in_turn)
        dealer = self.players[(seat - turns - 1) % len(self.players)]
        told: dict[str, Any] = {"dealer": given.get("dealer", dealer)}
        if "penalty_cards" in given:
            exposed = self.by("penalty_cards", self.players)
            told["penalty_cards"] = {name: cards.split() for name, cards in exposed.items()}
            for name, cards in exposed.items():
                left = list(hands[name])
                for card in parse_cards(cards.split()):
                    if card not in left:
                        raise FillError(
                            ("penalty_cards", name),
                            f"the hand of {name} does not hold the {names([card])[0]}",
                            "penalty cards are cards of the hand that lie open",
                        )
                    left.remove(card)
        for key in ("penalties", "raised"):
            if key in given:
                told[key] = dict(self.by(key, self.sides))
        for key in ("warned", "dealing"):
            if key in given:
                told[key] = given[key]
        return told
