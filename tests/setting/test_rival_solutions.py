"""Other solutions that marks leave, and the digits that exclude most of these."""

from random import Random

import pytest

import nonet
from nonet.deadline import Deadline
from nonet.setting.live_solvers import list_solutions
from nonet.setting.rival_solutions import isolated_solution


def test_the_digit_of_lines_without_values_tells_a_solution_from_all_that_are_listed():
    puzzle = nonet.Sudoku("." * 16, rules=["renban R1C1 R1C2"]).with_clues({"R4C4": 2})
    listed = list_solutions(puzzle.model(), Deadline(None), 1_000, 10_000)
    if listed is None:
        pytest.skip("the compiled engine is not installed")
    assert listed.complete and len(listed) == nonet.count_solutions(puzzle, "native").number
    start = isolated_solution(listed, 1, Random(1), ["R4C4"])
    (cell,) = start.digits
    same = [
        row for row in map(listed.values, range(len(listed))) if row[cell] == start.solution[cell]
    ]
    assert cell != "R4C4" and start.solution in same and len(same) == len(start.rivals) + 1
    assert not list_solutions(puzzle.model(), Deadline(None), 2, 10_000).complete
