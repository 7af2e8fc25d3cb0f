"""Broken wings: a ring of one value that cannot be filled, so that a guardian is true.

The cells form a ring, each in a house with the next, and their number is odd.  If each house
that joins two neighbours had no other place for the value, the value would be in every other
cell of the ring, which is impossible, as their number is odd.  So one of the other places in
these houses, the guardians, is true.  Nothing is assumed of the number of solutions.

Source: R. Hobbs, "Broken Wings", Players' forum, 2005.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MAX_RING_CELLS = 9
"""The most cells of a ring."""

MAX_PATHS = 20_000
"""Paths that are tried for one value and target."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield broken wings by value, the shortest ring for each target."""
    layout = position.layout
    for value in range(layout.value_count) if requested else ():
        places, done, shift = position.places_of(value), 0, value * layout.cell_count
        for target in bits(places):
            ring = () if done >> target & 1 else _shortest_odd_ring(position, places, target)
            guardians = union_of(
                places & house.cells & ~(1 << first | 1 << second)
                for (first, house), (second, _) in zip(ring, (*ring[1:], *ring[:1]), strict=True)
            )
            if not guardians:
                continue
            eliminated = places & layout.seen_by_all(guardians)
            done |= eliminated
            cells = tuple(cell for cell, _ in ring)
            houses = dict.fromkeys(house.number for _, house in ring)
            yield Step(
                "broken-wing",
                layout,
                eliminations=eliminated << shift,
                pattern=(mask_of(cells) & ~guardians) << shift,
                fins=guardians << shift,
                truths=tuple(layout.house_set(house, value) for house in houses),
                detail=BrokenWingDetail(cells, 1 << value, guardians),
            )


def _shortest_odd_ring(
    position: Position, places: int, target: int
) -> tuple[tuple[int, House], ...]:
    """The shortest ring of an odd number of cells, five or more, each with the house that joins it
    to the next, in which the value has no third place that does not see the target.
    """
    edges: dict[int, dict[int, House]] = {}
    for house in position.layout.complete_houses:
        inside = places & house.cells
        unseen = inside & ~position.layout.sees[target]
        if unseen.bit_count() <= 2 <= inside.bit_count() and not inside >> target & 1:
            for first, second in permutations(bits(inside), 2):
                if not unseen & ~(1 << first | 1 << second):
                    edges.setdefault(first, {}).setdefault(second, house)
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
                after = edges[path[-1]]
                if len(path) < length:
                    todo += [(*path, cell) for cell in after if cell > start and cell not in path]
                elif start in after:
                    steps = zip(path, (*path[1:], start), strict=True)
                    return tuple((first, edges[first][second]) for first, second in steps)
    return ()


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
