"""The reference engine as an adapter: requests on stdin, answers on stdout."""

from __future__ import annotations

from typing import Any, BinaryIO

from . import PROTOCOL_VERSION, SUITE_VERSION, reference
from .scenarios import CLASSES
from .wire import (
    BAD_PARAMS,
    INVALID,
    MAX_LINE,
    NO_METHOD,
    PARSE_ERROR,
    WireError,
    decode,
    encode,
    failure,
    response,
)


def hello(rulesets: list[str]) -> dict[str, Any]:
    """What the reference says of itself."""
    return {
        "protocol": PROTOCOL_VERSION,
        "name": "Meldlaw reference engine",
        "version": SUITE_VERSION,
        "language": "Python",
        "rulesets": rulesets,
        "classes": list(CLASSES),
        "readings": "any",
        "options": "any",
        "grain": "act",
    }


def serve(stdin: BinaryIO, stdout: BinaryIO, rulesets: list[str]) -> None:
    """Answer until stdin ends or `shutdown` comes. A line that is no request is answered with
    an error and does not end the service."""
    while line := stdin.readline(MAX_LINE):
        if not line.strip():
            continue
        if not line.endswith(b"\n") and len(line) >= MAX_LINE:
            while (rest := stdin.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                pass
            line = b"too long"
        message, done = _answer(line, rulesets)
        stdout.write(encode(message))
        stdout.flush()
        if done:
            return


def _answer(line: bytes, rulesets: list[str]) -> tuple[dict[str, Any], bool]:
    try:
        message = decode(line)
    except WireError as error:
        return failure(None, PARSE_ERROR, str(error)), False
    id_ = message.get("id")
    if not isinstance(id_, int | str | None):
        return failure(None, INVALID, "the id of a request is a whole number"), False
    params = message.get("params", {})
    if not isinstance(message.get("method"), str) or not isinstance(params, dict):
        return failure(id_, INVALID, "a request has a method and params"), False
    match message["method"]:
        case "initialize":
            theirs = str(params.get("protocol", ""))
            if theirs.split(".")[0] != PROTOCOL_VERSION.split(".")[0]:
                said = f"this adapter speaks protocol {PROTOCOL_VERSION}, not {theirs or 'none'}"
                return failure(id_, BAD_PARAMS, said), False
            return response(id_, hello(rulesets)), False
        case "run" | "match" | "seats" | "sheet" as method:
            try:
                return response(id_, reference.answer(method, params)), False
            except reference.RequestError as error:
                return failure(id_, BAD_PARAMS, str(error)), False
            except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError) as error:
                said = f"the request is misshapen: {type(error).__name__} {error}"
                return failure(id_, BAD_PARAMS, said), False
        case "shutdown":
            return response(id_, {}), True
        case other:
            return failure(id_, NO_METHOD, f"no method is called {other!r}"), False
