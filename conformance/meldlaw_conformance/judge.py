"""Judging: an implementation's answer held against what the clause says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .rulesets import Resolved
from .scenarios import Expected, Scenario

PASS, FAIL, WRONG_REASON, BLOCKED = "pass", "fail", "wrong-reason", "blocked"
UNSUPPORTED, SKIPPED, ERROR = "unsupported", "skipped", "error"
TIMEOUT, CRASH, PROTOCOL, NOT_RUN = "timeout", "crash", "protocol", "not-run"
VERDICTS = (
    PASS, FAIL, WRONG_REASON, BLOCKED, UNSUPPORTED, SKIPPED, ERROR, TIMEOUT, CRASH, PROTOCOL,
    NOT_RUN,
)  # fmt: skip
"""Every verdict; each selected scenario gets exactly one."""
NOT_JUDGED = (UNSUPPORTED, SKIPPED, NOT_RUN)
"""Verdicts of what was not judged at all."""


class Verdict(NamedTuple):
    """What came of one scenario. ``step`` counts the judged acts from 1; 0 is the lead or the
    end."""

    verdict: str
    step: int = 0
    expected: str = ""
    got: str = ""

    @property
    def good(self) -> bool:
        return self.verdict == PASS


def request_for(scenario: Scenario, resolved: Resolved, position: Any) -> dict[str, Any]:
    """The request that puts a scenario under a resolved ruleset: a ``run`` from a complete
    position or a pack to be dealt, or what is asked of a match or a draw for seats."""
    law: dict[str, Any] = {
        "ruleset": scenario.ruleset,
        "parameters": resolved.values,
        "options": list(resolved.options),
    }
    if scenario.method == "match":
        match = scenario.given["match"]
        nothing = dict.fromkeys(resolved.sides, 0)
        points = {key: {**nothing, **match[key]} for key in ("scores", "counts")}
        return {**law, **match, **points}
    if scenario.method == "seats":
        drawn = {name: cards.split() for name, cards in scenario.given["draws"].items()}
        return {**law, "drawn": drawn}
    if scenario.method == "sheet":
        return {**law, **scenario.given["sheet"]}
    turns: list[dict[str, Any]] = []
    rows = [*scenario.lead, *((e.player, e.act) for e in scenario.steps)]
    for name, act in rows:
        if not turns or turns[-1]["player"] != name:
            turns.append({"player": name, "acts": []})
        turns[-1]["acts"].append(act)
    begun = "deal" if "deal" in scenario.given else "position"
    return {
        **law,
        begun: position,
        "turns": turns,
        "try": [{"player": e.player, "act": e.act} for e in scenario.tried()],
        "needs": list(scenario.needs),
    }


def judge(scenario: Scenario, answer: Mapping[str, Any]) -> Verdict:
    """The verdict on an answer whose form has been checked. Stops at the first difference."""
    if scenario.method != "run":
        return _plain(scenario.then[scenario.method], answer)
    acts: Sequence[Mapping[str, Any]] = answer["acts"]
    count = len(scenario.lead)
    for given in acts[:count]:
        if "unsupported" in given:
            return Verdict(UNSUPPORTED, 0, "", str(given["unsupported"]))
        if not given["accepted"]:
            return Verdict(BLOCKED, 0, "accepted", _refusal(given))
    if len(acts) < count:
        return Verdict(BLOCKED, 0, "accepted", "no answer")
    for step, expected in enumerate(scenario.steps, 1):
        if count + step > len(acts):
            return Verdict(FAIL, step, wanted(expected), "no answer for this act")
        verdict = _act(expected, acts[count + step - 1], step)
        if verdict is not None:
            return verdict
    return _end(scenario, answer)


def _plain(then: Mapping[str, Any], answer: Mapping[str, Any]) -> Verdict:
    """Verdict on an answer of which each named field must be as expected."""
    for key, wanted in then.items():
        if key not in answer:
            return Verdict(UNSUPPORTED, 0, f"{key} {wanted}", f"does not tell {key}")
        got = answer[key]
        if isinstance(wanted, dict) and isinstance(got, dict):
            got = {name: got.get(name) for name in wanted}
        if got != wanted:
            return Verdict(FAIL, 0, f"{key} {wanted}", f"{key} {got}")
    return Verdict(PASS)


def wanted(expected: Expected) -> str:
    """What is expected of a judged act, in words."""
    if not expected.refused:
        return "accepted"
    if expected.all_reasons:
        return "refused: " + " and ".join(expected.refused)
    return "refused for any of " + ", ".join(expected.refused)


def _refusal(answer: Mapping[str, Any]) -> str:
    code, said = answer.get("code"), answer.get("reason")
    return "refused" + (f": {code}" if code else "") + (f" ({said})" if said else "")


def _act(expected: Expected, got: Mapping[str, Any], step: int) -> Verdict | None:
    if "unsupported" in got:
        return Verdict(UNSUPPORTED, step, wanted(expected), str(got["unsupported"]))
    if got["accepted"] != (not expected.refused):
        told = "accepted" if got["accepted"] else _refusal(got)
        return Verdict(FAIL, step, wanted(expected), told)
    code = got.get("code")
    if expected.refused and code is not None and code not in expected.refused:
        return Verdict(WRONG_REASON, step, wanted(expected), _refusal(got))
    if expected.answers is not None and not expected.refused:
        return _answered(expected, got, step)
    return None


def _answered(expected: Expected, got: Mapping[str, Any], step: int) -> Verdict | None:
    """The verdict on what a question was answered with; lists are compared in any order."""
    if "answer" not in got:
        return Verdict(UNSUPPORTED, step, f"answers {expected.answers}", "does not tell answers")
    told, right = got["answer"], expected.answers
    if isinstance(right, list) and isinstance(told, list):
        told, right = sorted(map(str, told)), sorted(right)
    if told != right:
        return Verdict(FAIL, step, f"answers {expected.answers}", f"answers {got['answer']}")
    return None


def _cards(value: str | Iterable[str]) -> Counter[str]:
    return Counter(value.split() if isinstance(value, str) else value)


def _text(cards: str | Iterable[str]) -> str:
    return (cards if isinstance(cards, str) else " ".join(cards)) or "nothing"


def _melds(rows: Iterable[str | Iterable[str]]) -> list[list[tuple[str, int]]]:
    return sorted(sorted(_cards(row).items()) for row in rows)


def _end(scenario: Scenario, answer: Mapping[str, Any]) -> Verdict:
    then = scenario.then
    position: Mapping[str, Any] = answer.get("position") or {}
    for what, wanted in then.items():
        if what in ("allowed", "forbidden"):
            continue
        for difference in _differences(what, wanted, position, answer):
            expected, got = difference
            if got is None:
                return Verdict(UNSUPPORTED, 0, f"{what} {expected}", f"does not tell {what}")
            return Verdict(FAIL, 0, f"{what} {expected}", f"{what} {got}")
    for i, row in enumerate(scenario.tried()):
        tried = answer.get("tried") or ()
        if i >= len(tried):
            return Verdict(UNSUPPORTED, 0, wanted(row), "does not try acts")
        verdict = _act(row, tried[i], 0)
        if verdict is not None:
            return verdict
    return Verdict(PASS)


def _differences(
    what: str, wanted: Any, position: Mapping[str, Any], answer: Mapping[str, Any]
) -> Iterable[tuple[str, str | None]]:
    """Expected and got for what differs; got is None where the answer does not tell it."""
    if what in ("scores", "minimum"):
        told: Mapping[str, Any] = answer.get(what) or {}
        for name, points in wanted.items():
            if name not in told:
                yield f"{name}: {points}", None
            elif what == "minimum":
                if told[name] != points:
                    yield f"{name}: {points}", f"{name}: {told[name]}"
            else:
                yield from _score(name, points, told[name])
        return
    if what == "game":
        for key, value in wanted.items():
            got = (answer.get("game") or {}).get(key)
            if isinstance(got, dict):
                got = {name: got.get(name) for name in value}
            if got != value:
                yield f"{key} {value}", f"{key} {got}"
        return
    if what in _WITH_FAULTS:
        yield from _of_faults(what, wanted, position)
        return
    if what == "solo":
        if (position.get("solo") or False) != wanted:
            yield wanted or "nobody", position.get("solo") or "nobody"
        return
    if what not in position:
        yield str(wanted), None
        return
    if what == "pile":
        if wanted.split() != list(position["pile"]):
            yield _text(wanted), _text(position["pile"])
    elif what == "stock":
        if len(position["stock"]) != wanted:
            yield f"{wanted} cards", f"{len(position['stock'])} cards"
    elif what == "turn":
        if position["turn"]["player"] != wanted:
            yield wanted, position["turn"]["player"]
    elif what == "ended":
        yield from _ended(wanted, position["ended"])
    elif what == "melds":
        for name, rows in wanted.items():
            told_rows = position["melds"].get(name, [])
            if _melds(rows) != _melds(told_rows):
                yield (
                    f"{name}: {'; '.join(map(_text, rows)) or 'none'}",
                    f"{name}: {'; '.join(map(_text, told_rows)) or 'none'}",
                )
    else:
        for name, cards in wanted.items():
            told_cards = position[what].get(name, [])
            if _cards(cards) != _cards(told_cards):
                yield f"{name}: {_text(cards)}", f"{name}: {_text(told_cards)}"


_WITH_FAULTS = (
    "penalty_cards", "lying", "apart", "penalties", "to_act", "choices", "duties", "deals_next",
    "warned",
)  # fmt: skip
"""What a position tells only when something has gone wrong; what it does not tell is empty."""


def _of_faults(what: str, wanted: Any, position: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    told = position.get(what)
    if what in ("penalty_cards", "lying", "apart"):
        for name, cards in wanted.items():
            got = (told or {}).get(name, [])
            if _cards(cards) != _cards(got):
                yield f"{name}: {_text(cards)}", f"{name}: {_text(got)}"
    elif what == "penalties":
        for name, points in wanted.items():
            if (told or {}).get(name, 0) != points:
                yield f"{name}: {points}", f"{name}: {(told or {}).get(name, 0)}"
    elif what == "duties":
        for name, words in wanted.items():
            found = {row["duty"] for row in told or () if row["player"] == name}
            turn = position["turn"]
            if turn.get("stock_only") and turn["player"] == name:
                found.add("stock-only")
            got = sorted(found)
            if sorted(words) != got:
                yield f"{name}: {', '.join(words) or 'none'}", f"{name}: {', '.join(got) or 'none'}"
    elif what == "to_act":
        got = told if told is not None else position["turn"]["player"]
        if got != wanted:
            yield wanted, got
    elif what == "deals_next":
        if told != wanted:
            yield wanted, str(told)
    elif sorted(told or ()) != sorted(wanted):
        yield ", ".join(wanted) or "none", ", ".join(told or ()) or "none"


def _ended(wanted: Any, got: Any) -> Iterable[tuple[str, str]]:
    if wanted is False:
        if got is not None:
            yield "no", str(got["how"])
    elif got is None:
        yield str(wanted["how"]), "no"
    else:
        for key, value in wanted.items():
            if got.get(key) != value:
                yield f"{key} {value}", f"{key} {got.get(key)}"


def _itemised(count: Mapping[str, Any]) -> str:
    lines = count.get("lines") or {}
    return (
        f" ({', '.join(f'{item} {points:+}' for item, points in lines.items())})" if lines else ""
    )


def _score(name: str, wanted: Any, got: Mapping[str, Any]) -> Iterable[tuple[str, str | None]]:
    if isinstance(wanted, int):
        wanted = {"total": wanted}
    if "total" in wanted and got["total"] != wanted["total"]:
        yield f"{name}: {wanted['total']}", f"{name}: {got['total']} ({got.get('lines')})"
    lines = got.get("lines")
    for item, points in wanted.get("lines", {}).items():
        if lines is None:
            return  # an implementation may count without itemising
        if lines.get(item, 0) != points:
            yield f"{name}: {item} {points}", f"{name}: {item} {lines.get(item, 0)}"
