"""The count after a deal, line by line (chapters 12, 15, 18, 19, 21 and 34 of the laws)."""

from __future__ import annotations

from typing import NamedTuple

from .cards import JOKER_RANK, RANK, Cards, count_red_threes
from .incidents import NOBODY, QUIET, Incidents, of_table
from .melds import complete, is_complete, is_finished
from .opening import value
from .rules import Rules
from .state import Deal, Meld, Melds


class Line(NamedTuple):
    """One line of a side's count: what for, points, and the leaf that sets them."""

    item: str
    points: int
    leaf: str


class Count(NamedTuple):
    """The count of one side: its lines and their sum."""

    lines: tuple[Line, ...]
    total: int


def finished_line(rules: Rules, meld: Meld, stands: bool = False) -> Line | None:
    """The bonus of a finished meld: a canasta, natural without wild cards, mixed with or with a
    card of another rank, or a sequence. ``stands``: it counts although cards of it are lost."""
    if meld.is_sequence and rules.sequence is not None:
        if len(meld.cards) < rules.sequence.bonus_from:
            return None
        return Line("sequence", rules.sequence.bonus, "sequence.bonus")
    if not is_complete(rules, len(meld.cards)) and not stands:
        return None
    if meld.wilds or any(RANK[card] != meld.rank for card in meld.cards):
        if meld.rank == JOKER_RANK:
            return Line("wild-canasta", rules.bonus.wild, "bonus.wild")
        return Line("mixed-canasta", rules.bonus.mixed, "bonus.mixed")
    return Line("natural-canasta", rules.bonus.natural, "bonus.natural")


def _seats_of(deal: Deal, table: int) -> list[int]:
    return [seat for seat, t in enumerate(deal.record.table_of) if t == table]


def _excused(rules: Rules, deal: Deal, seat: int) -> bool:
    """Whether a seat that still holds red threes had no chance to lay them."""
    excused = rules.red_threes.kept_excused
    return excused == "all" or (excused == "no_turn" and not deal.record.had_turn[seat])


def _worth(rules: Rules, number: int) -> tuple[int, str]:
    """Points for so many red threes, and the leaf that sets them."""
    row = rules.red_threes.worth.exactly(number)
    return (row.value, row.leaf) if row is not None else (0, "red_threes.plus_if")


def _earns_plus(rules: Rules, melds: Melds) -> bool:
    """Whether a side with these melds counts its red threes for it and not against it."""
    r = rules.red_threes
    if r.plus_if == "complete_meld":
        melds = tuple(meld for meld in melds if is_finished(rules, meld))
    if not r.plus_same_kind:
        return len(melds) >= r.plus_count
    runs = sum(meld.is_sequence for meld in melds)
    return max(runs, len(melds) - runs) >= r.plus_count


def _red_three_lines(rules: Rules, deal: Deal, column: int) -> list[Line]:
    """Red threes of a column: a bonus if its side has the melds for it, otherwise a deduction;
    those kept in hand by a player who could have laid them cost more, and those of one without a
    turn may count against his side in any case."""
    r = rules.red_threes
    laid = kept = without_turn = 0
    table = deal.table_of_column(column)
    given = of_table(deal.record.incidents.credited, column)
    for seat in deal.seats_of(column):
        laid += len(deal.record.red_threes[seat])
        held = count_red_threes(deal.hands[seat])
        if not _excused(rules, deal, seat):
            kept += held
            laid += held if r.kept_counted else 0
        elif r.without_turn == "minus" and not deal.record.had_turn[seat]:
            without_turn += held
        else:
            laid += held
    lines = []
    if laid:
        points, leaf = _worth(rules, laid)
        if _earns_plus(rules, deal.melds[table]):
            lines.append(Line("red-threes", points, leaf))
        elif laid > given:
            each = r.minus_each * (laid - given)
            points = each or _worth(rules, laid - given)[0]
            lines.append(Line("red-threes", -points, "red_threes.plus_if"))
    if without_turn:
        points, _ = _worth(rules, without_turn)
        lines.append(Line("red-threes", -points, "red_threes.without_turn"))
    if kept:
        times = kept if r.kept_per == "card" else 1
        lines.append(Line("red-threes-kept", -r.kept * times, "red_threes.kept"))
    return lines


