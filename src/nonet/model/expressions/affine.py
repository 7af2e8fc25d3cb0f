"""Expressions as data: a weighted sum of atoms, and a constant.

An atom is a variable's name or an :class:`Operation` (a product, an absolute value, an entry of an
array, the truth of a constraint), whose operands are such sums again.  Data of this module is
compared, hashed, written as JSON and evaluated; the expressions of user code are in ``arithmetic``.

>>> twice = Affine((("x", 2), ("y", -1)), 3)
>>> print(twice, "=", twice.value({"x": 5, "y": 1}))
2 * x - y + 3 = 12
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache, reduce
from math import prod
from operator import or_
from typing import Any, ClassVar

from nonet.errors import ModelError
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.primitives import check_limits
from nonet.model.domain import WIDEST, Domain, sum_bounds
from nonet.model.integers import short_repr

FEW = 4096
"""Combinations of values up to which the possible values of an expression are written out; beyond,
the possible values are all integers between its bounds.
"""

NARROW = 1 << 14
"""Distance between bounds up to which the values of a sum are added up as bits."""


@dataclass(frozen=True)
class Operation:
    """An expression that is not a sum.  Each kind is a frozen dataclass with these methods, and is
    registered with ``encoding.encode_operation``, which gives it a variable.

    Every operation has a value for all values of its variables: ``check_domains`` refuses any other
    operation (a division by 0, an entry outside of an array) at its declaration.
    """

    types: ClassVar[dict[str, type[Operation]]] = {}
    """Every kind by class name: the tags of the JSON form."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        Operation.types[cls.__name__] = cls

    def value(self, assignment: Assignment) -> int:
        """Return the value of the operation."""
        raise NotImplementedError

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        """Return the values that the operation may take, perhaps with further values."""
        raise NotImplementedError

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        """Raise ``ModelError`` if the operation has no value for some values of its variables."""

    @cached_property
    def operands(self) -> tuple[Affine | Constraint, ...]:
        """The expressions and constraints in the fields of the operation."""
        return operands_of(self)

    @cached_property
    def depth(self) -> int:
        """The levels of operations and constraints, this operation included."""
        return 1 + max((part.depth for part in self.operands), default=0)

    @cached_property
    def size(self) -> int:
        """The number of operations and constraints, in all depths, this operation included."""
        return 1 + sum(getattr(part, "size", 1) for part in self.operands)

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The variables of the operation."""
        return tuple(dict.fromkeys(v for part in self.operands for v in part.scope))

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


Atom = str | Operation
"""A part of a sum: a variable by its name, or an operation."""


@dataclass(frozen=True)
class Affine:
    """A weighted sum of atoms plus a constant; of atoms, each once, none with factor 0."""

    terms: tuple[tuple[Atom, int], ...]
    constant: int = 0

    depth: ClassVar[int] = 0
    """The levels of operations: 0 for a weighted sum of variables."""
    size: ClassVar[int] = 0
    """The number of operations and constraints, in all depths."""

    @classmethod
    def of_variable(cls, name: str) -> Affine:
        """Return a variable as an expression, without the checks of user input."""
        expression = object.__new__(cls)
        fields = expression.__dict__
        fields["terms"], fields["constant"] = ((name, 1),), 0
        fields["scope"] = (name,)
        return expression

    def __post_init__(self) -> None:
        depth = size = 0
        for atom, _ in self.terms:
            if not isinstance(atom, str):
                size += atom.size
                if atom.depth > depth:
                    depth = atom.depth
        if not depth:
            return
        self.__dict__.update(depth=depth, size=size)
        check_limits(depth, size, "an expression")

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The variables of the expression."""
        names: list[str] = []
        for atom, _ in self.terms:
            if isinstance(atom, str):
                names.append(atom)
            else:
                names += atom.scope
        return tuple(dict.fromkeys(names))

    @property
    def variable_name(self) -> str | None:
        """The name of the variable that equals the expression, or ``None``."""
        if len(self.terms) == 1 and not self.constant:
            ((atom, factor),) = self.terms
            if isinstance(atom, str) and factor == 1:
                return atom
        return None

    def value(self, assignment: Assignment) -> int:
        """Return the value of the expression."""
        return self.constant + sum(
            factor * (assignment[atom] if isinstance(atom, str) else atom.value(assignment))
            for atom, factor in self.terms
        )

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        """Raise ``ModelError`` if the expression may have no value, or cannot be encoded."""
        if not self.depth:
            return
        for atom, _ in self.terms:
            if not isinstance(atom, str):
                for part in atom.operands:
                    if not isinstance(part, Affine):
                        part.check_domains(domains)
                    elif part.variable_name is None:
                        part.check_domains(domains)
                        part.possible_values(domains)
                atom.check_domains(domains)
                _atom_domain(atom, domains)

    def bounds(self, domains: Mapping[str, Domain]) -> tuple[int, int]:
        """Return a lower and an upper bound of the expression."""
        return sum_bounds(self._weighted_domains(domains), self.constant)

    def _weighted_domains(self, domains: Mapping[str, Domain]) -> tuple[tuple[int, Domain], ...]:
        return tuple(
            [
                (factor, domains[atom] if isinstance(atom, str) else _atom_domain(atom, domains))
                for atom, factor in self.terms
            ]
        )

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        """Return the values that the expression may take, perhaps with further values.

        Raises ``ModelError`` if these values are further apart than a domain can hold.
        """
        if len(self.terms) == 1 and not self.constant:
            ((atom, factor),) = self.terms
            if factor == 1:
                return domains[atom] if isinstance(atom, str) else _atom_domain(atom, domains)
        weighted = self._weighted_domains(domains)
        least, most = sum_bounds(weighted, self.constant)
        check_distance(self, least, most)
        if prod([domain.size for _, domain in weighted]) > FEW:
            return Domain.range(least, most)
        return _possible_sums(weighted, self.constant, least, most)

    def __str__(self) -> str:
        text = ""
        for atom, factor in self.terms:
            name = atom if isinstance(atom, str) else str(atom)
            times = "" if abs(factor) == 1 else f"{short_repr(abs(factor))} * "
            text += f" {'-' if factor < 0 else '+'} {times}{name}"
        if self.constant or not text:
            text += f" {'-' if self.constant < 0 else '+'} {short_repr(abs(self.constant))}"
        return text.removeprefix(" + ") if text.startswith(" + ") else f"-{text[3:]}"


