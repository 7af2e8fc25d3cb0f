"""Repeated: a rule about some cells, moved to other places of the grid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from nonet.model import Constraint
from nonet.puzzle.grid import Cell, Grid, cell_name, parse_cell_name, place
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule
from nonet.puzzle.rules.combined_rules import inner_constraints
from nonet.render.drawing import Decoration


@dataclass(frozen=True)
class Repeated(CellsRule):
    """``inner`` as if its first cell were each of ``cells`` in turn, all else moved alike.

    The rule holds at these cells alone: list its own first cell as well if the rule shall hold
    there.
    """

    inner: PuzzleRule

    name = "repeated"
    sentence = "The rule holds at each of the cells, moved there by its first cell."
    aliases = ("replicate",)
    parameters = {
        "cells": "where the first cell of the rule goes, as R1C1 or A1",
        "inner": "the rule, in parentheses",
    }
    examples = (
        Example(
            "1..........5..........4...4.........",
            "153264246315431652562143314526625431",
            "(killer 7 R3C1 R3C2) R3C1 R3C3 R3C5 R4C5 R5C4 R6C2 R6C4",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.inner, PuzzleRule):
            raise self.rule_error(f"it takes a rule, not {self.inner!r}")

    def inner_rules(self, grid: Grid) -> tuple[PuzzleRule, ...]:
        """Return the rule at each place; raise ``PuzzleError`` if the rule names no cell."""
        first = next(iter(named_cells(self.inner)), None)
        if first is None:
            raise self.rule_error(
                f"rule {self.inner.name} names no cell by which it could be moved"
            )
        row, column = place(first)
        rules = []
        for cell in self.located(grid):
            origin = place(cell)
            rules.append(moved_rule(self.inner, origin[0] - row, origin[1] - column))
        return tuple(rules)

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        copies = self.inner_rules(grid)
        for copy in copies:
            yield from inner_constraints(self, copy, grid, (*rules, *copies))

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for copy in self.inner_rules(grid):
            yield from copy.decorations(grid)


def named_cells(rule: PuzzleRule) -> Iterable[Cell]:
    """Yield the cells that a rule and its inner rules name, in the order of its fields."""
    for parameter in rule.typed_parameters():
        value = getattr(rule, parameter.name)
        if parameter.kind in ("cell", "outside", "cells", "groups"):
            yield from filter(None, map(parse_cell_name, _flattened_cells(value)))
        elif parameter.kind in ("rule", "rules"):
            for each in value if isinstance(value, tuple) else (value,):
                yield from named_cells(each)


def _flattened_cells(value: Any) -> Iterable[str]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flattened_cells(part)
    elif value is not None:
        yield value


def moved_rule(rule: PuzzleRule, down: int, right: int) -> PuzzleRule:
    """The rule with all its cells so many rows down and columns to the right."""
    changes: dict[str, Any] = {}
    for parameter in rule.typed_parameters():
        value = getattr(rule, parameter.name)
        if parameter.kind in ("cell", "outside", "cells", "groups"):
            changes[parameter.name] = _moved_value(value, down, right)
        elif parameter.kind == "rules":
            changes[parameter.name] = tuple(moved_rule(each, down, right) for each in value)
        elif parameter.kind == "rule":
            changes[parameter.name] = moved_rule(value, down, right)
    return replace(rule, **changes)


def _moved_value(value: Any, down: int, right: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_moved_value(part, down, right) for part in value)
    name = parse_cell_name(value) if isinstance(value, str) else None
    if name is None:
        return value
    row, column = place(name)
    return cell_name(row + down, column + right)
