"""The filter of an objective: branch and bound.

Given a solution, only better solutions are searched.  So the objective is a sum that has to stay
within a limit, which is tightened during the search (Land and Doig, "An automatic method of solving
discrete programming problems", 1960).  Search runs this filter at every node, as the limit may have
moved since the node's parent was filtered.
"""

from __future__ import annotations

from nonet.backends.native.filter import Store
from nonet.backends.native.filters.linear import BoundsConsistency
from nonet.model import Annotation, Linear, Objective


class ObjectiveBound(BoundsConsistency):
    """The constraint ``sign * objective <= limit``, where the limit admits only values better than
    the best so far."""

    def __init__(self, objective: Objective, engine: Store) -> None:
        self.objective = objective
        sign = objective.sign
        total = Linear(
            objective.scope,
            tuple(sign * c for c in objective.coefficients),
            "<=",
            0,
            rule=Annotation("objective", f"better than the best so far ({objective.text})"),
        )
        super().__init__(total, engine)
        self._divisor = abs(total.coefficients[0] // self.coefficients[0])
        self.clear_limit()

    def clear_limit(self) -> None:
        """Let any value do."""
        self.best: int | None = None
        self.constant = 0
        self.active = False

    def require_better_than(self, value: int) -> None:
        """Admit only values better than ``value`` and than all earlier such values."""
        objective = self.objective
        if objective.is_better(value, self.best):
            self.best, self.active = value, True
            self.constant = (objective.sign * (value - objective.constant) - 1) // self._divisor

    def filter(self, engine: Store) -> None:
        if self.active:
            super().filter(engine)

    def optimistic_bound(self, engine: Store) -> int:
        """Return the best value that the present domains would allow."""
        masks, bases, total = engine.masks, engine.bases, 0
        for x, c in zip(self.scope, self.coefficients, strict=True):
            mask = masks[x]
            place = (mask & -mask) if c > 0 else mask
            total += c * (bases[x] + place.bit_length() - 1)
        return self.objective.sign * total * self._divisor + self.objective.constant
