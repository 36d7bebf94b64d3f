"""The ruleset as the engine reads it: one record for each chapter of the law.

A ruleset arrives as plain data: *leaves*, flat dotted keys with one value each
(``pile.frozen_by.wild: true``), and for each leaf the clause or ruling that set it. This module
turns the leaves into typed records; ``rules.pile.frozen_by_wild`` is the leaf
``pile.frozen_by.wild``. No value has a default here: every figure of the law is data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, get_type_hints

from .cards import (
    ACE,
    EIGHT,
    IS_BLACK_THREE,
    IS_RED_THREE,
    JOKER_RANK,
    KINDS,
    RANK,
    TWO,
)

Value = bool | int | str


class RulesError(ValueError):
    """The parameters do not make a ruleset; the message names the leaf."""


class Row(NamedTuple):
    """One row of a table of leaves: the figure in the key, the value, and the key itself."""

    figure: int | None
    value: int
    leaf: str


class Table(tuple[Row, ...]):
    """Leaves that share a prefix, such as ``opening.minimum.1500``, in ascending order."""

    def at(self, figure: int) -> Row:
        """The row in force at ``figure``: the last one whose own figure does not exceed it.

        A row whose key does not end in a figure (``below_0``) holds below all others.
        """
        found = self[0]
        for row in self:
            if row.figure is not None and figure >= row.figure:
                found = row
        return found

    def exactly(self, figure: int) -> Row | None:
        """The row for just this figure."""
        return next((row for row in self if row.figure == figure), None)


class MatchRules(NamedTuple):
    target: int
    tie: str


class SeatsRules(NamedTuple):
    acting: int
    sides: str
    joker_draws_again: bool
    equal_draws_again: bool
    first_dealer: str


class DeckRules(NamedTuple):
    packs: int
    jokers: int


class DealRules(NamedTuple):
    cards: int
    cover_wild: bool
    cover_red_three: bool
    cover_black_three: bool
    passes_on: str


class TurnRules(NamedTuple):
    in_order: bool
    draw_first: bool
    keeps: int


class DrawRules(NamedTuple):
    cards: int


class SetRules(NamedTuple):
    one_rank: bool
    min_cards: int
    min_naturals: int
    max_wild: int
    complete_at: int
    per_rank: str
    onto_opponents: bool
    taken_back: bool


class BlackThreesRules(NamedTuple):
    meld: str
    wild: bool
    wild_in_turn: bool


class OpeningRules(NamedTuple):
    minimum: Table
    grain: str
    top_card_counts: bool
    rest_of_pile_counts: bool
    taken_meld_extras: bool
    canasta_bonus_counts: bool
    waived: str


class PileRules(NamedTuple):
    pair_from_hand: int
    natural_and_wild: str
    onto_open_set: bool
    onto_complete_set: bool
    onto_new_meld: bool
    rank_on_table: str
    frozen_by_wild: bool
    frozen_by_red_three: bool
    blocked_by_wild: bool
    blocked_by_black_three: bool
    blocked_by_red_three: bool
    one_card_by_one_card: str
    rest: str


class RedThreesRules(NamedTuple):
    meld: str
    discard: str
    dealt_laid: str
    replaced_dealt: bool
    replaced_drawn: bool
    replaced_from_pile: bool
    worth: Table
    plus_if: str
    kept: int
    kept_per: str
    kept_excused: str


class OutRules(NamedTuple):
    canastas: int
    ends_deal: bool
    last_discard: bool
    last_discard_black_three: bool
    bonus: int
    concealed_bonus: int
    concealed_own_canastas: int
    concealed_by_taking_onto: bool
    concealed_beside_partner: bool
    ask: str
    answer_binds: bool
    melding_before_asking_binds: bool


class StockEndRules(NamedTuple):
    rule: str
    forced_take: str
    last_red_three: str


class CardRules(NamedTuple):
    joker: int
    two: int
    ace: int
    high: int
    low: int
    black_three: int


class BonusRules(NamedTuple):
    natural: int
    mixed: int


class ScoreRules(NamedTuple):
    melded_cards: bool
    hand_cards: bool


class InformationRules(NamedTuple):
    pile_until: str
    counts: str
    scores: str


class Rules(NamedTuple):
    """A whole ruleset, one record a chapter, with the source of each leaf."""

    match: MatchRules
    seats: SeatsRules
    deck: DeckRules
    deal: DealRules
    turn: TurnRules
    draw: DrawRules
    set: SetRules
    black_threes: BlackThreesRules
    opening: OpeningRules
    pile: PileRules
    red_threes: RedThreesRules
    out: OutRules
    stock_end: StockEndRules
    card: CardRules
    bonus: BonusRules
    score: ScoreRules
    information: InformationRules
    points: tuple[int, ...]
    """Value of each card, by card index; a red three has none."""
    cites: Mapping[str, str]
    """For each leaf the clause or ruling that set it, such as ``canasta-intl:14.b``."""


CHAPTERS: dict[str, type] = {
    name: kind
    for name, kind in get_type_hints(Rules).items()
    if isinstance(kind, type) and name not in ("points", "cites")
}


def leaf_of(chapter: str, field: str, leaves: Mapping[str, Any]) -> str:
    """The dotted key among ``leaves`` that belongs to a field of a chapter's record."""
    leaf = f"{chapter}.{field}"
    if leaf in leaves:
        return leaf
    for leaf in leaves:
        if leaf.replace(".", "_") == f"{chapter}_{field}":
            return leaf
    raise RulesError(f"the ruleset has no parameter for {chapter}.{field}")


