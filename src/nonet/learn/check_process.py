"""The process in which a learner's file is checked: ``python -m nonet.learn.check_process``.

Its arguments are the exercise (a name, or the path of a file), the learner's file, the time limit,
and ``sandbox`` if the learner is a stranger.  The key without which a line of the report is ignored
comes on standard input, which is closed before the learner's file is read.  The report goes to
standard output and has a line of JSON at the start and at the end of each check; what the learner's
program prints goes to standard error.
"""

from __future__ import annotations

import json
import linecache
import os
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FrameType, FunctionType, MethodType, ModuleType

from nonet.learn.checks import (
    CHECK_SECONDS,
    Check,
    CheckFailed,
    CheckState,
    LearnerModule,
    line_text,
    state_and_message,
)
from nonet.learn.confinement import fork_confined
from nonet.learn.course import Exercise
from nonet.learn.exercise_files import exercise_by_reference
from nonet.learn.grading import (
    LOADING_SENTENCE,
    MAX_MESSAGE_LENGTH,
    CheckResult,
    Grade,
    timeout_message,
)

# Tampering: whether a learner's file has changed its own judge.
#
# Learner and checks share a process, since checks call the learner's functions. So all functions
# and classes that the checks can reach by name are recorded before the learner's file is read,
# and compared after reading and after each check. A file that replaces one does not pass.
#
# This check stops a shortcut, not a saboteur: code that runs in the judge's process can, with
# effort, force any verdict. Marks that count are given by people who also read the file.

SEALED_ROOTS = ("nonet", "__main__", "builtins")
"""The roots of the modules that are noted, besides all that are loaded from Python's library."""


class Seal:
    """The objects behind the names of some modules at the time of the seal."""

    def __init__(self, modules: Iterable[ModuleType] | None = None) -> None:
        chosen = _sealed_modules() if modules is None else modules
        # the things themselves are kept, so that no new one can have an old one's identity
        self._things = [
            (vars(holder), name, value, holder)
            for module in chosen
            for holder, name, value in _bindings(module)
        ]
        # a function is looked at once, by its first name: thousands are looked at after each check
        functions = {
            id(f): (f, at) for at in reversed(self._things) if (f := _underlying_function(at[2]))
        }
        self._functions = [(f, f.__code__, f.__defaults__, at) for f, at in functions.values()]

    def first_replaced(self) -> str | None:
        """The first name that stands for something else now, or ``None``."""
        for at in self._things:
            if at[0].get(at[1]) is not at[2]:
                return _full_name(*at)
        for function, code, defaults, at in self._functions:
            if function.__code__ is not code or function.__defaults__ is not defaults:
                return _full_name(*at)
        return None


def _sealed_modules() -> list[ModuleType]:
    library = sys.stdlib_module_names
    return [
        module
        for name, module in list(sys.modules.items())
        if isinstance(module, ModuleType) and (name.partition(".")[0] in {*SEALED_ROOTS, *library})
    ]


def _bindings(module: ModuleType) -> Iterator[tuple[ModuleType | type, str, object]]:
    """Functions and classes of a module, and the functions of its own classes."""
    for name, value in list(vars(module).items()):
        if callable(value):
            yield module, name, value
        if isinstance(value, type) and value.__module__ == module.__name__:
            for inner, member in list(vars(value).items()):
                if callable(member) or isinstance(member, property | classmethod | staticmethod):
                    yield value, inner, member


def _underlying_function(value: object) -> FunctionType | None:
    """Return the function behind an object: its code and its defaults define its behaviour."""
    if isinstance(value, MethodType):
        value = value.__func__
    return value if isinstance(value, FunctionType) else None


def _full_name(names: object, name: str, value: object, holder: ModuleType | type) -> str:
    """Return the learner's name for a replaced object."""
    return f"{getattr(holder, '__module__', '')}.{holder.__name__}.{name}".lstrip(".")


