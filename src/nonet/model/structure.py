"""Structures: the common part of all models of one geometry.

The structure of a puzzle's grid and rules extends the structure of its grid, whose derived data is
computed once.

>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": range(1, 4), "y": range(1, 4)}, [AllDifferent(("x", "y"))])
>>> model.narrow({"x": [2]}).structure
<2 variables, 1 constraints>
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from operator import itemgetter
from types import MappingProxyType

from nonet.model.assignment_checker import (
    CHECKS_BEFORE_COMPILING,
    AssignmentChecker,
    fits_in_tables,
)
from nonet.model.constraints.base import GET_SCOPE, Assignment, Constraint, equal_constraints
from nonet.model.domain import Domain
from nonet.model.objective import Objective
from nonet.model.search_phase import SearchPhase
from nonet.model.symbols import Symbols, with_names

_SHARED = "domains", "variables", "different", "objective", "symbols", "search", "projection"
"""The parts of a structure that an extended structure has too."""


class Structure:
    """The common part of all models of one geometry: hashable, to be the key of a cache.

    ``domains`` maps every variable to its full domain, in the order declared; ``constraints`` are
    in the order declared, and ``objective`` is the objective to make smallest or largest, or
    ``None``.  ``symbols`` are the names of the values of variables with named values, and
    ``search`` is advice for a search.  ``projection`` has the variables in which solutions differ,
    ``None`` for all: see ``Model.with_projection``.  ``variables`` are the names of all variables;
    ``different`` holds the full domains by their identity, which is compared sooner than their hash: most
    variables share a domain.  ``base`` is the structure that this structure extends, or ``None``,
    and ``own`` are the constraints beyond ``base``.
    """

    def __init__(
        self,
        domains: Mapping[str, Domain],
        constraints: tuple[Constraint, ...],
        objective: Objective | None = None,
        symbols: Mapping[str, Symbols] | None = None,
        search: tuple[SearchPhase, ...] = (),
        projection: tuple[str, ...] | None = None,
    ) -> None:
        self.symbols: Mapping[str, Symbols] = MappingProxyType(dict(symbols or {}))
        self.domains: Mapping[str, Domain] = MappingProxyType(with_names(domains, self.symbols))
        self.constraints = constraints
        self.objective = objective
        self.search = search
        self.projection = projection
        self.base: Structure | None = None
        self.own = constraints
        self._check_count = 0
        self._hash: int | None = None
        self.variables = tuple(domains)
        full = self.domains.values()
        self.different: dict[int, Domain] = dict(zip(map(id, full), full, strict=True))

    @classmethod
    def extended(cls, base: Structure, constraints: tuple[Constraint, ...]) -> Structure:
        """Return ``base`` with further ``constraints``; derived data stays cached in ``base``."""
        structure = object.__new__(cls)
        for name in _SHARED:
            setattr(structure, name, getattr(base, name))
        structure.base, structure.own = base, constraints
        structure.constraints = base.constraints + constraints
        structure._check_count, structure._hash = 0, None
        return structure

    @cached_property
    def has_empty_domain(self) -> bool:
        """Return whether a full domain is empty, a possible result of lowering."""
        return not all(domain.size for domain in self.different.values())

    @cached_property
    def primitives(self) -> tuple[Constraint, ...]:
        """The constraints, with globals over variables in their primitives."""
        from nonet.model.constraints.variable_globals import primitives_of

        return tuple(
            part for each in self.constraints for part in primitives_of(each, self.domains)
        )

    @cached_property
    def values_of(self) -> Callable[[Assignment], tuple[int, ...]]:
        """Gives the variables' values of an assignment, in the order declared.

        Raises ``KeyError`` for a variable without a value.
        """
        if self.base is not None:
            return self.base.values_of
        return _getter(self.variables)

    @cached_property
    def projected_values_of(self) -> Callable[[Assignment], tuple[int, ...]]:
        """Gives the values of an assignment that tell solutions apart."""
        return self.values_of if self.projection is None else _getter(self.projection)

    def assignment_checker(self) -> tuple[AssignmentChecker | None, tuple[Constraint, ...]]:
        """Return the compiled check, and the constraints that this check leaves out.

        Without a compiled check, because too early or not worthwhile, ``None`` and all constraints,
        or the result of the base.
        """
        self._check_count += 1
        compiled = self._compiled_checker if self._check_count > CHECKS_BEFORE_COMPILING else None
        if compiled is not None:
            return compiled, compiled.unchecked_constraints
        if self.base is None:
            return None, self.constraints
        compiled, others = self.base.assignment_checker()
        return compiled, others + self.own

    @cached_property
    def _compiled_checker(self) -> AssignmentChecker | None:
        return (
            AssignmentChecker(self.domains, self.constraints)
            if fits_in_tables(self.domains)
            else None
        )

    @cached_property
    def _key(self) -> tuple[object, ...]:
        named = tuple(self.symbols.items())
        advice = self.search, self.projection
        return (tuple(self.domains.items()), self.objective, named, *advice)

    def __hash__(self) -> int:
        if self._hash is not None:
            return self._hash
        # of some scopes, which tell most: to hash all takes as long as to make many constraints
        some = self.constraints[:: 1 + len(self.constraints) // 8] + self.constraints[-1:]
        scopes = tuple(map(GET_SCOPE, some))
        constants = tuple([each.__dict__.get("constant") for each in self.constraints])
        self._hash = hash((len(self.domains), scopes, constants, self.objective))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Structure):
            return NotImplemented
        return (
            hash(self) == hash(other)
            and self._key == other._key
            and equal_constraints(self.constraints, other.constraints)
        )

    def __reduce__(self) -> tuple[object, ...]:
        named = dict(self.symbols)
        parts = dict(self.domains), self.constraints, self.objective, named, self.search
        return Structure, (*parts, self.projection)

    def __repr__(self) -> str:
        aim = "" if self.objective is None else f", {self.objective}"
        return f"<{len(self.domains)} variables, {len(self.constraints)} constraints{aim}>"


def _getter(names: tuple[str, ...]) -> Callable[[Assignment], tuple[int, ...]]:
    if len(names) > 1:
        return itemgetter(*names)
    return lambda assignment: tuple(assignment[name] for name in names)
