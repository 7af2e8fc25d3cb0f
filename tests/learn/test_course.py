"""Every exercise: fails as shipped, passes with its solution, catches a plausible mistake."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from nonet.learn import COURSE, find_exercise, grade
from nonet.learn.check_process import grade_in_process
from nonet.learn.course import FOLDER

pytestmark = pytest.mark.usefixtures("small_seal")

MISTAKES = {
    "read-a-model": ("{2}  # the clue", "{1, 2, 3, 4}", "a clue leaves one value"),
    "declare-a-sudoku": ("(*columns, *boxes)", "columns", "twice in a box"),
    "count-right": ("if len(seen) == 2:", "if len(seen) == 3:", "you say 'one'"),
    "time-is-no-answer": ("if not outcome.exhausted:", "if not outcome.solutions:", "you say"),
    "killer-cage": ("[nonet.AllDifferent(cells), ", "[", "is accepted"),
    "break-a-symmetry": (", right < below]", "]", "2 are left"),
    "find-the-clash": ("            clues = fewer\n", "            pass\n", "is not needed"),
    "make-it-unique": ("            clues = fewer\n", "            pass\n", "which you added"),
    "exact-cover": ("// 2 * 2 +", "// 2 +", "covers"),
    "two-views": ("build.inverse(slot, talk)", "build.all_different(slot)", "by the one and not"),
}
"""For each exercise, a part of its solution, what a learner might write, and what is then said."""


def each(course=COURSE):
    return pytest.mark.parametrize("exercise", course, ids=[e.name for e in course])


def fill(folder: Path, exercise, text: str) -> Path:
    file = folder / exercise.file
    file.write_text(text, encoding="utf-8")
    return file


@each()
def test_it_fails_as_shipped_and_says_what_is_to_do(exercise):
    report = grade_in_process(exercise, exercise.hole)
    assert not report.passed
    assert [result.state for result in report.results] == ["open"]
    assert re.search("still to", report.results[0].message)
    assert len(report.results) + report.not_run == len(exercise.checks())


def assert_passes(exercise, report):
    assert report.passed, report.results[-1]
    assert [result.sentence for result in report.results] == [c.sentence for c in exercise.checks()]


@each()
def test_it_passes_with_its_model_solution(exercise):
    assert_passes(exercise, grade_in_process(exercise, exercise.solution))


@each([COURSE[0], find_exercise("break-a-symmetry")])
def test_its_model_solution_passes_in_a_process_of_its_own_too(exercise, tmp_path):
    """As for a learner; the others begin alike, and test_grading.py has what may go wrong there."""
    assert_passes(exercise, grade(exercise, fill(tmp_path, exercise, exercise.solution)))
    assert sorted(path.name for path in tmp_path.iterdir()) == [exercise.file]


@each()
def test_a_plausible_mistake_is_caught_in_words(exercise):
    old, new, message = MISTAKES[exercise.name]
    assert old in exercise.solution
    mistaken = exercise.solution.replace(old, new)
    report = grade_in_process(exercise, mistaken)
    assert not report.passed
    assert report.results[-1].state == "wrong"
    assert message in report.results[-1].message


@each()
def test_text_hints_and_files_are_there(exercise):
    assert exercise.text.startswith(f"# {exercise.title}\n")
    assert "\nSource" in exercise.text, "an idea is given its source"
    assert max(map(len, exercise.text.splitlines())) <= 110
    assert len(exercise.hints) in (2, 3)
    assert all(len(hint) > 40 for hint in exercise.hints)
    assert f"Exercise {exercise.number}, {exercise.name}:" in exercise.hole
    assert exercise.hole.partition("\n")[0] == exercise.solution.partition("\n")[0]
    for name in re.findall(r"^(?:def|class) (\w+)", exercise.hole, re.MULTILINE):
        assert re.search(rf"^(?:def|class) {name}\b", exercise.solution, re.MULTILINE)


def test_the_course_is_the_folders():
    folders = {path.name for path in FOLDER.iterdir() if (path / "text.md").exists()}
    assert (
        {exercise.package for exercise in COURSE}
        == folders
        == {name.replace("-", "_") for name in MISTAKES}
    )
    assert [exercise.number for exercise in COURSE] == list(range(1, len(COURSE) + 1))
    assert len({exercise.title for exercise in COURSE}) == len(COURSE)


def test_holes_and_solutions_are_written_as_our_own_code_is(tmp_path):
    for exercise in COURSE:
        (tmp_path / f"hole_{exercise.package}.py").write_text(exercise.hole, encoding="utf-8")
        (tmp_path / f"ours_{exercise.package}.py").write_text(exercise.solution, encoding="utf-8")
    ruff = Path(sys.executable).parent / "ruff"
    settings = ["--config", str(Path(__file__).parents[2] / "pyproject.toml")]
    for command in (
        ["format", "--check", *settings],
        ["check", "--select=E,F,B", "--ignore=F401", *settings],
    ):
        process = subprocess.run(
            [ruff, *command, str(tmp_path)], capture_output=True, text=True, check=False
        )
        assert process.returncode == 0, process.stdout


def test_a_cage_needs_both_its_constraints():
    """What the text of killer-cage says: the values differ, and they add up; each matters."""
    import nonet
    from nonet.learn.exercises.killer_cage import CAGES

    empty = nonet.Sudoku("." * 16).model()
    sums = [nonet.model.Linear.sum(cells, "==", total) for cells, total in CAGES]
    apart = [nonet.AllDifferent(cells) for cells, _ in CAGES]
    assert nonet.count_solutions(empty.add(*sums, *apart)).number == 1
    assert nonet.count_solutions(empty.add(*sums)).number > 1
    assert nonet.count_solutions(empty.add(*apart)).number > 1


def test_names_are_found_in_any_form():
    assert (
        find_exercise("two_views")
        == find_exercise("Two-Views")
        == find_exercise("two_views.py")
        == find_exercise("7")
    )
