"""What a campaign is: it makes cases of random numbers, and judges one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

Case = dict[str, Any]
"""All there is to know of a case, as JSON has it."""

Tally = Counter[str]
"""What was done: counts under words of the campaign's own."""

Judge = Callable[[Case, Tally], str | None]
"""What is wrong with a case, in words; ``None`` if nothing is."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """One kind of case.

    ``weight`` is how often it is drawn.  ``seconds`` of processor time and
    ``megabytes`` of memory are what one case may take, where a limit is stated.
    ``simpler_cases`` gives cases to try instead of one that fails, smallest first.
    """

    name: str
    make: Callable[[Random], Case]
    judge: Judge
    simpler_cases: Callable[[Case], list[Case]]
    weight: int
    seconds: float = 60.0
    megabytes: int | None = None