def count(rules: Rules, deal: Deal, column: int) -> Count:
    """The count of one column for a deal that is over, or as it stands now: what its side has
    together, the red threes of its players, the points booked against it."""
    incidents = deal.record.incidents
    table = deal.table_of_column(column)
    end = deal.record.end
    if incidents is not QUIET and _lost(rules, incidents, table):
        return Count((), 0)
    if end is not None and end.how == "void":
        return Count((), 0)
    if incidents.forfeited_by not in (NOBODY, table) and rules.conduct is not None:
        credit = rules.conduct.credit
        return Count((Line("forfeit", credit, "conduct.credit"),), credit)
    lines = [
        line
        for place, meld in enumerate(deal.melds[table])
        if _bonus_counts(rules, incidents, table, place)
        and (line := finished_line(rules, meld, (table, place) in incidents.standing))
    ]
    lines += _red_three_lines(rules, deal, column)
    if end is not None and end.how == "out" and end.seat is not None:
        if deal.record.table_of[end.seat] == table:
            if end.concealed:
                lines.append(
                    Line("going-out-concealed", rules.out.concealed_bonus, "out.concealed_bonus")
                )
            else:
                lines.append(Line("going-out", rules.out.bonus, "out.bonus"))
    melded = _melded(rules, deal, table)
    if melded and rules.score.melded_cards:
        lines.append(Line("melded-cards", melded, "score.melded_cards"))
    hands: Cards = ()
    for seat in _seats_of(deal, table):
        hands += deal.hands[seat]
    held_points = value(rules, hands)
    if held_points and rules.score.hand_cards:
        lines.append(Line("cards-in-hand", -held_points, "score.hand_cards"))
    if incidents is not QUIET:
        lines += _of_faults(rules, incidents, column)
    total = sum(line.points for line in lines)
    needs = rules.score.plus_needs
    if total > 0 and needs and complete(rules, deal.melds[table]) < needs:
        lines.append(Line("no-plus", -total, "score.plus_needs"))
        total = 0
    return Count(tuple(lines), total)


def _lost(rules: Rules, incidents: Incidents, table: int) -> bool:
    """Whether a side counts nothing: it has forfeited, or all it had is lost by its own doing."""
    if incidents.forfeited_by == table:
        return True
    r = rules.count_faults
    return r is not None and r.mixed_own == "deal" and any(t == table for t, _ in incidents.mixed)


def _bonus_counts(rules: Rules, incidents: Incidents, table: int, place: int) -> bool:
    """Whether the bonus of the meld at ``place`` counts: not if the meld was mixed with the pack
    and the law takes that too."""
    r = rules.count_faults
    return r is None or r.mixed_own == "card_points" or (table, place) not in incidents.mixed


def _melded(rules: Rules, deal: Deal, table: int) -> int:
    """Card points of a side's melds; those mixed with the pack count nothing, and where the
    opponents mixed them, what the side says they were worth."""
    incidents = deal.record.incidents
    claim = next((points for t, points in incidents.claims if t == table), None)
    if claim is not None:
        return claim
    return sum(
        value(rules, meld.cards)
        for place, meld in enumerate(deal.melds[table])
        if (table, place) not in incidents.mixed
    )


def _of_faults(rules: Rules, incidents: Incidents, column: int) -> list[Line]:
    """The points booked against a column."""
    lines = []
    if rules.count_faults is not None and rules.count_faults.deducted == "all":
        lines = [
            Line("penalties", -p.points, p.leaf) for p in incidents.penalties if p.column == column
        ]
    return lines


def score(rules: Rules, deal: Deal) -> tuple[Count, ...]:
    """The counts of all columns of the score sheet: sides, or players."""
    return tuple(count(rules, deal, column) for column in range(len(deal.record.totals)))
