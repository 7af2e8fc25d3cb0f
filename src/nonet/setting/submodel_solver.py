"""Whether parts of a model can hold together, asked of CP-SAT by leaving the other parts out.

For models that are too large for clauses, such as sums over wide domains, which
:class:`~nonet.setting.assumption_solver.AssumptionSolver` refuses.  Every question is a model of
its own, so nothing that was learnt serves the next question.

>>> import nonet
>>> from nonet.deadline import Deadline
>>> build = nonet.ModelBuilder()
>>> x, y = build.variables("xy", range(10**6))
>>> build.add(x < y, y < x, x + y > 5)
>>> solver = SubmodelSolver(build.model(), Deadline(None))
>>> solver.solve([1, 2, 3]), solver.core([1, 2, 3]), solver.solve([2, 3])
(False, [1, 2], True)
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from nonet.deadline import Deadline, DeadlineExceeded
from nonet.model import Constraint, Model
from nonet.setting.puzzle_parts import Part, clue_parts, structure_rule_parts
from nonet.solving.outcome import Status
from nonet.solving.queries import solve

BACKEND = "cpsat"
"""The backend that is asked: wide domains cost it by bounds, not by values."""


class SubmodelSolver:
    """The parts of a model, numbered from 1: ``rules`` are the numbers of its rules.

    ``parts`` are the rules in the same order; the numbers of the clues follow.
    """

    def __init__(self, model: Model, deadline: Deadline) -> None:
        structure = model.structure
        self._domains, self._symbols = structure.domains, structure.symbols
        self._deadline = deadline
        self.parts = structure_rule_parts(structure)
        self._clues = clue_parts(model)
        self._part_of = dict(enumerate((*self.parts, *self._clues), 1))
        self.rules = list(self._part_of)[: len(self.parts)]
        self._values: dict[str, int] = {}

    def hard_and_soft(self, model: Model, *, rules: bool) -> tuple[list[int], dict[int, Part]]:
        """Return the numbers of the parts that must hold, and the parts that may go by number: the
        clues, and with ``rules`` the rules."""
        numbers = [*self._part_of][0 if rules else len(self.parts) :]
        clues_first = sorted(numbers, key=lambda number: number <= len(self.parts))
        return ([] if rules else list(self.rules)), {n: self._part_of[n] for n in clues_first}

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether the parts can hold together; raise ``DeadlineExceeded`` when the time is out."""
        self._deadline.check()
        domains = dict(self._domains)
        constraints: list[Constraint] = []
        for part in (self._part_of[number] for number in assumptions):
            constraints += part.constraints
            if part.kind == "clue":
                domains[part.scope[0]] &= part.domain
        if not all(domain.size for domain in domains.values()):
            return False
        model = Model(domains, constraints, symbols=self._symbols)
        outcome = solve(model, BACKEND, time_limit=self._deadline.limit_for_part())
        if outcome.status is Status.UNKNOWN:  # CP-SAT stops a little before its limit
            self._deadline.move(monotonic())
            raise DeadlineExceeded
        if outcome.solution is not None:
            self._values = outcome.solution.values_by_name
        return outcome.status is Status.SAT

    def core(self, assumptions: Sequence[int]) -> list[int]:
        """Return some of the parts that cannot all hold, given that all of them cannot.

        Halves, quarters and so on are left out as long as the rest cannot hold: some
        ``2 k log n`` questions for a core of k of n parts (Zeller and Hildebrandt, "Simplifying and
        isolating failure-inducing input", IEEE TSE 2002).
        """
        core = list(assumptions)
        size = len(core) // 2
        while size:
            start = 0
            while start < len(core):
                shorter = core[:start] + core[start + size :]
                if self.solve(shorter):
                    start += size
                else:
                    core = shorter
            size //= 2
        return core

    def true_literals(self) -> set[int]:
        """After "yes": the numbers of the parts that hold for the values found."""
        return {number for number, part in self._part_of.items() if self._holds(part)}

    def _holds(self, part: Part) -> bool:
        if part.kind == "clue":
            return self._values[part.scope[0]] in part.domain
        return all(constraint.holds(self._values) for constraint in part.constraints)

    def values(self) -> dict[str, int]:
        """After "yes": the value of each variable."""
        return self._values
