"""Brute force: every assignment, kept if every constraint holds.  The judge of all backends.

A constraint is tested as soon as all of its variables have values, so a refused partial assignment
is not extended by the remaining variables.  Nothing but ``Constraint.holds`` refuses anything.

>>> from nonet.model import AllDifferent, Model
>>> sorted(brute_force(Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])))
[(1, 2), (2, 1)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod

from nonet.model import Constraint, Model

MAX_ASSIGNMENTS = 2_000_000


def brute_force(model: Model) -> set[tuple[int, ...]]:
    """All solutions, as values in the order of ``model.variables``.

    Raises ``ValueError`` if there are more than two million assignments to try.
    """
    if prod(map(len, model.domains.values())) > MAX_ASSIGNMENTS:
        raise ValueError("too many assignments for brute force")
    assignments: Iterable[dict[str, int]] = [{}]
    for name, domain in model.domains.items():
        due = [c for c in model.constraints if max(c.scope, key=model.variables.index) == name]
        assignments = _extended(assignments, name, tuple(domain), due)
    return {tuple(assignment.values()) for assignment in assignments}


def _extended(
    assignments: Iterable[dict[str, int]],
    name: str,
    values: Sequence[int],
    due: Sequence[Constraint],
) -> Iterator[dict[str, int]]:
    """Yield each assignment with each value of ``name``, if all of ``due`` hold."""
    for before in assignments:
        for value in values:
            assignment = {**before, name: value}
            if all(constraint.holds(assignment) for constraint in due):
                yield assignment
