"""What things cost, each figure beside a yardstick of the same run: `make bench`.

Writes docs/performance.md. Nothing here is a test: a busy machine is slow, not wrong.
"""

from __future__ import annotations

import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from meldlaw_conformance.adapter import hello
from meldlaw_conformance.client import Adapter
from meldlaw_conformance.judge import judge
from meldlaw_conformance.reference import answer
from meldlaw_conformance.rulesets import resolve
from meldlaw_conformance.runner import run_scenarios
from meldlaw_conformance.suite import usable_suite
from meldlaw_conformance.wire import encode, request
from meldlaw_engine import deal as dealing
from meldlaw_engine import engine, listing, scoring

ROOT = Path(__file__).parent.parent
ROUNDS = 5
SECONDS = 2.0
TARGET = ROOT / "docs" / "performance.md"


def ours(ruleset: str) -> Callable[[float], float]:
    """Random play with complete legal actions: decisions a second."""
    suite = usable_suite()
    rules = resolve(suite.spec, suite.spec.rulesets[ruleset]).rules

    def run(seconds: float) -> float:
        rng = random.Random(1)
        began, n = time.perf_counter(), 0
        while time.perf_counter() - began < seconds:
            deal = dealing.deal_cards(
                rules, dealing.shuffled(rules, rng.getrandbits(32)), 0, (0, 0)
            )
            while deal.record.end is None:
                step = rng.choice(listing.legal_actions(rules, deal))
                seat = engine.to_act(deal)
                assert seat is not None
                deal = engine.apply(rules, deal, seat, step).deal
                n += 1
            scoring.score(rules, deal)
        return n / (time.perf_counter() - began)

    return run


def openspiel(seconds: float) -> float:
    """OpenSpiel's gin rummy, C++ behind Python: decisions a second."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    rng = random.Random(1)
    began, n = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                n += 1
    return n / (time.perf_counter() - began)


def rlcard(seconds: float) -> float:
    """RLCard's gin rummy, Python: decisions a second."""
    from rlcard.games.gin_rummy.game import GinRummyGame

    rng = random.Random(1)
    began, n = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        game = GinRummyGame()
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.judge.get_legal_actions()))
            n += 1
    return n / (time.perf_counter() - began)


def rounds(runs: dict[str, Callable[[float], float]]) -> dict[str, list[float]]:
    """Each run several times, taking turns, so that all share the machine's moods."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            found[name].append(run(SECONDS))
            print(f"  {name}: {found[name][-1]:,.0f} a second", file=sys.stderr)
    return found


def spread(values: list[float], digits: int = 0) -> str:
    """Median with the lowest and the highest."""
    middle = statistics.median(values)
    return f"{middle:,.{digits}f} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"


ECHO = """
import sys
replies = open(sys.argv[1], "rb").read().split(b"\\n")
out = sys.stdout.buffer
for reply, line in zip(replies, sys.stdin.buffer):
    out.write(reply + b"\\n")
    out.flush()
