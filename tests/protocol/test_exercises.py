"""Exercises, read and graded."""

from __future__ import annotations

from nonet.learn import COURSE, SPINE, find_exercise
from nonet.learn.confinement import unavailable_reason
from nonet.protocol.about import RUN_PROGRAMS
from tests.protocol.questions import answer_to, error_of


def test_exercises_are_read_and_graded(monkeypatch):
    if unavailable_reason():
        monkeypatch.setenv(RUN_PROGRAMS, "always")
    names = [each["name"] for each in answer_to("exercise")["exercises"]]
    assert names == [each.name for each in (*SPINE, *COURSE)]
    answer = answer_to("exercise", name="declare-a-sudoku")
    assert "solution" not in answer
    assert answer["code"] == find_exercise("declare-a-sudoku").hole
    graded = answer_to("grade", name="declare-a-sudoku", code="print('hello')\n" + answer["code"])
    assert not graded["passed"]
    assert graded["printed"] == "hello\n"
    assert answer_to("grade", name="declare-a-sudoku", code=find_exercise("2").solution)["passed"]
    assert error_of("exercise", name="nothing such")["kind"] == "ExerciseError"


def test_a_part_of_the_solver_is_put_into_the_learners_file():
    """What is there stays, what is missing before is ours, and the part begins at ``line``."""
    mine = "# --- part 1: brute force ---\n\n\ndef brute(domains, constraints):\n    return []\n"
    answer = answer_to("exercise", name="solver-3", code=mine)
    assert "return []" in answer["code"] and "part 2, backtrack" not in answer["code"]
    assert answer["code"].splitlines()[answer["line"]] == "# --- part 3: a store with undo ---"
    assert answer["code"].count("NotImplementedError") == 5
    ours = answer_to("exercise", name="solver-3", code=answer["code"], part="ours")["code"]
    assert "NotImplementedError" not in ours and "return []" in ours
    anew = answer_to("exercise", name="solver-3", code=ours, part="anew")["code"]
    assert anew == answer["code"]
