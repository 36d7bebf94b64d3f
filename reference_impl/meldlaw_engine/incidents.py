"""What faults leave behind: cards that lie open, points booked, duties, choices that wait.

All of it hangs on one field of the deal's record, and in strict play that field is `QUIET`. The
chapters of strict play read it through `duties` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .cards import Card, Cards

if TYPE_CHECKING:
    from .state import Deal, Turn
    from .steps import Commit, Step

NOBODY = -1
"""Stands for no seat."""
EVERYBODY = -2
"""Stands for whoever is the next to do it."""
NEW_MELD = -1
"""The place of cards that lie as a meld of their own."""

# Duties.
NO_DRAW, NO_MELD, STOCK_ONLY, PILE_ONLY = "no-draw", "no-meld", "stock-only", "pile-only"
PLAY_CARDS, MELD_LYING = "play-cards", "meld-lying"
NO_CONCEALED_DISCARD, DISCARD_THIS = "no-concealed-discard", "discard-this"

WILD_TOO_MANY = "wild-too-many"
"""The fault whose cards go on counting where they lie as long as nobody points it out."""

# How a turn that was over is taken up again: it ends with a word, or with a discard.
BY_PASSING, BY_DISCARDING = "pass", "discard"


class Fault(NamedTuple):
    """Something done against the law: its kind, who did it in which turn (whose it was), and the
    step itself; the deal before it and the offender's steps since, as long as they are needed."""

    kind: str
    seat: int
    turn: int
    in_turn: int
    step: Commit
    before: Deal | None = None
    since: tuple[Step, ...] = ()
    cards: Cards = ()
    """The cards it is about, where the step does not name them."""


class Duty(NamedTuple):
    """What a player must or may not do: in so many own turns after skipping some, or (``turns``
    0) to the end of the deal; the cards concerned; the leaf that lays it upon him."""

    kind: str
    seat: int
    skip: int
    turns: int
    leaf: str
    cards: Cards = ()


class Demand(NamedTuple):
    """A choice that must be made before anything else: whose, what may be chosen, whether he may
    also answer it by laying cards, the fault that led to it and the leaf that gives it."""

    seat: int
    options: tuple[str, ...]
    melds: bool
    fault: Fault
    leaf: str


class Exposed(NamedTuple):
    """A penalty card: whose hand it counts to, and the cards that his partner has laid since.
    ``sleeps``: the duty to get rid of it begins only with the holder's next turn."""

    seat: int
    card: Card
    helped: Cards = ()
    sleeps: bool = False


class Lying(NamedTuple):
    """Cards that lie on the table as if melded while they count to their player's hand: where,
    by which fault, done in which turn; whether it has been pointed out; whether they have been
    taken back and only must not be left out of a new attempt."""

    seat: int
    cards: Cards
    table: int
    place: int
    kind: str
    turn: int
    noticed: bool = False
    returned: bool = False


class Penalty(NamedTuple):
    """Points booked against a column of the score sheet, and the leaf that sets them."""

    column: int
    points: int
    leaf: str


class Incidents(NamedTuple):
    """Everything that faults have left behind in a deal."""

    faults: tuple[Fault, ...] = ()
    duties: tuple[Duty, ...] = ()
    demand: Demand | None = None
    exposed: tuple[Exposed, ...] = ()
    lying: tuple[Lying, ...] = ()
    apart: tuple[tuple[int, Cards], ...] = ()
    """Cards drawn out of turn that are in nobody's hand, by who drew them."""
    penalties: tuple[Penalty, ...] = ()
    raised: tuple[tuple[int, int], ...] = ()
    """Columns and points by which their minimum is raised."""
    resume: Turn | None = None
    """The turn that goes on when one that was over has been put right."""
    resumed_by: str = ""
    may_shuffle: int = NOBODY
    left: int = 0
    """How many cards at the bottom of the pile a player has forgotten to take up."""
    left_by: int = NOBODY
    warned: tuple[tuple[int, int], ...] = ()
    """Tables and how often they have been warned."""
    dealing: bool = False
    dealt: bool = False
    """The deal was out of turn and play has begun: who deals next is settled."""
    deals_next: int = NOBODY
    credited: tuple[tuple[int, int], ...] = ()
    """Columns and red threes that they were given and that never count against them."""
    idle: Cards = ()
    """Cards of the pile that do not freeze it, though others of their kind would."""
    standing: tuple[tuple[int, int], ...] = ()
    """Table and place of canastas that stand although cards of theirs count as not melded."""
    mixed: tuple[tuple[int, int], ...] = ()
    """Table and place of melds that were mixed with the pack before they were counted."""
    shown: tuple[tuple[int, int], ...] = ()
    """Table and place of canastas that everybody may look through while this turn lasts."""
    claims: tuple[tuple[int, int], ...] = ()
    """Tables and what they say their melded cards are worth."""
    forfeited_by: int = NOBODY
    """The table that has lost the game, or the deal, for its conduct."""


QUIET = Incidents()
"""Nothing has happened."""


def settled(incidents: Incidents) -> Incidents:
    """``incidents``, or the one `QUIET` if nothing of them is left."""
    return QUIET if incidents == QUIET else incidents


def of_table(rows: tuple[tuple[int, int], ...], table: int) -> int:
    """The sum of the numbers that stand beside ``table``."""
    return sum(number for t, number in rows if t == table)


def taken_from(cards: Cards, gone: Cards) -> Cards:
    """``cards`` without those of ``gone`` that are among them, one copy for one."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
