"""Connections that never ask, or never finish asking, hold up nobody."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterator

import pytest

from tests.web.conftest import PATIENCE, Server, start_server

HALF = b"POST /ask HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@pytest.fixture
def fresh_server(server: Server) -> Iterator[Server]:
    """A server without connections."""
    started = start_server()
    yield started
    for connection in started.open:
        connection.close()
    started.process.terminate()
    started.process.communicate(timeout=PATIENCE)


@contextlib.contextmanager
def connected(server: Server, number: int, sent: bytes) -> Iterator[list[socket.socket]]:
    """So many connections that have sent the beginning of a request."""
    with contextlib.ExitStack() as stack:
        all_connections = []
        for _ in range(number):
            each = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            all_connections.append(stack.enter_context(each))
            with contextlib.suppress(ConnectionError):  # the server closes the oldest
                each.sendall(sent)
        yield all_connections


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("sent", [b"", HALF], ids=["silent", "half"])
def test_six_hundred_idle_connections_hold_up_nobody(fresh_server: Server, sent: bytes):
    with connected(fresh_server, 600, sent):
        for _ in range(3):
            assert "done" in fresh_server.ask("about")
            fresh_server.open.pop().close()
        connection = fresh_server.connection()
        connection.request("GET", "/")
        assert connection.getresponse().status == 200


def test_a_page_that_asks_is_not_closed_by_those_who_come_later(fresh_server: Server):
    endless = {"do": "solve", "puzzle": {"size": 9, "clues": "." * 81}, "limit": 0, "seconds": 500}
    answer = fresh_server.send(endless)
    assert answer.readline()
    with connected(fresh_server, 600, HALF):
        assert "done" in fresh_server.ask("about")
        for _ in range(100):
            assert answer.readline()
    answer.close()
    answer.asking.close()  # type: ignore[attr-defined]


def test_headers_that_do_not_arrive_in_time_end_the_connection(monkeypatch: pytest.MonkeyPatch):
    """Neither at first nor after an answer, nor where a byte comes now and then."""
    uvicorn = pytest.importorskip("uvicorn", reason="the server of the page needs uvicorn")
    from nonet.web import application as web_application

    monkeypatch.setattr(web_application, "HEADER_SECONDS", 0.3)

    async def application(scope, receive, send) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def closed_after(start: bytes, port: int) -> float:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(start)
        while start.endswith(b"\r\n\r\n") and b"204" not in await reader.readline():
            pass
        writer.write(HALF)
        began = time.monotonic()
        end = asyncio.create_task(reader.read())
        while not end.done():
            with contextlib.suppress(ConnectionError):
                writer.write(b"x")
            await asyncio.sleep(0.02)
        end.exception()  # reset, or ended
        writer.close()
        return time.monotonic() - began

    async def story() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            config = uvicorn.Config(
                application, http=web_application.TimedConnection, log_level="error", lifespan="off"
            )
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            async with asyncio.timeout(PATIENCE):
                port = listening.getsockname()[1]
                for start in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"):
                    assert await closed_after(start, port) >= 0.2
                server.should_exit = True
                await serving

    asyncio.run(story())
