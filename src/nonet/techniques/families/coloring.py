"""Colouring: chains of strong links for one value, coloured in two colours.

Two places that share a complete house with no third are conjugate: one is true.
Along conjugates colours alternate, so one colour of a component holds throughout.

- trap: a candidate that sees both colours of a component is false;
- wrap: a colour that sees itself is false;
- multi colours 2: a colour that sees both colours of another component is false;
- multi colours 1: where two colours of different components see each other, one of the opposite
  colours is true, and a candidate that sees both opposites is false.

Definitions follow HoDoKu 2.2; all that two components give is one step.  The components of a
value depend on its places alone and are cached for the path.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.value_templates import (
    cells_seeing_any,
    conjugates,
    other_cell,
    reducible_values,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True
"""A hint shows every instance."""


class Component(NamedTuple):
    """A component's two colours, as masks of cells, and its conjugate pairs' houses."""

    first: int
    second: int
    houses: tuple[int, ...]

    @property
    def colors(self) -> tuple[int, int]:
        """Both colours."""
        return self.first, self.second


class ColoringDetail(NamedTuple):
    """The premises of a step: the components and the role of each colour (a mask).

    ``false_colors`` are colours that are false; ``conflicting_pairs`` pairs of colours that see
    each other.
    """

    value: int
    components: tuple[Component, ...]
    false_colors: tuple[int, ...]
    conflicting_pairs: tuple[tuple[int, int], ...]

    def describe(self, step: Step) -> StepText:
        """A colouring in words."""
        layout, result = step.layout, self
        symbol = layout.symbol(result.value)
        shown = phrases.removal_text(layout, step.eliminations)
        cells = [
            f"({','.join(layout.cell_text(1 << cell) for cell in bits(color))})"
            for part in result.components
            for color in part.colors
        ]
        notation = f"{symbol} " + ", ".join(
            f"{cells[n]} / {cells[n + 1]}" for n in range(0, len(cells), 2)
        )
        look = f"Look at the {symbol}s: colour those that are the last two of a row, column or box"
        either = [
            f"either {_color_text(layout, part.first, symbol)} or "
            f"{_color_text(layout, part.second, symbol)}"
            for part in result.components
        ]
        start = (
            f"Where {symbol} has two places left in a house, one of them holds it; "
            f"following such pairs, {', and '.join(either)}."
        )
        if step.key == "simple-colors-trap":
            plain = f"{start} A cell that sees one of each group cannot be {symbol}, so {shown}."
        elif step.key == "simple-colors-wrap":
            false = phrases.joined_words(
                phrases.cell_list(layout, color) for color in result.false_colors
            )
            plain = (
                f"{start} Two of {false} see each other, so that group is the wrong one, "
                f"and {shown}."
            )
        elif step.key == "multi-colors-2":
            false = phrases.joined_words(
                phrases.cell_list(layout, color) for color in result.false_colors
            )
            plain = (
                f"{start} The group {false} sees cells of both groups of the other kind, one of "
                f"which is right, so it is the wrong one, and {shown}."
            )
        else:
            pairs = phrases.joined_words(
                f"the group of {layout.display_names[(first & -first).bit_length() - 1]} sees that of "
                f"{layout.display_names[(second & -second).bit_length() - 1]}"
                for first, second in result.conflicting_pairs
            )
            plain = (
                f"{start} Now {pairs}, and they cannot both be {symbol}, so one of the groups "
                f"opposite is right; what sees both of those cannot be {symbol}, so {shown}."
            )
        return StepText(notation, look, plain)


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted colourings: traps, wraps, then multi colours."""
    for key in _SEARCH_BY_KEY:
        if key in requested:
            for value in reducible_values(position):
                yield from position.path_cached(
                    _elimination_steps, key, value, position.places_of(value)
                )


def _elimination_steps(position: Position, key: str, value: int, _: int) -> tuple[Step, ...]:
    return tuple(_SEARCH_BY_KEY[key](position, value))


def components(position: Position, value: int) -> tuple[Component, ...]:
    """The components of a value's conjugates, coloured; the first cell has the first colour."""
    return position.path_cached(_colored_components, value, position.places_of(value))


