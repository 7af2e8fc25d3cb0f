"""The spine of the course: a solver of the learner's own, one file ``solver.py`` in twelve parts.

A line ``# --- part 4: propagation ---`` begins a part.  ``reference.py.txt`` is our solver: the
stubs that learners fill are made from it, so that nothing is written twice.  A function keeps its
body where its line ends in ``# given``.  ``part-04.md`` has the text and the hints of a part,
``checks.py`` the checks.

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

from nonet.learn.checks import Check, CheckFailed, LearnerModule, NotFilledIn, checks_of
from nonet.learn.course import Exercise
from nonet.learn.grading import Grade, grade
from nonet.learn.spine import checks as spine_checks

FOLDER = Path(__file__).parent
_MARKER = re.compile(r"^# --- part (\d+): ", re.MULTILINE)
_GIVEN = "  # given"


@dataclass(frozen=True, slots=True)
class SpinePart(Exercise):
    """One part of the solver.  ``number`` is 0: the course numbers its other exercises alone."""

    part: int

    @property
    def package(self) -> str:
        """The name of the module: all parts are in one file."""
        return "solver"

    @property
    def text_file(self) -> str:
        """The name of the file with the text."""
        return f"{self.name}.md"

    @property
    def text(self) -> str:
        """The goal and the task, in Markdown."""
        return self._pieces()[0] + "\n"

    @property
    def hints(self) -> list[str]:
        """Hints, from a nudge to nearly the whole part."""
        return self._pieces()[1:]

    def _pieces(self) -> list[str]:
        text = (FOLDER / f"part-{self.part:02}.md").read_text(encoding="utf-8")
        return [piece.strip() for piece in text.split("\n---\n")]

    @property
    def hole(self) -> str:
        """A file with our earlier parts and the stub of this part."""
        return with_part("", self.part)

    @property
    def solution(self) -> str:
        """Our solver up to this part."""
        return with_part("", self.part, our_part(self.part))

    @property
    def specification(self) -> str:
        """The source of the checks."""
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
    """Run a check; if it fails and the checks of an earlier part fail too, name that part."""
    try:
        return check.run(work)
    except (KeyboardInterrupt, NotFilledIn, NotImplementedError):
        raise
    except BaseException:
        from nonet.learn.check_process import state_and_message  # which imports this module

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
    """Return our solver by part; 0 is what comes before part 1."""
    return split_parts((FOLDER / "reference.py.txt").read_text(encoding="utf-8"))


def our_part(number: int) -> str:
    """Return a part of our solver."""
    return our_parts()[number]


def split_parts(text: str) -> dict[int, str]:
    """Return a learner's file by part, 0 for what comes before the first; of two the later counts."""
    head, *rest = _MARKER.split(text)
    parts = {0: head} if head.strip() else {}
    for number, body in zip(rest[::2], rest[1::2], strict=True):
        parts[int(number)] = f"# --- part {number}: {body}"
    return parts


def with_part(text: str, number: int, section: str | None = None) -> str:
    """Return a learner's file with a part: ``section``, else what is there already, else the stub.

    Earlier parts that are missing are ours.
    """
    parts = split_parts(text)
    if section is not None:
        parts |= {number: split_parts(section).get(number, section)}
    for earlier in range(number):
        parts.setdefault(earlier, our_part(earlier))
    parts.setdefault(number, stub(number))
    return "\n\n\n".join(parts[each].strip("\n") for each in sorted(parts)) + "\n"


def missing_parts(text: str, number: int) -> list[int]:
    """Return the parts before ``number`` that a learner's file has not."""
    return [each for each in range(1, number) if each not in split_parts(text)]


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
    """Functions and methods, in order; not the functions within them."""
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
