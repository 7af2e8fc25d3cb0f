"""Cages: cells in a dashed outline, the bounds of their sums, and the cages of killers.

>>> from nonet.puzzle.grid import Grid
>>> sum_bounds(Grid.square(9), 3), sum_bounds(Grid.square(9), 3, repeats=True)
((6, 24), (3, 27))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from nonet.errors import ImpossibleRule, PuzzleError, quantity
from nonet.model import AllDifferent, Annotation, AnyOf, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule
from nonet.puzzle.rules.cell_modifiers import has_modifiers, modified_sum
from nonet.render.drawing import Decoration, Outline


class CageRule(CellsRule):
    """The base of rules that outline cells; the cells need not touch."""

    parameters: ClassVar[dict[str, str]] = {"cells": "the cage's cells, as R1C1 or A1"}

    def clue_text(self) -> str:
        """Return the text in the corner of the cage."""
        return ""

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Outline(tuple(map(place, self.located(grid))), self.clue_text())

    def label(self, grid: Grid) -> str:
        """Return the name of the cage, by its first cell in reading order."""
        return self.label_of(self.located(grid))

    def label_of(self, cells: tuple[Cell, ...]) -> str:
        """The same, of its cells on a grid."""
        clue = self.clue_text().strip("[]≠!=").removeprefix("DR")  # the sign is for the corner
        cage = self.name if self.name.endswith("cage") else f"{self.name} cage"
        return f"{cage} {clue} at {first_cell(cells)}" if clue else f"{cage} at {first_cell(cells)}"

    def annotation(self, grid: Grid, sentence: str) -> Annotation:
        """Return the annotation of a constraint of the cage."""
        return Annotation(self.name, self.label(grid), sentence)

    def all_different(self, grid: Grid) -> AllDifferent:
        """No value twice in the cage; raises ``PuzzleError`` if its cells are too many."""
        return self.all_different_on(grid, self.located(grid))

    def all_different_on(self, grid: Grid, cells: tuple[Cell, ...]) -> AllDifferent:
        """The same, of its cells on the grid."""
        if len(cells) > grid.size:
            raise self.impossible_rule_error(
                f"the cage at {cells[0]} has {len(cells)} cells without a value twice, "
                f"and there are only {grid.size} values"
            )
        label = self.label_of(cells)
        annotation = Annotation(self.name, f"{label}: no value twice", f"no value twice in {label}")
        return AllDifferent.unchecked(scope=cells, rule=annotation)

    def check_sum(self, grid: Grid, total: int, *, repeats: bool) -> None:
        """Raise ``PuzzleError`` if the cage's cells cannot have this sum."""
        self.check_sum_of(grid, self.located(grid), total, repeats=repeats)

    def check_sum_of(
        self, grid: Grid, cells: tuple[Cell, ...], total: int, *, repeats: bool
    ) -> None:
        """The same, of its cells on the grid."""
        low, high = sum_bounds(grid, len(cells), repeats=repeats)
        if not low <= total <= high:
            raise self.impossible_rule_error(
                f"the cage at {first_cell(cells)} cannot sum to {total}: "
                f"the sum of {quantity(len(cells), 'cell')} is {low} to {high}"
            )


def first_cell(cells: tuple[Cell, ...]) -> Cell:
    """The first of some cells in reading order."""
    return min(cells, key=place)


def sum_bounds(grid: Grid, number: int, *, repeats: bool = False) -> tuple[int, int]:
    """The least and the greatest sum of ``number`` cells, with or without repeated values."""
    values = grid.values
    if repeats or number > len(values):
        return number * values[0], number * values[-1]
    return sum(values[:number]), sum(values[-number:])


def sum_constraint(cells: Iterable[Cell], value: int, rule: Annotation) -> Linear:
    """The values of ``cells`` sum to ``value``."""
    cells = tuple(cells)
    if type(value) is not int or len(set(cells)) < len(cells):
        return Linear.sum(cells, "==", value, rule=rule)
    coefficients = (1,) * len(cells)
    return Linear.unchecked(
        scope=cells, rule=rule, coefficients=coefficients, op="==", constant=value
    )