def _colored_components(position: Position, value: int, _: int) -> tuple[Component, ...]:
    near: dict[int, list[tuple[int, int]]] = {}
    for house, pair in conjugates(position, value):
        for cell in bits(pair):
            near.setdefault(cell, []).append((other_cell(pair, cell), house.number))
    components: list[Component] = []
    coloured = 0
    for start in sorted(near):
        if coloured >> start & 1:
            continue
        sides, todo = [1 << start, 0], [(start, 0)]
        houses: dict[int, None] = {}
        coloured |= 1 << start
        while todo:
            cell, side = todo.pop()
            for mate, number in near[cell]:
                houses[number] = None
                if not coloured >> mate & 1:
                    coloured |= 1 << mate
                    sides[1 - side] |= 1 << mate
                    todo.append((mate, 1 - side))
        components.append(Component(sides[0], sides[1], tuple(houses)))
    return tuple(components)


def _simple_traps(position: Position, value: int) -> Iterator[Step]:
    layout, places = position.layout, position.places_of(value)
    for component in components(position, value):
        eliminated = (
            places
            & cells_seeing_any(layout, component.first)
            & cells_seeing_any(layout, component.second)
        )
        if eliminated:
            yield _step("simple-colors-trap", layout, value, (component,), eliminated)


def _simple_wraps(position: Position, value: int) -> Iterator[Step]:
    layout = position.layout
    for component in components(position, value):
        false = tuple(
            color for color in component.colors if color & cells_seeing_any(layout, color)
        )
        if false:
            eliminated = sum(false)
            yield _step("simple-colors-wrap", layout, value, (component,), eliminated, false)


def _multi_colors_2(position: Position, value: int) -> Iterator[Step]:
    layout = position.layout
    for first, second in permutations(components(position, value), 2):
        false = tuple(
            color
            for color in first.colors
            if (sight := cells_seeing_any(layout, color)) & second.first and sight & second.second
        )
        if false:
            yield _step("multi-colors-2", layout, value, (first, second), sum(false), false)


def _multi_colors_1(position: Position, value: int) -> Iterator[Step]:
    layout, places = position.layout, position.places_of(value)
    for first, second in combinations(components(position, value), 2):
        eliminated = 0
        meet: list[tuple[int, int]] = []
        sights = [
            [cells_seeing_any(layout, color) for color in part.colors] for part in (first, second)
        ]
        for side in (0, 1):
            for facing in (0, 1):
                if sights[0][side] & second.colors[facing]:
                    result = places & sights[0][1 - side] & sights[1][1 - facing]
                    if result:
                        eliminated |= result
                        meet.append((first.colors[side], second.colors[facing]))
        if eliminated:
            yield _step(
                "multi-colors-1", layout, value, (first, second), eliminated, (), tuple(meet)
            )


_SEARCH_BY_KEY = {
    "simple-colors-trap": _simple_traps,
    "simple-colors-wrap": _simple_wraps,
    "multi-colors-1": _multi_colors_1,
    "multi-colors-2": _multi_colors_2,
}


def _step(
    key: str,
    layout: Layout,
    value: int,
    parts: tuple[Component, ...],
    eliminated: int,
    false: tuple[int, ...] = (),
    meet: tuple[tuple[int, int], ...] = (),
) -> Step:
    shift = value * layout.cell_count
    pattern = fins = 0
    truths: dict[int, None] = {}
    for part in parts:
        pattern |= part.first | part.second
        fins |= part.second
        truths |= dict.fromkeys(layout.house_set(house, value) for house in part.houses)
    return Step(
        key,
        layout,
        eliminations=eliminated << shift,
        pattern=pattern << shift,
        fins=fins << shift,
        colors=tuple(color << shift for part in parts for color in part.colors),
        truths=tuple(truths),
        links=tuple(
            number for number in _color_links(layout, value, false, meet) if number not in truths
        ),
        detail=ColoringDetail(value, parts, false, meet),
    )


def _color_links(
    layout: Layout, value: int, false: tuple[int, ...], meet: tuple[tuple[int, int], ...]
) -> Iterator[int]:
    """The sets through which colours see themselves or each other."""
    for color in false:
        for house in layout.houses:
            if (house.cells & color).bit_count() > 1:
                yield layout.house_set(house.number, value)
    for first, second in meet:
        for house in layout.houses:
            if house.cells & first and house.cells & second:
                yield layout.house_set(house.number, value)


def _color_text(layout: Layout, color: int, symbol: str) -> str:
    before, verb = ("", "is") if color.bit_count() == 1 else ("all of ", "are")
    return f"{before}{phrases.cell_list(layout, color)} {verb} {symbol}"