class Reporter:
    """Writes the report, and says where the program was when the time was over."""

    def __init__(self, report: int, key: str, file: str) -> None:
        self._report = report
        self._key = key
        self._file = file
        self._sentence = ""
        self._main = threading.get_ident()
        self._watch: threading.Timer | None = None

    def begin(self, sentence: str, seconds: float) -> None:
        """Report that a check begins, which may take ``seconds``."""
        self._sentence = sentence
        self._write({"sentence": sentence, "seconds": seconds})
        self._watch = threading.Timer(seconds, self._report_timeout, [seconds])
        self._watch.daemon = True
        self._watch.start()

    def end(self, state: str, says: str = "") -> None:
        self._write({"sentence": self._sentence, "state": state, "says": says})
        self._stop_timer()

    def file_loaded(self) -> None:
        self._write({"sentence": ""})
        self._stop_timer()

    def _stop_timer(self) -> None:
        if self._watch is not None:
            self._watch.cancel()

    def _write(self, entry: dict[str, object]) -> None:
        entry = {k: v[:MAX_MESSAGE_LENGTH] if isinstance(v, str) else v for k, v in entry.items()}
        line = json.dumps({**entry, "key": self._key}) + "\n"
        os.write(self._report, line.encode("ascii"))

    def _report_timeout(self, seconds: float) -> None:
        if self._watch is not threading.current_thread():
            return  # the check has just ended
        frame: FrameType | None = sys._current_frames().get(self._main)
        while frame is not None and frame.f_code.co_filename != self._file:
            frame = frame.f_back
        where = f", in {line_text(self._file, frame.f_lineno)}" if frame else ""
        self.end("slow", timeout_message(seconds, where))
        sys.stdout.flush()
        os._exit(1)  # the learner's code cannot be asked to stop


def run_checks(name: str, file: str, limit: str, sandbox: str = "") -> int:
    """Make the checks in order, until one does not pass; ``limit`` may be "" for their own.

    With ``sandbox`` the learner's program has no network, and no files but those of its folder.
    """
    key = sys.stdin.readline().strip()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    report = os.dup(1)
    os.dup2(2, 1)
    reporter = Reporter(report, key, file)
    exercise = exercise_by_reference(name)
    checks = exercise.checks()
    fork_confined(Path(file).parent if sandbox else None)
    sys.dont_write_bytecode = True  # nothing is left in the learner's folder
    sys.path.append(str(Path(file).parent))  # last: earlier exercises can be imported
    # as they are before the learner's file is read
    seal, check_seal, make, say = Seal(), check_seal_intact, run_check, state_and_message
    reporter.begin(LOADING_SENTENCE, float(limit or CHECK_SECONDS))
    try:
        work = load_learner_module(file, exercise.package)
        check_seal(seal)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        reporter.end(*say(error, file))
        return 1
    reporter.file_loaded()
    for check in checks:
        reporter.begin(check.sentence, float(limit or check.seconds))
        state, says = make(check, work, file, seal)
        reporter.end(state, says)
        if state != "passed":
            return 1
    return 0


def check_seal_intact(seal: Seal) -> None:
    """Raise ``CheckFailed`` if something that the checks rely on was replaced."""
    name = seal.first_replaced()
    if name:
        raise CheckFailed(f"your file replaces {name}, which the checks rely on: leave it as it is")


def load_learner_module(file: str, name: str) -> ModuleType:
    """Return the module of a learner's file; exceptions of the file pass through."""
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise CheckFailed(f"{file} is not a Python file: its name should end in .py")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def run_check(check: Check, work: ModuleType, file: str, seal: Seal) -> tuple[CheckState, str]:
    """Run a check; return its state and its message."""
    try:
        note = check.run(work) or ""
        check_seal_intact(seal)
        return "passed", note
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: it is the learner's
        return state_and_message(error, file)


def grade_in_process(exercise: Exercise, code: str) -> Grade:
    """Check a learner's program, given as text, in this process, by the exercise's checks in order.

    For Python in a browser, where there are no other processes: the browser protects, since the
    program has no files and no network, and an endless loop is ended with its worker.

    >>> from nonet.learn.tasks import find_exercise
    >>> exercise = find_exercise("declare-a-sudoku")
    >>> grade_in_process(exercise, exercise.solution).passed
    True
    """
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


if __name__ == "__main__":
    try:
        sys.exit(run_checks(*sys.argv[1:]))
    except KeyboardInterrupt:  # the parent says so
        os._exit(130)
