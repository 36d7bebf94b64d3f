"""The count after a deal, line by line (chapters 12, 15, 18, 19, 21 and 34 of the laws)."""

from __future__ import annotations

from typing import NamedTuple

from .cards import Cards, count_red_threes
from .melds import is_complete
from .opening import value
from .rules import Rules
from .state import Deal, Meld


class Line(NamedTuple):
    """One line of a side's count: what for, points, and the leaf that sets them."""

    item: str
    points: int
    leaf: str


class Count(NamedTuple):
    """The count of one side: its lines and their sum."""

    lines: tuple[Line, ...]
    total: int


def canasta_line(rules: Rules, meld: Meld) -> Line | None:
    """The bonus of a meld that is a canasta: natural without wild cards, mixed with."""
    if not is_complete(rules, len(meld.cards)):
        return None
    if meld.wilds:
        return Line("mixed-canasta", rules.bonus.mixed, "bonus.mixed")
    return Line("natural-canasta", rules.bonus.natural, "bonus.natural")


def _seats_of(deal: Deal, table: int) -> list[int]:
    return [seat for seat, t in enumerate(deal.record.table_of) if t == table]


def _excused(rules: Rules, deal: Deal, seat: int) -> bool:
    """Whether a seat that still holds red threes had no chance to lay them."""
    excused = rules.red_threes.kept_excused
    return excused == "all" or (excused == "no_turn" and not deal.record.had_turn[seat])


def _red_three_lines(rules: Rules, deal: Deal, table: int) -> list[Line]:
    """Red threes of a side: a bonus if it has a meld, otherwise a deduction; those kept in hand
    by a player who could have laid them cost more."""
    laid = kept = 0
    for seat in _seats_of(deal, table):
        laid += len(deal.record.red_threes[seat])
        held = count_red_threes(deal.hands[seat])
        if _excused(rules, deal, seat):
            laid += held
        else:
            kept += held
    lines = []
    if laid:
        row = rules.red_threes.worth.exactly(laid)
        points = row.value if row is not None else 0
        leaf = row.leaf if row is not None else "red_threes.plus_if"
        if rules.red_threes.plus_if == "any_meld" and not deal.melds[table]:
            lines.append(Line("red-threes", -points, "red_threes.plus_if"))
        else:
            lines.append(Line("red-threes", points, leaf))
    if kept:
        times = kept if rules.red_threes.kept_per == "card" else 1
        lines.append(Line("red-threes-kept", -rules.red_threes.kept * times, "red_threes.kept"))
    return lines


def count(rules: Rules, deal: Deal, table: int) -> Count:
    """The count of one side for a deal that is over, or as it stands now."""
    lines = [line for meld in deal.melds[table] if (line := canasta_line(rules, meld))]
    lines += _red_three_lines(rules, deal, table)
    end = deal.record.end
    if end is not None and end.how == "out" and end.seat is not None:
        if deal.record.table_of[end.seat] == table:
            if end.concealed:
                lines.append(
                    Line("going-out-concealed", rules.out.concealed_bonus, "out.concealed_bonus")
                )
            else:
                lines.append(Line("going-out", rules.out.bonus, "out.bonus"))
    melded = sum(value(rules, meld.cards) for meld in deal.melds[table])
    if melded and rules.score.melded_cards:
        lines.append(Line("melded-cards", melded, "score.melded_cards"))
    hands: Cards = ()
    for seat in _seats_of(deal, table):
        hands += deal.hands[seat]
    held_points = value(rules, hands)
    if held_points and rules.score.hand_cards:
        lines.append(Line("cards-in-hand", -held_points, "score.hand_cards"))
    return Count(tuple(lines), sum(line.points for line in lines))


def score(rules: Rules, deal: Deal) -> tuple[Count, ...]:
    """The counts of all sides, by table."""
    return tuple(count(rules, deal, table) for table in range(len(deal.melds)))
