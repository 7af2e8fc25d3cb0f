"""A cluster: the bytes are those of a run without one, whatever happens to its workers."""

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from importlib.util import find_spec

import pytest

pytest.importorskip("pyarrow")

from nonet.cli import main

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = 800
PART = 64
PATIENCE = 600
"""Seconds that anything may take, on a machine at other work: it takes a few."""

needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A table of puzzles of one, many or no solutions, malformed rows and a ragged line."""
    path = tmp_path_factory.mktemp("cluster") / "in.csv"
    dice = random.Random(11)
    with path.open("w") as file:
        file.write("id,puzzle\n")
        for number in range(ROWS):
            digits = dice.sample("123456789", 9)
            text = EASY.translate(
                {ord(old): new for old, new in zip("123456789", digits, strict=True)}
            )
            if dice.random() < 0.1:
                text = text[:-1] + dice.choice(".x123456789")
            file.write(f"{number},{text}\n" if number != 333 else "a,b,c,d\n")
    return path


def command(source, out, *options):
    return [
        "batch", str(source), "-o", str(out), "--part-rows", str(PART), "--check", "none",
        "--backend", "native", *options,
    ]  # fmt: skip


@pytest.fixture(scope="module")
def expected_bytes(source):
    """The bytes of a run without a cluster, by the ending of the output."""
    outputs = {}
    for ending in (".csv", ".csv.gz", ".parquet"):
        out = source.with_name(f"right{ending}")
        assert main(command(source, out, "--threads", "1")) == 2
        outputs[ending] = out.read_bytes()
    return outputs


@pytest.fixture(scope="module")
def scheduler():
    """The address of a scheduler with two workers that are threads of this process."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp",
        dashboard_address=":0", silence_logs=50,
    ) as cluster:  # fmt: skip
        yield cluster.scheduler_address


def test_a_workers_kernel_takes_as_many_rows_together_as_a_local_run(tmp_path, monkeypatch):
    """Guesses and first solutions depend on it, so parts are answered alike."""
    from nonet.batch import cluster, job
    from nonet.batch.answerer import TableOptions
    from nonet.batch.engines import Geometry

    taken = []
    chosen = cluster.choose_engine

    def choose(*arguments, **options):
        taken.append(options["batch_size"])
        return chosen(*arguments, **options)

    monkeypatch.setattr(cluster, "choose_engine", choose)
    monkeypatch.setattr(job, "choose_engine", choose)
    geometry = Geometry.square(16)
    task = cluster.Task("out.csv", geometry, TableOptions(), "lockstep", None, ["puzzle"])
    cluster._worker_state(pickle.dumps(task))
    (tmp_path / "in.csv").write_text("puzzle\n1...............\n")
    job.run(tmp_path / "in.csv", tmp_path / "out.csv", TableOptions(check="none", threads=1))
    assert taken[0] == taken[1]
    assert taken[0] <= job.rows_per_part(1, geometry, chosen(geometry, "lockstep"))


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".parquet"])
def test_the_bytes_are_those_of_a_local_run(source, expected_bytes, scheduler, tmp_path, ending):
    out = tmp_path / f"out{ending}"
    assert main(command(source, out, "--cluster", scheduler)) == 2
    assert out.read_bytes() == expected_bytes[ending]
    assert list(tmp_path.iterdir()) == [out]


