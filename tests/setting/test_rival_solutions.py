"""Other solutions that marks leave, and the digits that exclude most of these."""

from random import Random

import numpy as np
import pytest

import nonet
from nonet.backends.registry import usable_backend
from nonet.deadline import Deadline
from nonet.setting import rival_solutions
from nonet.setting.live_solvers import AssumptionSolver, ListedSolutions, list_solutions
from nonet.setting.rival_solutions import RivalSearch, isolated_solution


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


def listing(rows):
    return ListedSolutions("abc", np.array(rows, np.uint8), True)


def test_digits_that_leave_fewest_others_are_given_one_after_another():
    rows = [(1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 2, 1), (2, 2, 2), (2, 1, 2), (1, 1, 3)]
    for seed in range(20):
        start = isolated_solution(listing(rows), 1, Random(seed))
        assert (start.digits, start.rivals) == (("c",), ()) and start.solution["c"] == 3
        # 3 of c is known: of the others 2 of a is the rarest, 2 of b with three as well
        start = isolated_solution(listing(rows), 1, Random(seed), "c")
        (cell,) = start.digits
        same = [row for row in rows if row["abc".index(cell)] == start.solution[cell]]
        assert cell in "ab" and len(same) == 3 == len(start.rivals) + 1
        two = isolated_solution(listing(rows), 2, Random(seed), "c")
        assert sorted(two.digits) == ["a", "b"]
        digits = {cell: two.solution[cell] for cell in two.digits}
        same = [
            row for row in rows if all(row["abc".index(cell)] == v for cell, v in digits.items())
        ]
        assert len(two.rivals) == len(same) - 1 < 3
        assert two.solution not in two.rivals


@pytest.mark.parametrize("most", [0, 3, 6, 7])
def test_rivals_are_as_many_as_are_looked_at_and_all_different(most, monkeypatch):
    monkeypatch.setattr(rival_solutions, "MAX_RIVALS", most)
    rows = [(1, 1, value) for value in range(7)]
    start = isolated_solution(listing(rows), 0, Random(1))
    assert start.digits == () and len(start.rivals) == min(most, 6)
    seen = {each["c"] for each in start.rivals} | {start.solution["c"]}
    assert len(seen) == min(most, 6) + 1


@pytest.fixture
def search():
    """Another solution of a thermometer is asked for, beside a solution of the blank grid."""
    blank = nonet.Sudoku("." * 16)
    solution = dict(nonet.solve("1.3.34....2..1..").solution)
    solver = AssumptionSolver(blank.model().structure, Deadline(None), "minisat22")
    with solver.excluding(solution.items()) as different:
        yield RivalSearch(solver, blank, solution, different)


MARK = nonet.make_rule("thermometer", cells=("R1C1", "R1C2", "R1C3"))


@pytest.mark.parametrize("lists", [False, True])
@pytest.mark.parametrize("engine_first", [False, True])
def test_a_rival_is_another_solution_of_marks_and_digits(search, engine_first, lists):
    search.engine_first, search.lists_rivals = engine_first, lists
    like = nonet.Sudoku("." * 16)
    rival = search.rival([MARK])
    assert rival.decided and not rival.excluded
    values = {cell: rival.values[cell] for cell in like.grid.cells}
    assert like.with_rules(MARK).model().accepts(values) and values != search.solution
    search.digits.update({cell: value for cell, value in search.solution.items() if cell != "R4C4"})
    assert search.rival([MARK]).excluded
    decided, rivals = search.rivals([MARK], Random(1))
    assert decided and rivals == []


def test_many_rivals_are_listed_for_lines_alone(search):
    assert len(search.rivals([MARK], Random(1))[1]) == 1
    search.lists_rivals = True
    decided, rivals = search.rivals([MARK], Random(1))
    if usable_backend("lockstep") is not None:
        assert decided and 1 < len(rivals) <= rival_solutions.RIVALS_SAMPLED
    assert all(each != search.solution for each in rivals)


def test_what_neither_solver_decides_is_undecided_and_the_engine_first_where_it_decided(
    search, monkeypatch
):
    monkeypatch.setattr(AssumptionSolver, "solve_bounded", lambda *given: None)
    if usable_backend("lockstep") is not None:
        assert search.rival([MARK]).decided and search.engine_first
    monkeypatch.setattr(rival_solutions, "list_solutions", lambda *given: None)
    search.engine_first = False
    rival = search.rival([MARK])
    assert (rival.decided, rival.values, rival.excluded) == (False, None, False)
    assert not search.engine_first
    search.engine_first = True
    assert search.rival([MARK]) == rival


def test_marks_that_are_forgotten_hold_no_more(search):
    first = search.literals([MARK])
    assert search.literals([MARK]) == first
    search.forget()
    assert search.literals([MARK]) != first
    assert search.allows(MARK, {"R1C1": 1, "R1C2": 2, "R1C3": 3})
    assert not search.allows(MARK, {"R1C1": 1, "R1C2": 3, "R1C3": 2})
