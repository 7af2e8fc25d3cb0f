"""Grading in this process: for Python in a browser, where there are no other processes.

The browser provides the protection of ``check_process.py`` and ``confinement.py``: the program
has no files and no network, and an endless loop is ended with its worker.

>>> from nonet.learn.tasks import find_exercise
>>> exercise = find_exercise("declare-a-sudoku")
>>> grade_in_process(exercise, exercise.solution).passed, grade_in_process(exercise, exercise.hole).passed
(True, False)
"""

from __future__ import annotations

import linecache
import sys

from nonet.learn.check_process import Seal, load_learner_module, run_check
from nonet.learn.checks import Check, LearnerModule
from nonet.learn.course import Exercise
from nonet.learn.grading import LOADING_SENTENCE, MAX_MESSAGE_LENGTH, CheckResult, Grade


def grade_in_process(exercise: Exercise, code: str) -> Grade:
    """Check a learner's program, given as text, by the exercise's checks, in order."""
    import tempfile
    from pathlib import Path

    checks = exercise.checks()
    former = sys.modules.get(exercise.package)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / exercise.file
        path.write_text(code, encoding="utf-8")
        file, seal = str(path), Seal()
        results: list[CheckResult] = []
        work: LearnerModule = None

        def load(_: LearnerModule) -> None:
            nonlocal work
            try:
                work = load_learner_module(file, exercise.package)
            finally:
                if former is None:
                    sys.modules.pop(exercise.package, None)
                else:
                    sys.modules[exercise.package] = former

        try:
            for check in (Check(LOADING_SENTENCE, load), *checks):
                state, says = run_check(check, work, file, seal)
                results.append(CheckResult(check.sentence, state, says[:MAX_MESSAGE_LENGTH]))
                if state != "passed":
                    break
        finally:
            linecache.checkcache(file)
    not_run = len(checks) + 1 - len(results)
    return Grade(tuple(results if len(results) == 1 else results[1:]), not_run)
