"""Almost hidden sets: n values of a house with n + 1 cells to be in, and the XZ-rule for two.

If one of its cells holds another value, an almost hidden set has its values in the other cells:
these hold nothing else.  Two such sets of different houses are linked by a common cell x that
holds no value of both: one of the sets must do without x.  So common consequences of both cases
hold: above all, another common cell loses its values that are in neither set.  If a second
common cell links the sets as well (*doubly linked*), each set must do without one of the two
cells and use all its other cells: these hold values of their set alone, and the two cells
values of both.

The rule is the ALS-XZ rule of almost locked sets with values and cells exchanged. Source:
StrmCkr, "Almost hidden set - xz rule", Players' forum, 2015.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1}))
>>> hidden = almost_hidden_sets(position)
>>> len(hidden), position.layout.cell_text(hidden[0].cells)
(49, 'r2c34')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, bits
from nonet.techniques.catalogue import SMALL
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MAX_VALUES = 4
"""The most values of a set."""


class AlmostHiddenSet(NamedTuple):
    """An almost hidden set: its house, its values and its cells, as masks."""

    house: House
    values: int
    cells: int


def max_cells(_: str) -> int:
    """The cells of the largest puzzle that almost hidden sets are searched in."""
    return SMALL


def almost_hidden_sets(position: Position) -> list[AlmostHiddenSet]:
    """The almost hidden sets of each complete house, fewest values first."""
    layout = position.layout
    results = []
    for house in layout.complete_houses:
        held = layout.house_candidates[house.number]
        results += [
            AlmostHiddenSet(house, values, cells)
            for values, cells in position.path_cached(
                _hidden_sets_of_house, house.number, position.open & held
            )
        ]
    return sorted(
        results, key=lambda first: (first.values.bit_count(), first.house.number, first.values)
    )


def _hidden_sets_of_house(position: Position, number: int, _: int) -> list[tuple[int, int]]:
    house = position.layout.houses[number]
    places = [
        (1 << value, cells)
        for value in bits(house.values)
        if (cells := position.places_of(value) & house.cells)
    ]
    results: list[tuple[int, int]] = []
    todo = [(0, 0, 0)]
    while todo:
        start, values, cells = todo.pop()
        size = values.bit_count()
        if size and cells.bit_count() == size + 1:
            results.append((values, cells))
        if size < MAX_VALUES:
            for number, (value, where) in enumerate(places[start:], start + 1):
                all_cells = cells | where
                if all_cells.bit_count() <= MAX_VALUES + 1:
                    todo.append((number, values | value, all_cells))
    return results


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield pairs of linked sets, sets with few values first; each conclusion once."""
    layout, sets = position.layout, almost_hidden_sets(position)
    done: set[int] = set()
    at: list[list[int]] = [[] for _ in range(layout.cell_count)]
    for number, first in enumerate(sets):
        position.deadline.check()
        partners = {other for cell in bits(first.cells) for other in at[cell]}
        for cell in bits(first.cells):
            at[cell].append(number)
        for other in sorted(partners):
            two = sets[other]
            both = first.cells & two.cells
            if not both & both - 1 or first.house is two.house:
                continue
            if first.values.bit_count() + two.values.bit_count() < 3:
                continue  # two strong links: a chain of one value each
            alike = first.values & two.values
            linked = both & ~position.layout.cells_of(
                position.open & layout.candidates_in(both, alike)
            )
            for pair in _linked_pair(position, first, two, linked):
                eliminated = pair.eliminations
                if eliminated and eliminated not in done:
                    done.add(eliminated)
                    yield _step(position, pair)


class LinkedHiddenSets(NamedTuple):
    """Two sets, the cells that link the sets (one or two), and the eliminations."""

    first: AlmostHiddenSet
    second: AlmostHiddenSet
    link_cells: int
    eliminations: int

    def describe(self, step: Step) -> StepText:
        """Two linked sets in words."""
        layout = step.layout
        parts, notes = [], []
        for name, hidden in (("A", self.first), ("B", self.second)):
            digits = phrases.value_list(layout, hidden.values)
            cells = phrases.cell_list(layout, hidden.cells)
            have = "has" if hidden.values.bit_count() == 1 else "have"
            parts.append(f"In {hidden.house.name}, {digits} {have} only {cells} to be in.")
            notes.append(
                f"{name}={layout.value_text(hidden.values)} in {layout.cell_text(hidden.cells)}"
                f" ({hidden.house.short_name})"
            )
        shared = [layout.display_names[cell] for cell in bits(self.link_cells)]
        removal = phrases.removal_text(layout, step.eliminations)
        if len(shared) == 1:
            then = (
                f"{shared[0]} cannot serve both. Where it holds something else, the other cells of"
                " that house hold the values named and nothing else. Whichever house that is,"
                f" {removal}."
            )
        else:
            then = (
                f"Neither {shared[0]} nor {shared[1]} can serve both, and each house can spare one"
                " cell: so one of the two serves the one house, the other the other, and their"
                f" other cells hold the values named and nothing else: {removal}."
            )
        houses = f"{self.first.house.name} and {self.second.house.name}"
        return StepText(
            f"{', '.join(notes)}, X={layout.cell_text(self.link_cells)}",
            f"Look at where {houses} cross",
            f"{' '.join(parts)} {then}",
        )


def _linked_pair(
    position: Position, first: AlmostHiddenSet, second: AlmostHiddenSet, linked: int
) -> Iterator[LinkedHiddenSets]:
    """Yield the eliminations of two sets: by two links if possible, or else by the single link."""
    cells = list(bits(linked))
    if len(cells) == 2:
        this, that = cells
        eliminated = _eliminations_without(position, first, this) | _eliminations_without(
            position, second, that
        )
        eliminated &= _eliminations_without(position, first, that) | _eliminations_without(
            position, second, this
        )
        yield LinkedHiddenSets(first, second, linked, eliminated & position.open)
    for cell in cells if len(cells) == 1 else ():
        eliminated = _eliminations_without(position, first, cell) & _eliminations_without(
            position, second, cell
        )
        yield LinkedHiddenSets(first, second, linked, eliminated & position.open)


def _eliminations_without(position: Position, hidden: AlmostHiddenSet, cell: int) -> int:
    """Return the eliminations if a set must do without a cell: other values in the remaining
    cells, and the candidates excluded from there.
    """
    layout = position.layout
    remaining = hidden.cells & ~(1 << cell)
    eliminated = layout.candidates_in(remaining, layout.all_values & ~hidden.values)
    eliminated |= layout.candidates_in(1 << cell, hidden.values)
    for value in bits(hidden.values):
        places = position.places_of(value) & remaining
        eliminated |= layout.seen_by_all(places) << value * layout.cell_count
    return eliminated


def _step(position: Position, pair: LinkedHiddenSets) -> Step:
    layout = position.layout
    truths: list[int] = []
    pattern = fins = 0
    for hidden in (pair.first, pair.second):
        truths += layout.house_sets(hidden.house.number, hidden.values)
        held = layout.candidates_in(hidden.cells, hidden.values) & position.open
        pattern |= held
        fins |= held & layout.candidates_in(pair.link_cells, layout.all_values)
    return Step(
        "almost-hidden-set-xz-rule",
        layout,
        eliminations=pair.eliminations,
        pattern=pattern,
        fins=fins,
        truths=tuple(truths),
        links=tuple(bits(pair.first.cells & pair.second.cells)),
        detail=pair,
    )
