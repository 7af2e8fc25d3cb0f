"""Table: the allowed tuples, written out.  Kropki dots, even cells, any small relation.

>>> double = Table(("a", "b"), {(1, 2), (2, 4), (3, 6)})
>>> double.holds({"a": 2, "b": 4})
True
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from nonet.errors import ModelError
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.integers import integers, items, shown


@dataclass(frozen=True)
class Table(Constraint):
    """The values of ``scope``, in order, are one of ``tuples``."""

    tuples: frozenset[tuple[int, ...]]

    def __post_init__(self) -> None:
        super().__post_init__()
        rows = items(self.tuples, self, "tuples")
        if not set(map(type, rows)) <= {tuple}:
            rows = tuple(items(row, self, "values of a tuple") for row in rows)
        width = len(self.scope)
        for row in rows:
            if len(row) != width:
                raise ModelError(
                    f"{self.described}: tuple {shown(row)} has {len(row)} values "
                    f"for {width} variables"
                )
        flat = tuple(chain.from_iterable(rows))
        plain = integers(flat, self, "value of a tuple")
        if plain is not flat:  # some were not plain integers
            rows = tuple(zip(*[iter(plain)] * width, strict=True))
        object.__setattr__(self, "tuples", frozenset(rows))

    def holds(self, assignment: Assignment) -> bool:
        return tuple(assignment[v] for v in self.scope) in self.tuples
