"""The kernel over arrays: counts as another solver counts, at any limit, paused or not."""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from nonet import AllDifferent, Grid, Model, Puzzle
from nonet.backends.lockstep import kernel
from nonet.backends.lockstep.kernel import Kernel, kernel_for
from nonet.backends.lockstep.kernel_run import KernelRun
from nonet.backends.lockstep.layouts.calls import (
    BRANCH_EARLY,
    DONE,
    KEEP_OWN_NODES,
    STORE_ALL,
    STORE_FIRST,
    STORE_NONE,
)
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.errors import ClueError, LimitError, PuzzleError, Unsupported, WrongAnswer
from nonet.model import Element

ROOT = Path(__file__).parents[3]
PUZZLES = ROOT / "puzzles"
DATA = ROOT.parent / "shared" / "data"

SUDOKU = Puzzle(Grid.square(9))
CLASSIC = kernel_for(SUDOKU.model().structure)


def as_units(puzzle: Puzzle) -> Kernel:
    """The generic kernel of a puzzle, a 9x9 included."""
    with patch.object(kernel, "_is_classic", return_value=False):
        return Kernel(puzzle.model().structure)


UNITS = as_units(SUDOKU)
BOTH = [pytest.param(CLASSIC, id="classic"), pytest.param(UNITS, id="units")]


def rows_of(puzzles: list[Puzzle]) -> np.ndarray:
    """The clues of 9x9 or other puzzles as the kernel takes them."""
    names = puzzles[0].model().variables
    return np.array([[p.clues.get(cell, 0) for cell in names] for p in puzzles], np.uint8)


def used_before(shape, dtype) -> np.ndarray:
    """Memory in which something is left: what ``numpy.empty`` may give."""
    return np.full(shape, 77, dtype)


def count_by(backend: str, puzzle: Puzzle, row: np.ndarray, limit: int) -> int:
    """How many solutions another backend finds, the clues given as domains."""
    model = puzzle.model()
    clues = {name: {int(v)} for name, v in zip(model.variables, row, strict=True) if v}
    return len(nonet.solve(model.narrow(clues), backend, limit=limit).solutions)


def accepted(puzzle: Puzzle, row: np.ndarray) -> bool:
    """Whether a row of values is a solution, by the model's own meaning."""
    model = puzzle.model()
    return model.accepts(dict(zip(model.variables, row.tolist(), strict=True)))


def altered_puzzles(base: np.ndarray, chance: random.Random, n: int) -> np.ndarray:
    """Puzzles relabelled, with clues dropped or changed: 0, 1 or many solutions."""
    size = int(base.max())
    rows = []
    for _ in range(n):
        labels = np.array([0, *chance.sample(range(1, size + 1), size)], np.uint8)
        row = labels[base[chance.randrange(len(base))]]
        clues = np.flatnonzero(row).tolist()
        for cell in chance.sample(clues, min(len(clues), chance.choice((0, 0, 1, 2, 4)))):
            row[cell] = chance.choice((0, 0, chance.randint(1, size)))
        rows.append(row)
    return np.array(rows, np.uint8)


HARD = rows_of(list(nonet.read(PUZZLES / "hard.txt")) + list(nonet.read(PUZZLES / "euler96.txt")))


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize("limit", [1, 2, 1000])
def test_altered_puzzles_are_counted_as_sat_counts_them(engine, limit) -> None:
    puzzles = altered_puzzles(HARD, random.Random(limit), 60)
    answers = count_rows(engine, puzzles, limit)
    expected = [count_by("sat", SUDOKU, row, limit) for row in puzzles]
    assert answers.counts.tolist() == expected
    assert {0, 1} <= set(expected)
    assert limit == 1 or max(expected) > 1
    for row, solution, count in zip(puzzles, answers.solutions, answers.counts, strict=True):
        if count:
            assert accepted(SUDOKU, solution)
            assert ((row == 0) | (row == solution)).all()
        else:
            assert not solution.any()


@pytest.mark.parametrize("engine", BOTH)
def test_solutions_need_not_be_written(engine) -> None:
    puzzles = altered_puzzles(HARD, random.Random(5), 200)
    written, counted = count_rows(engine, puzzles, 2), count_rows(engine, puzzles, 2, store="none")
    assert counted.solutions.shape == (0, 81)
    assert written.counts.tolist() == counted.counts.tolist()


@pytest.mark.parametrize("engine", BOTH)
def test_an_empty_grid_has_as_many_solutions_as_are_asked_for(engine) -> None:
    answers = count_rows(engine, np.zeros((3, 81), np.uint8), 1000)
    assert answers.counts.tolist() == [1000] * 3
    assert all(accepted(SUDOKU, solution) for solution in answers.solutions)


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
def test_pausing_after_every_sweep_changes_nothing(engine) -> None:
    puzzles = altered_puzzles(HARD, random.Random(6), 100)
    unpaused, paused = (KernelRun(engine, puzzles, 2, STORE_NONE) for _ in range(2))
    while unpaused.advance() != DONE:
        pass
    pauses = 0
    while paused.advance(most=1) != DONE:
        pauses += 1
    assert pauses > 50
    assert paused.counts.tolist() == unpaused.counts.tolist()
    assert paused.guesses.tolist() == unpaused.guesses.tolist()
    assert paused.state.tolist() == unpaused.state.tolist()


