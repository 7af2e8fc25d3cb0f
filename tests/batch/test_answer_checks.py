"""Answers are judged again: solutions by the declaration, counts by another solver."""

from math import isqrt

import numpy as np
import pytest

import nonet
from nonet.batch import answer_checks
from nonet.batch.engines import Geometry
from nonet.errors import (
    WrongAnswer,
)

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def cell_values(text):
    return [0 if character in ".0" else int(character, 36) for character in text]


def test_the_check_of_solutions_finds_every_kind_of_fault():
    geometry = Geometry.square(81)
    rows, solutions = (
        np.array([cell_values(EASY)], np.uint8),
        np.array([cell_values(SOLVED)], np.uint8),
    )
    solved = np.array([True])
    answer_checks.check_solutions(geometry, rows, solutions, solved)
    for place, value, message in [(0, 1, "clue"), (2, 0, "no value"), (2, 1, "broken: row 1")]:
        altered = solutions.copy()
        altered[0, place] = value
        with pytest.raises(WrongAnswer, match=f"puzzle 1: .*{message}"):
            answer_checks.check_solutions(geometry, rows, altered, solved)


@pytest.mark.parametrize("size", [9, 16, 25, 64])
def test_repeats_are_found_in_any_size(size):
    geometry, box = Geometry.square(size**2), isqrt(size)
    row, column = np.divmod(np.arange(size**2), size)
    solved = (row * box + row // box + column) % size
    solutions = np.array([(solved + k) % size + 1 for k in range(3)], np.uint8)
    rows, yes = np.zeros_like(solutions), np.ones(3, bool)
    answer_checks.check_solutions(geometry, rows, solutions, yes)
    solutions[1, 0] = solutions[1, size - 1]
    with pytest.raises(WrongAnswer, match="puzzle 2: broken: row 1"):
        answer_checks.check_solutions(geometry, rows, solutions, yes)


@pytest.mark.parametrize("how", ["sample", "all"])
def test_a_wrong_count_is_found_by_another_solver(how):
    geometry = Geometry.square(16)
    rows, yes = np.zeros((1, 16), np.uint8), np.ones(1, bool)
    answer_checks.check_counts(geometry, geometry.models_of(rows), np.array([2]), yes, 2, how)
    with pytest.raises(WrongAnswer, match=r"puzzle 8: 1 solution, but \w+ counts 2"):
        answer_checks.check_counts(
            geometry, geometry.models_of(rows), np.array([1]), yes, 2, how, first=7
        )


def test_who_counts_a_sample_again_is_the_one_that_is_ready_soonest():
    pytest.importorskip("ortools")
    small, large = Geometry.square(81), Geometry.square(625)
    assert [answer_checks._recounting_backend(small, how) for how in ("sample", "all")] == [
        "sat",
        "sat",
    ]
    assert [answer_checks._recounting_backend(large, how) for how in ("sample", "all")] == [
        "cpsat",
        "sat",
    ]


@pytest.mark.parametrize(("how", "interval"), answer_checks.SAMPLE_INTERVALS.items())
def test_one_row_of_each_interval_is_counted_again_if_it_is_decided(how, interval, monkeypatch):
    """A wrong count of the whole sample is found, of no other row; an undecided row is no claim."""
    monkeypatch.setitem(answer_checks.SAMPLE_INTERVALS, how, 10)
    assert interval in (1024, 16384)
    geometry = Geometry.square(16)
    for number, most in ((1, 1), (19, 1), (20, 2), (35, 3)):
        rows, asked_rows = np.zeros((number, 16), np.uint8), []
        rows[:, 0] = 1

        def model_of(row, rows=rows, asked_rows=asked_rows):
            asked_rows.append(row)
            return geometry.model_of(rows[row].tolist())

        yes = np.ones(number, bool)
        right = np.full(number, 2)
        answer_checks.check_counts(geometry, model_of, right, yes, 2, how)
        sample = list(asked_rows)
        assert len(sample) == most and sample == sorted(set(sample))
        answer_checks.check_counts(geometry, model_of, right, ~yes, 2, how)
        assert asked_rows == sample
        for row in sample:
            counts = right.copy()
            counts[row] = 1
            with pytest.raises(
                WrongAnswer, match=rf"puzzle {row + 6}: 1 solution, but sat counts 2"
            ):
                answer_checks.check_counts(geometry, model_of, counts, yes, 2, how, first=5)
        counts = np.where(np.isin(np.arange(number), sample), 2, 1)
        answer_checks.check_counts(geometry, model_of, counts, yes, 2, how)  # the rest is trusted


def test_without_a_check_no_model_is_built():
    answer_checks.check_counts(Geometry.square(16), None, np.zeros(3), np.ones(3, bool), 2, "none")
    answer_checks.check_counts(Geometry.square(16), None, np.zeros(0), np.ones(0, bool), 2, "all")


def test_a_wrong_solution_far_down_is_named_by_its_row_and_values_from_zero_are_meant():
    puzzle = nonet.parse('{"nonet": "puzzle", "grid": "4x4 values 0-3 box 2x2", "clues": {}}')
    geometry = Geometry.of_puzzle(puzzle)
    good = np.array([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1], np.uint8)
    solutions, solved = np.tile(good, (5, 1)), np.array([True, False, True, True, True])
    solutions[1] = 0  # no solution, and so no wrong one
    rows = np.zeros_like(solutions)
    rows[4, 3] = 4
    answer_checks.check_solutions(geometry, rows, solutions, solved, first=10)
    for place, value, message in ((0, 2, "broken: row 1"), (3, 3, "a clue is not kept")):
        altered = solutions.copy()
        altered[4, place] = value
        with pytest.raises(WrongAnswer, match=f"puzzle 15: {message}"):
            answer_checks.check_solutions(geometry, rows, altered, solved, first=10)


def test_puzzles_with_rules_of_their_own_are_counted_again(monkeypatch):
    puzzles = [nonet.Sudoku("4x4", rules=["x"]), nonet.Sudoku("1" + "." * 15, rules=["anti-king"])]
    assert nonet.verify_many(puzzles, check="all").counts.tolist() == [
        min(2, nonet.count_solutions(each).number) for each in puzzles
    ]

    class Zero:
        number = 0

    monkeypatch.setattr(answer_checks, "count_solutions", lambda *given, **named: Zero)
    with pytest.raises(WrongAnswer, match="2 solutions, but sat counts 0"):
        nonet.verify_many([puzzles[0], nonet.Sudoku("4x4")], check="all")
