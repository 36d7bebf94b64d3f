"""Hostile adapters, each a real child process: the right verdict for the right scenarios, the
others unharmed, bounded time and memory, no process left, a complete report."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest

from meldlaw_conformance.places import SCHEMA

TIMEOUT, LONGEST, MOST_MEMORY = 1.0, 10.0, 600_000
"""Seconds for an answer, seconds for the whole, and KiB that the harness may have needed."""

MEASURED = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
open(sys.argv[1], "w").write(str(used))
sys.exit(status)
"""
"""Runs a command and tells how much memory it needed: what this test needs must not count."""

BODY = """
import json, os, random, signal, subprocess, sys, time
sys.path[:0] = {path!r}
from meldlaw_conformance import reference
from meldlaw_conformance.adapter import hello
open({pids!r}, "a").write(str(os.getpid()) + chr(10))
def out(text): sys.stdout.write(text); sys.stdout.flush()
def say(id_, result): out(json.dumps({{"jsonrpc": "2.0", "id": id_, "result": result}}) + chr(10))
def child():
    made = subprocess.Popen(["sleep", "60"], start_new_session=True)
    open({pids!r}, "a").write(str(made.pid) + chr(10))
first = not os.path.exists({once!r})
open({once!r}, "a").close()
count = 0
{start}
while True:
    line = sys.stdin.readline()
    if not line: break
    message = json.loads(line)
    id_, method = message["id"], message["method"]
    result = {{}}
    if method == "initialize":
        result = hello(["canasta-intl"])
        {greet}
    elif method == "run":
        count += 1
        result = reference.run(message["params"])
        if count == 2 and first:
            {prank}
    say(id_, result)
"""


class Prank(NamedTuple):
    """What is done in place of the second answer, or (``start``, ``greet``) before; the verdict
    of each of four scenarios."""

    prank: str = "pass"
    verdicts: str = "pass pass pass pass"
    start: str = ""
    greet: str = "pass"


def second(prank: str, verdict: str) -> Prank:
    return Prank(prank, f"pass {verdict} pass pass")


PRANKS = {
    "dies-on-a-request": second("os._exit(7)", "crash"),
    "hangs": second("time.sleep(60)", "timeout"),
    "answers-late": second("time.sleep(1.5)", "timeout"),
    "answers-in-time": second("time.sleep(0.4)", "pass"),
    "out-of-order": second(
        "later = json.loads(sys.stdin.readline()); "
        "say(later['id'], reference.run(later['params']))", "protocol"),
    "twice": second("say(id_, result)", "protocol"),
    "thrice-and-late": second("say(id_, result); time.sleep(0.2); say(id_, result)", "protocol"),
    "unknown-id": second("id_ = 4711", "protocol"),
    "id-of-another-kind": second("id_ = {'a': []}", "protocol"),
    "half-a-line-and-silence": second("out('{\"jsonrpc\":'); time.sleep(60)", "timeout"),
    "half-a-line-and-gone": second("out('{\"jsonrpc\":'); os._exit(0)", "crash"),
    "no-newline-at-the-end": second(
        "out(json.dumps({'jsonrpc': '2.0', 'id': id_, 'result': result})); os._exit(0)", "crash"),
    "a-hundred-megabytes-in-a-line": second(
        "[out('x' * 1_000_000) for _ in range(100)]", "protocol"),
    "invalid-utf-8": second(
        "sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()", "protocol"),
    "not-json": second("out('hello' + chr(10))", "protocol"),
    "an-empty-line": second("out(chr(10))", "protocol"),
    "json-of-the-wrong-shape": second("result = {'acts': {'accepted': True}}", "protocol"),
    "a-list": second("out('[1, 2]' + chr(10))", "protocol"),
    "deep-nesting": second("out('[' * 200_000 + ']' * 200_000 + chr(10))", "protocol"),
    "nesting-in-an-answer": second(
        "result = json.loads('{\"position\":' * 300 + '{}' + '}' * 300)", "protocol"),
    "an-error": second(
        "out(json.dumps({'jsonrpc': '2.0', 'id': id_, 'error': {'code': -32000, 'message': 'x'}})"
        " + chr(10)); continue", "error"),
    "floods-stderr": second("[sys.stderr.write('e' * 100_000) for _ in range(300)]", "pass"),
    "closes-stdin": second("os.close(0); time.sleep(60)", "timeout"),
    "closes-stdout": second("os.close(1); time.sleep(60)", "crash"),
    "fills-its-temporary-folder": second(
        "import tempfile; open(tempfile.gettempdir() + '/full', 'wb').write(bytes(30_000_000))",
        "pass"),
    "lies": second(
        "result['acts'] = [{'accepted': not a['accepted']} for a in result['acts']]", "fail"),
    "stops-itself": second("os.kill(os.getpid(), signal.SIGSTOP)", "timeout"),
    "ignores-the-terminate-signal": Prank(
        "time.sleep(60)", "pass timeout pass pass",
        start="signal.signal(signal.SIGTERM, signal.SIG_IGN)"),
    "ignores-the-end": Prank(start="signal.signal(signal.SIGTERM, signal.SIG_IGN)",
                             prank="child()"),
    "leaves-a-child-behind": Prank(start="child()"),
}  # fmt: skip


class Ran(NamedTuple):
    """A run of the harness on an adapter."""

    status: int
    output: str
    report: dict[str, Any] | None
    pids: list[int]


