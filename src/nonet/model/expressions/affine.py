"""Expressions as data: a weighted sum of atoms, and a constant.

An atom is a variable's name or an :class:`Operation` (a product, an absolute value, an
entry of an array, the truth of a constraint), whose operands are such sums again.  Data of
this module is compared, hashed, written as JSON and evaluated; what people calculate with is
in ``arithmetic``.

>>> twice = Affine((("x", 2), ("y", -1)), 3)
>>> print(twice, "=", twice.value({"x": 5, "y": 1}))
2 * x - y + 3 = 12
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import reduce
from math import prod
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar

from nonet.errors import ModelError
from nonet.model.cached_attribute import cached_attribute
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.domain import WIDEST, Domain
from nonet.model.integers import short_repr

if TYPE_CHECKING:
    from nonet.model.expressions.encoding import Encoder

DEEPEST = 60
"""How deep expressions and constraints may stand in each other: all that reads them goes down a
level at a time."""

MOST_PARTS = 1_000_000
"""Operations and constraints inside an expression, in all depths; what stands in two places
counts twice."""

FEW = 4096
"""Combinations of values up to which the possible values of an expression are written out;
beyond, they are all integers between its bounds."""

NARROW = 1 << 14
"""Distance between bounds up to which the values of a sum are added up as bits."""


@dataclass(frozen=True)
class Operation:
    """An expression that is no sum.  Each kind is a frozen dataclass with these methods.

    Every operation has a value for all values of its variables: what would not (a division
    by 0, an entry outside of an array) is refused by ``check_domains``, when it is declared.
    """

    types: ClassVar[dict[str, type[Operation]]] = {}
    """Every kind by class name: the tags of the JSON form."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        Operation.types[cls.__name__] = cls

    def value(self, assignment: Assignment) -> int:
        """What it comes to."""
        raise NotImplementedError

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        """The values that it may take, perhaps with others."""
        raise NotImplementedError

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        """Raise ``ModelError`` where it has no value for some values of its variables."""

    def encode(self, encoder: Encoder) -> str:
        """The name of a new variable that equals it, with the constraints that say so."""
        raise NotImplementedError

    @cached_attribute
    def operands(self) -> tuple[Affine | Constraint, ...]:
        """What it is made of."""
        found: list[Affine | Constraint] = []
        for field in fields(self):
            held = getattr(self, field.name)
            parts = held if isinstance(held, tuple) else (held,)
            found += [part for part in parts if isinstance(part, Affine | Constraint)]
        return tuple(found)

    @cached_attribute
    def depth(self) -> int:
        """How many operations and constraints deep it is."""
        return 1 + max((depth_of(part) for part in self.operands), default=0)

    @cached_attribute
    def size(self) -> int:
        """How many operations and constraints it is made of, in all depths."""
        return 1 + sum(size_of(part) for part in self.operands)

    @cached_attribute
    def scope(self) -> tuple[str, ...]:
        """The variables it speaks of."""
        return tuple(dict.fromkeys(v for part in self.operands for v in part.scope))

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


Atom = str | Operation
"""What a sum is made of: a variable by its name, or an operation."""


