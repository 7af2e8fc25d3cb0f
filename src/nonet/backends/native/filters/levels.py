"""The consistency levels that a filter can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

AllDifferentLevel = Literal["naked", "hidden", "gac"]
LinearLevel = Literal["bounds", "gac", "combinations"]
LevelName = Literal[
    "auto",
    "generate-and-test",
    "backtracking",
    "forward-checking",
    "unit-propagation",
    "arc-consistency",
    "bounds",
    "gac",
    "gac-with-houses",
    "singleton-arc",
    "singleton",
]

FAST_LEVELS: tuple[LevelName, ...] = ("auto", "gac-with-houses")
"""The levels of the fast engine, whose filters can explain themselves."""


@dataclass(frozen=True, slots=True)
class Levels:
    """How hard filters work, where there is a choice.

    ``alldifferent``: ``naked`` removes the values of fixed variables; ``hidden``
    also fixes a variable that alone can take a value its unit must hold;
    ``gac`` removes every value that is in no solution of the constraint (Régin).
    ``linear``: ``bounds`` looks at smallest and largest values; ``gac`` removes
    every value that is in no solution; ``combinations`` is the same, but takes a sum of
    different variables of at most ten values together with their difference, and adds the sums
    that units and cages imply.

    ``level`` other than ``auto`` names one level for the whole model; the two other fields then have
    no effect.  ``gac-with-houses`` filters every constraint together with the differences that
    AllDifferents demand of its variables (``houses.py``); the other levels are kept by the teaching
    engine of ``teaching_engine.py``.
    """

    alldifferent: AllDifferentLevel = "hidden"
    linear: LinearLevel = "combinations"
    level: LevelName = "auto"
