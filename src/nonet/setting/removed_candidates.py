"""The effects of marks: the candidates that each mark removes alone, and the candidates that no
other part removes.

>>> import nonet
>>> puzzle = nonet.Sudoku("." * 16, rules=["thermometer R1C1 R1C2 R1C3"])
>>> print(mark_effects(puzzle).effects[0])
thermometer R1C1-R1C3: alone removes 34 R1C1, 14 R1C2, 12 R1C3, 4 R2C3, 4 R2C4; nothing else removes these
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nonet.backends.base import StopReason
from nonet.backends.sat import SolverName
from nonet.deadline import Deadline
from nonet.errors import PuzzleError, quantity
from nonet.model.auxiliary_variables import display_name
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.live_solvers import AssumptionSolver
from nonet.setting.puzzle_parts import NO_MARKS, Answer, Part, mark_kinds, part_names
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time

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
        marks = quantity(len(self.effects), "mark")
        return f"{marks}, of which {idle} remove nothing that is not removed{late}"


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
        solver = AssumptionSolver(model.structure, deadline, ENUMERATOR)
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
        together = _possible_literals(solver, every, set())
        by_base = _possible_literals(solver, base_literals, together)
        for part, literal in literal_of.items():
            with_mark = _possible_literals(solver, [*base_literals, literal], together)
            others = [x for x in every if x != literal]
            without = _possible_literals(solver, others, together)
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
    return MarkEffects(tuple(effects), undecided).timed(deadline)


def _possible_literals(
    solver: AssumptionSolver, assumed: Sequence[int], known: set[int]
) -> set[int]:
    """Return the literals of values in some solution; the literals ``known`` are in a solution."""
    unseen = set(range(1, len(solver.assignments) + 1)) - known
    return known.union(*solver.further_solutions(assumed, unseen))


def _removed(solver: AssumptionSolver, literals: Iterable[int]) -> dict[str, tuple[int, ...]]:
    values: dict[str, list[int]] = {}
    for literal in sorted(literals):
        name, value = solver.assignments[literal - 1]
        values.setdefault(name, []).append(value)
    return {name: tuple(each) for name, each in values.items()}


def _removed_text(removed: Removed) -> str:
    """Return the values of the first ``MAX_CELLS`` cells: ``34 R1C1, 9 R1C2``."""
    most = max((value for values in removed.values() for value in values), default=0)
    between = "" if most < 10 else " "
    texts = [
        f"{between.join(map(str, values))} {display_name(name)}" for name, values in removed.items()
    ]
    omitted = len(texts) - MAX_CELLS
    more = f" and values of {quantity(omitted, 'more cell')}" if omitted > 0 else ""
    return ", ".join(texts[:MAX_CELLS]) + more if texts else "nothing"
