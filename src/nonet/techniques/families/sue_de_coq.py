"""Sue de Coq: cells where two houses cross, with two values or more too many for them.

Cells of the one house alone and cells of the other alone take up what is too
much: together all these cells have as many values as cells, when a value is
counted once for each house it must keep to.  So every value is used, and goes from
the rest of its house; a value that only the crossing can hold, from both.

The extended form, as HoDoKu 2.2 has it: the cells outside may bring values of
their own, each with one cell more, even the same value in both houses.

Source: "Sue de Coq", Two-Sector Disjoint Subsets, Players' forum, 2005.  What a
pair of houses gives depends on its cells' values alone and is kept from step to step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.techniques.engines import phrases
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

Subset = tuple[int, int]
"""Cells and the values they hold, as masks."""


class Found(NamedTuple):
    """The crossing's cells, the line's and the box's (each with values), what goes."""

    line: int
    box: int
    core: Subset
    along: Subset
    aside: Subset
    gone: int

    @property
    def size(self) -> int:
        """How many cells it takes."""
        return (self.core[0] | self.along[0] | self.aside[0]).bit_count()


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """Sue de Coqs, fewest cells first."""
    if "sue-de-coq" not in wanted:
        return
    layout, known, values = position.layout, position.known, position.values
    found: list[Found] = []
    for line, box, shared in _pairs(layout):
        order = layout.houses[line].order + layout.houses[box].order
        key = ("sue de coq", line, box, tuple([values[cell] for cell in order]))
        here = known.get(key)
        if here is None:
            here = known[key] = _search(position, line, box, shared)
        found += here
    found.sort(key=lambda one: one.size)
    for one in found:
        yield _step(position, one)


def _pairs(layout: Layout) -> Iterator[tuple[int, int, int]]:
    """Houses that cross in two cells or more: a line with a box, each pair once."""
    lines = ("row", "column")
    seen = set()
    for one, other, shared in layout.crossings:
        pair = (min(one, other), max(one, other))
        if pair in seen:
            continue
        seen.add(pair)
        if layout.houses[one].kind not in lines and layout.houses[other].kind in lines:
            one, other = other, one
        yield one, other, shared


def _search(position: Position, line: int, box: int, shared: int) -> list[Found]:
    layout, values = position.layout, position.values
    along = [cell for cell in layout.houses[line].order if values[cell]]
    aside = [cell for cell in layout.houses[box].order if values[cell]]
    both = [cell for cell in along if shared >> cell & 1]
    most = layout.size - 3 if layout.size <= 10 else 4
    found: list[Found] = []
    for core, held in _subsets(both, values, 4, layout.size):
        spare = held.bit_count() - core.bit_count()
        if spare < 2 or core.bit_count() < 2:
            continue
        lines = _takers([c for c in along if not core >> c & 1], values, held, spare - 1, most)
        if not lines:
            continue
        boxes = _takers([c for c in aside if not core >> c & 1], values, held, spare - 1, most)
        by_taken: dict[int, list[Subset]] = {}
        for taken, subset in boxes:
            by_taken.setdefault(taken, []).append(subset)
        for taken, (cells, used) in lines:
            for others, also in by_taken.get(spare - taken, ()):
                if others & cells or used & also & held:
                    continue
                twice = used & also
                rest = layout.houses[line].cells & ~cells & ~core
                gone = layout.spread(rest, (held | used) & ~also | twice)
                rest = layout.houses[box].cells & ~others & ~core
                gone |= layout.spread(rest, (held | also) & ~used | twice)
                gone &= position.open
                if gone:
                    found.append(
                        Found(line, box, (core, held), (cells, used), (others, also), gone)
                    )
    return found


def _subsets(cells: list[int], values: list[int], most: int, spread: int) -> list[Subset]:
    """Subsets of up to ``most`` cells with up to ``spread`` values."""
    found = [(0, 0)]
    for cell in cells:
        bit, mask = 1 << cell, values[cell]
        found += [
            (old | bit, union)
            for old, held in found
            if old.bit_count() < most and (union := held | mask).bit_count() <= spread
        ]
    return found


def _takers(
    cells: list[int], values: list[int], held: int, most: int, largest: int
) -> list[tuple[int, Subset]]:
    """Subsets that take 1 to ``most`` values from the crossing, and how many each takes."""
    found = []
    for subset, used in _subsets(cells, values, largest, largest + most + held.bit_count()):
        taken = subset.bit_count() - (used & ~held).bit_count()
        if 1 <= taken <= most and used & held:
            found.append((taken, (subset, used)))
    return found


def _step(position: Position, found: Found) -> Step:
    layout = position.layout
    cells = found.core[0] | found.along[0] | found.aside[0]
    pattern = sum(layout.spread(1 << cell, position.values[cell]) for cell in bits(cells))
    (_, held), (_, used), (_, also) = found.core, found.along, found.aside
    links = [layout.house_set(found.line, value) for value in bits((held & ~also) | used)]
    links += [layout.house_set(found.box, value) for value in bits(also)]
    return Step(
        "sue-de-coq",
        layout,
        eliminations=found.gone,
        pattern=pattern,
        truths=tuple(bits(cells)),
        links=tuple(links),
        sets=(found.core, found.along, found.aside),
        detail=(found.line, found.box),
    )


def describe(step: Step) -> Words:
    """A Sue de Coq in words."""
    layout = step.layout
    line, box = (layout.houses[number].name for number in step.detail)
    (core, held), (along, used), (aside, also) = step.sets
    texts = [
        f"{layout.cell_text(cells)} - {{{layout.symbols(values)}}}" for cells, values in step.sets
    ]
    cells = core | along | aside
    count = cells.bit_count()
    plain = (
        f"{phrases.cells(layout, core)} lie both in {line} and in {box} and can be "
        f"{phrases.values(layout, held, 'or')}; {phrases.cells(layout, along)} of {line} can be "
        f"{phrases.values(layout, used, 'or')}, and {phrases.cells(layout, aside)} of {box} can be "
        f"{phrases.values(layout, also, 'or')}. These {count} cells have no more than {count} "
        f"values to share, so every one of these values is in them, "
        f"{phrases.values(layout, used)} in {line} and {phrases.values(layout, also)} in {box}. "
        f"The other cells of these houses cannot have them: "
        f"{phrases.gone(layout, step.eliminations)}."
    )
    return Words(
        f"{texts[0]} ({texts[1]}, {texts[2]})",
        f"Look at {phrases.cells(layout, core)}, where {line} crosses {box}",
        plain,
    )
