"""Children: questions are answered in processes of their own, kept warm and ended by a kill.

Starting Python and importing solvers takes longer than most answers, so a child goes on to the next
question, and one more than is busy is kept ready.  There are so many places; who finds none waits,
and those who wait take turns by client, so that none starves because another asks much.

A question that is given up (its page was closed, or cancelled it) ends with its child at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field

from nonet.web.child import ALARMED

LONGEST_EVENT = 1 << 25
"""Bytes of one event: 32 MiB."""

MOST_WAITING = 64
"""Questions of one client that wait; one more is refused."""

MOST_ANSWERS = 500
"""Questions that one child answers: then a new one takes its place."""

STARTING = 120.0
"""Seconds that a child may take to be ready, on a machine however busy."""


class Refused(Exception):
    """A question that is not answered: the message says why."""


@dataclass(eq=False)
class Child:
    """A process that answers one question at a time."""

    process: asyncio.subprocess.Process
    answers: int = 0

    @classmethod
    async def start(cls) -> Child:
        """A new one, ready to answer; raises ``Refused`` if it does not start."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "nonet.web.child",
            stdin=pipe, stdout=pipe, limit=LONGEST_EVENT,
        )  # fmt: skip
        child = cls(process)
        try:
            async with asyncio.timeout(STARTING):
                ready = await child.line()
        except BaseException:
            child.kill()
            raise
        if not ready:
            await process.wait()
            raise Refused(f"a child process of nonet does not start (exit {process.returncode})")
        return child

    async def events(self, question: bytes) -> AsyncIterator[bytes]:
        """The lines of an answer; one that breaks off ends with an error as the last."""
        assert self.process.stdin is not None
        self.answers += 1
        try:
            self.process.stdin.write(question + b"\n")
            await self.process.stdin.drain()
            while line := await self.line():
                yield line
                if ends(line):
                    return
        except (BrokenPipeError, ConnectionResetError):
            pass
        except ValueError:  # a line longer than the limit
            self.kill()
            yield b'{"error":"the answer is too long to be sent","kind":"TooLong","fatal":true}\n'
            return
        yield await self.epitaph()

    async def line(self) -> bytes:
        """The next line it says; empty when it has ended."""
        assert self.process.stdout is not None
        return await self.process.stdout.readline()

    async def epitaph(self) -> bytes:
        """The last event of a child that ended in the middle of an answer."""
        code = await self.process.wait()
        late = ALARMED if os.name == "nt" else -signal.SIGALRM
        if code == late:
            return b'{"error":"it took longer than it may","kind":"OutOfTime","fatal":true}\n'
        return (
            b'{"error":"the process that answers broke: perhaps its memory is full",'
            b'"kind":"Broken","fatal":true}\n'
        )

    @property
    def alive(self) -> bool:
        """Whether it can answer."""
        return self.process.returncode is None

    def kill(self) -> None:
        """End it now."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


def ends(line: bytes) -> bool:
    """Whether an event is the last of its answer.

    >>> ends(b'{"done":{}}'), ends(b'{"error":"x","kind":"y"}'), ends(b'{"counted":3}')
    (True, True, False)
    """
    return line.startswith((b'{"done":', b'{"error":'))


@dataclass
class Children:
    """All children of a server, and who may use them when."""

    places: int
    """How many questions are answered at once."""
    _held: Counter[str] = field(default_factory=Counter)
    """The places that each client has."""
    _idle: list[Child] = field(default_factory=list)
    _working: set[Child] = field(default_factory=set)
    _waiting: dict[str, deque[asyncio.Future[None]]] = field(default_factory=dict)
    _refill: asyncio.Task[None] | None = None
    _closed: bool = False

    async def answer(self, client: str, question: bytes) -> AsyncGenerator[bytes]:
        """The events of a question, as lines; raises ``Refused``.

        Closing the iterator before its end gives the question up: its child is killed.
        """
        await self._turn(client)
        child: Child | None = None
        try:
            child = self._take() or await self._next()
            self._working.add(child)
            self.warm()
            whole = False
            try:
                async for line in child.events(question):
                    whole = ends(line) and child.alive
                    yield line
            finally:
                self._working.discard(child)
                self._put_back(child, whole)
        finally:
            self._leave(client)

    @property
    def busy(self) -> int:
        """Questions that are answered now."""
        return self._held.total()

    def warm(self) -> None:
        """See to it that one more than is busy is ready, in the background."""
        if self._idle or self._closed or (self._refill is not None and not self._refill.done()):
            return
        self._refill = asyncio.create_task(self._fill())

    async def _fill(self) -> None:
        with contextlib.suppress(Refused, TimeoutError):
            child = await Child.start()
            if self._closed:
                child.kill()
            else:
                self._idle.append(child)

    def _take(self) -> Child | None:
        while self._idle:
            child = self._idle.pop()
            if child.alive:
                return child
        return None

    async def _next(self) -> Child:
        """A child that is being made ready, or else a new one."""
        if self._refill is not None and not self._refill.done():
            await asyncio.wait({self._refill})
        return self._take() or await Child.start()

    def _put_back(self, child: Child, whole: bool) -> None:
        spare = len(self._idle) <= self.places
        if whole and spare and child.answers < MOST_ANSWERS and not self._closed:
            self._idle.append(child)
        else:
            child.kill()
            self.warm()

    @property
    def share(self) -> int:
        """Places that one client may have: never all of them, where there are several."""
        return max(1, self.places - 1)

    async def _turn(self, client: str) -> None:
        """Wait for a place."""
        if self._closed:
            raise Refused("the server is ending")
        line = self._waiting.setdefault(client, deque())
        if len(line) >= MOST_WAITING:
            raise Refused(f"{MOST_WAITING} questions of this page wait already")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        self._give_places()
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled():  # its turn came as it was given up
                self._leave(client)
            elif turn in line:
                line.remove(turn)
                if not line:
                    self._waiting.pop(client, None)
            raise

    def _leave(self, client: str) -> None:
        """Give a place back."""
        self._held[client] -= 1
        self._held += Counter()  # those that hold none are forgotten
        self._give_places()

    def _give_places(self) -> None:
        """Give free places to those who wait: a turn each, and then to the end of the round."""
        while self.busy < self.places:
            ready = (name for name in self._waiting if self._held[name] < self.share)
            client = next(ready, None)
            if client is None:
                return
            line = self._waiting.pop(client)
            turn = line.popleft()
            if line:
                self._waiting[client] = line
            if not turn.done():
                self._held[client] += 1
                turn.set_result(None)

    async def close(self) -> None:
        """End all children."""
        self._closed = True
        if self._refill is not None:
            self._refill.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._refill
        for child in (*self._idle, *self._working):
            child.kill()
            await child.process.wait()
        self._idle.clear()
