"""Children: questions are answered in processes of their own, kept warm and ended by a kill.

A child goes on to the next question, and one more than is busy is kept ready (``starting.py``).
There are so many places; who finds none waits, and those who wait take turns by client, so that
none starves because another asks much.

A question that is given up (its page was closed, or cancelled it) ends with its child at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from nonet.web.starting import Child, Refused, Starter, ends

MOST_WAITING = 64
"""Questions of one client that wait; one more is refused."""

MOST_ANSWERS = 500
"""Questions that one child answers: then a new one takes its place."""


@dataclass
class Children:
    """All children of a server, and who may use them when."""

    places: int
    """How many questions are answered at once."""
    _starter: Starter = field(default_factory=Starter)
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
            child = await self._starter.start()
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
        return self._take() or await self._starter.start()

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
            await asyncio.wait({child.ended})
        self._idle.clear()
        await self._starter.close()
