"""Direct steps: locked candidates or a hidden subset that at once make a hidden single.

Sudoku Explainer's (N. Juillerat): a person sees the single without writing candidates.  *Direct
pointing and claiming*: the eliminations from the cover leave the value one place in a house of
the same kind as the base.  *Direct hidden pair and triple*: their cells are not free for
another value, which then has one place left in the same house. The step is the placement.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> puzzle = Puzzle(Grid.square(4), {"R2C1": 1, "R2C2": 2, "R3C3": 3})
>>> step = next(find(Position.of(puzzle), frozenset({"direct-pointing"})))
>>> step.notation
'Direct Pointing: 3 in b1 => r2c4=3'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.families.intersections import Locked, locked_candidates
from nonet.techniques.families.subsets import Subset, hidden_subsets_in
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True
"""A hint shows every instance."""

_LOCKED_KEYS = {"direct-pointing": "pointing", "direct-claiming": "claiming"}
_HIDDEN_SIZES = {"direct-hidden-pair": 2, "direct-hidden-triple": 3}


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Direct pointing, claiming, hidden pairs and triples."""
    for key, way in _LOCKED_KEYS.items():
        if key in requested:
            yield from _locked_steps(position, key, way)
    for key, size in _HIDDEN_SIZES.items():
        if key in requested:
            yield from _hidden_steps(position, key, size)


# -- locked candidates ---------------------------------------------------------


def _locked_steps(position: Position, key: str, way: str) -> Iterator[Step]:
    layout = position.layout
    for value in range(layout.value_count):
        places = position.places_of(value)
        done: set[tuple[int, int]] = set()
        for locked in locked_candidates(position, way, value):
            if locked.cover < 0:
                continue
            for house in _parallel_houses(layout)[locked.base]:
                inside = places & house.cells
                remaining = inside & ~locked.removed
                if (
                    inside == remaining
                    or not remaining
                    or remaining & (remaining - 1)
                    or (remaining, locked.base) in done
                ):
                    continue
                done.add((remaining, locked.base))
                yield _locked_step(layout, key, value, remaining, house, locked)


@lru_cache(maxsize=64)
def _parallel_houses(layout: Layout) -> tuple[tuple[House, ...], ...]:
    """For each complete house, the other houses of the same kind."""
    return tuple(
        tuple(other for other in layout.houses_by_kind[house.kind] if other is not house)
        for house in layout.complete_houses
    )


def _locked_step(
    layout: Layout, key: str, value: int, single: int, house: House, locked: Locked
) -> Step:
    shift = value * layout.cell_count
    return Step(
        key,
        layout,
        placements=(shift + single.bit_length() - 1,),
        pattern=(locked.places | single) << shift,
        truths=(layout.house_set(locked.base, value), layout.house_set(house.number, value)),
        links=(layout.house_set(locked.cover, value),),
        detail=DirectLockedDetail(house.number, locked),
    )


# -- hidden subsets ------------------------------------------------------------


def _hidden_steps(position: Position, key: str, size: int) -> Iterator[Step]:
    layout, open_ = position.layout, position.open
    count = layout.cell_count
    for house in _houses(layout):
        for values, subset in hidden_subsets_in(position, house.number, size):
            if any(_only_cell(position.places_of(value) & house.cells) for value in bits(values)):
                continue
            for value in range(layout.value_count):
                inside = position.places_of(value) & house.cells
                remaining = inside & ~subset
                if values >> value & 1 or inside == remaining or not _only_cell(remaining):
                    continue
                yield Step(
                    key,
                    layout,
                    placements=(value * count + remaining.bit_length() - 1,),
                    pattern=layout.candidates_in(subset, values) & open_
                    | remaining << value * count,
                    truths=tuple(
                        layout.house_set(house.number, digit) for digit in (*bits(values), value)
                    ),
                    links=tuple(bits(subset)),
                    detail=DirectHiddenDetail(house.number, (subset, values)),
                )


def _houses(layout: Layout) -> list[House]:
    return sorted(layout.complete_houses, key=lambda house: house.kind != "box")


def _only_cell(cells: int) -> bool:
    return cells.bit_count() == 1


# -- words ---------------------------------------------------------------------


class DirectLockedDetail(NamedTuple):
    """The house of the single, and the locked candidates that enable the single."""

    house: int
    locked_candidates: Locked

    def describe(self, step: Step) -> StepText:
        """Locked candidates and their single in words."""
        layout, locked_candidates = step.layout, self.locked_candidates
        house = layout.houses[self.house].name
        name, value = layout.cell_and_symbol(step.placements[0])
        base, cover = (
            layout.houses[locked_candidates.base],
            layout.houses[locked_candidates.cover].name,
        )
        return StepText(
            f"{value} in {base.short_name}",
            f"Look at the {value}s of {base.name}",
            f"In {base.name}, the {value} must be in "
            f"{phrases.cell_list(layout, locked_candidates.places, 'or')},"
            f" which are all in {cover}. So no other cell of {cover} can be {value},"
            f" and {house} has one cell left for its {value}: {name} is {value}.",
        )


class DirectHiddenDetail(NamedTuple):
    """The house, and the cells and values of its hidden subset."""

    house: int
    hidden_subset: Subset

    def describe(self, step: Step) -> StepText:
        """A hidden subset and its single in words."""
        layout, (subset, values) = step.layout, self.hidden_subset
        house = layout.houses[self.house].name
        name, value = layout.cell_and_symbol(step.placements[0])
        digits, cells = phrases.value_list(layout, values), phrases.cell_list(layout, subset)
        return StepText(
            f"{layout.value_text(values, ',')} in {layout.cell_text(subset)}",
            f"Look where {digits} can be in {house}",
            f"In {house} the values {digits} can only be in {cells}, so these cells hold nothing else."
            f" That leaves one cell of {house} for {value}: {name} is {value}.",
        )
