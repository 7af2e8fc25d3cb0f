"""Gurth's symmetrical placement: a puzzle that is its own image has a solution that is.

Turn or mirror the grid, and rename the values.  If the image has the same givens, the image of
a solution is a solution, and where there is only one, the same solution.  So a cell that is its
own image holds a value that is renamed to itself, and of a cell and its image each holds the
renamed value of the other.

The symmetry must map every house to a house; another constraint makes the symmetry unusable. A
value without a given is renamed to itself. Source: Gurth, "Symmetrical placement", Players'
forum, 2006.

>>> from nonet.puzzle import Grid, Puzzle
>>> clues = {"R1C1": 1, "R4C4": 1, "R1C2": 2, "R2C1": 3, "R4C3": 2, "R3C4": 3}
>>> [name for name, *_ in symmetries(Position.of(Puzzle(Grid.square(4), clues)))]
['a half turn', 'the diagonal from the top left', 'the diagonal from the top right']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

KEY = "gurth-symmetrical-placement"

CellMap = Callable[[int, int, int], tuple[int, int]]

CELL_MAPS: dict[str, CellMap] = {
    "a half turn": lambda row, column, last: (last - row, last - column),
    "the diagonal from the top left": lambda row, column, last: (column, row),
    "the diagonal from the top right": lambda row, column, last: (last - column, last - row),
    "a quarter turn": lambda row, column, last: (column, last - row),
}
"""Where each symmetry takes a cell of a square grid."""

Symmetry = tuple[str, tuple[int, ...], tuple[int, ...]]
"""The name, the image of each cell, and the new name of each value."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """A step for each symmetry of the givens."""
    if KEY in requested:
        for symmetry in symmetries(position):
            eliminated = _eliminations(position, symmetry)
            if eliminated:
                yield _step(position, symmetry, eliminated)


def symmetries(position: Position) -> Iterator[Symmetry]:
    """The symmetries of the givens."""
    layout = position.layout
    value_of = {c % layout.cell_count: c // layout.cell_count for c in bits(position.givens)}
    if not value_of or position.candidates_are_clues:
        return
    for name, image in _layout_symmetries(layout):
        renamed: dict[int, int] = {}
        if all(
            image[cell] in value_of
            and renamed.setdefault(value, value_of[image[cell]]) == value_of[image[cell]]
            for cell, value in value_of.items()
        ):
            for value in range(layout.value_count):
                renamed.setdefault(value, value)
            if len(set(renamed.values())) == layout.value_count:
                yield name, image, tuple(renamed[value] for value in range(layout.value_count))


@lru_cache(maxsize=16)
def _layout_symmetries(layout: Layout) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The symmetries of a layout, with the image of each cell."""
    places = layout.grid_positions
    if len(places) < len(layout.cells) or layout.other_constraints or _has_restricted_cells(layout):
        return ()
    last = max(max(place) for place in places.values())
    number = {place: cell for cell, place in places.items()}
    houses = {house.cells for house in layout.houses}
    symmetries = []
    for name, where in CELL_MAPS.items():
        image = [
            number.get(where(row, column, last), -1)
            for row, column in (places[cell] for cell in range(len(places)))
        ]
        if min(image) >= 0 and houses == {
            sum(1 << image[cell] for cell in house.cell_numbers) for house in layout.houses
        }:
            symmetries.append((name, tuple(image)))
    return tuple(symmetries)


def _has_restricted_cells(layout: Layout) -> bool:
    return any(len(layout.structure.domains[cell]) != layout.value_count for cell in layout.cells)


def _eliminations(position: Position, symmetry: Symmetry) -> int:
    layout, (_, image, renamed) = position.layout, symmetry
    alive, eliminated = position.open | position.placed, 0
    for candidate in bits(position.open):
        value, cell = divmod(candidate, layout.cell_count)
        image_cell, other = image[cell], renamed[value]
        possible = alive >> other * layout.cell_count + image_cell & 1
        if not possible or (image_cell == cell and other != value):
            eliminated |= 1 << candidate
    return eliminated


def _step(position: Position, symmetry: Symmetry, eliminated: int) -> Step:
    layout, (_, image, renamed) = position.layout, symmetry
    own = sum(1 << cell for cell, image_cell in enumerate(image) if image_cell == cell)
    fixed_values = sum(1 << value for value, other in enumerate(renamed) if value == other)
    return Step(
        KEY,
        layout,
        eliminations=eliminated,
        pattern=layout.candidates_in(own, fixed_values) & position.open,
        truths=tuple(bits(own)),
        deadly_cells=own,
        detail=SymmetryDetail(symmetry),
    )


class SymmetryDetail(NamedTuple):
    """The symmetry."""

    symmetry: Symmetry

    def describe(self, step: Step) -> StepText:
        """A symmetrical placement in words."""
        layout, (name, image, renamed) = step.layout, self.symmetry
        pairs, same = [], []
        for value, other in enumerate(renamed):
            symbol, to = layout.symbol(value), layout.symbol(other)
            if value == other:
                same.append(symbol)
            elif renamed[other] != value:
                pairs.append(f"{symbol} for {to}")
            elif value < other:
                pairs.append(f"{symbol} and {to} for each other")
        swapped = phrases.joined_words(pairs) if pairs else "no value for another"
        fixed = sum(1 << cell for cell, image_cell in enumerate(image) if image_cell == cell)
        middle = ""
        if fixed:
            own = "is its own image" if fixed.bit_count() == 1 else "are their own images"
            middle = (
                f" {phrases.cell_list(layout, fixed)} {own}, and can only be what is not renamed:"
            )
            middle += f" {phrases.joined_words(same, 'or')}." if same else " nothing."
        return StepText(
            f"{name}, {swapped}",
            "Look at the givens: is the puzzle its own image?",
            f"With {name} and {swapped} the givens are turned into themselves, so the solution, as"
            f" there is only one, is as well.{middle} No cell can be what its image cannot:"
            f" {phrases.removal_text(layout, step.eliminations)}.",
        )
