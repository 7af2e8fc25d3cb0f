"""Counts over the same cells, told together: which constraints ``filters/occurrences.py`` takes.

Each constraint says that a value occurs in some cells a given number of times, or that many times
or never.  The possible sets of occurring values are the sets whose numbers add up to the number of
cells.

>>> from nonet.model import AnyOf, Count
>>> def circles(value):
...     none, all_ = (Count(tuple("abcdef"), {value}, "==", n) for n in (0, value))
...     return AnyOf(((none,), (all_,)))
>>> found, others = count_families([circles(value) for value in (1, 2, 3)])
>>> found[0].cells, found[0].occurrences, others
(('a', 'b', 'c', 'd', 'e', 'f'), {1: 1, 2: 2, 3: 3}, [])
>>> sorted(map(bin, possible_sets(found[0], 0b111, 1)))                # 1 + 2 + 3 are six cells
['0b111']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonet.backends.lockstep.layouts.occurrences import Grouping
from nonet.backends.lockstep.unit_layout import disjoint_groups
from nonet.model import AnyOf, Constraint, Count

MIN_CELLS = 5
"""Minimum number of cells of a family: with fewer, examining houses costs more than it gains."""
MIN_SURE_VALUES = 10
"""Minimum number of cells if the numbers of occurrences of all values are known, so that there is
one set."""
MAX_SETS = 1024

Cells = tuple[str, ...]


class CountFamily(NamedTuple):
    """The number of occurrences of each value in ``cells`` if the value occurs, and the values that
    surely occur."""

    cells: Cells
    occurrences: dict[int, int]
    required: frozenset[int]


def count_families(constraints: Sequence[Constraint]) -> tuple[list[CountFamily], list[Constraint]]:
    """Return the families of counts of single values over the same cells, and the remaining
    constraints."""
    of_cells: dict[Cells, dict[int, tuple[int, bool]]] = {}
    taken: dict[Cells, list[Constraint]] = {}
    others: list[Constraint] = []
    for constraint in constraints:
        occurrence = _occurrence_of(constraint)
        if occurrence is None or occurrence[1] in of_cells.get(occurrence[0], ()):
            others.append(constraint)
            continue
        cells, value, number, surely = occurrence
        of_cells.setdefault(cells, {})[value] = number, surely
        taken.setdefault(cells, []).append(constraint)
    families = []
    for cells, numbers in of_cells.items():
        always = frozenset(value for value, (_, is_sure) in numbers.items() if is_sure)
        if len(numbers) == 1 or (len(always) == len(numbers) and len(cells) < MIN_SURE_VALUES):
            others += taken[cells]
            continue
        families.append(CountFamily(cells, {value: k for value, (k, _) in numbers.items()}, always))
    return families, others


def _occurrence_of(constraint: Constraint) -> tuple[Cells, int, int, bool] | None:
    """Return the cells, the value, its number of occurrences if it occurs, and whether it surely
    occurs; ``None`` for another constraint."""
    if isinstance(constraint, AnyOf):
        counts = [part for group in constraint.groups for part in group]
        if [len(group) for group in constraint.groups] != [1, 1]:
            return None
    else:
        counts = [constraint]
    numbers: list[int] = []
    first = counts[0]
    for count in counts:
        if (
            not isinstance(count, Count)
            or not isinstance(first, Count)
            or (count.op, count.counted, count.values) != ("==", first.counted, first.values)
            or not isinstance(count.number, int)
        ):
            return None
        numbers.append(count.number)
    least, most = min(numbers), max(numbers)
    if (
        not isinstance(first, Count)
        or len(first.values) != 1
        or len(set(first.counted)) < max(MIN_CELLS, len(first.counted))
        or least < 0
        or most == 0
        or (len(numbers) == 2 and least > 0)
    ):
        return None
    return first.counted, next(iter(first.values)), most, len(numbers) == 1


def possible_sets(family: CountFamily, may: int, base: int) -> list[int] | None:
    """The sets of values that may occur in cells that ``may`` have so much; ``None`` if too many.

    Values are counted from ``base``.  Numbers add up to that of the cells, or to no more where
    there are values that are not counted.
    """
    counted = sum(1 << value - base for value in family.occurrences if value >= base) & may
    exactly, most = not may & ~counted, len(family.cells)
    sets = [(0, 0)]
    for value, number in family.occurrences.items():
        bit = 1 << value - base if value >= base else 0
        more = [(mask | bit, total + number) for mask, total in sets if total + number <= most]
        if not bit & may:
            more = []
        sets = more if value in family.required else sets + more
        if len(sets) > MAX_SETS:
            return None
    return [mask for mask, total in sets if total == most or not exactly]


def disjoint_groupings(
    cells: Sequence[int], units: Sequence[Sequence[int]], size: int
) -> list[Grouping]:
    """Return the cells by houses that do not overlap, in as many ways as possible, or cell by
    cell."""
    groupings = disjoint_groups([unit for unit in units if len(unit) == size])
    complete = [
        list(_split_by_house(cells, held))
        for covered, held in groupings
        if covered.issuperset(cells)
    ]
    return list(complete) or [[([cell], None) for cell in cells]]


def _split_by_house(
    cells: Sequence[int], units: Sequence[Sequence[int]]
) -> Iterator[tuple[list[int], list[int]]]:
    for unit in units:
        inside = [cell for cell in unit if cell in cells]
        if inside:
            yield inside, [cell for cell in unit if cell not in cells]
