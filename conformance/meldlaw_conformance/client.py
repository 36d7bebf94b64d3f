"""An adapter as a child process: started, asked, timed, and ended with all it left behind."""

from __future__ import annotations

import contextlib
import itertools
import os
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from . import PROTOCOL_VERSION, SUITE_VERSION
from .judge import CRASH, ERROR, PROTOCOL, TIMEOUT, UNSUPPORTED, Verdict
from .runner import Answered, CannotStart
from .wire import (
    MAX_LINE,
    NO_METHOD,
    WireError,
    decode,
    encode,
    misshapen,
    misshapen_hello,
    request,
)

SENT_AHEAD = 32_000
"""Bytes of a request that is sent before the answer to the last one has come."""
STDERR_KEPT = 8_000
RESTARTS = 25
GREETING = 5.0
"""Seconds that an adapter has at least to start and say hello."""


class AdapterError(CannotStart):
    """An adapter that cannot be used at all; the message says why, in words."""


MARK = "MELDLAW_ADAPTER"
"""Variable of the environment by which all that an adapter starts is known as its own."""
_LIVE: dict[subprocess.Popen[bytes], tuple[str, str]] = {}
"""Children that have not been ended yet, each with its mark and its folder for temporary files."""


def end_all() -> None:
    """End every adapter that still lives, with all that it left behind, without asking it."""
    for child in list(_LIVE):
        _kill(child)


def _kill(child: subprocess.Popen[bytes]) -> None:
    """End a child, its process group, and whatever else it has started; remove what it wrote to
    the folder for temporary files that it was given."""
    mark, folder = _LIVE.pop(child, ("", ""))
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    for pid in _marked(mark):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(2)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)


def _marked(mark: str) -> list[int]:
    """The processes that have this mark in their environment, where the system tells."""
    found = []
    if mark:
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"{MARK}={mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
    return found


class Gone(Exception):
    """The child closed its output or ended."""


class Late(Exception):
    """No line came in time."""


class _Asked(NamedTuple):
    """A request: sent to ``child`` under ``id``, or still to be sent."""

    method: str
    params: dict[str, Any]
    acts: int
    id: int = 0
    child: subprocess.Popen[bytes] | None = None


