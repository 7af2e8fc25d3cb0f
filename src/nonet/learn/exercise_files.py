"""Exercises of a teacher's own: one text file holds the text, the hole, the solution and the checks.

The file opens with TOML between lines of ``+++``; the text for the learner follows in Markdown:

* ``title``, ``start`` (the file with the hole, ``...``), ``solution``;
* ``[[checks]]``, each with ``says`` (a sentence for the learner), ``test`` (a true expression over the
  names of the learner's file and ``nonet``), ``wrong`` (the message for a wrong answer) and perhaps
  ``show`` (an expression to evaluate for the learner);
* perhaps ``hints``, ``helpers`` (Python that defines names for the tests) and ``refuse`` (wrong
  answers for ``examine``).

>>> parse_exercise('''+++
... title = "Twice"
... start = "def twice(n):\\\\n    return ...\\\\n"
... solution = "def twice(n):\\\\n    return 2 * n\\\\n"
... checks = [{says = "Twice 4", show = "twice(4)", test = "twice(4) == 8", wrong = "it should be 8"}]
... +++
... Write a function that doubles.
... ''').name
'exercise-twice'
"""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonet.errors import ExerciseError, did_you_mean
from nonet.learn.course import Exercise
from nonet.learn.grading import Grade, grade
from nonet.learn.tasks import WrittenExercise, find_exercise

SUFFIX = ".md"
MAX_LENGTH = 1 << 18
"""Characters of an exercise's file."""

_REQUIRED = {"title": str, "start": str, "solution": str, "checks": list}
_OPTIONAL = {"hints": list, "helpers": str, "refuse": list}
_CHECK_FIELDS = ("says", "test", "wrong", "show")
_KINDS = {str: "a text", list: "a list"}


def parse_exercise(text: str, path: str = "") -> WrittenExercise:
    """Return the exercise of a file's text.

    Raises ``ExerciseError`` with the field and the fault.
    """
    source = f"{path}: " if path else ""
    if len(text) > MAX_LENGTH:
        raise ExerciseError(f"{source}an exercise has at most {MAX_LENGTH:,} characters")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    opening, *parts = text.split("+++\n", 2)
    if opening.strip() or len(parts) != 2:
        raise ExerciseError(
            f"{source}this is not an exercise: it opens with a line +++, then TOML, then another line +++"
        )
    head, body = parts
    try:
        data = tomllib.loads(head)
        _validate(data)
    except tomllib.TOMLDecodeError as error:
        raise ExerciseError(f"{source}the head is not TOML: {error}") from None
    except ExerciseError as error:
        raise ExerciseError(f"{source}{error}") from None
    slug = re.sub(r"[^a-z0-9]+", "-", data["title"].lower()).strip("-")
    name = f"exercise-{slug or 'own'}"
    return WrittenExercise(0, name, path, data["title"], f"{body.strip()}\n", data)


def _validate(data: dict[str, Any]) -> None:
    """Raise ``ExerciseError`` unless each field has its kind and all Python can be compiled."""
    kinds = _REQUIRED | _OPTIONAL
    for name, value in data.items():
        if name not in kinds:
            raise ExerciseError(f"there is no field {name!r}{did_you_mean(name, list(kinds))}")
        if not isinstance(value, kinds[name]):
            raise ExerciseError(f"{name} is {_KINDS[kinds[name]]}, not {value!r}")
    for name in _REQUIRED:
        if not data.get(name):
            raise ExerciseError(f"the field {name!r} is missing or empty")
    for name in ("hints", "refuse"):
        if not all(isinstance(each, str) for each in data.get(name, ())):
            raise ExerciseError(f"{name} is a list of texts")
    _compile("start", data["start"], "exec")
    _compile("solution", data["solution"], "exec")
    _compile("helpers", data.get("helpers", ""), "exec")
    for number, check in enumerate(data["checks"], 1):
        where = f"check {number}"
        if not isinstance(check, dict):
            raise ExerciseError(f"{where} is a table with says, test and wrong")
        for name, value in check.items():
            if name not in _CHECK_FIELDS:
                similar = did_you_mean(name, _CHECK_FIELDS)
                raise ExerciseError(f"{where}: there is no field {name!r}{similar}")
            if not isinstance(value, str):
                raise ExerciseError(f"{where}: {name} is a text, not {value!r}")
        for name in ("says", "test", "wrong"):
            if not check.get(name, "").strip():
                raise ExerciseError(f"{where}: the field {name!r} is missing or empty")
        for name in ("test", "show"):
            _compile(f"{where}: {name}", check.get(name, "0").strip(), "eval")


def _compile(where: str, code: str, mode: str) -> None:
    try:
        compile(code, "<exercise>", mode)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        at = f", line {line}" if line else ""
        raise ExerciseError(f"{where}{at} is not Python: {getattr(error, 'msg', error)}") from None


def read_exercise(path: str | Path) -> WrittenExercise:
    """Return the exercise in a file."""
    file = Path(path).absolute()
    try:
        with file.open(encoding="utf-8") as source:
            text = source.read(MAX_LENGTH + 1)
    except FileNotFoundError:
        raise ExerciseError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ExerciseError(f"{path}: cannot be read as text: {error}") from None
    return parse_exercise(text, str(file))


def exercise_by_reference(reference: str) -> Exercise:
    """Return the exercise of a name, a number, or the path of a file that ends in ``.md``."""
    if reference.strip().lower().endswith(SUFFIX):
        return read_exercise(reference.strip())
    return find_exercise(reference)


@dataclass(frozen=True, slots=True)
class Finding:
    """A result of ``examine``: the expectation, and the fault if the expectation fails."""

    sentence: str
    fault: str = ""


def examine(exercise: Exercise, refuse: list[str]) -> Iterator[Finding]:
    """Grade the hole, the solution and each wrong answer, and yield whether each gets its grade."""
    shipped = _grade_code(exercise, exercise.hole)
    state = "passed" if shipped.passed else shipped.results[-1].state
    yield Finding(
        "the start is told that a hole is open",
        "" if state == "open" else f"it is {state}: {shipped.results[-1].message}",
    )
    solved = _grade_code(exercise, exercise.solution)
    yield Finding("the solution passes", "" if solved.passed else f"\n{solved}")
    for number, code in enumerate(refuse, 1):
        result = _grade_code(exercise, code)
        fault = ""
        if result.passed:
            fault = "it passes"
        elif result.results[-1].state not in ("wrong", "slow"):
            fault = f"it is not wrong but {result.results[-1].state}: {result.results[-1].message}"
        yield Finding(f"wrong answer {number} is refused", fault)


def _grade_code(exercise: Exercise, code: str) -> Grade:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / exercise.file
        file.write_text(code, encoding="utf-8")
        return grade(exercise, file)
