"""Starting a child: forked from a process that has all imported, or begun by itself.

Where processes are forked a child is ready after some milliseconds, so that a cancelled question
makes nobody wait; elsewhere after Python and nonet have started.  Either way the result is a stream
of questions, a stream of events, and a kill.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

from nonet.web.worker import TIMEOUT_EXIT_CODE, run

FORKS = sys.platform == "linux"
"""Whether processes are forked: elsewhere system libraries do not survive a fork."""

CONTEXT = get_context("forkserver") if FORKS else get_context("spawn")
CONTEXT.set_forkserver_preload(["nonet.web.worker", "nonet.web.warm"])

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
    """A process that answers one question at a time."""

    process: BaseProcess
    answers_from: StreamReader
    questions_to: StreamWriter
    answers: int = 0
    killed: bool = False

    async def events(self, question: bytes) -> AsyncIterator[bytes]:
        """Yield the lines of an answer; a broken answer ends with an error as the last line."""
        self.answers += 1
        try:
            self.questions_to.write(question + b"\n")
            await self.questions_to.drain()
            while line := await self.answers_from.readline():
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
        yield TIMEOUT_EVENT if await self.exit_code() == late else BROKEN_EVENT

    @property
    def alive(self) -> bool:
        return not self.killed and not self.answers_from.at_eof()

    def kill(self) -> None:
        """Kill the process now; a starting process ends with its connection."""
        if self.alive and self.process.pid is not None:
            self.process.kill()
        self.killed = True
        self.questions_to.close()

    async def exit_code(self) -> int | None:
        """Wait for the end of the process, and return its exit code."""
        await asyncio.to_thread(self.process.join)
        return self.process.exitcode


def is_last_event(line: bytes) -> bool:
    """Whether an event is the last of its answer.

    >>> events = b'{"done":{}}', b'{"error":"x","kind":"y"}', b'{"counted":3}'
    >>> [is_last_event(event) for event in events]
    [True, True, False]
    """
    return line.startswith((b'{"done":', b'{"error":'))


async def start_worker(environment: Mapping[str, str]) -> WorkerProcess:
    """Return a new child, ready to answer; raise ``Refused`` if the start fails."""
    own_end, theirs = socket.socketpair()
    process = CONTEXT.Process(target=run, args=(theirs, dict(environment)), name="nonet worker")
    reader, writer = await asyncio.open_connection(sock=own_end, limit=MAX_EVENT_BYTES)
    child = WorkerProcess(process, reader, writer)
    try:
        async with asyncio.timeout(START_SECONDS):
            with theirs:
                await asyncio.to_thread(process.start)
            ready = await reader.readline()
    except BaseException:
        child.kill()
        raise
    if not ready:
        raise Refused(f"a child process of nonet does not start (exit {await child.exit_code()})")
    return child
