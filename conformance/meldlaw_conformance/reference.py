"""The reference engine as an implementation under test: requests in, answers out.

The same function answers in process and, through `meldlaw adapter`, over stdio.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from meldlaw_engine import engine, scoring
from meldlaw_engine.cards import names
from meldlaw_engine.opening import minimum
from meldlaw_engine.positions import (
    Position,
    PositionError,
    deal_from,
    player,
    position_of,
    side,
)
from meldlaw_engine.rules import Rules, rules_from
from meldlaw_engine.state import Deal, Event

from .acts import Act, ActError, to_steps

Answer = dict[str, Any]


class RequestError(ValueError):
    """A request that cannot be answered; the message says why."""


@lru_cache(maxsize=64)
def _rules(leaves: tuple[tuple[str, Any], ...]) -> Rules:
    values = dict(leaves)
    return rules_from(values, dict.fromkeys(values, ""))


def rules_for(parameters: Mapping[str, Any]) -> Rules:
    """The rules for resolved leaves without their sources."""
    return _rules(tuple(parameters.items()))


def _event(event: Event) -> dict[str, Any]:
    told: dict[str, Any] = {"event": event.what, "player": player(event.seat)}
    if event.cards:
        told["cards"] = names(event.cards)
    return told


def _seat(name: str, deal: Deal) -> int:
    seat = int(name[1:]) - 1 if name[:1] == "P" and name[1:].isdigit() else -1
    if not 0 <= seat < len(deal.hands):
        raise RequestError(f"{name!r} does not play here")
    return seat


def answer_act(rules: Rules, deal: Deal, name: str, act: Act) -> tuple[Deal, Answer]:
    """The deal after an act, and the answer: accepted with events, or refused with the first
    reason and all others that are true."""
    try:
        steps = to_steps(deal, act)
    except ActError as error:
        raise RequestError(str(error)) from None
    seat = _seat(name, deal)
    result = engine.apply_act(rules, deal, seat, steps)
    if result.refusal is None:
        return result.deal, {"accepted": True, "events": [_event(e) for e in result.events]}
    codes = [r.code for r in engine.act_reasons(rules, deal, seat, steps)]
    return deal, {"accepted": False, "code": codes[0], "codes": sorted(set(codes))}


def scores_of(rules: Rules, deal: Deal) -> dict[str, Any]:
    """The counts of all sides: total and itemised lines, lines of one item added up."""
    told = {}
    for table, counted in enumerate(scoring.score(rules, deal)):
        lines: dict[str, int] = {}
        for line in counted.lines:
            lines[line.item] = lines.get(line.item, 0) + line.points
        told[side(table)] = {"total": counted.total, "lines": lines}
    return told


def run(request: Mapping[str, Any]) -> Answer:
    """Answer one ``run`` request, see conformance/PROTOCOL.md.

    Raises RequestError for a request that makes no sense.
    """
    try:
        rules = rules_for(request["parameters"])
        deal = deal_from(rules, request["position"])
    except PositionError as error:
        raise RequestError(f"position: {error}") from None
    deal, _ = engine.settle(rules, deal, [])
    acts: list[Answer] = []
    for turn in request["turns"]:
        for act in turn["acts"]:
            deal, answer = answer_act(rules, deal, turn["player"], act)
            acts.append(answer)
    tried = [answer_act(rules, deal, row["player"], row["act"])[1] for row in request["try"]]
    return {
        "acts": acts,
        "tried": tried,
        "position": told(deal),
        "scores": scores_of(rules, deal),
        "minimum": {side(t): minimum(rules, deal, t) for t in range(len(deal.melds))},
    }


def told(deal: Deal) -> Position:
    """The position at the end, as an answer tells it."""
    return position_of(deal)
