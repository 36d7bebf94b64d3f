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
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from . import reference
from .filler import FillError
from .judge import CRASH, ERROR, NOT_RUN, Verdict, judge
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


Answered = tuple[dict[str, Any] | None, Verdict | None, str]
"""The answer to a request, or the verdict that there is none, and what was said on stderr."""


class Implementation(Protocol):
    """Something that answers requests in order. The next may be begun before the last is
    finished."""

    def begin(self, method: str, params: dict[str, Any]) -> Any:
        """Put a request; what comes back is handed to `finish`."""

    def finish(self, asked: Any) -> Answered:
        """The answer to a request."""

    def close(self) -> None:
        """End it."""

    @property
    def corrections(self) -> Sequence[tuple[Any, Verdict]]:
        """What was begun and has its verdict already, but deserves another one."""


class InProcess:
    """The reference engine, called directly."""

    corrections: Sequence[tuple[Any, Verdict]] = ()

    def begin(self, method: str, params: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        return method, params

    def finish(self, asked: tuple[str, dict[str, Any]]) -> Answered:
        try:
            return reference.answer(*asked), None, ""
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
        done: list[tuple[Any, int]] = []
        try:
            begun: tuple[int, _Begun] | None = None
            while not stop.is_set():
                index = _take(work)
                ahead = None
                if index is not None:
                    ahead = index, _begin(suite, scenarios[index], implementation, filling, able)
                if begun is not None:
                    result = _finish(begun[1], implementation)
                    results[begun[0]] = result
                    done.append((begun[1].asked, begun[0]))
                    progress(result)
                begun = ahead
                if begun is None:
                    return
        except KeyboardInterrupt:
            _be_deaf()
            raise
        finally:
            implementation.close()
            for asked, verdict in implementation.corrections:
                index = next(i for token, i in done if token is asked)
                before = results[index]
                assert before is not None
                results[index] = before._replace(verdict=verdict)

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


def _take(work: queue.SimpleQueue[int]) -> int | None:
    try:
        return work.get_nowait()
    except queue.Empty:
        return None


class _Begun(NamedTuple):
    """A scenario that has been put to an implementation, or has its verdict already."""

    scenario: Scenario
    verdict: Verdict | None
    asked: Any


def _begin(
    suite: Suite,
    scenario: Scenario,
    implementation: Implementation,
    filling: int,
    able: Callable[[Scenario], Verdict | None],
) -> _Begun:
    verdict = able(scenario)
    if verdict is not None:
        return _Begun(scenario, verdict, None)
    try:
        request = suite.request(scenario, filling)
    except FillError as error:
        return _Begun(scenario, Verdict(ERROR, 0, "", f"scenario: {error.what}"), None)
    return _Begun(scenario, None, implementation.begin(scenario.method, request))


def ask_once(
    suite: Suite, scenario: Scenario, implementation: Implementation, filling: int = 0
) -> Result:
    """Put one scenario to an implementation and judge its answer."""
    return _finish(_begin(suite, scenario, implementation, filling, lambda _: None), implementation)


def _finish(begun: _Begun, implementation: Implementation) -> Result:
    if begun.verdict is not None:
        return Result(begun.scenario, begun.verdict, 0.0)
    began = perf_counter()
    answer, verdict, stderr = implementation.finish(begun.asked)
    if answer is not None:
        verdict = judge(begun.scenario, answer)
    seconds = perf_counter() - began
    return Result(begun.scenario, verdict or Verdict(ERROR), seconds, stderr)
