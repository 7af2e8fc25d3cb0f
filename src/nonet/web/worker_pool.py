"""Children: questions are answered in processes of their own, kept warm and ended by a kill.

A child goes on to the next question, and one spare child is kept ready
(``worker_processes.py``). The number of places is limited; waiting clients take turns, so that
no client starves because another asks much.

A cancelled question (its page was closed, or cancelled the question) ends with its child at
once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from nonet.web.worker_processes import Refused, WorkerProcess, WorkerStarter, is_last_event

MAX_WAITING = 64
"""Most waiting questions of a client; further questions are refused."""

MAX_ANSWERS = 500
"""Questions that one child answers: then a new one takes its place."""


@dataclass
class WorkerPool:
    """All children of a server, and the queue of their users."""

    capacity: int
    """How many questions are answered at once."""
    _starter: WorkerStarter = field(default_factory=WorkerStarter)
    _running_by_client: Counter[str] = field(default_factory=Counter)
    """The places that each client has."""
    _idle: list[WorkerProcess] = field(default_factory=list)
    _working: set[WorkerProcess] = field(default_factory=set)
    _waiting: dict[str, deque[asyncio.Future[None]]] = field(default_factory=dict)
    _refill: asyncio.Task[None] | None = None
    _closed: bool = False

    async def answer(self, client: str, question: bytes) -> AsyncGenerator[bytes]:
        """The events of a question, as lines; raises ``Refused``.

        Closing the iterator before its end gives the question up: its child is killed.
        """
        await self._acquire(client)
        child: WorkerProcess | None = None
        try:
            child = self._pop_idle() or await self._get_worker()
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
            self._release(client)

    @property
    def running(self) -> int:
        """Questions that are answered now."""
        return self._running_by_client.total()

    def start_spare(self) -> None:
        """Keep a spare child ready, in the background."""
        if self._idle or self._closed or (self._refill is not None and not self._refill.done()):
            return
        self._refill = asyncio.create_task(self._start_idle_worker())

    async def _start_idle_worker(self) -> None:
        with contextlib.suppress(Refused, TimeoutError):
            child = await self._starter.start()
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
        """Return a child in preparation, or else a new child."""
        if self._refill is not None and not self._refill.done():
            await asyncio.wait({self._refill})
        return self._pop_idle() or await self._starter.start()

    def _return_worker(self, child: WorkerProcess, complete: bool) -> None:
        spare = len(self._idle) <= self.capacity
        if complete and spare and child.answers < MAX_ANSWERS and not self._closed:
            self._idle.append(child)
        else:
            child.kill()
            self.start_spare()

    @property
    def max_per_client(self) -> int:
        """The most places of a client: never all places, unless there is only one."""
        return max(1, self.capacity - 1)

    async def _acquire(self, client: str) -> None:
        """Wait for a place."""
        if self._closed:
            raise Refused("the server is ending")
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
                self._release(client)
            elif turn in line:
                line.remove(turn)
                if not line:
                    self._waiting.pop(client, None)
            raise

    def _release(self, client: str) -> None:
        """Give a place back."""
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

    async def close(self) -> None:
        """End all children."""
        self._closed = True
        if self._refill is not None:
            self._refill.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._refill
        for child in (*self._idle, *self._working):
            child.kill()
            await asyncio.wait({child.ended})
        self._idle.clear()
        await self._starter.close()
