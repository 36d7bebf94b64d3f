"""The game over several deals (chapters 1, 5 and 34 of the laws): totals, dealer, winner.

A match knows no cards; a deal knows no other deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .rules import Rules


class Match(NamedTuple):
    """A game between two deals: the totals of the sides, the next dealer, the deals played."""

    totals: tuple[int, ...]
    dealer: int
    deals: int


def first_dealer(rules: Rules, first: int) -> int:
    """The seat that deals first when ``first`` is the seat of the highest card drawn."""
    return (first - 1) % rules.seats.acting


def sits_out(rules: Rules, deals: int) -> int:
    """Who sits out the next deal when so many have been played: his place, from 1, in the order
    of the draw from the lowest; 0 if nobody does. Those of the larger side take turns."""
    spare = rules.seats.players - rules.seats.acting
    if not spare:
        return 0
    turns = {"each_deal": deals, "each_four_deals": deals // rules.seats.acting}
    larger = rules.seats.players - rules.seats.acting // 2
    return turns.get(rules.seats.sits_out, 0) % larger + 1


class Standing(NamedTuple):
    """Whether a game is over, and who has won it; no winner means that it is drawn."""

    over: bool
    winners: tuple[int, ...]

    @property
    def drawn(self) -> bool:
        return self.over and len(self.winners) != 1


def after_deal(rules: Rules, match: Match, counts: Sequence[int]) -> Match:
    """The game after a deal that counted so many points for each side: the points are added and
    the deal passes on to the next player in turn order."""
    totals = tuple(total + count for total, count in zip(match.totals, counts, strict=True))
    assert rules.deal.passes_on == "clockwise"
    return Match(totals, (match.dealer + 1) % rules.seats.acting, match.deals + 1)


def standing(rules: Rules, match: Match) -> Standing:
    """Whether a side has reached the target when a deal has ended. The highest total wins; equal
    totals draw the game."""
    best = max(match.totals)
    short = best < rules.match.target
    if rules.match.reached == "more_than":
        short = best <= rules.match.target
    if match.deals == 0 or short:
        return Standing(False, ())
    winners = tuple(side for side, total in enumerate(match.totals) if total == best)
    return Standing(True, winners)
