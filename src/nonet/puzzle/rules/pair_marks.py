"""Rules of pairs: relations of two neighbouring values, and what no mark between two cells means.

A relation is a ``Table`` of the allowed pairs.  The negative rules ("all dots are given") are
posted for every two neighbours without a mark of another rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import gt
from typing import ClassVar, Literal

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, PairRule, PuzzleRule
from nonet.render.drawing import Decoration, Dot, Text

ValueRelation = Callable[[int, int], bool]

EDGE_OFFSETS = ((0, 1), (1, 0))
"""Half of the steps, as (rows down, columns right), to a cell that shares an edge."""

DIAGONAL_OFFSETS = ((1, -1), (1, 1))
"""Half of the steps to a cell that shares only a corner."""


def pair_constraint(
    rule: PairRule,
    grid: Grid,
    cells: tuple[Cell, Cell],
    sentence: str,
    relation: Callable[..., bool],
    *clue: int,
) -> Table:
    """The constraint of a rule's two cells: ``relation(x, y, *clue)`` holds of their values.

    Raises ``PuzzleError`` if no two values are so related.  ``relation`` is a function of a module,
    so that its pairs are computed once for all dots of a clue.
    """
    kind = rule.name.replace("-", " ")
    pairs = _cached_related_pairs(grid.values, relation, clue)
    if not pairs:
        raise rule.impossible_rule_error(f"no two values of the grid will do: {sentence}")
    annotation = _pair_annotation(kind, *cells, sentence)
    return Table.unchecked(scope=cells, tuples=pairs, rule=annotation)


def _pair_annotation(kind: str, first: Cell, second: Cell, sentence: str) -> Annotation:
    return Annotation(kind, f"{kind.replace('xv', 'XV')} {first}-{second}", sentence)


@lru_cache(maxsize=256)
def _cached_related_pairs(
    values: tuple[int, ...], relation: Callable[..., bool], clue: tuple[int, ...]
) -> frozenset[tuple[int, int]]:
    return frozenset((x, y) for x in values for y in values if relation(x, y, *clue))


def related_pairs(grid: Grid, relation: ValueRelation) -> frozenset[tuple[int, int]]:
    """The pairs of values for which ``relation`` holds."""
    return _cached_related_pairs.__wrapped__(grid.values, relation, ())


def has_sum(x: int, y: int, total: int) -> bool:
    """Whether two values have this sum."""
    return x + y == total


def pair_sum_constraint(rule: PairRule, grid: Grid, total: int) -> list[Constraint]:
    """The values of two cells have this sum."""
    first, second = rule.located(grid)
    return [
        pair_constraint(
            rule, grid, (first, second), f"{first} + {second} = {total}", has_sum, total
        )
    ]


def neighbour_pairs(
    grid: Grid, offsets: Iterable[tuple[int, int]] = EDGE_OFFSETS
) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells a step apart, each pair once."""
    offsets = tuple(offsets)
    for cell in grid.cells:
        for other in grid.cells_at_offsets(cell, offsets):
            yield cell, other


class NegativeRule(PuzzleRule):
    """The base of rules that forbid a relation wherever no other rule marks the pair.

    ``exempting_rules`` are the names of the rules whose pairs are exempt.
    """

    exempting_rules: ClassVar[tuple[str, ...]] = ()

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        """Return the relation of two neighbours without a mark."""
        raise NotImplementedError

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        """Return the relation of two unmarked neighbours in words: "differ by more than 1"."""
        raise NotImplementedError

    def neighbour_offsets(self) -> Iterable[tuple[int, int]]:
        """The steps (rows down, columns right) that make two cells neighbours."""
        return EDGE_OFFSETS

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        marks = [
            rule for rule in with_inner_rules(rules, grid) if rule.name in self.exempting_rules
        ]
        exempt = {frozenset(m.located(grid)) for m in marks if isinstance(m, PairRule)}
        allowed, text = related_pairs(grid, self.relation(marks)), self.allowed_text(marks)
        kind = self.name.replace("-", " ")
        for first, second in neighbour_pairs(grid, self.neighbour_offsets()):
            if frozenset((first, second)) not in exempt:
                sentence = f"{first} and {second}, which have no mark, {text}"
                annotation = _pair_annotation(kind, first, second, sentence)
                yield Table.unchecked(scope=(first, second), tuples=allowed, rule=annotation)


def with_inner_rules(rules: Iterable[PuzzleRule], grid: Grid) -> Iterator[PuzzleRule]:
    """Yield the rules, and the rules inside each: a mark is drawn wherever it stands."""
    for rule in rules:
        yield rule
        yield from with_inner_rules(rule.inner_rules(grid), grid)


