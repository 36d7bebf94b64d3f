"""Adapters that misbehave in the middle of a run: the right verdict, and nobody else is hurt."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from meldlaw_conformance.client import Adapter
from meldlaw_conformance.runner import Result, run_scenarios
from meldlaw_conformance.suite import Suite, select
from meldlaw_conformance.wire import misshapen

BODY = """
import json, sys, time
sys.path[:0] = {path!r}
from meldlaw_conformance import reference
from meldlaw_conformance.adapter import hello
count = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        result = hello(["canasta-intl"])
    elif message["method"] == "run":
        count += 1
        result = reference.run(message["params"])
        if count == 2:
            {prank}
    else:
        result = {{}}
    print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
"""
PRANKS = {
    "crash": ("sys.exit(7)", "crash"),
    "hang": ("time.sleep(60)", "timeout"),
    "not-json": ("print('oops', flush=True)", "protocol"),
    "wrong-id": ("message['id'] = 99", "protocol"),
    "misshapen": ("result = {'acts': 'none'}", "protocol"),
    "not-utf8": ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "protocol"),
    "endless-line": ("sys.stdout.write('x' * 9_000_000); sys.stdout.flush()", "protocol"),
    "lies": ("result['acts'] = [{'accepted': not a['accepted']} for a in result['acts']]", "fail"),
}


def write(tmp_path: Path, prank: str) -> list[str]:
    file = tmp_path / "adapter.py"
    file.write_text(BODY.format(prank=prank, path=sys.path))
    return [sys.executable, str(file)]


@pytest.mark.parametrize("name", PRANKS)
def test_one_bad_answer_hurts_one_scenario(suite: Suite, tmp_path: Path, name: str) -> None:
    prank, verdict = PRANKS[name]
    command = write(tmp_path, prank)
    chosen = select(suite.scenarios, clauses=["14.b"])
    chosen = [s for s in chosen if s.method == "run" and not s.reading][:4]
    began = time.monotonic()
    adapters: list[Adapter] = []

    def start() -> Adapter:
        adapters.append(Adapter(command, 2))
        return adapters[-1]

    results: list[Result] = run_scenarios(suite, chosen, start)
    verdicts = [r.verdict.verdict for r in results]
    assert verdicts[0] == "pass"
    assert verdicts[1] == verdict
    assert verdicts[2] == "pass"
    assert adapters[0].child is None, "no process is left"
    assert time.monotonic() - began < 20


def test_shape_by_hand_and_by_schema_agree(suite: Suite) -> None:
    """`misshapen` is the fast form of the schema: they say the same of good and broken answers."""
    import jsonschema

    from meldlaw_conformance import reference
    from meldlaw_conformance.places import SCHEMA

    schema = json.loads((SCHEMA / "protocol.schema.json").read_text())
    schema = {"$ref": "#/$defs/run_result", "$defs": schema["$defs"]}
    validator = jsonschema.Draft202012Validator(schema)
    scenario = next(s for s in suite.scenarios if s.method == "run" and s.steps)
    good = reference.run(suite.request(scenario))
    acts = len(good["acts"])
    assert misshapen("run", good, acts) is None
    assert validator.is_valid(good)
    broken: list[object] = [
        [], {}, {"acts": {}}, {**good, "tried": "x"}, {**good, "acts": [1] * acts},
        {**good, "acts": [{"accepted": "yes"}] * acts}, {**good, "scores": {"a": {"total": 1.5}}},
        {**good, "scores": {"a": {"total": 1, "lines": {"x": "1"}}}}, {**good, "scores": []},
        {**good, "minimum": {"a": None}}, {**good, "position": []},
        {**good, "position": {**good["position"], "pile": "KS"}},
        {**good, "position": {**good["position"], "hands": {"P1": "KS"}}},
        {**good, "position": {**good["position"], "melds": {"a": ["KS"]}}},
        {**good, "position": {**good["position"], "turn": {}}},
        {**good, "position": {**good["position"], "ended": {"player": "P1"}}},
        {**good, "acts": [{"accepted": False, "code": 5}] * acts},
    ]  # fmt: skip
    for answer in broken:
        assert misshapen("run", answer, acts) is not None, answer
        assert not validator.is_valid(answer), answer


def test_requests_fit_the_schema(suite: Suite) -> None:
    import jsonschema

    from meldlaw_conformance.places import SCHEMA
    from meldlaw_conformance.wire import request

    schema = json.loads((SCHEMA / "protocol.schema.json").read_text())
    schema = {"$ref": "#/$defs/request", "$defs": schema["$defs"]}
    validator = jsonschema.Draft202012Validator(schema)
    seen = set()
    for scenario in suite.scenarios:
        if scenario.parent in seen:
            continue
        seen.add(scenario.parent)
        params = suite.request(scenario)
        message = json.loads(json.dumps(request(1, scenario.method, params)))
        validator.validate(message)
