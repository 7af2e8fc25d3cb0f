"""Arrays as a user hands them over: checked once and in place; a clock that keeps the kernel."""

import tracemalloc

import numpy as np
import pytest

import nonet
from nonet.batch import engines
from nonet.batch.arrays import read_puzzles
from nonet.batch.engines import Geometry
from nonet.errors import ClueError, LimitError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def easy(n: int) -> np.ndarray:
    """A puzzle with one solution, ``n`` times."""
    return np.array([[int(symbol) for symbol in EASY.replace(".", "0")]] * n, np.uint8)


def test_a_time_limit_keeps_the_kernel_and_undecided_is_an_answer_of_its_own():
    rows = easy(50)
    rows[3] = 0
    many = nonet.solve_many(rows, limit=10**12, time_limit=0.05, threads=1)
    assert many.backend == "lockstep"
    assert np.flatnonzero(~many.decided).tolist() == [3]
    assert many.counts[3] > 0
    assert np.delete(many.counts, 3).tolist() == [1] * 49
    assert "1 undecided" in repr(many)


def test_a_limit_of_time_that_is_not_met_changes_nothing():
    rows = easy(200)
    timed, free = nonet.verify_many(rows, time_limit=60), nonet.verify_many(rows)
    assert timed.decided.all() and free.decided.all()
    assert timed.counts.tolist() == free.counts.tolist() == [1] * 200
    assert (timed.solutions == free.solutions).all()
    assert "undecided" not in repr(timed)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), True])
def test_a_time_limit_that_is_none_is_refused(seconds):
    with pytest.raises(LimitError, match="positive number of seconds"):
        nonet.verify_many(easy(1), time_limit=seconds)


def test_the_engine_for_a_time_limit_is_the_kernel():
    with engines.choose_engine(Geometry.square(81), time_limit=1.0, threads=1) as engine:
        assert engine.name == "lockstep"


def test_rows_of_bytes_are_checked_without_a_copy_of_them():
    rows = easy(100_000)
    read_puzzles(rows[:1], (), None)
    tracemalloc.start()
    try:
        _, taken = read_puzzles(rows, (), None)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert taken is rows or np.shares_memory(taken, rows)
    assert peak < rows.nbytes / 4


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64, np.uint64])
def test_the_first_value_out_of_range_is_named(dtype):
    rows = easy(5000).astype(dtype)
    rows[4000, 7], rows[4001, 0] = 10, 11
    with pytest.raises(ClueError, match="puzzle 4001: 10 at R1C8"):
        nonet.verify_many(rows)


def test_how_many_rows_go_together_depends_on_their_number_alone():
    sizes = [engines.default_batch_size(n) for n in (0, 1, 10_000, 50_000, 10**6)]
    assert sizes == sorted(sizes)
    assert sizes[0] == engines.MIN_BATCH_SIZE
    assert sizes[-1] == engines.MAX_BATCH_SIZE


@pytest.mark.parametrize(
    "dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint64]
)
def test_blanks_and_clues_of_every_type_of_integer_are_read_alike(dtype):
    rows = easy(3)
    rows[1] = 0  # blank everywhere
    rows[2, :2] = 5  # contradicts itself
    many = nonet.verify_many(rows.astype(dtype), time_limit=60)
    assert many.counts.tolist() == [1, 2, 0]
    (solution,) = nonet.solve(EASY, "native").solutions
    assert many.solutions[0].tolist() == list(solution.values())
