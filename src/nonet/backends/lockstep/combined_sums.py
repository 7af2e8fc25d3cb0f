"""Combined sums: large cages in one sum, and the cells that many units leave over.

Two large cages may each leave room that the two cannot both use: where they share rows and columns,
cells of both differ from each other.  So cages are joined into one sum, and its cells parted anew
into *groups* that differ, by whole units; the ``bounds`` filter then knows how little slack there
is.  Four corners of six cells that add up to 38, 39, 39 and 36 are two rows and two columns with a
slack of 2: the combination reduced a search from 18,555 guesses to 800.  Two cages with a weak
combined sum may be on the way to four with a strong sum, so cages are joined where the combination
is better than both apart.

The same holds for the cells that cages leave over in a window, if these are more than ``LONGEST``.

>>> row, column = 0b1111, 0b1_0001_0001_0001
>>> different_groups([0, 1, 2, 4, 8], (row, column))
[[0, 1, 2], [4, 8]]
>>> sum_slack([3, 2], 8, 9)                     # 0 + 1 + 2 and 0 + 1 are the least, 4
4

Source: that cages with cells in common houses are merged is an idea of S. Sigalas's Interactive
Sudoku Solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from nonet.backends.lockstep.layouts.memory import bit_indices, mask_of

Groups = list[list[int]]

MIN_LARGE_CAGE = 6
"""Minimum number of cells of a cage that is worth joining with others: smaller cages have sets,
which are stronger."""
MAX_LARGE_CAGES = 24
"""Large cages that are looked at two by two."""


class CombinedSum(NamedTuple):
    """Disjoint cages as one: the cells as a mask, their sum, their groups and the strength of the
    sum.

    ``is_stronger`` says whether any group loses a value by the combined sum.
    """

    cells: int
    total: int
    groups: Groups
    score: int
    is_stronger: bool


def different_groups(cells: Sequence[int], units: Sequence[int]) -> Groups:
    """Return cells in groups of different cells, each the part of a unit, the largest first.

    ``units`` are masks of cells that differ.
    """
    return _mask_groups(mask_of(cells), units)


def best_groups(cells: Sequence[int], peers: Sequence[int], units: Sequence[int]) -> Groups:
    """Return cells in groups of different cells: first come, or by whole units where these bound
    more."""
    groups: Groups = []
    held: list[int] = []
    all_ = mask_of(cells)
    for cell in cells:
        others = peers[cell]
        if others & all_ == 1 << cell:  # in sums of models often no cell has a peer
            groups.append([cell])
            held.append(-1)
            continue
        for place, mask in enumerate(held):
            if not mask & ~others:
                groups[place].append(cell)
                held[place] |= 1 << cell
                break
        else:
            groups.append([cell])
            held.append(1 << cell)
    if len(cells) >= MIN_LARGE_CAGE and 1 < len(groups) < len(cells):
        return max(groups, different_groups(cells, units), key=minimum_sum)
    return groups


def _mask_groups(remaining: int, units: Sequence[int]) -> Groups:
    """The same, of cells as a mask."""
    groups: Groups = []
    while remaining:
        # what a unit has of fewer cells is part of what it has of more
        units = _unit_parts(remaining, units)
        if not units:
            groups += ([cell] for cell in bit_indices(remaining))
            break
        part = max(units, key=int.bit_count)
        groups.append(list(bit_indices(part)))
        remaining &= ~part
    return groups


def _unit_parts(cells: int, units: Sequence[int]) -> list[int]:
    """Return the part of each unit within some cells, if the part has more than one cell."""
    return [part for unit in units if (part := unit & cells) & part - 1]


def minimum_sum(groups: Groups) -> int:
    """Return the least sum of cells in groups that differ, with values counted from 0."""
    return sum(len(group) * (len(group) - 1) // 2 for group in groups)


def sum_slack(sizes: Sequence[int], total: int, values: int) -> int:
    """How far a sum is from the least or the most, if groups of such sizes have values from 0."""
    low = sum(size * (size - 1) // 2 for size in sizes)
    return min(total - low, sum(sizes) * (values - 1) - low - total)


def combined_sums(
    cages: Sequence[tuple[Sequence[int], int]], units: Sequence[int], values: int
) -> Iterator[tuple[Groups, int]]:
    """Yield the groups and the total of large cages as one sum, where the joint sum is stronger
    than each cage."""

    def join(cells: int, total: int) -> CombinedSum:
        groups = _mask_groups(cells, units)
        sizes = [len(group) for group in groups]
        slack = sum_slack(sizes, total, values)
        # what a group could have, were there no sum, less what the sum leaves it
        slacks = [size * (values - size) - slack for size in sizes]
        return CombinedSum(cells, total, groups, sum(slacks), any(each > 0 for each in slacks))

    wide = [(mask_of(cage), total) for cage, total in cages if len(cage) >= MIN_LARGE_CAGE]
    if not 1 < len(wide) <= MAX_LARGE_CAGES:
        return
    units = _unit_parts(reduce(or_, [cells for cells, _ in wide]), units)
    large = [join(*each) for each in wide]
    alone = {each.cells for each in large}
    tried: dict[tuple[int, int], CombinedSum] = {}
    while True:
        best: tuple[CombinedSum, CombinedSum, CombinedSum] | None = None
        for i, first in enumerate(large):
            for second in large[:i]:
                if first.cells & second.cells:
                    continue
                key = first.cells, second.cells
                if key not in tried:
                    tried[key] = join(first.cells | second.cells, first.total + second.total)
                both = tried[key]
                scores = first.score, second.score
                better = both.score > max(scores) or both.score > sum(scores)
                if better and (best is None or both.score > best[0].score):
                    best = both, first, second
        if best is None:
            break
        both, first, second = best
        large = [each for each in large if each not in (first, second)] + [both]
    for each in large:
        if each.cells not in alone and each.is_stronger:
            yield each.groups, each.total


def tight_leftover_sums(
    sums: Sequence[int], units: Sequence[int], values: int
) -> Iterator[tuple[Groups, int]]:
    """Yield the tight sums among many-cell sums that windows leave over, given as total, count,
    cells."""
    known: set[int] = set()
    at = 0
    while at < len(sums):
        total, end = sums[at], at + 2 + sums[at + 1]
        cells = sums[at + 2 : end]
        at, mask = end, mask_of(cells)
        if mask in known:
            continue
        known.add(mask)
        groups = _mask_groups(mask, units)
        sizes = [len(group) for group in groups]  # of one unit, its cages say as much
        if len(sizes) > 1 and sum_slack(sizes, total, values) < values - 1:
            yield groups, total
