"""Regular wings: a pivot and, for each of its values but z, a visible cell of two values.

The pivot has n values; n - 1 cells around the pivot, or n where the pivot lacks z itself, have
each another of these values and z.  If the pivot has the value shared with such a cell, that
cell is z; else the pivot is z.  So one of these cells is z, and every z that sees all places of
z in the wing is eliminated. Named by the number of values: WXYZ has four.

- *STUVWXYZ- and RSTUVWXYZ-wing*: eight and nine values, the pivot has z.
- *incomplete*: the pivot lacks z, from four values on (with three the wing is an XY-wing).

With a z in the pivot and up to seven values the wings are large wings of ``big_wings.py`` as
well, which ask for less: there the cells need not have two values.  The names are
SudokuStudio's (Sunnie).

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> list(find(position, frozenset({"incomplete-wxyz-wing"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True
"""A hint shows every instance."""

SIZE_BY_KEY = {
    "stuvwxyz-wing": (8, True),
    "rstuvwxyz-wing": (9, True),
    "incomplete-wxyz-wing": (4, False),
    "incomplete-vwxyz-wing": (5, False),
    "incomplete-uvwxyz-wing": (6, False),
    "incomplete-tuvwxyz-wing": (7, False),
    "incomplete-stuvwxyz-wing": (8, False),
    "incomplete-rstuvwxyz-wing": (9, False),
}
"""The number of values of each, and whether the pivot has z."""


class RegularWingDetail(NamedTuple):
    """The pivot, its pincers by the shared value, and z."""

    pivot: int
    pincers: tuple[tuple[int, int], ...]
    common_value: int

    def describe(self, step: Step) -> StepText:
        """A regular wing in words."""
        layout, names = step.layout, step.layout.cells
        z = layout.symbol(self.common_value)
        cases = [
            f"if it is {layout.symbol(value)}, {names[cell]} must be {z}"
            for value, cell in self.pincers
        ]
        mine = sum(1 << value for value, _ in self.pincers)
        all_values = mine | 1 << self.common_value
        with_z = SIZE_BY_KEY[step.key][1]
        if with_z:
            cases.append(f"otherwise it is {z} itself")
        cells = sum(1 << cell for _, cell in self.pincers)
        where = f"{layout.cell_text(1 << self.pivot)},{layout.cell_text(cells)}"
        held = phrases.value_list(layout, all_values if with_z else mine, "or")
        return StepText(
            f"{layout.value_text(all_values, '/')} in {where}",
            f"Look at {names[self.pivot]} and cells of two candidates it sees",
            f"{names[self.pivot]} is {held}: {'; '.join(cases)}. So one of these cells is {z},"
            f" and {phrases.removal_text(layout, step.eliminations)}.",
        )


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield wings by size, complete wings first."""
    for key, (size, complete) in SIZE_BY_KEY.items():
        if key in requested:
            done: set[tuple[int, int]] = set()
            for wing, eliminated in _wings(position, size, complete):
                if (wing.common_value, eliminated) not in done:
                    done.add((wing.common_value, eliminated))
                    yield _step(position, key, wing, eliminated)


def _wings(
    position: Position, size: int, complete: bool
) -> Iterator[tuple[RegularWingDetail, int]]:
    layout, values = position.layout, position.values
    for pivot, own in enumerate(values):
        if own.bit_count() != (size if complete else size - 1):
            continue
        for z in bits(own if complete else layout.all_values & ~own):
            near: dict[int, list[int]] = {value: [] for value in bits(own & ~(1 << z))}
            for cell in bits(layout.sees[pivot] & position.places_of(z)):
                other = values[cell] & ~(1 << z)
                if other.bit_count() == 1 and other & own:
                    near[other.bit_length() - 1].append(cell)
            if not all(near.values()):
                continue
            for target in bits(position.places_of(z)):
                seen = layout.sees[target]
                if target == pivot or (complete and not seen >> pivot & 1):
                    continue
                able = [[cell for cell in cells if seen >> cell & 1] for cells in near.values()]
                position.deadline.check()
                for cells in product(*able):
                    mask = sum(1 << cell for cell in cells) | (1 << pivot if complete else 0)
                    eliminated = position.places_of(z) & layout.seen_by_all(mask)
                    yield (
                        RegularWingDetail(pivot, tuple(zip(near, cells, strict=True)), z),
                        eliminated,
                    )
                    break


def _step(position: Position, key: str, wing: RegularWingDetail, eliminated: int) -> Step:
    layout, values = position.layout, position.values
    cells = [wing.pivot, *(cell for _, cell in wing.pincers)]
    pattern = sum(layout.candidates_in(1 << cell, values[cell]) for cell in cells)
    links = [
        layout.house_set(layout.houses_containing(1 << cell | 1 << wing.pivot)[0].number, value)
        for value, cell in wing.pincers
    ]
    return Step(
        key,
        layout,
        eliminations=eliminated << wing.common_value * layout.cell_count,
        pattern=pattern,
        fins=pattern & layout.all_cells << wing.common_value * layout.cell_count,
        truths=tuple(cells),
        links=tuple(dict.fromkeys(links)),
        detail=wing,
    )
