"""Rules of every square of four cells that meet in a corner.

- Rules of squares: demands on every four cells that meet in a corner.
- Global entropy: every square of four cells holds a low, a middle and a high value.
- Global modulo: every square of four cells holds all remainders of division by 3.
- Global groups: every square of four cells holds a value of each group.
- Quadro: no two by two square is all odd or all even.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from nonet.model import Annotation, AnyOf, Constraint, Count, Table
from nonet.model.annotation import UNNAMED
from nonet.puzzle.grid import SQUARE_OFFSETS, Grid
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.puzzle.rules.group_lines import checked_groups, groups_text
from nonet.puzzle.rules.path_rule import split_in_thirds


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