def start_run(source, out, workers):
    """A run on local workers, once its first part is written."""
    child = subprocess.Popen(
        [
            sys.executable, "-m", "nonet",
            *command(source, out, "--cluster", "local", "--threads", str(workers)),
        ],
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while not list(out.with_name(f"{out.name}.parts").glob("part-*.json")):
        assert child.poll() is None and time.monotonic() < deadline, child.communicate()[1]
        time.sleep(0.01)
    return child


@pytest.mark.slow(5)
@needs_dask
def test_a_worker_may_be_killed(source, expected_bytes, tmp_path):
    psutil = pytest.importorskip("psutil")
    out = tmp_path / "out.csv"
    child = start_run(source, out, 2)
    workers = [
        process
        for process in psutil.Process(child.pid).children(recursive=True)
        if any("spawn_main" in word for word in process.cmdline())
    ]
    assert workers  # the other may still be starting
    workers[0].kill()
    _, errors = child.communicate(timeout=PATIENCE)
    assert child.returncode == 2, errors
    assert "written to" in errors, errors  # 2 is for the malformed rows, and for errors too
    assert out.read_bytes() == expected_bytes[".csv"]


def test_workers_hand_hard_rows_over_as_this_process_would():
    """Else a run on a cluster would never end where one without does, or give other bytes."""
    import pickle

    from nonet.batch.answerer import TableOptions
    from nonet.batch.cluster import Task, _worker_state
    from nonet.batch.engines import Geometry

    for learner in ("native", None):
        task = Task(
            "out.csv", Geometry.square(256), TableOptions(), "lockstep", learner, ["puzzle"]
        )
        engine = _worker_state(pickle.dumps(task))[1]
        assert engine.name == "lockstep"
        assert (engine.other.name if engine.other else None) == learner


class LostFuture:
    """A part whose answer is lost with its worker, between its end and our look at it."""

    key = "part"

    def __init__(self, *statuses):
        self._statuses = list(statuses)

    @property
    def status(self):
        return self._statuses.pop(0) if len(self._statuses) > 1 else self._statuses[0]


@pytest.mark.parametrize("statuses", [("lost",), ("pending",), ("lost", "finished")])
def test_an_answer_lost_with_its_worker_is_waited_for_again(statuses):
    """It was done when it was told of; its worker died before its answer was fetched."""
    from nonet.batch.answerer import InputPart, Tally
    from nonet.batch.cluster import Cluster

    class Client:
        def gather(self, futures):
            return [(Tally(rows=1), b"data") for _ in futures]

    cluster = Cluster.__new__(Cluster)
    cluster._client = Client()
    future, piece, waited = LostFuture(*statuses), InputPart(0, 0, None), []

    class Done:
        def add(self, future):
            waited.append(future)

    flying = {future: piece}
    assert list(cluster._collect_done([future], Done(), flying)) == []
    assert waited == [future]
    assert flying == {future: piece}
    future._statuses = ["finished"]
    (answered,) = cluster._collect_done([future], Done(), flying)
    assert answered.tally.rows == 1
    assert not flying


@pytest.mark.slow
@needs_dask
@pytest.mark.skipif(os.name != "posix", reason="needs signals to a group of processes")
def test_ctrl_c_ends_all_at_once_and_keeps_what_is_done(source, expected_bytes, tmp_path):
    out = tmp_path / "out.csv"
    child = start_run(source, out, 1)
    os.killpg(child.pid, signal.SIGINT)  # a terminal's Ctrl-C meets the workers too
    _, errors = child.communicate(timeout=60)  # ends when all that hold standard error have ended
    assert child.returncode == 130
    # Python's own keeper of semaphores may have the last word, where it was slow to be told
    (message,) = (
        line for line in errors.splitlines() if line.startswith("nonet: interrupted after ")
    )
    assert message.endswith(" rows; the same command goes on where it stopped")
    assert "Traceback" not in errors
    assert not out.exists()
    # without a cluster: it is the same run
    assert main(command(source, out, "--threads", "1")) == 2
    assert out.read_bytes() == expected_bytes[".csv"]


@pytest.mark.slow
def test_a_part_that_keeps_failing_is_named_and_the_others_go_on(
    source, expected_bytes, scheduler, tmp_path, monkeypatch, capsys
):
    from nonet.batch.answerer import Answerer

    answer = Answerer.answer
    attempts = []

    def failing(self, table, start):
        if start == 5 * PART:
            attempts.append(threading.get_ident())
            raise MemoryError("no room")
        return answer(self, table, start)

    out = tmp_path / "out.csv"
    with monkeypatch.context() as patch:
        patch.setattr(Answerer, "answer", failing)
        assert main(command(source, out, "--cluster", scheduler)) == 3
    errors = capsys.readouterr().err
    assert len(attempts) == 4
    assert "part 5 (rows 321 to 384) failed: MemoryError: no room (tried 4 times)" in errors
    assert "1 part failed" in errors
    assert "the same command goes on from there" in errors
    assert not out.exists()
    assert len(list((tmp_path / "out.csv.parts").glob("part-*.json"))) == ROWS // PART
    assert main(command(source, out, "--cluster", scheduler)) == 2
    assert f"going on after {ROWS - PART} rows" in capsys.readouterr().err
    assert out.read_bytes() == expected_bytes[".csv"]


def test_an_error_of_nonet_in_a_worker_is_the_error_of_the_run(
    source, scheduler, tmp_path, monkeypatch, capsys
):
    from nonet.batch.answerer import Answerer
    from nonet.errors import WrongAnswer

    def malformed_answer(self, table, start):
        raise WrongAnswer("puzzle 7: broken: row 1")

    monkeypatch.setattr(Answerer, "answer", malformed_answer)
    assert main(command(source, tmp_path / "out.csv", "--cluster", scheduler)) == 2
    assert "puzzle 7: broken: row 1" in capsys.readouterr().err


def test_a_worker_of_another_version_is_refused():
    from nonet.batch.cluster import VERSIONS, solve_part

    error = solve_part(("0.0.1", VERSIONS[1]), b"", 0, {}, b"")
    assert "a worker has other versions than this process: nonet 0.0.1" in str(error)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cluster", "localhost"], "local or an address as tcp://host:8786, not 'localhost'"),
        (["--cluster", "tcp://a:1", "--threads", "2"], "--threads is for this machine"),
    ],
)
def test_an_invalid_cluster_is_reported_before_anything_is_begun(
    source, tmp_path, capsys, options, message
):
    assert main(command(source, tmp_path / "out.csv", *options)) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@needs_dask
def test_a_missing_scheduler_is_reported(source, tmp_path, capsys, monkeypatch):
    from nonet.batch import cluster

    monkeypatch.setattr(cluster, "_CONNECT_TIMEOUT", 0.2)
    assert main(command(source, tmp_path / "out.csv", "--cluster", "tcp://127.0.0.1:1")) == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@needs_dask
def test_a_local_worker_that_ends_while_it_starts_is_reported(
    source, tmp_path, capsys, monkeypatch
):
    import distributed

    def fails(*arguments, **named):
        raise RuntimeError("Nanny failed to start.")

    monkeypatch.setattr(distributed, "LocalCluster", fails)
    assert main(command(source, tmp_path / "out.csv", "--cluster", "local")) == 2
    message = "the local Dask cluster did not start: Nanny failed to start."
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_missing_extra_is_named(source, tmp_path, capsys, monkeypatch):
    from nonet.batch import cluster

    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    assert main(command(source, tmp_path / "out.csv", "--cluster", "local")) == 2
    assert 'a cluster needs Dask: pip install "nonet[cluster]"' in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
