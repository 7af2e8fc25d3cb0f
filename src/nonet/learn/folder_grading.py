"""A folder of submissions: which file is whose, and the mark of each.

A submission is a Python file that is named as an exercise's file.  It stands in its learner's
folder (``ann/two_views.py``) or begins with the learner's name (``ann_two_views.py``).
Each is graded in a process of its own, in a copy of its learner's folder, and in a sandbox where
the system has one.
"""

from __future__ import annotations

import csv
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nonet.errors import ExerciseError
from nonet.formats.csv import guarded
from nonet.learn.confinement import unavailable_reason
from nonet.learn.course import COURSE, Exercise
from nonet.learn.grading import grade
from nonet.learn.lessons import lessons
from nonet.learn.spine import SPINE, SpinePart, split_parts
from nonet.learn.tasks import task_of_lesson
from nonet.render.html import TextTable


@dataclass(frozen=True, slots=True)
class Submission:
    """A learner's file for an exercise; the learner is a folder or the beginning of the file's name."""

    learner: str
    exercise: Exercise
    file: Path
    beside: tuple[Path, ...] = ()
    """The learner's other files, which the file may import."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The checks of a submission that passed, of how many, and the message of the first that failed."""

    submission: Submission
    passed: int
    checks: int
    message: str = ""


def find_submissions(
    folder: Path, exercise: Exercise | None = None
) -> tuple[list[Submission], dict[Path, str]]:
    """Return the submissions of a folder in order, and why other files and folders are not graded.

    With ``exercise`` every Python file is a submission of it.  Raises ``ExerciseError`` if there is
    no such folder.
    """
    if not folder.is_dir():
        raise ExerciseError(f"{folder}: no such folder")
    tasks = [task_of_lesson(each.name) for each in lessons() if each.task]
    by_file: dict[str, list[Exercise]] = {}
    for each in [exercise] if exercise else [*COURSE, *SPINE, *tasks]:
        by_file.setdefault(Path(each.file).stem, []).append(each)
    longest_first = sorted(by_file, key=len, reverse=True)
    submissions, others = list[Submission](), dict[Path, str]()
    for file in sorted(folder.rglob("*.py")):
        if file.is_symlink() or not file.is_file():
            others[file] = "a link or a folder"
            continue
        stem = file.stem.replace("-", "_")
        name = next((n for n in longest_first if stem == n or stem.endswith(f"_{n}")), "")
        if exercise:
            name = longest_first[0]
        if not name:
            others[file] = "no exercise has this name"
        inside = file.parent.relative_to(folder).as_posix()
        learner, beside = inside, tuple(p for p in file.parent.glob("*.py") if not p.is_symlink())
        if inside == ".":
            learner, beside = file.stem[: -len(name) or None], ()
            if exercise and not stem.endswith(name):
                learner = file.stem
        submissions += [
            Submission(learner.rstrip("_-") or "(no name)", each, file, beside)
            for each in by_file.get(name, ())
            if exercise or not isinstance(each, SpinePart) or each.part in _parts_of(file)
        ]
    graded = {parent for each in submissions for parent in each.file.parents}
    for inside_folder in sorted(each for each in folder.iterdir() if each.is_dir()):
        if inside_folder not in graded and not inside_folder.name.startswith((".", "__")):
            others[inside_folder] = "no file in it is named as an exercise's file"
    return submissions, others


def _parts_of(file: Path) -> Iterable[int]:
    """The parts of the learner's solver that a file has, the first at least."""
    try:
        return {1, *split_parts(file.read_text(encoding="utf-8", errors="replace"))}
    except OSError:  # its mark says why
        return {1}


def grade_submissions(
    submissions: Sequence[Submission], seconds: float | None = None
) -> Iterator[Mark]:
    """Yield the mark of each submission; a file that cannot be graded has 0 and a message."""
    for each in submissions:
        checks = len(each.exercise.checks())
        try:
            with tempfile.TemporaryDirectory() as name:
                for other in each.beside:
                    shutil.copy(other, name)
                file = Path(name) / each.exercise.file
                shutil.copy(each.file, file)
                graded = grade(each.exercise, file, seconds, sandbox=not unavailable_reason())
        except OSError as error:
            yield Mark(each, 0, checks, f"{each.file}: {error.strerror or error}")
            continue
        failed = next((result for result in graded.results if result.state != "passed"), None)
        says = f"{failed.sentence}: {failed.message}" if failed else ""
        passed = sum(result.state == "passed" for result in graded.results)
        yield Mark(each, passed, checks, says)


class MarkBook:
    """The marks of a folder.  As text: a line for each learner, a column for each exercise."""

    def __init__(
        self, folder: Path, exercise: Exercise | None = None, table: str | None = None
    ) -> None:
        """``table`` names a CSV file to write.  Raises ``ExerciseError`` without any submission."""
        self.submissions, self.others = find_submissions(folder, exercise)
        if not self.submissions:
            raise ExerciseError(f"{folder}: no file is named as an exercise's file")
        self.marks: list[Mark] = []
        self._table = table

    def grade_all(self, seconds: float | None, say: Callable[[str], None]) -> None:
        """Grade every submission, and ``say`` what is done; ``seconds`` is the limit of a check."""
        for file, reason in self.others.items():
            say(f"{file} is not graded: {reason}")
        if reason := unavailable_reason():
            say(f"no sandbox here ({reason}): submissions can read your files")
        with Path(self._table or os.devnull).open("w", encoding="utf-8", newline="") as out:
            write = csv.writer(out).writerow
            write(["learner", "exercise", "file", "passed", "checks", "message"])
            for number, mark in enumerate(grade_submissions(self.submissions, seconds), 1):
                self.marks.append(mark)
                each, marks = mark.submission, (mark.passed, mark.checks)
                texts = each.learner, each.exercise.name, str(each.file)
                write([*map(guarded, texts), *marks, guarded(mark.message)])
                end = f" ({mark.message})" if mark.message else ""
                total = len(self.submissions)
                say(f"{number} of {total}: {each.file}: {mark.passed} of {mark.checks}{end}")

    def __str__(self) -> str:
        best: dict[tuple[str, str], Mark] = {}
        for mark in self.marks:
            key = mark.submission.learner, mark.submission.exercise.name
            if key not in best or mark.passed > best[key].passed:
                best[key] = mark
        columns = list(dict.fromkeys(name for _, name in best))
        lines = [["", *columns, "passed"]]
        for learner in dict.fromkeys(learner for learner, _ in best):
            own = [best.get((learner, name)) for name in columns]
            complete = sum(mark is not None and mark.passed == mark.checks for mark in own)
            cells = [f"{mark.passed}/{mark.checks}" if mark else "-" for mark in own]
            lines.append([learner, *cells, str(complete)])
        return str(TextTable(lines))
