"""Signals: a run that is ended leaves no process behind, says so, and nothing is lost."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("pyarrow")
psutil = pytest.importorskip("psutil")

from nonet.cli import main  # noqa: E402

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")

PATIENCE = 60
"""Seconds within which anything happens; on an idle machine, one does."""
ADVICE = "the same command goes on where it stopped"


@pytest.fixture
def start_run(tmp_path):
    """A run of native in two workers that are at work on puzzles without an end; it is ended."""
    path = tmp_path / "in.csv"
    path.write_text("puzzle\n" + f"{'.' * 81}\n" * 200)
    children = []

    def start(*options):
        child = subprocess.Popen(
            [
                sys.executable, "-m", "nonet", "batch", str(path), "-o", str(tmp_path / "out.csv"),
                "--backend", "native", "--limit", "100000000", "--check", "none",
                "--threads", "2", *options,
            ],
            stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        children.append(child)
        deadline = time.monotonic() + PATIENCE
        workers = []
        while len(workers) < 2 or not all(map(is_working, workers)):
            assert child.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
            workers = [
                process
                for process in psutil.Process(child.pid).children(recursive=True)
                if any("spawn_main" in word for word in process.cmdline())
            ]
        return child, workers

    yield start
    for child in children:
        child.kill()
        child.communicate()


def is_working(process):
    """Whether a worker has begun: importing takes a good part of a second of processor."""
    return sum(process.cpu_times()[:2]) > 0.6


def all_ended(processes):
    """Whether all processes end within the time that anything is given."""
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE)
    return not alive


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "group"),
    [(signal.SIGINT, True), (signal.SIGTERM, False)],
    ids=["Ctrl-C, which the group is sent", "SIGTERM, which the command alone is sent"],
)
def test_a_signal_ends_the_run_and_its_workers(start_run, tmp_path, number, group):
    child, workers = start_run()
    began = time.monotonic()
    os.killpg(child.pid, number) if group else child.send_signal(number)
    _, errors = child.communicate(timeout=PATIENCE)  # until all that hold standard error have ended
    assert all_ended(workers)
    assert time.monotonic() - began < 10  # of a second on an idle machine
    assert child.returncode == 128 + number
    word = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}[number]
    assert f"nonet: {word}" in errors and ADVICE in errors
    assert "Traceback" not in errors
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.slow(0.7)
def test_workers_end_with_a_run_that_is_killed(start_run):
    child, workers = start_run()
    child.kill()
    child.wait()
    assert all_ended(workers)
    assert "Traceback" not in child.stderr.read()


def test_ctrl_c_says_how_far_it_came(tmp_path, monkeypatch, capsys):
    from nonet.batch import job

    path = tmp_path / "in.csv"
    path.write_text("puzzle\n" + "1..............4\n" * 64)
    answer = job.Answerer.answer

    def interrupted(self, table, start):
        if start == 32:
            raise KeyboardInterrupt
        return answer(self, table, start)

    monkeypatch.setattr(job.Answerer, "answer", interrupted)
    arguments = ["batch", path, "-o", tmp_path / "out.csv", "--part-rows", "16", "--check", "none"]
    assert main([*map(str, arguments), "--backend", "native", "--threads", "1"]) == 130
    assert f"interrupted after 32 rows; {ADVICE}" in capsys.readouterr().err


STUCK = """
import os, signal, sys, time
from nonet.batch import job
from nonet.cli import main
from nonet.errors import BackendError

def run(source, out, options, *, say, progress, **others):
    progress(512, 0.5)
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)
    finally:
        say("worker 1 is gone")
        {then}

job.run = run
sys.argv = ["nonet", "batch", sys.argv[1], "-o", sys.argv[2]]
sys.exit(main())
"""


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("then", ["time.sleep(60)", "raise BackendError('lost')", "pass"])
def test_the_farewell_tells_what_is_done_whatever_becomes_of_the_run(tmp_path, then):
    (tmp_path / "in.csv").write_text("puzzle\n")
    process = subprocess.run(
        [sys.executable, "-c", STUCK.format(then=then), tmp_path / "in.csv", tmp_path / "out.csv"],
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert process.returncode == 130
    assert process.stderr.splitlines() == [
        "nonet: worker 1 is gone",
        f"nonet: interrupted after 512 rows; {ADVICE}",
    ]
