"""Adapters that misbehave in the middle of a run: the right verdict, and nobody else is hurt."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from meldlaw_conformance.adapter import serve
from meldlaw_conformance.cli import main
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
    "big-number": ("print('1' * 5000, flush=True)", "protocol"),
    "half-a-character": ("result['acts'][0]['reason'] = chr(0xD800)", "protocol"),
    "lines-as-a-list": ("result['scores'] = {'a': {'total': 1, 'lines': []}}", "protocol"),
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


def adapter(tmp_path: Path, body: str) -> list[str]:
    file = tmp_path / "odd.py"
    file.write_text("import json, os, signal, sys, time\n" + body)
    return [sys.executable, str(file)]


def hello_of(**odd: object) -> str:
    told = {"protocol": "1.0", "name": "odd", "rulesets": ["canasta-intl"], "classes": ["core"]}
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {**told, **odd}})
    return f"print({message!r}, flush=True)\n"


@pytest.mark.parametrize(
    "odd",
    [
        {"rulesets": [{}]}, {"classes": [[]]}, {"cannot": 5}, {"cannot": [["x"]]},
        {"readings": 5}, {"name": 5}, {"rulesets": None},
    ],
)  # fmt: skip
def test_an_odd_hello_is_told_in_a_sentence(tmp_path: Path, odd: dict[str, object]) -> None:
    result = CliRunner().invoke(main, ["run", "--", *adapter(tmp_path, hello_of(**odd))])
    assert result.exit_code == 2, result.output
    assert "hello is no message" in result.output


def test_a_name_with_markup_and_nothing_judged(tmp_path: Path) -> None:
    command = adapter(tmp_path, hello_of(name="x[/red]y", rulesets=[]) + "sys.stdin.read()\n")
    result = CliRunner().invoke(main, ["run", "--clause", "14.c", "--", *command])
    assert result.exit_code == 2, result.output
    assert "x[/red]y: nothing was judged" in result.output


def test_an_adapter_that_does_not_read_times_out(suite: Suite, tmp_path: Path) -> None:
    command = adapter(tmp_path, hello_of() + "time.sleep(60)\n")
    chosen = [s for s in suite.scenarios if s.method == "run"][:30]
    child = Adapter(command, 0.3)
    _, verdict, _ = child.ask("run", {"turns": [], "padding": "x" * 500_000})
    assert verdict is not None
    assert verdict.verdict == "timeout"
    assert child.child is None
    assert chosen


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupting_leaves_a_partial_report_and_no_process(tmp_path: Path, jobs: str) -> None:
    pids = tmp_path / "pids"
    body = f"open({str(pids)!r}, 'a').write(str(os.getpid()) + chr(10))\n"
    body += "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + hello_of() + "time.sleep(60)\n"
    command = [
        sys.executable,
        "-m",
        "meldlaw_conformance",
        "run",
        "--clause",
        "14.b",
        "--jobs",
        jobs,
    ]
    command += ["--timeout", "30", "--", *adapter(tmp_path, body)]
    child = subprocess.Popen(  # a shell's background job would inherit that interrupts are ignored
        command, stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    deadline = time.monotonic() + 20
    while not pids.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    time.sleep(0.2)
    child.send_signal(signal.SIGINT)  # twice, as an impatient person does
    out, _ = child.communicate(timeout=20)
    assert "partial" in out
    for pid in map(int, pids.read_text().split()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 100_000, b"{}", b"[]", b"5", b'{"id":1}',
        b'{"id":' + b"9" * 5000 + b',"method":"x"}',
        b'{"id":"\\ud800","method":"run"}', b'{"id":1.5,"method":"run"}', b"\xff", b"x" * 5_000_000,
        b'{"id":1,"method":"run","params":{"parameters":5}}',
        b'{"id":1,"method":"run","params":[]}',
        b'{"id":1,"method":"match","params":{"parameters":{}}}',
        b'{"id":1,"method":"seats","params":{"parameters":{"x":[]},"drawn":{}}}',
    ],
)  # fmt: skip
def test_the_reference_adapter_answers_nonsense_with_an_error(line: bytes) -> None:
    out = io.BytesIO()
    last = b'{"jsonrpc":"2.0","id":7,"method":"shutdown","params":{}}\n'
    serve(io.BytesIO(line + b"\n" + last), out, ["canasta-intl"])
    answers = [json.loads(row) for row in out.getvalue().splitlines()]
    assert len(answers) == 2
    assert "error" in answers[0]
    assert answers[1] == {"jsonrpc": "2.0", "id": 7, "result": {}}
