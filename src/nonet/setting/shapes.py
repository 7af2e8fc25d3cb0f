"""Shapes: the clauses of a constraint but for the names of its literals, written once.

A generator defines thousands of cages, and those of so many cells with one sum are all alike.

>>> from nonet.model import Domain, Linear
>>> two = Domain.of([1, 2])
>>> shape = shape_of(Linear(("a", "b"), (1, 1), "==", 3), (two, two))
>>> clauses = []
>>> said(shape, [[5, 6], [7, 8]], iter([]).__next__, clauses.append)
>>> clauses
[[-5, 8], [-6, 7], [-7, 6], [-8, 5]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from nonet.backends.sat.cnf import Cnf
from nonet.backends.sat.encoding import post
from nonet.model import AllDifferent, Constraint, Domain, Linear

SHAPED = (Linear, AllDifferent)
"""The types whose meaning does not depend on names."""


class Shape(NamedTuple):
    """Clauses over literals 1 to ``own``, those of values in order, and up to ``top``."""

    clauses: tuple[tuple[int, ...], ...]
    own: int
    top: int


def shape_of(constraint: Constraint, domains: tuple[Domain, ...]) -> Shape:
    """The shape of a constraint of a type in ``SHAPED`` whose variables have these domains.

    Raises ``TooLarge``.
    """
    if isinstance(constraint, Linear):
        return _sum(constraint.coefficients, constraint.op, constraint.constant, domains)
    return _different(domains)


@lru_cache(maxsize=4096)
def _sum(coefficients: tuple[int, ...], op: str, constant: int, domains: Sequence[Domain]) -> Shape:
    names = tuple(map(str, range(len(domains))))
    return _written(Linear(names, coefficients, op, constant), domains)  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _different(domains: Sequence[Domain]) -> Shape:
    return _written(AllDifferent(tuple(map(str, range(len(domains))))), domains)


def _written(constraint: Constraint, domains: Sequence[Domain]) -> Shape:
    clauses: list[tuple[int, ...]] = []
    named = dict(zip(map(str, range(len(domains))), domains, strict=True))
    cnf = Cnf(named, lambda clause: clauses.append(tuple(clause)))
    clauses.clear()  # what each variable's values say is known where the shape is used
    post(cnf, constraint)
    return Shape(tuple(clauses), cnf.values, cnf.top)


def said(
    shape: Shape,
    values: Iterable[Iterable[int]],
    fresh: Callable[[], int],
    add: Callable[[list[int]], object],
    switch: int | None = None,
) -> None:
    """Hand the clauses of a shape to ``add``, over the literals of the variables' values."""
    name = [0] * (2 * shape.top + 1)  # negative literals index from the end
    place = 0
    for literals in values:
        for literal in literals:
            place += 1
            name[place], name[-place] = literal, -literal
    for place in range(shape.own + 1, shape.top + 1):
        literal = fresh()
        name[place], name[-place] = literal, -literal
    under = [] if switch is None else [-switch]
    for clause in shape.clauses:
        add([name[literal] for literal in clause] + under)
