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
from functools import lru_cache
from typing import Protocol

from nonet.model.constraints import AllDifferent, Constraint
from nonet.model.domain import WIDEST, Domain


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
            values = _all_values(declared.domains, constraint.scope)
            if len(values) == len(constraint.scope):
                yield constraint, values


def with_full_domains(
    domains: Mapping[str, Domain], scopes: Iterable[Iterable[str]]
) -> Mapping[str, Domain]:
    """The domains; those of variables in the units are all values, if all units have the same.

    So grids that differ in clues and cages of one cell are alike.  Values too far apart for one
    domain stay as they are.
    """
    scopes = [tuple(scope) for scope in scopes]
    used = {_all_values(domains, scope) for scope in scopes}
    if len(used) != 1:
        return domains
    (values,) = used
    if values and max(values) - min(values) > WIDEST:
        return domains
    domain = Domain.of(values)
    inside = {name for scope in scopes for name in scope}
    return {name: domain if name in inside else each for name, each in domains.items()}


def _all_values(domains: Mapping[str, Domain], names: Iterable[str]) -> frozenset[int]:
    return _union_of_domains(frozenset((domains[name].mask, domains[name].base) for name in names))


@lru_cache(maxsize=256)
def _union_of_domains(parts: frozenset[tuple[int, int]]) -> frozenset[int]:
    """The values of domains, given by mask and base, which are hashed at once."""
    return frozenset(value for mask, base in parts for value in Domain(mask, base))
