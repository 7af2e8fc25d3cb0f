"""The pool: answers in order, errors where they happen, no process left behind."""

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from nonet.deadline import DeadlineExceeded
from nonet.errors import BackendError
from nonet.solving import process_pool
from nonet.solving.process_pool import ProcessPool, map_in_order

LINUX = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="processes are read in /proc"
)


def double(number: int) -> int:
    time.sleep(0.02 if number % 2 else 0)
    return 2 * number


def fail(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def die(number: int) -> int:
    os._exit(1)


def process(number: int) -> int:
    return os.getpid()


def sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def alive(number: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def children(parent: int) -> list[int]:
    pids = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                pids.append(int(stat.parent.name))
        except OSError:
            continue
    return pids


def becomes_true(true, seconds: float = 60.0) -> bool:
    """Whether something comes true: waited for as long as a very slow machine needs."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if true():
            return True
        time.sleep(0.05)
    return bool(true())


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_come_in_the_order_of_the_items(jobs):
    assert list(map_in_order(double, range(20), jobs)) == [(n, 2 * n) for n in range(20)]


def test_two_jobs_are_processes_and_one_is_none():
    own_pid = os.getpid()
    assert {pid for _, pid in map_in_order(process, range(4), 1)} == {own_pid}
    assert own_pid not in {pid for _, pid in map_in_order(process, range(4), 2)}


def test_little_work_starts_no_process():
    assert {pid for _, pid in map_in_order(process, range(4), 2, alone=1000)} == {os.getpid()}


def test_items_are_taken_as_they_are_needed():
    """With one job the first answer needs the first item alone; with two a window of them."""
    taken = []

    def items():
        for number in range(100):
            taken.append(number)
            yield number

    assert next(map_in_order(double, items(), 1)) == (0, 0)
    assert taken == [0]
    taken.clear()
    answers = map_in_order(double, items(), 2)
    assert next(answers) == (0, 0) and len(taken) < 20
    answers.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_raised_where_its_item_stands(jobs):
    answers = map_in_order(fail, range(6), jobs)
    assert [next(answers) for _ in range(3)] == [(0, 0), (1, 1), (2, 2)]
    with pytest.raises(ValueError, match="three"):
        next(answers)


def test_a_worker_that_dies_is_an_error():
    with pytest.raises(BackendError, match="ended too soon"):
        list(map_in_order(die, range(4), 2))


@LINUX
def test_an_iterator_that_is_left_early_leaves_no_process_behind():
    answers = map_in_order(sleep, [0, 0, 1000, 1000, 1000], 2)
    worker = next(answers)[1]
    assert alive(worker)
    answers.close()
    assert becomes_true(lambda: not alive(worker))


SCRIPT = """
import sys
from nonet.deadline import DeadlineExceeded
from nonet.solving.process_pool import map_in_order
from tests.solving.test_process_pool import sleep
if __name__ == "__main__":
    for _, worker in map_in_order(sleep, [0, 0, 1000, 1000, 1000, 1000], 2):
        print(worker, flush=True)
"""


@LINUX
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_their_parent_however_it_ends(how, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    root = Path(__file__).parents[2]
    parent = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    try:
        assert parent.stdout is not None
        assert int(parent.stdout.readline())
        workers = children(parent.pid)
        assert len(workers) >= 2 and all(map(alive, workers))
        parent.send_signal(how)
        parent.wait(60)
        assert becomes_true(lambda: not any(map(alive, workers)))
    finally:
        parent.kill()
        parent.wait()
        parent.stdout.close()


def log_process() -> None:
    os.environ["BEGUN"] = f"{os.environ.get('BEGUN', '')}{os.getpid()} "


def process_and_log(number: int) -> tuple[int, str]:
    return os.getpid(), os.environ["BEGUN"]


def test_processes_stay_for_the_next_items_and_begin_once():
    with ProcessPool(2, log_process) as processes:
        first = [answer for _, answer in processes.map_in_order(process_and_log, range(8))]
        second = [
            answer for _, answer in processes.map_in_order(process_and_log, range(8), ahead=8)
        ]
    assert {initialised for _, initialised in second} <= {f"{pid} " for pid, _ in first + second}
    assert len({pid for pid, _ in first + second}) <= 2
    assert all(initialised == f"{pid} " for pid, initialised in first + second)


@LINUX
def test_processes_that_were_closed_are_gone():
    processes = ProcessPool(2)
    pids = {pid for _, pid in processes.map_in_order(sleep, [0] * 6)}
    processes.close()
    assert becomes_true(lambda: not any(map(alive, pids)))


def test_a_process_that_a_time_limit_meets_while_it_starts_is_ended_too(monkeypatch):
    start = SpawnProcess.start

    def interrupted(self):
        start(self)
        raise DeadlineExceeded

    with ProcessPool(1) as processes:
        monkeypatch.setattr(SpawnProcess, "start", interrupted)
        with pytest.raises(DeadlineExceeded):
            next(processes.map_in_order(sleep, [60]))
        assert len(active_children()) == 1
    assert not active_children()


@pytest.mark.parametrize(
    ("seconds", "alone"), [(0.0, 0), (1.0, 2), (1.5, 2), (3.0, 4), (1000.0, 9)]
)
def test_work_begins_in_this_process_and_goes_on_in_others_after_so_long(
    seconds, alone, monkeypatch
):
    """By a clock that goes on by a second at each item."""
    readings = iter(range(100))
    monkeypatch.setattr(process_pool, "monotonic", lambda: next(readings))
    begun: list[int] = []

    class Pool:
        def __init__(self, jobs):
            begun.append(jobs)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            begun.append(0)

        def map_in_order(self, work, items):
            return ((item, -1) for item in items)

    monkeypatch.setattr(process_pool, "ProcessPool", Pool)
    answers = list(map_in_order(double, range(9), 3, alone=seconds))
    assert [item for item, _ in answers] == list(range(9))
    in_this_process = [answer != -1 for _, answer in answers]
    assert in_this_process == [True] * alone + [False] * (9 - alone)
    assert begun == ([3, 0] if alone < 9 else [])
