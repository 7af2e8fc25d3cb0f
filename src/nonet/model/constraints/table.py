"""Table: the allowed tuples, written out.  Kropki dots, even cells, any small relation.

>>> double = Table(("a", "b"), {(1, 2), (2, 4), (3, 6)})
>>> double.holds({"a": 2, "b": 4})
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, product

from nonet.deadline import checked
from nonet.errors import ModelError
from nonet.model.annotation import UNNAMED, Annotation
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.domain import Domain
from nonet.model.integers import checked_integers, checked_tuple, short_repr


@dataclass(frozen=True)
class Table(Constraint):
    """The values of ``scope``, in order, form a tuple of ``tuples``."""

    tuples: frozenset[tuple[int, ...]]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "tuples", self._checked(len(self.scope)))

    @classmethod
    def of_test(
        cls,
        scope: tuple[str, ...],
        domains: Mapping[str, Domain],
        test: Callable[[Assignment], bool],
        result: str = "",
        rule: Annotation = UNNAMED,
    ) -> Table:
        """Return the table of the values that pass a test.

        If ``result`` is given, of all values, where this further variable is 1 if the test is true
        and else 0.
        """
        rows = checked(product(*(domains[name] for name in scope)))
        tested = ((row, test(dict(zip(scope, row, strict=True)))) for row in rows)
        if result:
            return cls(
                (*scope, result), frozenset((*row, int(ok)) for row, ok in tested), rule=rule
            )
        return cls(scope, frozenset(row for row, ok in tested if ok), rule=rule)

    def _checked(self, width: int) -> frozenset[tuple[int, ...]]:
        rows = checked_tuple(self.tuples, self, "tuples")
        tuples = self.tuples
        are_tuples = set(map(type, rows)) <= {tuple}
        is_plain = type(tuples) is frozenset and are_tuples
        if not are_tuples:
            rows = tuple(checked_tuple(row, self, "values of a tuple") for row in rows)
        if not set(map(len, rows)) <= {width}:
            row = next(row for row in rows if len(row) != width)
            raise ModelError(
                f"{self.description}: tuple {short_repr(row)} has {len(row)} values "
                f"for {width} variables"
            )
        flat = tuple(chain.from_iterable(rows))
        plain = checked_integers(flat, self, "value of a tuple")
        if plain is not flat:  # some were not plain integers
            rows = tuple(zip(*[iter(plain)] * width, strict=True))
        if plain is not flat or not is_plain:
            tuples = frozenset(rows)
        return tuples

    restricts_ranges = True

    def restrict(self, domain: Domain) -> Domain:
        """The values of the rows: a domain may be large."""
        rows = (row for row in self.tuples if row[0] in domain and len(set(row)) == 1)
        return Domain.of([row[0] for row in rows])

    def holds(self, assignment: Assignment) -> bool:
        return tuple(map(assignment.__getitem__, self.scope)) in self.tuples
