"""Killer cages: cells with a sum, in which no value comes twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from nonet.errors import ImpossibleRule, PuzzleError
from nonet.model import Annotation, AnyOf, Constraint, Linear
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.cage_rule import CageRule, sum_constraint
from nonet.puzzle.rules.cell_modifiers import has_modifiers, modified_sum


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
            annotation = Annotation.deferred(self.name, _sum_texts, self, cells)
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


def _sum_texts(cage: Killer, cells: tuple[Cell, ...]) -> tuple[str, str]:
    """The words of a cage's sum."""
    alternatives = " or ".join(map(str, cage.sums))
    return cage.label_of(cells), f"the values of {' '.join(cells)} sum to {alternatives}"


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
