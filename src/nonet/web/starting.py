"""Starting a child: forked from a process that has all imported, or begun by itself.

Where processes are forked (``nursery.py``) a child is ready after some milliseconds; elsewhere
after Python has started.  Either way it is a stream of questions, a stream of events, and a kill.
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
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from nonet.web.child import ALARMED
from nonet.web.nursery import FORKS
from nonet.web.nursery import LONGEST as LONGEST_MESSAGE

LONGEST_EVENT = 1 << 25
"""Bytes of one event: 32 MiB."""

STARTING = 120.0
"""Seconds that a child may take to be ready, on a machine however busy."""

BROKEN = (
    b'{"error":"the process that answers broke: perhaps its memory is full",'
    b'"kind":"Broken","fatal":true}\n'
)
LATE = b'{"error":"it took longer than it may","kind":"OutOfTime","fatal":true}\n'
LONG = b'{"error":"the answer is too long to be sent","kind":"TooLong","fatal":true}\n'


class Refused(Exception):
    """A question that is not answered: the message says why."""


@dataclass(eq=False)
class Child:
    """A process that answers one question at a time; ``ended`` gives its exit code."""

    answers_from: StreamReader
    questions_to: StreamWriter
    end: Callable[[], None]
    ended: Future[int]
    answers: int = 0
    killed: bool = False

    async def events(self, question: bytes) -> AsyncIterator[bytes]:
        """The lines of an answer; one that breaks off ends with an error as the last."""
        self.answers += 1
        try:
            self.questions_to.write(question + b"\n")
            await self.questions_to.drain()
            while line := await self.line():
                yield line
                if ends(line):
                    return
        except (BrokenPipeError, ConnectionResetError):
            pass
        except ValueError:  # a line longer than the limit
            self.kill()
            yield LONG
            return
        late = ALARMED if os.name == "nt" else -signal.SIGALRM
        yield LATE if await asyncio.shield(self.ended) == late else BROKEN

    async def line(self) -> bytes:
        """The next line it says; empty when it has ended."""
        return await self.answers_from.readline()

    @property
    def alive(self) -> bool:
        """Whether it can answer."""
        return not self.killed and not self.ended.done()

    def kill(self) -> None:
        """End it now."""
        if self.alive:
            self.killed = True
            self.end()
        self.questions_to.close()


def ends(line: bytes) -> bool:
    """Whether an event is the last of its answer.

    >>> ends(b'{"done":{}}'), ends(b'{"error":"x","kind":"y"}'), ends(b'{"counted":3}')
    (True, True, False)
    """
    return line.startswith((b'{"done":', b'{"error":'))


@dataclass
class Starter:
    """Starts children: by forks where it can."""

    forks: bool = FORKS
    _nursery: asyncio.Task[Nursery] | None = None

    async def start(self) -> Child:
        """A new child, ready to answer; raises ``Refused`` if it does not start."""
        child: Child | None = None
        try:
            async with asyncio.timeout(STARTING):
                child = await (self._forked() if self.forks else _spawned())
                ready = await child.line()
        except BaseException:
            if child is not None:
                child.kill()
            raise
        if not ready:
            code = await asyncio.shield(child.ended)
            raise Refused(f"a child process of nonet does not start (exit {code})")
        return child

    async def _forked(self) -> Child:
        known = self._nursery
        if known is None or (known.done() and (known.exception() or known.result().gone)):
            self._nursery = known = asyncio.create_task(Nursery.begun())
        return await (await asyncio.shield(known)).child()

    async def close(self) -> None:
        """End what children are forked from, and with it all of them."""
        if self._nursery is not None:
            self._nursery.cancel()
            with contextlib.suppress(asyncio.CancelledError, Refused):
                await (await self._nursery).close()


async def _spawned() -> Child:
    """A child that is a process by itself."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "nonet.web.child", stdin=pipe, stdout=pipe, limit=LONGEST_EVENT
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def end() -> None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()

    ended = asyncio.ensure_future(process.wait())
    return Child(process.stdout, process.stdin, end, ended)


@dataclass(eq=False)
class Nursery:
    """The process that children are forked from, as the server sees it."""

    process: Process
    control: socket.socket
    gone: bool = False
    _last: int = 0
    _children: dict[int, Future[int]] = field(default_factory=dict)

    @classmethod
    async def begun(cls) -> Nursery:
        """A new one, which has all imported; raises ``Refused`` if it does not start."""
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            theirs.set_inheritable(True)
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "nonet.web.nursery", str(theirs.fileno()),
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )  # fmt: skip
        mine.setblocking(False)
        nursery = cls(process, mine)
        try:
            if not await asyncio.get_running_loop().sock_recv(mine, LONGEST_MESSAGE):
                code = await process.wait()
                raise Refused(f"a child process of nonet does not start (exit {code})")
        except BaseException:
            nursery._lost()
            raise
        asyncio.get_running_loop().add_reader(mine, nursery._hear)
        return nursery

    async def child(self) -> Child:
        """A fork, which says first that it is ready."""
        mine, theirs = socket.socketpair()
        self._last += 1
        number = self._last
        ended: Future[int] = asyncio.get_running_loop().create_future()
        self._children[number] = ended
        with theirs:
            self._say(number, theirs)
        reader, writer = await asyncio.open_unix_connection(sock=mine, limit=LONGEST_EVENT)
        return Child(reader, writer, lambda: self._say(-number), ended)

    def _say(self, number: int, line: socket.socket | None = None) -> None:
        """A message to the process; where it is gone, its children are as well."""
        try:
            socket.send_fds(self.control, [b"%d" % number], [line.fileno()] if line else [])
        except OSError:
            self._lost()

    def _hear(self) -> None:
        """A child has ended, or the process has."""
        try:
            message = self.control.recv(LONGEST_MESSAGE)
        except BlockingIOError:
            return
        except OSError:
            message = b""
        if not message:
            self._lost()
            return
        number, status = map(int, message.split())
        ended = self._children.pop(number)
        if not ended.done():
            ended.set_result(status)

    def _lost(self) -> None:
        """The process is gone, or will be at once; its children end with it."""
        if not self.gone:
            self.gone = True
            asyncio.get_running_loop().remove_reader(self.control)
            self.control.close()
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        for ended in self._children.values():
            if not ended.done():
                ended.set_result(-signal.SIGKILL)
        self._children.clear()

    async def close(self) -> None:
        """End it."""
        self._lost()
        await self.process.wait()
