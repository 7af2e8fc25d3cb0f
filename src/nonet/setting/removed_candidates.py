"""The effects of marks: the candidates that each mark removes alone, and the candidates that no
other part removes.

>>> import nonet
>>> puzzle = nonet.Sudoku("." * 16, rules=["thermometer R1C1 R1C2 R1C3"])
>>> print(mark_effects(puzzle).effects[0])
thermometer R1C1-R1C3: alone removes 34 R1C1, 14 R1C2, 12 R1C3, 4 R2C3, 4 R2C4; nothing else removes these
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random

from nonet.backends import Request
from nonet.backends.base import StopReason, SupportsRows
from nonet.backends.lowering import lower
from nonet.backends.registry import usable_backend
from nonet.backends.sat import SolverName
from nonet.deadline import Deadline
from nonet.errors import BackendError, PuzzleError, Unsupported
from nonet.model import AllDifferent, Constraint, Model, Structure
from nonet.model.auxiliary_variables import display_name
from nonet.model.bit_masks import bit_positions
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.live_solvers import AssumptionSolver, assumption_solver_for
from nonet.setting.puzzle_parts import NO_MARKS, Answer, Part, mark_kinds, part_names
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time

# Values in some solution: by enumeration, by renamed solutions, and by a live SAT solver.
#
# A question drops or adds a single mark, so most of its values are in solutions that are cheap to
# come by. The compiled engine lists the solutions where there are some thousands at most. Where
# marks are taken away until rows, columns and boxes remain, a solution stays one when values
# trade their names, and a name is soon drawn under which a mark holds too. The solver is asked
# for the remaining values, with all these values in one clause, so that its last answer proves
# the remaining values impossible (Janota, Lynce and Marques-Silva, "Algorithms for computing
# backbones of propositional formulae", 2015).

MAX_SOLUTIONS, MAX_GUESSES = 5_000, 20_000
"""Solutions and guesses, some 0.02 s, after which an enumeration is given up: the solver takes
0.03 s instead."""

MAX_VALUE = 63
"""The greatest value of the solutions that are listed: values are bits of a number."""

MAX_RENAMINGS = 600
"""Solutions with renamed values, which take some 10 ms, and 1 ms for each mark that is tried."""

Values = Mapping[str, int]
Solution = tuple[Values, frozenset[int]]
"""The values of a solution, and their literals."""


class PossibleValues:
    """The literals of values in some solution, for a model with parts taken away.

    Solutions of the base (clues and rules of the whole grid) are cached for further questions.
    """

    def __init__(self, solver: AssumptionSolver, model: Model) -> None:
        self._solver, self._model = solver, model
        self._literals = {pair: number for number, pair in enumerate(solver.assignments, 1)}
        self._base_solutions: list[Solution] = []
        self._is_listable = True

    def without(self, part: Part | None, assumed: Sequence[int], known: set[int]) -> set[int]:
        """Return the literals possible without a part, which ``assumed`` does not switch on."""
        listed, exhausted = self._enumerated(part) if self._is_listable else (set[int](), False)
        if part is None:  # without a part there are no fewer solutions than with all
            self._is_listable = exhausted
        return listed if exhausted else self.by_solver(assumed, known | listed)

    def of_base(self, base: Collection[Part], assumed: Sequence[int], known: set[int]) -> set[int]:
        """Return the literals possible in the base; cache its solutions and renamed solutions."""
        literals = self.by_solver(assumed, known, self._base_solutions)
        self._base_solutions += self._renamed_solutions(base)
        return literals

    def of_base_and(self, part: Part, assumed: Sequence[int], known: set[int]) -> set[int]:
        """Return the literals possible in the base with a further part."""
        known = set(known)
        for values, literals in self._base_solutions:
            if not known.issuperset(literals) and _holds(part.constraints, values):
                known |= literals
        return self.by_solver(assumed, known, self._base_solutions)

    def by_solver(
        self,
        assumed: Sequence[int],
        known: set[int],
        solutions: list[Solution] | None = None,
    ) -> set[int]:
        """Return the literals of values in some solution; the literals ``known`` are in a solution.

        Each new solution has a value that no solution before had; ``solutions`` receives the new
        solutions.
        """
        solver, seen = self._solver, set(known)
        signs = [-x if x in seen else x for x in range(1, len(solver.assignments) + 1)]
        unseen = [x for x in signs if x > 0]
        switch = solver.new_literal()
        while unseen:
            solver.add_clause([-switch, *unseen])
            solver.prefer_literals(signs)
            if not solver.solve([*assumed, switch]):
                break
            true = solver.true_value_literals()
            seen |= true
            for x in true:
                signs[x - 1] = -x
            unseen = [x for x in unseen if x not in true]
            if solutions is not None:
                solutions.append((dict(map(solver.assignment, true)), true))
        solver.add_clause([-switch])
        return seen

    def _enumerated(self, part: Part | None) -> tuple[set[int], bool]:
        """Return the literals of solutions listed without a part, and whether the listing is
        complete."""
        engine = usable_backend("lockstep")
        values = [value for _, value in self._solver.assignments]
        if engine is None or not isinstance(engine, SupportsRows):
            return set(), False
        if min(values) < 0 or max(values) > MAX_VALUE:
            return set(), False
        import numpy as np

        try:
            lowered = lower(self._reduced_model(part), engine)
            request = Request(solutions=MAX_SOLUTIONS, effort=MAX_GUESSES)
            run = engine.rows(lowered, request)
            names, number = lowered.variables, 0
            bit_of_value = np.left_shift(1, np.arange(MAX_VALUE + 1, dtype=np.uint64))
            seen = np.zeros(len(names), np.uint64)
            try:
                while True:
                    self._solver.deadline.check()
                    rows = next(run)
                    number += len(rows)
                    seen |= np.bitwise_or.reduce(bit_of_value[rows], axis=0)
            except StopIteration as end:
                exhausted = end.value is None and number < MAX_SOLUTIONS
        except (BackendError, Unsupported):
            return set(), False
        pairs = (
            (name, value)
            for name, mask in zip(names, seen.tolist(), strict=True)
            for value in bit_positions(mask)
        )
        return {self._literals[pair] for pair in pairs if pair in self._literals}, exhausted

    def _reduced_model(self, part: Part | None) -> Model:
        structure, narrowed = self._model.structure, dict(self._model.narrowed)
        if part is not None and part.kind == "clue":
            del narrowed[part.scope[0]]
        elif part is not None:
            dropped = set(map(id, part.constraints))
            remaining = tuple(each for each in structure.constraints if id(each) not in dropped)
            structure = Structure(structure.domains, remaining)
        return Model.from_structure(structure, narrowed)

    def _renamed_solutions(self, base: Collection[Part]) -> list[Solution]:
        """Return solutions of the base whose values trade names at random."""
        renamable, random = self._renamable_values(base), Random(1)
        solutions: list[Solution] = []
        for values, _ in islice(cycle(self._base_solutions), MAX_RENAMINGS if renamable else 0):
            drawn = random.sample(renamable, len(renamable))
            names = dict(zip(renamable, drawn, strict=True))
            renamed = {cell: names.get(value, value) for cell, value in values.items()}
            literals = frozenset(map(self._literals.__getitem__, renamed.items()))
            solutions.append((renamed, literals))
        return solutions

    def _renamable_values(self, base: Iterable[Part]) -> list[int]:
        """Return the values that may trade their names in each solution of the base."""
        domains = set(self._model.structure.domains.values())
        if len(domains) > 1 or not all(
            isinstance(each, AllDifferent) for part in base for each in part.constraints
        ):
            return []
        if any(len(domain) > 1 for domain in self._model.narrowed.values()):
            return []
        clues = {value for domain in self._model.narrowed.values() for value in domain}
        return [value for value in domains.pop() if value not in clues]


def _holds(constraints: Iterable[Constraint], values: Values) -> bool:
    return all(each.holds(values) for each in constraints)


MAX_CELLS = 8
"""Cells whose values are named in words."""

ENUMERATOR: SolverName = "minisat22"
"""The solver asked for solutions with further values: of cages it takes 0.6 of CaDiCaL's time."""