def _table(prefix: str, parameters: Mapping[str, Value]) -> Table:
    rows = []
    for leaf, value in parameters.items():
        if leaf.startswith(prefix + "."):
            if not isinstance(value, int):
                raise RulesError(f"{leaf} must be a number, not {value!r}")
            tail = leaf[len(prefix) + 1 :]
            rows.append(Row(int(tail) if tail.isdigit() else None, value, leaf))
    if not rows:
        raise RulesError(f"the ruleset has no parameter below {prefix}")
    return Table(sorted(rows, key=lambda row: -1 if row.figure is None else row.figure))


def _points(card: CardRules) -> tuple[int, ...]:
    def value(index: int) -> int:
        rank = RANK[index]
        if rank == JOKER_RANK:
            return card.joker
        if rank == TWO:
            return card.two
        if IS_RED_THREE[index]:
            return 0
        if IS_BLACK_THREE[index]:
            return card.black_three
        if rank == ACE:
            return card.ace
        return card.high if rank >= EIGHT else card.low

    return tuple(value(index) for index in KINDS)


def rules_from(parameters: Mapping[str, Value], cites: Mapping[str, str]) -> Rules:
    """The typed ruleset for resolved leaves and their sources.

    Raises RulesError for a leaf that is missing, unknown or of the wrong type.
    """
    known: set[str] = set()
    chapters: dict[str, Any] = {}
    for chapter, record in CHAPTERS.items():
        values: dict[str, Any] = {}
        for field, kind in get_type_hints(record).items():
            if kind is Table:
                table = _table(f"{chapter}.{field}", parameters)
                known.update(row.leaf for row in table)
                values[field] = table
                continue
            leaf = leaf_of(chapter, field, parameters)
            value = parameters[leaf]
            if type(value) is not kind:
                raise RulesError(f"{leaf} must be of type {kind.__name__}, not {value!r}")
            known.add(leaf)
            values[field] = value
        chapters[chapter] = record(**values)
    unknown = sorted(set(parameters) - known)
    if unknown:
        raise RulesError(f"no rule reads the parameter {unknown[0]}")
    return Rules(**chapters, points=_points(chapters["card"]), cites=dict(cites))
