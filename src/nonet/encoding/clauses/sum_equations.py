"""Equations of two sums, as of region sum lines and zippers: a variable for the common sum.

A side that several equations share is summed once, so all these equations have one sum variable:
the common sum of the pieces of a line, or of the pairs of a zipper.

>>> from nonet.encoding.clauses.sum_groups import group_finder
>>> from nonet.model import Domain, Model
>>> model = Model(dict.fromkeys("abcdef", [1, 2]), [])
>>> cnf = Cnf(model.domains, lambda clause: None)
>>> sides = SumEquationEncoder(cnf, group_finder(model))
>>> [sides.encode(Linear(tuple(each), (1, 1, -1, -1), "==", 0)) for each in ("abcd", "cdef")]
[True, True]
>>> {name: list(cnf.literals[name]) for name in cnf.literals if name not in model.domains}
{'~sum of a b': [2, 3, 4]}
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.sum_groups import MAX_SETS, SumGroups, encode_grouped_sum
from nonet.encoding.clauses.templates import add_from_template
from nonet.model import Linear

MAX_SUMS = 200
"""Most possible sums of a side; an equation with more is written as any other sum."""


class SumEquationEncoder:
    """Writes the equations of two sums, and keeps the variables of their sides."""

    def __init__(self, cnf: Cnf, find_groups: Callable[[Linear], SumGroups]) -> None:
        self._cnf = cnf
        self._find_groups = find_groups
        self._sum_variables: dict[tuple[str, ...], str] = {}

    def encode(self, linear: Linear) -> bool:
        """Encode an equation as two sides with one sum; return ``False`` if the constraint is none,
        or has too many sums.
        """
        if linear.op != "==" or linear.constant or set(linear.coefficients) != {1, -1}:
            return False
        terms = list(zip(linear.scope, linear.coefficients, strict=True))
        plus, minus = (tuple(sorted(name for name, c in terms if c == sign)) for sign in (1, -1))
        if min(len(plus), len(minus)) < 2:
            return False
        before = {side for side in (plus, minus) if side in self._sum_variables}
        name = self._sum_variables.get(plus) or self._sum_variables.get(minus)
        if name is None:
            reach, others = self._possible_sums(plus), self._possible_sums(minus)
            if reach is None or others is None:
                return False
            if not reach & others:
                self._cnf.add()
                return True
            name = self._new_sum_variable(plus, sorted(reach & others))
        for side in (plus, minus):
            known = self._sum_variables.setdefault(side, name)
            if known != name:
                self._encode_sum(Linear((known, name), (1, -1), "==", 0))
            elif side not in before:
                self._encode_sum(Linear((*side, name), (*[1] * len(side), -1), "==", 0))
        return True

    def _encode_sum(self, linear: Linear) -> None:
        add_from_template(self._cnf, linear, encode_grouped_sum, self._find_groups(linear))

    def _new_sum_variable(self, side: tuple[str, ...], totals: list[int]) -> str:
        name = f"~sum of {' '.join(side)}"
        while name in self._cnf.literals:
            name += " again"
        literals = {total: self._cnf.new_literal() for total in totals}
        self._cnf.literals[name] = literals
        self._cnf.exactly_one(tuple(literals.values()))
        return name

    def _possible_sums(self, side: tuple[str, ...]) -> set[int] | None:
        """Return the possible sums of some variables, of which some may differ, or ``None`` if
        there are too many.
        """
        totals = {0}
        for part in self._find_groups(Linear.sum(side, "==", 0)):
            choices = [self._cnf.literals[side[place]] for place in part]
            values = sorted({value for of_value in choices for value in of_value})
            if comb(len(values), len(part)) > MAX_SETS:
                return None
            sums = set(map(sum, combinations(values, len(part))))
            if len(sums) * len(totals) > MAX_SUMS**2:
                return None
            totals = {total + more for total in totals for more in sums}
            if len(totals) > MAX_SUMS:
                return None
        return totals
