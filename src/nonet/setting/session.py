"""A session: the true candidates of a puzzle, kept up to date edit by edit.

>>> import nonet
>>> session = Session(nonet.Sudoku("." * 16))
>>> session.add("R1C1", 1).add("R1C2", 2).candidates()["R1C3"]
Domain({3, 4})
>>> session.count_solutions("R1C3", 3, most=100)
12
>>> session.take_back("R1C2").candidates()["R1C3"]
Domain({2, 3, 4})

The solver lives as long as the session: an edit changes the assumptions, and cached solutions that
still hold are kept, so only values that no cached solution has are searched: some 3 ms an edit of a
9x9.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_
from typing import Self

from nonet.deadline import Deadline, DeadlineExceeded
from nonet.errors import ClueError, ModelError, OutOfTime, PuzzleError, quantity
from nonet.model import Domain, Model
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.puzzle.unread import require_whole
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.live_solvers import PROPAGATOR, AssumptionSolver
from nonet.setting.puzzle_parts import checked_solution
from nonet.solving.outcome import Solution
from nonet.solving.problem_input import ProblemInput, model_in_time
from nonet.solving.queries import count_solutions

MAX_CACHED_SOLUTIONS = 400
"""Solutions that are kept for the next edit."""


class Session:
    """A puzzle or model being edited: clues and rules added and taken back.

    Used by one thread.  Raises ``ReadInPart`` for a puzzle that was read in part,
    ``Unsupported`` for rules that cannot be written as clauses.
    """

    def __init__(
        self, problem: ProblemInput, *, time_limit: float | None = DEFAULT_TIME_LIMIT
    ) -> None:
        self._time_limit = time_limit
        model, self.puzzle = model_in_time(problem, Deadline(time_limit))
        if self.puzzle is not None:
            require_whole(self.puzzle.unread, "the puzzle")
        self._narrowed = dict(model.narrowed)
        self._replaced: dict[PuzzleRule, tuple[PuzzleRule, ...]] = {}
        self._open(model)

    def _open(self, model: Model) -> None:
        self._model = Model.from_structure(model.structure, {})
        self._encode()

    def _encode(self) -> None:
        clock = Deadline(self._time_limit)
        try:
            self._bench = AssumptionSolver(
                self._model.structure, clock, PROPAGATOR, fixed_rules=True
            )
        except DeadlineExceeded:
            raise self._out_of_time() from None
        self._cached: list[int] = []  # of each solution the bits of its literals
        self._known_candidates: dict[str, Domain] | None = None

    # -- edits ----------------------------------------------------------------------------

    def add(self, variable: str, value: int) -> Self:
        """Give a cell a value, instead of its earlier value.

        Raises ``ClueError`` for a value outside the cell's domain.
        """
        name = self._variable_name(variable)
        if value not in self._model.structure.domains[name]:
            raise ClueError(f"{name} has no value {value!r}")
        return self.narrow(name, Domain.single(value))

    def narrow(self, variable: str, values: Domain) -> Self:
        """Leave a variable some values alone."""
        self._narrowed[self._variable_name(variable)] = values
        self._known_candidates = None
        return self

    def take_back(self, variable: str) -> Self:
        """Take back what was given to a cell; raise ``ClueError`` if nothing was."""
        name = self._variable_name(variable)
        if name not in self._narrowed:
            raise ClueError(f"{name} was given nothing")
        del self._narrowed[name]
        self._known_candidates = None
        return self

    def with_rule(self, rule: PuzzleRule) -> Self:
        """Add a rule, as a cage; the solver begins anew, and solutions that still hold are kept.

        Raises ``ModelError`` where the session is of a model.
        """
        before = self._puzzle_with_rules().rules
        after = self._puzzle_with_rules().with_rules(rule).rules
        self._replaced[rule] = tuple(each for each in before if each not in after)
        return self._with_rules(after)

    def without_rule(self, rule: PuzzleRule) -> Self:
        """Take back a rule; the rules that it had replaced return, such as the boxes after a
        jigsaw.

        Raises ``PuzzleError`` where the puzzle has no such rule, ``ModelError`` where the
        session is of a model.
        """
        rules = self._puzzle_with_rules().rules
        if rule not in rules:
            raise PuzzleError(f"the puzzle has no such rule {rule.name}")
        remaining = tuple(each for each in rules if each != rule)
        return self._with_rules((*self._replaced.pop(rule, ()), *remaining))

    def _puzzle_with_rules(self) -> Puzzle:
        if self.puzzle is None:
            raise ModelError("a model has no rules to add or take back: declare it anew")
        return self.puzzle

    def _with_rules(self, rules: tuple[PuzzleRule, ...]) -> Self:
        """Change the rules of the session; cached solutions that still hold are kept."""
        puzzle = replace(self._puzzle_with_rules(), rules=rules)
        model = puzzle.model()  # which raises, if the rules do not go together
        self.puzzle = puzzle
        solutions = [self._values(bits) for bits in self._cached]
        self._open(model)
        literals = self._bench.literals
        for values in solutions:
            own = {name: values[name] for name in model.variables if name in values}
            if len(own) == len(model.variables) and self._model.accepts(own):
                self._cached.append(_literal_bits(literals[name][v] for name, v in own.items()))
        return self

    # -- what is asked --------------------------------------------------------------------

    @property
    def clues(self) -> Mapping[str, Domain]:
        """Return the given values of each narrowed cell."""
        return dict(self._narrowed)

    def candidates(self) -> Mapping[str, Domain]:
        """Return for each variable the values that it has in a solution; all empty if there is
        none.

        Raises ``OutOfTime`` when the time is out: a further call continues with the solutions found
        so far.
        """
        if self._known_candidates is None:
            self._known_candidates = self._search_candidates()
        return self._known_candidates

    def solution(self) -> Solution | None:
        """Return a solution, or ``None`` if there is none."""
        self.candidates()
        matching = self._matching_solutions(self._clue_literals())
        model = Model.from_structure(self._model.structure, self._narrowed)
        if not matching:
            return None
        puzzle = self.puzzle
        if puzzle is not None:
            puzzle = puzzle.with_clues(
                {n: min(d) for n, d in self._narrowed.items() if len(d) == 1}
            )
        return checked_solution(self._values(matching[0]), model, puzzle)

    def count_solutions(self, variable: str, value: int, most: int = 8) -> int:
        """The number of solutions in which a variable has a value, up to ``most``.

        Raises ``OutOfTime`` when the time is out before ``most`` were found, or all.
        """
        name = self._variable_name(variable)
        narrowed = {**self._narrowed, name: Domain.single(value)}
        if value not in self._narrowed.get(name, Domain.single(value)):
            return 0
        narrowed_model = Model.from_structure(self._model.structure, narrowed)
        counted = count_solutions(narrowed_model, "sat", limit=most, time_limit=self._time_limit)
        if counted.stopped_by == "time":
            raise self._out_of_time()
        return counted.number

    def _out_of_time(self) -> OutOfTime:
        return OutOfTime(
            f"stopped by the time limit of {quantity(self._time_limit or 0, 'second')}"
        )

    def _variable_name(self, variable: str) -> str:
        if self.puzzle is not None:
            return self.puzzle.grid.cell(variable)
        if variable not in self._model.structure.domains:
            raise ModelError(f"there is no variable {variable!r}")
        return variable

    def _values(self, bits: int) -> dict[str, int]:
        return dict(
            pair for place, pair in enumerate(self._bench.assignments, 1) if bits >> place & 1
        )

    def _clue_literals(self) -> frozenset[int]:
        """Return the literals that must be true; literals that must be false are negative."""
        clue_literals: set[int] = set()
        for name, domain in self._narrowed.items():
            literals = self._bench.literals[name]
            if len(domain) == 1:
                clue_literals.add(literals[min(domain)])
            else:
                clue_literals.update(-x for value, x in literals.items() if value not in domain)
        return frozenset(clue_literals)

    def _matching_solutions(self, clues: frozenset[int]) -> list[int]:
        given = _literal_bits(x for x in clues if x > 0)
        excluded = _literal_bits(-x for x in clues if x < 0)
        return [x for x in self._cached if x & given == given and not x & excluded]

    def _search_candidates(self) -> dict[str, Domain]:
        clock = Deadline(self._time_limit)
        if self._bench.needs_replacement:
            self._encode()
        self._bench.deadline = clock
        clues = self._clue_literals()
        seen = reduce(or_, self._matching_solutions(clues), 0)
        try:
            seen |= self._other_literals(clues, seen)
        except DeadlineExceeded:
            raise self._out_of_time() from None
        del self._cached[:-MAX_CACHED_SOLUTIONS]
        return {
            name: _domain_of(tuple([v for v, literal in literals.items() if seen >> literal & 1]))
            for name, literals in self._bench.literals.items()
        }

    def _other_literals(self, clues: frozenset[int], seen: int) -> int:
        """The literals of further solutions, until there is none with a literal that is new."""
        bench = self._bench
        never = seen | _literal_bits(-x for x in clues if x < 0)
        unseen = [x for x in range(1, len(bench.assignments) + 1) if not never >> x & 1]
        new = 0
        for true_literals in bench.further_solutions(list(clues), unseen):
            self._cached.append(_literal_bits(true_literals))
            new |= self._cached[-1]
        return new


def _literal_bits(literals: Iterable[int]) -> int:
    return sum(map((1).__lshift__, literals))


@lru_cache(maxsize=4096)
def _domain_of(values: tuple[int, ...]) -> Domain:
    return Domain.of(values)
