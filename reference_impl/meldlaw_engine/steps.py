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


Step = Draw | Take | Lay | Join | TakeBack | LayRedThree | Ask | Answer | Discard | Pass | Decline

MELDING = (Take, Lay, Join)
"""The steps after which the turn must still have a lawful end."""
