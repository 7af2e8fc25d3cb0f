"""The small exercises of lessons, graded like the others: a hole, and checks that name what is wrong.

>>> task_of_lesson("lesson-bounds").checks()[0].sentence
'Both ends move'
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any

import nonet
from nonet.errors import ExerciseError, FormatError, close_names
from nonet.learn.checks import (
    Check,
    CheckFailed,
    LearnerModule,
    NotFilledIn,
    expect,
    shortened_repr,
)
from nonet.learn.course import COURSE, Exercise
from nonet.learn.lessons import find_lesson
from nonet.learn.spine import SPINE

PREFIX = "lesson-"


@dataclass(frozen=True, slots=True)
class WrittenExercise(Exercise):
    """The exercise of a lesson, or of a teacher's file (whose absolute ``path`` is known).

    Each check is an expression over the learner's names and ``nonet`` that must be true, with the
    sentence for the learner, and what is said where it is not.
    """

    path: str
    heading: str
    body: str
    data: dict[str, Any]

    @property
    def reference(self) -> str:
        return self.path or self.name

    @property
    def text(self) -> str:
        return f"# {self.heading}\n\n{self.body}"

    @property
    def hole(self) -> str:
        return str(self.data["start"])

    @property
    def solution(self) -> str:
        return str(self.data["solution"])

    @property
    def hints(self) -> list[str]:
        return list(self.data.get("hints", [self.data["hint"]] if "hint" in self.data else ()))

    @property
    def helpers(self) -> str:
        """Python that defines names for the checks."""
        return str(self.data.get("helpers", ""))

    @property
    def specification(self) -> str:
        tests = "".join(f"{each['test'].strip()}\n" for each in self.data["checks"])
        return f"{self.helpers.strip()}\n\n{tests}" if self.helpers.strip() else tests

    def checks(self) -> list[Check]:
        return [expression_check(entry, self.helpers) for entry in self.data["checks"]]


def expression_check(entry: dict[str, Any], helpers: str) -> Check:
    """Return the check that an entry describes: ``says``, ``test``, ``wrong``, perhaps ``show``.

    ``helpers`` is Python; its names replace equal names of the learner's file.
    """
    test, shown = entry["test"].strip(), entry.get("show", "").strip()

    def run(work: LearnerModule) -> None:
        names = {**vars(work), "nonet": nonet}
        exec(helpers, names)
        try:
            if shown and eval(shown, names) is ...:
                raise NotFilledIn(f"{shown} is still ...: replace the ... in your program")
            holds = eval(test, names)
        except NameError as error:
            raise CheckFailed(f"{error}: the check needs that name") from None
        if holds is ...:
            raise NotFilledIn("replace the ... in your program")
        value = f"{shown} is {shortened_repr(eval(shown, names))}: " if shown else ""
        expect(bool(holds), f"{value}{entry['wrong']}")

    return Check(entry["says"], run)


def task_of_lesson(name: str) -> WrittenExercise:
    """The exercise of a lesson, by the name under which it is graded."""
    lesson = find_lesson(name.removeprefix(PREFIX))
    task = lesson.task
    return WrittenExercise(0, f"{PREFIX}{lesson.name}", "", lesson.title, task["text"], task)


def find_exercise(name: str) -> Exercise:
    """Return the exercise of a name, a number, a file's name or a lesson.

    Raises ``ExerciseError``, with the nearest name, if there is none.

    >>> find_exercise("2") == find_exercise("declare_a_sudoku.py") == find_exercise("declare-a-sudoku")
    True
    """
    requested = name.strip().lower().removesuffix(".py").replace("_", "-").replace(" ", "-")
    for exercise in (*COURSE, *SPINE):
        if requested in (exercise.name, str(exercise.number or exercise.name)):
            return exercise
    if requested.startswith("lesson-"):
        return task_of_lesson(requested)
    nearest = close_names(requested, [each.name for each in (*COURSE, *SPINE)], 1, cutoff=0.4)
    meant = f"did you mean {nearest[0]}?" if nearest else "nonet learn lists them"
    raise ExerciseError(f"there is no exercise {name!r}: {meant}")


# Progress: ``nonet-learn.json``, beside the learner's files.
#
# Plain JSON, so that people can read, version or edit the file.

FILE_NAME = "nonet-learn.json"


@dataclass
class Record:
    """The record of an exercise.  ``passed`` is the time of the first pass, "" before."""

    started: str = ""
    attempts: int = 0
    passed: str = ""
    hints: int = 0
    solution_seen: bool = False

    @property
    def state(self) -> str:
        """In one word: passed, tried, started or open."""
        if self.passed:
            return "passed"
        return "tried" if self.attempts else "started" if self.started else "open"


@dataclass
class Progress:
    """The records of one folder, by exercise."""

    folder: Path
    records: dict[str, Record] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: str | Path) -> Progress:
        """Return a folder's progress, empty without a file; ``FormatError`` if it is damaged."""
        path = Path(folder) / FILE_NAME
        if not path.exists():
            return cls(Path(folder))
        types = {f.name: f.type for f in fields(Record)}
        try:
            entries = json.loads(path.read_text(encoding="utf-8"))["exercises"]
            records = {
                name: Record(**{key: value for key, value in entry.items() if key in types})
                for name, entry in entries.items()
            }
            for record in records.values():
                record.attempts, record.hints = int(record.attempts), int(record.hints)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FormatError(
                f"this is not a progress of nonet learn ({error}): mend it or move it away",
                source=str(path),
            ) from None
        return cls(Path(folder), records)

    def record(self, name: str) -> Record:
        """The record of one exercise; a new one where there is none."""
        return self.records.setdefault(name, Record())

    def save(self) -> None:
        """Write the file; the old file stays whole until the new file is complete."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / FILE_NAME
        entries = {name: asdict(record) for name, record in self.records.items()}
        beside = path.with_suffix(".json.new")
        beside.write_text(json.dumps({"exercises": entries}, indent=2) + "\n", encoding="utf-8")
        beside.replace(path)


def timestamp() -> str:
    """Return the time in the format of the file."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
