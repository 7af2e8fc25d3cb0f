"""Children: questions are answered in processes of their own, kept warm and ended by a kill.

A child goes on to the next question, and one spare child is kept ready.  Where processes are forked
a child is ready after some milliseconds, so that a cancelled question makes nobody wait; elsewhere
after Python and nonet have started.  The number of places is limited; waiting clients take turns, so
that no client starves because another asks much.

A cancelled question (its page was closed, or cancelled the question) ends with its child at
once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from asyncio import StreamReader, StreamWriter
from collections import Counter, deque
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

from nonet.web.worker import TIMEOUT_EXIT_CODE, run

FORKS = sys.platform == "linux"
"""Whether processes are forked: elsewhere system libraries do not survive a fork."""

CONTEXT = get_context("forkserver") if FORKS else get_context("spawn")
CONTEXT.set_forkserver_preload(["nonet.web.worker", "nonet.web.warm"])

MAX_EVENT_BYTES = 1 << 25
"""Bytes of one event: 32 MiB."""

START_SECONDS = 120.0
"""Seconds that a child may take to be ready, on a machine however busy."""

BROKEN_EVENT = (
    b'{"error":"the process that answers broke: perhaps its memory is full",'
    b'"kind":"Broken","fatal":true}\n'
)
TIMEOUT_EVENT = b'{"error":"it took longer than it may","kind":"OutOfTime","fatal":true}\n'
TOO_LONG_EVENT = b'{"error":"the answer is too long to be sent","kind":"TooLong","fatal":true}\n'


class Refused(Exception):
    """A question that is not answered: the message says why."""


@dataclass(eq=False)
class WorkerProcess:
    """A process that answers one question at a time."""

    process: BaseProcess
    answers_from: StreamReader
    questions_to: StreamWriter
    answers: int = 0
    killed: bool = False

    async def events(self, question: bytes) -> AsyncIterator[bytes]:
        """Yield the lines of an answer; a broken answer ends with an error as the last line."""
        self.answers += 1
        try:
            self.questions_to.write(question + b"\n")
            await self.questions_to.drain()
            while line := await self.answers_from.readline():
                yield line
                if is_last_event(line):
                    return
        except (BrokenPipeError, ConnectionResetError):
            pass
        except ValueError:  # a line longer than the limit
            self.kill()
            yield TOO_LONG_EVENT
            return
        late = TIMEOUT_EXIT_CODE if os.name == "nt" else -signal.SIGALRM
        yield TIMEOUT_EVENT if await self.exit_code() == late else BROKEN_EVENT

    @property
    def alive(self) -> bool:
        return not self.killed and not self.answers_from.at_eof()

    def kill(self) -> None:
        """Kill the process now; a starting process ends with its connection."""
        if self.alive and self.process.pid is not None:
            self.process.kill()
        self.killed = True
        self.questions_to.close()

    async def exit_code(self) -> int | None:
        """Wait for the end of the process, and return its exit code."""
        await asyncio.to_thread(self.process.join)
        return self.process.exitcode


def is_last_event(line: bytes) -> bool:
    """Whether an event is the last of its answer.

    >>> events = b'{"done":{}}', b'{"error":"x","kind":"y"}', b'{"counted":3}'
    >>> [is_last_event(event) for event in events]
    [True, True, False]
    """
    return line.startswith((b'{"done":', b'{"error":'))


async def start_worker(environment: Mapping[str, str]) -> WorkerProcess:
    """Return a new child, ready to answer; raise ``Refused`` if the start fails."""
    own_end, theirs = socket.socketpair()
    process = CONTEXT.Process(target=run, args=(theirs, dict(environment)), name="nonet worker")
    reader, writer = await asyncio.open_connection(sock=own_end, limit=MAX_EVENT_BYTES)
    child = WorkerProcess(process, reader, writer)
    try:
        async with asyncio.timeout(START_SECONDS):
            with theirs:
                await asyncio.to_thread(process.start)
            ready = await reader.readline()
    except BaseException:
        child.kill()
        raise
    if not ready:
        raise Refused(f"a child process of nonet does not start (exit {await child.exit_code()})")
    return child


# Places that clients share: who waits for a place takes turns, so that nobody starves.

MAX_WAITING = 64
"""Most waiting questions of a client; further questions are refused."""


@dataclass
class TurnQueue:
    """Places for questions, and the clients that wait for a place."""

    capacity: int
    """How many questions are answered at once."""
    _running_by_client: Counter[str] = field(default_factory=Counter)
    """The places that each client has."""
    _waiting: dict[str, deque[asyncio.Future[None]]] = field(default_factory=dict)

    @property
    def running(self) -> int:
        return self._running_by_client.total()

    @property
    def max_per_client(self) -> int:
        """The most places of a client: never all places, unless there is only one."""
        return max(1, self.capacity - 1)

    async def acquire(self, client: str) -> None:
        """Wait for a place; raise ``Refused`` if too many questions of the client wait."""
        line = self._waiting.setdefault(client, deque())
        if len(line) >= MAX_WAITING:
            raise Refused(f"{MAX_WAITING} questions of this page wait already")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        self._admit_waiting()
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled():  # its turn came as it was given up
                self.release(client)
            elif turn in line:
                line.remove(turn)
                if not line:
                    self._waiting.pop(client, None)
            raise

    def release(self, client: str) -> None:
        self._running_by_client[client] -= 1
        self._running_by_client += Counter()  # those that hold none are forgotten
        self._admit_waiting()

    def _admit_waiting(self) -> None:
        """Give free places to waiting clients: a turn each, and then to the end of the round."""
        while self.running < self.capacity:
            ready = (
                name
                for name in self._waiting
                if self._running_by_client[name] < self.max_per_client
            )
            client = next(ready, None)
            if client is None:
                return
            line = self._waiting.pop(client)
            turn = line.popleft()
            if line:
                self._waiting[client] = line
            if not turn.done():
                self._running_by_client[client] += 1
                turn.set_result(None)


SHORT_COMMANDS = frozenset(
    ("about", "check", "course", "draw", "exercise", "lesson", "read", "schema", "study", "write")
)
"""Commands that are answered in a moment: nothing is searched."""

SHORT_PLACES = 2
"""Places for short questions alone: a short question never waits behind long ones."""

MAX_ANSWERS = 500
"""Questions that one child answers: then a new one takes its place."""


def is_short(question: bytes) -> bool:
    """Return whether a question is answered in a moment.

    >>> is_short(b'{"do": "draw"}'), is_short(b'{"do": "solve"}'), is_short(b"nonsense")
    (True, False, False)
    >>> is_short(b'{"do": "study"}'), is_short(b'{"do": "figure"}'), is_short(b'{"do": "grade"}')
    (True, False, False)
    >>> is_short(b'{"do": "check", "quick": true}'), is_short(b'{"do": "check"}')
    (True, False)
    """
    try:
        command = json.loads(question)
    except (ValueError, RecursionError):  # the child says what is wrong with the question
        return False
    if not isinstance(command, dict) or not isinstance(command.get("do"), str):
        return False
    return command["do"] in SHORT_COMMANDS and (
        command["do"] != "check" or command.get("quick") is True
    )


@dataclass
class WorkerPool:
    """All children of a server, and the queue of their users."""

    capacity: int
    """The number of long questions that are answered at once, beside the places of short questions."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables of the children's environment, beside those of the server's."""
    _idle: list[WorkerProcess] = field(default_factory=list)
    _working: set[WorkerProcess] = field(default_factory=set)
    _long: TurnQueue = field(init=False)
    _short: TurnQueue = field(default_factory=lambda: TurnQueue(SHORT_PLACES))
    _refill: asyncio.Task[None] | None = None
    _closed: bool = False

    def __post_init__(self) -> None:
        self._long = TurnQueue(self.capacity)

    async def answer(self, client: str, question: bytes) -> AsyncGenerator[bytes]:
        """The events of a question, as lines; raises ``Refused``.

        Closing the iterator before its end gives the question up: its child is killed.
        """
        if self._closed:
            raise Refused("the server is ending")
        places = self._short if is_short(question) else self._long
        await places.acquire(client)
        child: WorkerProcess | None = None
        try:
            child = await self._get_worker()
            self._working.add(child)
            self.start_spare()
            complete = False
            try:
                async for line in child.events(question):
                    complete = is_last_event(line) and child.alive
                    yield line
            finally:
                self._working.discard(child)
                self._return_worker(child, complete)
        finally:
            places.release(client)

    @property
    def running(self) -> int:
        return self._long.running + self._short.running

    def start_spare(self) -> None:
        """Keep a spare child ready, in the background."""
        if self._idle or self._closed or (self._refill is not None and not self._refill.done()):
            return
        self._refill = asyncio.create_task(self._start_idle_worker())

    async def _start_idle_worker(self) -> None:
        with contextlib.suppress(Refused, TimeoutError):
            child = await start_worker(self.environment)
            if self._closed:
                child.kill()
            else:
                self._idle.append(child)

    def _pop_idle(self) -> WorkerProcess | None:
        while self._idle:
            child = self._idle.pop()
            if child.alive:
                return child
        return None

    async def _get_worker(self) -> WorkerProcess:
        """Return an idle child, a child in preparation, or else a new child."""
        child = self._pop_idle()
        if child is None and self._refill is not None and not self._refill.done():
            await asyncio.wait({self._refill})
        return child or self._pop_idle() or await start_worker(self.environment)

    def _return_worker(self, child: WorkerProcess, complete: bool) -> None:
        spare = len(self._idle) <= self.capacity
        if complete and spare and child.answers < MAX_ANSWERS and not self._closed:
            self._idle.append(child)
        else:
            child.kill()
            self.start_spare()

    async def close(self) -> None:
        """End all children."""
        self._closed = True
        if self._refill is not None:
            self._refill.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._refill
        for child in (*self._idle, *self._working):
            child.kill()
            await child.exit_code()
        self._idle.clear()
