"""Sue de Coq: cells where two houses cross, with at least two values more than cells.

Cells of the first house alone and cells of the second alone take up the surplus: together all
these cells have as many values as cells, when a value is counted once for each house that
confines the value. So every value is used, and is eliminated from the rest of its house; a
value that only the crossing can hold, from both houses.

The extended form follows HoDoKu 2.2: the cells outside may bring values of their own, each with
a further cell, even the same value in both houses.

Source: "Sue de Coq", Two-Sector Disjoint Subsets, Players' forum, 2005.  The result for a pair
of houses depends on its cells' values alone and is cached from step to step.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.house_subsets import Subset, subsets_in
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText


class SueDeCoq(NamedTuple):
    """The cells of crossing, line and box (each with values), and the eliminations."""

    line: int
    box: int
    crossing_set: Subset
    line_set: Subset
    box_set: Subset
    eliminations: int

    @property
    def cell_count(self) -> int:
        """The number of cells."""
        return (self.crossing_set[0] | self.line_set[0] | self.box_set[0]).bit_count()


def sue_de_coqs(position: Position) -> Iterator[Step]:
    """Sue de Coqs, fewest cells first."""
    patterns: list[SueDeCoq] = []
    for line, box, shared, candidates in _crossing_pairs(position.layout):
        remaining = position.open & candidates
        patterns += position.path_cached(_search, line, box, shared, remaining)
    patterns.sort(key=lambda first: first.cell_count)
    for first in patterns:
        yield _step(position, first)


@lru_cache(maxsize=64)
def _crossing_pairs(layout: Layout) -> tuple[tuple[int, int, tuple[int, ...], int], ...]:
    """Houses that cross in two cells or more: a line with a box, each pair once.

    Each pair comes with the shared cells and all candidates of the shared cells.
    """
    lines = ("row", "column")
    result: dict[tuple[int, int], tuple[int, int, tuple[int, ...], int]] = {}
    for first, second, shared in layout.crossings:
        pair = (min(first, second), max(first, second))
        if layout.houses[first].kind not in lines and layout.houses[second].kind in lines:
            first, second = second, first
        cells = layout.houses[first].cells | layout.houses[second].cells
        result.setdefault(
            pair,
            (first, second, tuple(bits(shared)), layout.candidates_in(cells, layout.all_values)),
        )
    return tuple(result.values())


def _search(
    position: Position, line: int, box: int, shared: tuple[int, ...], _: int
) -> list[SueDeCoq]:
    layout, values = position.layout, position.values
    both = [cell for cell in shared if values[cell]]
    patterns: list[SueDeCoq] = []
    cores = [
        (core, held)
        for core, held in _subsets(both, values, 4)
        if core & (core - 1) and held.bit_count() - core.bit_count() > 1
    ]
    if not cores:
        return patterns
    # ``spare`` values of the core must be taken by a subset in the rest of the line and one in the
    # rest of the box; they share no value of the core, so together they take each once.
    along, aside = _house_subsets(position, line), _house_subsets(position, box)
    for core, held in cores:
        position.deadline.check()
        spare = held.bit_count() - core.bit_count()
        lines = along.subsets_by_taken(core, held, core.bit_count() - aside.least)
        if not lines:
            continue
        boxes = aside.subsets_by_taken(core, held, core.bit_count() - along.least)
        for taken, pairs in lines.items():
            others_ = boxes.get(spare - taken, ())
            for cells, used in pairs if others_ else ():
                position.deadline.check()
                for others, also in others_:
                    if others & cells or used & also & held:
                        continue
                    # a value outside the core that both subsets have goes from both houses
                    twice = used & also
                    remaining = layout.houses[line].cells & ~cells & ~core
                    eliminated = layout.candidates_in(remaining, (held | used) & ~also | twice)
                    remaining = layout.houses[box].cells & ~others & ~core
                    eliminated |= layout.candidates_in(remaining, (held | also) & ~used | twice)
                    eliminated &= position.open
                    if eliminated:
                        patterns.append(
                            SueDeCoq(
                                line, box, (core, held), (cells, used), (others, also), eliminated
                            )
                        )
    return patterns


def _subsets(cells: list[int], values: list[int], most: int) -> list[Subset]:
    """Subsets of up to ``most`` cells."""
    results = [(0, 0)]
    for cell in cells:
        bit, mask = 1 << cell, values[cell]
        results += [(old | bit, held | mask) for old, held in results if old.bit_count() < most]
    return results


class _HouseSubsets:
    """The subsets of a house that can take values from a crossing, cached as long as the cells
    stay.

    The *excess* of a subset is the number of its values minus its cells; ``least`` is the
    smallest excess of any subset that can take a value. Two subsets that together take the
    whole surplus of the crossing have, together, no more excess than the crossing has cells.
    """

    def __init__(self, position: Position, house: int, _: int) -> None:
        layout, values = position.layout, position.values
        self._clock = position.deadline
        cells = layout.houses[house].cells
        small = layout.value_count <= 10
        most = layout.value_count if small else 4
        self._most = layout.value_count - 3 if small else most
        self._subsets = subsets_in(position, house, most, layout.value_count)
        self.least = self._subsets.least_excess
        for subset, used in self._subsets.with_excess(
            0
        ):  # locked: do others still have its values?
            if any(values[cell] & used for cell in bits(cells & ~subset)):
                self.least = 0
        self._takers: dict[tuple[int, int], dict[int, list[Subset]]] = {}

    def subsets_by_taken(self, core: int, held: int, excess: int) -> dict[int, list[Subset]]:
        """Return subsets outside a crossing, by the number of values that a subset takes.

        The subsets take at least one value, leave at least one to the other house, and have no
        more than ``excess``.
        """
        cached = self._takers.get((core, excess))
        if cached is None:
            cached = self._takers[core, excess] = {}
            spare, free = held.bit_count() - core.bit_count(), ~held
            for more in range(self.least, excess + 1):
                self._clock.check()
                for subset, used in self._subsets.with_excess(more):
                    if not subset & core and (size := subset.bit_count()) <= self._most:
                        taken = size - (used & free).bit_count()
                        if 0 < taken < spare:
                            cached.setdefault(taken, []).append((subset, used))
        return cached


def _house_subsets(position: Position, house: int) -> _HouseSubsets:
    open_candidates = position.open & position.layout.house_candidates[house]
    return position.path_cached(_HouseSubsets, house, open_candidates)


def _step(position: Position, coq: SueDeCoq) -> Step:
    layout = position.layout
    cells = coq.crossing_set[0] | coq.line_set[0] | coq.box_set[0]
    pattern = position.open_candidates_in(cells)
    (_, held), (_, used), (_, also) = coq.crossing_set, coq.line_set, coq.box_set
    links = [layout.house_set(coq.line, value) for value in bits((held & ~also) | used)]
    links += [layout.house_set(coq.box, value) for value in bits(also)]
    return Step(
        "sue-de-coq",
        layout,
        eliminations=coq.eliminations,
        pattern=pattern,
        truths=tuple(bits(cells)),
        links=tuple(links),
        sets=(coq.crossing_set, coq.line_set, coq.box_set),
        detail=SueDeCoqDetail(coq.line, coq.box),
    )


class SueDeCoqDetail(NamedTuple):
    """The two houses."""

    line: int
    box: int

    def describe(self, step: Step) -> StepText:
        """A Sue de Coq in words."""
        layout = step.layout
        line, box = (layout.houses[number].name for number in self)
        (core, held), (along, used), (aside, also) = step.sets
        texts = [
            f"{layout.cell_text(cells)} - {{{layout.value_text(values)}}}"
            for cells, values in step.sets
        ]
        cells = core | along | aside
        count = cells.bit_count()
        plain = (
            f"{phrases.cell_list(layout, core)} lie both in {line} and in {box} and can be "
            f"{phrases.value_list(layout, held, 'or')}; {phrases.cell_list(layout, along)} of "
            f"{line} can "
            f"be {phrases.value_list(layout, used, 'or')}, and "
            f"{phrases.cell_list(layout, aside)} of {box} "
            f"can be {phrases.value_list(layout, also, 'or')}. These {count} cells have no more "
            "than "
            f"{count} values to share, so every one of these values is in them, "
            f"{phrases.value_list(layout, used)} in {line} and "
            f"{phrases.value_list(layout, also)} in "
            f"{box}. The other cells of these houses cannot have them: "
            f"{phrases.removal_text(layout, step.eliminations)}."
        )
        return StepText(
            f"{texts[0]} ({texts[1]}, {texts[2]})",
            f"Look at {phrases.cell_list(layout, core)}, where {line} crosses {box}",
            plain,
        )
