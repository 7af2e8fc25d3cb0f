"""Units: the AllDifferents that use every value, as rows, columns and boxes do.

>>> from nonet.model import AllDifferent, Model
>>> row, pair = AllDifferent(("a", "b", "c")), AllDifferent(("a", "b"))
>>> model = Model({"a": [1], "b": [1, 2, 3], "c": [1, 2, 3]}, [row, pair])
>>> [unit.scope for unit, values in units(model)]
[('a', 'b', 'c')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from nonet.errors import ModelError
from nonet.model.constraints import AllDifferent, Constraint
from nonet.model.domain import EMPTY, Domain, union


class ConstraintNetwork(Protocol):
    """Domains and constraints: a model or a structure."""

    @property
    def domains(self) -> Mapping[str, Domain]: ...

    @property
    def constraints(self) -> tuple[Constraint, ...]: ...


def units(declared: ConstraintNetwork) -> Iterator[tuple[AllDifferent, frozenset[int]]]:
    """Each AllDifferent with as many variables as values, and the values."""
    for constraint in declared.constraints:
        if type(constraint) is AllDifferent:
            most = max(map(len, (declared.domains[name] for name in constraint.scope)), default=0)
            if most > len(constraint.scope):
                continue
            values = _union_of_domains(declared.domains, constraint.scope)
            if len(values) == len(constraint.scope):
                yield constraint, frozenset(values)


def _union_of_domains(domains: Mapping[str, Domain], names: Iterable[str]) -> Domain:
    try:
        return union(domains[name] for name in names)
    except ModelError:  # too far apart
        return EMPTY
