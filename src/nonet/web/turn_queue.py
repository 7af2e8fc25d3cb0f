"""Places that clients share: who waits for a place takes turns, so that nobody starves.

>>> import asyncio
>>> async def story() -> int:
...     queue = TurnQueue(capacity=2)
...     await queue.acquire("a page")
...     return queue.running
>>> asyncio.run(story())
1
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from dataclasses import dataclass, field

from nonet.web.worker_processes import Refused

MAX_WAITING = 64
"""Most waiting questions of a client; further questions are refused."""


@dataclass
class TurnQueue:
    """Some places, and the clients who wait for one."""

    capacity: int
    """How many questions are answered at once."""
    _running_by_client: Counter[str] = field(default_factory=Counter)
    """The places that each client has."""
    _waiting: dict[str, deque[asyncio.Future[None]]] = field(default_factory=dict)

    @property
    def running(self) -> int:
        """Questions that are answered now."""
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
