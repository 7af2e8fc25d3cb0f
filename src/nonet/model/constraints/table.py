"""Table: the allowed tuples, written out.  Kropki dots, even cells, any small relation.

>>> double = Table(("a", "b"), {(1, 2), (2, 4), (3, 6)})
>>> double.holds({"a": 2, "b": 4})
True
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.errors import ModelError
from nonet.model.constraints.base import Assignment, Constraint


@dataclass(frozen=True)
class Table(Constraint):
    """The values of ``scope``, in order, are one of ``tuples``."""

    tuples: frozenset[tuple[int, ...]]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "tuples", frozenset(map(tuple, self.tuples)))
        for row in self.tuples:
            if len(row) != len(self.scope):
                raise ModelError(
                    f"{self.described}: tuple {row} has {len(row)} values "
                    f"for {len(self.scope)} variables"
                )

    def holds(self, assignment: Assignment) -> bool:
        return tuple(assignment[v] for v in self.scope) in self.tuples