Removed = Mapping[str, tuple[int, ...]]
"""For each variable the values that are removed; variables that keep all are left out."""


@dataclass(frozen=True)
class MarkEffect:
    """The candidates that a mark removes, all true candidates: values in some solution.

    ``alone``: beside clues and rules of the whole grid, such as rows, with no other mark.
    ``only``: values that are back when the mark goes and all else stays.
    """

    part: Part
    alone: Removed
    only: Removed

    def __str__(self) -> str:
        alone = f"{self.part}: alone removes {_removed_text(self.alone)}"
        if self.only == self.alone:
            return f"{alone}; nothing else removes these" if self.alone else alone
        return f"{alone}; nothing else removes {_removed_text(self.only)}"

    def to_json(self) -> dict[str, object]:
        """The effect as data."""
        sides = {"alone": self.alone, "only": self.only}
        return {
            "part": self.part.to_json(),
            **{side: {name: list(v) for name, v in sides[side].items()} for side in sides},
        }


@dataclass(frozen=True, repr=False)
class MarkEffects(Answer):
    """The effects of marks, and the marks ``undecided`` when the time was out."""

    effects: tuple[MarkEffect, ...] = ()
    undecided: tuple[Part, ...] = ()
    seconds: float = 0.0
    stopped_by: StopReason | None = None

    def _in_words(self) -> str:
        idle = sum(not each.only for each in self.effects)
        late = f"; {len(self.undecided)} undecided: {self.stop_text}" if self.undecided else ""
        return (
            f"{len(self.effects)} marks, of which {idle} remove nothing that is not removed{late}"
        )


