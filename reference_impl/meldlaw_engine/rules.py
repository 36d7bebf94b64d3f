"""The ruleset as the engine reads it: one record for each chapter of the law.

A ruleset arrives as plain data: *leaves*, flat dotted keys with one value each
(``pile.frozen_by.wild: true``), and for each leaf the clause or ruling that set it. This module
turns the leaves into typed records; ``rules.pile.frozen_by_wild`` is the leaf
``pile.frozen_by.wild``. No value has a default here: every figure of the law is data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

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
    """The game over several deals (chapters 1 and 34)."""

    target: int
    tie: Literal["draw"]
    reached: Literal["at_least", "more_than"]


class SeatsRules(NamedTuple):
    """Players, sides and the draw for seats (3 to 5)."""

    players: int
    acting: int
    sits_out: Literal["nobody", "each_deal", "each_four_deals", "each_game"]
    sides: Literal["pairs", "single", "trios", "three_pairs"]
    joker_draws_again: bool
    equal_draws_again: Literal["anybody", "highest", "nobody"]
    suit_decides: bool
    partners_drawn: bool
    first_dealer: Literal["right_of_highest", "lowest", "lot"]


class DeckRules(NamedTuple):
    """The pack (2)."""

    packs: int
    jokers: int


class DealRules(NamedTuple):
    """The deal (5 and 6)."""

    cards: int
    cover_wild: bool
    cover_red_three: bool
    cover_black_three: bool
    cover_black_three_again: bool
    passes_on: Literal["clockwise"]


class TurnRules(NamedTuple):
    """The course of a turn (9 and 16)."""

    in_order: Literal[True]
    draw_first: bool
    keeps: int
    pass_with: int
    pass_when: Literal["always", "unable_to_go_out"]


class DrawRules(NamedTuple):
    """Drawing (9 and 10)."""

    cards: int
    too_few: Literal["counts_as_full", "not_drawn"]
    touch: Literal["binds", "unless_accident"]


class SetRules(NamedTuple):
    """Sets: melds of one rank (11 and 15)."""

    one_rank: Literal[True]
    min_cards: int
    min_naturals: int
    max_wild: int
    naturals_per_wild: int
    pure_wild: Literal["never", "complete", "begun"]
    wild_on_complete: Literal["free", "before_complete", "up_to_complete"]
    complete_at: int
    max_cards: int
    per_rank: Literal["one", "one_open", "any"]
    onto_opponents: Literal[False]
    taken_back: Literal[False]


class SequenceRules(NamedTuple):
    """Sequences: melds of one suit in order of rank (11 and 15), where a law knows them."""

    allowed: Literal[True]
    one_suit: Literal[True]
    consecutive: Literal[True]
    wild: Literal[0]
    threes: Literal[False]
    min_cards: int
    max_cards: int
    complete_at: int
    onto_complete: Literal[False]
    copies: Literal["any", "after_finished"]
    join: bool
    takes_pile: Literal["never", "direct", "with_hand", "top_only"]
    opens: bool
    bonus: int
    bonus_from: int


class BlackThreesRules(NamedTuple):
    """Black threes (20)."""

    meld: Literal["going_out"]
    wild: bool
    wild_in_turn: bool
    count_in_opening: bool


class OpeningRules(NamedTuple):
    """The initial meld and its minimum (13)."""

    minimum: Table
    grain: Literal["at_once", "one_by_one"]
    top_card_counts: bool
    rest_of_pile_counts: Literal["nobody", "concealed", "everybody"]
    taken_meld_extras: bool
    canasta_bonus_counts: bool
    waived: Literal["never", "concealed_from_stock"]


class PileRules(NamedTuple):
    """The discard pile (10, 14, 17 and 20)."""

    pair_from_hand: int
    more_than_pair: bool
    opening_when_frozen: bool
    natural_and_wild: Literal["never", "free_opened", "free"]
    onto_open_set: bool
    onto_complete_set: bool
    onto_new_meld: bool
    rank_with_canasta: Literal["free", "as_frozen"]
    rank_on_table: Literal["joins", "joins_unfinished", "apart", "barred"]
    frozen_by_wild: bool
    frozen_by_red_three: bool
    frozen_by_at_start: bool
    freeze_lasts: Literal["while_there", "whole_deal"]
    blocked_by_wild: bool
    blocked_by_black_three: bool
    blocked_by_red_three: bool
    one_card_by_one_card: Literal["never", "going_out", "while_stock", "allowed"]
    rest: Literal["whole", "may_leave"]


class RedThreesRules(NamedTuple):
    """Red threes (21)."""

    meld: Literal["never"]
    discard: Literal["never", "free"]
    dealt_laid: Literal["before_first_draw", "first_turn", "after_deal", "any_turn"]
    dealt_binds_stock: bool
    replaced_dealt: bool
    replaced_drawn: bool
    replaced_from_pile: bool
    worth: Table
    plus_if: Literal["any_meld", "complete_meld"]
    plus_count: int
    plus_same_kind: bool
    minus_each: int
    without_turn: Literal["by_side", "minus"]
    kept: int
    kept_per: Literal["card", "side"]
    kept_counted: bool
    kept_excused: Literal["no_turn", "all", "nobody"]


class OutRules(NamedTuple):
    """Going out and leave to go out (18, 19 and 23)."""

    canastas: int
    ends_deal: Literal[True]
    last_discard: bool
    last_discard_black_three: bool
    bonus: int
    concealed_bonus: int
    concealed_from: Literal["unmelded_player", "unopened_side"]
    concealed_own_canastas: int
    concealed_by_taking_onto: bool
    concealed_adding: bool
    concealed_beside_partner: bool
    ask: Literal[
        "never", "unless_pile_chosen", "after_draw", "after_stock_draw", "after_stock_draw_unmelded"
    ]
    ask_times: Literal["per_turn", "per_deal", "per_side_and_deal"]
    asked: Literal["next_partner", "any_partner"]
    answer_binds: bool
    melding_before_asking_binds: bool


class StockEndRules(NamedTuple):
    """The end of the stock (24 and 21.e)."""

    rule: Literal["chain", "last_drawer_ends", "failed_draw"]
    forced_take: Literal["never", "onto_open_set", "onto_meld"]
    red_three_among_last: int
    unreplaced_red_three: Literal["ends", "ordinary", "ends_if_none_kept"]


class CardRules(NamedTuple):
    """The values of the cards (12)."""

    joker: int
    two: int
    ace: int
    high: int
    low: int
    black_three: int


class BonusRules(NamedTuple):
    """The bonuses of canastas (15)."""

    natural: int
    mixed: int
    wild: int


class ScoreRules(NamedTuple):
    """What is counted (12 and 34)."""

    melded_cards: Literal[True]
    hand_cards: Literal[True]
    plus_needs: int


class InformationRules(NamedTuple):
    """What players may know (22)."""

    pile_until: Literal["first_discard", "always"]
    counts: Literal["own_turn", "always"]
    scores: Literal["own_turn", "always"]
    canasta_until: Literal["next_discard"]
    canasta_when_adding: bool
    before_answer: Literal["partner", "asker", "both"]
    sixth_card: bool


class FaultsRules(NamedTuple):
    """Whether a law says what happens when something goes wrong; if not, it lacks the chapters
    from here to `CountFaultsRules`."""

    known: bool


class MisdealRules(NamedTuple):
    """Dealing out of turn, redeals, a faulty pack (5 to 8 and 32.c)."""

    before_play: Literal["right_player_begins", "redeal"]
    next_dealer_before: Literal["as_if_right", "from_wrong"]
    next_dealer_after: Literal["from_wrong"]
    redeal_until: Literal["upcard", "first_round", "deal"]
    faced_by_other: bool
    redeal_dealer: Literal["same", "next"]
    first_round_ends: Literal["last_turn", "first_draws_again"]
    wrong_number_late: Literal["stays", "from_stock"]
    faced_late: Literal["turned_and_shuffled"]
    foreign_replaced: bool
    foreign_meld: Literal["returned", "stays"]
    lost_card: Literal["aside"]
    looked_early: Literal["nothing", "redeal", "penalty_card"]


class StockFaultsRules(NamedTuple):
    """Faults in drawing from the stock (25)."""

    next_seen: Literal["fault", "own_eyes", "free"]
    seen_back: Literal["in_place", "anywhere"]
    shuffle_by: Literal["next_player", "next_drawer"]
    extra_turns: Literal["one", "each"]
    extra_from: Literal["next", "this"]
    extra_melds: Literal["always", "single"]
    extra_red_three: Literal["beside", "instead"]
    extra_red_three_minus: bool
    too_few: Literal["made_good", "stands"]
    out_of_turn_points: int
    out_of_turn_melds: bool
    handed_over: Literal["this_turn", "over_turns", "later_turns"]
    no_card_left: Literal["keeps", "goes_out"]


class PileFaultsRules(NamedTuple):
    """Faults in taking the pile (10.d and 26)."""

    raise_: Literal["never", "waiting", "always"]
    waiting_points: int
    waiting_then: Literal["stock", "again"]
    hand: Literal["taken_up", "penalty_cards"]
    out_of_turn_points: int
    until: Literal["next_acts", "deal"]
    forgotten_until: Literal["next_acts"]


class MeldFaultsRules(NamedTuple):
    """Faulty melds (27 to 30)."""

    raise_: int
    raise_when: Literal["taken_back", "always"]
    raise_lasts: Literal["deal", "opening", "game"]
    left_out_points: int
    shown_again: bool
    opening_back: Literal["hand", "penalty_card"]
    left_over: Literal["hand", "penalty_card"]
    left_over_points: int
    wild_left: Literal["hand", "penalty_card"]
    wild_left_points: int
    wild_late: Literal["corrected", "stands", "counted"]
    wild_at_count: Literal["not_melded", "as_it_lies"]
    wild_at_count_points: int
    surplus_canasta: Literal["stands", "size"]
    surplus_wild: Literal["penalty_card", "hand"]
    accepted_non_meld: Literal["hand", "majority"]
    majority_odd: Literal["stay", "hand"]
    gap_from: Literal["accepted", "at_once"] | None
    out_points: int
    out_back: Literal["enough", "fewest"]
    out_when: Literal["short", "none"]
    out_charged: Literal["once", "each"]
    out_by_discard: Literal["goes_on", "ends"]
    early_points: int
    early_then: Literal["must_meld", "melds", "may_take_back"]
    inspection: Literal["none", "binds", "free"]


class DiscardFaultsRules(NamedTuple):
    """Faulty discards (31)."""

    late_draw: int
    several_until: Literal["next_acts", "deal"]
    missing_points: int
    out_of_turn: Literal["penalty_card", "taken_back"]
    red_three_until: Literal["next_acts", "deal"]
    red_three_freezes: bool
    red_three_replaced: bool


class ExposedRules(NamedTuple):
    """Exposed cards and penalty cards (32.a and 33)."""

    penalty_cards: bool
    to_opponent_only: bool
    from_: Literal["this_turn", "next_turn"]
    meld_first: bool
    discard: Literal["always", "unless_meldable"]
    counted: Literal["hand", "apart"]
    help_set: int
    help_sequence: int | None
    wild_freezes: bool


class LeaveRules(NamedTuple):
    """Faults with leave to go out (23)."""

    informer: Literal["either", "asker", "partner"]
    unable_points: int
    against_no_points: int


class LateRedThreeRules(NamedTuple):
    """Red threes forgotten or not replaced (21)."""

    when: Literal["any_point", "before_draw"]
    replaced: bool
    binds_stock: bool
    out: Literal["laid_first", "at_a_price"]
    short_hand: Literal["no_concealed_discard", "ordinary", "free"]


class ConductRules(NamedTuple):
    """Talk and gestures, and what a jury finds (22 and 13)."""

    talk: Literal["nothing", "game", "deal", "added"]
    warnings: int
    credit: int
    gross_opening: Literal["nothing", "forfeit"]


class CountFaultsRules(NamedTuple):
    """Faults at the count and on the score sheet (34 and 35)."""

    mixed_own: Literal["card_points", "bonuses", "deal"]
    mixed_theirs: Literal["claim"]
    deducted: Literal["all", "red_threes"]
    when_deducted: Literal["deal_end", "at_once"]
    sheets: Literal["any_time", "next_deal", "none"]
    arithmetic: Literal["any_time"]
    other: Literal["next_deal"]
    alters_minimum: bool


class SoloRules(NamedTuple):
    """Sides that form in the course of a deal, one player against the others."""

    forms: Literal[True]
    melds: Literal["merged", "apart"]


class Rules(NamedTuple):
    """A whole ruleset, one record a chapter, with the source of each leaf."""

    match: MatchRules
    seats: SeatsRules
    deck: DeckRules
    deal: DealRules
    turn: TurnRules
    draw: DrawRules
    set: SetRules
    sequence: SequenceRules | None
    """None in a law without sequences: the leaf ``sequence.allowed`` is false, and the others of
    the chapter do not exist."""
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
    faults: FaultsRules
    misdeal: MisdealRules | None
    stock_faults: StockFaultsRules | None
    pile_faults: PileFaultsRules | None
    meld_faults: MeldFaultsRules | None
    discard_faults: DiscardFaultsRules | None
    exposed: ExposedRules | None
    leave: LeaveRules | None
    late_red_three: LateRedThreeRules | None
    conduct: ConductRules | None
    count_faults: CountFaultsRules | None
    solo: SoloRules | None
    points: tuple[int, ...]
    """Value of each card, by card index; a red three has none."""
    values: Mapping[str, Value]
    """The leaves themselves, as they came."""
    cites: Mapping[str, str]
    """For each leaf the clause or ruling that set it, such as ``canasta-intl:14.b``."""


def _record_of(hint: Any) -> Any:
    """The record that a field of `Rules` holds, also where the chapter may be missing; None for a
    field that is no chapter."""
    return next((kind for kind in (hint, *get_args(hint)) if hasattr(kind, "_fields")), None)


CHAPTERS: dict[str, type] = {
    name: record
    for name, hint in get_type_hints(Rules).items()
    if (record := _record_of(hint)) is not None
}

_KNOWN_BY = {"sequence": "sequence.allowed", "solo": "solo.forms"}

OPTIONAL: dict[str, str] = {
    name: _KNOWN_BY.get(name, "faults.known")
    for name, hint in get_type_hints(Rules).items()
    if type(None) in get_args(hint)
}
"""Chapters that a law may lack, with the leaf that says whether it has them."""

FIELDS = {chapter: get_type_hints(record) for chapter, record in CHAPTERS.items()}
"""The fields of each chapter's record with their types."""


