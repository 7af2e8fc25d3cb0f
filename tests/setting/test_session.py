"""Live candidates: judged by brute force and by the verbs of another solver."""

from random import Random

import pytest

import nonet
from nonet.errors import ClueError, ModelError, OutOfTime, PuzzleError
from nonet.puzzle.rules.killer import Killer
from nonet.setting.live_solvers import AssumptionSolver

BLANK = nonet.Sudoku("." * 16)
JIGSAW = "AAABACBBCCDBCDDD"


def held_after_edits(blank, random, number):
    """A session's candidates and solution after each of many edits, beside native's."""
    session, clues = nonet.setting.Session(blank), {}
    for _ in range(number):
        cell = random.choice(blank.grid.cells)
        if cell in clues:
            session.take_back(cell)
            del clues[cell]
        else:
            clues[cell] = random.randint(1, 4)
            session.add(cell, clues[cell])
        puzzle = blank.with_clues(clues)
        assert dict(session.candidates()) == dict(nonet.candidates(puzzle, "native").values)
        solution = session.solution()
        assert (solution is None) == (nonet.solve(puzzle, "native").status.value == "unsat")
        assert solution is None or puzzle.model().accepts(solution)


def test_candidates_after_each_edit_are_those_of_another_solver():
    held_after_edits(BLANK, Random(5), 30)


def test_a_rule_and_a_narrowed_cell_are_taken_in_after_other_edits():
    held_after_edits(nonet.Sudoku("." * 16, rules=["x"]), Random(6), 30)
    session = nonet.setting.Session(BLANK)
    session.candidates()
    session.with_rule(Killer(("R1C1", "R1C2"), sum=5)).narrow("R1C1", nonet.model.Domain.of((1, 2)))
    puzzle = BLANK.with_rules(Killer(("R1C1", "R1C2"), sum=5))
    model = puzzle.model().narrow({"R1C1": [1, 2]})
    assert dict(session.candidates()) == dict(nonet.candidates(model, "native").values)


def test_rules_are_added_and_taken_back_with_what_they_stood_in_for():
    cage, regions = Killer(("R1C1", "R1C2"), sum=5), nonet.make_rule("jigsaw", layout=JIGSAW)
    session = nonet.setting.Session(BLANK).add("R1C1", 1)
    puzzle = BLANK.with_clues({"R1C1": 1})
    random = Random(8)
    active_rules: list = []
    for _ in range(12):
        rule = random.choice([cage, regions])
        if rule in active_rules:
            active_rules.remove(rule)
            session.without_rule(rule)
        else:
            active_rules.append(rule)
            session.with_rule(rule)
        expected = puzzle.with_rules(*active_rules)
        assert dict(session.candidates()) == dict(nonet.candidates(expected, "native").values)
        assert set(session.puzzle.rules) == set(expected.rules)
    rules_before = set(session.puzzle.rules)
    other = Killer(("R3C1", "R3C2"), sum=5)
    with pytest.raises(PuzzleError, match="no such rule killer"):
        session.without_rule(other)
    with pytest.raises(PuzzleError, match="R9C9"):
        session.with_rule(Killer(("R9C9", "R9C8"), sum=5))
    assert set(session.puzzle.rules) == rules_before, "a rule that does not fit changes nothing"


def test_a_cage_added_and_the_solutions_through_a_candidate():
    session = nonet.setting.Session(BLANK.with_clues({"R1C1": 1}))
    cage = Killer(("R1C3", "R1C4", "R2C4"), sum=9)
    session.candidates()
    session.with_rule(cage)
    puzzle = BLANK.with_clues({"R1C1": 1}).with_rules(cage)
    assert dict(session.candidates()) == dict(nonet.candidates(puzzle, "native").values)
    for value in range(1, 5):
        through = nonet.count_solutions(
            puzzle.with_clues({"R1C1": 1, "R2C2": value}), "native", limit=5
        )
        assert session.count_solutions("R2C2", value, most=5) == through.number
    assert session.count_solutions("R1C1", 2) == 0


