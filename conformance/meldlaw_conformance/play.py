"""Whole games: played by listed steps, written down, and checked again step by step.

A transcript is one JSON object a line: a header, then for each deal its pack, every act with its
events and a digest of the position after it, the count, and at last the winner. A transcript
names its pack order, never a seed, so that it can be checked by anybody.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from meldlaw_engine import engine, match
from meldlaw_engine.cards import UnknownCard, names, parse_cards
from meldlaw_engine.deal import DealError, deal_cards, shuffled
from meldlaw_engine.listing import legal_actions, questions
from meldlaw_engine.positions import PositionError, player, position_of, seat_of, side, tables_of
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import Deal
from meldlaw_engine.steps import Step

from .acts import ActError, from_step, tell, to_steps
from .problems import Problem
from .reference import scores_of
from .rulesets import Resolved

Line = dict[str, Any]
ASKING = 0.05
"""How often a player who may ask for leave to go out does so."""


def digest(deal: Deal) -> str:
    """A short digest of a position: two positions with the same one are the same."""
    told = json.dumps(position_of(deal), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def play(resolved: Resolved, seed: int, deals: int | None = None) -> Iterator[Line]:
    """A random game from ``seed`` as the lines of a transcript, to its end or for so many
    deals."""
    rules = resolved.rules
    rng = random.Random(seed)
    yield {
        "meldlaw": "transcript",
        "version": 1,
        "ruleset": resolved.id,
        "readings": dict(resolved.readings),
        "options": list(resolved.options),
    }
    dealer = match.first_dealer(rules, rng.randrange(rules.seats.acting))
    game = match.Match((0,) * _sides(rules), dealer, 0)
    while not match.standing(rules, game).over and (deals is None or game.deals < deals):
        order = shuffled(rules, rng.getrandbits(64))
        deal = deal_cards(rules, order, game.dealer, game.totals)
        yield {"deal": game.deals + 1, "dealer": player(game.dealer), "pack": names(order),
               "scores": _by_side(game.totals)}  # fmt: skip
        while deal.record.end is None:
            step = _choose(rules, deal, rng)
            seat = engine.to_act(deal)
            assert seat is not None
            act = from_step(deal, step)
            result = engine.apply(rules, deal, seat, step)
            assert result.refusal is None, result.refusal
            deal = result.deal
            yield {"player": player(seat), "act": act, "digest": digest(deal)}
        counts = scores_of(rules, deal)
        yield {"count": counts}
        game = match.after_deal(rules, game, [counts[side(t)]["total"] for t in range(len(counts))])
    standing = match.standing(rules, game)
    yield {
        "over": standing.over,
        "winners": [side(t) for t in standing.winners],
        "scores": _by_side(game.totals),
        "deals": game.deals,
    }


def _sides(rules: Rules) -> int:
    return max(tables_of(rules)) + 1


def _by_side(totals: Iterable[int]) -> dict[str, int]:
    return {side(t): total for t, total in enumerate(totals)}


def _choose(rules: Rules, deal: Deal, rng: random.Random) -> Step:
    asks = questions(rules, deal)
    if asks and rng.random() < ASKING:
        return asks[0]
    return rng.choice(legal_actions(rules, deal))


class Mismatch(Exception):
    """A transcript that does not agree with the law; carries the problem with its line."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


def read_header(path: Path) -> Line:
    """The first line of a transcript. Raises Mismatch if it is none."""
    try:
        with path.open("rb") as lines:
            first = json.loads(lines.readline())
        readings, options = first.get("readings", {}), first.get("options", [])
        if first["meldlaw"] == "transcript" and first["version"] is not True:
            texts = [*readings.values(), *options]
            told = isinstance(options, list) and all(isinstance(text, str) for text in texts)
            if first["version"] == 1 and told:
                ruleset = str(first["ruleset"])
                return {"ruleset": ruleset, "readings": readings, "options": options}
    except OSError as error:
        raise Mismatch(Problem(str(path), 0, 0, f"cannot be read: {error.strerror}")) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    hint = "`meldlaw play --transcript FILE` writes one"
    raise Mismatch(Problem(str(path), 1, 1, "is no transcript of version 1", hint))


def replay(resolved: Resolved, path: Path) -> Line:
    """Check a transcript against the engine; the summary of what was checked.

    Raises Mismatch at the first line that does not agree.
    """
    checker = _Checker(resolved.rules, path)
    with path.open("rb") as lines:
        for number, raw in enumerate(lines, 1):
            checker.number = number
            if number > 1 and raw.strip():
                checker.check(raw)
    return checker.finish()


