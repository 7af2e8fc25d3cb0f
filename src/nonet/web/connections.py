"""Connections: those who may not ask cannot hold up those who may.

A request's headers must arrive within a time.  There is a limit of connections for each client's
address and one for all addresses, and a connection too many closes the oldest one that has shown
no permission to ask: a newcomer is not turned away because others wait.
"""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0
"""Seconds in which the headers of a request must arrive."""

MAX_PER_CLIENT = 128
"""Most connections without permission from one address."""

MAX_WITHOUT_PERMISSION = 512
"""Most connections without permission, in all."""

MAX_CONNECTIONS = 1024
"""Most connections in all: at more, a request is told to come back later."""

MAX_ACCEPTED_AT_ONCE = 64
"""Connections that are accepted before requests are read: fewer than a client may have."""

PERMIT = "nonet.permit"
"""The name in ``scope["extensions"]`` of the function that is called for a client who may ask."""

_ages = itertools.count()


class TimedConnection(H11Protocol):
    """A connection of uvicorn, with limits."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._age = next(_ages)
        self._permitted = False
        self._headers_due: asyncio.TimerHandle | None = None
        application: Any = self.app

        async def with_permit(scope: Scope, receive: Receive, send: Send) -> None:
            scope.setdefault("extensions", {})[PERMIT] = self.permit
            await application(scope, receive, send)

        self.app = with_permit

    def permit(self) -> None:
        """Exempt this connection from the limits: its client may ask."""
        self._permitted = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; close the oldest connection without permission if there are too many."""
        super().connection_made(transport)
        self._expect_headers()
        waiting = [
            each
            for each in self.connections
            if isinstance(each, TimedConnection) and not each._permitted
        ]
        of_client = [each for each in waiting if each.client and self.client
                     and each.client[0] == self.client[0]]  # fmt: skip
        if len(of_client) > MAX_PER_CLIENT:
            waiting = of_client
        elif len(waiting) <= MAX_WITHOUT_PERMISSION:
            return
        min(waiting, key=lambda each: each._age).abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._expect_no_headers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; the time for headers does not begin anew with each byte."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._expect_no_headers()
        elif self._headers_due is None:
            self._expect_headers()

    def abort(self) -> None:
        """Close the connection at once."""
        self.permit()  # it is counted no more
        self.transport.abort()

    def _expect_headers(self) -> None:
        self._headers_due = self.loop.call_later(HEADER_SECONDS, self.abort)

    def _expect_no_headers(self) -> None:
        if self._headers_due is not None:
            self._headers_due.cancel()
            self._headers_due = None
