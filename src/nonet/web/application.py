"""The server of ``nonet web``: the page and its questions, for this machine alone.

``POST /ask`` takes a command as JSON and answers with lines of JSON, an event each; closing the
connection cancels the question.  ``POST /open`` exchanges a key for the secrets that a question
needs (``admission.py``).  All else is the page, whose files are static and hold no secret.

A request is answered if the request names this host (a page elsewhere cannot make such a
request, whatever name its DNS gives to our address), and comes from our own page if an origin is
given.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import mimetypes
import os
from collections.abc import AsyncGenerator, AsyncIterator, MutableMapping
from pathlib import Path
from typing import Any, cast

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from nonet.protocol.about import RUN_PROGRAMS
from nonet.protocol.documents import MAX_QUESTION_LENGTH
from nonet.web.admission import Admission
from nonet.web.worker_pool import Refused, WorkerPool

# Connections: those who may not ask cannot hold up those who may.
#
# A request's headers must arrive within a time. There is a limit of connections for each client's
# address and one for all addresses, and a connection too many closes the oldest one that has
# shown no permission to ask: a newcomer is not turned away because others wait.

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
        timed = (each for each in self.connections if isinstance(each, TimedConnection))
        waiting = [each for each in timed if not each._permitted]
        of_client = [each for each in waiting if each.client and self.client
                     and each.client[0] == self.client[0]]  # fmt: skip
        if len(of_client) > MAX_PER_CLIENT:
            waiting = of_client
        elif len(waiting) <= MAX_WITHOUT_PERMISSION:
            return
        min(waiting, key=lambda each: each._age).abort()

    def connection_lost(self, exc: Exception | None) -> None:
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
        self.permit()  # it is counted no more
        self.transport.abort()

    def _expect_headers(self) -> None:
        self._headers_due = self.loop.call_later(HEADER_SECONDS, self.abort)

    def _expect_no_headers(self) -> None:
        if self._headers_due is not None:
            self._headers_due.cancel()
            self._headers_due = None


STATIC = Path(__file__).parent / "static"

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "connect-src 'self'; worker-src 'self'; img-src 'self' data: blob:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The permissions of the page; the page repeats the policy, for hosts that set no headers."""

HEADERS = {
    "content-security-policy": f"{CONTENT_SECURITY_POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}

BODY_SECONDS = 10.0
"""Seconds in which a question must have arrived."""

SERVER_PLACEHOLDER = '<meta name="nonet-server" content="">'
"""The placeholder in the page that says whether a server answers its questions."""

SITE_PLACEHOLDER = '<meta name="nonet-site" content="">'
"""The placeholder in the page for the address of a page that others can open."""

MAX_KEY_BYTES = 1 << 10
"""Most bytes of a request to exchange a key."""

MEDIA_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
}

NOT_ADMITTED = (
    "this page belongs to whoever started nonet web: press Enter there, and open the address "
    "that it prints"
)


def default_capacity() -> int:
    """Questions that are answered at once, unless said: one a processor, and two at least."""
    return max(2, min(8, os.cpu_count() or 2))


