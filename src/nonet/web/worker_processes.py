"""Starting a child: forked from a process that has all imported, or begun by itself.

Where processes are forked (``fork_server.py``) a child is ready after some milliseconds;
elsewhere after Python has started.  Either way the result is a stream of questions, a stream of
events, and a kill.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from asyncio import Future, StreamReader, StreamWriter
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field

from nonet.web.fork_server import CAN_FORK
from nonet.web.fork_server import MAX_MESSAGE_BYTES as LONGEST_MESSAGE
from nonet.web.worker import TIMEOUT_EXIT_CODE

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
    """A process that answers one question at a time; ``ended`` gives its exit code."""

    answers_from: StreamReader
    questions_to: StreamWriter
    end: Callable[[], None]
    ended: Future[int]
    answers: int = 0
    killed: bool = False

    async def events(self, question: bytes) -> AsyncIterator[bytes]:
        """Yield the lines of an answer; a broken answer ends with an error as the last line."""
        self.answers += 1
        try:
            self.questions_to.write(question + b"\n")
            await self.questions_to.drain()
            while line := await self.read_line():
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
        yield TIMEOUT_EVENT if await asyncio.shield(self.ended) == late else BROKEN_EVENT

    async def read_line(self) -> bytes:
        """Return the next line of the process; empty after its end."""
        return await self.answers_from.readline()

    @property
    def alive(self) -> bool:
        """Whether the process can answer."""
        return not self.killed and not self.ended.done()

    def kill(self) -> None:
        """Kill the process now."""
        if self.alive:
            self.killed = True
            self.end()
        self.questions_to.close()


def is_last_event(line: bytes) -> bool:
    """Whether an event is the last of its answer.

    >>> events = b'{"done":{}}', b'{"error":"x","kind":"y"}', b'{"counted":3}'
    >>> [is_last_event(event) for event in events]
    [True, True, False]
    """
    return line.startswith((b'{"done":', b'{"error":'))


@dataclass
class WorkerStarter:
    """Starts children: by forks where possible."""

    forks: bool = CAN_FORK
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    _fork_server: asyncio.Task[ForkServer] | None = None

    async def start(self) -> WorkerProcess:
        """Return a new child, ready to answer; raise ``Refused`` if the start fails."""
        child: WorkerProcess | None = None
        try:
            async with asyncio.timeout(START_SECONDS):
                child = await (self._fork() if self.forks else _spawn(self.environment))
                ready = await child.read_line()
        except BaseException:
            if child is not None:
                child.kill()
            raise
        if not ready:
            code = await asyncio.shield(child.ended)
            raise Refused(f"a child process of nonet does not start (exit {code})")
        return child

    async def _fork(self) -> WorkerProcess:
        server = self._fork_server
        if server is None or (server.done() and (server.exception() or server.result().closed)):
            self._fork_server = server = asyncio.create_task(ForkServer.start(self.environment))
        return await (await asyncio.shield(server)).fork()

    async def close(self) -> None:
        """End the fork server, and with it all children."""
        if self._fork_server is not None:
            self._fork_server.cancel()
            with contextlib.suppress(asyncio.CancelledError, Refused):
                await (await self._fork_server).close()


async def _spawn(environment: Mapping[str, str]) -> WorkerProcess:
    """A child that is a process by itself."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "nonet.web.worker",
        stdin=pipe,
        stdout=pipe,
        limit=MAX_EVENT_BYTES,
        env=environment,
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def end() -> None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()

    ended = asyncio.ensure_future(process.wait())
    return WorkerProcess(process.stdout, process.stdin, end, ended)


@dataclass(eq=False)
class ForkServer:
    """The process that children are forked from, as the server sees the process."""

    process: Process
    control: socket.socket
    closed: bool = False
    _last_number: int = 0
    _children: dict[int, Future[int]] = field(default_factory=dict)

    @classmethod
    async def start(cls, environment: Mapping[str, str]) -> ForkServer:
        """Return a new fork server after its imports; raise ``Refused`` if the start fails."""
        own_end, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            theirs.set_inheritable(True)
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "nonet.web.fork_server", str(theirs.fileno()),
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
                pass_fds=[theirs.fileno()], env=environment,
            )  # fmt: skip
        own_end.setblocking(False)
        nursery = cls(process, own_end)
        try:
            if not await asyncio.get_running_loop().sock_recv(own_end, LONGEST_MESSAGE):
                code = await process.wait()
                raise Refused(f"a child process of nonet does not start (exit {code})")
        except BaseException:
            nursery._mark_closed()
            raise
        asyncio.get_running_loop().add_reader(own_end, nursery._on_message)
        return nursery

    async def fork(self) -> WorkerProcess:
        """Return a fork, whose first message is ``ready``."""
        own_end, theirs = socket.socketpair()
        self._last_number += 1
        number = self._last_number
        ended: Future[int] = asyncio.get_running_loop().create_future()
        self._children[number] = ended
        with theirs:
            self._send(number, theirs)
        reader, writer = await asyncio.open_unix_connection(sock=own_end, limit=MAX_EVENT_BYTES)
        return WorkerProcess(reader, writer, lambda: self._send(-number), ended)

    def _send(self, number: int, line: socket.socket | None = None) -> None:
        """Send a message to the process; if the process is gone, its children are as well."""
        try:
            socket.send_fds(self.control, [b"%d" % number], [line.fileno()] if line else [])
        except OSError:
            self._mark_closed()

    def _on_message(self) -> None:
        """A child has ended, or the process has."""
        try:
            message = self.control.recv(LONGEST_MESSAGE)
        except BlockingIOError:
            return
        except OSError:
            message = b""
        if not message:
            self._mark_closed()
            return
        number, status = map(int, message.split())
        ended = self._children.pop(number)
        if not ended.done():
            ended.set_result(status)

    def _mark_closed(self) -> None:
        """Record that the process is gone, or will be at once; its children end with it."""
        if not self.closed:
            self.closed = True
            asyncio.get_running_loop().remove_reader(self.control)
            self.control.close()
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        for ended in self._children.values():
            if not ended.done():
                ended.set_result(-signal.SIGKILL)
        self._children.clear()

    async def close(self) -> None:
        """End the process."""
        self._mark_closed()
        await self.process.wait()
