"""The reference engine as an implementation under test: requests in, answers out.

The same function answers in process and, through `meldlaw adapter`, over stdio.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from meldlaw_engine import engine, match, scoring, table
from meldlaw_engine.cards import UnknownCard, names, parse_cards
from meldlaw_engine.deal import DealError, deal_cards
from meldlaw_engine.irregularities.counting import put_right
from meldlaw_engine.opening import minimum, minimum_row
from meldlaw_engine.positions import (
    PositionError,
    deal_from,
    player,
    position_of,
    seat_of,
    side,
)
from meldlaw_engine.rules import Rules, RulesError, rules_from
from meldlaw_engine.seating import seating
from meldlaw_engine.state import Deal, Event

from .acts import Act, ActError, to_steps

Answer = dict[str, Any]


class RequestError(ValueError):
    """A request that cannot be answered; the message says why."""


@lru_cache(maxsize=64)
def _rules(leaves: tuple[str, ...], values: tuple[Any, ...], types: tuple[type, ...]) -> Rules:
    return rules_from(dict(zip(leaves, values, strict=True)), dict.fromkeys(leaves, ""))


def rules_for(parameters: Mapping[str, Any]) -> Rules:
    """The rules for resolved leaves without their sources."""
    try:
        values = tuple(parameters.values())
        return _rules(tuple(parameters), values, tuple(map(type, values)))  # True is not 1
    except (RulesError, TypeError, AttributeError) as error:
        raise RequestError(f"parameters: {error}") from None


def _event(event: Event) -> dict[str, Any]:
    told: dict[str, Any] = {"event": event.what, "player": player(event.seat)}
    if event.cards:
        told["cards"] = names(event.cards)
    return told


def answer_act(rules: Rules, deal: Deal, name: str, act: Act) -> tuple[Deal, Answer]:
    """The deal after an act, and the answer: accepted with events, or refused with the first
    reason and all others that are true."""
    try:
        seat = seat_of(name, len(deal.hands))
        steps = to_steps(deal, act, seat)
    except (ActError, PositionError) as error:
        raise RequestError(str(error)) from None
    result = table.apply_act(rules, deal, seat, steps)
    if result.refusal is None:
        told: Answer = {"accepted": True, "events": [_event(e) for e in result.events]}
        answered = table.answer_to(rules, deal, seat, steps[0])
        return result.deal, told if answered is None else {**told, "answer": answered}
    codes = [r.code for r in table.act_reasons(rules, deal, seat, steps)]
    return deal, {"accepted": False, "code": codes[0], "codes": sorted(set(codes))}


def scores_of(rules: Rules, deal: Deal) -> dict[str, Any]:
    """The counts of all sides: total and itemised lines, lines of one item added up."""
    told = {}
    for side_, counted in enumerate(scoring.score(rules, deal)):
        lines: dict[str, int] = {}
        for line in counted.lines:
            lines[line.item] = lines.get(line.item, 0) + line.points
        told[side(side_)] = {"total": counted.total, "lines": lines}
    return told


def answer(method: str, params: Mapping[str, Any]) -> Answer:
    """Answer a request of the wire protocol, see conformance/PROTOCOL.md.

    Raises RequestError for a request that makes no sense, KeyError for a field that is missing.
    """
    match method:
        case "run":
            return run(params)
        case "match":
            return match_after(params)
        case "seats":
            return seats(params)
        case "sheet":
            return sheet(params)
    raise RequestError(f"no method is called {method!r}")


def match_after(request: Mapping[str, Any]) -> Answer:
    """Answer a ``match`` request: the game after a deal that counted so much."""
    rules = rules_for(request["parameters"])
    sides = sorted(request["scores"])
    totals = tuple(request["scores"][name] for name in sides)
    try:
        dealer = seat_of(request["dealer"], rules.seats.acting)
    except PositionError as error:
        raise RequestError(str(error)) from None
    counts = [request["counts"][name] for name in sides]
    played = int(request.get("deals", 0))
    after = match.after_deal(rules, match.Match(totals, dealer, played), counts)
    standing = match.standing(rules, after)
    return {
        "over": standing.over,
        "winners": [sides[i] for i in standing.winners],
        "scores": dict(zip(sides, after.totals, strict=True)),
        "dealer": player(after.dealer),
        "sits_out": match.sits_out(rules, after.deals),
        "minimum": {
            s: minimum_row(rules, t).value for s, t in zip(sides, after.totals, strict=True)
        },
    }


def seats(request: Mapping[str, Any]) -> Answer:
    """Answer a ``seats`` request: what the cards drawn for seats decide."""
    rules = rules_for(request["parameters"])
    try:
        drawn = {name: parse_cards(cards) for name, cards in request["drawn"].items()}
    except UnknownCard as error:
        raise RequestError(str(error)) from None
    found = seating(rules, drawn)
    return {
        "again": list(found.again),
        "order": list(found.order),
        "partners": [list(pair) for pair in found.partners],
        "plays_first": found.plays_first,
    }


def run(request: Mapping[str, Any]) -> Answer:
    """Answer one ``run`` request, see conformance/PROTOCOL.md.

    Raises RequestError for a request that makes no sense.
    """
    return run_under(rules_for(request["parameters"]), request)


def run_under(rules: Rules, request: Mapping[str, Any]) -> Answer:
    """Answer a ``run`` request under rules of one's own, whatever parameters it has."""
    try:
        deal = start_of(rules, request)
    except (PositionError, DealError, UnknownCard) as error:
        raise RequestError(f"position: {error}") from None
    acts: list[Answer] = []
    for turn in request["turns"]:
        for act in turn["acts"]:
            deal, answer = answer_act(rules, deal, turn["player"], act)
            acts.append(answer)
    tried = [answer_act(rules, deal, row["player"], row["act"])[1] for row in request["try"]]
    return {
        "acts": acts,
        "tried": tried,
        "position": position_of(deal),
        "scores": scores_of(rules, deal),
        "minimum": {side(c): minimum(rules, deal, c) for c in range(len(deal.record.totals))},
        **_game_of(rules, deal),
    }


