"""Grading: whatever a learner's program does, it ends, and the learner is told in words."""

import contextlib
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from nonet.errors import ExerciseError
from nonet.learn import find_exercise, grade, grading
from nonet.learn.confinement import MAX_FILE_SIZE, MAX_MEMORY
from nonet.learn.grading import MAX_PRINTED_BYTES

ROWS = find_exercise("declare-a-sudoku")


def grade_text(folder, text, seconds=3.0):
    file = folder / ROWS.file
    file.write_text(text, encoding="utf-8")
    return grade(ROWS, file, seconds=seconds)


def test_an_endless_loop_is_ended_and_its_line_reported(tmp_path):
    report = grade_text(
        tmp_path, "def domains(size):\n    while True:\n        size = size + 0\n", 0.5
    )
    (result,) = report.results
    assert result.state == "slow"
    assert "no answer after 0.5 s, in line " in result.message
    assert "is that a loop without an end?" in result.message
    assert report.not_run == 8
    assert not report.passed


def test_an_endless_loop_when_the_file_is_read_is_ended(tmp_path):
    (result,) = grade_text(tmp_path, "while True:\n    pass\n", 0.5).results
    assert (result.sentence, result.state) == ("your file can be read", "slow")


def test_a_loop_that_python_itself_cannot_leave_is_ended_from_outside(tmp_path, monkeypatch):
    monkeypatch.setattr(grading, "GRACE_SECONDS", 0.3)  # what is given to those that can leave it
    text = "from itertools import count\ndef domains(size):\n    return sum(count())\n"
    (result,) = grade_text(tmp_path, text, 0.5).results
    assert result.state == "slow"


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "def domains(size):\n    return {}[size]\n",
            "line 2 (return {}[size]) raised KeyError: 2",
        ),
        ("def domains(size:\n    pass\n", "line 1 (def domains(size:) is not Python"),
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
def test_errors_are_reported_with_their_line(text, expected, tmp_path):
    report = grade_text(tmp_path, text)
    assert not report.passed
    assert expected in report.results[-1].message


def test_an_answer_of_a_strange_form_is_no_crash_of_ours(tmp_path):
    text = ROWS.solution.replace("return {f", "return {f'' or f").replace(
        "return [nonet", "return 3 or [nonet"
    )
    result = grade_text(tmp_path, text).results[-1]
    assert result.state == "raised"
    assert "the check stumbled over your answer: TypeError" in result.message


def test_a_file_beside_it_called_as_one_of_pythons_own_does_no_harm(tmp_path):
    (tmp_path / "json.py").write_text("raise SystemExit('wrong json')\n")
    assert grade_text(tmp_path, ROWS.solution, 20).passed


def test_earlier_exercises_can_be_imported(tmp_path):
    (tmp_path / "earlier.py").write_text(ROWS.solution)
    assert grade_text(tmp_path, "from earlier import domains, rows, sudoku\n", 20).passed


def test_what_it_prints_does_not_mix_with_the_grade(tmp_path, capfd):
    assert grade_text(tmp_path, ROWS.solution + "\nprint('hello')\n", 20).passed
    captured = capfd.readouterr()
    assert (captured.out, captured.err.strip()) == ("", "hello")


def test_a_file_that_is_not_there_is_an_error_that_says_what_makes_it(tmp_path):
    with pytest.raises(ExerciseError, match="nonet learn start declare-a-sudoku makes it"):
        grade(ROWS, tmp_path / "declare_a_sudoku.py")


def test_half_a_character_in_a_message_can_be_printed(tmp_path):
    what = "raise ValueError('half \\ud800 of it ' + 'long' * 100_000)"
    (result,) = grade_text(tmp_path, what, 20).results
    assert "raised ValueError: half \\ud800 of it" in result.message
    assert len(result.message) < 20_000
    result.message.encode("utf-8")


@pytest.mark.slow(0.5)
@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux only")
@pytest.mark.parametrize("how", ["plain", "a session of its own", "orphans that go on forking"])
def test_no_process_outlives_grading(how, tmp_path):
    mark = f"sleep-{uuid4().hex}"
    what = {
        "plain": "subprocess.Popen(command)",
        "a session of its own": "subprocess.Popen(command, start_new_session=True)",
        "orphans that go on forking": """
import os
if not os.fork():
    os.setsid()
    for _ in range(3):
        os.fork()
    subprocess.run(command)
    os._exit(0)
""",
    }[how]
    command = [sys.executable, "-c", "import time; time.sleep(600)", mark]
    grade_text(tmp_path, f"import subprocess\ncommand = {command}\n{what}\n{ROWS.solution}", 20)
    assert not processes(mark)
    what += "\nwhile True:\n    time.sleep(1)"
    grade_text(tmp_path, f"import subprocess, time\ncommand = {command}\n{what}\n", 1.0)
    assert not processes(mark)


def processes(mark: str) -> list[str]:
    """The processes with this word among their arguments."""
    pids = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if mark.encode() in entry.read_bytes().split(b"\0"):
                pids.append(entry.parent.name)
    return pids


def test_only_the_beginning_of_much_output_is_passed_on(tmp_path, capfd):
    text = "import sys\nfor _ in range(500):\n    sys.stdout.write('x' * 100_000)\n" + ROWS.solution
    assert grade_text(tmp_path, text, 60).passed
    out, err = capfd.readouterr()
    assert not out
    assert len(err) < 2 * MAX_PRINTED_BYTES
    assert err.endswith("of what your program prints are shown)\n")


def test_memory_and_files_have_an_end(tmp_path):
    (result,) = grade_text(tmp_path, f"x = bytearray({2 * MAX_MEMORY})", 20).results
    assert "MemoryError" in result.message
    large = (
        f"file = open('large', 'wb', 0)\nwhile file.write(bytes({MAX_FILE_SIZE // 4})):\n    pass"
    )
    (result,) = grade_text(tmp_path, large, 20).results
    assert "File too large" in result.message
    assert (tmp_path / "large").stat().st_size <= MAX_FILE_SIZE
