"""Solutions whose values trade names, so that the sums of marks leave few other solutions.

For rules that say "all different" alone, which hold under any names of the values.

>>> from random import Random
>>> solution = {"R1C1": 1, "R1C2": 2, "R1C3": 3, "R1C4": 4}
>>> with_extreme_sums((1, 2, 3, 4), solution, [["R1C2", "R1C3"]], Random(1))["R1C1"] in (2, 3)
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import factorial, log
from random import Random

from nonet.puzzle import Cell
from nonet.setting.cage_layouts import SolutionValues

EXCHANGES = 150
"""Exchanges of two values tried, after which sums hardly become more extreme."""

Renaming = Mapping[int, int]


def with_extreme_sums(
    values: Sequence[int],
    solved: SolutionValues,
    groups: Iterable[Sequence[Cell]],
    random: Random,
) -> SolutionValues:
    """Return the solution with its values exchanged so that sums of groups are far from usual.

    Few solutions have such sums: of 16 solutions, 16 were then the only solutions with the sums of
    their diagonals, and 4 before.
    """
    groups, middle = list(groups), (values[0] + values[-1]) / 2

    def extremeness(renamed: Renaming) -> float:
        return sum(
            sum(renamed[solved[cell]] - middle for cell in cells) ** 2 / len(cells)
            for cells in groups
        )

    return _best_renamed(values, solved, extremeness, random)


def with_rare_sandwiches(
    values: Sequence[int],
    solved: SolutionValues,
    lines: Iterable[Sequence[Cell]],
    random: Random,
) -> SolutionValues:
    """Return the solution with its values exchanged so that few lines have its sandwich sums.

    Of eight solutions with all sums and one digit, these left 2 to 148 solutions at first (median
    5; one none but its own), and 6 to 687 before (median 231).
    """
    values_of_lines = [[solved[cell] for cell in cells] for cells in lines]
    rarity = _sandwich_rarity(tuple(values))

    def total_rarity(renamed: Renaming) -> float:
        return sum(
            rarity[sandwich_sum(values, [renamed[x] for x in line])] for line in values_of_lines
        )

    return _best_renamed(values, solved, total_rarity, random)


def sandwich_sum(values: Sequence[int], line: Sequence[int]) -> int:
    """Return the sum between the least and the greatest of ``values`` in a line.

    >>> sandwich_sum((1, 2, 3, 4), (2, 4, 3, 1))
    3
    """
    start, end = sorted((line.index(values[0]), line.index(values[-1])))
    return sum(line[start + 1 : end])


def _sandwich_rarity(values: tuple[int, ...]) -> Mapping[int, float]:
    """Return for each sandwich sum the negative logarithm of its share among all orders of the
    values."""
    inner = values[1:-1]
    subsets = Counter({(0, 0): 1})  # by size and sum
    for value in inner:
        for (size, total), number in [*subsets.items()]:
            subsets[size + 1, total + value] += number
    orders: Counter[int] = Counter()
    for (size, total), number in subsets.items():
        outside = len(inner) - size
        orders[total] += 2 * (outside + 1) * number * factorial(size) * factorial(outside)
    return {total: -log(number / orders.total()) for total, number in orders.items()}


def _best_renamed(
    values: Sequence[int],
    solved: SolutionValues,
    quality: Callable[[Renaming], float],
    random: Random,
) -> SolutionValues:
    """Return the solution under the renaming that exchanges of two values improve no more."""
    best = {value: value for value in values}
    greatest = quality(best)
    for _ in range(EXCHANGES):
        low, high = random.sample(values, 2)
        changed = {**best, low: best[high], high: best[low]}
        if (now := quality(changed)) > greatest:
            best, greatest = changed, now
    return {cell: best[value] for cell, value in solved.items()}
