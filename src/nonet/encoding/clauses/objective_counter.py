"""An objective as clauses: a counter of its sum, and search from above.

The terms are added up in turn, each shifted so that its best value is 0. After each, a literal for
each sum that can be reached says "at least so much" (Hölldobler, Manthey and Steinke, "A compact
encoding of pseudo-Boolean constraints into SAT", KI 2012, for values of finite variables). Only
that direction is written, because the counter is only used under the assumption "not so much"; the
sums are no part of a solution.

The counter is written once a structure; the bound of each question is an assumption, so the solver
keeps its learnt clauses between questions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import gcd

from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.model import Objective

MAX_PAIRS = 1_000_000
"""Most pairs of a sum and a value that are written; an objective with more is declined."""


class ObjectiveCounter:
    """The literals "the sum is at least so much" of an objective."""

    def __init__(self, cnf: Cnf, objective: Objective) -> None:
        self._objective = objective
        self._common = gcd(*objective.coefficients)
        self._base, terms = 0, []
        for name, c in zip(objective.scope, objective.coefficients, strict=True):
            weight = objective.sign * c // self._common
            products = {weight * value: literal for value, literal in cnf.literals[name].items()}
            least = min(products)
            self._base += least
            terms.append({product - least: literal for product, literal in products.items()})
        terms.sort(key=lambda term: -max(term))  # large steps first: few sums
        self._sums, self._literals = _sum_literals(cnf, terms)

    def bound_assumptions(self, value: int) -> list[int]:
        """Return the assumption that the objective is ``value`` or better; empty if every solution
        is.
        """
        objective = self._objective
        inner = objective.sign * (value - objective.constant) // self._common - self._base
        place = bisect_left(self._sums, inner + 1)
        return [-self._literals[place]] if place < len(self._sums) else []


def _sum_literals(cnf: Cnf, terms: Sequence[Mapping[int, int]]) -> tuple[list[int], list[int]]:
    steps = 0
    sums, literals = [0], [0]  # 0 stands for "true": a sum is at least 0
    for term in terms:
        cnf.check_limits()
        steps += len(sums) * len(term)
        if steps > MAX_PAIRS:
            raise TooLarge
        reached = sorted({total + more for total in sums for more in term})
        names = {total: cnf.new_literal() if total else 0 for total in reached}
        ordered = [names[total] for total in reached]
        for lower, higher in pairwise(ordered[1:]):
            cnf.add(-higher, lower)
        for total, before in zip(sums, literals, strict=True):
            for more, literal in term.items():
                if total + more:
                    because = [-before] if before else []
                    cnf.add(*because, *([-literal] if more else []), names[total + more])
        sums, literals = reached, ordered
    return sums[1:], literals[1:]
