"""The largest number of a model, for backends whose solvers hold numbers of 32 bits.

>>> from nonet.model import Linear, Model
>>> model = Model({"a": [0, 7], "b": [1, 2]}, [Linear(("a", "b"), (10, -3), "<=", 9)])
>>> largest_number(model.structure)
85
"""

from __future__ import annotations

from nonet.model import Constraint, Count, Linear, Objective, Regular, Structure, Table


def largest_number(structure: Structure) -> int:
    """Return the largest absolute value that a value, a constant or a part of a sum can have.

    A coefficient counts even if its variable is 0: the solver is given the coefficient.
    """
    largest = {n: max(abs(d.base), abs(d.highest)) for n, d in structure.domains.items()}
    reach = max(largest.values(), default=0)
    pending = list(structure.constraints)
    sums: list[Linear | Objective] = [] if structure.objective is None else [structure.objective]
    while pending:
        constraint = pending.pop()
        pending += constraint.parts
        if isinstance(constraint, Linear):
            sums.append(constraint)
        else:
            reach = max(reach, _largest_constant(constraint))
    for each in sums:
        terms = zip(each.scope, each.coefficients, strict=True)
        reach = max(reach, abs(each.constant) + sum(abs(c) * max(1, largest[n]) for n, c in terms))
    return reach


def _largest_constant(constraint: Constraint) -> int:
    """Return the largest number in a constraint apart from its variables' domains, or 0."""
    if isinstance(constraint, Table):
        return max((max(map(abs, row), default=0) for row in constraint.tuples), default=0)
    if isinstance(constraint, Count):
        own = abs(constraint.number) if isinstance(constraint.number, int) else 0
        return max(own, *map(abs, constraint.values)) if constraint.values else own
    if isinstance(constraint, Regular):
        arcs = constraint.automaton.transitions
        return max((max(map(abs, arc)) for arc in arcs), default=0)
    return 0
