"""Positions as plain data and back, without loss.

A position is a complete picture of a deal: 108 or 162 cards in named zones. Players are ``P1``
to ``P6`` in turn order, sides ``a``, ``b``, ``c``; cards are two-character names. The stock is
listed from the top, the pile from the bottom. A meld is a list of cards; where the law knows
sequences, one whose natural cards are of two or more ranks, none twice, is a sequence. What is
remembered of the turn under way is left out where it is as at the start of a turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .cards import Card, Cards, UnknownCard, names, pack, parse_cards
from .incidents import QUIET, Duty, Exposed, Incidents, Penalty, of_table, settled
from .melds import meld_of
from .rules import Rules
from .solo import solo_of, tables_against
from .state import (
    ASKED,
    BEFORE_DRAW,
    BOUND,
    FREE,
    MUST_GO_OUT,
    MUST_GO_OUT_CONCEALED,
    NO,
    NOT_ASKED,
    NOWHERE,
    PILE,
    PLAYING,
    STOCK,
    YES,
    Deal,
    End,
    Melds,
    Record,
    Turn,
    start_of_turn,
)

Position = dict[str, Any]

_PHASES = {"before-draw": BEFORE_DRAW, "playing": PLAYING}
_SOURCES = {"nowhere": NOWHERE, "stock": STOCK, "pile": PILE}
_BOUND = {"free": FREE, "out": MUST_GO_OUT, "out-concealed": MUST_GO_OUT_CONCEALED}
_ASKED = {
    "no": NOT_ASKED, "waiting": ASKED, "answered-yes": YES, "answered-no": NO, "bound": BOUND,
}  # fmt: skip


class PositionError(ValueError):
    """A position that no ruleset can hold; the message says what is wrong and where."""


def word(table: Mapping[str, int], value: int) -> str:
    """The word for a value of a small closed set."""
    return next(name for name, v in table.items() if v == value)


def player(seat: int) -> str:
    """The name of a seat, counted from 0: ``P1`` for 0."""
    return f"P{seat + 1}"


def side(table: int) -> str:
    """The name of a table, counted from 0: ``a`` for 0."""
    return "abc"[table]


_SIDES = {"pairs": "ab", "trios": "ab", "three_pairs": "abc"}
"""Sides that take turns round the table; where the word is not here, each seat is one."""


def tables_for(sides: str, seats: int) -> tuple[int, ...]:
    """For each of so many seats the table it plays for, by the word for the sides."""
    tables = len(_SIDES[sides]) if sides in _SIDES else seats
    return tuple(seat % tables for seat in range(seats))


def tables_of(rules: Rules, solo: int | None = None) -> tuple[int, ...]:
    """For each seat the table it plays for; ``solo`` is the seat against which the others have
    become partners, where sides form in the deal."""
    if solo is not None and rules.solo is not None:
        return tables_against(rules.seats.acting, solo)
    return tables_for(rules.seats.sides, rules.seats.acting)


def position_of(deal: Deal) -> Position:
    """The position of ``deal`` as data that JSON can hold."""
    turn, record = deal.turn, deal.record
    seats = range(len(deal.hands))
    told: Position = {"player": player(turn.seat), "number": turn.number}
    fresh = start_of_turn(turn.number, turn.seat, deal.melds[deal.table])
    if turn != fresh:
        told |= {
            "phase": word(_PHASES, turn.phase),
            "source": word(_SOURCES, turn.source),
            "wanting": turn.wanting,
            "held": turn.held,
            "melds_before": turn.melds_before,
            "laid": turn.laid,
            "onto_old": turn.onto_old,
            "wild_laid": turn.wild_laid,
            "bound": word(_BOUND, turn.bound),
            "asked": word(_ASKED, turn.asked),
            "excused": turn.excused,
            "stock_only": turn.stock_only,
        }
    end = record.end
    return {
        "turn": told,
        "hands": {player(s): names(deal.hands[s]) for s in seats},
        "melds": {
            side(t): [names(meld.cards) for meld in melds] for t, melds in enumerate(deal.melds)
        },
        "red_threes": {player(s): names(record.red_threes[s]) for s in seats},
        "stock": names(reversed(deal.stock)),
        "pile": names(deal.pile),
        "aside": names(record.aside),
        "scores": {side(t): total for t, total in enumerate(record.totals)},
        "opened": {side(t): opened for t, opened in enumerate(record.opened)},
        "had_turn": [player(s) for s in seats if record.had_turn[s]],
        "has_melded": [player(s) for s in seats if record.has_melded[s]],
        "pile_taken": record.pile_taken,
        "was_frozen": record.was_frozen,
        "fresh_canastas": [[side(table), place] for table, place in record.fresh],
        "ended": None
        if end is None
        else {
            "how": end.how,
            "player": None if end.seat is None else player(end.seat),
            "concealed": end.concealed,
        },
        "dealer": player(record.dealer),
        "deals_next": player(_deals_next(deal)),
        **({} if (alone := solo_of(deal)) is None else {"solo": player(alone)}),
        **({"asked": [player(s) for s in record.asked]} if record.asked else {}),
        **(_incidents_of(deal) if record.incidents is not QUIET else {}),
    }


def _incidents_of(deal: Deal) -> Position:
    """What faults have left behind, as data: of faults not yet settled only that they were done,
    since what they would lead to hangs on the deal as it was before them."""
    found = deal.record.incidents
    seats, tables = range(len(deal.hands)), range(len(deal.melds))
    columns = range(len(deal.record.totals))
    exposed = {s: sorted(e.card for e in found.exposed if e.seat == s) for s in seats}
    lying = {
        s: [c for row in found.lying if row.seat == s and not row.returned for c in row.cards]
        for s in seats
    }
    waiting = found.demand
    told: Position = {
        "penalty_cards": {player(s): names(cards) for s, cards in exposed.items() if cards},
        "lying": {player(s): names(cards) for s, cards in lying.items() if cards},
        "apart": {player(s): names(cards) for s, cards in found.apart},
        "penalties": {
            side(c): sum(p.points for p in found.penalties if p.column == c) for c in columns
        },
        "booked": [
            {"side": side(p.column), "points": p.points, "by": p.leaf} for p in found.penalties
        ],
        "raised": {side(c): of_table(found.raised, c) for c in columns},
        "duties": [
            {
                "player": player(d.seat), "duty": d.kind, "skip": d.skip, "turns": d.turns,
                "cards": names(d.cards), "by": d.leaf,
            }
            for d in found.duties
        ],
        "warned": [side(t) for t in tables if of_table(found.warned, t)],
        "faults": [
            {"fault": f.kind, "player": player(f.seat), "turn": f.turn} for f in found.faults
        ],
    }  # fmt: skip
    if waiting is not None:
        told["to_act"] = player(waiting.seat)
        told["choices"] = list(waiting.options)
    if found.dealing:
        told["dealing"] = True
    return told


def _deals_next(deal: Deal) -> int:
    """Who deals the next cards: the player after the dealer, unless a fault has changed that."""
    settled_for = deal.record.incidents.deals_next
    return settled_for if settled_for >= 0 else (deal.record.dealer + 1) % len(deal.hands)


def _cards(position: Mapping[str, Any], *path: str) -> Cards:
    value: Any = position
    for key in path:
        value = value[key]
    try:
        return parse_cards(value)
    except UnknownCard as error:
        raise PositionError(f"{'.'.join(path)}: {error}") from None


def seat_of(name: Any, count: int) -> int:
    """The seat, from 0, of a player's name among ``count`` players. Raises PositionError."""
    players = [player(s) for s in range(count)]
    if name not in players:
        raise PositionError(f"{name!r} does not play here: {', '.join(players)}")
    return players.index(name)


