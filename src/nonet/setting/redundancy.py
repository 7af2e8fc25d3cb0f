"""The parts that a puzzle could do without: redundant parts, and minimal sub-puzzles.

>>> import nonet
>>> puzzle = nonet.parse("1.3.34....2..1..")
>>> [str(part) for part in redundant(puzzle).redundant]
['R1C1=1', 'R2C1=3']
>>> found = minimal(puzzle, number=20)
>>> len(found.sets), found.complete, sorted(map(len, found.sets))
(1, True, [4])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from nonet.backends.base import StopReason
from nonet.deadline import Deadline, report_progress
from nonet.errors import PuzzleError, check_whole_number, quantity
from nonet.puzzle import Puzzle
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.live_solvers import SOLVER, AssumptionSolver, assumption_solver_for
from nonet.setting.minimal_unsat import SmallestSetSearch, minimal_unsat_set, smallest_unsat_set
from nonet.setting.puzzle_parts import (
    Answer,
    Part,
    checked_solution,
    mark_kinds,
    part_names,
    parts_text,
)
from nonet.solving.outcome import Solution, Uniqueness
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time

# Questions about a thing with exactly one solution, asked on its bench.


def not_unique_reason(uniqueness: Uniqueness, stop_text: str) -> str:
    """Why nothing can be said of a thing that has not one solution."""
    if uniqueness is Uniqueness.UNDECIDED:
        return f"undecided: {stop_text}"
    return f"it has {'no solution' if uniqueness is Uniqueness.NONE else 'several solutions'}"


class UniqueSolutionQuestion:
    """The question about the unique solution of a problem, and its answer so far."""

    def __init__(
        self,
        problem: ProblemInput,
        time_limit: float | None,
        *,
        rules: bool | None = False,
        of: str | Iterable[str] = (),
    ) -> None:
        """``of``: names of rules and marks that may go; all else is taken for granted.  ``rules`` of
        ``None``: clues may go; where there is none, marks; where there is no mark, all rules."""
        self.deadline = Deadline(time_limit)
        self.model, self.puzzle = model_in_time(problem, self.deadline)
        self._names = part_names(self.model, of)
        if rules is None and not (self._names or self.model.narrowed):
            self._names = mark_kinds(self.model)
        self.rules = not self.model.narrowed if rules is None else rules
        self.rules = self.rules or bool(self._names)
        self.uniqueness = Uniqueness.UNDECIDED
        self.solution: Solution | None = None

    def hard_and_soft(self, solver: AssumptionSolver) -> tuple[list[int], dict[int, Part]]:
        """The literals that must hold, and the parts that may go by their literals."""
        hard, soft = solver.hard_and_soft(self.model, rules=self.rules)
        if not self._names:
            return hard, soft
        chosen = {x: part for x, part in soft.items() if not self._names.isdisjoint(part.names)}
        return [*hard, *(x for x in soft if x not in chosen)], chosen

    def find_solution(
        self, solver: AssumptionSolver, hard: Sequence[int], part_of: dict[int, Part]
    ) -> bool:
        """Whether there is exactly one solution with all parts and the literals ``hard``."""
        assumed = [*hard, *part_of]
        if not solver.solve(assumed):
            self.uniqueness = Uniqueness.NONE
            return False
        self.solution = checked_solution(solver.values(), self.model, self.puzzle)
        with solver.excluding(self.solution.items()) as other:
            several = solver.solve([*assumed, other])
        self.uniqueness = Uniqueness.MULTIPLE if several else Uniqueness.UNIQUE
        return not several

    def ask(self, work: Callable[[AssumptionSolver], object], *, new_solver: bool = False) -> None:
        """Do the work with a live solver of the model, as far as the time allows."""

        def with_solver() -> None:
            structure, stay = self.model.structure, not self.rules
            if new_solver:
                work(AssumptionSolver(structure, self.deadline, SOLVER, fixed_rules=stay))
                return
            with assumption_solver_for(structure, self.deadline, fixed_rules=stay) as solver:
                work(solver)

        self.deadline.finishes(with_solver)


# Generate one new puzzle at once, for a page, without arrays and compiled code.
#
# :func:`nonet.generate` makes thousands, to many wishes, by arrays and the compiled engine, which
# a browser's Python does not have.


def quick_puzzle(like: Puzzle, *, time_limit: float | None = DEFAULT_TIME_LIMIT) -> Puzzle | None:
    """A new puzzle with the grid and the rules of ``like``, of whose clues none is kept; None if the
    time was out.

    A solution is drawn at random (not evenly), and clues are taken away until none can go.  The
    clauses that the live solver has learnt influence the puzzle, so no seed would give the same
    puzzle again.  Raises ``PuzzleError`` where the rules leave no solution, else as
    :func:`~nonet.setting.conflicts.conflict`.
    """
    clock, random = Deadline(time_limit), Random()
    blank = replace(like, clues={}, entries={}, candidates={}, name="", comment="", notes={})
    solved: dict[str, int] = {}

    def work() -> None:
        with assumption_solver_for(blank.model().structure, clock) as bench:
            values = bench.random_solution(bench.rules, blank.grid.cells, random)
            if values is None:
                raise PuzzleError("these rules leave no solution to make a puzzle of")
            solved.update({cell: values[cell] for cell in blank.grid.cells})

    remaining = clock.remaining() if clock.finishes(work) else 0
    if remaining == 0:
        return clock.result(None)
    full = blank.with_clues(solved)
    minimized = minimal(full, time_limit=remaining)
    if minimized.uniqueness is Uniqueness.MULTIPLE:
        raise PuzzleError("these rules leave something open that no clue can give")
    return minimized.puzzles[0] if minimized.puzzles else None


FEW, MANY = 3, 9
"""Redundant parts of one rule beyond which they are counted in words: if all follow, or some."""


@dataclass(frozen=True, repr=False)
class Redundant(Answer):
    """The parts that follow from all other parts, each by itself.

    ``uniqueness`` is the uniqueness of the problem: only a problem with one solution has redundant
    and needed parts.  To drop one redundant part may make another needed: :func:`minimize` drops as
    many as go together.  ``undecided`` are the parts for which the time did not suffice.
    """

    uniqueness: Uniqueness
    redundant: tuple[Part, ...] = ()
    needed: tuple[Part, ...] = ()
    undecided: tuple[Part, ...] = ()
    seconds: float = 0.0
    stopped_by: StopReason | None = None

    def _in_words(self) -> str:
        if self.uniqueness is not Uniqueness.UNIQUE:
            return not_unique_reason(self.uniqueness, self.stop_text)
        late = f"; {len(self.undecided)} undecided" if self.undecided else ""
        if not self.redundant:
            return f"minimal: every part is needed{late}" if not late else f"none found{late}"
        follow = "follows" if len(self.redundant) == 1 else "each follow"
        return f"{self._redundant_text()} {follow} from the rest{late}"

    def _redundant_text(self) -> str:
        """The redundant parts in words; of a rule that stands everywhere, how many."""
        totals = Counter(map(_rule_name, (*self.redundant, *self.needed, *self.undecided)))
        counts = Counter(map(_rule_name, self.redundant))
        names: dict[Part | str, None] = {}
        for part in self.redundant:
            rule = _rule_name(part)
            is_whole_rule = counts[rule] == totals[rule]
            number = "all" if is_whole_rule else f"{counts[rule]} of"
            is_told = rule and counts[rule] > (FEW if is_whole_rule else MANY)
            names[f"{rule} ({number} {totals[rule]})" if is_told else part] = None
        return parts_text(names)


def _rule_name(part: Part) -> str:
    return part.constraints[0].rule.kind if part.constraints else ""


@dataclass(frozen=True, repr=False)
class Minimized(Answer):
    """Parts that leave the same one solution, none of which can be spared.

    ``sets`` are such minimal sets, the first at random or a smallest; ``bound``: no set has fewer
    parts; ``complete`` says that there are no other sets.  ``puzzles`` are the puzzles of these
    sets, where the thing is a puzzle.
    """

    uniqueness: Uniqueness
    sets: tuple[tuple[Part, ...], ...] = ()
    bound: int = 0
    complete: bool = False
    stopped_by: StopReason | None = None
    seconds: float = 0.0
    puzzles: tuple[Puzzle, ...] = ()

    @property
    def is_smallest(self) -> bool:
        """Whether the first set is proven to be smallest."""
        return bool(self.sets) and self.bound >= len(self.sets[0])

    def _in_words(self) -> str:
        if not self.sets:
            late = self.uniqueness is Uniqueness.UNIQUE
            known = Uniqueness.UNDECIDED if late else self.uniqueness
            return not_unique_reason(known, self.stop_text)
        few = " (no fewer do)" if self.is_smallest else ""
        more = f"; {len(self.sets)} minimal sets" if len(self.sets) > 1 else ""
        every = ", and there are no others" if self.complete else ""
        number = len(self.sets[0])
        verb = "suffices" if number == 1 else "suffice"
        return f"{quantity(number, 'part')} {verb}{few}{more}{every}"

    def _to_json(self) -> dict[str, object]:
        return {**super()._to_json(), "smallest": self.is_smallest}


@decided_by_reading()
def redundant(
    problem: ProblemInput,
    *,
    rules: bool | None = None,
    of: str | Iterable[str] = (),
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Redundant:
    """Return the clues (with ``rules``: and the rules) without which the solution is still unique.

    By default rules are taken for granted; where there is no clue, marks are asked about.  ``of``
    asks about the parts of these names alone: of a rule ("thermometer"), a mark ("cage of 15 at
    R1C1"), "marks" or "clues".

    Raises as :func:`~nonet.setting.conflicts.conflict`.

    >>> print(redundant("1.3.34....2..1..").in_words())
    R1C1=1 and R2C1=3 each follow from the rest
    """
    question = UniqueSolutionQuestion(problem, time_limit, rules=rules, of=of)
    needed: dict[Part, bool] = {}
    parts: list[Part] = []

    def work(bench: AssumptionSolver) -> None:
        hard, soft = question.hard_and_soft(bench)
        parts.extend(soft.values())  # before it is known that they are asked about
        if not question.find_solution(bench, hard, soft):
            return
        assert question.solution is not None
        with bench.excluding(question.solution.items()) as other:
            firm = [*hard, other]

            def spared(others: list[int]) -> bool:
                """Whether ``others`` suffice; then no part outside their core is needed."""
                if bench.solve([*firm, *others]):
                    return False
                core = set(bench.core([*firm, *others]))
                needed.update({part: False for x, part in soft.items() if x not in core})
                return True

            spared(list(soft))
            for literal, part in soft.items():
                if part not in needed and not spared([x for x in soft if x != literal]):
                    needed[part] = True

    question.ask(work)
    if question.uniqueness is not Uniqueness.UNIQUE:
        parts.clear()
    answer = Redundant(
        question.uniqueness,
        tuple(part for part in parts if needed.get(part) is False),
        tuple(part for part in parts if needed.get(part)),
        tuple(part for part in parts if part not in needed),
    )
    return answer.timed(question.deadline)


@decided_by_reading()
def minimal(
    problem: ProblemInput,
    *,
    rules: bool | None = None,
    of: str | Iterable[str] = (),
    smallest: bool = False,
    number: int = 1,
    seed: int | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Minimized:
    """A random minimal set of clues (with ``rules``: and rules) with the same one solution.

    Parts are removed in a random order, each order as likely as any other, as long as the solution
    stays unique; ``seed`` makes the order, and so the first set, the same each time.  By default
    rules are taken for granted, and where there is no clue, marks may go; ``of``: only parts of
    these names go, as of :func:`redundant`.  ``smallest``: a set with fewest parts, proven so if
    the time suffices.  ``number``: the maximum number of sets.

    Raises as :func:`~nonet.setting.conflicts.conflict`.

    >>> print(minimal("1.3.34....2..1..", seed=1).in_words())
    4 parts suffice
    """
    check_whole_number(number, "a number of sets")
    question = UniqueSolutionQuestion(problem, time_limit, rules=rules, of=of)
    first, is_minimal = SmallestSetSearch([]), False
    part_of: dict[int, Part] = {}

    def progress_text() -> str:
        sets = quantity(1 + len(first.others), "minimal set")
        return f"{sets}, the first of {quantity(first.size, 'part')}" if is_minimal else ""

    report_progress(progress_text)

    def work(bench: AssumptionSolver) -> None:
        nonlocal is_minimal
        hard, soft = question.hard_and_soft(bench)
        part_of.update(soft)
        if not question.find_solution(bench, hard, soft):
            return
        assert question.solution is not None
        order = list(soft)
        Random(seed).shuffle(order)
        with bench.excluding(question.solution.items()) as other:
            firm = [*hard, other]
            first.best, is_minimal = minimal_unsat_set(bench, firm, order, in_order=True), True
            if smallest:
                smallest_unsat_set(bench, firm, order, first)
            first.enumerate(bench, firm, order, number)

    # the first set depends on the order alone, others on what the solver has learnt
    question.ask(work, new_solver=seed is not None and (smallest or number > 1))
    minimal_sets = [first.best, *first.others] if is_minimal else []
    sets = [tuple(p for x, p in part_of.items() if x in set(each)) for each in minimal_sets]
    puzzles: tuple[Puzzle, ...] = ()
    if question.puzzle is not None:
        puzzles = tuple(without_parts(question.puzzle, part_of.values(), each) for each in sets)
    answer = Minimized(
        question.uniqueness, tuple(sets), first.bound, first.complete, puzzles=puzzles
    )
    return answer.timed(question.deadline)


def without_parts(puzzle: Puzzle, parts: Iterable[Part], retained: Iterable[Part]) -> Puzzle:
    """Return the puzzle without the parts that are not ``kept``.

    A rule goes when all its constraints may: rules such as rows stand for many.
    """
    stays = set(retained)
    removed_parts = [part for part in parts if part not in stays]
    cells = {part.scope[0] for part in removed_parts if part.kind == "clue"}
    clues = {cell: value for cell, value in puzzle.clues.items() if cell not in cells}
    candidates = {cell: values for cell, values in puzzle.candidates.items() if cell not in cells}
    dropped = {constraint for part in removed_parts for constraint in part.constraints}
    rules = []
    for rule in puzzle.rules:
        stated = set(rule.constraints_among(puzzle.grid, puzzle.rules)) if dropped else set()
        if not stated & dropped or stated & set(puzzle.model().constraints) - dropped:
            rules.append(rule)
    return replace(puzzle, clues=clues, candidates=candidates, rules=tuple(rules))
