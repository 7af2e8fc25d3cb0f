"""Cages with clues about sums or about the values inside, and the cages of KenKen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Literal

from nonet.errors import PuzzleError, quantity
from nonet.model import (
    Annotation,
    Automaton,
    Constraint,
    Count,
    EnclosedSum,
    Linear,
    Regular,
    SumBetween,
)
from nonet.model.constraints.regular import build_automaton, fixed_length_automaton
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example, value_count
from nonet.puzzle.rules.killer import CageRule, sum_bounds
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
            raise self.rule_error(
                f"{quantity(len(self.cells), 'cell')} and {quantity(len(numbers), 'coefficient')}"
            )
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

    minimums = {"sum": 1}

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

    minimums = {"sum": 0}

    def clue_text(self) -> str:
        return f"[{self.sum}]"

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if len(cells) < 2:
            raise self.rule_error(
                f"a lunchbox has two cells or more, and the one at {cells[0]} has one"
            )
        yield self.all_different_on(grid, cells)
        between = f"what lies between the least and the greatest of {' '.join(cells)}"
        sentence = f"{between} sums to {self.sum}"
        annotation = Annotation(self.name, self.label_of(cells), sentence)
        if len(cells) == grid.size:  # it has every value, so the bread is known
            yield EnclosedSum(cells, (grid.values[0], grid.values[-1]), self.sum, rule=annotation)
        elif len(cells) == 2 and self.sum:
            raise self.impossible_rule_error(
                f"the two cells at {cells[0]} have nothing between them to sum up"
            )
        else:
            yield SumBetween.unchecked(scope=cells, rule=annotation, total=self.sum)


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


@dataclass(frozen=True)
class Contains(CageRule):
    """A value listed twice is there at least twice; ``exactly``, as often as listed."""

    values: tuple[int, ...]
    exactly: bool = False

    name = "contains"
    sentence = "The cells of a cage hold the values in its corner, beside others."
    aliases = ("contain",)
    parameters = {
        "cells": "the cells, as R1C1 or A1",
        "values": "the values that are among them",
        "exactly": "whether each occurs as often as it is listed, and not more often",
    }
    examples = (
        Example(
            ".....6..6................2.46..3....",
            "352146416352543621261534125463634215",
            "1 4 R1C4 R1C5 R1C6",
            extra_rules=(
                "contains 2 5 R4C4 R5C4 R6C4",
                "contains 2 5 R3C1 R4C1 R4C2",
                "contains 3 5 R4C6 R5C6 R6C6",
            ),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        values = self.checked_numbers(self.values, "a value")
        if not values:
            raise self.rule_error("it needs at least one value")
        object.__setattr__(self, "values", tuple(sorted(values)))

    def clue_text(self) -> str:
        return ("!" if self.exactly else "") + " ".join(map(str, self.values))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if len(self.values) > len(cells):
            raise self.impossible_rule_error(
                f"the cage at {cells[0]} has {quantity(len(cells), 'cell')} "
                f"for {quantity(len(self.values), 'value')}"
            )
        for value, number in Counter(self.values).items():
            if value not in grid.values:
                raise self.impossible_rule_error(
                    f"the cage at {cells[0]} names {value}, which is not a value of the grid"
                )
            often = f"{'exactly' if self.exactly else 'at least'} {number}"
            annotation = Annotation(
                self.name,
                f"{self.label(grid)}: {value}",
                f"{often} of {' '.join(cells)} hold{'s' if number == 1 else ''} {value}",
            )
            yield Count(
                cells, frozenset([value]), "==" if self.exactly else ">=", number, rule=annotation
            )


@dataclass(frozen=True)
class LookAndSay(CageRule):
    """``counts`` is read in pairs: 1 2 2 3 says one 2 and two 3s, neither more nor fewer.

    Values that are not said may be in the cage as well.
    """

    counts: tuple[int, ...]

    name = "look-and-say"
    sentence = (
        "A cage holds exactly what its corner says: 1223 is one 2 and two 3s, beside other values."
    )
    aliases = ("look-and-say-cage",)
    parameters = {
        "cells": "the cage's cells, as R1C1 or A1",
        "counts": "how many, which value, how many, which value and so on",
    }
    examples = (
        Example(
            "..........4........5....5..4...2....",
            "642315135246214563356124561432423651",
            "1 2 1 5 R1C6 R2C4 R2C5 R2C6",
            extra_rules=(
                "look-and-say 1 4 1 6 R5C4 R6C2 R6C3 R6C4",
                "look-and-say 2 1 1 6 R4C2 R4C3 R4C4 R5C3",
                "look-and-say 1 1 2 2 R4C5 R4C6 R5C6 R6C6",
            ),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        counts = self.checked_numbers(self.counts, "a count or a value", minimum=0)
        if not counts or len(counts) % 2:
            raise self.rule_error(f"counts come in pairs, how many and which, not {counts!r}")
        digits = counts[1::2]
        if len(set(digits)) < len(digits):
            raise self.rule_error(f"a value is said twice in {' '.join(map(str, counts))}")
        object.__setattr__(self, "counts", counts)

    def clue_text(self) -> str:
        small = all(number < 10 for number in self.counts)
        return ("" if small else " ").join(map(str, self.counts))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        pairs = list(zip(self.counts[::2], self.counts[1::2], strict=True))
        if sum(number for number, _ in pairs) > len(cells):
            raise self.impossible_rule_error(
                f"the cage at {cells[0]} has only {quantity(len(cells), 'cell')}: {self.clue_text()}"
            )
        for number, value in pairs:
            if value not in grid.values:
                raise self.impossible_rule_error(
                    f"the cage at {cells[0]} names {value}, which is not a value of the grid"
                )
            annotation = Annotation(
                self.name,
                f"{self.label(grid)}: {number} of {value}",
                f"{number} of {' '.join(cells)} hold{'s' if number == 1 else ''} {value}",
            )
            yield value_count(cells, value, "==", number, annotation)


class EqualityCage(CageRule):
    """The lower half of the values is low, the upper half high; the middle value of an odd number
    (5 in a 9x9) is neither and does not occur in the cage.  No value comes twice in the cage.
    """

    name = "equality-cage"
    sentence = (
        "A cage has as many even values as odd ones and as many low as high; the value in the "
        "middle is not in it, and no value comes twice."
    )
    aliases = ("equality",)
    examples = (
        Example(
            ".3.5....6.......13....2.........1...",
            "432561516342625413143625254136361254",
            "R3C2 R3C3 R4C2 R4C3",
            extra_rules=("equality-cage R5C4 R6C4 R6C5 R6C6", "equality-cage R3C1 R4C1 R5C1 R5C2"),
        ),
    )

    def clue_text(self) -> str:
        return "="

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if len(cells) % 2:
            raise self.impossible_rule_error(
                f"the cage at {cells[0]} has {quantity(len(cells), 'cell')}: an odd number has no halves"
            )
        yield self.all_different(grid)
        half, label = len(cells) // 2, self.label(grid)
        low = grid.values[: grid.size // 2]
        high = grid.values[grid.size - grid.size // 2 :]
        even = [value for value in grid.values if value % 2 == 0]
        odd = [value for value in grid.values if value % 2]
        sorts = (("even", even), ("odd", odd), ("low", low), ("high", high))
        for word, values in sorts:
            annotation = Annotation(
                self.name,
                f"{label}: {word}",
                f"{half} of {' '.join(cells)} hold{'s' if half == 1 else ''} {word} values",
            )
            yield Count(cells, frozenset(values), "==", half, rule=annotation)


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
        usual = {"x": "*", "\u00d7": "*", "\u00f7": "/", ":": "/", "\u2212": "-"}
        object.__setattr__(self, "operation", usual.get(self.operation, self.operation))
        super().__post_init__()
        self.checked_number(self.result, "the result", minimum=1 if self.operation == "/" else 0)

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
