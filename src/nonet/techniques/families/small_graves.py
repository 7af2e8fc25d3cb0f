"""Graves of a part of the grid: BUG-lite and MUG.

Some cells, each with some of its candidates, its *own*, such that in every house the cells have
together as many own values as cells.  Filled with their own values alone, the cells use up the
same values in every house in each possible way. So if there is a second way, no house would
change, and in a puzzle with one solution a guardian, another candidate of the cells, is true.

- *BUG-lite*: each cell has two own values, not all the same two; then each value is in two cells
  of every house, or in none, and the second way gives every cell its other value.
- *Multivalue universal grave* (MUG): some cell has three own values; that there are two ways to
  fill the cells, and a way for each own value, is tried.

Types 1 to 4 are defined in ``engines/deadly_patterns.py``; one or two cells have guardians. Where
all cells have the same two values, the pattern is a unique rectangle or loop. Cells of another
constraint are in no pattern, and all houses of a puzzle count. Sources: "BUG-lite" and "deadly
pattern", Sudopedia; Myth Jellies, "Forming MUGs from BUG-lite composites" and "MUGs:
impermeable versus permeable deadly patterns", Players' forum, 2006.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R4C4": 3}))
>>> list(find(position, frozenset({"bug-lite-type-1"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits, mask_of, union_of
from nonet.techniques.catalogue import SMALL
from nonet.techniques.engines import phrases
from nonet.techniques.engines.deadly_patterns import (
    GuardedPattern,
    applicable_types,
    house_links,
    house_masks,
    pattern_step,
    values_in,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText


@dataclass(frozen=True, slots=True)
class PatternKind:
    """A kind of pattern: its name, own values of a cell, cells, values of a house."""

    name: str
    max_values_per_cell: int
    max_cells: int
    max_values_per_house: int


KINDS = (PatternKind("bug-lite", 2, 12, 4), PatternKind("multivalue-universal-grave", 3, 9, 4))
"""BUG-lites of up to twelve cells, MUGs of up to nine, each with up to four values of a house."""

MAX_CELL_SETS = 4_000
"""Sets of cells that are looked at for one cell with guardians."""


def max_cells(_: str) -> int:
    """The cells of the largest puzzle that graves are searched in."""
    return SMALL


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the patterns by type, small patterns first; each conclusion of a type once."""
    layout = position.layout
    for kind in KINDS:
        requested_keys = [key for key in sorted(requested) if key.startswith(kind.name)]
        done: set[tuple[str, int]] = set()
        for cells, own in position.cached(deadly_patterns_of, kind) if requested_keys else ():
            values = union_of(values_in(layout, own, cell) for cell in bits(cells))
            for number, result, eliminated in applicable_types(position, cells, values, own):
                key = f"{kind.name}-type-{number}"
                if key in requested_keys and (key, eliminated) not in done:
                    done.add((key, eliminated))
                    houses = _houses_touched(layout, cells)
                    links = house_links(layout, houses, cells, values)
                    links = tuple(n for n in links if (layout.sets[n] & own).bit_count() > 1)
                    yield pattern_step(
                        position, key, result, eliminated, SmallGraveDetail(number, result), links
                    )


def _houses_touched(layout: Layout, cells: int) -> tuple[House, ...]:
    return tuple(house for house in layout.houses if house.cells & cells)


def deadly_patterns_of(position: Position, kind: PatternKind) -> list[tuple[int, int]]:
    """Return the patterns with one or two guarded cells: cells and own candidates, small
    patterns first.
    """
    member = house_masks(position.layout)
    able = [cell for cell, held in enumerate(position.values) if held and member[cell]]
    plain = sum(
        1 << c for c in able if 2 <= position.values[c].bit_count() <= kind.max_values_per_cell
    )
    wild = [cell for cell in able if position.values[cell].bit_count() > 2]
    result: dict[tuple[int, int], None] = {}
    for cell in wild:
        position.deadline.check()
        later = sum(1 << other for other in wild if other > cell)
        _PatternSearch(position, kind, plain, later, result).run(cell)
    return sorted(result, key=lambda grave: (grave[0].bit_count(), grave))


