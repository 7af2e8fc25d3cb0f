"""Cages with clues about sums.

- Sums: cells, anywhere, with a sum; values may repeat and have coefficients.
- Rellik cages: no values of the cage have the sum in its corner.
- Lunchboxes: a sandwich in a cage, between its least and its greatest value.
- Digital roots: the sum of a cage, its digits summed to a single digit, is given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.encoding.automata import fixed_length_automaton
from nonet.model import Annotation, Automaton, Constraint, Linear, Regular, SumBetween
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.cage_rule import CageRule, sum_bounds
from nonet.puzzle.rules.outside_sums import sandwich_constraint
from nonet.render.drawing import Decoration, Outline, Text


@dataclass(frozen=True)
class Sum(CageRule):
    """A weighted sum; a cell may be listed more than once, and counts so often."""

    sum: int
    coefficients: tuple[int, ...] = ()

    name = "sum"
    sentence = "The values of the cells, each times its coefficient, have this sum."
    aliases = ("linear",)
    parameters = {
        "cells": "the cells, as R1C1 or A1",
        "sum": "the sum",
        "coefficients": "one whole number a cell; none where all are 1",
    }
    examples = (Example("......1.........", "1342421321343421", "8 2 1 -1 R1C2 R4C2 R4C3"),)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.sum, "the sum")
        numbers = self.checked_numbers(self.coefficients, "a coefficient")
        if numbers and len(numbers) != len(self.cells):
            raise self.rule_error(f"{len(self.cells)} cells and {len(numbers)} coefficients")
        plain = all(number == 1 for number in numbers)
        object.__setattr__(self, "coefficients", () if plain else numbers)

    def clue_text(self) -> str:
        return str(self.sum)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        """The outline; in each cell with a coefficient, that; the sum in the corner."""
        weights = self._coefficient_by_cell(grid)
        first, *others = self.located(grid)
        text = self.clue_text() + (f" ×{weights[first]}" if weights[first] != 1 else "")
        yield Outline((place(first), *map(place, others)), text)
        for cell in others:
            if weights[cell] != 1:
                yield Text((place(cell),), f"×{weights[cell]}", "corner")

    def _coefficient_by_cell(self, grid: Grid) -> dict[Cell, int]:
        """The coefficient of each cell, all told."""
        weights: dict[Cell, int] = {}
        numbers = self.coefficients or (1,) * len(self.cells)
        for cell, number in zip(
            self.checked_cells(grid, self.cells, allow_repeats=True), numbers, strict=True
        ):
            weights[cell] = weights.get(cell, 0) + number
        return weights

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        weights = self._coefficient_by_cell(grid)
        low, high = (
            sum(w * grid.values[0 if (w > 0) == least else -1] for w in weights.values())
            for least in (True, False)
        )
        if not low <= self.sum <= high:
            raise self.impossible_rule_error(
                f"{next(iter(weights))} and the others sum to {low} to {high}, not {self.sum}"
            )
        signs = {1: "", -1: "-"}
        terms = " + ".join(f"{signs.get(w, f'{w} ')}{cell}" for cell, w in weights.items())
        annotation = self.annotation(grid, f"{terms.replace('+ -', '- ')} = {self.sum}")
        yield Linear(tuple(weights), tuple(weights.values()), "==", self.sum, rule=annotation)

    def located(self, grid: Grid) -> tuple[str, ...]:
        return tuple(
            sorted(set(self.checked_cells(grid, self.cells, allow_repeats=True)), key=place)
        )


@dataclass(frozen=True)
class Rellik(CageRule):
    """No non-empty set of values of the cage sums to ``sum``; no value comes twice in the cage."""

    sum: int

    name = "rellik"
    sentence = (
        "No one or more of the values in a cage sum to the number in its corner, "
        "and no value comes twice in it."
    )
    aliases = ("rellik-cage",)
    parameters = {
        "cells": "the cage's cells, as R1C1 or A1",
        "sum": "the sum that is not to be had",
    }
    examples = (
        Example(
            "32......6..4.............4.35...2...",
            "324516156234213465465123641352532641",
            "1 R5C2 R6C2 R6C3 R6C4",
            extra_rules=("rellik 13 R4C5 R4C6 R5C5 R6C5", "rellik 16 R3C1 R4C1 R5C1 R6C1"),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.sum, "the sum", minimum=1)

    def clue_text(self) -> str:
        return f"≠{self.sum}"

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        yield self.all_different(grid)
        annotation = self.annotation(grid, f"no values of {' '.join(cells)} sum to {self.sum}")
        yield Regular(cells, _rellik_automaton(self.sum, grid.values, len(cells)), rule=annotation)


@lru_cache(maxsize=256)
def _rellik_automaton(total: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of ``length`` values of which no non-empty set adds up to ``total``."""
    wide = (1 << (total + 1)) - 1

    def step(sums: int, value: int) -> int | None:
        """``sums`` has a bit for each sum that some of the values met have."""
        after = (sums | sums << value) & wide
        return None if after >> total & 1 else after

    return fixed_length_automaton(values, 1, step, length)


