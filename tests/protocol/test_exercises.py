"""Exercises, read and graded."""

from __future__ import annotations

import re
from pathlib import Path

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


TEACH = Path(__file__).parents[2] / "docs" / "teach.md"
OURS = find_exercise("declare-a-sudoku")


def test_a_teachers_file_is_an_exercise_without_a_name(monkeypatch):
    if unavailable_reason():
        monkeypatch.setenv(RUN_PROGRAMS, "always")
    assert error_of("grade", code="")["error"] == "grade needs name, or file: which exercise it is"
    text = re.search(
        r"^\+\+\+\n.*?\+\+\+\n.*?(?=^```)", TEACH.read_text(encoding="utf-8"), re.M | re.S
    )[0]
    answer = answer_to("exercise", file=text, solution=True)
    assert answer["task"] and answer["hints"] and "NotImplementedError" not in answer["solution"]
    graded = answer_to("grade", file=text, code=answer["solution"])
    assert graded["passed"] and not graded["waiting"]
    assert [each["words"] for each in graded["checks"]] == answer["checks"]


def test_programs_run_in_a_browser_as_they_are_and_nowhere_where_none_may_run(monkeypatch):
    monkeypatch.setenv(RUN_PROGRAMS, "never")
    refused = error_of("grade", name="declare-a-sudoku", code=OURS.solution)
    assert refused["error"] == "This server runs no programs: nonet learn check does."
    monkeypatch.setattr("nonet.protocol.exercises.in_browser", lambda: True)
    printing = "print('x' * 70_000)\n" + OURS.solution
    graded = answer_to("grade", name="declare-a-sudoku", code=printing)
    assert graded["passed"] and graded["printed"] == 65_536 * "x"
