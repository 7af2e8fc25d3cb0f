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
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits
from nonet.techniques.families.intersections import locked_candidates, locked_step
from nonet.techniques.families.subsets import hidden_step, hidden_subsets_in
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True

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
                inner = locked_step(layout, way, value, locked)
                yield _direct_step(key, inner, house, value, remaining)


@lru_cache(maxsize=64)
def _parallel_houses(layout: Layout) -> tuple[tuple[House, ...], ...]:
    """For each complete house, the other houses of the same kind."""
    return tuple(
        tuple(other for other in layout.houses_by_kind[house.kind] if other is not house)
        for house in layout.complete_houses
    )


# -- hidden subsets ------------------------------------------------------------


def _hidden_steps(position: Position, key: str, size: int) -> Iterator[Step]:
    layout = position.layout
    for house in sorted(layout.complete_houses, key=lambda house: house.kind != "box"):
        places = [position.places_of(value) & house.cells for value in range(layout.value_count)]
        for values, subset in hidden_subsets_in(position, house.number, size):
            if any(places[value].bit_count() == 1 for value in bits(values)):
                continue
            for value, inside in enumerate(places):
                remaining = inside & ~subset
                if values >> value & 1 or inside == remaining or remaining.bit_count() != 1:
                    continue
                inner = hidden_step(
                    position, key.removeprefix("direct-"), house.number, values, subset
                )
                yield _direct_step(key, inner, house, value, remaining)


# -- steps and words -----------------------------------------------------------


def _direct_step(key: str, inner: Step, house: House, value: int, single: int) -> Step:
    """The step of a single cell (a mask) that another step leaves to a value in a house."""
    layout = inner.layout
    candidate = value * layout.cell_count + single.bit_length() - 1
    return Step(
        key,
        layout,
        placements=(candidate,),
        pattern=inner.pattern | 1 << candidate,
        truths=(*inner.truths, layout.house_set(house.number, value)),
        links=inner.links,
        detail=DirectDetail(inner, house),
    )


class DirectDetail(NamedTuple):
    """The step that leaves a value one place, and the house of the value."""

    inner: Step
    house: House

    def describe(self, step: Step) -> StepText:
        """The other step in words, and its single."""
        name, value = step.layout.cell_and_symbol(step.placements[0])
        single = f"That leaves one cell of {self.house.name} for {value}: {name} is {value}."
        return replace(self.inner.text, plain=f"{self.inner.text.plain} {single}")