def deal_from(rules: Rules, position: Mapping[str, Any]) -> Deal:
    """The deal that a complete position describes.

    Raises PositionError for a zone that is missing, a player or card that does not exist, or
    cards that do not add up to the packs of the ruleset.
    """
    try:
        deal = _deal_from(rules, position)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        if isinstance(error, PositionError):
            raise
        raise PositionError(f"the position is incomplete or misshapen: {error!r}") from None
    check_cards(rules, deal)
    return deal


def _deal_from(rules: Rules, position: Mapping[str, Any]) -> Deal:
    count = rules.seats.acting
    alone = position.get("solo")
    table_of = tables_of(rules, None if alone is None else seat_of(alone, count))
    sides = [side(t) for t in range(max(tables_of(rules)) + 1)]
    players = [player(s) for s in range(count)]
    melds: list[Melds] = []
    for name in sides:
        rows = position["melds"][name]
        melds.append(tuple(meld_of(rules, parse_cards(row)) for row in rows))
    told = position["turn"]
    seat = seat_of(told["player"], count)
    turn = start_of_turn(int(told["number"]), seat, melds[table_of[seat]])
    if "phase" in told:
        turn = Turn(
            turn.number, seat, _PHASES[told["phase"]], _SOURCES[told["source"]],
            int(told["wanting"]), bool(told["held"]), int(told["melds_before"]),
            bool(told["laid"]), bool(told["onto_old"]), bool(told["wild_laid"]),
            _BOUND[told["bound"]], _ASKED[told["asked"]], bool(told["excused"]),
            bool(told["stock_only"]),
        )  # fmt: skip
    ended = position["ended"]
    end = None
    if ended is not None:
        who = None if ended["player"] is None else seat_of(ended["player"], count)
        end = End(str(ended["how"]), who, bool(ended["concealed"]))
    had = {seat_of(name, count) for name in position["had_turn"]}
    has = {seat_of(name, count) for name in position["has_melded"]}
    record = Record(
        table_of,
        tuple(bool(position["opened"][name]) for name in sides),
        tuple(int(position["scores"][name]) for name in sides),
        tuple(_cards(position, "red_threes", name) for name in players),
        tuple(s in had for s in range(count)),
        tuple(s in has for s in range(count)),
        bool(position["pile_taken"]),
        bool(position.get("was_frozen", False)),
        tuple((sides.index(s), int(i)) for s, i in position.get("fresh_canastas", ())),
        tuple(sorted(_cards(position, "aside"))),
        end,
        _dealer_of(position, turn, count),
        _incidents_from(position, turn, sides, count),
        tuple(seat_of(name, count) for name in position.get("asked", ())),
    )
    return Deal(
        turn,
        tuple(tuple(sorted(_cards(position, "hands", name))) for name in players),
        tuple(reversed(_cards(position, "stock"))),
        _cards(position, "pile"),
        tuple(melds),
        record,
    )


