"""Shapes: the clauses of a constraint but for the names of its literals, written once.

The dots, whispers and cages of a puzzle are mostly alike, and so are those of the next one; a
generator defines thousands of cages.  What an encoder writes depends on the constraint, with its
variables numbered, and on their domains: so much is kept, and copied for others.

>>> from nonet.model import Domain, Linear
>>> clauses = []
>>> cnf = Cnf(dict.fromkeys("abcd", Domain.of([1, 2])), clauses.append)
>>> clauses.clear()
>>> def write(cnf, sum):
...     print("written")
...     cnf.add(-cnf.literals[sum.scope[0]][1], cnf.literals[sum.scope[1]][2])
>>> copied(cnf, Linear(("a", "b"), (1, 1), "==", 3), write)
written
0
>>> copied(cnf, Linear(("c", "d"), (1, 1), "==", 3), write)
0
>>> clauses
[(-1, 4), (-5, 8)]
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from nonet.backends.sat.cnf import Cnf
from nonet.backends.sat.kept import Kept
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Regular,
    Table,
)

MOST_KEPT = 4_000_000
"""Literals in the clauses that are kept together (16 MB)."""

LARGEST = 400_000
"""Literals beyond which the clauses of one constraint are not kept."""

MOST_PARTS = 1_000
"""Parts of an ``AnyOf`` beyond which it is not looked up: that takes as long as to write it."""

DEEPEST = 32
"""Levels of an ``AnyOf`` beyond which it is not looked up."""


class Shape(NamedTuple):
    """Clauses over literals 1 to ``own``, those of values in order, and up to ``top``.

    ``clauses`` has, for each length, those so long in a row; ``fails``: one has no literal.
    Of each of ``ones`` exactly one is true.
    """

    own: int
    top: int
    clauses: tuple[tuple[int, array[int]], ...]
    fails: bool
    ones: tuple[array[int], ...]

    @property
    def size(self) -> int:
        """The literals of all clauses."""
        return sum(len(row) for _, row in self.clauses) + sum(map(len, self.ones))


_KEPT = Kept[Shape](MOST_KEPT)


def copied(
    cnf: Cnf, constraint: Constraint, write: Callable[..., object], *further: Hashable
) -> int:
    """Add the clauses that ``write(cnf, constraint, *further)`` makes; the number of new literals.

    ``write`` looks at nothing but its arguments and the literals of the scope.
    """
    choices = [cnf.literals[name] for name in dict.fromkeys(constraint.scope)]
    how = cnf.at_most_one_as, cnf.whole_ones and cnf.guard is None
    key = (write, further, how, tuple(map(tuple, choices)), form(constraint))
    shape = _KEPT.get(key)
    if shape is None:
        shape = _recorded(cnf, constraint, write, further)
        if shape.size <= LARGEST:
            _KEPT.keep(key, shape, shape.size)
    fresh = shape.top - shape.own
    literals = [literal for of_value in choices for literal in of_value.values()]
    literals += range(cnf.top + 1, cnf.top + fresh + 1)
    cnf.top += fresh
    named = [0, *literals, *[-literal for literal in reversed(literals)]].__getitem__
    clauses: list[tuple[int, ...]] = [()] if shape.fails else []
    for length, row in shape.clauses:
        clauses += zip(*[map(named, row)] * length, strict=True)  # negative ones from the end
    cnf.add_all(clauses)
    for row in shape.ones:
        cnf.exactly_one([*map(named, row)])
    return fresh


def _recorded(
    cnf: Cnf, constraint: Constraint, write: Callable[..., object], further: tuple[Hashable, ...]
) -> Shape:
    """Write the clauses once, over literals from 1 on."""
    domains = {name: Domain.of(cnf.literals[name]) for name in constraint.scope}
    clauses: list[Sequence[int]] = []
    inner = _Recorder(cnf, clauses.append)
    inner.start_from(domains, sum(map(len, domains.values())), 0, frozenset())
    write(inner, constraint, *further)
    of_length: dict[int, list[Sequence[int]]] = {}
    for clause in clauses:
        of_length.setdefault(len(clause), []).append(clause)
    fails = of_length.pop(0, None) is not None
    rows = [(n, array("i", chain.from_iterable(some))) for n, some in sorted(of_length.items())]
    return Shape(inner.values, inner.top, tuple(rows), fails, tuple(inner.ones))


class _Recorder(Cnf):
    """Keeps what is "exactly one" apart, where ``of`` has a constraint for it."""

    def __init__(self, of: Cnf, sink: Callable[[Sequence[int]], object]) -> None:
        super().__init__({}, sink, of.at_most_one_as, of.tick)
        self.whole_ones = of.whole_ones and of.guard is None
        self.ones: list[array[int]] = []

    def exactly_one(self, literals: Sequence[int]) -> None:
        if self.whole_ones and self.guard is None:
            self.ones.append(array("i", literals))
        else:
            super().exactly_one(literals)


def is_shaped(constraint: Constraint) -> bool:
    """Whether the clauses of a constraint are worth a look whether they are known."""
    if type(constraint) is AnyOf:
        return constraint.size <= MOST_PARTS and constraint.depth <= DEEPEST
    return type(constraint) in _FIELDS and len(constraint.scope) > 1


_FIELDS: Mapping[type[Constraint], Callable[[Any], Any]] = {
    AllDifferent: lambda _: None,
    Count: attrgetter("values", "op"),
    Element: attrgetter("first"),
    Linear: attrgetter("coefficients", "op", "constant"),
    Regular: attrgetter("automaton"),
    Table: attrgetter("tuples"),
}
"""What the clauses of a constraint depend on beside its variables."""


def form(constraint: Constraint) -> Hashable:
    """The constraint with its variables numbered."""
    kind = type(constraint)
    if kind in _PLAIN and len(set(constraint.scope)) == len(constraint.scope):
        return kind, _FIELDS[kind](constraint)
    place = {name: number for number, name in enumerate(dict.fromkeys(constraint.scope))}

    def placed(each: Any) -> Hashable:
        kind = type(each)
        if kind is AnyOf:
            return tuple([tuple([placed(part) for part in group]) for group in each.groups])
        names, detail = each.scope, _FIELDS[kind](each)
        if kind is Count:
            is_named = isinstance(each.number, str)
            names = (*each.counted, each.number) if is_named else each.counted
            detail = (*detail, None if is_named else each.number)
        elif kind is Element:
            names = (each.index, each.value, *each.array)
        return kind, detail, tuple([place[name] for name in names])

    return placed(constraint)


_PLAIN = frozenset({AllDifferent, Linear, Regular, Table})
"""What has no variables but those of its scope, in order."""
