"""Differences and ratios of neighbours: dots, and rules where there is no dot.

- White dot (Kropki): two neighbours have a given difference, 1 unless said.
- Black dot (Kropki): the greater value is twice the smaller, or as many times as given.
- Nonconsecutive: neighbours do not hold consecutive values.
- Negative difference: every white dot is given.
- Negative ratio: every black dot is given.
- Strict Kropki: all dots are given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.rules.base import Example, PairRule, PuzzleRule
from nonet.puzzle.rules.pair_relations import (
    DIAGONAL_OFFSETS,
    EDGE_OFFSETS,
    NegativeRule,
    ValueRelation,
    pair_constraint,
)
from nonet.render.drawing import Decoration, Dot


@dataclass(frozen=True)
class WhiteDot(PairRule):
    """The values of two neighbours differ by exactly ``difference``, 0 or more."""

    difference: int = 1

    name = "white-dot"
    sentence = "Values with a white dot between them are consecutive, or have the difference given."
    aliases = (
        "kropki-white",
        "difference",
        "white-kropki",
        "consecutive",
    )
    parameters = {
        "cells": "two cells side by side",
        "difference": "the difference of their values (1 unless given)",
    }
    examples = (
        Example(".2.....32.3.....", "3214412324311342", "R1C3 R1C2"),
        Example(
            "1.2.4.........3..1...6.4......5....6",
            "162543435162643251251634316425524316",
            "3 R6C2 R6C1",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.difference, "the difference", minimum=0)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, second = self.located(grid)
        sentence = f"{first} and {second} differ by {self.difference}"
        if self.difference == 1:
            sentence = f"{first} and {second} are consecutive"
        yield pair_constraint(
            self, grid, (first, second), sentence, _has_difference, self.difference
        )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        text = "" if self.difference == 1 else str(self.difference)
        yield Dot(tuple(map(place, self.located(grid))), "white", text)


def _has_difference(x: int, y: int, difference: int) -> bool:
    return abs(x - y) == difference


@dataclass(frozen=True)
class BlackDot(PairRule):
    """The greater value is exactly ``ratio`` times the smaller; the ratio is 1 or more."""

    ratio: int = 2

    name = "black-dot"
    sentence = (
        "Of two values with a black dot between them one is twice the other, or as many times "
        "as given."
    )
    aliases = ("kropki-black", "ratio", "black-kropki")
    parameters = {
        "cells": "two cells side by side",
        "ratio": "how many times the smaller value the larger one is (2 unless given)",
    }
    examples = (
        Example("....4...1......2", "2134432112433412", "R3C3 R3C2"),
        Example(
            "....5..3..6...6.....5.1....5....4..1",
            "461352532164316425245613123546654231",
            "3 R1C4 R2C4",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.ratio, "the ratio", minimum=1)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, second = self.located(grid)
        times = "twice" if self.ratio == 2 else f"{self.ratio} times"
        sentence = f"one of {first} and {second} is {times} the other"
        yield pair_constraint(self, grid, (first, second), sentence, _has_ratio, self.ratio)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        text = "" if self.ratio == 2 else str(self.ratio)
        yield Dot(tuple(map(place, self.located(grid))), "black", text)


def _has_ratio(x: int, y: int, ratio: int) -> bool:
    return x == ratio * y or y == ratio * x


@dataclass(frozen=True)
class Nonconsecutive(NegativeRule):
    """Cells that share an edge hold no consecutive values.

    With ``diagonal`` the rule is about cells that share only a corner instead: both at once would
    leave no value for the middle cell of a 3x3 box.  Pairs with a white dot are exempt.
    """

    diagonal: bool = False

    name = "nonconsecutive"
    sentence = (
        "Cells that share an edge hold no consecutive values, unless a white dot is between "
        "them; or cells that share only a corner, where it is said so."
    )
    aliases = ("non-consecutive", "anti-consecutive")
    parameters = {
        "diagonal": "whether it is of cells that share only a corner instead (no unless given)"
    }
    examples = (
        Example(
            "..2....1...8.937......1539.2.4.5..39.5..3.2.4...4.2.51.6...9..........2..2.5.4..3",
            "392647518518293746746815392274158639851936274639472851163729485485361927927584163",
        ),
        Example(
            "..3.52..8...3.....4..91..3.7.1.......387.1.5..4.8..1.......3695..5..438....2...71",
            "963452718812367549457918236721549863638721954549836127274183695195674382386295471",
            "diagonal",
        ),
    )
    exempting_rules = ("white-dot",)

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        return lambda x, y: abs(x - y) != 1

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        return "are not consecutive"

    def neighbour_offsets(self) -> tuple[tuple[int, int], ...]:
        return DIAGONAL_OFFSETS if self.diagonal else EDGE_OFFSETS


@dataclass(frozen=True)
class NegativeDifference(NegativeRule):
    """Neighbours without a white dot do not have the difference of any of these dots.

    ``differences`` are the forbidden differences; unless given, the differences of the puzzle's
    white dots, or 1 if the puzzle has no white dot.  Pairs with a white dot are exempt.
    """

    differences: tuple[int, ...] = ()

    name = "negative-difference"
    sentence = (
        "Every white dot is given: neighbours without one are not consecutive, nor do they have "
        "the difference of another white dot of the puzzle."
    )
    parameters = {
        "differences": "the differences meant (unless given, those of the white dots, or 1)"
    }
    examples = (
        Example(
            "3...................................",
            "325461461235614523253146532614146352",
            extra_rules=(
                "white-dot R1C1 R1C2",
                "white-dot R1C1 R2C1",
                "white-dot R1C3 R1C4",
                "white-dot R2C3 R2C4",
                "white-dot R2C4 R2C5",
                "white-dot R2C5 R3C5",
                "white-dot R3C3 R3C4",
                "white-dot R3C3 R4C3",
                "white-dot R3C5 R3C6",
                "white-dot R4C3 R5C3",
                "white-dot R5C2 R5C3",
                "white-dot R5C2 R6C2",
            ),
        ),
    )
    exempting_rules = ("white-dot",)

    def __post_init__(self) -> None:
        for difference in self.differences:
            self.checked_number(difference, "a difference", minimum=0)

    def excluded_differences(self, marks: Iterable[PuzzleRule]) -> frozenset[int]:
        """The differences that are ruled out."""
        given = self.differences or [
            mark.difference for mark in marks if isinstance(mark, WhiteDot)
        ]
        return frozenset(given or (1,))

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        differences = self.excluded_differences(marks)
        return lambda x, y: abs(x - y) not in differences

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        differences = " or ".join(map(str, sorted(self.excluded_differences(marks))))
        return f"do not differ by {differences}"


@dataclass(frozen=True)
class NegativeRatio(NegativeRule):
    """Neighbours without a black dot do not have the ratio of any of these dots.

    ``ratios`` are the forbidden ratios; unless given, the ratios of the puzzle's black dots, or 2
    if the puzzle has no black dot.  Pairs with a black dot are exempt.
    """

    ratios: tuple[int, ...] = ()

    name = "negative-ratio"
    sentence = (
        "Every black dot is given: of neighbours without one, neither is twice the other, or as "
        "many times as a black dot of the puzzle says."
    )
    parameters = {"ratios": "the ratios meant (unless given, those of the black dots, or 2)"}
    examples = (
        Example(
            "...........................4.3......",
            "231645546231162354354126625413413562",
            extra_rules=(
                "black-dot R3C3 R4C3",
                "black-dot R4C1 R5C1",
                "black-dot R4C4 R4C5",
                "black-dot R4C5 R5C5",
                "black-dot R4C6 R5C6",
                "black-dot R5C2 R6C2",
            ),
        ),
    )
    exempting_rules = ("black-dot",)

    def __post_init__(self) -> None:
        for ratio in self.ratios:
            self.checked_number(ratio, "a ratio", minimum=1)

    def excluded_ratios(self, marks: Iterable[PuzzleRule]) -> frozenset[int]:
        """The ratios that are ruled out."""
        given = self.ratios or [mark.ratio for mark in marks if isinstance(mark, BlackDot)]
        return frozenset(given or (2,))

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        ratios = self.excluded_ratios(marks)
        return lambda x, y: all(x != r * y and y != r * x for r in ratios)

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        times = " or ".join(f"{r} times" for r in sorted(self.excluded_ratios(marks)))
        return f"are not {times} one another"


class StrictKropki(NegativeRule):
    """Neighbours without a dot are neither consecutive nor one twice the other.

    Pairs with a white or a black dot, of any difference or ratio, are exempt."""

    name = "strict-kropki"
    sentence = (
        "All dots are given: neighbours without a dot are neither consecutive, nor is one of "
        "them twice the other."
    )
    aliases = ("all-dots-given", "negative-kropki")
    examples = (
        Example(
            "....................................",
            "134625526431315264462513251346643152",
            extra_rules=(
                "white-dot R1C2 R1C3",
                "white-dot R1C2 R2C2",
                "white-dot R1C5 R2C5",
                "black-dot R2C2 R3C2",
                "white-dot R2C3 R3C3",
                "white-dot R2C4 R2C5",
                "black-dot R2C4 R3C4",
                "black-dot R2C5 R3C5",
                "white-dot R3C1 R4C1",
                "white-dot R3C6 R4C6",
                "black-dot R4C1 R5C1",
                "white-dot R4C2 R5C2",
                "black-dot R4C3 R5C3",
                "black-dot R4C6 R5C6",
                "white-dot R5C2 R6C2",
                "white-dot R5C4 R5C5",
                "white-dot R5C5 R6C5",
                "white-dot R6C2 R6C3",
            ),
        ),
    )
    exempting_rules = ("white-dot", "black-dot")

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        return lambda x, y: abs(x - y) != 1 and x != 2 * y and y != 2 * x

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        return "are not consecutive, nor is one twice the other"
