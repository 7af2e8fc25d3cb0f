"""How good an answer is, and how good one could be: a value, and whether that is proven.

>>> from nonet.model import Objective
>>> cost = Objective("minimize", ("x", "y"), (1, 2), label="the cost")
>>> Optimum(cost, value=12, bound=12)
<Optimum the cost = 12, proven the least>
>>> Optimum(cost, value=12, bound=9)
<Optimum the cost = 12, not proven the least: 9 or more, a gap of 3>

Of several objectives, the most important first, ``levels`` has the optimum of each.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.errors import ModelError
from nonet.model import Objective
from nonet.model.objective import LexicographicObjective

SENSE_WORDING = {"minimize": ("the least", "or more"), "maximize": ("the most", "or less")}


@dataclass(frozen=True)
class Optimum:
    """The objective's value in the best solution found, and a bound that no solution can beat.

    ``value`` was computed here, from a checked solution; ``None`` where none was found.
    ``bound`` is the backend's word: no solution is better.  Of several objectives ``value`` and
    ``bound`` are numbers that order solutions as the objectives do; see ``levels``.
    """

    objective: Objective
    value: int | None
    bound: int | None

    @property
    def is_proven(self) -> bool:
        """Whether no solution is better than the best one found."""
        return self.value is not None and self.value == self.bound

    @property
    def gap(self) -> int | None:
        """How much better a solution could be: 0 for a proven optimum; ``None`` if not known."""
        if self.value is None or self.bound is None:
            return None
        return abs(self.value - self.bound)

    @property
    def levels(self) -> tuple[Optimum, ...]:
        """The optimum of each objective, the most important first; of a single one, itself.

        The bound of a level holds for solutions that are best by all levels before; it is
        ``None`` as long as one of these is not proven.
        """
        objective = self.objective
        if not isinstance(objective, LexicographicObjective):
            return (self,)
        levels: list[Optimum] = []
        unknown: list[int | None] = [None] * len(objective.levels)
        values = unknown if self.value is None else objective.level_values(self.value)
        bounds = unknown if self.bound is None else objective.level_values(self.bound)
        for level, value, bound in zip(objective.levels, values, bounds, strict=True):
            is_bounded = not levels or levels[-1].is_proven
            levels.append(Optimum(level, value, bound if is_bounded else None))
        return tuple(levels)

    @property
    def value_text(self) -> str:
        """The value by its name, as in ``the cost = 12``."""
        if len(self.levels) > 1:
            return ", ".join(level.value_text for level in self.levels)
        return f"{self.objective.text} = {self.value}"

    @property
    def proof_text(self) -> str:
        """Say in words whether the value is proven optimal."""
        if len(self.levels) > 1:
            return ", ".join(level.proof_text for level in self.levels)
        end, beyond = SENSE_WORDING[self.objective.sense]
        if self.is_proven:
            return f"proven {end}"
        known = "" if self.bound is None else f": {self.bound} {beyond}, a gap of {self.gap}"
        return f"not proven {end}{known}"

    def __str__(self) -> str:
        if len(self.levels) > 1:
            return "; ".join(map(str, self.levels))
        if self.value is None:
            return f"{self.objective.text}: no value yet"
        return f"{self.value_text}, {self.proof_text}"

    def __repr__(self) -> str:
        return f"<Optimum {self}>"


def required(optimum: Optimum | None) -> Optimum:
    """Return the optimum of an answer; raise ``ModelError`` if the model has no objective."""
    if optimum is None:
        raise ModelError(
            "there is no optimum, for the model has no objective: "
            "write build.minimize(cost) or build.maximize(profit), or ask for optimum_or_none"
        )
    return optimum