@dataclass(frozen=True)
class Affine:
    """A weighted sum of atoms plus a constant; of atoms, each once, none with factor 0."""

    terms: tuple[tuple[Atom, int], ...]
    constant: int = 0

    def __post_init__(self) -> None:
        operations = [atom for atom, _ in self.terms if not isinstance(atom, str)]
        if not operations:
            self.__dict__.update(_PLAIN)
            return
        if self.depth > DEEPEST:
            raise ModelError(
                f"an expression is more than {DEEPEST} operations deep: declare a variable "
                "for a part of it"
            )
        if self.size > MOST_PARTS:
            raise ModelError(
                f"an expression has more than {MOST_PARTS} operations inside: declare a variable "
                "for a part of it"
            )

    @cached_attribute
    def scope(self) -> tuple[str, ...]:
        """The variables it speaks of."""
        if len(self.terms) == 1 and isinstance(self.terms[0][0], str):
            return (self.terms[0][0],)
        found: dict[str, None] = {}
        for atom, _ in self.terms:
            found.update(dict.fromkeys((atom,) if isinstance(atom, str) else atom.scope))
        return tuple(found)

    @cached_attribute
    def depth(self) -> int:
        """How many operations deep it is: 0 for a weighted sum of variables."""
        return max((atom.depth for atom, _ in self.terms if isinstance(atom, Operation)), default=0)

    @cached_attribute
    def size(self) -> int:
        """How many operations and constraints it is made of, in all depths."""
        return sum(atom.size for atom, _ in self.terms if isinstance(atom, Operation))

    @property
    def variable_name(self) -> str | None:
        """The name of the variable that it is, if it is one."""
        if len(self.terms) == 1 and not self.constant:
            ((atom, factor),) = self.terms
            if isinstance(atom, str) and factor == 1:
                return atom
        return None

    def value(self, assignment: Assignment) -> int:
        """What it comes to."""
        return self.constant + sum(
            factor * (assignment[atom] if isinstance(atom, str) else atom.value(assignment))
            for atom, factor in self.terms
        )

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        """Raise ``ModelError`` where it has no value, or cannot be told."""
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
        """Its smallest and its largest value, or what these cannot go beyond."""
        return self._bounds_over(self._atom_domains(domains))

    def _atom_domains(self, domains: Mapping[str, Domain]) -> list[Domain]:
        return [
            domains[atom] if isinstance(atom, str) else _atom_domain(atom, domains)
            for atom, _ in self.terms
        ]

    def _bounds_over(self, held: list[Domain]) -> tuple[int, int]:
        least = most = self.constant
        for (_, factor), domain in zip(self.terms, held, strict=True):
            if domain:
                one, other = factor * domain.base, factor * domain.highest
                least += min(one, other)
                most += max(one, other)
        return least, most

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        """The values that it may take, perhaps with others.

        Raises ``ModelError`` if they are further apart than a domain can hold.
        """
        if len(self.terms) == 1 and not self.constant:
            ((atom, factor),) = self.terms
            if factor == 1:
                return domains[atom] if isinstance(atom, str) else _atom_domain(atom, domains)
        held = self._atom_domains(domains)
        least, most = self._bounds_over(held)
        if most - least > WIDEST:
            raise ModelError(
                f"{self} lies between {short_repr(least)} and {short_repr(most)}, too far apart "
                "for a value "
                f"that a variable holds (at most {WIDEST}): give its variables smaller domains"
            )
        if prod(map(len, held)) > FEW:
            return Domain.range(least, most)
        sums = [(factor, domain) for (_, factor), domain in zip(self.terms, held, strict=True)]
        if most - least <= NARROW and all(held):
            mask = 1  # bit i stands for the value least + i
            for factor, domain in sums:
                lowest = min(factor * domain.base, factor * domain.highest)
                mask = reduce(or_, (mask << factor * value - lowest for value in domain))
            return Domain(mask, least)
        found = {self.constant}
        for factor, domain in sums:
            found = {value + factor * more for value in found for more in domain}
        return Domain.of(found)

    def __str__(self) -> str:
        text = ""
        for atom, factor in self.terms:
            name = atom if isinstance(atom, str) else str(atom)
            times = "" if abs(factor) == 1 else f"{short_repr(abs(factor))} * "
            text += f" {'-' if factor < 0 else '+'} {times}{name}"
        if self.constant or not text:
            text += f" {'-' if self.constant < 0 else '+'} {short_repr(abs(self.constant))}"
        return text.removeprefix(" + ") if text.startswith(" + ") else f"-{text[3:]}"


_PLAIN = {"depth": 0, "size": 0}
"""What is known of a weighted sum of variables."""


class CachedDomains(dict[str, Domain]):
    """Domains, and what is known of the operations over them, each looked at once."""

    def __init__(self, domains: Mapping[str, Domain], scope: Iterable[str]) -> None:
        super().__init__({name: domains[name] for name in scope})
        self.known: dict[int, Domain] = {}


def cached_domains(domains: Mapping[str, Domain], scope: Iterable[str]) -> CachedDomains:
    """The domains of a scope, unless they are such already."""
    return domains if isinstance(domains, CachedDomains) else CachedDomains(domains, scope)


def _atom_domain(atom: Operation, domains: Mapping[str, Domain]) -> Domain:
    if not isinstance(domains, CachedDomains):
        return atom.possible_values(domains)
    found = domains.known.get(id(atom))
    if found is None:
        found = domains.known[id(atom)] = atom.possible_values(domains)
    return found


def plus(one: Affine, other: Affine) -> Affine:
    """The sum of two expressions."""
    terms = dict(one.terms)
    for atom, factor in other.terms:
        terms[atom] = terms.get(atom, 0) + factor
    kept = tuple((atom, factor) for atom, factor in terms.items() if factor)
    return Affine(kept, one.constant + other.constant)


def times(one: Affine, factor: int) -> Affine:
    """A multiple of an expression."""
    if not factor:
        return Affine(())
    return Affine(tuple((atom, f * factor) for atom, f in one.terms), one.constant * factor)


def minus(one: Affine, other: Affine) -> Affine:
    """The difference of two expressions."""
    return plus(one, times(other, -1))


def depth_of(part: Affine | Constraint) -> int:
    """How deep an operand is."""
    return part.depth


def size_of(part: Affine | Constraint) -> int:
    """How many operations and constraints an operand is made of."""
    if isinstance(part, Affine):
        return part.size
    return getattr(part, "size", 1)


def bracketed(part: Affine | Constraint) -> str:
    """An operand as one writes it: in brackets unless it is a single thing."""
    if isinstance(part, Constraint):
        return f"({formula_text(part)})"
    single = len(part.terms) == 1 and not part.constant and part.terms[0][1] == 1
    return str(part) if single or (not part.terms and part.constant >= 0) else f"({part})"


def formula_text(constraint: Constraint) -> str:
    """A constraint as one writes it: its formula, or its words where it has none."""
    return constraint.formula or constraint.description
