"""Equal sums: sums that equal each other up to constants, filtered together.

A line has one sum in each box.  Stated for two boxes at a time, a bound on the first one's sum is
lost on the way to the third; filtered together, the least value of any sum bounds all sums.

>>> from nonet.model import Linear
>>> def equal(left, right):
...     return Linear((*left, *right), (1,) * len(left) + (-1,) * len(right), "==", 0)
>>> equal_sum_families([equal("ab", "cd"), equal("cd", "efg"), equal("xy", "z")])[0]
[[(('c', 'd'), 0), (('a', 'b'), 0), (('e', 'f', 'g'), 0)]]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonet.model import Constraint, Linear

Side = tuple[tuple[str, ...], int]
"""Variables that are added up, and the excess of this sum over the common value of all sides."""

_Cells = frozenset[str]
_Near = Mapping[_Cells, Sequence[tuple[_Cells, int]]]
"""For each side the sides with which it is compared, and their excess."""


def equal_sum_families(
    constraints: Sequence[Constraint],
) -> tuple[list[list[Side]], list[Constraint]]:
    """Return families of three equal sums or more, and the constraints that state these
    equalities."""
    near: dict[_Cells, list[tuple[_Cells, int]]] = {}
    in_order: dict[_Cells, tuple[str, ...]] = {}
    left_of: list[tuple[_Cells, Linear]] = []
    for each in constraints:
        if isinstance(each, Linear) and each.op == "==" and -1 in each.coefficients:
            terms = list(zip(each.scope, each.coefficients, strict=True))
            left, right = (tuple([v for v, c in terms if c == sign]) for sign in (1, -1))
            if left and 2 < len(left) + len(right) == len(terms):
                cells, others = frozenset(left), frozenset(right)
                in_order.setdefault(cells, left)
                in_order.setdefault(others, right)
                near.setdefault(cells, []).append((others, each.constant))
                near.setdefault(others, []).append((cells, -each.constant))
                left_of.append((cells, each))
    families: list[list[Side]] = []
    met: set[_Cells] = set()
    in_families: set[_Cells] = set()
    for side in near:
        if side not in met and len(near[side]) > 1:  # of three, one is compared with two
            more = _differences(side, near)
            met |= more.keys()
            if len(more) > 2 and _is_consistent(more, near):
                in_families |= more.keys()
                families.append([(in_order[cells], more[cells]) for cells in more])
    return families, [each for cells, each in left_of if cells in in_families]


def _differences(first: _Cells, near: _Near) -> dict[_Cells, int]:
    """Return the excess of each side over the first, of all sides connected to the first by
    comparisons."""
    more, waiting = {first: 0}, [first]
    for side in waiting:
        for other, difference in near[side]:
            if other not in more:
                more[other] = more[side] - difference
                waiting.append(other)
    return more


def _is_consistent(more: Mapping[_Cells, int], near: _Near) -> bool:
    """Whether all comparisons of some sides agree with the computed differences."""
    return all(
        more[side] - more[other] == difference for side in more for other, difference in near[side]
    )
