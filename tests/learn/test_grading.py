"""Grading: whatever a learner's program does, it ends, and the learner is told in words."""

import pytest

from nonet.errors import ExerciseError
from nonet.learn import find, grade

ROWS = find("declare-rows")


def graded(folder, text, seconds=3.0):
    file = folder / ROWS.file
    file.write_text(text, encoding="utf-8")
    return grade(ROWS, file, seconds=seconds)


def test_an_endless_loop_is_ended_and_its_line_told(tmp_path):
    found = graded(tmp_path, "def domains(size):\n    while True:\n        size = size + 0\n", 0.5)
    (result,) = found.results
    assert result.state == "slow"
    assert "no answer after 0.5 s, in line " in result.says
    assert "is that a loop without an end?" in result.says
    assert found.waiting == 3
    assert not found.passed


def test_an_endless_loop_when_the_file_is_read_is_ended(tmp_path):
    (result,) = graded(tmp_path, "while True:\n    pass\n", 0.5).results
    assert (result.sentence, result.state) == ("your file can be read", "slow")


def test_a_loop_that_python_itself_cannot_leave_is_ended_from_outside(tmp_path):
    text = "from itertools import count\ndef domains(size):\n    return sum(count())\n"
    (result,) = graded(tmp_path, text, 0.5).results
    assert result.state == "slow"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "def domains(size):\n    return {}[size]\n",
            "line 2 (return {}[size]) raised KeyError: 2",
        ),
        ("def domains(size:\n    pass\n", "line 1 (def domains(size:) is no Python"),
        ("import no_such_module\n", "line 1 (import no_such_module) raised ModuleNotFoundError"),
        ("def rows(size):\n    return []\n", "your file has no domains any more"),
        ("domains = 3\n", "domains should be a function, not 3"),
        ("domains = ...\n", "domains is still to be filled in"),
        ("def domains(size): ...\n", "domains(2) should be a dictionary, not None"),
        ("def domains(size):\n    return ...\n", "domains is still to be filled in"),
        ("import sys\nsys.exit(0)\n", "line 2 (sys.exit(0)) raised SystemExit: 0"),
        ("import os\nos._exit(0)\n", "your program ended itself (exit code 0)"),
        (
            "def domains(size):\n    return domains(size)\n",
            "line 2 (return domains(size)) raised RecursionError",
        ),
        (
            "def domains(size):\n    raise NotImplementedError('TODO: think')\n",
            "line 2 is still to do: think",
        ),
    ],
)
def test_what_goes_wrong_is_said_with_its_line(text, says, tmp_path):
    found = graded(tmp_path, text)
    assert not found.passed
    assert says in found.results[-1].says


def test_an_answer_of_a_strange_form_is_no_crash_of_ours(tmp_path):
    text = ROWS.solution.replace("return {f", "return {f'' or f").replace(
        "return [nonet", "return 3 or [nonet"
    )
    result = graded(tmp_path, text).results[-1]
    assert result.state == "raised"
    assert "the check stumbled over your answer: TypeError" in result.says


def test_a_file_beside_it_called_as_one_of_pythons_own_does_no_harm(tmp_path):
    (tmp_path / "json.py").write_text("raise SystemExit('wrong json')\n")
    assert graded(tmp_path, ROWS.solution, 20).passed


def test_earlier_exercises_can_be_imported(tmp_path):
    (tmp_path / "earlier.py").write_text(ROWS.solution)
    assert graded(tmp_path, "from earlier import domains, rows\n", 20).passed


def test_what_it_prints_does_not_mix_with_the_grade(tmp_path, capfd):
    assert graded(tmp_path, ROWS.solution + "\nprint('hello')\n", 20).passed
    captured = capfd.readouterr()
    assert (captured.out, captured.err.strip()) == ("", "hello")


def test_a_file_that_is_not_there_is_an_error_that_says_what_makes_it(tmp_path):
    with pytest.raises(ExerciseError, match="nonet learn start declare-rows makes it"):
        grade(ROWS, tmp_path / "declare_rows.py")
