"""Guardians: conclusions where some cells cannot hold certain values alone.

A pattern is some cells and n values such that the cells cannot hold these values alone: because
no filling exists, or because there would be a second solution.  So one of the cells' other
candidates, the guardians, is true. (The values may differ from cell to cell, too: each cell has
its own values.)  By type:  (The values may differ from cell to cell, too: each has its own.)
By type:

1. one cell has guardians: the cell has none of its own values; 2. all guardians have the same
value: this value is eliminated from cells that see all guardians; 3. two cells have guardians,
and with other cells of a house form a naked subset, one guardian for a cell; 4. two cells of a
house have guardians, and one of the n values has no other place in the house: one cell has this
value, the other a guardian, so neither has another of its own values.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1}))
>>> [number for number, _, _ in applicable_types(position, 0b110, 0b1110)]
[]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.catalogue import technique
from nonet.techniques.engines import phrases
from nonet.techniques.families.uniqueness.deadly_pattern import adjacent_subsets
from nonet.techniques.houses import House
from nonet.techniques.position import Position
from nonet.techniques.step import Step


class GuardedPattern(NamedTuple):
    """A pattern: cells, values, the guarded cells and their extra values, as masks.

    ``own_candidates`` are the candidates of the pattern, where these are not all values in all
    cells. ``subset_cells`` are cells beside the pattern (type 3) with all ``subset_values``
    values and ``houses``; in type 4 ``subset_values`` is the locked value.
    """

    cells: int
    values: int
    guarded_cells: int
    extra_values: int
    subset_cells: int = 0
    subset_values: int = 0
    houses: tuple[int, ...] = ()
    own_candidates: int = 0

    def candidates(self, layout: Layout) -> int:
        """The candidates that cannot be all there are."""
        return self.own_candidates or layout.candidates_in(self.cells, self.values)

    def conclusion_text(self, step: Step, number: int) -> str:
        """Return the conclusion by type, to continue a text after "... ": ``so R1C1 is 4: ...``."""
        layout = step.layout
        held = phrases.cell_list(layout, self.guarded_cells, "or")
        extras = phrases.value_list(layout, self.extra_values, "or")
        removal = phrases.removal_text(layout, step.eliminations)
        start = f"So {held} is {extras}"
        if number == 1:
            return f"{start}: {removal}."
        if number == 2:
            return f"{start}, and no cell that sees all of these can be: {removal}."
        homes = phrases.joined_words(layout.houses[house].name for house in self.houses)
        values = phrases.value_list(layout, self.subset_values)
        if number == 4:
            return f"{start}. In {homes} the other of them must be {values}, so {removal}."
        others = phrases.cell_list(layout, self.subset_cells)
        return f"{start}. With {others} it uses up {values} in {homes}: {removal}."


def applicable_types(
    position: Position, cells: int, values: int, own_candidates: int = 0
) -> Iterator[tuple[int, GuardedPattern, int]]:
    """Yield the type's number, the pattern and the eliminations, for every type that applies."""
    layout = position.layout
    base = guarded_pattern(position, cells, values, own_candidates)
    held, extras, mine = (
        base.guarded_cells,
        base.extra_values,
        base.candidates(layout) & position.open,
    )
    if held.bit_count() == 1:
        yield 1, base, mine & layout.cell_candidates(held.bit_length() - 1)
        return
    if extras.bit_count() == 1:
        value = extras.bit_length() - 1
        eliminated = position.places_of(value) & layout.seen_by_all(held)
        if eliminated:
            yield 2, base, eliminated << value * layout.cell_count
    if held.bit_count() != 2:
        return
    if extras.bit_count() > 1:
        for beside in adjacent_subsets(position, cells, held, extras, 0):
            result = base._replace(
                subset_cells=beside.others, subset_values=beside.values, houses=beside.house_numbers
            )
            yield 3, result, beside.eliminations
    for house in layout.houses_containing(held):
        for value in bits(values) if house.complete else ():
            places = position.places_of(value) & house.cells
            lock = places << value * layout.cell_count
            eliminated = mine & layout.candidates_in(held, layout.all_values & ~(1 << value))
            if places and not places & ~held and not lock & ~mine and eliminated:
                yield 4, base._replace(subset_values=1 << value, houses=(house.number,)), eliminated


def values_in(layout: Layout, candidates: int, cell: int) -> int:
    """The values that some candidates (a mask) have in a cell."""
    return mask_of(
        candidate // layout.cell_count
        for candidate in bits(candidates & layout.cell_candidates(cell))
    )


def guarded_pattern(
    position: Position, cells: int, values: int, own_candidates: int = 0
) -> GuardedPattern:
    """Return the pattern with its guarded cells and their other candidates."""
    layout = position.layout
    held = extras = 0
    for cell in bits(cells):
        mine = values_in(layout, own_candidates, cell) if own_candidates else values
        more = position.values[cell] & ~mine
        if more:
            held |= 1 << cell
            extras |= more
    return GuardedPattern(cells, values, held, extras, own_candidates=own_candidates)


def house_links(
    layout: Layout, houses: Iterable[House], cells: int, values: int
) -> tuple[int, ...]:
    """Each of the values in each of the houses that has two of the cells or more."""
    return tuple(
        layout.house_set(house.number, value)
        for house in houses
        if (house.cells & cells).bit_count() > 1
        for value in bits(values)
    )


def pattern_step(
    position: Position,
    key: str,
    guarded_pattern: GuardedPattern,
    eliminations: int,
    detail: object,
    links: tuple[int, ...],
) -> Step:
    """The step of a pattern, framed."""
    layout: Layout = position.layout
    mine = guarded_pattern.candidates(layout) & position.open
    pattern = mine
    if guarded_pattern.subset_cells:
        pattern |= position.open_candidates_in(guarded_pattern.subset_cells)
    held = (
        guarded_pattern.guarded_cells if technique(key).assumes_unique else 0
    )  # these may be what they like elsewhere
    truths = [*bits(guarded_pattern.cells & ~held), *bits(guarded_pattern.subset_cells)]
    if guarded_pattern.subset_values and not guarded_pattern.subset_cells:
        value = guarded_pattern.subset_values.bit_length() - 1
        truths += [layout.house_set(house, value) for house in guarded_pattern.houses]
    return Step(
        key,
        layout,
        eliminations=eliminations,
        pattern=pattern,
        fins=position.open_candidates_in(guarded_pattern.guarded_cells) & ~mine,
        truths=tuple(truths),
        links=links,
        sets=((guarded_pattern.subset_cells, guarded_pattern.subset_values),)
        if guarded_pattern.subset_cells
        else (),
        deadly_cells=guarded_pattern.cells,
        detail=detail,  # type: ignore[arg-type]
    )
