"""A deal as it stands: immutable values, nested by how often they change.

The records hold what they are given, lawful or not; the modules of the chapters judge.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from .cards import Cards
from .incidents import QUIET, Incidents

T = TypeVar("T")

# Phases of a turn.
BEFORE_DRAW, PLAYING = 0, 1
# Where the cards of this turn came from.
NOWHERE, STOCK, PILE = 0, 1, 2
# What became of the question for leave to go out.
NOT_ASKED, ASKED, YES, NO, BOUND = 0, 1, 2, 3, 4
# (BOUND: the partner said no to a player who, having melded before he asked, must go out)
# What binds the rest of a turn.
FREE, MUST_GO_OUT, MUST_GO_OUT_CONCEALED = 0, 1, 2


NO_RANK = -1
"""What stands for the rank of a sequence, which has none."""
NO_SUIT = -1
"""What stands for the suit of a set, which has none."""


class Meld(NamedTuple):
    """A set or a sequence on the table: its rank (of a set) or suit (of a sequence), how many of
    its cards are wild, and the cards, those of a set in the order laid, those of a sequence in
    order of rank. Rank and suit are stored, not derived: a table may hold what the law forbids."""

    rank: int
    wilds: int
    cards: Cards
    suit: int = NO_SUIT

    @property
    def naturals(self) -> int:
        return len(self.cards) - self.wilds

    @property
    def is_sequence(self) -> bool:
        return self.suit != NO_SUIT


Melds = tuple[Meld, ...]


class Turn(NamedTuple):
    """The turn under way."""

    number: int
    seat: int
    phase: int
    source: int
    wanting: int
    """Points the initial meld begun in this turn is still short of; 0 when nothing is owed."""
    held: bool
    """The rest of the pile waits on the table until ``wanting`` is met."""
    melds_before: int
    """How many melds the side had when the turn began."""
    laid: bool
    """The player has melded in this turn."""
    onto_old: bool
    """A card went to a meld that lay there before this turn."""
    wild_laid: bool
    bound: int
    asked: int
    excused: bool
    """The partner's no came when the turn could no longer be ended without going out: nobody is
    bound to what cannot be done."""
    stock_only: bool
    """The pile is barred in this turn: only the stock may be drawn from."""


class End(NamedTuple):
    """How a deal ended: ``out`` (with the seat that went out), ``stock`` (the stock is used up
    and nobody takes the pile), ``red-three`` (the last card of the stock was one), ``void`` (the
    cards are dealt anew) or ``forfeit`` (lost for a side's conduct)."""

    how: str
    seat: int | None
    concealed: bool


class Record(NamedTuple):
    """What changes at most once or twice in a turn."""

    table_of: tuple[int, ...]
    """For each seat the table (the side's melds) it uses."""
    opened: tuple[bool, ...]
    """For each table whether the initial meld was made in an earlier turn."""
    totals: tuple[int, ...]
    """For each column of the score sheet its points before this deal: one a side, or one a
    player where sides do not outlast a deal."""
    red_threes: tuple[Cards, ...]
    """For each seat the red threes it has laid."""
    had_turn: tuple[bool, ...]
    has_melded: tuple[bool, ...]
    pile_taken: bool
    was_frozen: bool
    """A frozen pile has been taken in this deal."""
    fresh: tuple[tuple[int, int], ...]
    """Table and place of each canasta that may still be looked through: it was completed in this
    turn, or in the last one and the player now in turn has not discarded."""
    aside: Cards
    """Cards that belong to nobody in this deal."""
    end: End | None
    dealer: int
    """The seat that has dealt."""
    incidents: Incidents = QUIET
    """What faults have left behind."""
    asked: tuple[int, ...] = ()
    """The seats that have asked for leave to go out in this deal, where that is counted."""


class Deal(NamedTuple):
    """One deal: what every player, the stock, the pile and the table hold.

    ``hands`` are sorted; ``stock`` and ``pile`` have their top card last; ``melds`` has one
    entry a table.
    """

    turn: Turn
    hands: tuple[Cards, ...]
    stock: Cards
    pile: Cards
    melds: tuple[Melds, ...]
    record: Record

    @property
    def table(self) -> int:
        """The table of the player in turn."""
        return self.record.table_of[self.turn.seat]

    @property
    def column(self) -> int:
        """The column of the score sheet of the player in turn."""
        return self.column_of(self.turn.seat)

    def column_of(self, seat: int) -> int:
        """The column of the score sheet to which a seat's points go: its own where every player
        has one, otherwise that of its side."""
        record = self.record
        return seat if len(record.totals) == len(self.hands) else record.table_of[seat]

    def columns_of(self, table: int) -> list[int]:
        """The columns of the players who use a table."""
        tables = self.record.table_of
        return sorted({self.column_of(s) for s, t in enumerate(tables) if t == table})

    def table_of_column(self, column: int) -> int:
        """The table that the players of a column use."""
        record = self.record
        return record.table_of[column] if len(record.totals) == len(self.hands) else column

    def seats_of(self, column: int) -> list[int]:
        """The seats whose points go to a column."""
        return [seat for seat in range(len(self.hands)) if self.column_of(seat) == column]


class Event(NamedTuple):
    """Something that happened in a step: what, to whom, with which cards."""

    what: str
    seat: int
    cards: Cards = ()


def set_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """``values`` with one entry exchanged."""
    return (*values[:index], value, *values[index + 1 :])


def find_set(melds: Melds, rank: int) -> int:
    """The place of the latest set of ``rank`` among ``melds``; -1 if there is none. A sequence
    has no rank and is never found."""
    for place in range(len(melds) - 1, -1, -1):
        if melds[place].rank == rank:
            return place
    return -1


def start_of_turn(number: int, seat: int, melds: Melds) -> Turn:
    """The turn of ``seat`` before anything has been done in it."""
    return Turn(
        number, seat, BEFORE_DRAW, NOWHERE, 0, False, len(melds), False, False, False, FREE,
        NOT_ASKED, False, False,
    )  # fmt: skip
