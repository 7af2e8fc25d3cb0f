"""``exercise`` and ``grade``: the exercises, read and checked in the page."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

from nonet.errors import QuestionError
from nonet.learn import COURSE, SPINE, Grade, find_exercise, parse_exercise, read_exercise
from nonet.learn import grade as graded_in_a_child
from nonet.learn.check_process import grade_in_process
from nonet.learn.course import Exercise
from nonet.learn.exercise_files import MAX_LENGTH
from nonet.learn.spine import SpinePart, our_part, stub, with_part
from nonet.protocol.about import RUN_PROGRAMS, in_browser, where_programs_run
from nonet.protocol.command import Event, Parameter, command, fields_of

MAX_CODE_LENGTH = 1 << 16
"""Characters of a learner's program."""

MAX_PRINTED_LENGTH = 1 << 16
"""Most characters of the program's output that are shown."""

FILE = Parameter(
    "file", "text", "the text of a teacher's exercise, in place of a name", None, maximum=MAX_LENGTH
)


@command(
    "exercise",
    "The exercises there are, or one of them with its text, its file and its hints.",
    Parameter(
        "name", "text", "the exercise's name or number; all of them without", None, maximum=80
    ),
    Parameter("solution", "flag", "also how we would fill it", False),
    FILE,
    Parameter(
        "code", "text", "of a part of the solver: the learner's file so far", "", maximum=MAX_CODE_LENGTH
    ),
    Parameter(
        "part", "text", "what of the part that file gets: what it has, the stub, ours", "kept",
        choices=("kept", "anew", "ours"),
    ),
)  # fmt: skip
def exercise(name: str | None, solution: bool, file: str | None, code: str, part: str) -> Event:
    """``task`` is Markdown; ``code`` the file with its hole; of a part of the solver, ``line`` is
    where the part begins.
    """
    if name is None and file is None:
        return {"exercises": [_result_entry(each) for each in (*SPINE, *COURSE)]}
    exercise_ = _requested_exercise(name, file)
    event = {
        **_result_entry(exercise_),
        "task": exercise_.text.partition("\n")[2].strip(),
        "code": exercise_.hole,
        "hints": exercise_.hints,
        "checks": [check.sentence for check in exercise_.checks()],
        "specification": exercise_.specification,
    }
    if isinstance(exercise_, SpinePart):
        number = exercise_.part
        sections = {"kept": None, "anew": stub(number), "ours": our_part(number)}
        event["code"] = with_part(code, number, sections[part])
        event["line"] = event["code"].partition(f"# --- part {number}:")[0].count("\n")
    return {**event, "solution": exercise_.solution} if solution else event


def _requested_exercise(name: str | None, file: str | None) -> Exercise:
    if file is not None:
        return parse_exercise(file)
    if name is None:
        raise QuestionError("grade needs name, or file: which exercise it is")
    return find_exercise(name)


def _result_entry(exercise: Exercise) -> Event:
    return fields_of(exercise, "name", "number", "title", "file")


@command(
    "grade",
    "Checks a learner's program by the checks of its exercise.",
    Parameter("name", "text", "the exercise's name or number", None, maximum=80),
    Parameter("code", "text", "the learner's file", maximum=MAX_CODE_LENGTH),
    Parameter("seconds", "seconds", "how long a check may take", 20.0, 0.1, 60.0, repetitions=20),
    FILE,
)
def grade(name: str | None, code: str, seconds: float, file: str | None) -> Event:
    """``checks`` are the checks run, up to the first that does not pass."""
    exercise = _requested_exercise(name, file)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        graded = _grade_code(exercise, code, seconds, file)
    return {
        "passed": graded.passed,
        "checks": [
            {
                "words": each.sentence,
                "passed": each.state == "passed",
                "state": each.state,
                "message": each.message,
            }
            for each in graded.results
        ],
        "waiting": graded.not_run,
        "printed": printed.getvalue()[:MAX_PRINTED_LENGTH],
    }


def _grade_code(exercise: Exercise, code: str, seconds: float, source: str | None) -> Grade:
    """Grade in a sandbox; in a browser, in this process, because the worker is a sandbox."""
    if in_browser():
        return grade_in_process(exercise, code)
    if not (programs := where_programs_run())["run"]:
        raise QuestionError(programs["where"])
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        if source is not None:  # where the grading process finds it
            path = Path(folder) / f"{exercise.name}.md"
            path.write_text(source, encoding="utf-8")
            exercise = read_exercise(path)
        file = Path(folder) / exercise.file
        file.write_text(code, encoding="utf-8")
        sandbox = os.environ.get(RUN_PROGRAMS) != "always"
        return graded_in_a_child(exercise, file, seconds, sandbox=sandbox)
