"""Grading in this process: for Python in a browser, where there are no others.

What ``child.py`` and ``confinement.py`` give elsewhere is given there by the browser: the program
has no files and no network, and an endless loop is ended with its worker.

>>> from nonet.learn.course import find
>>> exercise = find("declare-rows")
>>> grade_here(exercise, exercise.solution).passed, grade_here(exercise, exercise.hole).passed
(True, False)
"""

from __future__ import annotations

import linecache
import sys

from nonet.learn.child import load, made, said, unchanged
from nonet.learn.course import Exercise
from nonet.learn.grading import LOADING, LONGEST, Grade, Result
from nonet.learn.tampering import Seal


def grade_here(exercise: Exercise, code: str) -> Grade:
    """Check a learner's program, given as text, by the exercise's checks, in order."""
    import tempfile
    from pathlib import Path

    checks = exercise.checks()
    kept = sys.modules.get(exercise.package)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / exercise.file
        path.write_text(code, encoding="utf-8")
        file, seal = str(path), Seal()
        results: list[Result] = []
        try:
            work = load(file, exercise.package)
            unchanged(seal)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            state, says = said(error, file)
            return Grade((Result(LOADING, state, says[:LONGEST]),), len(checks))
        finally:
            if kept is None:
                sys.modules.pop(exercise.package, None)
            else:
                sys.modules[exercise.package] = kept
        try:
            for check in checks:
                state, says = made(check, work, file, seal)
                results.append(Result(check.sentence, state, says[:LONGEST]))
                if state != "passed":
                    break
        finally:
            linecache.checkcache(file)
    return Grade(tuple(results), len(checks) - len(results))
