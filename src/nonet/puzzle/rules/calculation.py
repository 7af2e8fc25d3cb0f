"""Calculation: the cages of KenKen, Calcudoku and Mathdoku."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Literal

from nonet.encoding.automata import build_automaton, fixed_length_automaton
from nonet.errors import PuzzleError
from nonet.model import Annotation, Constraint, Linear, Regular
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import CellsRule, Example
from nonet.render.drawing import Decoration, Outline


@dataclass(frozen=True)
class Calculation(CellsRule):
    """The values of a cage come to ``result`` by one operation.

    A cage without its operation ("no-op KenKen") comes to ``result`` by any of the four.

    With ``-`` and ``/`` some value, less (divided by) all other values, gives the result.
    Values may repeat in a cage; only rules such as rows and columns forbid repeats.
    """

    result: int
    operation: Literal["+", "-", "*", "/", "any"] = "any"

    name = "calculation"
    sentence = (
        "The values of a cage come to the number in its corner by the operation beside it, or by "
        "any of the four where none is given."
    )
    aliases = ("kenken", "calcudoku", "mathdoku")
    parameters = {
        "cells": "the cells of the cage",
        "result": "what the values come to",
        "operation": "+, -, *, /, or any of these",
    }
    examples = (
        Example(
            "................",
            "2413413213243241",
            "12 * R2C1 R2C2 R3C2",
            extra_rules=(
                "calculation 5 + R1C4 R2C4",
                "calculation 6 + R1C3 R2C3 R3C3",
                "calculation 11 + R3C4 R4C2 R4C3 R4C4",
                "calculation 2 / R1C1 R1C2",
                "calculation 2 - R3C1 R4C1",
            ),
            omitted_rules=("boxes",),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        usual = {"x": "*", "\u00d7": "*", "\u00f7": "/", ":": "/", "\u2212": "-"}
        operation = usual.get(self.operation, self.operation)
        if operation not in ("+", "-", "*", "/", "any"):
            raise self.rule_error(f"the operation is +, -, *, / or any, not {self.operation!r}")
        object.__setattr__(self, "operation", operation)
        self.checked_number(self.result, "the result", minimum=1 if operation == "/" else 0)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if len(cells) == 1:
            raise self.rule_error(f"{cells[0]} is a cage of one cell: give it as a clue")
        if self.operation in ("*", "/") and grid.values[0] < 1:
            raise self.rule_error("a product is of values from 1 on")
        if self.operation == "any":
            yield self._any_operation(grid, cells)
            return
        label = f"calculation at {cells[0]}: {self.result}{self.operation}"
        annotation = Annotation(
            "calculation", label, f"{f' {self.operation} '.join(cells)} = {self.result}"
        )
        if self.operation == "+":
            constraint: Constraint = Linear.sum(cells, "==", self.result, rule=annotation)
            low, high = grid.values[0], grid.values[-1]
            possible = low * len(cells) <= self.result <= high * len(cells)
        else:
            constraint = self._regular(grid, cells, annotation)
            possible = bool(constraint.automaton.accepting)
        if not possible:
            raise self.impossible_rule_error(
                f"no values in {' '.join(cells)} come to {self.result}"
            )
        yield constraint

    def _any_operation(self, grid: Grid, cells: tuple[str, ...]) -> Regular:
        """The cage without operation as an automaton over its sorted values."""
        result, count = self.result, len(cells)

        def step(state: tuple[int, ...], value: int) -> tuple[int, ...] | None:
            return tuple(sorted((*state, value))) if len(state) < count else None

        def accepts(state: tuple[int, ...]) -> bool:
            total, product, largest = sum(state), prod(state), max(state, default=0)
            by_product = state[:1] > (0,) and result in (product, largest * largest / product)
            return len(state) == count and (result in (total, 2 * largest - total) or by_product)

        label = f"calculation at {cells[0]}: {result}"
        annotation = Annotation(
            "calculation", label, f"{' '.join(cells)} come to {result} by one of + - * /"
        )
        try:
            start: tuple[int, ...] = ()
            automaton = fixed_length_automaton(grid.values, start, step, count, accepts)
        except PuzzleError as error:
            raise self.rule_error(f"a cage without operation has {error}") from None
        if not automaton.accepting:
            raise self.impossible_rule_error(f"no values in {' '.join(cells)} come to {result}")
        return Regular(cells, automaton, rule=annotation)

    def _regular(self, grid: Grid, cells: tuple[str, ...], annotation: Annotation) -> Regular:
        """The cage as an automaton: how many cells are read, the largest, all together."""
        times, result, count = self.operation in ("*", "/"), self.result, len(cells)

        def step(state: tuple[int, int, int], value: int) -> tuple[int, int, int] | None:
            read, largest, total = state
            if read == count:
                return None
            total = total * value if times else total + value
            if self.operation == "*":
                return (read + 1, 0, total) if total <= result and result % total == 0 else None
            return (read + 1, max(largest, value), total)

        def accepts(state: tuple[int, int, int]) -> bool:
            read, largest, total = state
            if self.operation == "*":
                return read == count and total == result
            if times:
                return read == count and largest * largest == result * total
            return read == count and 2 * largest - total == result

        start = (0, grid.values[0], 1 if times else 0)
        if self.operation == "*":
            start = (0, 0, 1)
        return Regular(cells, build_automaton(grid.values, start, step, accepts), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        if self.operation == "any":
            yield Outline(tuple(map(place, self.located(grid))), str(self.result))
            return
        sign = {"-": "\u2212", "*": "\u00d7", "/": "\u00f7"}.get(self.operation, self.operation)
        yield Outline(tuple(map(place, self.located(grid))), f"{self.result}{sign}")