@decided_by_reading()
def mark_effects(
    problem: ProblemInput,
    *,
    of: str | Iterable[str] = (),
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> MarkEffects:
    """Return which candidates each mark removes: alone, and if nothing else does.

    ``of``: only marks of these names, as of :func:`redundant`; by default all marks, which are the
    parts of rules that have a place on the grid.

    Raises as :func:`~nonet.setting.conflicts.conflict`, and ``PuzzleError`` for a problem without
    marks.

    >>> from nonet import Sudoku
    >>> marks = ["thermometer R1C1 R1C2 R1C3", "killer 5 R3C1 R3C2"]
    >>> print(mark_effects(Sudoku("............3...", rules=marks)).in_words())
    2 marks, of which 0 remove nothing that is not removed
    """
    deadline = Deadline(time_limit)
    model, _ = model_in_time(problem, deadline)
    names = part_names(model, of)
    marks: list[Part] = []
    effects: list[MarkEffect] = []

    def ask() -> None:
        with assumption_solver_for(
            model.structure, deadline, ENUMERATOR, "possible values"
        ) as solver:
            hard, soft = solver.hard_and_soft(model, rules=True)
            kinds = mark_kinds(model)
            placed = {part for part in soft.values() if not kinds.isdisjoint(part.names)}
            literal_of = {
                part: literal
                for literal, part in soft.items()
                if (not names.isdisjoint(part.names) if names else part in placed)
            }
            marks.extend(literal_of)
            every = [*hard, *soft]
            base = {part: literal for literal, part in soft.items() if part not in placed}
            base_literals = [*hard, *base.values()]
            possible = PossibleValues(solver, model)
            together = possible.without(None, every, set())
            by_base = possible.of_base(base, base_literals, together)
            for part, literal in literal_of.items():
                with_mark = possible.of_base_and(part, [*base_literals, literal], together)
                others = [x for x in every if x != literal]
                without = possible.without(part, others, together)
                effects.append(
                    MarkEffect(
                        part,
                        _removed(solver, by_base - with_mark),
                        _removed(solver, without - together),
                    )
                )

    deadline.finishes(ask)
    if not marks and deadline.stopped_by is None:
        raise PuzzleError(NO_MARKS)
    undecided = tuple(marks[len(effects) :])
    answer = MarkEffects(tuple(effects), undecided, deadline.elapsed, deadline.stopped_by)
    return deadline.result(answer)


def _removed(solver: AssumptionSolver, literals: Iterable[int]) -> dict[str, tuple[int, ...]]:
    values: dict[str, list[int]] = {}
    for literal in sorted(literals):
        name, value = solver.assignment(literal)
        values.setdefault(name, []).append(value)
    return {name: tuple(each) for name, each in values.items()}


def _removed_text(removed: Removed) -> str:
    """Return the values of the first ``MAX_CELLS`` cells: ``34 R1C1, 9 R1C2``."""
    most = max((value for values in removed.values() for value in values), default=0)
    between = "" if most < 10 else " "
    texts = [
        f"{between.join(map(str, values))} {display_name(name)}" for name, values in removed.items()
    ]
    more = f" and values of {len(texts) - MAX_CELLS} more cells" if len(texts) > MAX_CELLS else ""
    return ", ".join(texts[:MAX_CELLS]) + more if texts else "nothing"