class Adapter:
    """One child process that speaks the protocol. Started anew after a crash or a timeout.

    Where the system allows it, the child and the thread that talks to it are kept on one core: a
    wake-up across cores costs more than a message.
    """

    _cores = itertools.count()

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.command, self.timeout = list(command), timeout
        self.hello: dict[str, Any] = {}
        self.child: subprocess.Popen[bytes] | None = None
        self.restarts = 0
        self.next_id = 0
        self.free = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
        self.core = sorted(self.free)[next(self._cores) % len(self.free)] if self.free else -1
        self.answered: dict[int, _Asked] = {}
        self.corrections: list[tuple[Any, Verdict]] = []
        """Requests whose verdict has changed after it was given: answered twice."""
        try:
            self.start()
        except AdapterError:
            self._stay(self.free)
            raise

    # ------------------------------------------------------------ life

    def start(self) -> None:
        """Start the child and greet it. Raises AdapterError."""
        self._stay({self.core})  # the child inherits it
        mark, folder = uuid.uuid4().hex, tempfile.mkdtemp(prefix="meldlaw-adapter-")
        around = {**os.environ, MARK: mark, "TMPDIR": folder}
        try:
            self.child = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, start_new_session=True, bufsize=0, env=around,
            )  # fmt: skip
        except FileNotFoundError:
            raise AdapterError(
                f"there is no command {self.command[0]!r}; give the adapter's command after --"
            ) from None
        except PermissionError:
            raise AdapterError(
                f"{self.command[0]!r} may not be executed; is it a program? (chmod +x)"
            ) from None
        except OSError as error:
            raise AdapterError(f"{self.command[0]!r} cannot be started: {error}") from None
        finally:
            if self.child is None:
                shutil.rmtree(folder, ignore_errors=True)
        assert self.child.stdin is not None
        os.set_blocking(self.child.stdin.fileno(), False)
        _LIVE[self.child] = mark, folder
        self.answered.clear()
        self.buffer = bytearray()
        self.said = bytearray()
        self.listener = threading.Thread(target=self._listen, args=(self.child,), daemon=True)
        self.listener.start()
        try:
            self.hello = self._greet()
        except Gone:
            code = self._stop()
            raise AdapterError(
                f"the adapter ended at once (exit status {code}), before it said hello"
                + self._quoted()
            ) from None
        except Late:
            self._stop()
            raise AdapterError(
                f"the adapter said nothing for {max(self.timeout, GREETING):g} s; does it answer "
                "`initialize` with one line and flush it?" + self._quoted()
            ) from None
        except WireError as error:
            self._stop()
            raise AdapterError(f"the adapter's hello is no message: {error}") from None

    def _greet(self) -> dict[str, Any]:
        self.next_id += 1
        deadline = time.monotonic() + max(self.timeout, GREETING)
        about = {"protocol": PROTOCOL_VERSION, "suite": SUITE_VERSION}
        self._send(encode(request(self.next_id, "initialize", about)), deadline)
        answer = decode(self._line(deadline))
        if "error" in answer:
            said = answer["error"]
            said = said.get("message", said) if isinstance(said, dict) else said
            raise WireError(f"it refused: {said}")
        hello = answer.get("result")
        if not isinstance(hello, dict):
            raise WireError("the answer to initialize has no result")
        theirs = str(hello.get("protocol", ""))
        if theirs.split(".")[0] != PROTOCOL_VERSION.split(".")[0]:
            raise WireError(
                f"it speaks protocol {theirs or '(not said)'}, this suite speaks {PROTOCOL_VERSION}"
            )
        wrong = misshapen_hello(hello)
        if wrong:
            raise WireError(wrong)
        return hello

    def _listen(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stderr is not None
        while part := child.stderr.read(4096):
            self.said += part
            del self.said[:-STDERR_KEPT]

    def _quoted(self) -> str:
        self.listener.join(0.2)
        said = self.said.decode("utf-8", "replace").strip()
        return f"; on stderr it said:\n{said}" if said else ""

    def _stop(self) -> int | None:
        """End the child and its process group; its exit status."""
        child = self.child
        self.child = None
        if child is None:
            return None
        if child.stdin is not None:
            with contextlib.suppress(OSError):
                child.stdin.close()
        for sign, patience in ((None, 0.5), (signal.SIGTERM, 0.5), (signal.SIGKILL, 5)):
            if sign is not None:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(child.pid, sign)
            try:
                code = child.wait(patience)
                break
            except subprocess.TimeoutExpired:
                continue
        else:
            code = None
        _kill(child)  # what it left behind
        if child.stdout is not None:
            child.stdout.close()
        return code

    def close(self) -> None:
        """Ask the child to end, and see to it that it does."""
        if self.child is not None:
            self.next_id += 1
            with contextlib.suppress(Gone, Late, WireError):
                deadline = time.monotonic() + 0.5
                self._send(encode(request(self.next_id, "shutdown", {})), deadline)
                self._answer(self.next_id, deadline)
        self._stop()
        self._stay(self.free)

    def _stay(self, cores: set[int]) -> None:
        """Keep this thread, and what it starts, on these cores, if the system can."""
        if self.free:
            with contextlib.suppress(OSError):
                os.sched_setaffinity(0, cores)

    # ------------------------------------------------------------ talk

    def _send(self, line: bytes, deadline: float) -> None:
        assert self.child is not None
        assert self.child.stdin is not None
        fd = self.child.stdin.fileno()
        data = memoryview(line)
        while data:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([], [fd], [], left)[1]:
                raise Late  # it does not read
            try:
                data = data[os.write(fd, data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Gone from None

    def _line(self, deadline: float) -> bytes:
        assert self.child is not None and self.child.stdout is not None
        fd = self.child.stdout.fileno()
        scanned = 0
        while True:
            end = self.buffer.find(b"\n", scanned)
            if end >= 0:
                line = bytes(self.buffer[: end + 1])
                del self.buffer[: end + 1]
                return line
            scanned = len(self.buffer)
            if scanned > MAX_LINE:
                raise WireError(f"a line of more than {MAX_LINE} bytes")
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([fd], [], [], left)[0]:
                raise Late
            part = os.read(fd, 65536)
            if not part:
                raise Gone
            self.buffer += part

    def begin(self, method: str, params: dict[str, Any]) -> _Asked:
        """Send a request, so that the adapter may work while the last answer is judged. A large
        one waits for its turn: a full pipe must not keep both sides waiting."""
        acts = sum(len(turn["acts"]) for turn in params.get("turns", ()))
        asked = _Asked(method, params, acts)
        if self.child is not None:
            self.next_id += 1
            line = encode(request(self.next_id, method, params))
            if len(line) <= SENT_AHEAD:
                with contextlib.suppress(Gone, Late):
                    self._send(line, time.monotonic() + self.timeout)
                    asked = asked._replace(id=self.next_id, child=self.child)
        return asked

    def ask(self, method: str, params: dict[str, Any]) -> Answered:
        """Put one request and wait: the answer, or the verdict that there is none."""
        return self.finish(self.begin(method, params))

    def _again(self, asked: _Asked) -> int:
        """Put a request that was not sent, or was lost with a child that is gone."""
        if self.child is None:
            if self.restarts >= RESTARTS:
                raise AdapterError("the adapter is not started any more")
            self.restarts += 1
            self.start()
        self.next_id += 1
        line = encode(request(self.next_id, asked.method, asked.params))
        self._send(line, time.monotonic() + self.timeout)
        return self.next_id

    def finish(self, asked: _Asked) -> Answered:
        """Wait for the answer to a request: it, or the verdict that there is none, and what was
        said on stderr."""
        sent = asked.child is not None and asked.child is self.child
        id_ = asked.id
        try:
            if not sent:
                id_ = self._again(asked)
            answer = self._answer(id_, time.monotonic() + self.timeout)
        except AdapterError as error:
            return None, Verdict(CRASH, 0, "", str(error)), ""
        except Gone:
            half = " in the middle of a line" if self.buffer else ""
            code = self._stop()
            told = f"it ended{half} (exit status {code})"
            return None, Verdict(CRASH, 0, "", told), self._aside()
        except Late:
            self._stop()
            return None, Verdict(TIMEOUT, 0, "", f"no answer in {self.timeout:g} s"), self._aside()
        except WireError as error:
            self._stop()
            return None, Verdict(PROTOCOL, 0, "", str(error)), self._aside()
        if answer.get("id") != id_:
            self._stop()
            told = f"answered request {answer.get('id')!r}, asked was {id_}"
            return None, Verdict(PROTOCOL, 0, "", told), self._aside()
        self.answered[id_] = asked
        if "error" in answer:
            said = answer["error"]
            code = said.get("code") if isinstance(said, dict) else None
            said = said.get("message", said) if isinstance(said, dict) else said
            verdict = UNSUPPORTED if code == NO_METHOD else ERROR
            return None, Verdict(verdict, 0, "", str(said)), self._aside()
        wrong = misshapen(asked.method, answer.get("result"), asked.acts)
        if wrong:
            return None, Verdict(PROTOCOL, 0, "", wrong), self._aside()
        result: dict[str, Any] = answer["result"]
        return result, None, self._aside()

    # ------------------------------------------------------------ for the checker

    def put(self, method: str, params: dict[str, Any]) -> int:
        """Send a request and do not wait; its id. Raises Gone and Late."""
        self.next_id += 1
        line = encode(request(self.next_id, method, params))
        self._send(line, time.monotonic() + self.timeout)
        return self.next_id

    def next_message(self) -> dict[str, Any]:
        """The next line of the adapter. Raises Gone, Late and WireError."""
        return decode(self._line(time.monotonic() + self.timeout))

    def exchange(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """A request and the message that comes back, whatever it holds. Raises Gone, Late and
        WireError, also for an answer to another request."""
        id_ = self.put(method, params)
        answer = self.next_message()
        if answer.get("id") != id_:
            raise WireError(f"answered request {answer.get('id')!r}, asked was {id_}")
        return answer

    def unasked(self, seconds: float = 0.3) -> str:
        """What the adapter writes on standard output without being asked."""
        try:
            return self._line(time.monotonic() + seconds).decode("utf-8", "replace").strip()
        except (Gone, Late, WireError):
            return bytes(self.buffer).decode("utf-8", "replace").strip()

    def end_politely(self, ask: bool, seconds: float) -> float | None:
        """Ask the child to end, or just close its input; the seconds it took, None if it is still
        there after so many. It is ended in any case."""
        child, began = self.child, time.monotonic()
        if child is None or child.stdin is None:
            return None
        with contextlib.suppress(Gone, Late, WireError):
            if ask:
                self.put("shutdown", {})
                self._line(began + seconds)
            else:
                child.stdin.close()
        try:
            child.wait(max(0.01, began + seconds - time.monotonic()))
        except subprocess.TimeoutExpired:
            return None
        finally:
            took = time.monotonic() - began
            self._stop()
        return took

    def quoted(self) -> str:
        """What the adapter has said on standard error, for a message."""
        return self._quoted()

    def _answer(self, id_: int, deadline: float) -> dict[str, Any]:
        """The next answer. One to a request that has its answer already is that request's fault,
        and nobody else's."""
        while True:
            answer = decode(self._line(deadline))
            again = answer.get("id")
            before = self.answered.get(again) if isinstance(again, int) else None
            if before is None or again == id_:
                return answer
            told = f"answered request {again} twice"
            self.corrections.append((before, Verdict(PROTOCOL, 0, "", told)))

    def _aside(self) -> str:
        return self.said.decode("utf-8", "replace").strip()