def test_what_a_session_refuses():
    session = nonet.setting.Session(nonet.Model({"x": [1, 2]}))
    assert list(session.add("x", 2).candidates()["x"]) == [2]
    with pytest.raises(ClueError):
        session.add("x", 3)
    with pytest.raises(ModelError):
        session.add("y", 1)
    with pytest.raises(ModelError):
        session.with_rule(Killer(("R1C1", "R1C2"), sum=5))
    session.take_back("x")
    with pytest.raises(ClueError, match="x was given nothing"):
        session.take_back("x")
    short = nonet.setting.Session(nonet.Sudoku("." * 81))
    short._time_limit = 1e-9
    with pytest.raises(OutOfTime):
        short.candidates()


def test_solutions_are_kept_up_to_a_number_and_a_further_edit_is_right_all_the_same(monkeypatch):
    monkeypatch.setattr("nonet.setting.session.MAX_CACHED_SOLUTIONS", 2)
    session = nonet.setting.Session(BLANK)
    session.candidates()
    assert len(session._cached) == 2
    held_after_edits(BLANK, Random(9), 12)


def test_an_edit_asks_the_solver_only_for_values_that_no_kept_solution_has(monkeypatch):
    questions = []
    original = AssumptionSolver.solve
    monkeypatch.setattr(
        AssumptionSolver,
        "solve",
        lambda solver, assumed: questions.append(assumed) or original(solver, assumed),
    )
    session = nonet.setting.Session(BLANK)
    session.candidates()
    first = len(questions)
    assert 4 <= first < 20
    session.candidates()
    assert len(questions) == first, "what is known is not asked for again"
    session.add("R1C1", 1).candidates()
    after_add = len(questions) - first
    assert 0 < after_add < first
    session.take_back("R1C1").candidates()
    assert len(questions) == first + after_add, "all values have solutions from before"
    session.solution()
    assert len(questions) == first + after_add


def test_a_solver_with_too_many_clauses_of_past_questions_is_made_anew(monkeypatch):
    session = nonet.setting.Session(BLANK)
    session.candidates()
    bench = session._bench
    assert session.add("R1C1", 1).candidates() and session._bench is bench
    monkeypatch.setattr("nonet.setting.live_solvers.MAX_ADDED_CLAUSES", bench._size - 1)
    expected = dict(nonet.candidates(BLANK.with_clues({"R1C1": 2}), "native").values)
    assert dict(session.add("R1C1", 2).candidates()) == expected
    assert session._bench is not bench


@pytest.mark.parametrize("most", [1, 3, 4, 5, 100])
def test_solutions_through_a_candidate_are_counted_up_to_a_number(most):
    puzzle = BLANK.with_clues({"R1C1": 1, "R1C2": 2, "R1C3": 3, "R2C1": 3, "R3C1": 2})
    total = nonet.count_solutions(puzzle.with_clues({**puzzle.clues, "R4C4": 1}), "native").number
    session = nonet.setting.Session(puzzle)
    assert session.count_solutions("R4C4", 1, most=most) == min(total, most)
    assert session.clues.keys() == puzzle.clues.keys()
    assert session.count_solutions("R1C1", 2, most=most) == 0


def test_a_solution_is_of_the_clues_there_are_now_or_none():
    session = nonet.setting.Session(BLANK).add("R1C1", 1).add("R2C2", 1)
    assert session.solution() is None and set(map(len, session.candidates().values())) == {0}
    solution = session.add("R2C2", 2).solution()
    assert solution["R1C1"] == 1 and solution["R2C2"] == 2
    assert solution.line == BLANK.with_clues(solution).line()
    narrowed = session.narrow("R4C4", nonet.model.Domain.of((3, 4))).candidates()
    model = BLANK.with_clues({"R1C1": 1, "R2C2": 2}).model().narrow({"R4C4": [3, 4]})
    assert dict(narrowed) == dict(nonet.candidates(model, "native").values)
    with pytest.raises(ModelError, match="no variable"):
        nonet.setting.Session(nonet.Model({"x": [1, 2]})).take_back("y")
