"""Templates: all whole placements of one value (``engines/value_templates.py``).

A place in no template is eliminated (*template delete*); a place in every template is placed
(*template set*). Templates through a place that another value has in all of its templates are
impossible, so the values are visited until nothing changes, as in HoDoKu.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 1, "R3C2": 1}))
>>> next(find(position, frozenset({"template-set"}))).notation
'Template Set: 1 => r4c4=1'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.techniques.candidate_layout import HouseKind, Layout, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.value_templates import template_places
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Template sets, then template deletions, one a value."""
    layout = position.layout
    if "template-set" in requested:
        for value, (_, forced) in enumerate(_template_unions(position)):
            if forced:
                places = tuple(value * layout.cell_count + cell for cell in bits(forced))
                yield _step(position, "template-set", value, places=places)
    if "template-delete" in requested:
        for value, (reached, _) in enumerate(_template_unions(position)):
            removed = position.places_of(value) & ~reached
            if removed:
                yield _step(position, "template-delete", value, removed=removed)


def _template_unions(position: Position) -> list[tuple[int, int]]:
    """Return for each value the cells in any of its templates, and the cells in all."""
    return position.cached(_refined_unions)


def _refined_unions(position: Position) -> list[tuple[int, int]]:
    layout = position.layout
    places = [position.places_of(value) for value in range(layout.value_count)]
    reached = [
        template_places(position, value, places[value]) for value in range(layout.value_count)
    ]
    forced = [_forced_cells(layout, cells) for cells in reached]
    changed = True
    while changed:
        changed = False
        for value in range(layout.value_count):
            taken = union_of(forced[other] for other in range(layout.value_count) if other != value)
            if reached[value] & taken:
                reached[value] = template_places(position, value, reached[value] & ~taken)
                forced[value] = _forced_cells(layout, reached[value])
                changed = True
    return list(zip(reached, forced, strict=True))


def _forced_cells(layout: Layout, reached: int) -> int:
    """Return the cells in all templates: each alone in a complete house among the cells of any
    template.
    """
    result = 0
    for house in layout.complete_houses:
        inside = reached & house.cells
        if not inside & (inside - 1):
            result |= inside
    return result


def _step(
    position: Position, key: str, value: int, places: tuple[int, ...] = (), removed: int = 0
) -> Step:
    layout = position.layout
    return Step(
        key,
        layout,
        placements=places,
        eliminations=removed << value * layout.cell_count,
        pattern=position.places_of(value) << value * layout.cell_count,
        truths=tuple(
            layout.house_set(house.number, value)
            for house in layout.complete_houses
            if house.cells & position.places_of(value)
        ),
        detail=TemplateDetail(value),
    )


class TemplateDetail(NamedTuple):
    """The value of the templates."""

    value: int

    def describe(self, step: Step) -> StepText:
        """A template step in words."""
        layout = step.layout
        digit = layout.symbol(self.value)
        names: tuple[HouseKind, ...] = ("row", "column", "box")
        kinds = [kind for kind in names if layout.houses_by_kind[kind]]
        house = (
            phrases.joined_words(kinds) if kinds and not layout.houses_by_kind["other"] else "house"
        )
        every = f"However the {digit}s still missing are placed, one to each {house}, "
        if step.placements:
            cells = sum(1 << candidate % layout.cell_count for candidate in step.placements)
            plain = f"{every}there is always one in {phrases.cell_list(layout, cells)}."
        else:
            removal = phrases.removal_text(layout, step.eliminations)
            plain = f"{every}none can be in a cell named here: {removal}."
        return StepText(digit, f"Look at all the {digit}s", plain)
