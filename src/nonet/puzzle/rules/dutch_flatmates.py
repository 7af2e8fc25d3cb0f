"""Dutch flatmates: the middle value lives below the least or above the greatest."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import Annotation, AnyOf, Constraint, Count
from nonet.puzzle.grid import Grid, place
from nonet.puzzle.grid_descriptions import grid_of
from nonet.puzzle.rules.base import Example, PuzzleRule


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
