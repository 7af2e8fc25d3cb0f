"""Improvements: the solutions of an optimisation, each better than all before."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.solving.optimum import Optimum
from nonet.solving.outcome import Solution


@dataclass(frozen=True)
class Improvement:
    """A solution better than all before, with its objective value and the time of its discovery."""

    solution: Solution
    optimum: Optimum
    seconds: float

    @property
    def value(self) -> int:
        """The value of the solution: the best so far."""
        value = self.optimum.value
        assert value is not None
        return value

    def __repr__(self) -> str:
        return f"<Improvement {self.optimum} ({self.seconds:.3g} s)>"
