"""Units: the AllDifferents that use every value, as rows, columns and boxes do.

>>> from nonet.model import AllDifferent, Model
>>> row, pair = AllDifferent(("a", "b", "c")), AllDifferent(("a", "b"))
>>> model = Model({"a": [1], "b": [1, 2, 3], "c": [1, 2, 3]}, [row, pair])
>>> [unit.scope for unit, values in units(model)]
[('a', 'b', 'c')]
>>> with_full_domains(model.domains, [row.scope])["a"]
Domain({1, 2, 3})
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


def with_full_domains(
    domains: Mapping[str, Domain], scopes: Iterable[Iterable[str]]
) -> Mapping[str, Domain]:
    """Return the domains, with full domains in the units if all units have the same values.

    So grids that differ in clues and cages of one cell are alike.
    """
    scopes = [tuple(scope) for scope in scopes]
    used = {_union_of_domains(domains, scope) for scope in scopes}
    if len(used) != 1:
        return domains
    (domain,) = used
    if not domain:
        return domains
    inside = {name for scope in scopes for name in scope}
    return {name: domain if name in inside else each for name, each in domains.items()}


def _union_of_domains(domains: Mapping[str, Domain], names: Iterable[str]) -> Domain:
    try:
        return union(domains[name] for name in names)
    except ModelError:  # too far apart
        return EMPTY
