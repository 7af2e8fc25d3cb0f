"""nonet learn as a learner meets it: from an empty folder to an exercise passed."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from nonet.cli import main
from nonet.learn import COURSE, SPINE, find_exercise
from nonet.learn.lessons import PARTS, lessons

ROOT = Path(__file__).parents[2]
EVERY = len(COURSE) + len(SPINE)


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
    assert f"0 of {EVERY} passed" in learn()[1]
    assert list(tmp_path.iterdir()) == [], "to look leaves nothing behind"
    code, out, _ = learn("start", "declare-a-sudoku")
    assert code == 0
    assert "fill   declare_a_sudoku.py" in out
    assert Path("declare_a_sudoku.py").read_text() == find_exercise("declare-a-sudoku").hole
    assert Path("declare_a_sudoku.md").read_text() == find_exercise("declare-a-sudoku").text
    code, out, _ = learn("check", "declare-a-sudoku")
    assert code == 1
    assert "FAIL" in out
    assert "(8 more after this)" in out
    assert "[-]  2 declare-a-sudoku" in learn("list")[1]
    code, solution, _ = learn("solution", "declare-a-sudoku")
    Path("declare_a_sudoku.py").write_text(solution)
    code, out, _ = learn("check", "declare-a-sudoku")
    assert code == 0
    assert out.count("pass  ") == 9
    assert "next: nonet learn start time-is-no-answer" in out
    listed = learn()[1]
    assert "[x]  2 declare-a-sudoku" in listed
    assert f"1 of {EVERY} passed" in listed
    record = progress()["declare-a-sudoku"]
    assert (record["attempts"], record["solution_seen"]) == (2, True)
    assert record["passed"] >= record["started"] > "2000"


def test_hints_come_one_after_another(learn):
    hints = find_exercise("two-views").hints
    for hint in (*hints, hints[-1]):
        code, out, _ = learn("hint", "two-views")
        assert code == 0
        assert hint in out
    assert progress()["two-views"]["hints"] == len(hints)
    assert hints[0] in learn("hint", "two-views", "--number", 1)[1]
    assert learn("hint", "two-views", "--number", 9) == (
        2, "", "nonet learn: two-views has hints 1 to 3, not 9\n"
    )  # fmt: skip


def test_work_is_never_overwritten(learn):
    learn("start", "two-views")
    Path("two_views.py").write_text("mine")
    Path("two_views.md").write_text("my notes")
    code, _, err = learn("start", "two-views")
    assert code == 0
    assert "two_views.py is there already and was kept" in err
    assert learn("reset")[0] == 0
    assert (Path("two_views.py").read_text(), Path("two_views.md").read_text()) == (
        "mine",
        "my notes",
    )
    assert progress() == {}
    for number in (1, 2):
        assert f"is now two_views_{number}.py" in learn("reset", "two-views")[1]
        assert Path("two_views.py").read_text() == find_exercise("two-views").hole
        Path("two_views.py").write_text("mine again")
    assert Path("two_views_1.py").read_text() == "mine"
    assert Path("two_views_2.py").read_text() == "mine again"


def test_another_folder_keeps_its_own_progress(learn):
    assert "--dir lessons" in learn("start", "declare-a-sudoku", "--dir", "lessons")[1]
    assert not Path("nonet-learn.json").exists()
    assert "hint declare-a-sudoku --dir lessons" in learn("check", 2, "--dir", "lessons")[1]
    file = Path("lessons/declare_a_sudoku.py")
    file.write_text(find_exercise("declare-a-sudoku").solution)
    assert learn("check", 2, file)[0] == 0
    assert progress("lessons")["declare-a-sudoku"]["attempts"] == 2
    assert learn("check", 2, "--dir", "lessons")[0] == 0
    code, _, err = learn("check", 2)
    assert code == 2
    assert "--dir says in which folder yours is" in err


def test_once_passed_is_passed(learn):
    Path("declare_a_sudoku.py").write_text(find_exercise("declare-a-sudoku").solution)
    assert learn("check", "declare-a-sudoku")[0] == 0
    first = progress()["declare-a-sudoku"]["passed"]
    Path("declare_a_sudoku.py").write_text("broken")
    assert learn("check", "declare-a-sudoku")[0] == 1
    assert progress()["declare-a-sudoku"]["passed"] == first


def test_the_text_names_what_is_checked(learn):
    code, out, _ = learn("show", "two-views")
    assert code == 0
    assert out.startswith(find_exercise("two-views").text)
    assert "- Without rules: the 24 orders of four talks" in out
    assert "def check_not_after" in learn("show", "two-views", "--checks")[1]


@pytest.mark.parametrize("action", ["show", "start", "check", "hint", "solution", "reset"])
def test_a_wrong_name_suggests_the_nearest(learn, action, tmp_path):
    assert learn(action, "two-viewss") == (
        2, "", "nonet learn: there is no exercise 'two-viewss': did you mean two-views?\n"
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_bad_usage_is_one_line(learn):
    assert "nonet learn lists them" in learn("show", "zzzzz")[2]
    learn("start", 1)
    code, _, err = learn("check", 1, "--time-limit", 0)
    assert code == 2
    assert "expected a number of seconds above 0, not '0'" in err


@pytest.mark.parametrize("text", ["{", "[]", '{"exercises": {"two-views": 3}}'])
def test_damaged_progress_is_reported_and_left_alone(learn, text):
    Path("nonet-learn.json").write_text(text)
    code, _, err = learn("start", "two-views")
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
    for part in SPINE:
        assert f"nonet/learn/spine/part-{part.part:02}.md" in names
    assert "nonet/learn/spine/reference.py.txt" in names


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


def test_the_marks_of_a_folder_are_printed_also_where_it_is_broken_off(
    learn, monkeypatch, tmp_path
):
    calls = []

    class Marks:
        def __init__(self, folder, exercise, table):
            calls.append((folder.name, exercise and exercise.name, table))

        def grade_all(self, time_limit, say):
            calls.append(time_limit)
            say("Ada: passed")
            if time_limit == 1.0:
                raise KeyboardInterrupt

        def __str__(self):
            return "the marks"

    monkeypatch.setattr("nonet.cli.commands.learn.MarkBook", Marks)
    assert learn("grade-folder", "subs") == (0, "the marks\n", "nonet: Ada: passed\n")
    arguments = ("grade-folder", "subs", "--exercise", "1", "--csv", "m.csv", "--time-limit", "1")
    code, out, err = learn(*arguments)
    assert (code, out) == (130, "the marks\n") and "interrupted" in err
    assert calls == [("subs", None, None), None, ("subs", COURSE[0].name, "m.csv"), 1.0]


def test_an_exercise_of_a_teacher_is_tried_with_its_right_and_wrong_answers(learn, monkeypatch):
    exercise = SimpleNamespace(name="cage", data={"refuse": ["x"]})
    results = [SimpleNamespace(sentence="ours passes", fault="")]
    monkeypatch.setattr("nonet.cli.commands.learn.read_exercise", lambda file: exercise)
    monkeypatch.setattr("nonet.cli.commands.learn.examine", lambda each, refuse: results)
    assert learn("examine", "cage.md")[:2] == (
        0, "pass  ours passes\n\nReady: nonet learn start cage.md\n",
    )  # fmt: skip
    exercise.data = {}
    assert (
        "No wrong answers were tried: the field refuse lists some." in learn("examine", "c.md")[1]
    )
    results.append(SimpleNamespace(sentence="x is refused", fault="it passes"))
    code, out, _ = learn("examine", "cage.md")
    assert code == 1 and "FAIL  x is refused: it passes\n" in out and "Ready" not in out


def test_the_last_hint_leads_to_the_solution_and_none_is_numbered_otherwise(learn):
    last = len(find_exercise("two-views").hints)
    assert "That is the last; nonet learn solution two-views shows ours." in learn(
        "hint", "two-views", "--number", last
    )[1]  # fmt: skip
    for number in (0, -1, last + 1):
        assert learn("hint", "two-views", "--number", number)[0] == 2
    assert "That is the last" not in learn("hint", "two-views", "--number", 1)[1]
    assert progress()["two-views"]["hints"] == last, "an earlier hint takes none back"


def test_lessons_are_listed_by_their_parts_and_written_once(learn, tmp_path):
    code, out, _ = learn("notebook")
    assert code == 0
    for number, title in enumerate(PARTS, 1):
        assert f"{number}. {title}\n" in out
    assert all(f"   {each.name:28} {each.title}\n" in out for each in lessons())
    lesson = lessons()[0]
    file = f"{lesson.number:02}-{lesson.name}.ipynb"
    assert learn("notebook", lesson.name, "--dir", "books") == (0, f"books/{file}\n", "")
    code, out, err = learn("notebook", lesson.name, "--dir", "books")
    assert (code, out, err) == (0, "", f"nonet: books/{file} is there already and was kept\n")


def test_ours_is_taken_for_a_part_of_the_solver_alone(learn):
    message = "nonet learn: take is for solver-1 to solver-12, not two-views\n"
    assert learn("take", "two-views") == (2, "", message)
    code, out, _ = learn("take", "solver-12")
    assert code == 0 and "race it: nonet compare PUZZLE" in out
    assert "next: nonet learn start solver-3" in learn("take", "solver-2")[1]
    assert progress()["solver-2"]["solution_seen"]