def leaf_of(chapter: str, field: str, leaves: Mapping[str, Any]) -> str:
    """The dotted key among ``leaves`` that belongs to a field of a chapter's record."""
    leaf = f"{chapter}.{field.removesuffix('_')}"
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
        if chapter in OPTIONAL and parameters.get(OPTIONAL[chapter]) is False:
            known.add(OPTIONAL[chapter])
            chapters[chapter] = None
            continue
        values: dict[str, Any] = {}
        for field, kind in FIELDS[chapter].items():
            if kind is Table:
                table = _table(f"{chapter}.{field}", parameters)
                known.update(row.leaf for row in table)
                values[field] = table
                continue
            kinds = get_args(kind)
            if type(None) in kinds:
                if f"{chapter}.{field}" not in parameters:
                    values[field] = None
                    continue
                kind = kinds[0]
            leaf = leaf_of(chapter, field, parameters)
            value = parameters[leaf]
            if get_origin(kind) is Literal:
                words = get_args(kind)
                if not any(type(value) is type(w) and value == w for w in words):
                    told = ", ".join(str(word).lower() for word in words)
                    raise RulesError(f"{leaf} may not be {value!r}; allowed: {told}")
            elif type(value) is not kind:
                raise RulesError(f"{leaf} must be of type {kind.__name__}, not {value!r}")
            known.add(leaf)
            values[field] = value
        chapters[chapter] = record(**values)
    unknown = sorted(set(parameters) - known)
    if unknown:
        raise RulesError(f"no rule reads the parameter {unknown[0]}")
    return Rules(
        **chapters, points=_points(chapters["card"]), values=dict(parameters), cites=dict(cites)
    )
