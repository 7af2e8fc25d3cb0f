"""Lines whose neighbours are far apart.

- Whispers: neighbours on a line are far apart (German whispers: at least 5).
- Dutch whispers: neighbours on a line differ by at least 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import PathRule
from nonet.render.drawing import Tint


@dataclass(frozen=True)
class Whispers(PathRule):
    """Neighbours on the line differ by at least ``difference``, 1 or more."""

    difference: int = 5

    name: ClassVar[str] = "whispers"
    sentence: ClassVar[str] = "Neighbours on a whispers line differ by at least 5 (or as given)."
    aliases: ClassVar[tuple[str, ...]] = ("german-whispers", "whisper")
    parameters: ClassVar[dict[str, str]] = {
        "cells": "the cells in order",
        "difference": "the least difference of neighbours (5 unless given)",
    }
    tint: ClassVar[Tint] = "green"
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "...73....8...16.39..184.5..7..6..9515.63..4............5....7.46.49...1..7..6..9.",
            "265739148847516239391842576738624951516398427429175683953281764684957312172463895",
            "R6C3 R7C3 R8C4 R7C4 R7C5 R7C6 R6C5",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.difference, "the difference", minimum=1)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells, far = self.located(grid), self.difference
        sentence = f"neighbours from {cells[0]} to {cells[-1]} differ by at least {far}"
        yield self.regular(
            grid, cells, self.annotation(cells, sentence), None, _difference_step(far)
        )


@lru_cache(maxsize=64)
def _difference_step(far: int) -> Callable[[int | None, int], int | None]:
    """The step from one value to the next, which differs by at least ``far``."""

    def step(last: int | None, value: int) -> int | None:
        return value if last is None or abs(value - last) >= far else None

    return step


@dataclass(frozen=True)
class DutchWhispers(Whispers):
    """Whispers whose least difference is 4 unless given."""

    difference: int = 4

    name = "dutch-whispers"
    sentence = "Neighbours on a Dutch whispers line differ by at least 4."
    aliases = ("dutch-whisper",)
    parameters = {
        "cells": "the cells in order",
        "difference": "the least difference of neighbours (4 unless given)",
    }
    tint = "orange"
    examples = (
        Example(
            "4.1.3...7.7.........34...16.4......3.37..61.....9..8....92..3.1.241..7...68..72.9",
            "491638527276591438583472916842715693937826154615943872759264381324189765168357249",
            "R9C7 R8C8 R7C9 R6C8 R6C9 R7C8 R7C7 R8C7",
        ),
    )
