"""Clues beside the grid that give a sum, of a row or column or of a diagonal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from nonet.errors import PuzzleError, quantity
from nonet.model import (
    Annotation,
    AnyOf,
    Constraint,
    EnclosedSum,
    LeadingSum,
    Linear,
    Regular,
    Table,
)
from nonet.model.constraints.base import UNNAMED
from nonet.model.constraints.regular import build_automaton
from nonet.puzzle.grid import Cell, Grid, Outside, place
from nonet.puzzle.rules.base import Example, PuzzleRule, value_count
from nonet.puzzle.rules.cell_modifiers import has_modifiers, modified_sum
from nonet.puzzle.rules.killer import sum_bounds, sum_constraint
from nonet.puzzle.rules.outside_rule import OutsideRule, cells_from, checked_outside_name
from nonet.render.drawing import Decoration, Text


@dataclass(frozen=True)
class Sandwich(OutsideRule):
    """Bread are the least and the greatest value, 1 and 9 in a 9x9, each once in the line."""

    sum: int

    clue_field = "sum"
    min_clue = 0
    name = "sandwich"
    sentence = (
        "A number beside the grid is the sum of the values between the least and the greatest "
        "value (1 and 9) of its row or column."
    )
    aliases = ("sandwich-sum",)
    parameters = {"sum": "the sum of the values between"}
    examples = (
        Example(
            "........6................3.4........",
            "324615516324451263263541132456645132",
            "0 R7C1",
            extra_rules=(
                "sandwich 14 R0C4",
                "sandwich 0 R1C7",
                "sandwich 5 R0C2",
                "sandwich 2 R0C5",
                "sandwich 0 R7C3",
            ),
        ),
    )

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        low, high = grid.values[0], grid.values[-1]
        differ = self.is_unit(cells, rules)
        inner = grid.values[1:-1] if differ else grid.values[-2:-1] * (len(cells) - 2)
        if self.sum > sum(inner):
            raise self.impossible_rule_error(
                f"the clue at {self.clue} cannot be {self.sum}: all values but {low} and {high} "
                f"sum to {sum(inner)}"
            )
        annotation = self.annotation(
            grid,
            f"what lies between {low} and {high} in {cells[0]} to {cells[-1]} sums to {self.sum}",
        )
        yield EnclosedSum(cells, (low, high), self.sum, rule=annotation)
        if not differ:  # nothing else keeps the two breads different
            sentence = f"{low} is once in {cells[0]} to {cells[-1]}"
            once = Annotation(self.name, f"{annotation.label}: {low} once", sentence)
            yield value_count(cells, low, "==", 1, once)


@dataclass(frozen=True)
class XSum(OutsideRule):
    """The first value counts itself and is part of the sum; after a 0 the sum is 0."""

    sum: int

    clue_field = "sum"
    min_clue = 0
    name = "x-sum"
    sentence = (
        "A number beside the grid is the sum of the first X values from there, where X is the "
        "first of them."
    )
    aliases = ("xsum", "x-sums")
    parameters = {"sum": "the sum of the first values"}
    examples = (
        Example(
            ".........4.....1....................",
            "164235325416436152251364512643643521",
            "7 R4C0",
            extra_rules=(
                "x-sum 6 R7C5",
                "x-sum 21 R0C2",
                "x-sum 10 R2C0",
                "x-sum 9 R0C5",
                "x-sum 21 R6C0",
            ),
        ),
    )

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        differ = self.is_unit(cells, rules)
        most = sum(grid.values[-len(cells) :]) if differ else grid.values[-1] * len(cells)
        if self.sum > most:
            raise self.impossible_rule_error(
                f"the clue at {self.clue} cannot be {self.sum}: the line sums to {most}"
            )
        annotation = self.annotation(
            grid,
            f"the first cells of {cells[0]} to {cells[-1]}, as many as {cells[0]} says, sum to "
            f"{self.sum}",
        )
        yield LeadingSum(cells, self.sum, rule=annotation)


@dataclass(frozen=True)
class Battlefield(OutsideRule):
    """With first value X and last value Y the first X cells and the last Y cells are taken.

    The clue is the sum of the cells taken twice, or else of the cells between, which are not taken;
    0 if there is neither.
    """

    sum: int

    clue_field = "sum"
    min_clue = 0
    name = "battlefield"
    sentence = (
        "The first value X and the last value Y of a row or column take its first X and last Y "
        "cells: a number beside it is the sum of the cells taken twice, or else of those not taken."
    )
    aliases = ("battlefields",)
    parameters = {"sum": "the sum of the cells taken twice, or of those not taken"}
    examples = (
        Example(
            ".1..........................1...53..",
            "312546456231564123231654623415145362",
            "5 R0C2",
            extra_rules=("battlefield 3 R2C0", "battlefield 0 R4C0"),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        annotation = self.annotation(
            grid, f"where the first and the last of {cells[0]} to {cells[-1]} meet is {self.sum}"
        )
        choices = []
        for first in grid.values:
            for last in grid.values:
                middle = _disputed_cells(cells, first, last)
                if middle is None or (not middle and self.sum):
                    continue
                ends: tuple[Constraint, ...] = (
                    Table.unchecked(scope=cells[:1], tuples=frozenset({(first,)}), rule=UNNAMED),
                    Table.unchecked(scope=cells[-1:], tuples=frozenset({(last,)}), rule=UNNAMED),
                )
                if middle:
                    ends += (Linear.sum(middle, "==", self.sum, rule=Annotation("", "", "")),)
                choices.append(ends)
        if not choices:
            raise self.impossible_rule_error(f"the clue at {self.clue} cannot be {self.sum}")
        yield AnyOf(tuple(choices), rule=annotation)


def _disputed_cells(cells: tuple[Cell, ...], first: int, last: int) -> tuple[Cell, ...] | None:
    """Return the cells taken twice or not at all; ``None`` for values that take no such number."""
    if min(first, last) < 0 or max(first, last) > len(cells):
        return None
    ends = sorted((first, len(cells) - last))
    return cells[ends[0] : ends[1]]


@dataclass(frozen=True)
class MarginSum(OutsideRule):
    """The first ``count`` values are summed: in a 9x9 mostly the values of the nearest box."""

    sum: int
    count: int = 3

    clue_field = "sum"
    name = "margin-sum"
    sentence = "A number beside the grid is the sum of the first values from there."
    aliases = ("frame-sum", "border-sum")
    parameters = {"sum": "the sum of the first values", "count": "how many are summed"}
    examples = (
        Example(
            ".....5......................5.......",
            "324615516324451263263541132456645132",
            "9 R7C1",
            extra_rules=(
                "margin-sum 11 R0C4",
                "margin-sum 12 R1C7",
                "margin-sum 8 R0C2",
                "margin-sum 9 R0C5",
                "margin-sum 10 R7C3",
                "margin-sum 9 R2C7",
                "margin-sum 6 R5C0",
            ),
        ),
    )

    minimums = {"count": 1}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.line_cells(grid)
        if not 1 <= self.count <= len(cells):
            raise self.rule_error(
                f"the clue at {self.clue} sums {quantity(self.count, 'cell')}, and the line has {len(cells)}"
            )
        first = cells[: self.count]
        low, high = sum_bounds(grid, len(first), repeats=True)
        if not low <= self.sum <= high:
            raise self.impossible_rule_error(
                f"the clue at {self.clue} cannot be {self.sum}: "
                f"the sum of {quantity(len(first), 'cell')} is {low} to {high}"
            )
        yield sum_constraint(
            first, self.sum, self.annotation(grid, f"{' + '.join(first)} = {self.sum}")
        )


@dataclass(frozen=True)
class ParityParty(OutsideRule):
    """The sum includes the first value whose parity differs from the value before.

    A line without a change has no such sum.
    """

    sum: int

    clue_field = "sum"
    min_clue = 0
    name = "parity-party"
    sentence = (
        "A number beside the grid is the sum of the values from there up to and with the first "
        "one of another parity."
    )
    parameters = {"sum": "the sum"}
    examples = (
        Example(
            ".......1.......3", "4132234132141423", "6 R0C2", extra_rules=("parity-party 5 R3C5",)
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
            """The state is the last parity (2 at first, 3 after the change), and the missing sum."""
            parity, remaining = state
            if parity == 3:
                return state
            remaining -= value
            if parity in (2, value % 2):
                return (value % 2, remaining) if remaining > 0 else None
            return (3, 0) if remaining == 0 else None

        cells = self.line_cells(grid)
        start: tuple[int, int] = (2, self.sum)
        machine = build_automaton(grid.values, start, step, lambda state: state[0] == 3)
        annotation = self.annotation(
            grid, f"from {cells[0]} to the first change of parity the sum is {self.sum}"
        )
        yield Regular(cells, machine, rule=annotation)


Direction = Literal["UR", "UL", "DR", "DL"]

OFFSETS: dict[str, tuple[int, int]] = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}
"""Rows down and columns right of one step: up or down, right or left."""


@dataclass(frozen=True)
class LittleKiller(PuzzleRule):
    """The diagonal met from ``start`` on, up or down and right or left; values may repeat."""

    start: Outside
    direction: Direction
    sum: int

    name = "little-killer"
    sentence = "The values of the diagonal that an arrow points along sum to the number beside it."
    aliases = ("little-killer-sum",)
    entry = "outside"
    parameters = {
        "start": "where the clue stands, beside the grid: R0C4, R3C0",
        "direction": "where its arrow points: up or down, right or left",
        "sum": "the sum of the diagonal's values",
    }
    examples = (
        Example(
            "..............5...............6.....",
            "523614146235235461461352312546654123",
            "12 UL R7C6",
            extra_rules=(
                "little-killer 21 UR R7C1",
                "little-killer 9 DR R3C0",
                "little-killer 15 UR R7C2",
                "little-killer 7 DL R3C7",
            ),
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", checked_outside_name(self, self.start))
        super().__post_init__()
        self.checked_number(self.sum, "the sum")

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells of the diagonal, from the clue on."""
        try:
            return cells_from(grid, self.start, OFFSETS[self.direction])
        except PuzzleError as error:
            raise self.rule_error(str(error)) from None

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        cells = self.located(grid)
        ends = "-".join(dict.fromkeys((cells[0], cells[-1])))
        label = f"little killer {self.sum} along {ends}"
        annotation = Annotation(self.name, label, f"{' + '.join(cells)} = {self.sum}")
        if has_modifiers(rules):
            scope, weights, total = modified_sum(cells, (1,) * len(cells), self.sum, rules)
            yield Linear(scope, weights, "==", total, rule=annotation)
            return
        low, high = sum_bounds(grid, len(cells), repeats=True)
        if not low <= self.sum <= high:
            raise self.impossible_rule_error(
                f"the diagonal from {self.start} cannot sum to {self.sum}: "
                f"the sum of its {quantity(len(cells), 'cell')} is {low} to {high}"
            )
        yield sum_constraint(cells, self.sum, annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        self.located(grid)
        yield Text((place(self.start),), str(self.sum), direction=OFFSETS[self.direction])
