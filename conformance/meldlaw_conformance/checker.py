"""The form of an adapter, checked before any rule is: what of the protocol does it get wrong?

Each check is one thing that PROTOCOL.md asks for, tried on a child process, with what would be
right where it fails. No rule of a game is judged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from .client import Adapter, AdapterError, Gone, Late
from .places import SCHEMA
from .scenarios import Scenario
from .suite import Suite
from .wire import NO_METHOD, WireError

PATIENCE = 2.0
"""Seconds for what an adapter should do at once."""


class Checked(NamedTuple):
    """One thing that the protocol asks for: whether it is so, what was seen, what would be right.
    ``needed`` is false for advice."""

    what: str
    good: bool
    seen: str = ""
    right: str = ""
    needed: bool = True


@lru_cache(maxsize=1)
def _schema() -> Any:
    return json.loads((SCHEMA / "protocol.schema.json").read_text())


def wrong_form(definition: str, value: Any) -> str:
    """What is wrong with a value by a definition of the message schema; empty if nothing is."""
    from jsonschema import Draft202012Validator

    schema = {**_schema(), "$ref": f"#/$defs/{definition}"}
    schema.pop("oneOf", None)
    schema.pop("anyOf", None)
    errors = sorted(Draft202012Validator(schema).iter_errors(value), key=lambda e: len(e.path))
    if not errors:
        return ""
    error = errors[-1]
    where = ".".join(map(str, error.absolute_path))
    return f"{where or definition}: {error.message[:160]}"


def check_adapter(suite: Suite, command: Sequence[str], timeout: float) -> Iterator[Checked]:
    """Every check in turn. Stops after the first that makes the rest pointless."""
    try:
        adapter = Adapter(command, timeout)
    except AdapterError as error:
        right = "a program that answers `initialize` with one line of JSON and flushes it"
        yield Checked("it starts and says hello", False, str(error), right)
        return
    yield Checked("it starts and says hello", True, _about(adapter.hello))
    try:
        yield from _talk(suite, adapter)
    finally:
        adapter.close()
    yield from _ends(command, timeout)


def _about(hello: Mapping[str, Any]) -> str:
    name = " ".join(str(hello[key]) for key in ("name", "version") if hello.get(key))
    return name or "it has no name"


def _talk(suite: Suite, adapter: Adapter) -> Iterator[Checked]:
    hello = adapter.hello
    wrong = wrong_form("initialize_result", hello)
    yield Checked("its hello has the form of the schema", not wrong, wrong, "see PROTOCOL.md")
    known = [name for name in hello["rulesets"] if name in suite.spec.rulesets]
    strange = [name for name in hello["rulesets"] if name not in suite.spec.rulesets]
    yield Checked(
        "the rulesets it claims are known", not strange, ", ".join(strange),
        f"any of {', '.join(suite.spec.rulesets)}",
    )  # fmt: skip
    yield Checked(
        "it claims a ruleset and a class", bool(known and hello["classes"]), "it claims nothing",
        "rulesets and classes that it plays, or nothing is judged",
    )  # fmt: skip
    yield Checked(
        "it gives its name, version and language",
        all(hello.get(key) for key in ("name", "version", "language")), "reports show them",
        "fill them in", needed=False,
    )  # fmt: skip
    samples = _samples(suite, known, set(hello["classes"]), set(hello.get("cannot", ())))
    if not samples:
        return
    plain = [suite.request(s) for s in samples]
    steps: list[Callable[[], Checked]] = [
        lambda: _answers(adapter, samples, plain),
        lambda: _repeats(adapter, samples[0], plain[0]),
        lambda: _ahead(adapter, samples, plain),
        lambda: _unknown_fields(adapter, samples[0], plain[0]),
        lambda: _unknown_method(adapter),
        lambda: _senseless(adapter, samples[0], plain[0]),
        lambda: _no_noise(adapter),
    ]
    for step in steps:
        try:
            yield step()
        except Gone:
            told = "it must go on after every request, also one that it cannot answer"
            yield Checked("it goes on", False, f"it ended{adapter.quoted()}", told)
            return
        except Late:
            told = "one line for each request, flushed"
            yield Checked("it answers in time", False, f"no answer{adapter.quoted()}", told)
            return
        except WireError as error:
            yield Checked("it answers with lines of JSON", False, str(error), "see PROTOCOL.md")
            return


def _samples(
    suite: Suite, rulesets: Sequence[str], classes: set[str], cannot: set[str]
) -> list[Scenario]:
    """A few scenarios of what is claimed: of each method and each class."""
    found: dict[tuple[str, str, str], Scenario] = {}
    for scenario in suite.scenarios:
        if scenario.reading or scenario.options or set(scenario.needs) & cannot:
            continue
        if scenario.ruleset in rulesets and scenario.klass in classes:
            found.setdefault((scenario.ruleset, scenario.klass, scenario.method), scenario)
    return sorted(found.values(), key=lambda s: s.method != "run")


def _answers(
    adapter: Adapter, samples: Sequence[Scenario], plain: Sequence[dict[str, Any]]
) -> Checked:
    """Every kind of request is answered in form."""
    what = f"its answers have the form of the schema ({len(samples)} requests)"
    for scenario, params in zip(samples, plain, strict=True):
        answer = adapter.exchange(scenario.method, params)
        if "error" in answer:
            told = answer["error"]
            if isinstance(told, dict) and told.get("code") == NO_METHOD:
                continue
            return Checked(
                what, False, f"{scenario.id}: error {told}", "an answer: it claims these"
            )
        wrong = wrong_form(f"{scenario.method}_result", answer.get("result"))
        if wrong:
            return Checked(what, False, f"{scenario.id}: {wrong}", "see PROTOCOL.md")
        if scenario.method == "run":
            acts = sum(len(turn["acts"]) for turn in params["turns"])
            rows = len(answer["result"]["acts"])
            if rows != acts:
                told = f"{scenario.id}: {rows} answers for {acts} acts"
                return Checked(what, False, told, "one for each act, refused ones too")
    return Checked(what, True)


def _repeats(adapter: Adapter, scenario: Scenario, params: dict[str, Any]) -> Checked:
    one = adapter.exchange(scenario.method, params)
    two = adapter.exchange(scenario.method, params)
    same = json.dumps(one.get("result")) == json.dumps(two.get("result"))
    told = "two answers to one request differ"
    return Checked(
        "the same request has the same answer", same, told, "keep nothing from one to the next"
    )


def _ahead(
    adapter: Adapter, samples: Sequence[Scenario], plain: Sequence[dict[str, Any]]
) -> Checked:
    """Three requests at once, answered in order."""
    rows = [(s.method, p) for s, p in zip(samples, plain, strict=True)][:3]
    rows += [rows[0]] * (3 - len(rows))
    sent = [adapter.put(method, params) for method, params in rows]
    got = [adapter.next_message().get("id") for _ in sent]
    return Checked(
        "requests sent ahead are answered in order", got == sent, f"asked {sent}, answered {got}",
        "answer each request with its id before the next",
    )  # fmt: skip


def _unknown_fields(adapter: Adapter, scenario: Scenario, params: dict[str, Any]) -> Checked:
    more = {**params, "a_field_of_later": {"x": [1]}}
    answer = adapter.exchange(scenario.method, more)
    return Checked(
        "it ignores fields that it does not know", "result" in answer, str(answer.get("error")),
        "unknown fields are to be ignored, so that the protocol can grow",
    )  # fmt: skip


def _unknown_method(adapter: Adapter) -> Checked:
    answer = adapter.exchange("a_method_of_later", {})
    error = answer.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    return Checked(
        "an unknown method is answered with error -32601", code == NO_METHOD,
        json.dumps(answer)[:200], '{"error": {"code": -32601, "message": "no such method"}}',
    )  # fmt: skip


def _senseless(adapter: Adapter, scenario: Scenario, params: dict[str, Any]) -> Checked:
    """A request that cannot be answered, and a good one after it."""
    broken = {**params, "position": {"turn": "nobody"}, "turns": "none"}
    answer = adapter.exchange("run", broken)
    after = adapter.exchange(scenario.method, params)
    return Checked(
        "a request that makes no sense is answered with an error, and it goes on",
        "error" in answer and "result" in after, json.dumps(answer)[:200],
        '{"error": {"code": -32602, "message": "what is wrong"}}',
    )  # fmt: skip


def _no_noise(adapter: Adapter) -> Checked:
    extra = adapter.unasked()
    return Checked(
        "it writes nothing but answers on standard output", not extra, extra[:120],
        "print for people on standard error",
    )  # fmt: skip


def _ends(command: Sequence[str], timeout: float) -> Iterator[Checked]:
    """It ends when it is asked to, and when its input is closed."""
    for what, ask in (("`shutdown` ends it", True), ("it ends when its input is closed", False)):
        try:
            adapter = Adapter(command, timeout)
        except AdapterError as error:
            yield Checked("it starts a second time", False, str(error), "keep nothing behind")
            return
        seconds = adapter.end_politely(ask, PATIENCE)
        right = "answer with an empty result and end" if ask else "end at the end of input"
        told = f"it was still there after {PATIENCE:g} s"
        yield Checked(what, seconds is not None, told, right, needed=ask)
