"""Processes end together: workers with their pool and parent, children with the command."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from nonet.processes import descendants, kill_pool

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


def run(program):
    """The output of a program of Python, a line an item."""
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    return process.stdout.split("\n")[:-1]


def test_a_pool_is_killed_though_its_workers_are_busy():
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    future = pool.submit(time.sleep, 20)
    while not pool._processes or not future.running():
        time.sleep(0.01)
    workers = list(pool._processes.values())
    began = time.monotonic()
    kill_pool(pool, workers)
    assert time.monotonic() - began < 15
    assert [worker.exitcode for worker in workers] == [-signal.SIGKILL]


def test_descendants_of_descendants_are_listed_after_their_parents():
    shell = subprocess.Popen(["sh", "-c", "sleep 300 & wait"])
    try:
        for _ in range(1000):
            if len(numbers := descendants(shell.pid)) == 1:
                break
            time.sleep(0.01)
        (sleeping,) = numbers
        ours = descendants()
        assert ours.index(shell.pid) < ours.index(sleeping)
        assert os.getpid() in descendants(os.getppid()) and os.getpid() not in ours
    finally:
        for number in (shell.pid, *descendants(shell.pid)):
            os.kill(number, signal.SIGKILL)
        shell.wait()
    assert descendants(shell.pid) == []


def test_all_that_a_command_started_is_killed_and_counted():
    assert run(
        "import subprocess\n"
        "from nonet.processes import kill_descendants\n"
        "print(kill_descendants())\n"
        "started = [subprocess.Popen(['sleep', '300']) for _ in range(2)]\n"
        "print(kill_descendants())\n"
        "print(*(each.wait() for each in started))\n"
    ) == ["0", "2", "-9 -9"]


def test_a_worker_leaves_ctrl_c_to_its_parent_and_ends_with_it():
    program = (
        "import os, signal, subprocess, sys, time\n"
        "worker = '''import os, signal, time\n"
        "from nonet.processes import end_with_parent\n"
        "signal.signal(signal.SIGTERM, lambda *_: None)\n"
        "end_with_parent()\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "print(signal.getsignal(signal.SIGTERM) is signal.SIG_DFL, flush=True)\n"
        "time.sleep(300)'''\n"
        "started = subprocess.Popen([sys.executable, '-c', worker], stdout=subprocess.PIPE)\n"
        "print(started.stdout.readline().decode().strip())\n"
        "print(started.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60)
    is_default, number = process.stdout.decode().split()
    assert (process.returncode, is_default) == (-signal.SIGKILL, "True")
    for _ in range(1000):
        try:
            if Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return  # nobody asks for its end yet
        except FileNotFoundError:
            return
        time.sleep(0.01)
    os.kill(int(number), signal.SIGKILL)
    pytest.fail("the worker outlived its parent")
