"""The smallest things a player can do. An *act* is a list of steps judged together."""

from __future__ import annotations

from typing import NamedTuple

from .cards import Card, Cards

NEW = -1
"""A meld of its own, not a place among those on the table."""
OWN = -1
"""The table of the player's own side."""
BY_ITSELF = -1
"""Where the top card of the pile goes if nobody says so: to the side's set of its rank."""
NOT_THERE = -2
"""The place of a meld that is named but not on the table."""


class Draw(NamedTuple):
    """Draw from the stock: always the lawful number of cards."""


class Take(NamedTuple):
    """Take the pile: lay ``using`` from the hand together with its top card."""

    using: Cards
    rest: bool = True
    """Whether the cards below the top card are taken too."""
    onto: int = BY_ITSELF
    """The place of the meld to which the cards go, where there is a choice."""
    table: int = OWN


class Lay(NamedTuple):
    """Lay cards: a new meld, or onto the meld at place ``onto`` of a table."""

    cards: Cards
    onto: int = NEW
    table: int = OWN


class Join(NamedTuple):
    """Unite two sequences of one's own side."""

    place: int
    other: int


class TakeBack(NamedTuple):
    """Take cards of a meld of one's own side back into the hand."""

    cards: Cards
    onto: int


class LayRedThree(NamedTuple):
    """Lay a red three from the hand, where that is not done by itself."""

    card: Card


class Ask(NamedTuple):
    """Ask the partner for leave to go out."""


class Answer(NamedTuple):
    """The partner's answer."""

    yes: bool


class Discard(NamedTuple):
    """Lay one card on the pile and end the turn."""

    card: Card


class Pass(NamedTuple):
    """End the turn without a discard."""


class Decline(NamedTuple):
    """Leave the pile although there is no stock to draw from."""


class Commit(NamedTuple):
    """Do something against the law. The cards move as they do at the table. ``kind`` is a word of
    ``spec/incidents.yaml``; which of the other fields it has is told there."""

    kind: str
    cards: Cards = ()
    lays: tuple[Lay, ...] = ()
    take: Take | None = None
    number: int = 0
    yes: bool = False
    who: int = -1
    what: str = ""
    places: tuple[int, ...] = ()


class Notice(NamedTuple):
    """Point a fault out: its kind, and whose, where that is not plain (-1: the latest). A shuffle
    that follows puts ``on_top`` on the stock. ``unknown``: a fact that nobody can tell."""

    kind: str
    of: int = -1
    on_top: Cards = ()
    unknown: bool = False


class Choose(NamedTuple):
    """Make a choice that the law gives."""

    option: str
    cards: Cards = ()
    on_top: Cards = ()


class Shuffle(NamedTuple):
    """Shuffle the stock before drawing: afterwards these cards lie on top, the first uppermost,
    and the others follow as before. (A shuffle names its result, so that the deal stays a
    function of its steps.)"""

    on_top: Cards


class Inspect(NamedTuple):
    """Call for an inspection of an opponent's cards."""

    what: str


class Question(NamedTuple):
    """Ask for something that a player may know. ``of`` is a seat or a table, ``place`` that of a
    meld, -1 where it is left open."""

    what: str
    of: int = -1
    place: int = -1
    intends: bool = False


class Tell(NamedTuple):
    """Say something that a player may say."""

    what: str


class FinishDeal(NamedTuple):
    """The dealer has turned an acceptable upcard: the deal is complete."""


Step = (
    Draw | Take | Lay | Join | TakeBack | LayRedThree | Ask | Answer | Discard | Pass | Decline
    | Commit | Notice | Choose | Shuffle | Inspect | Question | Tell | FinishDeal
)  # fmt: skip

MELDING = (Take, Lay, Join)
"""The steps after which the turn must still have a lawful end."""