@dataclass(frozen=True)
class Killer(CageRule):
    """A cage.  Without a sum its cells only differ; of several sums exactly one is right.

    Two cages with a cell in common are taken for a slip, unless one says ``overlap``.
    """

    sum: int | tuple[int, ...] | None = None
    repeats: bool = False
    overlap: bool = False

    name = "killer"
    sentence = (
        "The values in a cage sum to the number in its corner, and no value comes twice in it."
    )
    aliases = ("cage", "killer-cage")
    parameters = {
        "cells": "the cage's cells, as R1C1 or A1",
        "sum": "the sum of its values, or several of which one is right; none for no sum",
        "repeats": "whether a value may come twice in the cage",
        "overlap": "whether the cage may share cells with others",
    }
    examples = (
        Example(
            "............3.......................",
            "456231123456341562562143234615615324",
            "13 R3C1 R3C2 R4C2",
            extra_rules=(
                "killer 13 R4C1 R5C1 R6C1",
                "killer 11 R1C1 R1C2 R2C2",
                "killer 14 R1C5 R2C5 R3C5",
                "killer 9 R5C2 R6C2 R6C3",
                "killer 16 R3C4 R4C4 R4C5 R5C4",
                "killer 9 R6C4 R6C5 R6C6",
                "killer 15 R1C3 R1C4 R2C3 R2C4",
                "killer 12 R1C6 R2C6 R3C6 R4C6",
            ),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.sum, list | tuple):
            sums = tuple(
                dict.fromkeys(self.checked_number(each, "a cage's sum") for each in self.sum)
            )
            object.__setattr__(self, "sum", sums if len(sums) > 1 else sums[0] if sums else None)
        elif self.sum is not None:
            self.checked_number(self.sum, "a cage's sum")

    @property
    def sums(self) -> tuple[int, ...]:
        """The sums that the cage may have; empty for any."""
        return self.sum if isinstance(self.sum, tuple) else () if self.sum is None else (self.sum,)

    def clue_text(self) -> str:
        return "/".join(map(str, self.sums))

    def _check_sums(self, grid: Grid, cells: tuple[Cell, ...]) -> None:
        """Raise ``ImpossibleRule`` if all sums are impossible, ``PuzzleError`` if some are."""
        errors: list[ImpossibleRule] = []
        for each in self.sums:
            try:
                self.check_sum_of(grid, cells, each, repeats=self.repeats)
            except ImpossibleRule as error:
                errors.append(error)
        if errors:
            raise errors[0] if len(errors) == len(self.sums) else PuzzleError(str(errors[0]))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return self._constraints_among(grid, ())

    def _constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        """Return the constraints; no other cage is looked at."""
        cells, sums = self.located(grid), self.sums
        constraints: list[Constraint] = [] if self.repeats else [self.all_different_on(grid, cells)]
        if not (modified := has_modifiers(rules)):
            self._check_sums(grid, cells)
        if sums:
            sentence = f"the values of {' '.join(cells)} sum to {' or '.join(map(str, sums))}"
            annotation = Annotation(self.name, self.label_of(cells), sentence)
            totals = [
                _modified_total(cells, each, annotation, rules)
                if modified
                else sum_constraint(cells, each, annotation)
                for each in sums
            ]
            constraints.append(
                totals[0]
                if len(totals) == 1
                else AnyOf(tuple((each,) for each in totals), rule=annotation)
            )
        elif self.repeats:
            raise self.rule_error(f"the cage at {cells[0]} demands nothing: it has no sum")
        return constraints

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        for rule in rules:
            if isinstance(rule, Killer):
                if rule is self:  # the first looks at all
                    _check_no_overlap(grid, [each for each in rules if isinstance(each, Killer)])
                break
        return self._constraints_among(grid, rules)


def _modified_total(
    cells: tuple[Cell, ...], total: int, annotation: Annotation, rules: tuple[PuzzleRule, ...]
) -> Linear:
    """Return the sum of a cage some of whose cells may count for another number."""
    scope, coefficients, constant = modified_sum(cells, (1,) * len(cells), total, rules)
    return Linear(scope, coefficients, "==", constant, rule=annotation)


def _check_no_overlap(grid: Grid, cages: Iterable[Killer]) -> None:
    """Raise ``PuzzleError`` where two cages have a cell in common, and neither says ``overlap``."""
    exclusive = [cage for cage in cages if not cage.overlap]
    named = list(chain.from_iterable([cage.cells for cage in exclusive]))
    if len(set(named)) == len(named) and grid.cell_set.issuperset(named):
        return
    holding: dict[Cell, Killer] = {}
    for cage in exclusive:
        cells = cage.located(grid)
        if not holding.keys().isdisjoint(cells):
            shared = [cell for cell in cells if cell in holding]
            other = holding[min(shared)]
            raise other.rule_error(
                f"{min(shared)} is in two cages, of {other.clue_text() or 'no sum'} and of "
                f"{cage.clue_text() or 'no sum'}; if that is meant, say overlap"
            )
        holding.update(dict.fromkeys(cells, cage))