class _PatternSearch:
    """The patterns with one cell that has guardians, and perhaps another.

    A set of cells grows where a house has fewer values than cells so far, by a cell that shares
    a value with the set there: the last cell of a pattern always qualifies.  Where every house
    is balanced, the set may still grow beside a cell with guardians, whose own values the other
    cells choose.
    """

    def __init__(
        self,
        position: Position,
        kind: PatternKind,
        plain: int,
        later: int,
        result: dict[tuple[int, int], None],
    ) -> None:
        self.position, self.kind, self.plain, self.later = position, kind, plain, later
        self.results = result
        self.seen: set[tuple[int, int]] = set()

    def run(self, cell: int) -> None:
        todo = [(1 << cell, 1 << cell)]
        while todo and len(self.seen) < MAX_CELL_SETS:
            cells, wild = todo.pop()
            if (cells, wild) not in self.seen:
                self.seen.add((cells, wild))
                todo += self._extended_sets(cells, wild)

    def _extended_sets(self, cells: int, wild: int) -> list[tuple[int, int]]:
        """The sets with one cell more; a set that is whole is noted."""
        kind, held = self.kind, self.position.values
        spare = kind.max_cells - cells.bit_count()
        best: list[tuple[int, int]] | None = None
        unions, beside = [], []
        for house in _houses_touched(self.position.layout, cells):
            cells_inside = house.cells & cells
            guarded = list(bits(cells_inside & wild))
            union = union_of(held[cell] for cell in bits(cells_inside & ~wild))
            around = union_of(held[cell] for cell in guarded)
            size, many = union.bit_count(), cells_inside.bit_count()
            if size > kind.max_values_per_house or size - many > spare:
                return []
            if union and size < many and len(guarded) < 2:
                return []  # their own values are too few
            unions.append((house, cells_inside, union))
            if size > many or many == 1:
                more = self._extended_by_house(house, union or around, cells, wild) if spare else []
                if best is None or len(more) < len(best):
                    best = more
            elif guarded:
                beside.append((house, union | around))
        if best is not None:
            return best
        self._record(cells, wild, unions)
        return [
            more
            for house, near in (beside if spare else ())
            for more in self._extended_by_house(house, near, cells, wild)
        ]

    def _extended_by_house(
        self, house: House, near: int, cells: int, wild: int
    ) -> list[tuple[int, int]]:
        """Return the sets with a further cell of a house that may have one of some values."""
        held, free = self.position.values, house.cells & ~cells
        more = [(cells | 1 << c, wild) for c in bits(free & self.plain) if held[c] & near]
        if not wild & wild - 1:
            able = (1 << c for c in bits(free & self.later) if held[c] & near)
            more += [(cells | cell, wild | cell) for cell in able]
        return more

    def _record(self, cells: int, wild: int, unions: list[tuple[House, int, int]]) -> None:
        """Note the patterns of a set: cells with guardians may have any of their values as own."""
        layout, held = self.position.layout, self.position.values
        plain = {cell: held[cell] for cell in bits(cells & ~wild)}
        able = []
        for cell in bits(wild):
            own = held[cell]
            for _, cells_inside, union in unions:
                if cells_inside & wild == 1 << cell:
                    own &= union
            able.append([(cell, part) for part in self._value_choices(own)])
        for chosen in product(*able):
            mine = {**plain, **dict(chosen)}
            if self._is_balanced(mine, unions) and _has_two_fillings(layout, mine):
                grave = sum(layout.candidates_in(1 << cell, own) for cell, own in mine.items())
                self.results[cells, grave] = None

    def _value_choices(self, values: int) -> Iterator[int]:
        for size in range(2, self.kind.max_values_per_cell + 1):
            for chosen in combinations(bits(values), size):
                yield mask_of(chosen)

    def _is_balanced(self, mine: dict[int, int], unions: list[tuple[House, int, int]]) -> bool:
        """Return whether every house has as many own values as cells, in the way of the kind."""
        held, most = self.position.values, self.kind.max_values_per_cell
        if max(own.bit_count() for own in mine.values()) != most:
            return False
        if (most == 2 and len(set(mine.values())) == 1) or all(
            own == held[cell] for cell, own in mine.items()
        ):
            return False
        for _, cells_inside, _ in unions:
            union = union_of(mine[cell] for cell in bits(cells_inside))
            if union.bit_count() != cells_inside.bit_count():
                return False
        return True


def _has_two_fillings(layout: Layout, mine: dict[int, int]) -> bool:
    """Whether each own value is in a way to fill the cells: so there are two ways or more."""
    remaining = mine.copy()

    def fill(free: dict[int, int], chosen: dict[int, int]) -> None:
        if not free:
            for cell, value in chosen.items():
                remaining[cell] &= ~value
            return
        cell = min(free, key=lambda first: (free[first].bit_count(), first))
        unvisited = {other: values for other, values in free.items() if other != cell}
        for number in bits(free[cell]):
            value = 1 << number
            new = {c: v & ~value if layout.sees[cell] >> c & 1 else v for c, v in unvisited.items()}
            if all(new.values()):
                fill(new, {**chosen, cell: value})
            if not any(remaining.values()):
                return

    fill(mine, {})
    return not any(remaining.values())


class SmallGraveDetail(NamedTuple):
    """The type and the pattern."""

    type_number: int
    pattern: GuardedPattern

    def describe(self, step: Step) -> StepText:
        """A grave in words."""
        layout, pattern = step.layout, self.pattern
        by_values: dict[int, int] = {}
        for cell in bits(pattern.cells):
            own = values_in(layout, pattern.own_candidates, cell)
            by_values[own] = by_values.get(own, 0) | 1 << cell
        held = phrases.joined_words(
            f"{phrases.value_list(layout, own, 'or')} in {phrases.cell_list(layout, cells)}"
            for own, cells in by_values.items()
        )
        short = ", ".join(
            f"{layout.value_text(own, '/')} in {layout.cell_text(cells)}"
            for own, cells in by_values.items()
        )
        if step.key.startswith("bug"):
            why = (
                "each of these values would be in two of these cells in every house that has it"
                " there, so each cell could take its other value"
            )
        else:
            why = (
                "these cells would use up as many values in every house as there are of them, and"
                " could be filled in another way"
            )
        return StepText(
            short,
            f"Look at {phrases.cell_list(layout, pattern.cells)}",
            f"Were there only {held}, {why}: no house would notice, and the puzzle would have a"
            f" second solution. {pattern.conclusion_text(step, self.type_number)}",
        )
