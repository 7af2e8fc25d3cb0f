"""Folders of submissions: whose file is whose, and the marks."""

import csv
import re

import pytest

from nonet.cli import main
from nonet.errors import ExerciseError
from nonet.learn import CheckResult, Grade, find_exercise, folder_grading
from nonet.learn.folder_grading import find_submissions

TASK = find_exercise("lesson-bounds")


def test_a_bad_file_gets_a_message_and_the_others_their_marks(tmp_path, capsys):
    (tmp_path / "ann").mkdir()
    (tmp_path / "bob").mkdir()
    (tmp_path / "ann" / "lesson_bounds.py").write_text(TASK.solution)
    (tmp_path / "ann" / "helpers.py").write_text("")
    (tmp_path / "bob" / "lesson_bounds.py").write_bytes(b"\xff\xfe(")
    half = TASK.solution.replace("max(a, total - d)", "total - d")
    (tmp_path / "carl_lesson_bounds.py").write_text(half)
    (tmp_path / "dan").mkdir()
    (tmp_path / "dan" / "two_views.ipynb").write_text("{}")
    table = tmp_path / "marks.csv"
    assert main(["learn", "grade-folder", str(tmp_path), "--csv", str(table)]) == 0
    out, err = capsys.readouterr()
    assert [line.split() for line in out.splitlines()] == [
        ["lesson-bounds", "passed"], ["ann", "2/2", "1"], ["bob", "0/2", "0"], ["carl", "1/2", "0"],
    ]  # fmt: skip
    assert "helpers.py is not graded: no exercise has this name" in err
    assert "dan is not graded: no file in it is named as an exercise's file" in err
    progress = re.findall(r"(\d+) of 3: .*?: (\d) of 2", err)
    assert progress == [("1", "2"), ("2", "0"), ("3", "1")]
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["passed"] for row in rows] == ["2", "0", "1"]
    assert "is not Python" in rows[1]["message"]
    assert rows[2]["message"].startswith("An end that is tighter stays: ")


def test_learners_are_folders_or_the_beginnings_of_names(tmp_path):
    for name in (
        "ann/week 1/two_views.py",
        "bob-two-views.py",
        "two_views.py",
        "d_lesson_bounds.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "link_two_views.py").symlink_to(tmp_path / "two_views.py")
    submissions, others = find_submissions(tmp_path)
    assert [(each.learner, each.exercise.name) for each in submissions] == [
        ("ann/week 1", "two-views"), ("bob", "two-views"), ("d", "lesson-bounds"), ("(no name)", "two-views"),
    ]  # fmt: skip
    assert {path.name: reason for path, reason in others.items()} == {
        "link_two_views.py": "a link or a folder"
    }
    every, _ = find_submissions(tmp_path, TASK)
    assert {each.exercise.name for each in every} == {"lesson-bounds"}
    assert "bob-two-views" in {each.learner for each in every}


def test_after_an_interrupt_the_marks_so_far_are_printed_and_kept(tmp_path, capsys, monkeypatch):
    for name in "ab":
        (tmp_path / f"{name}_two_views.py").write_text("")

    def interrupted_at_the_second(exercise, file, seconds, sandbox):
        if (tmp_path / "begun").exists():
            raise KeyboardInterrupt
        (tmp_path / "begun").touch()
        return Grade((CheckResult("a", "passed"), CheckResult("b", "wrong", "no")), 2)

    monkeypatch.setattr(folder_grading, "grade", interrupted_at_the_second)
    table = tmp_path / "marks.csv"
    assert main(["learn", "grade-folder", str(tmp_path), "--csv", str(table)]) == 130
    assert capsys.readouterr().out.split() == ["two-views", "passed", "a", "1/4", "0"]
    assert len(table.read_text().splitlines()) == 2


def test_a_file_that_cannot_be_read_does_not_stop_the_rest(tmp_path, monkeypatch):
    for name in "ab":
        (tmp_path / f"{name}_two_views.py").write_text("")
    submissions, _ = find_submissions(tmp_path)
    submissions[0].file.unlink()
    monkeypatch.setattr(
        folder_grading, "grade", lambda *a, **k: Grade((CheckResult("a", "passed"),) * 4, 0)
    )
    first, second = folder_grading.grade_submissions(submissions)
    assert "No such file" in first.message
    assert (first.passed, second.passed) == (0, 4)


def test_a_name_that_a_spreadsheet_would_calculate_has_a_quote_in_the_table(tmp_path, monkeypatch):
    (tmp_path / "=1+1_two_views.py").write_text("")
    monkeypatch.setattr(
        folder_grading, "grade", lambda *a, **k: Grade((CheckResult("@a", "wrong", "no"),), 0)
    )
    table = tmp_path / "marks.csv"
    assert main(["learn", "grade-folder", str(tmp_path), "--csv", str(table)]) == 0
    with table.open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["learner"], row["message"]) == ("'=1+1", "'@a: no")


@pytest.mark.parametrize(("name", "says"), [("none", "no such folder"), (".", "no file is named")])
def test_a_folder_without_submissions_is_an_error(tmp_path, name, says, capsys):
    assert main(["learn", "grade-folder", str(tmp_path / name)]) == 2
    assert says in capsys.readouterr().err
    with pytest.raises(ExerciseError, match="no such folder"):
        find_submissions(tmp_path / "none")
