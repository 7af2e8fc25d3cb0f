"""Children: forked or begun by themselves, they answer, end when killed, and say how they ended."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from nonet.processes import descendants
from nonet.web.fork_server import CAN_FORK
from nonet.web.worker_processes import WorkerProcess, WorkerStarter

EASY = b'{"do": "verify", "puzzle": {"size": 4, "clues": ".......21.3..4.."}}'
ENDLESS = json.dumps(
    {"do": "solve", "puzzle": {"size": 9, "clues": "." * 81}, "limit": 0, "seconds": 500}
).encode()


def with_starter(forks: bool, do: Callable[[WorkerStarter], Awaitable[None]]) -> None:
    async def run() -> None:
        starter = WorkerStarter(forks)
        try:
            async with asyncio.timeout(120):
                await do(starter)
        finally:
            await starter.close()

    asyncio.run(run())


async def last(child: WorkerProcess, question: bytes) -> dict:
    """The last event of an answer."""
    events = [json.loads(line) async for line in child.events(question)]
    return events[-1]


@pytest.mark.parametrize("forks", [CAN_FORK, False] if CAN_FORK else [False])
def test_a_child_answers_until_it_is_killed_and_says_how_it_ended(forks: bool) -> None:
    async def do(starter: WorkerStarter) -> None:
        child = await starter.start()
        assert child.alive
        assert (await last(child, EASY))["done"]["uniqueness"] == "unique"
        assert "error" in await last(child, b"nonsense")  # and it goes on
        events = child.events(ENDLESS)
        await anext(events)
        child.kill()
        assert not child.alive
        *_, end = [json.loads(line) async for line in events]
        assert end["kind"] == "Broken"
        assert await child.ended in (-signal.SIGKILL, 0)  # or its last question has come before

    with_starter(forks, do)


needs_forks = pytest.mark.skipif(not CAN_FORK, reason="processes are not forked on this system")


@needs_forks
def test_children_are_forks_of_one_process() -> None:
    async def do(starter: WorkerStarter) -> None:
        some = [await starter.start() for _ in range(3)]
        nursery = nursery_of(starter)
        assert len(descendants(nursery)) == 3
        # no other thread, which might hold a lock
        assert len(list(Path(f"/proc/{nursery}/task").iterdir())) == 1
        some[1].kill()
        await some[1].ended
        assert len(descendants(nursery)) == 2
        assert [each.alive for each in some] == [True, False, True]
        assert "done" in await last(some[0], EASY)

    with_starter(True, do)


@needs_forks
def test_a_nursery_that_is_killed_takes_its_children_along_and_another_begins() -> None:
    async def do(starter: WorkerStarter) -> None:
        child = await starter.start()
        before = nursery_of(starter)
        events = child.events(ENDLESS)
        await anext(events)
        os.kill(before, signal.SIGKILL)
        *_, end = [json.loads(line) async for line in events]
        assert end["kind"] == "Broken"
        assert not child.alive
        assert "done" in await last(await starter.start(), EASY)
        assert nursery_of(starter) != before

    with_starter(True, do)


def nursery_of(starter: WorkerStarter) -> int:
    """The process that children are forked from."""
    assert starter._fork_server is not None
    return starter._fork_server.result().process.pid