def _game_of(rules: Rules, deal: Deal) -> Answer:
    """The game that a side has lost by its conduct, and the totals with which it ends."""
    loser = deal.record.incidents.forfeited_by
    if loser < 0 or rules.conduct is None or rules.conduct.talk == "deal":
        return {}
    credit, totals = rules.conduct.credit, list(deal.record.totals)
    winner = next(t for t in range(len(totals)) if t != loser)
    totals[winner] = totals[winner] + credit if rules.conduct.talk == "added" else credit
    scores = {side(t): total for t, total in enumerate(totals)}
    return {"game": {"winner": side(winner), "scores": scores}}


def sheet(request: Mapping[str, Any]) -> Answer:
    """Answer a ``sheet`` request: what becomes of an error found on the score sheet."""
    rules = rules_for(request["parameters"])
    sides = sorted(request["scores"])
    totals = tuple(request["scores"][name] for name in sides)
    error = request["error"]
    found = put_right(
        rules, totals, error["kind"], sides.index(error["side"]), error["by"],
        request["noticed"] == "next-deal",
    )  # fmt: skip
    return {
        "corrected": found.corrected,
        "scores": dict(zip(sides, found.totals, strict=True)),
        "minimum": dict(zip(sides, found.minimums, strict=True)),
    }


def start_of(rules: Rules, request: Mapping[str, Any]) -> Deal:
    """The deal at the first act: a position loaded, or a pack dealt."""
    if "deal" in request:
        told = request["deal"]
        order = parse_cards(told["pack"])
        totals = [told["scores"][name] for name in sorted(told["scores"])]
        return deal_cards(rules, order, seat_of(told["dealer"], rules.seats.acting), totals)
    deal = deal_from(rules, request["position"])
    return deal if deal.record.incidents.dealing else engine.settle(rules, deal, [])[0]