class GreaterThan(PairRule):
    """The value of the first cell is larger than that of the second."""

    name = "greater-than"
    sentence = "A sign between two cells points from the larger to the smaller value."
    aliases = ("inequality",)
    parameters = {"cells": "two cells side by side, the one with the larger value first"}
    examples = (Example("..3.........1..4", "2431314242131324", "R2C1 R1C1"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, second = self.located(grid)
        yield pair_constraint(self, grid, (first, second), f"{first} is larger than {second}", gt)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        (row, column), (other_row, other_column) = places = [*map(place, self.located(grid))]
        down, right = other_row - row, other_column - column
        sign = {(0, 1): ">", (0, -1): "<", (1, 0): "\u2228", (-1, 0): "\u2227"}[down, right]
        yield Text(tuple(places), sign)


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

    minimums = {"difference": 0}

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

    minimums = {"ratio": 1}

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
        differences = self.checked_numbers(self.differences, "a difference", minimum=0)
        object.__setattr__(self, "differences", differences)

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        differences = _excluded(self.differences, marks, "difference", 1)
        return lambda x, y: abs(x - y) not in differences

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        differences = _excluded(self.differences, marks, "difference", 1)
        return f"do not differ by {' or '.join(map(str, differences))}"


def _excluded(
    given: tuple[int, ...], marks: Iterable[PuzzleRule], field: str, default: int
) -> list[int]:
    """Return the numbers ruled out: those given, or those of the dots, or else a default."""
    return sorted({*given} or {getattr(mark, field) for mark in marks} or {default})


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
        ratios = self.checked_numbers(self.ratios, "a ratio", minimum=1)
        object.__setattr__(self, "ratios", ratios)

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        ratios = _excluded(self.ratios, marks, "ratio", 2)
        return lambda x, y: all(x != r * y and y != r * x for r in ratios)

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        ratios = _excluded(self.ratios, marks, "ratio", 2)
        times = " or ".join(f"{ratio} times" for ratio in ratios)
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


@dataclass(frozen=True)
class XV(PairRule):
    """The values of two neighbours add up to 10 (``X``) or to 5 (``V``)."""

    letter: Literal["X", "V"]

    name = "xv"
    sentence = "Values with an X between them add up to 10, values with a V between them to 5."
    parameters = {
        "cells": "two cells side by side",
        "letter": "X for a sum of 10, V for a sum of 5",
    }
    examples = (
        Example(".3.....1...2..1.", "1324423131422413", "V R2C2 R2C3"),
        Example(
            "4..1.2..6......43.......2........5..",
            "453162126345512436364251245613631524",
            "X R4C2 R5C2",
        ),
    )

    @property
    def sum(self) -> int:
        """The sum of the two values."""
        return 10 if self.letter == "X" else 5

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return pair_sum_constraint(self, grid, self.sum)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Text(tuple(map(place, self.located(grid))), self.letter)


class StrictXV(NegativeRule):
    """Neighbours without a mark add up to neither 5 nor 10.

    Pairs with an X, a V or a sum between the cells are exempt.
    """

    name = "strict-xv"
    sentence = "Every X and V is given: neighbours without one add up to neither 5 nor 10."
    aliases = ("negative-xv", "all-xv-given")
    examples = (
        Example(
            "...3................................",
            "524361613425261543345216152634436152",
            extra_rules=(
                "xv R3C1 R4C1 V",
                "xv R3C2 R4C2 X",
                "xv R3C5 R4C5 V",
                "xv R4C6 R5C6 X",
                "xv R5C1 R6C1 V",
            ),
        ),
    )
    exempting_rules = ("xv", "pair-sum")

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        return lambda x, y: x + y not in (5, 10)

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        return "add up to neither 5 nor 10"


@dataclass(frozen=True)
class PairSum(PairRule):
    """The values of two neighbours add up to ``sum``."""

    sum: int

    name = "pair-sum"
    sentence = "Two values with a number between them add up to it."
    parameters = {"cells": "two cells side by side", "sum": "what their values add up to"}
    examples = (
        Example(
            ".........3.5.5.........124.1.....6..",
            "532416461325153264624531246153315642",
            "7 R2C3 R2C2",
        ),
    )

    minimums = {"sum": None}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return pair_sum_constraint(self, grid, self.sum)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Dot(tuple(map(place, self.located(grid))), "white", str(self.sum))


@dataclass(frozen=True)
class PairProduct(PairRule):
    """The values of two neighbours multiply to ``product``."""

    product: int

    name = "pair-product"
    sentence = "Two values with a number between them multiply to it."
    aliases = ("edge-product", "product-dot")
    parameters = {"cells": "two cells side by side", "product": "what their values multiply to"}
    examples = (
        Example(
            ".3.............1",
            "2314413212433421",
            "6 R1C1 R1C2",
            extra_rules=("pair-product 12 R3C3 R3C4",),
        ),
    )

    minimums = {"product": None}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, second = self.located(grid)
        sentence = f"{first} times {second} is {self.product}"
        yield pair_constraint(self, grid, (first, second), sentence, _has_product, self.product)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Dot(tuple(map(place, self.located(grid))), "white", str(self.product))


def _has_product(x: int, y: int, product: int) -> bool:
    """Whether two values have this product."""
    return x * y == product