def harness(tmp_path: Path, command: list[str], *more: str) -> Ran:
    """Run the command line on an adapter, and hold it to its limits."""
    report = tmp_path / "report.json"
    began = time.monotonic()
    used = tmp_path / "used"
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(used),
         sys.executable, "-m", "meldlaw_conformance", "run", "--ruleset", "canasta-intl",
         "--scenarios", str(FOUR), "--timeout", str(TIMEOUT), "--json", str(report), *more,
         "--", *command],
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    output = done.stdout.decode() + done.stderr.decode()
    assert "Traceback" not in output, output
    assert time.monotonic() - began < LONGEST, output
    assert int(used.read_text()) < MOST_MEMORY
    told = json.loads(report.read_text()) if report.exists() else None
    if told is not None:
        schema = json.loads((SCHEMA / "report.schema.json").read_text())
        jsonschema.validate(told, schema)
    listed = tmp_path / "pids"
    pids = [int(pid) for pid in listed.read_text().split()] if listed.exists() else []
    assert not [pid for pid in pids if alive(pid)], "a process is left"
    return Ran(done.returncode, output, told, pids)


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def adapter(tmp_path: Path, prank: Prank) -> list[str]:
    file = tmp_path / "adapter.py"
    places = {"pids": str(tmp_path / "pids"), "once": str(tmp_path / "once"), "path": sys.path}
    file.write_text(BODY.format(prank=prank.prank, start=prank.start, greet=prank.greet, **places))
    return [sys.executable, str(file)]


FOUR = Path(__file__).parent / "four.yaml"


@pytest.mark.parametrize("name", PRANKS)
def test_a_hostile_adapter_hurts_itself_alone(tmp_path: Path, name: str) -> None:
    ran = harness(tmp_path, adapter(tmp_path, PRANKS[name]))
    assert ran.report is not None, ran.output
    verdicts = [row["verdict"] for row in ran.report["results"]]
    assert verdicts == PRANKS[name].verdicts.split(), ran.report["results"]
    assert ran.report["complete"] and not ran.report["partial"]
    assert ran.status == (0 if set(verdicts) == {"pass"} else 1)
    assert ran.pids


CANNOT = {
    "missing": (["/no/such/adapter"], "there is no command"),
    "not-executable": ([str(FOUR)], "may not be executed"),
    "dies-at-start": ([sys.executable, "-c", "raise SystemExit(3)"], "exit status 3"),
    "says-nothing": (["sleep", "60"], "said nothing"),
    "writes-before-hello": (
        [sys.executable, "-c", "print('Loading...', flush=True); input()"], "hello is no message"),
    "another-protocol": (
        [sys.executable, "-c",
         "print('{\"id\":1,\"result\":{\"protocol\":\"9.0\"}}', flush=True); input()"],
        "speaks protocol 9.0"),
}  # fmt: skip


@pytest.mark.parametrize("name", CANNOT)
def test_an_adapter_that_cannot_be_used_is_reported_whole(tmp_path: Path, name: str) -> None:
    command, says = CANNOT[name]
    began = time.monotonic()
    ran = harness(tmp_path, command)
    assert ran.status == 2
    assert says in ran.output
    assert ran.report is not None
    assert {row["verdict"] for row in ran.report["results"]} == {"crash"}
    assert time.monotonic() - began < LONGEST


def test_a_claim_of_unknown_rulesets_is_told(tmp_path: Path) -> None:
    greet = "result['rulesets'] = ['canasta-intl', 'canasta-int', 'bridge']"
    ran = harness(tmp_path, adapter(tmp_path, Prank(greet=greet)))
    assert "no ruleset is called 'canasta-int'" in ran.output
    assert "no ruleset is called 'bridge'" in ran.output
    assert ran.status == 0


def test_answers_at_random_fail_and_are_found_by_the_checker(tmp_path: Path) -> None:
    prank = Prank("pass", start="""
def coin(params, real=reference.run):
    answer = real(params)
    answer["acts"] = [{"accepted": random.random() < 0.5} for _ in answer["acts"]]
    answer["minimum"] = {"a": random.randrange(10**9)}
    return answer
reference.run = coin
""")  # fmt: skip
    command = adapter(tmp_path, prank)
    ran = harness(tmp_path, command)
    assert ran.report is not None
    assert {row["verdict"] for row in ran.report["results"]} <= {"pass", "fail", "wrong-reason"}
    done = subprocess.run(
        [sys.executable, "-m", "meldlaw_conformance", "check-adapter", "--", *command],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "two answers to one request differ" in done.stdout


def test_the_folder_for_temporary_files_is_removed(tmp_path: Path) -> None:
    start = f"open({str(tmp_path / 'folder')!r}, 'w').write(os.environ['TMPDIR'])"
    harness(tmp_path, adapter(tmp_path, Prank(start=start)))
    assert not Path((tmp_path / "folder").read_text()).exists()


@pytest.mark.parametrize("form", ["json", "tap", "junit", "markdown", "html", "badge"])
def test_interrupting_ends_in_two_seconds_with_a_partial_report(tmp_path: Path, form: str) -> None:
    file = tmp_path / "report"
    command = [
        sys.executable, "-m", "meldlaw_conformance", "run", "--ruleset", "canasta-intl",
        "--scenarios", str(FOUR), "--timeout", "60", f"--{form}", str(file), "--",
        *adapter(tmp_path, PRANKS["hangs"]),
    ]  # fmt: skip
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    deadline = time.monotonic() + 20
    while not (tmp_path / "once").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.8)
    began = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=20)
    assert time.monotonic() - began < 2.5
    assert "partial" in out
    text = file.read_text()
    assert "interrupted" in text or '"partial": true' in text
    assert not [pid for pid in map(int, (tmp_path / "pids").read_text().split()) if alive(pid)]
    assert os.path.exists(file)
