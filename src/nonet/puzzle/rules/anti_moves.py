"""Rules that cells a move of chess, or some steps, apart differ; queens, and neighbours below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Annotation, AnyOf, Constraint, Count
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.grid_descriptions import grid_of
from nonet.puzzle.rules.base import Example, PuzzleRule, move_constraints

_KING_OFFSETS = ((0, 1), (1, -1), (1, 0), (1, 1))
"""Half of the moves, as (rows down, columns right): the other half is the same pairs."""


class AntiKing(PuzzleRule):
    """Every pair of cells a king's move of chess apart, on the whole canvas.

    Neighbours in a row or column count too, so the rule means the same without the rules ``rows``
    and ``columns``.
    """

    name = "anti-king"
    sentence = "Cells a king's move apart hold different values."
    aliases = ("antiking", "king", "kings-move")
    examples = (
        Example("...................625...3.......1..", "251346346251513462462513134625625134"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return move_constraints(grid, _KING_OFFSETS, "king")


_KNIGHT_OFFSETS = ((1, -2), (1, 2), (2, -1), (2, 1))
"""Half of the moves, as (rows down, columns right): the other half is the same pairs."""


class AntiKnight(PuzzleRule):
    """Every pair of cells a knight's move of chess apart, on the whole canvas."""

    name = "anti-knight"
    sentence = "Cells a knight's move apart hold different values."
    aliases = ("antiknight", "knight", "knights-move")
    examples = (Example(".....34......2..", "2431134231244213"),)

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        return move_constraints(grid, _KNIGHT_OFFSETS, "knight")


