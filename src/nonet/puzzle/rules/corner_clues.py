"""Clues in the corner where four cells meet, and rules of every square of four cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from nonet.model import Annotation, AnyOf, Constraint, Count, Table
from nonet.model.constraints.base import UNNAMED
from nonet.puzzle.grid import SQUARE_OFFSETS, Grid, place
from nonet.puzzle.rules.base import CornerRule, Example, PuzzleRule, value_count
from nonet.puzzle.rules.lines import checked_groups, groups_text, split_in_thirds
from nonet.render.drawing import Decoration, Dot, Text


class Battenburg(CornerRule):
    """Of the four cells that meet in the corner, two that share an edge differ in parity."""

    name = "battenburg"
    sentence = (
        "Around a checkered mark on a corner odd and even values alternate like the colours of a "
        "chessboard."
    )
    aliases = ("battenberg",)
    examples = (
        Example(".3..........4..1", "2314142331424231", "R1C1", extra_rules=("battenburg R3C2",)),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        tables = [
            frozenset((value,) for value in grid.values if value % 2 == parity) for parity in (0, 1)
        ]
        annotation = Annotation(
            self.name, f"battenburg at {cells[0]}", f"{' '.join(cells)} alternate in parity"
        )
        choices = tuple(
            tuple(
                Table.unchecked(scope=(cell,), tuples=tables[(shift + turn) % 2], rule=UNNAMED)
                for cell, turn in zip(cells, (0, 1, 1, 0), strict=True)
            )
            for shift in (0, 1)
        )
        yield AnyOf(choices, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Text(tuple(map(place, self.located(grid))), "\u259a")


@dataclass(frozen=True)
class ClockFace(CornerRule):
    """The four values round the corner rise in ``turn``, from whichever cell one begins."""

    turn: Literal["clockwise", "anticlockwise"] = "clockwise"

    name = "clock-face"
    sentence = (
        "Round a white dot on a corner the four values rise clockwise, round a black one "
        "anticlockwise, from one of the cells on."
    )
    aliases = ("clock-faces", "clockface")
    parameters = {"turn": "clockwise (white) or anticlockwise (black)"}
    examples = (
        Example(
            ".3.............1",
            "2314143241233241",
            {"cells": ("R1C1",), "turn": "clockwise"},
            extra_rules=("clock-face R2C2 anticlockwise",),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        top_left, top_right, low_left, low_right = self.located(grid)
        cells = (top_left, top_right, low_right, low_left)
        if self.turn == "anticlockwise":
            cells = (top_left, low_left, low_right, top_right)
        rows = frozenset(
            (*rising[turn:], *rising[:turn])
            for rising in combinations(grid.values, 4)
            for turn in range(4)
        )
        sentence = f"{' '.join(cells)} rise in this order, from one of them on"
        yield Table(cells, rows, rule=Annotation(self.name, f"clock face at {top_left}", sentence))

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        places = tuple(map(place, self.located(grid)))
        yield Dot(places, "white" if self.turn == "clockwise" else "black")


@dataclass(frozen=True)
class Exclusion(CornerRule):
    """``values`` are in none of the four cells that meet in the corner."""

    values: tuple[int, ...]

    name = "exclusion"
    sentence = "The values in a circle on a corner are in none of the four cells around it."
    aliases = ("excluded-values", "anti-quadruple")
    parameters = {"values": "the values that are excluded"}
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
                raise self.impossible_rule_error(f"{value} is not a value of the grid")
            times = self.values.count(value)
            often = {1: "", 2: " twice"}.get(times, f" {times} times")
            number = "one" if times == 1 else f"at least {times}"
            label = f"quadruple {value}{often} at {cells[0]}"
            sentence = f"{value} is in {number} of {', '.join(cells)}"
            annotation = Annotation("quadruple", label, sentence)
            yield value_count(cells, value, ">=", times, annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        half = 2 if len(self.values) > 2 else 1
        halves = (self.values[:half], self.values[half:]) if half > 1 else (self.values,)
        text = "\n".join(" ".join(map(str, values)) for values in halves)
        yield Dot(tuple(map(place, self.located(grid))), "white", text)


def set_in_each_square(
    grid: Grid, sets: Mapping[str, tuple[int, ...]], kind: str
) -> Iterator[Count]:
    """Every four cells that meet hold a value of each set; ``sets`` are told by their words."""
    for cell in grid.cells:
        cells = tuple(grid.cells_at_offsets(cell, SQUARE_OFFSETS))
        if len(cells) == 4:
            for annotation, values in sets.items():
                sentence = f"one of {', '.join(cells)} holds {annotation}"
                rule = Annotation(kind, f"{kind} at {cell}: {annotation}", sentence)
                yield Count(cells, frozenset(values), ">=", 1, rule=rule)


class GlobalEntropy(PuzzleRule):
    """Every four cells that meet in a corner hold a value of each third: low, middle, high."""

    name = "global-entropy"
    sentence = (
        "Every four cells that meet in a corner hold a low, a middle and a high value "
        "(1-3, 4-6 and 7-9 in a 9x9)."
    )
    aliases = ("entropy",)
    examples = (
        Example("...632...............1...5..........", "514632362415123546645123251364436251"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        low, middle, high = split_in_thirds(grid, f"rule {self.name}")
        names = {"a low value": low, "a middle value": middle, "a high value": high}
        return set_in_each_square(grid, names, "global entropy")


class GlobalModulo(PuzzleRule):
    """Every four cells that meet in a corner leave each of the remainders 0, 1 and 2."""

    name = "global-modulo"
    sentence = (
        "Every four cells that meet in a corner hold values that leave 0, 1 and 2 when "
        "divided by 3."
    )
    aliases = ("global-mod", "modular-squares")
    examples = (
        Example(".5............5.1...43.........1....", "651243243651325416164325532164416532"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        names = {
            f"a value that leaves {remainder}": tuple(v for v in grid.values if v % 3 == remainder)
            for remainder in range(3)
        }
        return set_in_each_square(grid, names, "global modulo")


@dataclass(frozen=True)
class GlobalGroups(PuzzleRule):
    """Every four cells that meet in a corner hold a value of each group."""

    groups: tuple[tuple[int, ...], ...]

    name = "global-groups"
    sentence = "Every four cells that meet in a corner hold a value of each group of values."
    aliases = ("groups-in-squares",)
    parameters = {"groups": "groups of values"}
    examples = (Example("1.....2.......4.", "1234432124133142", 'groups="1 2 | 2 3 4"'),)

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", checked_groups(self, self.groups, disjoint=False))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        names = {f"one of {groups_text((group,))}": group for group in self.groups}
        return set_in_each_square(grid, names, "global groups")


class Quadro(PuzzleRule):
    """Every four cells that meet in a corner hold both an odd and an even value."""

    name = "quadro"
    sentence = (
        "Every two by two square of cells holds at least one odd and at least one even value."
    )
    aliases = ("quadro-sudoku",)
    examples = (
        Example("4.....3..........5.21........4..61..", "415362362541634215521436153624246153"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        tables = {
            word: frozenset((value,) for value in grid.values if value % 2 == parity)
            for word, parity in (("odd", 1), ("even", 0))
        }
        for cell in grid.cells:
            cells = tuple(grid.cells_at_offsets(cell, SQUARE_OFFSETS))
            if len(cells) < 4:
                continue
            for word, table in tables.items():
                annotation = Annotation(
                    self.name,
                    f"quadro at {cell}: {word}",
                    f"one of {' '.join(cells)} is {word}",
                )
                choices = tuple(
                    (Table.unchecked(scope=(each,), tuples=table, rule=UNNAMED),) for each in cells
                )
                yield AnyOf(choices, rule=annotation)