class CachedDomains(dict[str, Domain]):
    """Domains, and the possible values of operations over these domains, each computed once."""

    def __init__(self, domains: Mapping[str, Domain], scope: Iterable[str]) -> None:
        super().__init__()
        for name in scope:
            self[name] = domains[name]
        self.known: dict[int, Domain] = {}


def cached_domains(domains: Mapping[str, Domain], scope: Iterable[str]) -> CachedDomains:
    """Return the domains of a scope, cached; cached domains unchanged."""
    return domains if isinstance(domains, CachedDomains) else CachedDomains(domains, scope)


def _atom_domain(atom: Operation, domains: Mapping[str, Domain]) -> Domain:
    if not isinstance(domains, CachedDomains):
        return atom.possible_values(domains)
    domain = domains.known.get(id(atom))
    if domain is None:
        domain = domains.known[id(atom)] = atom.possible_values(domains)
    return domain


def check_distance(expression: object, least: int, most: int) -> None:
    """Raise ``ModelError`` if the values of an expression are too far apart for a variable."""
    if most - least > WIDEST:
        raise ModelError(
            f"{expression} lies between {short_repr(least)} and {short_repr(most)}, too far apart "
            f"for a value that a variable holds (at most {WIDEST}): give its variables smaller "
            "domains"
        )


@lru_cache(maxsize=256)  # an instance says one expression of many variables with equal domains
def _possible_sums(
    sums: tuple[tuple[int, Domain], ...], constant: int, least: int, most: int
) -> Domain:
    if _is_without_gaps(sums):
        return Domain.range(least, most)
    if most - least <= NARROW and all(domain.size for _, domain in sums):
        mask = 1  # bit i stands for the value least + i
        for factor, domain in sums:
            lowest = min(factor * domain.base, factor * domain.highest)
            mask = reduce(or_, (mask << factor * value - lowest for value in domain))
        return Domain(mask, least)
    totals = {constant}
    for factor, domain in sums:
        totals = {value + factor * more for value in totals for more in domain}
    return Domain.of(totals)


def _is_without_gaps(sums: Iterable[tuple[int, Domain]]) -> bool:
    """Whether a weighted sum of ranges takes all values between its bounds."""
    width = 0
    for factor, size in sorted((abs(factor), domain.size) for factor, domain in sums):
        if factor > width + 1:
            return False
        width += factor * (size - 1)
    return all(0 <= domain.highest - domain.base == domain.size - 1 for _, domain in sums)


def plus(*parts: Affine) -> Affine:
    """The sum of expressions, in time proportional to the number of their terms."""
    first, *others = parts
    terms, constant = dict(first.terms), first.constant
    for part in others:
        constant += part.constant
        for atom, factor in part.terms:
            terms[atom] = terms.get(atom, 0) + factor
    return Affine(tuple((atom, factor) for atom, factor in terms.items() if factor), constant)


def times(form: Affine, factor: int) -> Affine:
    """A multiple of an expression."""
    if not factor:
        return Affine(())
    return Affine(tuple((atom, f * factor) for atom, f in form.terms), form.constant * factor)


def minus(first: Affine, second: Affine) -> Affine:
    """The difference of two expressions."""
    return plus(first, times(second, -1))


def operands_of(record: Any) -> tuple[Affine | Constraint, ...]:
    """Return the expressions and constraints in the fields of a constraint or an operation."""
    values = vars(record)  # the scope may not be known yet
    return tuple(_flattened_operands(values.get(field.name) for field in fields(record)))


def _flattened_operands(things: Iterable[Any]) -> Iterator[Affine | Constraint]:
    for operand in things:
        if isinstance(operand, Affine | Constraint):
            yield operand
        elif isinstance(operand, tuple):
            yield from _flattened_operands(operand)


def bracketed(part: Affine | Constraint) -> str:
    """Return an operand as text: in brackets unless a single atom."""
    if isinstance(part, Constraint):
        return f"({formula_text(part)})"
    single = len(part.terms) == 1 and not part.constant and part.terms[0][1] == 1
    return str(part) if single or (not part.terms and part.constant >= 0) else f"({part})"


def formula_text(constraint: Constraint) -> str:
    """Return the formula of a constraint, or its words if there is no formula."""
    return constraint.formula or constraint.description