"""


def over_stdio() -> tuple[list[float], list[float], list[float], int]:
    """Seconds for the suite: in process, a bare loop with the same bytes, and over stdio."""
    suite = usable_suite()
    scenarios = suite.scenarios
    pairs = [(s.method, suite.request(s)) for s in scenarios]
    lines = [encode(request(i, m, p)) for i, (m, p) in enumerate(pairs, 2)]
    answers = [answer(m, p) for m, p in pairs]
    replies = [encode({"jsonrpc": "2.0", "id": i, "result": a}) for i, a in enumerate(answers, 2)]
    here, bare, there = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "replies"
        file.write_bytes(b"".join(replies))
        for _ in range(ROUNDS):
            began = time.perf_counter()
            for scenario, (method, params) in zip(scenarios, pairs, strict=True):
                judge(scenario, answer(method, params))
            here.append(time.perf_counter() - began)

            child = subprocess.Popen(
                [sys.executable, "-c", ECHO, str(file)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
            )  # fmt: skip
            assert child.stdin is not None
            assert child.stdout is not None
            reader = os.fdopen(os.dup(child.stdout.fileno()), "rb")
            child.stdin.write(lines[0])
            reader.readline()  # the child is awake
            began = time.perf_counter()
            for line in lines[1:]:
                child.stdin.write(line)
                reader.readline()
            bare.append(time.perf_counter() - began)
            child.kill()
            child.wait()

            adapter = Adapter([sys.executable, "-m", "meldlaw_conformance", "adapter"], 30)
            adapter.ask(*pairs[0])
            began = time.perf_counter()
            results = run_scenarios(suite, scenarios, lambda adapter=adapter: adapter)
            there.append(time.perf_counter() - began)
            assert all(result.verdict.good for result in results)
    return here, bare, there, len(scenarios)


def command(*arguments: str) -> list[float]:
    """Wall time of a command, several times, the first run left out."""
    times = []
    for _ in range(ROUNDS + 1):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "meldlaw_conformance", *arguments],
                       stdout=subprocess.DEVNULL, check=True)  # fmt: skip
        times.append(time.perf_counter() - began)
    return times[1:]


def import_cost() -> tuple[float, float]:
    """Seconds and MiB that importing the engine costs a fresh interpreter."""
    code = (
        "import resource, time; a = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss;"
        "t = time.perf_counter(); import meldlaw_engine.listing;"
        "print(time.perf_counter() - t, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - a) / 1024)"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(ROUNDS)
    ]
    pairs = [tuple(map(float, t.split())) for t in told]
    return statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs)


def main() -> None:
    """Measure everything and write the page."""
    suite = usable_suite()
    print("random play", file=sys.stderr)
    runs = {name: ours(name) for name in suite.spec.rulesets}
    figures = rounds({**runs, "OpenSpiel gin rummy": openspiel, "RLCard gin rummy": rlcard})
    print("suite", file=sys.stderr)
    here, bare, there, count = over_stdio()
    ratio = [t / (b + h) for t, b, h in zip(there, bare, here, strict=True)]
    whole = command("run")
    assert hello(list(suite.spec.rulesets))
    seconds, mebibytes = import_cost()
    per_thousand = [t * 1000 / count for t in whole]
    rows = "\n".join(f"| {name} | {spread(v)} |" for name, v in figures.items())
    cpu = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
         if line.startswith("model name")), platform.processor(),
    )  # fmt: skip
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    TARGET.write_text(f"""# Performance

Made by `make bench`; each figure is the median of {ROUNDS} rounds in which all runs take turns, with the lowest and the highest round in brackets. A busy machine moves all
of them together: compare within this page only.

Machine: {cpu}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}.

## Random play

Complete lists of lawful steps, a random one taken, until the deal is over. Decisions a second:

| engine | decisions a second |
| --- | --- |
{rows}

The yardsticks are other card games and other work: OpenSpiel is C++ behind Python, RLCard is Python. Ours lists every smallest step after which the turn can still be ended lawfully.

## The suite

| what | seconds |
| --- | --- |
| {count} scenarios, answered and judged in process | {spread(here, 2)} |
| a bare loop that sends the same bytes to a process that echoes the answers | {spread(bare, 2)} |
| the same scenarios over stdio, answered by `meldlaw adapter` and judged | {spread(there, 2)} |
| over stdio as a ratio to the bare loop plus the engine's own time | {spread(ratio, 2)} |
| `meldlaw run` from start to finish, warm | {spread(whole, 2)} |
| the same for 1,000 scenarios | {spread(per_thousand, 2)} |
| `meldlaw run --clause 14.b`, warm | {spread(command("run", "--clause", "14.b"), 2)} |
| `meldlaw --help` | {spread(command("--help"), 2)} |

Importing the engine takes {seconds * 1000:.0f} ms and {mebibytes:.0f} MiB; this benchmark with every scenario's position in memory peaked at {peak:.0f} MiB.
""")
    print(json.dumps({name: statistics.median(v) for name, v in figures.items()}))


if __name__ == "__main__":
    main()
