"""Lines with sums: arrows, lines that fall into pieces of one sum, pieces of equal sums in boxes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from nonet.errors import quantity
from nonet.model import Annotation, AnyOf, Automaton, Constraint, EqualSums, Linear, Regular
from nonet.model.constraints.regular import fixed_length_automaton
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.rules.base import Example, LineRule, PuzzleRule, are_adjacent
from nonet.puzzle.rules.cell_modifiers import has_modifiers, modified_sum
from nonet.puzzle.rules.classic_units import Boxes
from nonet.puzzle.rules.lines import PathRule
from nonet.render.drawing import Bulb, Decoration, Line, Text


@dataclass(frozen=True)
class Arrow(PuzzleRule):
    """The values in ``cells`` add up to the number that the ``bulb`` holds.

    A bulb of two or three cells (a pill) holds a number of as many digits, read from
    the top and from the left.  The arrow leaves from a cell of its bulb.
    """

    bulb: tuple[Cell, ...]
    cells: tuple[Cell, ...]

    name = "arrow"
    sentence = (
        "The values along an arrow add up to the number in its bulb; a long bulb is read as "
        "one number, from the top and from the left."
    )
    aliases = ("pill-arrow",)
    entry = "path"
    parameters = {
        "bulb": "the cell of the bulb, or its 2 or 3 cells",
        "cells": "the cells along the arrow in order, without the bulb",
    }
    examples = (
        Example(
            "..1..3.........4......1......6...2..",
            "421563536124615432243615152346364251",
            "R3C1 | R3C2 R2C2 R1C2",
        ),
        Example(
            ".......3.2....1..6...........1.5..2.",
            "215463436215321546564132642351153624",
            "R3C2 R3C3 | R3C4 R2C3 R1C2 R1C3 R1C4",
        ),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "bulb", self.checked_names(self.bulb, "bulb"))
        object.__setattr__(self, "cells", self.checked_names(self.cells))
        if len(self.bulb) > 3:
            raise self.rule_error(f"a bulb has 1 to 3 cells, not {len(self.bulb)}")

    def bulb_and_shaft(self, grid: Grid) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """Return the bulb, in reading order, and the shaft with the bulb cell that it leaves."""
        both = self.checked_cells(grid, (*self.bulb, *self.cells))
        bulb, shaft = sorted(both[: len(self.bulb)], key=place), both[len(self.bulb) :]
        for cell, other in itertools.pairwise(bulb):
            if not are_adjacent(cell, other, diagonally=False):
                raise self.rule_error(f"{cell} and {other} are not a bulb: they share no edge")
        next_bulb = next(
            (cell for cell in both[: len(bulb)][::-1] if are_adjacent(cell, shaft[0])), None
        )
        if next_bulb is None:
            raise self.rule_error(
                f"the arrow at {shaft[0]} does not leave from its bulb at {bulb[0]}"
            )
        for current, next_cell in itertools.pairwise(shaft):
            if not are_adjacent(current, next_cell):
                raise self.rule_error(
                    f"the arrow jumps from {current} to {next_cell}: its cells must touch"
                )
        return tuple(bulb), (next_bulb, *shaft)

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        bulb, (_, *shaft) = self.bulb_and_shaft(grid)
        read = bulb[0] if len(bulb) == 1 else f"the number in {' '.join(bulb)}"
        sentence = f"{' + '.join(shaft)} = {read}"
        annotation = Annotation("arrow", f"arrow {bulb[0]}-{shaft[-1]}", sentence)
        digits = [-(10**power) for power in reversed(range(len(bulb)))]
        weights = *(1 for _ in shaft), *digits
        scope = *shaft, *bulb
        if len(bulb) > 1 and has_modifiers(rules):
            raise self.rule_error(
                "a bulb of several cells is read as written: no cell may count otherwise"
            )
        scope, weights, _ = modified_sum(scope, weights, 0, rules)
        yield Linear.unchecked(
            scope=scope, rule=annotation, coefficients=weights, op="==", constant=0
        )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        bulb, shaft = self.bulb_and_shaft(grid)
        yield Bulb(tuple(map(place, bulb)), filled=False)
        label = f"arrow {bulb[0]}-{shaft[-1]}"
        yield Line(tuple(map(place, shaft)), label, width=0.04, head=True)


class DoubleArrow(PathRule):
    """The values between the two ends add up to the sum of the two ends."""

    name = "double-arrow"
    sentence = (
        "The values between the two bulbs of a double arrow add up to the sum of those in them."
    )
    parameters = {"cells": "the cells in order, from bulb to bulb"}
    tint = "grey"
    ends = "bulbs"
    examples = (
        Example(
            ".....1..3..26...3.1...............4.",
            "462351513462625134134526346215251643",
            "R5C4 R6C5 R6C6 R5C5 R4C6",
        ),
    )
    min_cells = 3

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        first, *middle, last = cells = self.located(grid)
        sentence = f"{' + '.join(middle)} = {first} + {last}"
        coefficients = (1, *(-1 for _ in middle), 1)
        yield Linear(cells, coefficients, "==", 0, rule=self.annotation(cells, sentence))


MAX_SINGLE_AUTOMATON_LOOP = 20
"""Cells of a loop up to which one automaton suffices; larger: one for each way to cut."""

PieceSums = tuple[tuple[int, int], ...]
"""For each possible cut of a loop, given by the sum of the first piece before the cut: the sum of
the current piece.
"""


@dataclass(frozen=True)
class SumLine(LineRule):
    """Every cell is in exactly one piece of neighbours on the line; values may repeat.

    A ``loop`` has no end: a piece may reach over from its last cell to its first.
    """

    sum: int = 10
    loop: bool = False

    name = "sum-line"
    sentence = "The line falls into pieces, and the values of each have the sum."
    aliases = ("ten-line", "10-line")
    parameters = {
        "sum": "the sum of every piece",
        "loop": "whether the line is closed: its last cell is followed by its first",
    }
    examples = (
        Example(
            "......................5...........4.",
            "412563563124625431341256234615156342",
            "7 R1C3 R1C2 R1C1 R2C1 R3C2",
            extra_rules=(
                "sum-line 7 R2C6 R1C6 R1C5 R2C4 R3C3 R4C4",
                "sum-line 7 R6C2 R5C1 R4C1 R5C2 R6C1",
            ),
        ),
    )

    minimums = {"sum": 1}

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        if self.loop and (len(cells) < 3 or not are_adjacent(cells[0], cells[-1])):
            raise self.rule_error(
                f"the loop at {cells[0]} is not closed: {cells[-1]} does not touch it"
            )
        if self.sum > grid.values[-1] * len(cells):
            raise self.impossible_rule_error(
                f"the {quantity(len(cells), 'cell')} at {cells[0]} cannot sum to {self.sum}"
            )
        annotation = Annotation(
            self.name,
            f"sum line of {self.sum} from {cells[0]} to {cells[-1]}",
            f"{' '.join(cells)} fall into pieces of sum {self.sum}",
        )
        cuts = range(self.sum) if self.loop else range(1)
        if self.loop and len(cells) > MAX_SINGLE_AUTOMATON_LOOP:
            starts: list[PieceSums] = [((cut, cut),) for cut in cuts]
        else:
            starts = [tuple((cut, cut) for cut in cuts)]
        machines = [_automaton(start, self.sum, grid.values, len(cells)) for start in starts]
        ways = tuple((Regular(cells, machine, rule=annotation),) for machine in machines)
        yield ways[0][0] if len(ways) == 1 else AnyOf(ways, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        places = tuple(map(place, self.located(grid)))
        yield Line((*places, places[0]) if self.loop else places, self.name, tint="orange")
        if self.sum != 10:
            yield Text((places[0],), str(self.sum), "corner")


@lru_cache(maxsize=256)
def _automaton(start: PieceSums, total: int, values: tuple[int, ...], length: int) -> Automaton:
    """Return the automaton of ``length`` cells that split into pieces of sum ``total``."""

    def step(alive: PieceSums, value: int) -> PieceSums | None:
        extended = [(cut, piece + value) for cut, piece in alive if piece + value <= total]
        return tuple((cut, piece % total) for cut, piece in extended) or None

    return fixed_length_automaton(values, start, step, length, _is_closed)


def _is_closed(alive: PieceSums) -> bool:
    return any(cut == piece for cut, piece in alive)


@dataclass(frozen=True)
class RegionSumLine(LineRule):
    """The line is cut wherever the line crosses a border of regions, of boxes or of a jigsaw.

    A region that the line visits twice has two pieces, which with ``visits_together`` count as one
    piece, an option of SudokuMaker.  Values may repeat.
    """

    visits_together: bool = False

    name = "region-sum-line"
    sentence = "The values on the line have the same sum in each box it runs through."
    aliases = ("box-sum-line",)
    parameters = {
        "cells": "the line's cells in order, as R1C1 or A1",
        "visits_together": "whether several visits to a box have that sum together",
    }
    examples = (
        Example(
            ".....1...4...........1...12.........",
            "654321123456241563365142412635536214",
            "R3C6 R3C5 R2C6 R1C5 R1C6",
            extra_rules=(
                "region-sum-line R3C2 R3C3 R3C4 R2C3 R2C2",
                "region-sum-line R3C1 R4C2 R5C2 R5C1 R6C2",
            ),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return self.constraints_among(grid, (Boxes(),))

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        cells = self.located(grid)
        walls = [rule for rule in rules if type(rule).regions is not PuzzleRule.regions]
        region = (
            _box_numbers(grid) if set(map(type, walls)) == {Boxes} else _region_numbers(grid, walls)
        )
        pieces = [tuple(piece) for _, piece in groupby(cells, key=region.get)]
        if self.visits_together:
            visited: dict[int | None, list[Cell]] = {}
            for cell in cells:
                visited.setdefault(region.get(cell), []).append(cell)
            pieces = [tuple(piece) for piece in visited.values()]
        if len(pieces) < 2:
            raise self.rule_error(
                f"the line from {cells[0]} to {cells[-1]} crosses no border of boxes"
            )
        label = f"region sum line {pieces[0][0]}-{pieces[-1][-1]}"
        annotation = Annotation(self.name, label, " = ".join(map(" + ".join, pieces)))
        yield EqualSums(tuple(pieces), rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Line(tuple(map(place, self.located(grid))), self.name, tint="blue")


def _region_numbers(grid: Grid, walls: Iterable[PuzzleRule]) -> dict[Cell, int]:
    """Return the number of each cell's region, by the first rule whose regions hold the cell."""
    region: dict[Cell, int] = {}
    for number, cells_of_region in enumerate(each for rule in walls for each in rule.regions(grid)):
        for cell in cells_of_region:
            region.setdefault(cell, number)
    return region


@lru_cache(maxsize=16)
def _box_numbers(grid: Grid) -> dict[Cell, int]:
    """Return the number of each cell's box, cached: most lines are in grids with plain boxes."""
    return _region_numbers(grid, (Boxes(),))
