"""Large wings: three to six cells of a house and one cell of two values, linked.

The cells of the house have one value more than cells: an almost locked set.  If the cell of two
values, x and z, sees every x of the set, at most one of cell and set has x; so the set is
locked with its z, or the cell is z: a candidate that sees every z of both cannot be z.  If the
cell sees every z as well, the set gives one of the two values to the cell and keeps all others:
then each of these values is eliminated from the cells that see all its places.

The names go by the number of values: WXYZ-, VWXYZ-, UVWXYZ- and TUVWXYZ-wing, as in Sukaku
Explainer (SudokuMonster, 2019), whose score depends on the cell of the set with most values.
All are cases of the ALS-XZ rule.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> list(find(position, frozenset({"wxyz-wing-sukaku"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits, mask_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.almost_locked import named_sets, set_list, truths_and_links
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

SIZE_BY_KEY = {"wxyz-wing-sukaku": 3, "vwxyz-wing": 4, "uvwxyz-wing": 5, "tuvwxyz-wing": 6}
"""The techniques, and how many cells each has beside the cell of two values."""

EASIEST_FIRST = True
"""The steps of one technique come with the lowest score first."""

BASE_SCORES = {"wxyz-wing-sukaku": 5.5, "vwxyz-wing": 6.2, "uvwxyz-wing": 6.6, "tuvwxyz-wing": 7.5}
"""The least score by number of values."""


class LargeWing(NamedTuple):
    """An almost locked set, the cell of two values, and the eliminations.

    ``link`` is x and ``value`` z; ``locked`` whether both link the cell to the set
    and more goes than z.  ``widest`` is the largest number of values of a cell of the
    set, ``width`` that of all its candidates.
    """

    cells: int
    values: int
    cell: int
    link: int
    value: int
    locked: bool
    eliminations: int
    widest: int
    width: int

    def describe(self, step: Step) -> StepText:
        """A large wing in words."""
        layout, wing = step.layout, self
        cells, cell = phrases.cell_list(layout, wing.cells), layout.display_names[wing.cell]
        x, z = layout.symbol(wing.link), layout.symbol(wing.value)
        pair = 1 << wing.link | 1 << wing.value
        removal = phrases.removal_text(layout, step.eliminations)
        few = (
            f"{cells} have only {phrases.value_list(layout, wing.values)} between them, one "
            "value more "
            f"than cells. {cell} is {phrases.value_list(layout, pair, 'or')}"
        )
        text = named_sets(layout, step.sets)
        if wing.locked:
            remaining = phrases.value_list(
                layout, wing.values & ~(1 << wing.link | 1 << wing.value)
            )
            plain = (
                f"{few}, and sees every place of both among them, so it leaves them only one of "
                f"these two, and they hold all of {remaining} besides. Each of the values is therefore "
                f"in one of these cells, and can be removed from what sees all its places there: {removal}."
            )
            text += f", X={layout.value_text(pair, ',')}"
        else:
            plain = (
                f"{few}. If it is {x}, none of them can be {x}, as it sees all that might, so they "
                f"hold every other value, {z} among them; otherwise it is {z} itself. Either way "
                f"one of these cells is {z}, and what sees every {z} in them loses it: {removal}."
            )
            text += f", X={x}, Z={z}"
        return StepText(text, f"Look at {cells} with {cell}", plain)


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Wings of each size: the lowest score first, then the most removals."""
    for key, size in SIZE_BY_KEY.items():
        if key in requested:
            wings = sorted(_wings(position, size), key=lambda wing: (*bits(wing.cells), wing.cell))
            wings.sort(
                key=lambda wing: f"{int(wing.locked)}{wing.widest}{wing.width}", reverse=True
            )
            wings.sort(key=lambda wing: (_score(key, wing), -wing.eliminations.bit_count()))
            for wing in wings:
                yield _step(position, key, wing)


def _score(key: str, wing: LargeWing) -> float:
    """Sukaku Explainer's score of a wing.

    The base, and for the smaller wings up to 0.2 more the nearer the widest cell is to 3.
    """
    most = {"wxyz-wing-sukaku": 1, "vwxyz-wing": 2}.get(key, 0)
    return round(BASE_SCORES[key] + 0.1 * max(0, most - abs(3 - wing.widest)), 1)


def _wings(position: Position, size: int) -> Iterator[LargeWing]:
    layout, held = position.layout, position.values
    pairs = position.bivalue_cells()
    if not pairs:
        return
    single = mask_of(cell for cell, values in enumerate(held) if values.bit_count() == 1)

    def seeing(cells: int, value: int) -> int:
        """The cells that see every place of a value in some cells."""
        return position.path_cached(_seen_by_all, cells & position.places_of(value))

    for cells, values in set_list(position):
        if cells.bit_count() != size or cells & single:
            continue
        for pair, where in pairs.items():
            if pair & ~values or not where & ~cells:
                continue
            # the wing: a cell outside with two values of the set, one of which sees all its places there
            low, high = bits(pair)
            by_low, by_high = seeing(cells, low), seeing(cells, high)
            for cell in bits(where & ~cells & (by_low | by_high)):
                reach = {
                    value: (by & layout.sees[cell] & position.places_of(value))
                    << value * layout.cell_count
                    for value, by in ((low, by_low), (high, by_high))
                }
                link, value = (low, high) if by_low >> cell & 1 else (high, low)
                eliminated, locked = reach[value], False
                # If both values see all their places, the set and the cell hold each value once:
                # every value of the set is locked.
                if by_low & by_high & 1 << cell:
                    remaining = 0
                    for other in bits(values & ~pair):
                        places = seeing(cells, other) & position.places_of(other)
                        remaining |= (places & ~(1 << cell)) << other * layout.cell_count
                    eliminated = reach[low] | reach[high] | remaining
                    locked = bool(remaining or (reach[low] and reach[high]))
                    if not locked and reach[low]:
                        link, value = high, low
                if eliminated:
                    counts = [held[other].bit_count() for other in bits(cells)]
                    yield LargeWing(
                        cells,
                        values,
                        cell,
                        link,
                        value,
                        locked,
                        eliminated,
                        max(counts),
                        sum(counts),
                    )


def _seen_by_all(position: Position, cells: int) -> int:
    return position.layout.seen_by_all(cells)


def _step(position: Position, key: str, wing: LargeWing) -> Step:
    layout = position.layout
    pair = 1 << wing.link | 1 << wing.value
    sets = ((wing.cells, wing.values), (1 << wing.cell, pair))
    tied = pair if wing.locked else 1 << wing.link
    truths, links = truths_and_links(position, sets, [(0, 1, tied)], wing.eliminations)
    pattern = layout.candidates_in(1 << wing.cell, pair) | position.open_candidates_in(wing.cells)
    ends = layout.candidates_in(wing.cells | 1 << wing.cell, 1 << wing.value)
    return Step(
        key,
        layout,
        eliminations=wing.eliminations,
        pattern=pattern,
        fins=0 if wing.locked else pattern & ends,
        truths=truths,
        links=links,
        sets=sets,
        detail=wing,
        difficulty=_score(key, wing),
    )
