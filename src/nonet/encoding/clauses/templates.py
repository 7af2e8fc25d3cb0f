"""Clauses that are written once and copied, of constraints that are alike.

The dots, whispers and cages of a puzzle are mostly alike, within a puzzle and between puzzles; a
generator defines thousands of cages. The clauses depend on the constraint, with its variables
numbered, and on their domains: clauses are cached under this key and copied for equal constraints.

>>> from nonet.model import Domain, Linear
>>> clauses = []
>>> cnf = Cnf(dict.fromkeys("abcd", Domain.of([1, 2])), clauses.append)
>>> clauses.clear()
>>> def write(cnf, sum):
...     print("written")
...     cnf.add(-cnf.literals[sum.scope[0]][1], cnf.literals[sum.scope[1]][2])
>>> add_from_template(cnf, Linear(("a", "b"), (1, 1), "==", 3), write)
written
0
>>> add_from_template(cnf, Linear(("c", "d"), (1, 1), "==", 3), write)
0
>>> clauses
[(-1, 4), (-5, 8)]

The cache is bounded by the total size of its entries.

>>> kept = BoundedCache[str](3)
>>> for key in "aabc":
...     kept.put(key, key.upper(), 2 if key == "c" else 1)
>>> kept.get("a"), kept.get("b"), kept.get("c")
(None, 'B', 'C')

"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from nonet.encoding.clauses.cnf import Cnf
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Domain,
    Element,
    EnclosedSum,
    LeadingSum,
    Linear,
    Regular,
    Table,
)

Value = TypeVar("Value")


class BoundedCache(Generic[Value]):
    """The values that were asked for last, whose sizes come to ``most``: the largest of all too."""

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._entries: dict[Hashable, tuple[Value, int]] = {}
        self._size = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return the value of a key, or None."""
        with self._lock:
            entry = self._entries.pop(key, None)
            if entry is None:
                return None
            self._entries[key] = entry  # the last to go
            return entry[0]

    def put(self, key: Hashable, value: Value, size: int) -> None:
        """Store a value; evict the least recently used entries beyond the bound."""
        with self._lock:
            if key in self._entries:
                return
            self._entries[key] = value, size
            self._size += size
            while self._size > self._max_size and len(self._entries) > 1:
                self._size -= self._entries.pop(next(iter(self._entries)))[1]

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._entries.clear()
            self._size = 0

    def __len__(self) -> int:
        return len(self._entries)


MAX_CACHED_LITERALS = 4_000_000
"""Literals in the clauses that are kept together (16 MB)."""

MAX_TEMPLATE_LITERALS = 400_000
"""Literals beyond which the clauses of one constraint are not kept."""

MAX_PARTS = 1_000
"""Parts of an ``AnyOf`` beyond which the cache is not used: a lookup takes as long as the encoding.
"""

MAX_DEPTH = 32
"""Levels of an ``AnyOf`` beyond which the cache is not used."""


class ClauseTemplate(NamedTuple):
    """Clauses over literals 1 to ``top``; literals 1 to ``value_literal_count`` are the values, in
    order.

    ``clauses`` has, for each length, the clauses of this length, concatenated; ``has_empty_clause``
    says whether a clause has no literal. Each of ``exactly_one_groups`` has exactly one true
    literal.
    """

    value_literal_count: int
    top: int
    clauses: tuple[tuple[int, array[int]], ...]
    has_empty_clause: bool
    exactly_one_groups: tuple[array[int], ...]

    @property
    def size(self) -> int:
        """The literals of all clauses."""
        return sum(len(row) for _, row in self.clauses) + sum(map(len, self.exactly_one_groups))


_CACHE = BoundedCache[ClauseTemplate](MAX_CACHED_LITERALS)


