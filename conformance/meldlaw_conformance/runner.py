"""Running scenarios against an implementation, in process or over stdio, in any order.

Each scenario is one request and gets one verdict; results come back in the suite's order, so a
report does not depend on the number of jobs or on shuffling.
"""

from __future__ import annotations

import contextlib
import queue
import random
import signal
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from . import reference
from .filler import FillError
from .judge import CRASH, ERROR, NOT_RUN, SKIPPED, UNSUPPORTED, Verdict, judge
from .scenarios import Scenario
from .suite import Suite


class Result(NamedTuple):
    """A scenario with its verdict, the seconds it took, and what the adapter said aside."""

    scenario: Scenario
    verdict: Verdict
    seconds: float
    stderr: str = ""


class CannotStart(Exception):
    """An implementation that does not start; the message says why."""


class Implementation(Protocol):
    """Something that answers requests, one at a time."""

    def ask(
        self, method: str, params: dict[str, Any]
    ) -> tuple[dict[str, Any] | None, Verdict | None, str]:
        """The answer, or a verdict if there is none, and what was said on stderr."""

    def close(self) -> None:
        """End it."""


class InProcess:
    """The reference engine, called directly."""

    def ask(
        self, method: str, params: dict[str, Any]
    ) -> tuple[dict[str, Any] | None, Verdict | None, str]:
        try:
            return reference.answer(method, params), None, ""
        except (reference.RequestError, LookupError, ValueError) as error:
            return None, Verdict(ERROR, 0, "", str(error)), ""

    def close(self) -> None:
        """Nothing to end."""


Progress = Callable[[Result], None]


def run_scenarios(
    suite: Suite,
    scenarios: Sequence[Scenario],
    start: Callable[[], Implementation],
    *,
    jobs: int = 1,
    shuffle: int | None = None,
    filling: int = 0,
    able: Callable[[Scenario], Verdict | None] = lambda _: None,
    progress: Progress = lambda _: None,
) -> list[Result]:
    """Run every scenario and return the results in the order of ``scenarios``.

    ``start`` begins one implementation for each job. ``able`` gives a verdict without asking,
    for what an implementation does not claim. Interrupting leaves the rest `not-run`.
    """
    order = list(range(len(scenarios)))
    if shuffle is not None:
        random.Random(shuffle).shuffle(order)
    results: list[Result | None] = [None] * len(scenarios)
    work: queue.SimpleQueue[int] = queue.SimpleQueue()
    for index in order:
        work.put(index)
    stop = threading.Event()

    failed: list[str] = []

    def worker() -> None:
        try:
            implementation = start()
        except CannotStart as error:
            failed.append(str(error))
            return
        try:
            while not stop.is_set():
                try:
                    index = work.get_nowait()
                except queue.Empty:
                    return
                result = _one(suite, scenarios[index], implementation, filling, able)
                results[index] = result
                progress(result)
        except KeyboardInterrupt:
            _be_deaf()
            raise
        finally:
            implementation.close()

    if jobs <= 1:
        try:
            worker()
        except KeyboardInterrupt:
            stop.set()
    else:
        threads = [threading.Thread(target=worker, daemon=True) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.1)
        except KeyboardInterrupt:
            _be_deaf()
            stop.set()
            for thread in threads:
                thread.join(1)
    left = Verdict(NOT_RUN)
    if failed and not stop.is_set():
        left = Verdict(CRASH, 0, "", failed[0])
    return [
        r if r is not None else Result(s, left, 0.0)
        for s, r in zip(scenarios, results, strict=True)
    ]


def _be_deaf() -> None:
    """From the first interruption on, further ones are ignored until the report is written."""
    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one(
    suite: Suite,
    scenario: Scenario,
    implementation: Implementation,
    filling: int,
    able: Callable[[Scenario], Verdict | None],
) -> Result:
    from time import perf_counter

    began = perf_counter()
    verdict = able(scenario)
    stderr = ""
    if verdict is None:
        try:
            request = suite.request(scenario, filling)
        except FillError as error:
            return Result(scenario, Verdict(ERROR, 0, "", f"scenario: {error.what}"), 0.0)
        answer, verdict, stderr = implementation.ask(scenario.method, request)
        if verdict is None and answer is not None:
            verdict = judge(scenario, answer)
    return Result(scenario, verdict or Verdict(ERROR), perf_counter() - began, stderr)


def conformant(results: Sequence[Result]) -> bool:
    """Whether nothing differs: every scenario passed, or is declared unsupported or skipped."""
    return all(r.verdict.good or r.verdict.verdict in (UNSUPPORTED, SKIPPED) for r in results)
