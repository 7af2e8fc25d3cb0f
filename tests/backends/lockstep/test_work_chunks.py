"""Counting arrays of puzzles: threads, batches, limits, stops and wrong arrays."""

from __future__ import annotations

import os
import random
import threading
import time
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.backends.lockstep import work_chunks
from nonet.backends.lockstep.kernel_run import KernelRun
from nonet.backends.lockstep.work_chunks import count_rows, list_solutions
from nonet.errors import ClueError, LimitError, PuzzleError
from tests.backends.lockstep.puzzle_arrays import (
    BOTH,
    CLASSIC,
    HARD,
    SUDOKU,
    altered_puzzles,
    count_by,
    used_before,
)


@pytest.mark.parametrize("engine", BOTH)
def test_solutions_need_not_be_written(engine) -> None:
    puzzles = altered_puzzles(HARD, random.Random(5), 200)
    written, counted = count_rows(engine, puzzles, 2), count_rows(engine, puzzles, 2, store="none")
    assert counted.solutions.shape == (0, 81)
    assert written.counts.tolist() == counted.counts.tolist()


@pytest.mark.parametrize("engine", BOTH)
def test_no_puzzles_are_no_answers(engine) -> None:
    answers = count_rows(engine, np.zeros((0, 81), np.uint8))
    assert answers.counts.shape == answers.guesses.shape == (0,)
    assert answers.solutions.shape == (0, 81)


def test_an_array_that_may_not_be_written_is_read_where_it_is() -> None:
    locked = HARD.copy()
    locked.flags.writeable = False
    assert count_rows(CLASSIC, locked).counts.tolist() == count_rows(CLASSIC, HARD).counts.tolist()


@pytest.mark.parametrize("engine", BOTH)
@settings(max_examples=15, deadline=None)
@given(st.binary(min_size=81, max_size=81), st.booleans())
def test_any_bytes_are_answered_or_refused_by_name(engine, data, small) -> None:
    row = np.frombuffer(data, np.uint8).reshape(1, 81)
    if small:
        row = row % 10
    if row.max() > 9:
        cell = int(np.flatnonzero(row[0] > 9)[0])
        name = CLASSIC.names[cell]
        with pytest.raises(ClueError, match=f"puzzle 0, {name}: {row[0, cell]} is out of range"):
            count_rows(engine, row)
    else:
        assert count_rows(engine, row, 2).counts[0] == count_by("sat", SUDOKU, row[0], 2)


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(81, np.uint8),
        np.zeros((1, 80), np.uint8),
        np.zeros((1, 9, 9), np.uint8),
        np.zeros((1, 81), np.int64),
        np.zeros((1, 81), np.bool_),
        np.zeros((1, 81), float),
    ],
)
def test_another_shape_or_dtype_is_refused_with_what_was_expected(array) -> None:
    with pytest.raises(PuzzleError, match=r"expected an array of uint8 of shape \(n, 81\), not of"):
        count_rows(CLASSIC, array)


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": -1}, {"threads": 0}, {"guess_limit": 0}])
def test_a_limit_below_1_is_refused(wrong) -> None:
    with pytest.raises(LimitError, match="1 or more"):
        count_rows(CLASSIC, HARD, **wrong)


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_time_limit_that_is_none_is_refused(seconds) -> None:
    with pytest.raises(LimitError, match="positive number of seconds"):
        count_rows(CLASSIC, HARD, time_limit=seconds)


def test_rows_may_lie_anywhere_in_memory() -> None:
    expected = count_rows(CLASSIC, HARD).solutions
    assert (count_rows(CLASSIC, np.asfortranarray(HARD)).solutions == expected).all()
    assert (count_rows(CLASSIC, HARD[::-1]).solutions[::-1] == expected).all()
    locked = HARD.copy()
    locked.flags.writeable = False
    assert (count_rows(CLASSIC, locked).solutions == expected).all()


