"""How good an answer is, and how good one could be: a value, and whether that is proven.

>>> from nonet.model import Objective
>>> cost = Objective("minimize", ("x", "y"), (1, 2), label="the cost")
>>> Optimum(cost, value=12, bound=12)
<Optimum the cost = 12, proven the least>
>>> Optimum(cost, value=12, bound=9)
<Optimum the cost = 12, not proven the least: 9 or more, a gap of 3>
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.former_names import former_names
from nonet.model import Objective

SENSE_WORDING = {"minimize": ("the least", "or more"), "maximize": ("the most", "or less")}


@former_names(named="value_text", standing="proof_text")
@dataclass(frozen=True)
class Optimum:
    """The objective's value in the best solution found, and a bound that no solution can beat.

    ``value`` was computed here, from a checked solution; ``None`` where none was found.
    ``bound`` is the backend's word: no solution is better.
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
    def value_text(self) -> str:
        """The value by its name, as in ``the cost = 12``."""
        return f"{self.objective.text} = {self.value}"

    @property
    def proof_text(self) -> str:
        """Say in words whether the value is proven optimal."""
        end, beyond = SENSE_WORDING[self.objective.sense]
        if self.is_proven:
            return f"proven {end}"
        known = "" if self.bound is None else f": {self.bound} {beyond}, a gap of {self.gap}"
        return f"not proven {end}{known}"

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.objective.text}: no value yet"
        return f"{self.value_text}, {self.proof_text}"

    def __repr__(self) -> str:
        return f"<Optimum {self}>"
