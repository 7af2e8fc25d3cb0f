"""Broken wings: a ring of one value that cannot be filled, so that a guardian is true.

The cells form a ring, each in a house with the next, and their number is odd.  If each house
that joins two neighbours had no other place for the value, the value would be in every other
cell of the ring, which is impossible, as their number is odd.  So one of the other places in
these houses, the guardians, is true.  Nothing is assumed of the number of solutions.

Source: R. Hobbs, "Broken Wings", Players' forum, 2005.

>>> from nonet.puzzle import Grid, Puzzle
>>> list(find(Position.of(Puzzle(Grid.square(4), {"R1C1": 1})), frozenset({"broken-wing"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MAX_RING_CELLS = 9
"""The most cells of a ring."""

MAX_PATHS = 20_000
"""Paths that are tried for one value and target."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield broken wings by value, the shortest ring for each target."""
    for value in range(position.layout.value_count) if requested else ():
        yield from _broken_wings(position, value)


def _broken_wings(position: Position, value: int) -> Iterator[Step]:
    layout = position.layout
    places = position.places_of(value)
    done = 0
    for target in bits(places):
        if done >> target & 1:
            continue
        seen = layout.sees[target]
        edges: dict[int, dict[int, House]] = {}
        for house in layout.complete_houses:
            inside = places & house.cells
            unseen = inside & ~seen
            if unseen.bit_count() > 2 or inside >> target & 1 or inside.bit_count() < 2:
                continue
            for first, second in combinations(bits(inside), 2):
                if not unseen & ~(1 << first | 1 << second):
                    edges.setdefault(first, {}).setdefault(second, house)
                    edges.setdefault(second, {}).setdefault(first, house)
        ring = _shortest_odd_ring(position, edges)
        if ring and _guardian_cells(position, value, ring, edges):
            step = _broken_wing_step(position, value, ring, edges)
            done |= step.eliminations >> value * layout.cell_count
            yield step


def _shortest_odd_ring(position: Position, edges: dict[int, dict[int, House]]) -> tuple[int, ...]:
    """The shortest ring of an odd number of cells, five or more, without a chord's house twice."""
    for length in range(5, MAX_RING_CELLS + 1, 2):
        tries = 0
        for start in edges:
            todo: list[tuple[int, ...]] = [(start,)]
            while todo:
                path = todo.pop()
                tries += 1
                if tries > MAX_PATHS:
                    return ()
                position.deadline.check()
                if len(path) == length:
                    if start in edges[path[-1]]:
                        return path
                    continue
                todo += [
                    (*path, cell) for cell in edges[path[-1]] if cell > start and cell not in path
                ]
    return ()


def _guardian_cells(
    position: Position, value: int, ring: tuple[int, ...], edges: dict[int, dict[int, House]]
) -> int:
    """The other places of the value in the houses that join the cells of a ring."""
    return union_of(
        position.places_of(value) & edges[first][second].cells & ~(1 << first | 1 << second)
        for first, second in zip(ring, (*ring[1:], ring[0]), strict=True)
    )


def _broken_wing_step(
    position: Position, value: int, ring: tuple[int, ...], edges: dict[int, dict[int, House]]
) -> Step:
    layout, places = position.layout, position.places_of(value)
    houses = [
        edges[first][second] for first, second in zip(ring, (*ring[1:], ring[0]), strict=True)
    ]
    mask = sum(1 << cell for cell in ring)
    guardians = _guardian_cells(position, value, ring, edges)
    shift = value * layout.cell_count
    eliminated = places & layout.seen_by_all(guardians)
    return Step(
        "broken-wing",
        layout,
        eliminations=eliminated << shift,
        pattern=(mask & ~guardians) << shift,
        fins=guardians << shift,
        truths=tuple(dict.fromkeys(layout.house_set(house.number, value) for house in houses)),
        detail=BrokenWingDetail(ring, 1 << value, guardians),
    )


# -- words -------------------------------------------------------------------------------


class BrokenWingDetail(NamedTuple):
    """The cells in order, the value (as a mask), and the guardians' cells."""

    cells: tuple[int, ...]
    value: int
    guardians: int

    def describe(self, step: Step) -> StepText:
        """A broken wing in words."""
        layout, many = step.layout, len(self.cells)
        around = "-".join(layout.cell_text(1 << cell) for cell in self.cells)
        cells = phrases.joined_words(layout.cells[cell] for cell in self.cells)
        digit = phrases.value_list(layout, self.value)
        guards = phrases.cell_list(layout, self.guardians, "or")
        none = phrases.none_is([layout.cells[cell] for cell in bits(self.guardians)], digit)
        return StepText(
            f"{digit} in {around}, guardians {layout.cell_text(self.guardians)}",
            f"Look at the {digit}s around {layout.cells[self.cells[0]]}",
            f"Go round {cells}: each is in a house with the next. If {none}, each of these houses"
            f" has its {digit} in one of its two cells of the ring, that is in every other cell of"
            f" {many}, an odd number, which cannot be. So {guards} is {digit}, and"
            f" {phrases.removal_text(layout, step.eliminations)}.",
        )
