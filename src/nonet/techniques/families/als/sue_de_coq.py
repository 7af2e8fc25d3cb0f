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
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.engines import phrases
from nonet.techniques.engines.excess import Subset, subsets_in
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words


class SueDeCoq(NamedTuple):
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


def sue_de_coqs(position: Position) -> Iterator[Step]:
    """Sue de Coqs, fewest cells first."""
    found: list[SueDeCoq] = []
    gone, open_ = position.gone_since(sue_de_coqs), position.open
    for line, box, shared, candidates in _pairs(position.layout):
        if gone & candidates:
            found += position.kept(_search, line, box, shared, open_ & candidates)
    if not found:
        position.nothing_by(sue_de_coqs)
    found.sort(key=lambda one: one.size)
    for one in found:
        yield _step(position, one)


@lru_cache(maxsize=64)
def _pairs(layout: Layout) -> tuple[tuple[int, int, tuple[int, ...], int], ...]:
    """Houses that cross in two cells or more: a line with a box, each pair once.

    With the cells they share and all candidates of their cells.
    """
    lines = ("row", "column")
    found: dict[tuple[int, int], tuple[int, int, tuple[int, ...], int]] = {}
    for one, other, shared in layout.crossings:
        pair = (min(one, other), max(one, other))
        if layout.houses[one].kind not in lines and layout.houses[other].kind in lines:
            one, other = other, one
        cells = layout.houses[one].cells | layout.houses[other].cells
        found.setdefault(
            pair, (one, other, tuple(bits(shared)), layout.spread(cells, layout.all_values))
        )
    return tuple(found.values())


def _search(
    position: Position, line: int, box: int, shared: tuple[int, ...], _: int
) -> list[SueDeCoq]:
    layout, values = position.layout, position.values
    both = [cell for cell in shared if values[cell]]
    found: list[SueDeCoq] = []
    cores = [
        (core, held)
        for core, held in _subsets(both, values, 4)
        if core & (core - 1) and held.bit_count() - core.bit_count() > 1
    ]
    if not cores:
        return found
    along, aside = _side(position, line), _side(position, box)
    for core, held in cores:
        position.clock.check()
        spare = held.bit_count() - core.bit_count()
        lines = along.takers(core, held, core.bit_count() - aside.least)
        if not lines:
            continue
        boxes = aside.takers(core, held, core.bit_count() - along.least)
        for taken, pairs in lines.items():
            others_ = boxes.get(spare - taken, ())
            for cells, used in pairs if others_ else ():
                position.clock.check()
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
                            SueDeCoq(line, box, (core, held), (cells, used), (others, also), gone)
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
    """One house: what takes values from a crossing, as long as its cells stay.

    The *excess* of a subset is how many values it has more than cells; ``least`` is
    the smallest of any that can take.  Two that together take all that is too much for
    the crossing's cells have, together, no more excess than the crossing has cells.
    """

    def __init__(self, position: Position, house: int, _: int) -> None:
        layout, values = position.layout, position.values
        self._clock = position.clock
        cells = layout.houses[house].cells
        small = layout.size <= 10
        most = layout.size if small else 4
        self._most = layout.size - 3 if small else most
        self._subsets = subsets_in(position, house, most, layout.size)
        self.least = self._subsets.least
        for subset, used in self._subsets.of(0):  # locked: do others still have its values?
            if any(values[cell] & used for cell in bits(cells & ~subset)):
                self.least = 0
        self._takers: dict[tuple[int, int], dict[int, list[Subset]]] = {}

    def takers(self, core: int, held: int, excess: int) -> dict[int, list[Subset]]:
        """Subsets outside a crossing, by how many values they take from it.

        They take one or more, leave one or more to the other house, and have no more
        than ``excess``.
        """
        found = self._takers.get((core, excess))
        if found is None:
            found = self._takers[core, excess] = {}
            spare, free = held.bit_count() - core.bit_count(), ~held
            for more in range(self.least, excess + 1):
                self._clock.check()
                for subset, used in self._subsets.of(more):
                    if not subset & core and (size := subset.bit_count()) <= self._most:
                        taken = size - (used & free).bit_count()
                        if 0 < taken < spare:
                            found.setdefault(taken, []).append((subset, used))
        return found


def _side(position: Position, house: int) -> _Side:
    here = position.open & position.layout.held[house]
    return position.kept(_Side, house, here)


def _step(position: Position, found: SueDeCoq) -> Step:
    layout = position.layout
    cells = found.core[0] | found.along[0] | found.aside[0]
    pattern = position.open_in(cells)
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
        detail=Crossed(found.line, found.box),
    )


class Crossed(NamedTuple):
    """The two houses."""

    line: int
    box: int

    def words(self, step: Step) -> Words:
        """A Sue de Coq in words."""
        layout = step.layout
        line, box = (layout.houses[number].name for number in self)
        (core, held), (along, used), (aside, also) = step.sets
        texts = [
            f"{layout.cell_text(cells)} - {{{layout.symbols(values)}}}"
            for cells, values in step.sets
        ]
        cells = core | along | aside
        count = cells.bit_count()
        plain = (
            f"{phrases.cells(layout, core)} lie both in {line} and in {box} and can be "
            f"{phrases.values(layout, held, 'or')}; {phrases.cells(layout, along)} of {line} can "
            f"be {phrases.values(layout, used, 'or')}, and {phrases.cells(layout, aside)} of {box} "
            f"can be {phrases.values(layout, also, 'or')}. These {count} cells have no more than "
            f"{count} values to share, so every one of these values is in them, "
            f"{phrases.values(layout, used)} in {line} and {phrases.values(layout, also)} in "
            f"{box}. The other cells of these houses cannot have them: "
            f"{phrases.gone(layout, step.eliminations)}."
        )
        return Words(
            f"{texts[0]} ({texts[1]}, {texts[2]})",
            f"Look at {phrases.cells(layout, core)}, where {line} crosses {box}",
            plain,
        )