def _dealer_of(position: Mapping[str, Any], turn: Turn, count: int) -> int:
    """Who has dealt; where the position does not tell, the player before the first turn."""
    if "dealer" in position:
        return seat_of(position["dealer"], count)
    return (turn.seat - turn.number) % count


def _incidents_from(
    position: Mapping[str, Any], turn: Turn, sides: list[str], count: int
) -> Incidents:
    """What faults have left behind, of a position that tells it."""

    def by_side(key: str) -> list[tuple[int, int]]:
        rows = position.get(key, {})
        return [(sides.index(name), int(points)) for name, points in rows.items() if points]

    exposed = tuple(
        Exposed(seat_of(name, count), card)
        for name, cards in position.get("penalty_cards", {}).items()
        for card in parse_cards(cards)
    )
    for e in exposed:
        held = parse_cards(position["hands"][player(e.seat)])
        if e.card not in held:
            raise PositionError(f"the penalty cards of {player(e.seat)} are not in his hand")
    duties = tuple(
        Duty(
            str(row["duty"]), seat_of(row["player"], count), int(row.get("skip", 0)),
            int(row.get("turns", 1)), str(row.get("by", "")), parse_cards(row.get("cards", ())),
        )
        for row in position.get("duties", ())
    )  # fmt: skip
    booked = tuple(
        Penalty(sides.index(row["side"]), int(row["points"]), str(row["by"]))
        for row in position.get("booked", ())
    )
    next_ = position.get("deals_next")
    after = player((_dealer_of(position, turn, count) + 1) % count)
    return settled(
        Incidents(
            duties=duties,
            exposed=exposed,
            apart=tuple(
                (seat_of(name, count), parse_cards(cards))
                for name, cards in position.get("apart", {}).items()
            ),
            penalties=booked or tuple(Penalty(t, n, "") for t, n in by_side("penalties")),
            raised=tuple(by_side("raised")),
            warned=tuple((sides.index(name), 1) for name in position.get("warned", ())),
            dealing=bool(position.get("dealing", False)),
            deals_next=-1 if next_ in (None, after) else seat_of(next_, count),
        )
    )


def all_cards(deal: Deal) -> list[Card]:
    """Every card of the deal, wherever it lies."""
    zones = [*deal.hands, deal.stock, deal.pile, deal.record.aside, *deal.record.red_threes]
    zones += [meld.cards for melds in deal.melds for meld in melds]
    zones += [cards for _, cards in deal.record.incidents.apart]
    return [card for zone in zones for card in zone]


def check_cards(rules: Rules, deal: Deal) -> None:
    """Raise PositionError unless the cards of ``deal`` are exactly the packs of the ruleset."""
    whole = pack(rules.deck.packs, rules.deck.jokers)
    cards = all_cards(deal)
    if sorted(cards) == list(whole):
        return
    have, want = Counter(cards), Counter(whole)
    surplus, missing = have - want, want - have
    if surplus:
        raise PositionError(
            "more copies than the packs hold: " + ", ".join(names(sorted(surplus.elements())))
        )
    if missing:
        raise PositionError(
            f"{missing.total()} cards are nowhere: " + ", ".join(names(sorted(missing.elements())))
        )