class _Checker:
    def __init__(self, rules: Rules, path: Path) -> None:
        self.rules, self.path, self.number = rules, path, 0
        self.game: match.Match | None = None
        self.deal: Deal | None = None
        self.acts = 0
        self.ended = False

    def wrong(self, what: str, hint: str = "") -> Mismatch:
        return Mismatch(Problem(str(self.path), self.number, 1, what, hint))

    def check(self, raw: bytes) -> None:
        if self.ended:
            raise self.wrong("a line after the end of the game")
        try:
            line = json.loads(raw)
            if not isinstance(line, dict):
                raise self.wrong("is not a JSON object")
            if "deal" in line:
                self.begin(line)
            elif "act" in line:
                self.act(line)
            elif "count" in line:
                self.count(line)
            elif "over" in line:
                self.over(line)
            else:
                raise self.wrong("is no line of a transcript")
        except Mismatch:
            raise
        except UnicodeDecodeError:
            raise self.wrong("is not UTF-8 text") from None
        except json.JSONDecodeError as error:
            raise self.wrong(f"is not JSON: {error.msg}") from None
        except (LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
            raise self.wrong(f"cannot be read: {error}") from None

    def seat(self, name: object) -> int:
        """The seat of a player's name."""
        try:
            return seat_of(name, self.rules.seats.acting)
        except PositionError as error:
            raise self.wrong(str(error)) from None

    def begin(self, line: Line) -> None:
        if self.deal is not None:
            raise self.wrong("a deal begins while another is under way")
        sides = [side(t) for t in range(_sides(self.rules))]
        if sorted(line["scores"]) != sides:
            raise self.wrong(f"scores of {sorted(line['scores'])}, not of {sides}")
        totals = tuple(line["scores"][name] for name in sides)
        dealer = self.seat(line["dealer"])
        if self.game is None:
            self.game = match.Match(totals, dealer, 0)
        if line["deal"] != self.game.deals + 1:
            raise self.wrong(f"deal {line['deal']!r} follows {self.game.deals} deals")
        if (self.game.totals, self.game.dealer) != (totals, dealer):
            raise self.wrong(
                f"deal {line['deal']} begins with {totals} and dealer {player(dealer)}; by the "
                f"counts before it is {self.game.totals} and {player(self.game.dealer)}"
            )
        if match.standing(self.rules, self.game).over:
            raise self.wrong("a deal begins although the game is over")
        try:
            order = parse_cards(line["pack"])
            self.deal = deal_cards(self.rules, order, dealer, totals)
        except (DealError, UnknownCard) as error:
            raise self.wrong(str(error)) from None

    def act(self, line: Line) -> None:
        if self.deal is None:
            raise self.wrong("an act without a deal")
        seat = self.seat(line["player"])
        try:
            steps = to_steps(self.deal, line["act"])
        except ActError as error:
            raise self.wrong(str(error)) from None
        if len(steps) == 1:  # a step may begin what a later one completes
            result = engine.apply(self.rules, self.deal, seat, steps[0])
        else:
            result = engine.apply_act(self.rules, self.deal, seat, steps)
        if result.refusal is not None:
            leaf = result.refusal.leaf
            source = f", by {self.rules.cites[leaf]}" if leaf else ""
            told = f"{line['player']} {tell(line['act'])}"
            raise self.wrong(f"{told}: refused, {result.refusal.code}{source}")
        self.deal = result.deal
        self.acts += 1
        if "digest" in line and line["digest"] != digest(self.deal):
            raise self.wrong(
                f"the position afterwards has digest {digest(self.deal)}, not {line['digest']}"
            )

    def count(self, line: Line) -> None:
        if self.deal is None or self.game is None or self.deal.record.end is None:
            raise self.wrong("a count, but no deal is over")
        counts = scores_of(self.rules, self.deal)
        if line["count"] != counts:
            raise self.wrong(f"the deal counts {json.dumps(counts)}")
        points = [counts[side(t)]["total"] for t in range(len(counts))]
        self.game = match.after_deal(self.rules, self.game, points)
        self.deal = None

    def over(self, line: Line) -> None:
        if self.game is None or self.deal is not None:
            raise self.wrong("the game ends in the middle of a deal")
        standing = match.standing(self.rules, self.game)
        winners = [side(t) for t in standing.winners]
        totals = _by_side(self.game.totals)
        told = {
            "over": standing.over,
            "winners": winners,
            "scores": totals,
            "deals": self.game.deals,
        }
        if json.dumps({key: line[key] for key in told}) != json.dumps(told):
            raise self.wrong(f"by the counts it ends with {json.dumps(told)}")
        self.ended = True

    def finish(self) -> Line:
        if not self.ended:
            raise self.wrong("the transcript breaks off", "its last line says who has won")
        assert self.game is not None
        return {"deals": self.game.deals, "acts": self.acts, "scores": _by_side(self.game.totals)}
