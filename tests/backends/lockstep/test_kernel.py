"""The kernel over arrays: counts as another solver counts, at any limit, paused or not."""

from __future__ import annotations

import random

import numpy as np
import pytest

from nonet import AllDifferent, Model
from nonet.backends.lockstep.kernel import Kernel
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
from nonet.errors import Unsupported, WrongAnswer
from nonet.model import Element
from tests.backends.lockstep.puzzle_arrays import (
    BOTH,
    CLASSIC,
    DATA,
    HARD,
    SUDOKU,
    UNITS,
    accepted,
    altered_puzzles,
    count_by,
)


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
def test_an_empty_grid_has_as_many_solutions_as_are_asked_for(engine) -> None:
    answers = count_rows(engine, np.zeros((3, 81), np.uint8), 1000)
    assert answers.counts.tolist() == [1000] * 3
    assert all(accepted(SUDOKU, solution) for solution in answers.solutions)


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
