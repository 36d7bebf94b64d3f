"""The wire protocol's messages: JSON-RPC 2.0, one JSON object a line. See PROTOCOL.md."""

from __future__ import annotations

import json
from typing import Any

MAX_LINE = 4_000_000
"""Bytes that one message may have."""


PARSE_ERROR, INVALID, NO_METHOD, BAD_PARAMS = -32700, -32600, -32601, -32602
"""Codes of JSON-RPC errors."""


class WireError(ValueError):
    """A line that is no message of the protocol; the text says why."""


def encode(message: dict[str, Any]) -> bytes:
    """A message as one line of UTF-8."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes) -> dict[str, Any]:
    """The message on a line. Raises WireError for anything but one JSON object."""
    try:
        message = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise WireError("the line is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        shown = line[:80].decode("utf-8", "replace")
        raise WireError(f"the line is not JSON ({error}): {shown!r}") from None
    if b"\\ud" in line.lower() and not _whole(message):
        raise WireError("the line holds half a character (a lone surrogate)")
    if not isinstance(message, dict):
        raise WireError(f"a message is a JSON object, not {type(message).__name__}")
    return message


def _whole(message: Any) -> bool:
    try:
        json.dumps(message, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def misshapen_hello(hello: dict[str, Any]) -> str | None:
    """What is wrong with what an adapter says of itself; None if nothing is."""
    for key in ("rulesets", "classes"):
        if not _texts(hello.get(key)):
            return f"it does not list its {key} as texts"
    if not _texts(hello.get("cannot", [])):
        return "cannot must be a list of texts"
    for key in ("readings", "options"):
        chosen = hello.get(key, [])
        if chosen != "any" and not _texts(chosen):
            return f'{key} must be "any" or a list of texts'
    for key in ("name", "version", "language"):
        if hello.get(key) is not None and not isinstance(hello[key], str):
            return f"{key} must be a text"
    return None


def request(id_: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """A request of the harness."""
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}


def response(id_: Any, result: dict[str, Any]) -> dict[str, Any]:
    """An adapter's answer."""
    return {"jsonrpc": "2.0", "id": id_, "result": result}


def failure(id_: Any, code: int, message: str) -> dict[str, Any]:
    """An adapter's word that it cannot answer. Never used for a refused act."""
    return {"jsonrpc": "2.0", "id": id_, "error": {"code": code, "message": message}}


def misshapen(method: str, result: Any, acts: int) -> str | None:
    """What is wrong with the form of an answer; None if nothing is.

    Checks by hand, for speed, what spec/schema/protocol.schema.json says of it; fields that the
    protocol does not know are ignored.
    """
    if not isinstance(result, dict):
        return "result must be an object"
    if method != "run":
        return None  # each field is compared as it is
    rows = result.get("acts")
    if not isinstance(rows, list):
        return "result.acts must be a list with one answer for each act"
    if len(rows) != acts:
        return f"result.acts has {len(rows)} answers for {acts} acts"
    for key, answers in (("acts", rows), ("tried", result.get("tried", []))):
        if not isinstance(answers, list):
            return f"result.{key} must be a list"
        for i, row in enumerate(answers):
            wrong = _answer(row)
            if wrong:
                return f"result.{key}[{i}] {wrong}"
    position = result.get("position", {})
    wrong = _position(position)
    if wrong:
        return f"result.position{wrong}"
    for key in ("scores", "minimum"):
        if not isinstance(result.get(key, {}), dict):
            return f"result.{key} must be an object"
    for name, told in _items(result.get("scores", {})):
        if not isinstance(told, dict) or not _number(told.get("total")):
            return f"result.scores.{name}.total must be a whole number"
        lines = told.get("lines", {})
        if not isinstance(lines, dict) or not all(map(_number, lines.values())):
            return f"result.scores.{name}.lines must map items to whole numbers"
    for name, value in _items(result.get("minimum", {})):
        if not _number(value):
            return f"result.minimum.{name} must be a whole number"
    return None


def _items(value: Any) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else []


def _number(value: Any) -> bool:
    return type(value) is int


def _answer(row: Any) -> str | None:
    if not isinstance(row, dict):
        return "must be an object"
    if "unsupported" in row:
        return None if isinstance(row["unsupported"], str) else "unsupported must be a text"
    if not isinstance(row.get("accepted"), bool):
        return "must say accepted: true or false, or unsupported: why"
    for key in ("code", "reason"):
        if key in row and row[key] is not None and not isinstance(row[key], str):
            return f"{key} must be a text"
    return None


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _position(position: Any) -> str | None:
    if not isinstance(position, dict):
        return " must be an object"
    for zone in ("pile", "stock"):
        if zone in position and not _texts(position[zone]):
            return f".{zone} must be a list of cards"
    for zone in ("hands", "red_threes"):
        if zone in position:
            told = position[zone]
            if not isinstance(told, dict) or not all(map(_texts, told.values())):
                return f".{zone} must map players to lists of cards"
    if "melds" in position:
        melds = position["melds"]
        if not isinstance(melds, dict) or not all(
            isinstance(rows, list) and all(map(_texts, rows)) for rows in melds.values()
        ):
            return ".melds must map sides to lists of melds, each a list of cards"
    turn = position.get("turn", {"player": ""})
    if not isinstance(turn, dict) or not isinstance(turn.get("player"), str):
        return ".turn.player must be a player"
    ended = position.get("ended")
    if ended is not None and not (isinstance(ended, dict) and isinstance(ended.get("how"), str)):
        return ".ended must be null or say how"
    return None
