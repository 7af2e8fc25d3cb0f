"""Known solutions of a puzzle under explanation, and their consequences for steps.

Uniqueness is decided once, when first needed: techniques that assume a unique solution are then
allowed or not.  The solutions that the check returns are stored: no step may eliminate a value
of a known solution.  A step that does so is our own fault, and raises an error at once. Where
there are several solutions, the values of all solutions are queried too: if these are all open
candidates, no step remains, and none is searched.

>>> from nonet.puzzle import Grid, Puzzle
>>> puzzle = Puzzle(Grid.square(4))
>>> known = SolutionOracle(puzzle.model(), Position.of(puzzle), puzzle)
>>> known.uniqueness_allowed, known.no_steps_left(Position.of(puzzle))
(False, True)
>>> print(known.note)  # doctest: +NORMALIZE_WHITESPACE
the puzzle has several solutions: uniqueness techniques are off, and every candidate left
is in one of them
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from nonet.errors import PositionError, UnsoundStep
from nonet.formats import write
from nonet.model import Domain, Model
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, UnreadPart, as_read_text, contradicting, may_change
from nonet.solving import Outcome, Status, Uniqueness, solve, verify
from nonet.solving.problem_input import ProblemInput, model_and_puzzle, model_in_time
from nonet.solving.queries import cover_values
from nonet.techniques.candidate_layout import bits
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import NO_DEADLINE, SearchDeadline
from nonet.techniques.step import Step

QUERY_SECONDS = 5.0
"""Seconds for a query whether a puzzle has one solution, or a solution with a candidate."""


class SolutionOracle:
    """The known solutions of a model, queried when needed, from ``start`` on.

    ``assume_unique`` is given by the user: exactly one solution, or not, or ``None`` to query a solver.
    ``uniqueness`` is the result, ``None`` before the query.
    """

    def __init__(
        self,
        model: Model,
        start: Position,
        puzzle: Puzzle | None = None,
        assume_unique: bool | None = None,
    ) -> None:
        self.model, self.start, self.puzzle = model, start, puzzle
        self._assume_unique = assume_unique
        self.unread = puzzle.unread if puzzle is not None else ()
        self._in_a_solution = 0  # candidates of solutions that were found
        self._in_no_solution = 0  # candidates for which none was found
        self._uniqueness_needed = self._all_in_solutions = self._marks_unsolvable = False
        self.uniqueness: Uniqueness | None = None

    @property
    def uniqueness_allowed(self) -> bool:
        """Whether techniques that assume one solution are allowed; asked at the first call."""
        if self._assume_unique is not None:
            return self._assume_unique
        self._uniqueness_needed = True
        return self.check_uniqueness() is Uniqueness.UNIQUE

    @property
    def unsatisfiable(self) -> bool:
        """Whether the model is known to have no solution."""
        return self.uniqueness is Uniqueness.NONE

    @property
    def decided_uniqueness(self) -> Uniqueness | None:
        """``uniqueness``, or UNDECIDED if an unread part of the puzzle could change the number."""
        return Uniqueness.UNDECIDED if self._doubts else self.uniqueness

    @property
    def _doubts(self) -> tuple[UnreadPart, ...]:
        claims = Claims.NOTHING
        if self.uniqueness is Uniqueness.NONE:
            claims = Claims.NO_OTHERS
        elif self.uniqueness is Uniqueness.MULTIPLE:
            claims = Claims.SOLUTIONS
        return contradicting(self.unread, claims)

    @property
    def note(self) -> str:
        """Return the remark about uniqueness for the user."""
        return as_read_text(self.note_as_read, self._doubts)

    @property
    def note_as_read(self) -> str:
        """Return the remark about the solutions of the puzzle as read."""
        if self.uniqueness is Uniqueness.NONE:
            return "the puzzle has no solution"
        if self.uniqueness is Uniqueness.MULTIPLE:
            several = "the puzzle has several solutions"
            if self._marks_unsolvable:
                return f"{several}, and none of them agrees with the marks"
            off = [] if self._assume_unique else ["uniqueness techniques are off"]
            notes = ["every candidate left is in one of them"] if self._all_in_solutions else []
            return f"{several}: {', and '.join(off + notes)}" if off or notes else several
        if self.uniqueness is Uniqueness.UNDECIDED and self._uniqueness_needed:
            return (
                f"whether there is one solution was not decided in {QUERY_SECONDS:g} seconds: "
                "uniqueness techniques are off"
            )
        return ""

    def check_uniqueness(self) -> Uniqueness:
        """Whether there is one solution; verified at the first call."""
        if self.uniqueness is None:
            clock = self.start.deadline
            clock.current_search = SEARCH_LABEL
            verdict = verify(self.model, time_limit=clock.limit_for_part(QUERY_SECONDS))
            clock.check()
            self.uniqueness = verdict.uniqueness
            self._record_solutions(verdict.witnesses)
            if self.uniqueness is Uniqueness.MULTIPLE:
                self._check_marks_solvable()
        return self.uniqueness

    def _check_marks_solvable(self) -> None:
        """Where there are several solutions: whether any agrees with the marks."""
        if not self._in_a_solution:
            result = solve(
                self._start_model, time_limit=self.start.deadline.limit_for_part(QUERY_SECONDS)
            )
            self.start.deadline.check()
            self._marks_unsolvable = result.status is Status.UNSAT
            self._record_solutions(result.solutions)

    def no_steps_left(self, position: Position) -> bool:
        """Whether no step can remain: no solution, or all candidates are in solutions."""
        if self.unsatisfiable or self._marks_unsolvable:
            return True
        if self.uniqueness is Uniqueness.MULTIPLE and not self._all_in_solutions:
            self._all_in_solutions = not position.solved and self._all_covered(position)
        return self._all_in_solutions

    def _all_covered(self, position: Position) -> bool:
        """Whether every open candidate is in a solution; queries those not known to be."""
        layout, clock = position.layout, position.deadline
        if position.open & self._in_no_solution:
            return False
        clock.current_search = SEARCH_LABEL
        uncovered: dict[str, list[int]] = {}
        for candidate in bits(position.open & ~self._in_a_solution):
            cell, value = layout.cell_and_value(candidate)
            uncovered.setdefault(cell, []).append(value)
        domains = {cell: Domain.of(values) for cell, values in uncovered.items()}
        for result in cover_values(
            self._start_model, domains, _solve_within, lambda: clock.limit_for_part(QUERY_SECONDS)
        ):
            clock.check()
            self._record_solutions([result.solution] if result.solution else [])
            missing = {**result.impossible, **result.undecided}
            if missing:
                self._in_no_solution |= layout.domain_candidates(missing)
                return False
        return True

    @cached_property
    def _start_model(self) -> Model:
        return narrowed_model(self.model, self.start)

    def _record_solutions(self, solutions: Iterable[Mapping[str, int]]) -> None:
        """Note the candidates of solutions that agree with the start."""
        alive = self.start.open | self.start.placed
        for solution in solutions:
            mask = self.start.layout.domain_candidates({c: (v,) for c, v in solution.items()})
            if not mask & ~alive:
                self._in_a_solution |= mask
                self.start.record_solution(mask)

    def check_soundness(self, position: Position, steps: Iterable[Step]) -> None:
        """Raise ``UnsoundStep`` if a step from a position contradicts a known solution."""
        before_steps: list[Step] = []
        for step in steps if self._in_a_solution else ():
            lost = candidates_lost(step) & self._in_a_solution
            if lost and (self._assume_unique is None or not step.technique.assumes_unique):
                for before in before_steps:
                    position = position.after(before)
                raise UnsoundStep(
                    f"{step.technique.key} is a false step here: {step.conclusion}, but a solution "
                    f"has {position.layout.candidate_text(lost)}. This is a fault of nonet: "
                    "please report "
                    f"it with this puzzle: {position_json(position, self.puzzle, self.model)}",
                    technique=step.technique.key,
                    position=position_json(position, self.puzzle, self.model),
                )
            before_steps.append(step)


def _solve_within(model: Model, seconds: float | None) -> Outcome:
    return solve(model, time_limit=seconds)


SEARCH_LABEL = "other solutions"
"""The search named in messages of the uniqueness query."""


def candidates_lost(step: Step) -> int:
    """Return what a step eliminates, with the alternatives to its placements."""
    layout, eliminated = step.layout, step.eliminations
    for candidate in step.placements:
        eliminated |= layout.cell_candidates(candidate % layout.cell_count) & ~(1 << candidate)
    return eliminated


def narrowed_model(model: Model, position: Position) -> Model:
    """The model with the candidates of a position as domains."""
    placed = {cell: (value,) for cell, value in position.assignment.items()}
    return model.narrow({**position.candidates, **placed})


def position_json(position: Position, puzzle: Puzzle | None, model: Model) -> str:
    """A position as JSON in one line, which ``nonet`` reads again."""
    if puzzle is None:
        from nonet.model.json import model_to_json  # 3 ms, with json, at the start of every hint

        return model_to_json(narrowed_model(model, position))
    return write([puzzle_with_marks(position, puzzle)], "json").strip()


def puzzle_with_marks(position: Position, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the placed and open candidates of a position as marks."""
    cells = puzzle.grid.cell_set
    placed = {c: v for c, v in position.assignment.items() if c in cells - puzzle.clues.keys()}
    marks = {c: Domain.of(values) for c, values in position.candidates.items() if c in cells}
    return replace(puzzle, entries=placed, candidates=marks)


