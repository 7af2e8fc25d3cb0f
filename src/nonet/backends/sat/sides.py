"""Equations of two sums, as of region sum lines and zippers: a variable for what both come to.

Sides that several equations speak of are summed once, so all of them have one variable: that of
a line cut into pieces, or of all the pairs of a zipper.

>>> from nonet.model import Domain, Model
>>> model = Model(dict.fromkeys("abcdef", [1, 2]), [])
>>> cnf = Cnf(model.domains, lambda clause: None)
>>> sides = Sides(cnf, parts_test(model))
>>> [sides.write(Linear(tuple(each), (1, 1, -1, -1), "==", 0)) for each in ("abcd", "cdef")]
[True, True]
>>> [name for name in cnf.literals if name not in model.domains]
['~sum of a b']
>>> list(cnf.literals['~sum of a b'])
[2, 3, 4]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb

from nonet.backends.sat.cnf import Cnf
from nonet.backends.sat.groups import MOST_SETS, Parts, grouped, parts_test
from nonet.backends.sat.shapes import copied
from nonet.model import Linear

__all__ = ["Sides", "parts_test"]


class Sides:
    """Writes the equations of two sums, and keeps the variables of their sides."""

    def __init__(self, cnf: Cnf, parts_of: Callable[[Linear], Parts]) -> None:
        self._cnf = cnf
        self._parts_of = parts_of
        self._sums: dict[tuple[str, ...], str] = {}

    def write(self, linear: Linear) -> bool:
        """Write it as two sides with one sum; ``False`` where it is none."""
        if linear.op != "==" or linear.constant or set(linear.coefficients) != {1, -1}:
            return False
        terms = list(zip(linear.scope, linear.coefficients, strict=True))
        sides = [tuple(sorted(name for name, c in terms if c == sign)) for sign in (1, -1)]
        if min(map(len, sides)) < 2:
            return False
        named = [side for side in sides if side in self._sums]
        if len(named) == 2:
            names = (self._sums[sides[0]], self._sums[sides[1]])
            if names[0] != names[1]:
                self._post(Linear(names, (1, -1), "==", 0))
            return True
        name = self._sums[named[0]] if named else self._declared(sides)
        for side in sides:
            if side not in named:
                self._sums[side] = name
                self._post(Linear((*side, name), (*[1] * len(side), -1), "==", 0))
        return True

    def _post(self, linear: Linear) -> None:
        copied(self._cnf, linear, grouped, self._parts_of(linear))

    def _declared(self, sides: Sequence[tuple[str, ...]]) -> str:
        """A variable of what both sides can come to."""
        one, other = map(self._reach, sides)
        name = f"~sum of {' '.join(sides[0])}"
        literals = {total: self._cnf.fresh() for total in sorted(one & other)}
        self._cnf.literals[name] = literals
        self._cnf.exactly_one(tuple(literals.values()))
        return name

    def _reach(self, side: tuple[str, ...]) -> set[int]:
        """What some variables can come to, of which some may differ."""
        totals = {0}
        for part in self._parts_of(Linear.sum(side, "==", 0)):
            choices = [self._cnf.literals[side[place]] for place in part]
            values = sorted({value for of_value in choices for value in of_value})
            if comb(len(values), len(part)) <= MOST_SETS:
                sums = set(map(sum, combinations(values, len(part))))
            else:
                sums = set(range(sum(values[: len(part)]), sum(values[-len(part) :]) + 1))
            totals = {total + more for total in totals for more in sums}
        return totals
