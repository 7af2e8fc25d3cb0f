"""Brute force: every assignment, kept if every constraint holds.  The judge of all backends.

>>> from nonet.model import AllDifferent, Model
>>> sorted(brute_force(Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])))
[(1, 2), (2, 1)]
"""

from __future__ import annotations

from itertools import product
from math import prod

from nonet.model import Model

MOST_ASSIGNMENTS = 2_000_000


def brute_force(model: Model) -> set[tuple[int, ...]]:
    """All solutions, as values in the order of ``model.variables``.

    Raises ``ValueError`` if there are more than two million assignments to try.
    """
    domains = [list(domain) for domain in model.domains.values()]
    if prod(map(len, domains)) > MOST_ASSIGNMENTS:
        raise ValueError("too many assignments for brute force")
    found = set()
    for values in product(*domains):
        assignment = dict(zip(model.variables, values, strict=True))
        if all(constraint.holds(assignment) for constraint in model.constraints):
            found.add(values)
    return found
