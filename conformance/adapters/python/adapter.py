"""A Meldlaw adapter. Fill in the first part; the second speaks the protocol and may stay as it is.

Standard output belongs to the suite: print for people on standard error.
"""

from __future__ import annotations

import json
import sys
import traceback
from dataclasses import dataclass
from typing import Any

PARSE_ERROR, INVALID, NO_METHOD, BAD_PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603

# ------------------------------------------------------------ fill in

HELLO = {
    "protocol": "1.3", "name": "My Canasta", "version": "0.1", "language": "Python",
    "rulesets": ["canasta-intl"], "classes": ["core"], "readings": [], "options": [],
    "cannot": ["incidents"], "grain": "act",
}  # fmt: skip


@dataclass
class State:
    """A game under way. Your program's own takes its place."""

    sent: dict[str, Any]  # the position as it was sent
    player: str  # in turn
    hands: dict[str, list[str]]
    melds: dict[str, list[list[str]]]
    stock: list[str]  # from the top
    pile: list[str]  # from the bottom


def load(params: dict[str, Any]) -> State:
    """The game that a request begins with: a new one at each call."""
    if "deal" in params:
        raise Failure(NO_METHOD, "a scenario that begins with the deal: not filled in")
    sent = params["position"]
    hands = {player: list(cards) for player, cards in sent["hands"].items()}
    melds = {side: [list(meld) for meld in melds] for side, melds in sent["melds"].items()}
    player = sent["turn"]["player"]
    if player not in hands:
        raise Failure(BAD_PARAMS, f"{player} is in turn and has no hand")
    return State(sent, player, hands, melds, list(sent["stock"]), list(sent["pile"]))


def perform(state: State, player: str, act: dict[str, Any]) -> dict[str, Any]:
    """A player does an act: accepted, refused, with a code of spec/refusals.yaml if you like, or
    unsupported. What a refused act has changed is forgotten."""
    match act["act"]:
        case "draw":  # an example, and not the whole rule
            if player != state.player:
                return {"accepted": False, "code": "not-your-turn"}
            if not state.stock:
                return {"accepted": False, "code": "stock-empty"}
            state.hands[player].append(state.stock.pop(0))
            return {"accepted": True}
        # "take_pile" has using, onto, new, add, leave_rest; "meld" has new, add; "discard" has
        # card: for these and the others see PROTOCOL.md
        case name:
            return {"unsupported": f"{name}: not filled in"}


def position(state: State) -> dict[str, Any]:
    """The position at the end. Whatever your program changes is told here."""
    own = {"hands": state.hands, "melds": state.melds, "stock": state.stock, "pile": state.pile}
    return state.sent | own


def scores(state: State) -> dict[str, Any]:
    """The count as it stands, {"a": {"total": 155}, ...}. What is left out is not judged."""
    return {}


def minimum(state: State) -> dict[str, int]:
    """What initial melds must reach, {"a": 50, ...}. What is left out is not judged."""
    return {}


# ------------------------------------------------------------ the protocol


class Failure(Exception):
    """A request that cannot be answered: a code and a message. A refused act is none."""


def run(params: dict[str, Any]) -> dict[str, Any]:
    try:
        turns = [(turn["player"], act) for turn in params["turns"] for act in turn["acts"]]
        tries = [(row["player"], row["act"]) for row in params.get("try", [])]
        if not all(act["act"] for _, act in (*turns, *tries)):
            raise ValueError("an act has no name")
        load(params)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise Failure(BAD_PARAMS, f"the request is misshapen: {error!r}") from error
    acts: list[dict[str, Any]] = []
    done: list[tuple[str, Any]] = []
    for step in turns:
        acts.append(perform(replay(params, done), *step))
        if acts[-1].get("accepted"):
            done.append(step)
    tried = [perform(replay(params, done), *step) for step in tries]
    state = replay(params, done)
    end = {"position": position(state), "scores": scores(state), "minimum": minimum(state)}
    return {"acts": acts, "tried": tried, **end}


def replay(params: dict[str, Any], done: list[tuple[str, Any]]) -> State:
    """The game after the acts that were accepted."""
    state = load(params)
    for step in done:
        perform(state, *step)
    return state


def answer(message: Any) -> dict[str, Any]:
    match message:
        case {"method": "initialize"}:
            return HELLO
        case {"method": "run", "params": dict(params)}:
            return run(params)
        case {"method": "shutdown"}:
            return {}
        case {"method": str(method), "params": dict()}:
            raise Failure(NO_METHOD, f"no method is called {method}")
    raise Failure(INVALID, "a request has a method and params")


def main() -> None:
    for line in filter(bytes.strip, sys.stdin.buffer):
        code, id_ = PARSE_ERROR, None
        try:
            message = json.loads(line)
            code, id_ = INTERNAL, message.get("id") if isinstance(message, dict) else None
            told = {"result": answer(message)}
        except Exception as error:
            if not isinstance(error, Failure):
                traceback.print_exc()
                error = Failure(code, repr(error))
            told = {"error": {"code": error.args[0], "message": error.args[1]}}
        print(json.dumps({"jsonrpc": "2.0", "id": id_, **told}), flush=True)
        if told.get("result") == {}:  # that of shutdown
            return


if __name__ == "__main__":
    main()
