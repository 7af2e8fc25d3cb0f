"""Answers: what the verbs return.  Each has three values or more, and no truth value.

A time-out is never "no solution": an outcome is SAT, UNSAT or UNKNOWN, a verdict
UNIQUE, MULTIPLE, NONE or UNDECIDED, and both say what stopped the search.

>>> outcome = Outcome((), exhausted=False, stopped_by="time", backend="native", seconds=1.0)
>>> outcome.status
<Status.UNKNOWN: 'unknown'>
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NoReturn

from nonet.backends.base import StopReason
from nonet.errors import PuzzleError
from nonet.model import Domain
from nonet.puzzle import Puzzle


class Status(Enum):
    """Whether there is a solution: yes, no, or not decided."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Uniqueness(Enum):
    """How many solutions there are, as far as a verdict asks."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNDECIDED = "undecided"


class NoTruth:
    """Answers of more than two values: ``if outcome:`` would hide one of them."""

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} has more than two values: "
            "compare its status, verdict or number instead of its truth"
        )


class Solution(Mapping[str, int]):
    """A value for each variable; of a puzzle, one for each cell, printed as a grid."""

    __slots__ = ("puzzle", "values_by_name")

    def __init__(self, values: Mapping[str, int], puzzle: Puzzle | None = None) -> None:
        self.values_by_name = dict(values)
        self.puzzle = puzzle

    def __getitem__(self, name: str) -> int:
        try:
            return self.values_by_name[name]
        except KeyError:
            if self.puzzle is None:
                raise
        try:
            return self.values_by_name[self.puzzle.grid.cell(name)]
        except PuzzleError as error:
            raise KeyError(str(error)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self.values_by_name == dict(other)

    def __hash__(self) -> int:
        return hash(frozenset(self.values_by_name.items()))

    @property
    def line(self) -> str:
        """The values in one line: a character a cell, or ``name=value`` where no puzzle is."""
        if self.puzzle is not None:
            return self.puzzle.line(self)
        return " ".join(f"{name}={value}" for name, value in self.values_by_name.items())

    def __str__(self) -> str:
        if self.puzzle is None:
            return self.line
        from nonet.render.terminal import draw

        return draw(self.puzzle.drawing(self))

    def __repr__(self) -> str:
        return f"<Solution {self.line}>"

    def _repr_html_(self) -> str | None:
        if self.puzzle is None:
            return None
        from nonet.render.svg import draw

        return draw(self.puzzle.drawing(self))


@dataclass(frozen=True)
class Outcome(NoTruth):
    """What solving found.

    ``exhausted`` says that there are no further solutions; otherwise
    ``stopped_by`` says what ended the search.  ``stats`` are the backend's
    counters, ``seconds`` wall time.  ``core`` names variables whose clues alone
    already clash, where the backend knows and a second run confirmed it.
    """

    solutions: tuple[Solution, ...]
    exhausted: bool
    stopped_by: StopReason | None
    backend: str
    seconds: float
    stats: Mapping[str, int | float] = field(default_factory=dict)
    core: tuple[str, ...] | None = None

    @property
    def status(self) -> Status:
        """SAT with a solution, UNSAT when exhausted without, else UNKNOWN."""
        if self.solutions:
            return Status.SAT
        return Status.UNSAT if self.exhausted else Status.UNKNOWN

    @property
    def solution(self) -> Solution | None:
        """The first solution, if there is one."""
        return self.solutions[0] if self.solutions else None


@dataclass(frozen=True)
class Verdict(NoTruth):
    """How many solutions there are: none, one, more, or undecided.

    ``witnesses`` are the solutions found, at most two, each checked; ``differing`` the
    variables in which two witnesses differ.  ``outcome`` is the first solver's answer,
    ``second`` that of the one asked for a second opinion, if one was; ``silence`` says
    why there is none though it was asked for.
    """

    uniqueness: Uniqueness
    witnesses: tuple[Solution, ...]
    outcome: Outcome
    second: Outcome | None = None
    silence: str = ""

    @property
    def word_of(self) -> tuple[str, ...]:
        """The backends on whose word the verdict rests: that there is no (other) solution.

        Empty where it rests on nobody's word: two witnesses are checked, and
        "undecided" claims nothing.
        """
        if self.uniqueness not in (Uniqueness.UNIQUE, Uniqueness.NONE):
            return ()
        second = self.second
        heard = second is not None and second.exhausted
        return (self.outcome.backend, *([second.backend] if second is not None and heard else []))

    @property
    def differing(self) -> tuple[str, ...]:
        """The variables in which the two witnesses differ; empty with fewer than two."""
        if len(self.witnesses) < 2:
            return ()
        one, other = self.witnesses[:2]
        return tuple(name for name in one if one[name] != other[name])

    @property
    def stopped_by(self) -> StopReason | None:
        """What kept the question undecided, if it is."""
        return self.outcome.stopped_by if self.uniqueness is Uniqueness.UNDECIDED else None


@dataclass(frozen=True)
class SolutionCount(NoTruth):
    """How many distinct solutions were counted, and whether that is all of them."""

    number: int
    exhausted: bool
    stopped_by: StopReason | None
    backend: str
    seconds: float

    def __str__(self) -> str:
        return f"{self.number}" if self.exhausted else f"at least {self.number}"


@dataclass(frozen=True)
class Candidates(NoTruth):
    """Which values each variable takes over all solutions ("true candidates").

    ``values`` holds those seen in a solution; ``undecided`` those neither seen
    nor excluded when the time was out (no entry where none).
    """

    values: Mapping[str, Domain]
    undecided: Mapping[str, Domain]
    backend: str
    seconds: float

    @property
    def exhausted(self) -> bool:
        """Whether every value is decided."""
        return not self.undecided
