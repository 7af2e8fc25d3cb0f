"""nonet learn as a learner meets it: from an empty folder to an exercise passed."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from nonet.cli import main
from nonet.learn import COURSE, find_exercise

ROOT = Path(__file__).parents[2]


@pytest.fixture
def learn(capsys, tmp_path, monkeypatch):
    """Run the command in an empty folder; gives exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        code = main(["learn", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def progress(folder="."):
    return json.loads((Path(folder) / "nonet-learn.json").read_text())["exercises"]


def test_the_way_of_a_learner(learn, tmp_path):
    assert f"0 of {len(COURSE)} passed" in learn()[1]
    assert list(tmp_path.iterdir()) == [], "to look leaves nothing behind"
    code, out, _ = learn("start", "declare-rows")
    assert code == 0
    assert "fill   declare_rows.py" in out
    assert Path("declare_rows.py").read_text() == find_exercise("declare-rows").hole
    assert Path("declare_rows.md").read_text() == find_exercise("declare-rows").text
    code, out, _ = learn("check", "declare-rows")
    assert code == 1
    assert "FAIL" in out
    assert "(3 more after this)" in out
    assert "[-]  2 declare-rows" in learn("list")[1]
    code, solution, _ = learn("solution", "declare-rows")
    Path("declare_rows.py").write_text(solution)
    code, out, _ = learn("check", "declare-rows")
    assert code == 0
    assert out.count("pass  ") == 4
    assert "next: nonet learn start declare-a-sudoku" in out
    listed = learn()[1]
    assert "[x]  2 declare-rows" in listed
    assert f"1 of {len(COURSE)} passed" in listed
    record = progress()["declare-rows"]
    assert (record["attempts"], record["solution_seen"]) == (2, True)
    assert record["passed"] >= record["started"] > "2000"


def test_hints_come_one_after_another(learn):
    hints = find_exercise("x-wing").hints
    for hint in (*hints, hints[-1]):
        code, out, _ = learn("hint", "x-wing")
        assert code == 0
        assert hint in out
    assert progress()["x-wing"]["hints"] == len(hints)
    assert hints[0] in learn("hint", "x-wing", "--number", 1)[1]
    assert learn("hint", "x-wing", "--number", 9) == (
        2, "", "nonet learn: x-wing has hints 1 to 3, not 9\n"
    )  # fmt: skip


def test_work_is_never_overwritten(learn):
    learn("start", "x-wing")
    Path("x_wing.py").write_text("mine")
    Path("x_wing.md").write_text("my notes")
    code, _, err = learn("start", "x-wing")
    assert code == 0
    assert "x_wing.py is there already and was kept" in err
    assert learn("reset")[0] == 0
    assert (Path("x_wing.py").read_text(), Path("x_wing.md").read_text()) == ("mine", "my notes")
    assert progress() == {}
    for number in (1, 2):
        assert f"is now x_wing_{number}.py" in learn("reset", "x-wing")[1]
        assert Path("x_wing.py").read_text() == find_exercise("x-wing").hole
        Path("x_wing.py").write_text("mine again")
    assert Path("x_wing_1.py").read_text() == "mine"
    assert Path("x_wing_2.py").read_text() == "mine again"


def test_another_folder_keeps_its_own_progress(learn):
    assert "--dir lessons" in learn("start", "declare-rows", "--dir", "lessons")[1]
    assert not Path("nonet-learn.json").exists()
    assert "hint declare-rows --dir lessons" in learn("check", 2, "--dir", "lessons")[1]
    file = Path("lessons/declare_rows.py")
    file.write_text(find_exercise("declare-rows").solution)
    assert learn("check", 2, file)[0] == 0
    assert progress("lessons")["declare-rows"]["attempts"] == 2
    assert learn("check", 2, "--dir", "lessons")[0] == 0
    code, _, err = learn("check", 2)
    assert code == 2
    assert "--dir says in which folder yours is" in err


def test_once_passed_is_passed(learn):
    Path("declare_rows.py").write_text(find_exercise("declare-rows").solution)
    assert learn("check", "declare-rows")[0] == 0
    first = progress()["declare-rows"]["passed"]
    Path("declare_rows.py").write_text("broken")
    assert learn("check", "declare-rows")[0] == 1
    assert progress()["declare-rows"]["passed"] == first


def test_the_text_names_what_is_checked(learn):
    code, out, _ = learn("show", "x-wing")
    assert code == 0
    assert out.startswith(find_exercise("x-wing").text)
    assert "- Two X-wings at once\n" in out
    assert "def check_two_wings" in learn("show", "x-wing", "--checks")[1]


@pytest.mark.parametrize("action", ["show", "start", "check", "hint", "solution", "reset"])
def test_a_wrong_name_suggests_the_nearest(learn, action, tmp_path):
    assert learn(action, "x-wings") == (
        2, "", "nonet learn: there is no exercise 'x-wings': did you mean x-wing?\n"
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_bad_usage_is_one_line(learn):
    assert "nonet learn lists them" in learn("show", "zzzzz")[2]
    learn("start", 1)
    code, _, err = learn("check", 1, "--time-limit", 0)
    assert (code, err) == (
        2, "nonet learn: a time limit is a number of seconds above 0, not 0\n"
    )  # fmt: skip


@pytest.mark.parametrize("text", ["{", "[]", '{"exercises": {"x-wing": 3}}'])
def test_damaged_progress_is_reported_and_left_alone(learn, text):
    Path("nonet-learn.json").write_text(text)
    code, _, err = learn("start", "x-wing")
    assert code == 2
    assert "this is not a progress of nonet learn" in err
    assert Path("nonet-learn.json").read_text() == text


def test_all_is_in_a_wheel(tmp_path):
    pytest.importorskip("hatchling")
    process = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    from zipfile import ZipFile

    names = set(ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    for exercise in COURSE:
        for file in ("__init__.py", "text.md", "hole.py.txt", "hints.md", "solution.py.txt"):
            assert f"nonet/learn/exercises/{exercise.package}/{file}" in names


def test_the_page_says_what_the_commands_do(learn):
    """docs/learn.md: its commands, one after another in an empty folder."""
    page = (ROOT / "docs" / "learn.md").read_text()
    blocks = re.findall(r"^```console\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert blocks
    for command, expected in re.findall(
        r"^\$ nonet learn ?(.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE
    ):
        _, out, err = learn(*command.split())
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        assert doctest.OutputChecker().check_output(expected, out, flags), (command, out, err)


def test_the_course_of_the_page_is_the_course():
    page = (ROOT / "docs" / "learn.md").read_text()
    named = re.findall(r"^\| (\d+) \| `([a-z-]+)` \|", page, re.MULTILINE)
    assert named == [(str(exercise.number), exercise.name) for exercise in COURSE]
