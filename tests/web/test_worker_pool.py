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
from nonet.web import worker_pool
from nonet.web.worker import run
from nonet.web.worker_pool import (
    FORKS,
    Refused,
    TurnQueue,
    WorkerPool,
    WorkerProcess,
    is_short,
    start_worker,
)

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


# -- who is next ----------------------------------------------------------------------------


def test_places_are_given_in_turn_and_one_client_never_has_all() -> None:
    async def do() -> None:
        queue, order = TurnQueue(3), []

        async def ask(client: str) -> None:
            await queue.acquire(client)
            order.append(client)

        tasks = [asyncio.create_task(ask(client)) for client in "aaaabbc"]
        for _ in range(9):
            await asyncio.sleep(0)
        assert order == ["a", "a", "b"] and queue.running == 3  # of three places two at most
        for released, expected in (("a", "a"), ("a", "b"), ("b", "c"), ("c", "a")):
            queue.release(released)
            for _ in range(9):
                await asyncio.sleep(0)
            assert order[-1] == expected, order
            assert queue.running <= 3
        assert sorted(order) == list("aaaabbc")
        for client in "aab":
            queue.release(client)
        assert queue.running == 0 and not queue._running_by_client and not queue._waiting
        await asyncio.gather(*tasks)

    in_time(do)


@pytest.mark.parametrize(("capacity", "most"), [(1, 1), (2, 1), (3, 2), (4, 3)])
def test_a_client_has_all_places_but_one_unless_there_is_one(capacity: int, most: int) -> None:
    async def do() -> None:
        queue = TurnQueue(capacity)
        tasks = [asyncio.create_task(queue.acquire("a")) for _ in range(capacity + 1)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert sum(task.done() for task in tasks) == queue.running == most
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    in_time(do)


def test_questions_of_a_client_wait_up_to_the_limit_and_the_next_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(worker_pool, "MAX_WAITING", 2)

    async def do() -> None:
        queue = TurnQueue(1)
        await queue.acquire("a")
        waiting = [asyncio.create_task(queue.acquire("a")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="2 questions of this page wait already"):
            await queue.acquire("a")
        other = asyncio.create_task(queue.acquire("b"))  # another may wait
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        again = asyncio.create_task(queue.acquire("a"))  # there is room again
        await asyncio.sleep(0)
        for released, admitted in (("a", waiting[1]), ("a", other), ("b", again)):
            assert not admitted.done()
            queue.release(released)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert admitted.done()
        assert waiting[0].cancelled() and queue.running == 1

    in_time(do)


def test_a_place_that_was_given_as_its_question_was_given_up_is_free_again() -> None:
    async def do() -> None:
        queue = TurnQueue(1)
        await queue.acquire("a")
        late = asyncio.create_task(queue.acquire("b"))
        await asyncio.sleep(0)
        queue.release("a")  # the turn of b, which is cancelled in the same moment
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        assert late.cancelled() and queue.running == 0
        await queue.acquire("c")
        assert queue.running == 1

    in_time(do)


def test_a_child_is_kept_for_the_next_question_until_it_has_answered_enough(monkeypatch) -> None:
    monkeypatch.setattr(worker_pool, "MAX_ANSWERS", 2)

    class Child:
        def __init__(self) -> None:
            self.answers, self.killed = 0, False
            self.alive = True

        def kill(self) -> None:
            self.killed, self.alive = True, False

        async def exit_code(self) -> int:
            return 0

        async def events(self, question: bytes):
            self.answers += 1
            yield b'{"counted":1}\n'
            yield b'{"done":{}}\n'

    started: list[Child] = []

    async def start(environment: object) -> Child:
        started.append(Child())
        return started[-1]

    monkeypatch.setattr(worker_pool, "start_worker", start)

    async def do() -> None:
        pool = WorkerPool(1)
        users: list[Child] = []
        for _ in range(5):
            before = [child.answers for child in started]
            assert len([line async for line in pool.answer("a", b"{}")]) == 2
            await asyncio.sleep(0)
            after = [child.answers for child in started]
            users += [c for c, n in zip(started, after, strict=True) if n > (
                before[started.index(c)] if started.index(c) < len(before) else 0)]  # fmt: skip
        assert max(child.answers for child in started) == 2
        assert all(child.killed == (child.answers == 2) for child in started)
        given_up = pool.answer("a", b"{}")
        await anext(given_up)
        assert pool.running == 1
        (busy,) = pool._working
        await given_up.aclose()
        assert busy.killed and pool.running == 0 and not pool._working
        await pool.close()
        assert all(child.killed for child in started if child is not busy) and not pool._idle
        with pytest.raises(Refused, match="the server is ending"):
            await anext(pool.answer("a", b"{}"))

    in_time(do)


@pytest.mark.parametrize(
    ("question", "is_in_short_queue"),
    [(b'{"do": "draw"}', True), (b'{"do": "solve"}', False), (b"[" * 100_000, False),
     (b"[]", False), (b'{"do": 3}', False), (b'{"do": "check", "quick": 1}', False)],
)  # fmt: skip
def test_short_questions_have_places_of_their_own(question: bytes, is_in_short_queue: bool) -> None:
    assert is_short(question) == is_in_short_queue
