"""Yin-yang: the solver shades cells, so that shaded and other cells are two connected areas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nonet.model import Annotation, Connected, Constraint, Domain, Linear
from nonet.puzzle.grid import SQUARE_OFFSETS, Cell, Grid, place
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.shading import (
    neighbouring_shades,
    shadable_cells,
    shade_domains,
    shade_variable,
)
from nonet.render.drawing import Bulb, Decoration, Shade


@dataclass(frozen=True)
class YinYang(PuzzleRule):
    """Every cell is shaded or not; each kind is one connected area, and no two by two is of one kind.

    ``shaded`` and ``unshaded`` cells are given as black and white circles.  The shading is
    part of the solution: ``shaded-sum`` and ``shaded-count`` give clues about the shading.
    """

    shaded: tuple[Cell, ...] = ()
    unshaded: tuple[Cell, ...] = ()

    name = "yin-yang"
    sentence = (
        "Cells are to be shaded so that the shaded cells are one connected area, the others "
        "another, and no two by two square is all of one kind."
    )
    aliases = ("yinyang", "yin-and-yang")
    parameters = {
        "shaded": "cells known to be shaded, as black circles",
        "unshaded": "cells known not to be, as white circles",
    }
    examples = (
        Example(
            "....4..3..41....",
            "3124421323411432",
            "R1C3",
            extra_rules=(
                "shaded-sum 9 R3C0",
                "shaded-sum 1 R4C0",
                "shaded-sum 4 R0C2",
                "shaded-sum 4 R0C4",
            ),
            omitted_rules=("boxes",),
        ),
    )

    def __post_init__(self) -> None:
        for field in ("shaded", "unshaded"):
            cells = getattr(self, field)
            object.__setattr__(self, field, self.checked_names(cells) if cells else ())

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        return shade_domains(shadable_cells(self, grid))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = shadable_cells(self, grid)
        for given, shade in ((self.shaded, 1), (self.unshaded, 0)):
            for cell in self.checked_cells(grid, given) if given else ():
                word = "shaded" if shade else "not shaded"
                annotation = Annotation(self.name, f"circle in {cell}", f"{cell} is {word}")
                yield Linear((shade_variable(cell),), (1,), "==", shade, rule=annotation)
        for cell in cells:
            square = tuple(map(shade_variable, grid.cells_at_offsets(cell, SQUARE_OFFSETS)))
            if len(square) == 4:
                label, sentence = f"square at {cell}", "one of the four cells is"
                annotation = Annotation(self.name, f"{label}, shaded", f"{sentence} shaded")
                yield Linear.sum(square, ">=", 1, rule=annotation)
                annotation = Annotation(self.name, f"{label}, not shaded", f"{sentence} not shaded")
                yield Linear.sum(square, "<=", 3, rule=annotation)
        sentence = "the shaded cells are connected, and the others are"
        annotation = Annotation(self.name, "two areas", sentence)
        shades = tuple(map(shade_variable, cells))
        yield Connected(shades, neighbouring_shades(grid), ((0,), (1,)), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for cell in self.shaded:
            yield Bulb((place(grid.cell(cell)),), filled=True)
        for cell in self.unshaded:
            yield Bulb((place(grid.cell(cell)),), filled=False)

    def found_decorations(self, grid: Grid, values: Mapping[str, int]) -> Iterable[Decoration]:
        shaded = (cell for cell in grid.cells if values.get(shade_variable(cell)))
        yield Shade(tuple(map(place, shaded)))
