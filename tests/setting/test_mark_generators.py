"""The generators of marks of each kind."""

from random import Random

import pytest

import nonet
from nonet.errors import PuzzleError
from nonet.puzzle.rules import type_of_rule
from nonet.setting.large_grids import shifted_rows
from nonet.setting.mark_generators import (
    MARK_GENERATORS,
    holds,
    search_marks,
)
from tests.setting.puzzles import BLANK, RUNS, SIX, is_unique


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("kind", MARK_GENERATORS)
def test_marks_leave_one_solution_by_another_backend(kind):
    cells = 36 if "whispers" in kind or kind == "renban" else 16  # long lines need room
    like = RUNS if kind == "run-sum" else nonet.Sudoku("." * cells)
    clues = (0, 36) if "whispers" in kind else None  # 2 to 5 stand in no whispers line of a 6x6
    puzzles = list(nonet.generate(3, like=like, kind=kind, clues=clues, seed=7))
    assert len({each.solution for each in puzzles}) > 1
    for each in puzzles:
        assert is_unique(each.puzzle, each.solution)
        if kind == "killer":
            assert not each.puzzle.clues
        if kind == "run-sum":
            runs = [block for block in RUNS.grid.blocks if block.height * block.width > 1]
            assert sum(rule.name == "run-sum" for rule in each.puzzle.rules) == len(runs)


@pytest.mark.parametrize(
    ("kind", "message"), [("run-sum", "consists of runs"), ("skyscraper", "one square")]
)
def test_marks_that_a_grid_cannot_have_are_refused(kind, message):
    like = BLANK if kind == "run-sum" else RUNS
    with pytest.raises(PuzzleError, match=message):
        next(nonet.generate(like=like, kind=kind, seed=1))


SOLVED = nonet.solve(nonet.Sudoku("." * 36)).solution


def by_definition(rule, values):
    return all(each.holds(values) for each in rule.constraints(SIX.grid))


@pytest.mark.parametrize("kind", ["palindrome", "renban", "quadruple", "x-sum", "clone", "sum"])
def test_marks_hold_of_the_solution_and_paths_and_areas_share_no_cell(kind):
    rule = type_of_rule(kind)
    marks = search_marks(rule, SIX.grid, SOLVED, Random(5), (2, 4))
    assert len(marks) > 2
    assert all(by_definition(mark, SOLVED) and holds(mark, SIX.grid, SOLVED) for mark in marks)
    cells = [cell for mark in marks for cell in getattr(mark, "cells", ())]
    assert rule.entry in ("corner", "outside") or len(set(cells)) == len(cells)


def test_x_sums_of_long_lines_are_the_small_ones():
    grid = nonet.Sudoku("." * 256).grid
    solution = shifted_rows(grid, Random(1))
    sums = MARK_GENERATORS["x-sum"](grid, solution, Random(1), (2, 6))
    assert len(sums) > 10 and max(mark.sum for mark in sums) <= 40
    assert all(holds(mark, grid, solution) for mark in sums)


def test_a_mark_that_excludes_nothing_is_none():
    lone = nonet.make_rule("extra-region", cells=("R1C1",))
    assert by_definition(lone, SOLVED) and not holds(lone, SIX.grid, SOLVED)
