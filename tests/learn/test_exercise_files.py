"""Exercises of a teacher's own: the format, its errors, the commands and the protocol."""

import re
from pathlib import Path

import pytest

from nonet.cli import main
from nonet.errors import ExerciseError
from nonet.learn import exercise_files
from nonet.learn.check_process import grade_in_process
from nonet.learn.exercise_files import examine, parse_exercise, read_exercise
from nonet.protocol import ask
from tests.cases import as_one_test

pytestmark = pytest.mark.usefixtures("small_seal")

TEACH = Path(__file__).parents[2] / "docs" / "teach.md"
EXAMPLE = re.search(r"```text\n(\+\+\+\n.*?)```", TEACH.read_text(encoding="utf-8"), re.DOTALL)[1]
"""The exercise that the documentation shows."""


@pytest.fixture
def in_this_process(monkeypatch):
    """Grade here: what the grading process does is tested with the exercises of the course."""
    monkeypatch.setattr(
        exercise_files, "grade", lambda exercise, file: grade_in_process(exercise, file.read_text())
    )


@pytest.mark.usefixtures("in_this_process")
def test_the_documented_exercise_is_ready():
    exercise = parse_exercise(EXAMPLE)
    findings = list(examine(exercise, exercise.data["refuse"]))
    assert len(findings) == 2 + len(exercise.data["refuse"]) > 4
    assert [each.fault for each in findings] == [""] * len(findings)
    assert exercise.hints
    assert exercise.text.startswith(f"# {exercise.title}\n")
    assert "by_brute_force" in exercise.specification


@pytest.mark.usefixtures("in_this_process")
def test_examine_finds_checks_that_are_too_weak_and_a_solution_that_is_wrong():
    exercise = parse_exercise(EXAMPLE)
    easy = {"says": "There is a function", "test": "bool(pairs(3))", "wrong": "nothing came"}
    exercise.data["checks"] = [easy]
    assert "it passes" in [each.fault for each in examine(exercise, exercise.data["refuse"])]
    exercise.data.update({"solution": "def pairs(total):\n    return []\n", "start": "pairs = 1\n"})
    shipped, solved = examine(exercise, [])
    assert shipped.fault.startswith("it is raised")
    assert "FAIL  There is a function\n      nothing came" in solved.fault


@as_one_test([
        ("+++\ntitle", "title", "it opens with a line"),
        ("title =", "titel =", "no field 'titel'; did you mean title"),
        ("title =", "title", "the head is not TOML"),
        ('title = "A cage of two cells"', "title = 3", "title is a text, not 3"),
        ('title = "A cage of two cells"', 'title = ""', "'title' is missing or empty"),
        ("says =", "say =", "check 1: there is no field 'say'; did you mean says"),
        ('test = "set(pairs(3)) == ', 'test = "set(pairs(3) == ', "check 1: test, line 1 is not Python"),
        ("    return ...", "    return (", "start, line 3 is not Python"),
        ('hints = ["', 'hints = [1, "', "hints is a list of texts"),
        ('wrong = "only', 'wrong = " " #', "check 1: the field 'wrong' is missing or empty"),
    ])  # fmt: skip
def test_what_is_wrong_in_a_file_is_named(old, new, message):
    assert old in EXAMPLE
    with pytest.raises(ExerciseError, match=re.escape(message)):
        parse_exercise(EXAMPLE.replace(old, new, 1))


def test_a_file_that_is_none_or_no_text_is_an_error(tmp_path):
    with pytest.raises(ExerciseError, match="no such file"):
        read_exercise(tmp_path / "none.md")
    (tmp_path / "latin.md").write_bytes(b"+++\n\xff\n+++\n")
    with pytest.raises(ExerciseError, match="cannot be read as text"):
        read_exercise(tmp_path / "latin.md")
    with pytest.raises(ExerciseError, match="at most"):
        parse_exercise("+" * (exercise_files.MAX_LENGTH + 1))


def test_a_learner_of_the_class_uses_the_file_like_an_exercise(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("cage.md").write_text(EXAMPLE, encoding="utf-8")
    assert main(["learn", "start", "cage.md"]) == 0
    assert capsys.readouterr().out.startswith("A cage of two cells\n")
    work = Path("exercise_a_cage_of_two_cells.py")
    assert work.read_text() == read_exercise("cage.md").hole
    work.write_text("def pairs(total):\n    return [(1, 2)]\n")
    assert main(["learn", "check", "cage.md"]) == 1  # by the grading process
    out = capsys.readouterr().out
    assert "pass  A cage of 3 has one pair\nFAIL  Every sum from 3 to 17" in out
    assert f"nonet learn hint {tmp_path / 'cage.md'}" in out
    assert main(["learn", "hint", "cage.md"]) == 0
    assert "Hint 1 of 1" in capsys.readouterr().out


def test_a_page_sends_the_text_of_the_file(monkeypatch):
    monkeypatch.setattr("nonet.protocol.exercises.in_browser", lambda: True)
    (opened,) = ask({"do": "exercise", "file": EXAMPLE})
    assert opened["done"]["title"] == "A cage of two cells"
    code = parse_exercise(EXAMPLE).solution
    (graded,) = ask({"do": "grade", "file": EXAMPLE, "code": code})
    assert graded["done"]["passed"]
    (graded,) = ask({"do": "grade", "file": EXAMPLE, "code": code.replace("a + 1", "a")})
    assert not graded["done"]["passed"]
    (neither,) = ask({"do": "grade", "code": code})
    assert "grade needs name, or file" in neither["error"]
    (secret,) = ask({"do": "exercise", "name": "/etc/cage.md"})
    assert "there is no exercise" in secret["error"], "a name never opens a file of the server's"