# Where a puzzle starts: its clues, and the marks of a person, held against the solution.


def oracle_for(
    problem: ProblemInput, deadline: SearchDeadline, assume_unique: bool | None = None
) -> SolutionOracle:
    """Return the oracle for the solutions of a problem, from its starting position on.

    Raises ``OutOfTime`` if the deadline is over before that is there.
    """
    model, puzzle = model_in_time(problem, deadline)
    if assume_unique is None and puzzle is not None:
        # a part that forbids could leave one of two solutions that a step rules out together
        assume_unique = False if may_change(puzzle.unread) & Claims.SOLUTIONS else None
    start = deadline.finish(
        "the puzzle was laid out", position_of, model if puzzle is None else puzzle, deadline
    )
    return SolutionOracle(model, start, puzzle, assume_unique)


def position_of(problem: ProblemInput, deadline: SearchDeadline = NO_DEADLINE) -> Position:
    """The position a thing stands for, its marks checked against its solution.

    Raises ``PositionError``, naming the cells, if entries or candidates exclude the
    solution that the clues alone have.  Candidates of a puzzle whose clues alone
    have no unique solution are part of the puzzle, and no marks.
    """
    model, puzzle = model_and_puzzle(problem)
    declared = False
    if puzzle is not None and (puzzle.entries or puzzle.candidates):
        puzzle.checked()
        declared = not _check_marks(puzzle, deadline)
    position = Position.of(model if puzzle is None else puzzle)
    position.candidates_are_clues, position.deadline = declared, deadline
    return position


def _check_marks(puzzle: Puzzle, deadline: SearchDeadline) -> bool:
    """Whether candidates are marks, which the clues' only solution agrees with."""
    bare = replace(puzzle, entries={}, candidates={})
    verdict = verify(bare, time_limit=deadline.limit_for_part(QUERY_SECONDS))
    marks = verdict.uniqueness is Uniqueness.UNIQUE
    if not marks and puzzle.candidates:
        verdict = verify(
            replace(puzzle, entries={}), time_limit=deadline.limit_for_part(QUERY_SECONDS)
        )
    if verdict.uniqueness is not Uniqueness.UNIQUE:
        return not puzzle.candidates
    solution = verdict.witnesses[0]
    wrong = {
        cell: f"{cell} is filled in as {puzzle.alphabet.symbol(value)}"
        for cell, value in puzzle.entries.items()
        if solution[cell] != value
    }
    for cell, allowed in puzzle.candidates.items():
        if solution[cell] not in allowed and cell not in puzzle.entries:
            wrong[cell] = f"{cell} is marked without its value"
    if wrong:
        text = "; ".join(wrong.values())
        raise PositionError(f"the marks contradict the solution: {text}", cells=wrong)
    return marks or not puzzle.candidates