def add_from_template(
    cnf: Cnf, constraint: Constraint, write: Callable[..., object], *further: Hashable
) -> int:
    """Add the clauses that ``write(cnf, constraint, *further)`` makes; the number of new literals.

    ``write`` looks at nothing but its arguments and the literals of the scope.
    """
    choices = [cnf.literals[name] for name in dict.fromkeys(constraint.scope)]
    how = cnf.at_most_one_encoding, cnf.has_native_exactly_one and cnf.guard is None
    key = (write, further, how, tuple(map(tuple, choices)), numbered_form(constraint))
    shape = _CACHE.get(key)
    if shape is None:
        shape = _recorded_template(cnf, constraint, write, further)
        if shape.size <= MAX_TEMPLATE_LITERALS:
            _CACHE.put(key, shape, shape.size)
    fresh = shape.top - shape.value_literal_count
    literals = [literal for of_value in choices for literal in of_value.values()]
    literals += range(cnf.top + 1, cnf.top + fresh + 1)
    cnf.top += fresh
    named = [0, *literals, *[-literal for literal in reversed(literals)]].__getitem__
    clauses: list[tuple[int, ...]] = [()] if shape.has_empty_clause else []
    for length, row in shape.clauses:
        clauses += zip(*[map(named, row)] * length, strict=True)  # negative ones from the end
    cnf.add_all(clauses)
    for row in shape.exactly_one_groups:
        cnf.exactly_one([*map(named, row)])
    return fresh


def _recorded_template(
    cnf: Cnf, constraint: Constraint, write: Callable[..., object], further: tuple[Hashable, ...]
) -> ClauseTemplate:
    """Write the clauses once, over literals from 1 on."""
    domains = {name: Domain.of(cnf.literals[name]) for name in constraint.scope}
    clauses: list[Sequence[int]] = []
    inner = _Recorder(cnf, clauses.append)
    inner.number_values(domains)
    inner.value_literal_count = inner.top
    write(inner, constraint, *further)
    of_length: dict[int, list[Sequence[int]]] = {}
    for clause in clauses:
        of_length.setdefault(len(clause), []).append(clause)
    fails = of_length.pop(0, None) is not None
    rows = [(n, array("i", chain.from_iterable(some))) for n, some in sorted(of_length.items())]
    return ClauseTemplate(
        inner.value_literal_count, inner.top, tuple(rows), fails, tuple(inner.exactly_one_groups)
    )


class _Recorder(Cnf):
    """Records "exactly one" groups apart if ``target`` has a native constraint for such groups."""

    def __init__(self, target: Cnf, sink: Callable[[Sequence[int]], object]) -> None:
        super().__init__({}, sink, target.at_most_one_encoding, target.check_limits)
        self.has_native_exactly_one = target.has_native_exactly_one and target.guard is None
        self.exactly_one_groups: list[array[int]] = []

    def exactly_one(self, literals: Sequence[int]) -> None:
        if self.has_native_exactly_one and self.guard is None:
            self.exactly_one_groups.append(array("i", literals))
        else:
            super().exactly_one(literals)


def is_templated(constraint: Constraint) -> bool:
    """Whether the clauses of a constraint are worth a lookup in the cache."""
    if type(constraint) is AnyOf:
        return constraint.size <= MAX_PARTS and constraint.depth <= MAX_DEPTH
    return type(constraint) in _CONSTRAINT_PARAMETERS and len(constraint.scope) > 1


_CONSTRAINT_PARAMETERS: Mapping[type[Constraint], Callable[[Any], Any]] = {
    AllDifferent: lambda _: None,
    Count: attrgetter("values", "op"),
    Element: attrgetter("first"),
    EnclosedSum: attrgetter("ends", "total"),
    LeadingSum: attrgetter("total"),
    Linear: attrgetter("coefficients", "op", "constant"),
    Regular: attrgetter("automaton"),
    Table: attrgetter("tuples"),
}
"""The parameters, beside the variables, that determine the clauses of a constraint."""


def numbered_form(constraint: Constraint) -> Hashable:
    """The constraint with its variables numbered."""
    kind = type(constraint)
    if kind in _SCOPE_ORDERED_TYPES and len(set(constraint.scope)) == len(constraint.scope):
        return kind, _CONSTRAINT_PARAMETERS[kind](constraint)
    place = {name: number for number, name in enumerate(dict.fromkeys(constraint.scope))}

    def placed(each: Any) -> Hashable:
        kind = type(each)
        if kind is AnyOf:
            return tuple([tuple([placed(part) for part in group]) for group in each.groups])
        names, detail = each.scope, _CONSTRAINT_PARAMETERS[kind](each)
        if kind is Count:
            is_named = isinstance(each.number, str)
            names = (*each.counted, each.number) if is_named else each.counted
            detail = (*detail, None if is_named else each.number)
        elif kind is Element:
            names = (each.index, each.value, *each.array)
        return kind, detail, tuple([place[name] for name in names])

    return placed(constraint)


_SCOPE_ORDERED_TYPES = frozenset({AllDifferent, EnclosedSum, LeadingSum, Linear, Regular, Table})
"""Types whose variables are the scope, in order."""
