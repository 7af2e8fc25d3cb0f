"""Arrays of killers, each row with cages of its own; SAT and the sums themselves are the judges."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

import nonet
from nonet import Grid, Puzzle, solve_many, verify_many
from nonet.batch.engines import Geometry
from nonet.errors import ClueError, ImpossibleRule, PuzzleError
from tests.cases import as_one_test

SHAPES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}


class Killers(NamedTuple):
    """Killers of one geometry: clues, the cage of each cell (0 for none), and the cages' sums."""

    geometry: Geometry
    rows: Any
    cages: Any
    sums: Any

    def puzzle(self, row: int) -> Puzzle:
        """The puzzle of a row, with a rule for each cage."""
        names, numbers = self.geometry.blank.grid.cells, self.cages[row].tolist()
        rules = [
            cage(self.sums[row, number - 1].item() or None, *members)
            for number in sorted(set(numbers) - {0})
            if (
                members := [name for name, own in zip(names, numbers, strict=True) if own == number]
            )
        ]
        clues = {
            name: value for name, value in zip(names, self.rows[row].tolist(), strict=True) if value
        }
        return self.geometry.blank.with_clues(clues).with_rules(*rules)

    def number_of_solutions(self, row: int, backend: str, limit: int) -> int:
        """Up to a limit; none where a cage cannot have its sum."""
        try:
            return nonet.count_solutions(self.puzzle(row), backend, limit=limit).number
        except ImpossibleRule:
            return 0


def cage(total, *cells, **more):
    return nonet.make_rule("killer", cells=cells, sum=total, **more)


def killers(chance: Random, n: int, size: int) -> Killers:
    """Killers of one grid: some cells without a cage, some cages without a sum, some sums wrong."""
    blank = Puzzle(Grid.square(size))
    geometry = Geometry.of_puzzle(blank)
    names = blank.grid.cells
    rows = np.zeros((n, len(names)), np.uint8)
    cages = np.zeros((n, len(names)), np.int64)
    sums = np.zeros((n, len(names)), np.int64)
    answers = nonet.solve(blank, "native", limit=200).solutions
    for row in range(n):
        solution = list(chance.choice(answers).values())
        number = 0
        for cell in range(len(names)):
            if cages[row, cell] or chance.random() < 0.1:
                continue
            number += 1
            members, length = [cell], chance.randint(1, 4)
            for other in (cell + 1, cell + size, cell + size + 1):
                same_row = other % size > cell % size or other == cell + size
                if len(members) == length or other >= len(names) or not same_row:
                    continue
                if not cages[row, other] and solution[other] not in {solution[m] for m in members}:
                    members.append(other)
            cages[row, members] = number
            sums[row, number - 1] = sum(solution[m] for m in members) * (chance.random() > 0.1)
        if chance.random() < 0.2:
            sums[row, 0] += 1
        if chance.random() < 0.5:
            rows[row, 5] = solution[5]
    return Killers(geometry, rows, cages, sums)


@pytest.mark.parametrize("size", [4, 6])
def test_killers_are_counted_as_sat_counts_them(size) -> None:
    puzzles = killers(Random(size), 60, size)
    many = solve_many(
        puzzles.rows,
        limit=3,
        cages=puzzles.cages,
        sums=puzzles.sums,
        like=puzzles.geometry.blank,
    )
    expected = [puzzles.number_of_solutions(row, "sat", 3) for row in range(60)]
    assert many.counts.tolist() == expected
    assert {0, 1, 3} <= set(expected)
    for row in np.flatnonzero(many.counts):
        names = puzzles.geometry.blank.grid.cells
        assert (
            puzzles.puzzle(row)
            .model()
            .accepts(dict(zip(names, many.solutions[row].tolist(), strict=True)))
        )


def test_another_backend_answers_killers_too() -> None:
    puzzles = killers(Random(1), 6, 4)
    results = {
        name: verify_many(
            puzzles.rows, cages=puzzles.cages, sums=puzzles.sums, backend=name, check="all"
        )
        for name in ("native", "python-constraint")
        if nonet.backends.find_backend(name).available().ok
    }
    expected = [puzzles.number_of_solutions(row, "native", 2) for row in range(6)]
    for name, many in results.items():
        assert (many.backend, many.counts.tolist()) == (name, expected)


@pytest.mark.parametrize(
    "other",
    [
        cage(7, "R1C2", "R2C2"),
        cage((3, 4), "R1C2", "R2C2"),
        cage(4, "R1C2", "R2C3", repeats=True),
        nonet.make_rule("greater-than", cells=("R1C1", "R1C2")),
    ],
)
def test_puzzles_that_differ_in_other_rules_are_answered_one_by_one(other) -> None:
    blank = Puzzle(Grid.square(4))
    puzzles = [blank.with_rules(cage(3, "R1C1", "R2C1")), blank.with_rules(other), blank]
    many = solve_many(puzzles, limit=1000, backend="native", check="all")
    assert many.counts.tolist() == [
        nonet.count_solutions(puzzle, "native", limit=1000).number for puzzle in puzzles
    ]
    assert many.decided.all()


def test_a_killer_given_up_is_undecided_or_answered_and_never_none() -> None:
    rows, cages = np.zeros((2, 81), np.uint8), np.zeros((2, 81), np.int64)
    cages[:, [0, 1]] = 1
    timed = solve_many(rows, limit=10**9, cages=cages, sums=[[3], [2]], time_limit=0.02)
    assert timed.decided.tolist() == [False, True]
    assert timed.counts[1] == 0


@as_one_test(
    [
        (None, [[1]], PuzzleError, "both cages and sums"),
        (np.zeros((1, 15), int), [[1]], PuzzleError, r"shape \(1, 16\)"),
        (np.zeros((1, 16)), [[1]], PuzzleError, "as integers"),
        (np.zeros((1, 16), int), [1], PuzzleError, r"shape \(1, cages\)"),
        (np.full((1, 16), 2), [[1]], ClueError, "puzzle 1: R1C1 is in cage 2"),
        (np.full((1, 16), -1), [[1]], ClueError, "puzzle 1: R1C1 is in cage -1"),
        (np.ones((1, 16), int), [[-3]], ClueError, "the sum of cage 1 is -3"),
    ]
)
def test_cages_and_sums_that_are_none_are_refused_by_row(cages, sums, kind, message) -> None:
    with pytest.raises(kind, match=message):
        verify_many(np.zeros((1, 16), np.uint8), cages=cages, sums=sums, backend="native")


def test_a_cage_of_more_cells_or_a_larger_sum_than_can_be_has_no_solution() -> None:
    rows, cages = np.zeros((3, 16), np.uint8), np.zeros((3, 16), int)
    cages[0, :5] = cages[1, 0] = cages[2, 0] = 1
    sums = [[12], [10**12], [4]]
    many = verify_many(rows, cages=cages, sums=sums)
    assert many.counts.tolist() == [0, 0, 2]
