"""``exercise`` and ``grade``: the exercises, read and checked in the page."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from nonet.learn import COURSE, Grade, find_exercise
from nonet.learn import grade as graded_in_a_child
from nonet.learn.course import Exercise
from nonet.protocol.about import in_browser
from nonet.protocol.command import Event, Parameter, command

MAX_CODE_LENGTH = 1 << 16
"""Characters of a learner's program."""

MAX_PRINTED_LENGTH = 1 << 16
"""Characters that are shown of what it prints."""


@command(
    "exercise",
    "The exercises there are, or one of them with its text, its file and its hints.",
    Parameter(
        "name", "text", "the exercise's name or number; all of them without", None, maximum=80
    ),
    Parameter("solution", "flag", "also how we would fill it", False),
)
def exercise(name: str | None, solution: bool) -> Event:
    """``task`` is Markdown; ``code`` the file with its hole."""
    if name is None:
        return {"exercises": [_result_entry(each) for each in COURSE]}
    found = find_exercise(name)
    told = {
        **_result_entry(found),
        "task": found.text.partition("\n")[2].strip(),
        "code": found.hole,
        "hints": found.hints,
        "checks": [check.sentence for check in found.checks()],
        "specification": found.specification,
    }
    return {**told, "solution": found.solution} if solution else told


def _result_entry(found: Exercise) -> Event:
    return {
        "name": found.name,
        "number": found.number,
        "title": found.title,
        "file": found.file,
    }


@command(
    "grade",
    "Checks a learner's program by the checks of its exercise.",
    Parameter("name", "text", "the exercise's name or number", maximum=80),
    Parameter("code", "text", "the learner's file", maximum=MAX_CODE_LENGTH),
    Parameter("seconds", "seconds", "how long a check may take", 20.0, 0.1, 60.0, repetitions=20),
)
def grade(name: str, code: str, seconds: float) -> Event:
    """``checks`` are those made, which end with the first that does not pass."""
    found = find_exercise(name)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        made = _grade_code(found, code, seconds)
    return {
        "passed": made.passed,
        "checks": [
            {
                "words": each.sentence,
                "passed": each.state == "passed",
                "state": each.state,
                "message": each.message,
            }
            for each in made.results
        ],
        "waiting": made.not_run,
        "printed": printed.getvalue()[:MAX_PRINTED_LENGTH],
    }


def _grade_code(found: Exercise, code: str, seconds: float) -> Grade:
    """In a confined process of its own; in a browser, whose worker is one, here."""
    if in_browser():
        from nonet.learn.in_process import grade_in_process

        return grade_in_process(found, code)
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / found.file
        file.write_text(code, encoding="utf-8")
        return graded_in_a_child(found, file, seconds)
