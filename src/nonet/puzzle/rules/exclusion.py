"""Exclusion: values in a corner that are in none of the four cells around this corner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import CornerRule, Example
from nonet.render.drawing import Decoration, Text


@dataclass(frozen=True)
class Exclusion(CornerRule):
    """``values`` are in none of the four cells that meet in the corner."""

    values: tuple[int, ...]

    name = "exclusion"
    sentence = "The values in a circle on a corner are in none of the four cells around it."
    aliases = ("excluded-values", "anti-quadruple")
    parameters = {
        **CornerRule.parameters,
        "values": "the values that are excluded",
    }
    examples = (
        Example(
            "....2.....2.....", "1342243141233214", "1 2 R1C2", extra_rules=("exclusion R2C1 3",)
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "values", self.checked_numbers(self.values, "a value"))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        remaining = frozenset((value,) for value in grid.values if value not in self.values)
        for cell in self.located(grid):
            excluded = ", ".join(map(str, self.values))
            annotation = Annotation(
                self.name, f"exclusion at {cell}", f"{cell} is none of {excluded}"
            )
            yield Table((cell,), remaining, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        cells = self.located(grid)
        text = "\u00ac" + "".join(map(str, self.values))
        yield Text(tuple(map(place, cells)), text)
