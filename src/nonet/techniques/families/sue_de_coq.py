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
    both = [cell for cell in bits(shared) if values[cell]]
    found: list[Found] = []
    for core, held in _subsets(both, values, 4):
        spare = held.bit_count() - core.bit_count()
        if spare < 2 or core.bit_count() < 2:
            continue
        lines = _side(position, line).takers(core, held)
        if not lines:
            continue
        boxes = _side(position, box).takers(core, held)
        for taken, pairs in lines.items():
            others_ = boxes.get(spare - taken, ())
            for cells, used in pairs if others_ else ():
                for others, also in others_:
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


def _subsets(cells: list[int], values: list[int], most: int) -> list[Subset]:
    """Subsets of up to ``most`` cells."""
    found = [(0, 0)]
    for cell in cells:
        bit, mask = 1 << cell, values[cell]
        found += [(old | bit, held | mask) for old, held in found if old.bit_count() < most]
    return found


class _Side:
    """One house: what takes values from a crossing, as long as its cells stay."""

    def __init__(self, position: Position, house: int) -> None:
        layout, values = position.layout, position.values
        cells = [cell for cell in layout.houses[house].order if values[cell]]
        most = layout.size - 3 if layout.size <= 10 else 4
        self._subsets = [
            (subset, used, subset.bit_count()) for subset, used in _subsets(cells, values, most)
        ]
        self._takers: dict[int, dict[int, list[Subset]]] = {}

    def takers(self, core: int, held: int) -> dict[int, list[Subset]]:
        """Subsets outside a crossing, by how many values they take from it.

        They take one or more, and leave one or more to the other house.  What they
        share with the crossing leaves the other house as many values as it takes.
        """
        found = self._takers.get(core)
        if found is None:
            found = self._takers[core] = {}
            room, spare = core.bit_count(), held.bit_count() - core.bit_count()
            free = ~held
            for subset, used, size in self._subsets:
                if (
                    not subset & core
                    and 0 < (taken := size - (used & free).bit_count()) < spare
                    and 0 < (used & held).bit_count() <= room + taken
                ):
                    found.setdefault(taken, []).append((subset, used))
        return found


def _side(position: Position, house: int) -> _Side:
    values = position.values
    held = tuple([values[cell] for cell in position.layout.houses[house].order])
    key = ("sue de coq: side", house, held)
    side: _Side | None = position.known.get(key)
    if side is None:
        side = position.known[key] = _Side(position, house)
    return side


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
