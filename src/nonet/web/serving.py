"""Serving: a socket is bound, and questions are answered until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.errors import NotInstalled, WebError

if TYPE_CHECKING:
    from nonet.web.admission import Admission

DEFAULT_PORT = 8765
HOST = "127.0.0.1"


def serve(
    port: int | None = None,
    *,
    capacity: int | None = None,
    ready: Callable[[Admission], object] = lambda admission: print(admission.new_address()),
    library: str | None = None,
    run_programs: str = "never",
    host_name: str = "",
    site: str = "",
    unix_socket: Path | None = None,
) -> None:
    """Serve the page on this machine until the process is interrupted.

    ``port`` is 8765 by default, or another port if that is taken; 0 is any free port.  A web
    server may pass requests for ``host_name`` on, to the port or to a ``unix_socket`` in its
    place, which only the user and the group of this process can reach.
    ``ready`` is called once the server listens, with what opens its page.
    ``site`` is the address of a page that others can open, for what is shared.
    ``library`` is the text of a library that takes the place of the page's own.
    ``run_programs`` says when learners' programs are run: "confined" (in a sandbox, or not at
    all), "never" or "always".

    Raises ``NotInstalled`` without the extra ``web``, ``WebError`` if the port or the socket cannot
    be used.
    """
    try:
        import uvicorn

        from nonet.web.admission import Admission
        from nonet.web.application import (
            MAX_ACCEPTED_AT_ONCE,
            MAX_CONNECTIONS,
            TimedConnection,
            make_app,
        )
    except ImportError as error:
        needs = f"nonet web needs Starlette and uvicorn ({error})"
        raise NotInstalled(f"{needs}: pip install 'nonet[web]'") from error

    with bind_unix(unix_socket) if unix_socket else bind_port(port) as listening:
        admission = Admission(0 if unix_socket else listening.getsockname()[1], host_name.lower())
        application = make_app(
            admission, capacity=capacity, library=library, site=site, run_programs=run_programs
        )

        async def interruptible(scope: Any, receive: Any, send: Any) -> None:
            """The application; an interrupt within ends the server, where uvicorn would go on."""
            try:
                await application(scope, receive, send)
            except KeyboardInterrupt:
                server.should_exit = True
                raise

        config = uvicorn.Config(
            interruptible,
            log_level="error",
            access_log=False,
            server_header=False,
            date_header=False,
            http=TimedConnection,
            limit_concurrency=MAX_CONNECTIONS,
            backlog=MAX_ACCEPTED_AT_ONCE,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            lifespan="on",
            ws="none",
            h11_max_incomplete_event_size=1 << 16,
        )

        class Server(uvicorn.Server):
            """A server that leaves signals to the command, and reports when it listens."""

            @contextlib.contextmanager
            def capture_signals(self) -> Iterator[None]:
                yield

            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                if self.started:
                    ready(admission)

        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).addFilter(is_not_shutdown_message)
        server = Server(config)
        server.run(sockets=[listening])


def is_not_shutdown_message(record: logging.LogRecord) -> bool:
    """Whether a line of the log is more than that the server was interrupted."""
    error = record.exc_info[1] if record.exc_info else None
    message = record.getMessage()
    ended = "CancelledError" in message or ("handles pid" in message and "is closed" in message)
    return not (ended or isinstance(error, asyncio.CancelledError | KeyboardInterrupt))


@contextlib.contextmanager
def bind_port(port: int | None) -> Iterator[socket.socket]:
    """A socket that listens at the port, or near the usual one where none is said."""
    ports = [port] if port is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + 20), 0]
    reason = ""
    for number in ports:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            # where it exists, on Windows, "reuse" would let another process take over a port in use
            option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
            listener.setsockopt(socket.SOL_SOCKET, option, 1)
            listener.bind((HOST, number))
        except (OSError, OverflowError) as error:
            listener.close()
            reason = getattr(error, "strerror", None) or str(error)
            continue
        with listener:
            yield listener
        return
    raise WebError(f"port {port} cannot be used: {reason}; take another with --port N")


@contextlib.contextmanager
def bind_unix(path: Path) -> Iterator[socket.socket]:
    """A Unix socket that listens at a path, for the user and the group of this process."""
    if not hasattr(socket, "AF_UNIX"):
        raise WebError("this system has no Unix sockets: leave --socket out")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        before = os.umask(0o117)
        try:
            if path.is_socket():  # of a server that was killed, unless somebody answers
                with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
                    if other.connect_ex(str(path)):
                        path.unlink()
            listener.bind(str(path))
        except OSError as error:
            raise WebError(f"{path} cannot be used as a socket: {error.strerror}") from None
        finally:
            os.umask(before)
        try:
            yield listener
        finally:
            path.unlink(missing_ok=True)