class AntiTaxicab(PuzzleRule):
    """Two cells that are ``n`` steps along rows and columns apart do not both hold ``n``."""

    name = "anti-taxicab"
    sentence = (
        "Two cells with the same value are never that many steps along rows and columns apart."
    )
    aliases = ("antitaxicab", "taxicab")
    examples = (
        Example("....23.1..4.2...5..5.2.16...1.12.4..", "564123312546231654456231645312123465"),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for cell in grid.cells:
            for distance in (value for value in grid.values if value > 0):
                steps = [(0, distance)]
                steps += [
                    (d, r) for d in range(1, distance + 1) for r in {distance - d, d - distance}
                ]
                for other in grid.cells_at_offsets(cell, steps):
                    label = f"taxicab {cell}-{other}"
                    far = "a step" if distance == 1 else f"{distance} steps"
                    sentence = f"{cell} and {other} are {far} apart: not both {distance}"
                    annotation = Annotation("anti-taxicab", label, sentence)
                    yield Count((cell, other), frozenset((distance,)), "<=", 1, rule=annotation)


class Queens(PuzzleRule):
    """For grids of the values 0 and 1, where 1 is a queen; clues are queens placed already.

    Completing a board is NP-complete: Gent, Jefferson and Nightingale, "Complexity of
    n-Queens completion", JAIR 59, 2017.
    """

    name = "queens"
    sentence = "One queen (1) stands in every row and column, and no two on a diagonal."
    aliases = ("n-queens", "queens-completion")
    replaces = "rows columns boxes"
    examples = (
        Example(
            "....0......0.......0................",
            "010000000100000001100000001000000010",
            omitted_rules=("rows", "columns", "boxes"),
            grid=grid_of("6 values 0-1 box none"),
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        if grid.values != (0, 1):
            raise self.rule_error("a grid of the values 0 and 1")
        if grid.height != grid.width or len(grid.cells) != grid.height * grid.width:
            raise self.rule_error(
                f"a square board, not {grid.height} rows and {grid.width} columns"
            )
        lines: dict[tuple[str, int], list[Cell]] = {}
        for cell in grid.cells:
            row, column = place(cell)
            for kind, number in (
                ("row", row + 1),
                ("column", column + 1),
                ("falling diagonal", column - row),
                ("rising diagonal", column + row + 1),
            ):
                lines.setdefault((kind, number), []).append(cell)
        queen = frozenset((1,))
        for (kind, number), cells in lines.items():
            if kind in ("row", "column"):
                label = f"{kind} {number}"
                annotation = Annotation("queens", label, f"one queen in {label}")
                yield Count(tuple(cells), queen, "==", 1, rule=annotation)
            elif len(cells) > 1:
                label = f"{kind} {cells[0]}-{cells[-1]}"
                annotation = Annotation("queens", label, f"one queen at most on the {label}")
                yield Count(tuple(cells), queen, "<=", 1, rule=annotation)


@dataclass(frozen=True)
class Leap(PuzzleRule):
    """Cells ``far`` and ``wide`` lines apart, in any of the eight directions, differ.

    A knight is the leaper of 1 and 2, a camel of 1 and 3, a zebra of 2 and 3, a giraffe of 1 and 4.
    """

    steps: tuple[int, ...]

    name = "leap"
    sentence = "Cells the given leap apart, in any direction, hold different values."
    aliases = ("leaper", "anti-leap")
    parameters = {
        "steps": "how many lines a leap goes one way and how many across: 1 3; several: 1 3 2 2"
    }
    examples = (
        Example(
            "....41..5.6...1............4......2.", "632541415263321654546132263415154326", "1 3"
        ),
    )

    def __post_init__(self) -> None:
        if not isinstance(self.steps, tuple) or not self.steps or len(self.steps) % 2:
            raise self.rule_error(f"a leap is two numbers, as 1 3 is; not {self.steps!r}")
        for step in self.steps:
            self.checked_number(step, "a step", minimum=0)
        if (0, 0) in self.leap_pairs():
            raise self.rule_error("a leap of 0 and 0 goes nowhere")

    def leap_pairs(self) -> tuple[tuple[int, int], ...]:
        """The leaps, each as its two numbers."""
        return tuple(zip(self.steps[::2], self.steps[1::2], strict=True))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        half = {
            step: None
            for far, wide in self.leap_pairs()
            for down, right in ((far, wide), (wide, far))
            for step in ((down, right), (down, -right))
        }
        # of two opposite steps, which part the same pairs, one is kept
        half_steps = sorted({max(step, (-step[0], -step[1])) for step in half})
        return move_constraints(grid, half_steps, "leaper")


class DutchFlatmates(PuzzleRule):
    """Of the values 1 to 9: every 5 has a 1 directly above or a 9 directly below."""

    name = "dutch-flatmates"
    sentence = (
        "The middle value (5 of 1-9) has the least directly above it, the greatest directly "
        "below it, or both."
    )
    aliases = ("dutch-flatmate", "flatmates")
    examples = (
        Example(
            "2...........5....13.....4", "2345115243345124213551324", grid=grid_of("5 box none")
        ),
    )

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        middle, remainder = divmod(len(grid.values), 2)
        if not remainder:
            raise self.rule_error(
                f"a middle value needs an odd number of values, and the grid has {2 * middle}"
            )
        value, least, greatest = (grid.values[at] for at in (middle, 0, -1))
        for cell in grid.cells:
            row, column = place(cell)
            groups: list[tuple[Constraint, ...]] = [(_value_occurs(cell, value, 0),)]
            mates = []
            for down, other in ((-1, least), (1, greatest)):
                neighbour = grid.cell_at(row + down, column)
                if neighbour is not None:
                    groups.append((_value_occurs(neighbour, other, 1),))
                    mates.append(f"{neighbour} is {other}")
            sentence = f"where {cell} is {value}, {' or '.join(mates)}"
            annotation = Annotation("dutch flatmates", f"flatmates of {cell}", sentence)
            yield AnyOf(tuple(groups), rule=annotation)


def _value_occurs(cell: str, value: int, times: int) -> Count:
    return Count((cell,), frozenset((value,)), "==", times)
