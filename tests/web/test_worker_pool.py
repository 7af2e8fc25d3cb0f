"""Children: forked or begun by themselves, they answer, end when killed, and say how they ended."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import Awaitable, Callable
from multiprocessing import forkserver, get_context
from pathlib import Path

import pytest

from nonet.processes import descendants
from nonet.web.worker import run
from nonet.web.worker_pool import FORKS, WorkerProcess, start_worker

EASY = b'{"do": "verify", "puzzle": {"size": 4, "clues": ".......21.3..4.."}}'
ENDLESS = json.dumps(
    {"do": "solve", "puzzle": {"size": 9, "clues": "." * 81}, "limit": 0, "seconds": 500}
).encode()


def in_time(do: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(120):
            await do()

    asyncio.run(run())


async def last(child: WorkerProcess, question: bytes) -> dict:
    """The last event of an answer."""
    events = [json.loads(line) async for line in child.events(question)]
    return events[-1]


@pytest.mark.parametrize("way", ["forkserver", "spawn"] if FORKS else ["spawn"])
def test_a_child_answers_until_it_is_killed_and_says_how_it_ended(way: str, monkeypatch) -> None:
    async def do() -> None:
        child = await start_worker({"NONET_TRIED": "yes"})
        assert child.alive
        assert (await last(child, EASY))["done"]["uniqueness"] == "unique"
        assert "error" in await last(child, b"nonsense")  # and it goes on
        events = child.events(ENDLESS)
        await anext(events)
        child.kill()
        assert not child.alive
        *_, end = [json.loads(line) async for line in events]
        assert end["kind"] == "Broken"
        assert await child.exit_code() in (-signal.SIGKILL, 0)  # or its last question came before

    if way == "spawn":
        monkeypatch.setattr("nonet.web.worker_pool.CONTEXT", get_context("spawn"))
    in_time(do)


needs_forks = pytest.mark.skipif(not FORKS, reason="processes are not forked on this system")


@needs_forks
def test_children_are_forks_of_one_process() -> None:
    async def do() -> None:
        some = [await start_worker({}) for _ in range(3)]
        nursery = nursery_process()
        assert {each.process.pid for each in some} <= set(descendants(nursery))
        # no other thread, which might hold a lock
        assert len(list(Path(f"/proc/{nursery}/task").iterdir())) == 1
        some[1].kill()
        await some[1].exit_code()
        assert some[1].process.pid not in descendants(nursery)
        assert [each.alive for each in some] == [True, False, True]
        assert "done" in await last(some[0], EASY)
        for each in some:
            each.kill()

    in_time(do)


@needs_forks
def test_a_nursery_that_is_killed_takes_its_children_along_and_another_begins() -> None:
    async def do() -> None:
        child = await start_worker({})
        before = nursery_process()
        events = child.events(ENDLESS)
        await anext(events)
        os.kill(before, signal.SIGKILL)
        *_, end = [json.loads(line) async for line in events]
        assert end["kind"] == "Broken"
        assert not child.alive
        another = await start_worker({})
        assert "done" in await last(another, EASY)
        assert nursery_process() != before
        another.kill()

    in_time(do)


def test_a_child_that_is_given_up_as_it_starts_ends_without_a_traceback(capfd) -> None:
    """As at Ctrl-C soon after the start, and where a page leaves."""
    own_end, theirs = socket.socketpair()
    own_end.close()
    process = get_context("spawn").Process(target=run, args=(theirs, {}))
    with theirs:
        process.start()
    process.join(120)
    assert process.exitcode == 0
    assert not capfd.readouterr().err


def nursery_process() -> int:
    """The process that children are forked from."""
    return forkserver._forkserver._forkserver_pid
