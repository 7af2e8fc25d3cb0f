"""Sums that are added up at the first use of their terms, and comparisons of plain sums.

Models have 100,000 sums of a few variables each: the work for every term and every comparison is
most of the cost of building such models.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import neg
from typing import Any

from nonet.errors import ModelError
from nonet.model.constraints.base import Constraint
from nonet.model.constraints.linear import Comparison, Linear
from nonet.model.expressions.affine import Affine, Atom
from nonet.model.operators import operators

MOST_FACTOR = 1 << 62
"""Magnitude of coefficients and constants below which no check asks for more."""

_TEXTS = {str}


class SingleTerm:
    """The terms of a declared variable in a sum: a name, once."""

    name: str

    def __setattr__(self, attribute: str, value: object) -> None:
        if attribute == "name":  # constraints would speak of another variable, or of none
            raise ModelError(
                f"variable {self.name!r} keeps its name: give the other name where it is declared, "
                f"build.variable({str(value)!r}, ...)"
            )
        object.__setattr__(self, attribute, value)

    @property
    def terms(self) -> Mapping[Atom, int]:
        """The variable, once."""
        return {self.name: 1}


class LazyTerms:
    """The terms of a sum, which n additions copy only once.

    Before its terms are used, a sum is the sum ``_left``, if present, plus ``_factor`` times the
    variable or operation ``_atom``, or plus the terms ``_further``, or with the variable ``_first`` before.
    """

    _terms: Mapping[Atom, int] | None = None
    _left: Any = None
    _atom: Atom | None = None
    _first: str | None = None
    _factor: int
    _further: Mapping[Atom, int]

    @property
    def terms(self) -> Mapping[Atom, int]:
        """The factor of each variable and operation."""
        if self._terms is not None:
            return self._terms
        result: dict[Atom, int] = {}
        atoms, factors, _ = _flat_terms(self)
        for atom, factor in zip(atoms, factors, strict=True):
            result[atom] = result.get(atom, 0) + factor
        self._terms, self._left = result, None
        return result


def _flat_terms(expression: Any) -> tuple[list[Atom], list[int], bool]:
    """Return the atoms of a sum in order, and their factors; an atom may be there several times.

    The third result is whether the atoms are known to be variables whose factors need no check.
    """
    atoms: list[Atom] = []  # from the last to the first
    factors: list[int] = []
    leading: list[str] = []
    node, is_plain = expression, True
    while isinstance(node, LazyTerms) and node._terms is None:
        if node._atom is not None:
            atoms.append(node._atom)
            factors.append(node._factor)
            if type(node._atom) is not str:
                is_plain = False
        elif node._first is not None:
            leading.append(node._first)
        else:
            atoms.extend(reversed([*node._further]))
            factors.extend(reversed([*node._further.values()]))
            is_plain = is_plain and not node._further
        node = node._left
    if isinstance(node, SingleTerm):
        atoms.append(node.name)
        factors.append(1)
    elif node is not None:
        atoms.extend(reversed([*node.terms]))
        factors.extend(reversed([*node.terms.values()]))
        is_plain = False
    if leading:
        atoms += reversed(leading)
        factors += [1] * len(leading)
    atoms.reverse()
    factors.reverse()
    return atoms, factors, is_plain


def compare_plainly(left: Any, op: Comparison, right: Any, shift: int) -> Constraint | None:
    """Return ``left op right + shift`` if each atom occurs only once; else ``None``.

    No part of such a comparison needs a check, and most comparisons of a large model are plain.
    """
    if left.symbols is not None:
        return None
    atoms: list[Atom]
    if isinstance(left, SingleTerm):
        atoms, factors, is_plain = [left.name], [1], True
    else:
        atoms, factors, is_plain = _flat_terms(left)
    if type(right) is int:
        constant = shift - left.constant + right
    elif isinstance(right, SingleTerm):
        variable: Any = right
        if variable.owner is not left.owner or variable.symbols is not None:
            return None
        atoms.append(right.name)
        factors.append(-1)
        constant = shift - left.constant
    elif isinstance(right, LazyTerms):
        other: Any = right
        if other.owner is not left.owner or other.symbols is not None:
            return None
        others, negated, are_plain = _flat_terms(other)
        atoms += others
        factors += map(neg, negated)
        is_plain = is_plain and are_plain
        constant = shift - left.constant + other.constant
    else:
        return None
    if not atoms or 0 in factors or not -MOST_FACTOR < constant < MOST_FACTOR:
        return None
    if not is_plain and max(max(factors), -min(factors)) >= MOST_FACTOR:
        return None
    if len(set(atoms)) < len(atoms):
        return None
    if not is_plain and set(map(type, atoms)) != _TEXTS:
        expression = Affine(tuple(zip(atoms, factors, strict=True)))
        return operators().comparison(expression, op, constant, left.owner)
    scope: Any = tuple(atoms)
    return Linear.from_checked_terms(scope, tuple(factors), op, constant, left.owner)
