"""Finer subsets: naked subsets with a locked value, and locked hidden subsets.

- *Plus*: some values of a naked subset, but not all, are eliminated from a second house too,
  because all their places in the subset lie in this house.  With all values the subset is a
  locked subset.
- *Locked hidden*: the cells of a hidden pair or triple lie in a second house, which holds
  these values nowhere else then.  The hidden subset removes in its cells and there.

The names are SudokuStudio's (Sunnie). Every step is a naked or a hidden subset.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> list(find(Position.of(Puzzle(Grid.square(4), {"R1C1": 1})), frozenset({"naked-pair-plus"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.families import subsets
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True
"""A hint shows every instance."""

PLUS_KEYS = {
    "naked-pair-plus": ("naked-pair", "locked-pair"),
    "naked-triple-plus": ("naked-triple", "locked-triple"),
    "naked-quadruple-plus": ("naked-quadruple",),
}
LOCKED_SIZES = {"locked-hidden-pair": 2, "locked-hidden-triple": 3}


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The wanted forms by size, naked before hidden."""
    for key, kinds in PLUS_KEYS.items():
        if key in requested:
            for step in subsets.find(position, frozenset(kinds)):
                yield from _plus_step(position, key, step)
    for key, size in LOCKED_SIZES.items():
        if key in requested:
            yield from _locked_hidden_subsets(position, key, size)


class SubsetFormDetail(NamedTuple):
    """A subset as masks, its first house, the second house, and the values locked there."""

    cells: int
    values: int
    house: House
    second_house: House
    locked_values: int

    def describe(self, step: Step) -> StepText:
        """Return the text of the subset, and the values locked in the second house."""
        layout, form = step.layout, self
        digits, cells = (
            phrases.value_list(layout, form.values),
            phrases.cell_list(layout, form.cells),
        )
        current, target = form.house.name, form.second_house.name
        removal = phrases.removal_text(layout, step.eliminations)
        notation = f"{layout.value_text(form.values, ',')} in {layout.cell_text(form.cells)}"
        if step.key in LOCKED_SIZES:
            plain = (
                f"In {current} the values {digits} can only be in {cells}, so these hold nothing else; and as"
                f" they all lie in {target}, {digits} have no other place there: {removal}."
            )
        else:
            some = phrases.value_list(layout, form.locked_values)
            plain = (
                f"{cells} can only be {phrases.value_list(layout, form.values, 'or')}, so they use"
                f" these up in {current}. Their {some} can only be in {target}, which has no other"
                f" place for {'it' if form.locked_values.bit_count() == 1 else 'them'} either: "
                f"{removal}."
            )
        return StepText(
            f"{notation} ({current} and {target})", f"Look at {current} and {target}", plain
        )


def _plus_step(position: Position, key: str, step: Step) -> Iterator[Step]:
    """The step of a naked subset with the values that are locked in a second house."""
    layout = position.layout
    cells = sum(1 << truth for truth in step.truths)
    held = [position.values[cell] for cell in step.truths]
    if min(mask.bit_count() for mask in held) < 2:
        return
    values = union_of(held)
    within = layout.houses_containing(cells)
    for house in within:
        own = layout.candidates_in(house.cells & ~cells, values) & position.open
        if not own:
            continue
        for second in layout.houses:
            if second is house or not second.cells & cells:
                continue
            locked, more = 0, 0
            for value in bits(values):
                places = cells & position.places_of(value)
                outside = position.places_of(value) & second.cells & ~house.cells & ~cells
                if not places & ~second.cells and outside:
                    locked |= 1 << value
                    more |= outside << value * layout.cell_count
            if locked and locked != values:
                links = layout.house_sets(house.number, values)
                yield Step(
                    key,
                    layout,
                    eliminations=own | more,
                    pattern=layout.candidates_in(cells, values) & position.open,
                    truths=step.truths,
                    links=(*links, *layout.house_sets(second.number, locked)),
                    detail=SubsetFormDetail(cells, values, house, second, locked),
                )


def _locked_hidden_subsets(position: Position, key: str, size: int) -> Iterator[Step]:
    layout = position.layout
    for house in layout.complete_houses:
        for values, cells in subsets.hidden_subsets_in(position, house.number, size):
            inside = layout.candidates_in(cells, layout.all_values & ~values) & position.open
            for second in layout.houses_containing(cells):
                more = layout.candidates_in(second.cells & ~cells, values) & position.open
                if second is not house and inside and more:
                    yield Step(
                        key,
                        layout,
                        eliminations=inside | more,
                        pattern=layout.candidates_in(cells, values) & position.open,
                        truths=layout.house_sets(house.number, values),
                        links=(*bits(cells), *layout.house_sets(second.number, values)),
                        detail=SubsetFormDetail(cells, values, house, second, values),
                    )
