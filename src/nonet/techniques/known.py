"""What is known of a puzzle's solutions while it is explained, and what follows for steps.

Whether there is exactly one is asked once, when it matters: techniques that assume it
are then allowed or not.  What the answer shows is kept: no step may take a value away
that a known solution has.  One that does is a fault of ours, and an error at once.
Where there are several solutions, what any of them has is asked too: if that is all
that is open, no step is left, and none is searched.

>>> from nonet.puzzle import Grid, Puzzle
>>> puzzle = Puzzle(Grid.square(4))
>>> known = Known(puzzle.model(), Position.of(puzzle), puzzle)
>>> known.one, known.nothing_left(Position.of(puzzle))
(False, True)
>>> print(known.note)  # doctest: +NORMALIZE_WHITESPACE
the puzzle has several solutions: uniqueness techniques are off, and every candidate left
is in one of them
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, cached_property
from itertools import count

from nonet.backends.registry import backend_names, find_backend
from nonet.errors import UnsoundStep
from nonet.model import Domain, Model
from nonet.puzzle import Puzzle
from nonet.solving import Outcome, Status, Uniqueness, solve, verify
from nonet.solving.covering import covering
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step

PATIENCE = 5.0
"""Seconds for the question whether a puzzle has one solution, or one with a candidate."""
SEVERAL = 8
"""How many questions whether there is one solution are too few to import a solver for."""


class Known:
    """What is known of the solutions of a model, asked when it matters, from ``start`` on.

    ``sure`` is what the user says: that there is exactly one solution, or not; ``None``
    leaves it to be asked.  ``uniqueness`` is what was found, ``None`` before it is asked.
    """

    def __init__(
        self,
        model: Model,
        start: Position,
        puzzle: Puzzle | None = None,
        sure: bool | None = None,
    ) -> None:
        self.model, self.start, self.puzzle = model, start, puzzle
        self._sure = sure
        self._covered = 0  # candidates of solutions that were found
        self._uncovered = 0  # candidates for which none was found
        self._mattered = self._ended = self._none = False
        self.uniqueness: Uniqueness | None = None

    @property
    def one(self) -> bool:
        """Whether techniques that assume one solution are allowed; asked at the first call."""
        if self._sure is not None:
            return self._sure
        self._mattered = True
        return self.asked() is Uniqueness.UNIQUE

    @property
    def hopeless(self) -> bool:
        """Whether it is known that there is no solution."""
        return self.uniqueness is Uniqueness.NONE

    @property
    def note(self) -> str:
        """What a user should hear of it."""
        if self.uniqueness is Uniqueness.NONE:
            return "the puzzle has no solution"
        if self.uniqueness is Uniqueness.MULTIPLE:
            several = "the puzzle has several solutions"
            if self._none:
                return f"{several}, and none of them agrees with the marks"
            off = [] if self._sure else ["uniqueness techniques are off"]
            left = ["every candidate left is in one of them"] if self._ended else []
            return f"{several}: {', and '.join(off + left)}" if off or left else several
        if self.uniqueness is Uniqueness.UNDECIDED and self._mattered:
            return (
                f"whether there is one solution was not decided in {PATIENCE:g} seconds: "
                "uniqueness techniques are off"
            )
        return ""

    def asked(self) -> Uniqueness:
        """Whether there is one solution; verified at the first call."""
        if self.uniqueness is None:
            clock = self.start.clock
            clock.searched = SOLUTIONS
            backend = _quickest(self.start.layout)
            verdict = verify(self.model, backend, time_limit=clock.within(PATIENCE))
            clock.check()
            self.uniqueness = verdict.uniqueness
            self._cover(verdict.witnesses)
            if self.uniqueness is Uniqueness.MULTIPLE:
                self._look_around()
        return self.uniqueness

    def _look_around(self) -> None:
        """Where there are several solutions: whether any agrees with the marks."""
        if not self._covered:
            found = solve(self._here, time_limit=self.start.clock.within(PATIENCE))
            self.start.clock.check()
            self._none = found.status is Status.UNSAT
            self._cover(found.solutions)

    def nothing_left(self, position: Position) -> bool:
        """Whether it is known that no step is left: there is no solution, or all that is open is
        in one of several."""
        if self.hopeless or self._none:
            return True
        if self.uniqueness is Uniqueness.MULTIPLE and not self._ended:
            self._ended = not position.solved and self._all_covered(position)
        return self._ended

    def _all_covered(self, position: Position) -> bool:
        """Whether every open candidate is in a solution: those in none found so far are tried."""
        layout, clock = position.layout, position.clock
        if position.open & self._uncovered:
            return False
        clock.searched = SOLUTIONS
        wanted: dict[str, list[int]] = {}
        for candidate in bits(position.open & ~self._covered):
            cell, value = layout.named(candidate)
            wanted.setdefault(cell, []).append(value)
        domains = {cell: Domain.of(values) for cell, values in wanted.items()}
        for found in covering(self._here, domains, _solved, lambda: clock.within(PATIENCE)):
            clock.check()
            self._cover([found.solution] if found.solution else [])
            missing = {**found.in_none, **found.undecided}
            if missing:
                self._uncovered |= layout.of_domains(missing)
                return False
        return True

    @cached_property
    def _here(self) -> Model:
        """The model with what is open at the start."""
        return narrowed(self.model, self.start)

    def _cover(self, solutions: Iterable[Mapping[str, int]]) -> None:
        """Note the candidates of solutions that agree with the start."""
        alive = self.start.open | self.start.placed
        for solution in solutions:
            mask = self.start.layout.of_domains({c: (v,) for c, v in solution.items()})
            if not mask & ~alive:
                self._covered |= mask

    def check(self, position: Position, steps: Iterable[Step]) -> None:
        """Raise ``UnsoundStep`` if one of the steps from a position on loses a known solution."""
        made: list[Step] = []
        for step in steps if self._covered else ():
            lost = lost_by(step) & self._covered
            if lost and (self._sure is None or not step.technique.unique):
                for before in made:
                    position = position.after(before)
                raise UnsoundStep(
                    f"{step.technique.key} is a false step here: {step.conclusion}, but a solution "
                    f"has {position.layout.text(lost)}. This is a fault of nonet: please report "
                    f"it with this puzzle: {written(position, self.puzzle, self.model)}",
                    technique=step.technique.key,
                    position=written(position, self.puzzle, self.model),
                )
            made.append(step)


def _solved(model: Model, seconds: float | None) -> Outcome:
    return solve(model, time_limit=seconds)


SOLUTIONS = "other solutions"
"""What is searched then."""

_questions = count()


def _quickest(layout: Layout) -> str:
    """Who is asked: where houses are all there is, a SAT solver from the eighth puzzle on.

    It has then answered ten times before ``native`` has, but takes as long to be imported as
    ``native`` takes for eight hard puzzles.
    """
    many = not layout.others and next(_questions) >= SEVERAL
    return "sat" if many and _has_sat() else "auto"


@cache
def _has_sat() -> bool:
    return "sat" in backend_names() and find_backend("sat").available().ok


def lost_by(step: Step) -> int:
    """The candidates that a step takes away, those beside a value that it places too."""
    layout, gone = step.layout, step.eliminations
    for candidate in step.placements:
        gone |= layout.of_cell(candidate % layout.count) & ~(1 << candidate)
    return gone


def narrowed(model: Model, position: Position) -> Model:
    """The model with the candidates of a position as domains."""
    placed = {cell: (value,) for cell, value in position.assignment.items()}
    return model.narrow({**position.candidates, **placed})


def written(position: Position, puzzle: Puzzle | None, model: Model) -> str:
    """A position as JSON in one line, which ``nonet`` reads again."""
    if puzzle is None:
        from nonet.model.json import model_to_json

        return model_to_json(narrowed(model, position))
    from nonet.formats import write

    return write([marked(position, puzzle)], "json").strip()


def marked(position: Position, puzzle: Puzzle) -> Puzzle:
    """The puzzle with what is placed and open in its cells at a position as its marks."""
    cells = puzzle.grid.cell_set
    placed = {c: v for c, v in position.assignment.items() if c in cells - puzzle.clues.keys()}
    marks = {c: Domain.of(values) for c, values in position.candidates.items() if c in cells}
    return replace(puzzle, entries=placed, candidates=marks)
