"""The course: the parts of an exercise, and the order of the exercises.

An exercise is a folder of ``exercises/``: ``text.md``, ``hole.py.txt`` (the learner's start),
``hints.md`` (parted by lines of ``---``), ``solution.py.txt`` and the checks in
``__init__.py``.  To add an exercise, make the folder and put its name below.

>>> [exercise.name for exercise in COURSE[:3]]
['read-a-model', 'declare-a-sudoku', 'time-is-no-answer']
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from nonet.learn.checks import Check, checks_of

FOLDER = Path(__file__).parent / "exercises"

HOLE, SOLUTION, TEXT, HINTS = "hole.py.txt", "solution.py.txt", "text.md", "hints.md"
"""The files of an exercise.  The two Python files end in ``.txt``, so that no tool takes the
files for our own code.
"""


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise: its place in the course and its name; all else is in its folder."""

    number: int
    name: str

    @property
    def reference(self) -> str:
        """The name or path by which commands and the grading process find the exercise."""
        return self.name

    @property
    def package(self) -> str:
        """The name as a Python identifier."""
        return self.name.replace("-", "_")

    @property
    def file(self) -> str:
        return f"{self.package}.py"

    @property
    def text(self) -> str:
        """The goal and the task, in Markdown."""
        return self._read(TEXT)

    @property
    def title(self) -> str:
        """The heading of the text."""
        return self.text.partition("\n")[0].removeprefix("# ")

    @property
    def hole(self) -> str:
        """The learner's starting file."""
        return self._read(HOLE)

    @property
    def solution(self) -> str:
        return self._read(SOLUTION)

    @property
    def hints(self) -> list[str]:
        """Hints, from a nudge to nearly the whole solution."""
        return [hint.strip() for hint in self._read(HINTS).split("\n---\n")]

    @property
    def specification(self) -> str:
        """The source of the checks."""
        return self._read("__init__.py")

    def checks(self) -> list[Check]:
        return checks_of(import_module(f"nonet.learn.exercises.{self.package}"))

    def _read(self, file: str) -> str:
        return (FOLDER / self.package / file).read_text(encoding="utf-8")


_ORDER = (
    "read-a-model",
    "declare-a-sudoku",
    "time-is-no-answer",
    "count-right",
    "killer-cage",
    "break-a-symmetry",
    "two-views",
    "find-the-clash",
    "make-it-unique",
    "exact-cover",
)

COURSE: tuple[Exercise, ...] = tuple(
    Exercise(number, name) for number, name in enumerate(_ORDER, 1)
)
"""The names of the exercises, in the order of the course."""