@pytest.mark.parametrize("engine", BOTH)
def test_two_threads_answer_as_one_does_and_the_same_each_time(engine) -> None:
    puzzles = altered_puzzles(HARD, random.Random(7), 2000)
    by_one_thread, repeated = count_rows(engine, puzzles, 2), count_rows(engine, puzzles, 2)
    assert by_one_thread.guesses.tolist() == repeated.guesses.tolist()
    assert (by_one_thread.solutions == repeated.solutions).all()
    progress: list[int] = []
    by_two_threads = count_rows(engine, puzzles, 2, threads=2, progress=progress.append)
    assert by_two_threads.counts.tolist() == by_one_thread.counts.tolist()
    assert sum(progress) == len(puzzles) and len(progress) > 2
    unique = by_one_thread.counts == 1
    assert (by_two_threads.solutions[unique] == by_one_thread.solutions[unique]).all()
    assert by_two_threads.guesses[unique].tolist() == by_one_thread.guesses[unique].tolist()


@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize("threads", [1, 2])
def test_puzzles_taken_together_are_answered_as_if_alone(engine, threads) -> None:
    """Also which of many solutions is met first, and after how many guesses."""
    dice = np.random.default_rng(13)
    puzzles = np.repeat(HARD, 9, axis=0)
    for row in puzzles:
        clues = np.flatnonzero(row)
        row[dice.choice(clues, min(len(clues), int(dice.integers(8))), replace=False)] = 0
    together = count_rows(engine, puzzles, 2, batch_size=70, threads=threads)
    assert len(puzzles) > 200
    assert (together.counts == 2).any()
    for low in range(0, len(puzzles), 70):
        part = slice(low, low + 70)
        alone = count_rows(engine, puzzles[part], 2)
        assert together.counts[part].tolist() == alone.counts.tolist()
        assert together.guesses[part].tolist() == alone.guesses.tolist()
        assert (together.solutions[part] == alone.solutions).all()
        assert together.decided[part].all()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_can_be_stopped(threads) -> None:
    stop_calls = 0

    def stop() -> bool:
        nonlocal stop_calls
        stop_calls += 1
        return stop_calls > 3

    count_rows(CLASSIC, HARD)  # what is imported when first used is so now
    with patch.object(np, "empty", used_before):
        answers = count_rows(
            CLASSIC, np.zeros((5000, 81), np.uint8), 10_000, threads=threads, stop=stop
        )
    assert 4 <= stop_calls <= 10
    assert answers.counts.sum() < 5000 * 10_000
    assert (answers.counts[answers.decided] == 10_000).all()
    assert not answers.decided.all()
    assert not answers.solutions[answers.counts == 0].any()  # zeros, begun or not


@pytest.mark.parametrize("engine", BOTH)
def test_a_puzzle_without_a_solution_has_zeros_whatever_was_in_memory(engine) -> None:
    puzzles = altered_puzzles(HARD, random.Random(12), 1000)
    expected = count_rows(engine, puzzles, 2)
    assert 0 < (expected.counts == 0).sum() < len(puzzles)
    with patch.object(np, "empty", used_before):
        answers = count_rows(engine, puzzles, 2, batch_size=128)
    assert not answers.solutions[answers.counts == 0].any()
    assert ((answers.solutions > 0) & (answers.solutions < 10))[answers.counts > 0].all()