@pytest.mark.parametrize("engine", BOTH)
def test_the_stack_grows_as_far_as_it_must(engine) -> None:
    puzzles = np.zeros((200, 81), np.uint8)
    run = KernelRun(engine, puzzles, 50, STORE_NONE)
    small = len(run._owner)
    while run.advance() != DONE:
        pass
    assert len(run._owner) > small
    assert run.counts.tolist() == [50] * 200


def test_every_solution_is_handed_over_once_through_a_small_buffer() -> None:
    row = HARD[:1].copy()
    row[0, np.flatnonzero(row[0])[:2]] = 0
    number = count_rows(CLASSIC, row, 100_000).counts[0]
    assert 4 * CLASSIC.lanes < number < 100_000
    buffer = np.zeros((CLASSIC.lanes + 7, 81), np.uint8)
    run = KernelRun(CLASSIC, row, 100_000, STORE_ALL, solutions=buffer)
    solutions: list[bytes] = []
    while True:
        reason = run.advance()
        solutions += [solution.tobytes() for solution in run.take_solutions()]
        if reason == DONE:
            break
    assert len(solutions) == len(set(solutions)) == number


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


@pytest.mark.parametrize("engine", BOTH)
def test_many_solutions_are_met_without_exploring_what_is_not_needed(engine) -> None:
    """Two solutions of some thirteen clues lie thirty guesses deep (in the classic engine 30.9).

    One that spread such puzzles over its lanes, and overlooked cells without
    candidates, made 44.
    """
    dice = np.random.default_rng(4)
    puzzles = np.repeat(HARD, 20, axis=0)
    for row in puzzles:
        clues = np.flatnonzero(row)
        row[dice.choice(clues, len(clues) - 13, replace=False)] = 0
    answers = count_rows(engine, puzzles, 2)
    several = answers.counts == 2
    assert several.mean() > 0.5
    assert answers.guesses[several].mean() < 37


@pytest.mark.parametrize(("clues", "early"), [(13, True), (81, False)])
def test_lanes_branch_before_their_fixed_point_where_puzzles_have_many_solutions(
    clues, early
) -> None:
    """The counts are those of the generic engine, which never does."""
    dice = np.random.default_rng(5)
    puzzles = np.repeat(HARD, 12, axis=0)
    for row in puzzles:
        given = np.flatnonzero(row)
        row[dice.choice(given, max(0, len(given) - clues), replace=False)] = 0
    solutions = np.empty(puzzles.shape, np.uint8)
    run = KernelRun(CLASSIC, puzzles, 3, STORE_FIRST, solutions=solutions)
    while run.advance() != DONE:
        pass
    assert (run.state[KEEP_OWN_NODES] == BRANCH_EARLY) == early
    assert np.array_equal(np.array(run.counts), count_rows(UNITS, puzzles, 3).counts)
    solved = np.array(run.counts) > 0
    assert all(accepted(SUDOKU, row) for row in solutions[solved])
    assert ((puzzles == 0) | (puzzles == solutions))[solved].all()


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


def test_a_solution_that_breaks_its_clues_is_never_returned() -> None:
    run = KernelRun(CLASSIC, HARD[:1].copy(), 1, STORE_FIRST, solutions=np.zeros((1, 81), np.uint8))
    run.advance(most=1)
    run.puzzles[0, HARD[0] > 0] = HARD[0, HARD[0] > 0] % 9 + 1  # the clues change under way
    with pytest.raises(WrongAnswer, match="lockstep"):
        while run.advance() != DONE:
            pass


def test_a_constraint_without_a_filter_is_refused_by_name() -> None:
    model = Model({"x": [1, 2], "y": [1, 2]}, [Element(("x",), "y", "x")])
    with pytest.raises(Unsupported, match="no filter for Element"):
        Kernel(model.structure)
    with pytest.raises(Unsupported, match="64 values a cell at most, not 65"):
        Kernel(Model({"x": range(65)}).structure)


def test_values_that_a_cell_cannot_take_are_a_clue_without_a_solution() -> None:
    model = Model({"x": [1, 3], "y": [1, 2, 3], "z": [2, 3]}, [AllDifferent(("x", "y", "z"))])
    answers = count_rows(
        Kernel(model.structure),
        np.array([[0, 0, 0], [2, 0, 0], [3, 0, 0], [3, 3, 0]], np.uint8),
        10,
    )
    assert answers.counts.tolist() == [3, 0, 1, 0]
    assert answers.solutions[2].tolist() == [3, 1, 2]


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="the public puzzle sets are not here")
def test_12_000_altered_puzzles_are_agreed_upon() -> None:
    lines = [
        line[:81].replace(".", "0")
        for name, every in (("17_clue_49158", 3), ("subig20_17445", 3), ("magictour_1465", 1))
        for line in (DATA / f"{name}.txt").read_text().split()[::every]
        if len(line) >= 81
    ]
    base = np.array([list(map(int, line)) for line in lines], np.uint8)
    puzzles = altered_puzzles(base, random.Random(8), 12_000)
    classic, units = count_rows(CLASSIC, puzzles, 2), count_rows(UNITS, puzzles, 2)
    assert classic.counts.tolist() == units.counts.tolist()
    assert np.bincount(classic.counts, minlength=3).min() > 600
    unique = classic.counts == 1
    assert (classic.solutions[unique] == units.solutions[unique]).all()
    for row, count in zip(puzzles[::25], classic.counts[::25], strict=True):
        assert count_by("sat", SUDOKU, row, 2) == count
