"""Structures: the common part of all models of one geometry.

The structure of a puzzle's grid and rules extends the structure of its grid, whose derived data is
computed once.

>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": range(1, 4), "y": range(1, 4)}, [AllDifferent(("x", "y"))])
>>> model.narrow({"x": [2]}).structure
<2 variables, 1 constraint>
>>> [unit.scope for unit, values in units(model)]  # such as rows, columns and boxes
[]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import getitem, itemgetter
from types import MappingProxyType
from typing import Protocol

from nonet.errors import ModelError, did_you_mean, quantity
from nonet.model.constraints.base import GET_SCOPE, Assignment, Constraint, equal_constraints
from nonet.model.constraints.primitives import AllDifferent
from nonet.model.constraints.variable_globals import primitives_of
from nonet.model.domain import EMPTY, Domain, union
from nonet.model.integers import short_repr
from nonet.model.objective import Objective
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
        fits = sum(map(len, self.domains.values())) <= MOST_VALUES
        return AssignmentChecker(self.domains, self.constraints) if fits else None

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
        size = quantity(len(self.domains), "variable")
        return f"<{size}, {quantity(len(self.constraints), 'constraint')}{aim}>"


def _getter(names: tuple[str, ...]) -> Callable[[Assignment], tuple[int, ...]]:
    if len(names) > 1:
        return itemgetter(*names)
    return lambda assignment: tuple(assignment[name] for name in names)


VARIABLE_ORDERS = (
    "input_order", "first_fail", "anti_first_fail", "smallest", "largest", "occurrence",
    "most_constrained", "max_regret", "dom_w_deg",
)  # fmt: skip
"""Names of the orders in which variables are guessed, from MiniZinc's handbook."""

VALUE_ORDERS = (
    "min", "max", "median", "middle", "random", "split", "reverse_split", "split_random",
)  # fmt: skip
"""Names of the orders in which values are tried: MiniZinc's, without ``indomain_``."""


@dataclass(frozen=True)
class SearchPhase:
    """Guess these variables, in an order, with values in an order, by MiniZinc's names.

    A phase is advice: no solution depends on a phase.
    """

    variables: tuple[str, ...]
    variable_order: str
    value_order: str

    @classmethod
    def of(cls, variables: Iterable[str], order: str, values: str) -> SearchPhase:
        """Return a phase of checked orders; raise ``ModelError`` for an order that there is not.

        >>> SearchPhase.of(["x"], "first_fail", "max")
        SearchPhase(variables=('x',), variable_order='first_fail', value_order='indomain_max')
        """
        value_order = str(values).removeprefix("indomain_")
        if value_order == "indomain":
            value_order = "min"
        for given, known, kind in (
            (order, VARIABLE_ORDERS, "order of variables"),
            (value_order, VALUE_ORDERS, "order of values"),
        ):
            if given not in known:
                similar = did_you_mean(str(given), known)
                raise ModelError(
                    f"search: no {kind} {short_repr(given)}; there are {', '.join(known)}{similar}"
                )
        return cls(tuple(variables), order, f"indomain_{value_order}")


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


MOST_VALUES = 20_000
"""Values of all variables together (729 in a 9x9, 15,625 in a 25x25) of which a table is made."""

MOST_BITS = 2_000
"""Bits of all constraints together (243 in a 9x9, 1,875 in a 25x25): more would be slower."""

CHECKS_BEFORE_COMPILING = 30
"""Assignments that are checked constraint by constraint before the check is compiled, which
takes as long."""


class AssignmentChecker:
    """Checks whether values keep the domains and the AllDifferents of a structure, compiled.

    Every solution of every backend is checked, so the check is made once for a structure.
    ``Constraint.holds`` remains the meaning: the check returns the same result, and
    ``unchecked_constraints``, which it leaves out, are tested by ``holds``.

    Each constraint has a bit for each value that its variables can take.  A table gives, for each
    value of each variable, the bits of this value in all constraints of the variable; the variables
    of each constraint differ if and only if no bit is taken twice, that is, if the sum of all
    values' bits has as many bits set as were taken.
    """

    def __init__(self, domains: Mapping[str, Domain], constraints: Iterable[Constraint]) -> None:
        others: list[Constraint] = []
        first = dict.fromkeys(domains, 0)  # of each variable, the bits of its least value
        top = self._taken = 0
        for constraint in constraints:
            of = [domains[name] for name in constraint.scope]
            low = min(domain.base for domain in of)
            width = max(domain.highest for domain in of) - low + 1
            # a class made from AllDifferent may mean something else
            if type(constraint) is not AllDifferent or top + width > MOST_BITS:
                others.append(constraint)
                continue
            for name, domain in zip(constraint.scope, of, strict=True):
                first[name] |= 1 << top + domain.base - low
            top += width
            self._taken += len(of)
        self._tables = tuple(
            {value: first[name] << value - domain.base for value in domain}
            for name, domain in domains.items()
        )
        self.unchecked_constraints = tuple(others)

    def allows(self, values: Sequence[int]) -> bool:
        """Whether each variable's value, in the order declared, is in its domain, and every
        constraint holds but the ``unchecked_constraints``."""
        if len(values) != len(self._tables):
            variables = quantity(len(self._tables), "variable")
            raise ValueError(f"{quantity(len(values), 'value')} for {variables}")
        try:
            # where two take the same bit the sum carries it on, and has fewer bits
            return sum(map(getitem, self._tables, values)).bit_count() == self._taken
        except KeyError:
            return False