@dataclass(frozen=True)
class Lunchbox(CageRule):
    """``cells`` are in order: the values between the least and the greatest have the sum."""

    sum: int

    name = "lunchbox"
    sentence = (
        "The values between the least and the greatest of a cage sum to the number in its corner, "
        "and no value comes twice in it."
    )
    parameters = {
        "cells": "the cage's cells in order, as R1C1 or A1",
        "sum": "the sum of the values between its least and its greatest",
    }
    examples = (
        Example(
            "...........5.4...1....5...2........4",
            "561342234165345621126453412536653214",
            "5 R5C1 R6C1 R6C2 R5C2",
            extra_rules=("lunchbox 4 R6C5 R6C6 R5C6 R5C5", "lunchbox 0 R3C5 R2C5 R2C4 R1C4"),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.checked_number(self.sum, "the sum", minimum=0)

    def clue_text(self) -> str:
        return f"[{self.sum}]"

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if len(cells) < 2:
            raise self.rule_error(
                f"a lunchbox has two cells or more, and the one at {cells[0]} has one"
            )
        yield self.all_different_on(grid, cells)
        annotation = Annotation.deferred(self.name, _lunchbox_texts, self, cells)
        if len(cells) == grid.size:  # it has every value, so the bread is known
            yield sandwich_constraint(cells, self.sum, grid, annotation)
        elif len(cells) == 2 and self.sum:
            raise self.impossible_rule_error(
                f"the two cells at {cells[0]} have nothing between them to sum up"
            )
        else:
            yield SumBetween.unchecked(scope=cells, rule=annotation, total=self.sum)


def _lunchbox_texts(box: Lunchbox, cells: tuple[Cell, ...]) -> tuple[str, str]:
    """The words of a lunchbox over some cells."""
    between = f"what lies between the least and the greatest of {' '.join(cells)}"
    return box.label_of(cells), f"{between} sums to {box.sum}"


@dataclass(frozen=True)
class DigitalRoot(CageRule):
    """The sum of the cage, the sum of its digits, and so on to one digit, is ``root``."""

    root: int
    repeats: bool = False

    name = "digital-root"
    sentence = (
        "The digits of a cage's sum, summed again until one is left, come to the number in its "
        "corner, and no value comes twice in it."
    )
    aliases = ("digital-root-cage",)
    parameters = {
        "cells": "the cage's cells, as R1C1 or A1",
        "root": "the digit that is left, 1 to 9",
        "repeats": "whether a value may come twice in the cage",
    }
    examples = (
        Example(
            "........................3.....4..5..",
            "145263236415623154514326351642462531",
            "3 R3C6 R4C5 R4C6",
            extra_rules=(
                "digital-root 7 R4C3 R5C3 R6C3",
                "digital-root 6 R5C4 R6C4 R6C5 R6C6",
                "digital-root 9 R1C6 R2C5 R2C6",
                "digital-root 4 R2C4 R3C3 R3C4 R3C5",
            ),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.checked_number(self.root, "the root") <= 9:
            raise self.rule_error(f"the root is 1 to 9, not {self.root}")

    def clue_text(self) -> str:
        return f"DR{self.root}"

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if not self.repeats:
            yield self.all_different(grid)
        low, high = sum_bounds(grid, len(cells), repeats=self.repeats)
        if all(total % 9 != self.root % 9 for total in range(max(1, low), high + 1)):
            raise self.impossible_rule_error(
                f"the cage at {cells[0]} cannot have the root {self.root}: sums are {low} to {high}"
            )
        machine = _digital_root_automaton(self.root, grid.values, len(cells))
        annotation = self.annotation(grid, f"{' + '.join(cells)} has the digital root {self.root}")
        yield Regular(cells, machine, rule=annotation)


@lru_cache(maxsize=256)
def _digital_root_automaton(root: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of ``length`` values whose sum has this digital root."""

    def step(total: int, value: int) -> int:
        """The state is 0 until a value above 0 comes, then 1 to 9: only 0 has the root 0."""
        return (total + value - 1) % 9 + 1 if total + value else 0

    return fixed_length_automaton(values, 0, step, length, lambda total: total == root)
