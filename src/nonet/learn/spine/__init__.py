"""The spine of the course: a solver of the learner's own, one file ``solver.py`` in twelve parts.

A line ``# --- part 4: propagation ---`` begins a part.  ``reference.py.txt`` is our solver, from
which the stubs are made that learners fill.  A function whose line ends in ``# given`` keeps
its body.  ``part-04.md`` has the text and the hints of a part, ``checks.py`` the checks.

>>> print(with_part("", 1).partition("# --- part 1: ")[2].splitlines()[-1].strip())
raise NotImplementedError("TODO: part 1, brute")
>>> SPINE[3].file, SPINE[3].title
('solver.py', 'Part 4 of your solver: propagation')
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from inspect import getsource
from pathlib import Path

from nonet.learn.checks import (
    Check,
    CheckFailed,
    LearnerModule,
    NotFilledIn,
    checks_of,
    state_and_message,
)
from nonet.learn.course import HINTS, HOLE, SOLUTION, TEXT, Exercise
from nonet.learn.grading import Grade, grade
from nonet.learn.spine import checks as spine_checks

FOLDER = Path(__file__).parent
_MARKER = re.compile(r"^# --- part (\d+): ", re.MULTILINE)
_GIVEN = "  # given"


@dataclass(frozen=True, slots=True)
class SpinePart(Exercise):
    """The exercise of a part of the solver.  ``number`` is 0: only other exercises are numbered."""

    part: int

    @property
    def package(self) -> str:
        """The name of the module: all parts are in one file."""
        return "solver"

    def _read(self, file: str) -> str:
        path = FOLDER / f"part-{self.part:02}.md"
        text, _, hints = path.read_text(encoding="utf-8").partition("\n---\n")
        stubbed, ours = (with_part("", self.part, each) for each in (None, our_part(self.part)))
        return {TEXT: f"{text}\n", HINTS: hints, HOLE: stubbed, SOLUTION: ours}[file]

    @property
    def specification(self) -> str:
        return "\n\n".join(getsource(each.run) for each in _own_checks(self.part))

    def checks(self) -> list[Check]:
        """The checks of this part; where one fails for an earlier part, its message says so."""
        return [
            Check(each.sentence, partial(_run_or_blame, self.part, each), each.seconds)
            for each in _own_checks(self.part)
        ]


def _own_checks(part: int) -> list[Check]:
    return checks_of(spine_checks, f"check_{part}_")


def _run_or_blame(part: int, check: Check, work: LearnerModule) -> str | None:
    """Run a check; if the check fails for a fault of an earlier part, raise an error that names it."""
    try:
        return check.run(work)
    except (KeyboardInterrupt, NotFilledIn, NotImplementedError):
        raise
    except BaseException:
        for earlier in range(1, part):
            for each in _own_checks(earlier):
                try:
                    each.run(work)
                except KeyboardInterrupt:
                    raise
                except BaseException as error:
                    _, message = state_and_message(error, work.__file__)
                    raise CheckFailed(
                        f"your part {earlier} is at fault: {each.sentence}: {message}\n"
                        f"mend it, or take ours for now: nonet learn take solver-{earlier}"
                    ) from None
        raise


@cache
def our_parts() -> dict[int, str]:
    """Return the parts of our solver by number; part 0 is the text before part 1."""
    return split_parts((FOLDER / "reference.py.txt").read_text(encoding="utf-8"))


def our_part(number: int) -> str:
    """Return a part of our solver."""
    return our_parts()[number]


def split_parts(text: str) -> dict[int, str]:
    """Return the parts of a learner's file by number; part 0 is the text before the first marker.

    If a part comes twice, the later one counts, as in Python.
    """
    head, *pieces = _MARKER.split(text)
    parts = {0: head} if head.strip() else {}
    for number, body in zip(pieces[::2], pieces[1::2], strict=True):
        parts[int(number)] = f"# --- part {number}: {body}"
    return parts


def with_part(text: str, number: int, section: str | None = None) -> str:
    """Return a learner's file with a part.

    The part is ``section``; without ``section`` the learner's own, or the stub if the file has
    none.  Earlier parts that the file has not are taken from our solver.
    """
    parts = split_parts(text)
    if section is not None:
        parts |= {number: split_parts(section).get(number, section)}
    for earlier in range(number):
        parts.setdefault(earlier, our_part(earlier))
    parts.setdefault(number, stub(number))
    return "\n\n\n".join(parts[each].strip("\n") for each in sorted(parts)) + "\n"


@cache
def stub(number: int) -> str:
    """Return the part with the bodies of its functions taken out."""
    source = our_part(number)
    lines = source.splitlines()
    for function in reversed(list(_functions(ast.parse(source).body))):
        first, *body = function.body
        if not body or lines[first.lineno - 2].endswith(_GIVEN):
            continue
        indent = " " * first.col_offset
        todo = f'{indent}raise NotImplementedError("TODO: part {number}, {function.name}")'
        lines[first.end_lineno : function.end_lineno] = [todo]
    return "\n".join(lines).replace(_GIVEN, "")


def _functions(body: Iterable[ast.stmt]) -> Iterable[ast.FunctionDef]:
    """Yield functions and methods in order, without functions inside functions."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body)


SPINE: tuple[SpinePart, ...] = tuple(SpinePart(0, f"solver-{n}", n) for n in range(1, 13))
"""The parts in order."""


def grade_part(number: int, ours: bool = False) -> Grade:
    """For notebooks: put ``part_4.py``, or our part, into ``solver.py`` here, and grade that."""
    part, file = SPINE[number - 1], Path("solver.py")
    section = our_part(number) if ours else Path(f"part_{number}.py").read_text(encoding="utf-8")
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    file.write_text(with_part(before, number, section), encoding="utf-8")
    return grade(part, file)