@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize("guesses", [1, 2, 5, 50])
def test_a_puzzle_given_up_is_undecided_and_the_others_have_their_counts(engine, guesses) -> None:
    puzzles = altered_puzzles(HARD, random.Random(9), 400)
    unlimited, limited = (
        count_rows(engine, puzzles, 2),
        count_rows(engine, puzzles, 2, guess_limit=guesses),
    )
    assert unlimited.decided.all()
    decided = limited.decided
    assert 0 < decided.sum() < len(puzzles) or guesses == 50
    assert (limited.counts[decided] == unlimited.counts[decided]).all()
    assert (limited.counts <= unlimited.counts).all()
    # a puzzle is given up only where it asked for more guesses than it may have
    assert limited.guesses.max() <= guesses
    assert (limited.guesses[~decided] == guesses).all()
    assert decided[unlimited.guesses == 0].all()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_time_limit_gives_up_what_is_long_and_answers_the_rest(threads) -> None:
    puzzles = altered_puzzles(HARD, random.Random(10), 300)
    puzzles[7] = puzzles[250] = 0
    unlimited = count_rows(CLASSIC, puzzles, 10_000)
    answers = count_rows(CLASSIC, puzzles, 1 << 50, time_limit=0.1, threads=threads, batch_size=150)
    assert {7, 250} <= set(np.flatnonzero(~answers.decided).tolist())
    few = answers.decided & (unlimited.counts < 10_000)
    assert few.sum() > 150
    assert (answers.counts[few] == unlimited.counts[few]).all()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.skipif(os.name == "nt", reason="no way to send Ctrl-C to oneself on Windows")
def test_ctrl_c_ends_a_run_at_once(threads, ctrl_c) -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("Ctrl-C reaches the main thread alone")
    count_rows(CLASSIC, HARD)
    with ctrl_c(0.3, signals=True) as pressed, pytest.raises(KeyboardInterrupt):
        count_rows(
            CLASSIC, np.zeros((5000, 81), np.uint8), 1_000_000, store="none", threads=threads
        )
    assert time.monotonic() - pressed[-1] < 20


@pytest.mark.parametrize(
    ("n", "threads", "batch_size", "sizes"),
    [
        (10, 1, None, {10}),  # one thread takes all, up to a limit
        (10, 1, 4, {4, 2}),
        (30, 1, None, {16, 14}),
        (30, 2, None, {5}),  # beyond the least, four times for each thread
        (200, 2, None, {16, 8}),
        (4, 2, None, {4}),
    ],
)
def test_how_many_puzzles_a_thread_takes_at_a_time(n, threads, batch_size, sizes, monkeypatch):
    monkeypatch.setattr(work_chunks, "DEFAULT_BATCH_SIZE", 16)
    monkeypatch.setattr(work_chunks, "MIN_BATCH_SIZE", 5)
    done = []
    puzzles = np.repeat(HARD[:1], n, axis=0)
    answers = count_rows(
        CLASSIC, puzzles, 2, threads=threads, batch_size=batch_size, progress=done.append
    )
    assert answers.counts.tolist() == [1] * n and answers.decided.all()
    assert sum(done) == n and {*done} == sizes


def test_all_solutions_are_listed_puzzle_by_puzzle():
    blank = HARD[0].copy()
    blank[np.flatnonzero(blank)[:4]] = 0
    puzzles = np.array([HARD[1], blank])
    counts = count_rows(CLASSIC, puzzles, 50).counts
    solutions = list_solutions(CLASSIC, puzzles, 50, int(counts.sum()))
    assert len(solutions) == counts.sum() == len({row.tobytes() for row in solutions})
    for puzzle, count in zip(puzzles, counts, strict=True):
        assert ((solutions == puzzle) | (puzzle == 0)).all(axis=1).sum() >= count


@pytest.mark.parametrize("limit", [0.5, 5.0])
def test_under_a_time_limit_the_clock_is_looked_at_ten_times_as_often(limit, monkeypatch):
    intervals = []
    advance = KernelRun.advance

    def looking(run, most=1 << 62):
        intervals.append(run.check_interval)
        return advance(run, most)

    monkeypatch.setattr(KernelRun, "advance", looking)
    count_rows(CLASSIC, HARD[:1], 2, time_limit=limit * 0.01)
    count_rows(CLASSIC, HARD[:1], 2, time_limit=limit)
    count_rows(CLASSIC, HARD[:1], 2, time_limit=0.001)
    count_rows(CLASSIC, HARD[:1], 2)
    assert intervals == [max(0.002, min(0.02, limit * 0.001)), 0.02, 0.002, 0.02]
