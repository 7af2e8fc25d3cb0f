"""Odd loops: rings that cannot be filled, so that a guardian is true.

The cells form a ring, each in a house with the next, and their number is odd.

- *Broken wing*: one value.  If each house that joins two neighbours had no other place for the
  value, the value would be in every other cell of the ring, which is impossible, as their
  number is odd.  So one of the other places in these houses, the guardians, is true.
- *Bivalue oddagon*: all cells of the ring share two values.  If the cells had no other value,
  the two would alternate, which is impossible.  So one of the extra values, the guardians, is
  true. Type 1: a single cell has guardians, and has neither of the two values. Type 2: all
  guardians are the same value. Type 3: two cells have guardians that form a naked subset with
  other cells of a house. Type 4: two cells of a house have guardians, and one of the two values
  has no other place there, so neither cell has the other value.

Nothing is assumed of the number of solutions.  Sources: R. Hobbs, "Broken Wings", Players' forum,
2005; ttt, "bivalue oddagon", Players' forum, 2011.

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
from nonet.techniques.engines.deadly_patterns import (
    GuardedPattern,
    applicable_types,
    pattern_step,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MAX_RING_CELLS = 9
"""The most cells of a ring."""

MAX_PATHS = 20_000
"""Paths that are tried for one value and target, or one pair."""

ODDAGON_KEYS = tuple(f"bivalue-oddagon-type-{number}" for number in (1, 2, 3, 4))


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Broken wings, then bivalue oddagons by type; each conclusion once, short rings first."""
    if "broken-wing" in requested:
        for value in range(position.layout.value_count):
            yield from _broken_wings(position, value)
    if requested & {*ODDAGON_KEYS}:
        results = sorted(
            _bivalue_oddagons(position), key=lambda step: (step.key, step.deadly_cells.bit_count())
        )
        done: set[tuple[str, int]] = set()
        for step in results:
            if step.key in requested and (step.key, step.eliminations) not in done:
                done.add((step.key, step.eliminations))
                yield step


# -- one value ---------------------------------------------------------------------------


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


# -- two values --------------------------------------------------------------------------


def _bivalue_oddagons(position: Position) -> Iterator[Step]:
    layout, values = position.layout, position.values
    for pair in (1 << a | 1 << b for a, b in combinations(range(layout.value_count), 2)):
        cells = [cell for cell, held in enumerate(values) if held & pair == pair]
        mask = sum(1 << cell for cell in cells)
        if len(cells) < 5:
            continue
        tries = 0
        for start in cells:
            todo: list[tuple[tuple[int, ...], int, int]] = [
                ((start,), *_extra_values(values[start], pair))
            ]
            while todo:
                path, number, extras = todo.pop()
                tries += 1
                if tries > MAX_PATHS:
                    break
                position.deadline.check()
                if len(path) >= 5 and len(path) % 2 and layout.sees[path[-1]] >> start & 1:
                    yield from _oddagon_steps(position, pair, path)
                if len(path) == MAX_RING_CELLS:
                    continue
                for cell in bits(layout.sees[path[-1]] & mask & -(2 << start)):
                    if cell in path or not _no_three_in_house(position, path, cell):
                        continue
                    more, new = _extra_values(values[cell], pair)
                    if number + more <= 2 or (
                        number + more <= 4 and (extras | new).bit_count() == 1
                    ):
                        todo.append(((*path, cell), number + more, extras | new))


def _no_three_in_house(position: Position, path: tuple[int, ...], cell: int) -> bool:
    """Whether a ring does not pass three cells of one house after each other."""
    if len(path) < 2:
        return True
    return not position.layout.houses_containing(1 << path[-2] | 1 << path[-1] | 1 << cell)


def _extra_values(held: int, pair: int) -> tuple[int, int]:
    return int(held != pair), held & ~pair


def _oddagon_steps(position: Position, pair: int, ring: tuple[int, ...]) -> Iterator[Step]:
    layout = position.layout
    links: dict[int, None] = {}
    for first, second in zip(ring, (*ring[1:], ring[0]), strict=True):
        house = layout.houses_containing(1 << first | 1 << second)[0].number
        links.update(dict.fromkeys(layout.house_sets(house, pair)))
    for number, result, eliminated in applicable_types(
        position, sum(1 << cell for cell in ring), pair
    ):
        detail = OddagonDetail(ring, number, result)
        yield pattern_step(
            position, ODDAGON_KEYS[number - 1], result, eliminated, detail, tuple(links)
        )


# -- words -------------------------------------------------------------------------------


class OddagonDetail(NamedTuple):
    """The cells in order, the type and the pattern."""

    cells: tuple[int, ...]
    type_number: int
    pattern: GuardedPattern

    def describe(self, step: Step) -> StepText:
        """A bivalue oddagon in words."""
        layout, pattern = step.layout, self.pattern
        around = "-".join(layout.cell_text(1 << cell) for cell in self.cells)
        cells = phrases.joined_words(layout.cells[cell] for cell in self.cells)
        digits = phrases.value_list(layout, pattern.values)
        return StepText(
            f"{layout.value_text(pattern.values, '/')} in {around}",
            f"Look at the cells that can be {digits}",
            f"Go round {cells}: each sees the next. With {digits} alone they would have to"
            f" alternate, and {len(self.cells)} is an odd number."
            f" {pattern.conclusion_text(step, self.type_number)}",
        )


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