def make_app(
    admission: Admission,
    *,
    capacity: int | None = None,
    static: Path = STATIC,
    library: str | None = None,
    site: str = "",
    run_programs: str = "never",
) -> Starlette:
    """The application of a server that answers whom ``admission`` lets in.

    The page is in ``static``; ``library`` takes the place of the page's own puzzles, as text;
    ``run_programs`` is one of ``RUN_WHEN``.
    """
    for suffix, kind in MEDIA_TYPES.items():
        mimetypes.add_type(kind, suffix)
    children = WorkerPool(capacity or default_capacity(), {RUN_PROGRAMS: run_programs})

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        children.start_spare()
        try:
            yield
        finally:
            await children.close()

    async def index(_: Request) -> Response:
        html = (static / "index.html").read_text(encoding="utf-8")
        for empty, value in ((SERVER_PLACEHOLDER, "yes"), (SITE_PLACEHOLDER, site)):
            html = html.replace(empty, empty.replace('""', f'"{value}"'))
        return HTMLResponse(html)

    async def open_page(request: Request) -> Response:
        key = await read_body(request, MAX_KEY_BYTES)
        token = admission.exchange(key.decode("utf-8", "replace"))
        if token is None:
            raise HTTPException(403, NOT_ADMITTED)
        headers = {"set-cookie": admission.cookie, "cache-control": "no-store"}
        return PlainTextResponse(token, headers=headers)

    async def ask(request: Request) -> Response:
        """A command in, its events out, until the connection is closed."""
        question = await read_question(request, admission)
        client = request.headers.get("x-nonet-client") or str(request.scope.get("client"))
        if admission.is_proxied(request):  # a name of their own would be a place of their own
            client = request.headers.get("x-real-ip", client)
        events = answer_lines(children, client[:100], question)
        headers = {"cache-control": "no-store"}
        return EventStream(events, headers=headers, media_type="application/x-ndjson")

    async def library_file(_: Request) -> Response:
        return Response(library, media_type="application/json")

    app = Starlette(
        routes=[
            Route("/", index),
            Route("/open", open_page, methods=["POST"]),
            Route("/ask", ask, methods=["POST"]),
            *([] if library is None else [Route("/library.json", library_file)]),
            Mount("/", StaticFiles(directory=static)),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: in_plain_text},
    )
    app.state.children = children
    app.add_middleware(RequestGuard, admission=admission)
    return app


async def in_plain_text(_: Request, error: Exception) -> Response:
    """An error of HTTP in a line."""
    assert isinstance(error, HTTPException)
    return PlainTextResponse(f"{error.detail}\n", error.status_code, error.headers)


class RequestGuard:
    """Answers only requests to this host, from this host's own pages; adds headers to answers."""

    def __init__(self, app: ASGIApp, admission: Admission) -> None:
        self._app, self._admission = app, admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._admission.refusal_reason(Request(scope))
        if refused:
            response = PlainTextResponse(f"{refused}\n", 403)
            await response(scope, receive, send_with_headers)
        else:
            await self._app(scope, receive, send_with_headers)


class EventStream(StreamingResponse):
    """The lines of an answer; closing the connection closes the answer."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:  # from ASGI 2.4 on a closed connection is noticed as a line is sent: here, at once
            await super().__call__({**scope, "asgi": {}}, receive, send)
        except* OSError:  # a line that was sent as the connection closed
            pass

    async def stream_response(self, send: Send) -> None:
        async with contextlib.aclosing(cast(AsyncGenerator[bytes], self.body_iterator)):
            await super().stream_response(send)


async def read_question(request: Request, admission: Admission) -> bytes:
    """Return the body as a line; raise ``HTTPException`` for a refused body."""
    if not admission.allows(request):
        raise HTTPException(403, NOT_ADMITTED)
    if permit := request.scope.get("extensions", {}).get(PERMIT):
        permit()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "a question is application/json")
    body = await read_body(request, MAX_QUESTION_LENGTH)
    # a line for the child: within JSON line ends are blanks, as they may not be in its texts
    return body.replace(b"\n", b" ").replace(b"\r", b" ")


async def answer_lines(children: WorkerPool, client: str, question: bytes) -> AsyncGenerator[bytes]:
    """Yield the events of a question; a refusal is an event, too."""
    try:
        async with contextlib.aclosing(children.answer(client, question)) as events:
            async for line in events:
                yield line
    except (Refused, TimeoutError) as error:
        message = str(error) or "the process that answers did not start in time"
        yield json.dumps({"error": message, "kind": "Refused"}).encode() + b"\n"


async def read_body(request: Request, most: int) -> bytes:
    """Return a body of at most ``most`` bytes; raise ``HTTPException`` for a longer or late body.

    The rest of a body that is too long is not read.
    """
    fault = f"a question has at most {most >> 10} KiB"
    too_long = HTTPException(413, fault, {"connection": "close"})
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > most:
        raise too_long
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise too_long
    except TimeoutError:
        raise HTTPException(408, "the question did not arrive in time") from None
    except ClientDisconnect:
        raise HTTPException(400, "the question was cut short") from None
    return bytes(body)
