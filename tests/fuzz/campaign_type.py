"""The type of a campaign: a maker of random cases, and a judge of a case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

Case = dict[str, Any]
"""All data of a case, as a JSON object."""

Tally = Counter[str]
"""Counts of the work done, under words of the campaign's own."""

Judge = Callable[[Case, Tally], str | None]
"""Returns the fault of a case, as text; ``None`` if the case has none."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """One kind of case.

    ``weight`` is how often the kind is drawn.  ``seconds`` of processor time and ``megabytes`` of
    memory are the most that a case may take, where a limit is stated.  ``simpler_cases`` returns
    cases to try instead of a failing case, smallest first.
    """

    name: str
    make: Callable[[Random], Case]
    judge: Judge
    simpler_cases: Callable[[Case], list[Case]]
    weight: int
    seconds: float = 60.0
    megabytes: int | None = None
