"""Quadruple: values in a circle are among the four cells around this circle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, Constraint
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CornerRule, Example, value_count
from nonet.render.drawing import Decoration, Dot


@dataclass(frozen=True)
class Quadruple(CornerRule):
    """Each of ``values`` is among the four cells; a value listed twice is in two of the cells."""

    values: tuple[int, ...]

    name = "quadruple"
    sentence = "The values in a circle are among those in the four cells round it."
    aliases = ("quad", "quadruples")
    parameters = {
        "cells": "four cells that meet in a corner, or the one at the top left of them",
        "values": "1 to 4 values",
    }
    examples = (
        Example(
            "........5..1..6......24.4......1....",
            "164352325461246135531246452613613524",
            "1 2 3 R4C2",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        values = self.checked_numbers(self.values, "a value")
        if not 1 <= len(values) <= 4:
            raise self.rule_error(f"1 to 4 values, not {len(values)}")
        object.__setattr__(self, "values", tuple(sorted(values)))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        for value in dict.fromkeys(self.values):
            if value not in grid.values:
                raise self.impossible_rule_error(f"{value} is no value of the grid")
            times = self.values.count(value)
            annotation = Annotation.deferred("quadruple", _texts, cells, value, times)
            yield value_count(cells, value, ">=", times, annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        half = 2 if len(self.values) > 2 else 1
        halves = (self.values[:half], self.values[half:]) if half > 1 else (self.values,)
        text = "\n".join(" ".join(map(str, values)) for values in halves)
        yield Dot(tuple(map(place, self.located(grid))), "white", text)


def _texts(cells: tuple[Cell, ...], value: int, times: int) -> tuple[str, str]:
    """The words of one value."""
    often = {1: "", 2: " twice"}.get(times, f" {times} times")
    number = "one" if times == 1 else f"at least {times}"
    label = f"quadruple {value}{often} at {cells[0]}"
    return label, f"{value} is in {number} of {', '.join(cells)}"
