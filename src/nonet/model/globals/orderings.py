"""Constraints on the order of expressions, of sequences and of first occurrences.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y, z = map(Variable, "xyz")
>>> Increasing([x, y]).holds({"x": 3, "y": 3}), Increasing([x, y], 1).holds({"x": 3, "y": 3})
(True, False)
>>> Lexicographic([x, y], [2, 1]).holds({"x": 1, "y": 9})
True
>>> LexicographicChain([[x, 5], [1, y], [2, 0]]).holds({"x": 1, "y": 7})
True
>>> Precedence([x, y, z], [1, 2, 3]).holds({"x": 1, "y": 3, "z": 2})
False
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from nonet.deadline import check_size
from nonet.errors import ModelError
from nonet.model.constraints.base import (
    UNNAMED,
    Annotation,
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
)
from nonet.model.constraints.primitives import AnyOf, Linear, Table
from nonet.model.constraints.regular import Automaton, Regular
from nonet.model.domain import Domain, union
from nonet.model.expressions.affine import Affine, minus
from nonet.model.expressions.composed import (
    Composed,
    global_constraint,
    list_text,
    values_of,
)
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import Compare
from nonet.model.expressions.operations import Truth
from nonet.model.integers import checked_tuple, short_repr


@global_constraint
class Increasing(Composed):
    """Each expression is at least ``by`` more than the one before: 0, or 1 for strictly."""

    of: tuple[Affine, ...]
    by: int = 0

    def holds(self, assignment: Assignment) -> bool:
        values = values_of(self.of, assignment)
        return all(first + self.by <= second for first, second in pairwise(values))

    @property
    def formula(self) -> str:
        how = {0: "", 1: ", strictly=True"}.get(self.by, f", by={self.by}")
        return f"increasing({list_text(self.of)}{how})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        for first, second in pairwise(self.of):
            yield from encoder.linear_constraints(minus(first, second), "<=", -self.by)


@global_constraint
class Lexicographic(Composed):
    """``one <= other`` in the order of dictionaries; ``strictly``, ``one < other``."""

    method = "lexicographic"
    parallel = ("one", "other")
    one: tuple[Affine, ...]
    other: tuple[Affine, ...]
    strictly: bool = False

    def holds(self, assignment: Assignment) -> bool:
        first, second = values_of(self.one, assignment), values_of(self.other, assignment)
        return first < second if self.strictly else first <= second

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Yield that, while all before are equal, the next is not more (Frisch et al., CP 2002)."""
        equal: str | None = None  # 1 while all so far are equal
        for place, (first, second) in enumerate(zip(self.one, self.other, strict=True)):
            last = place == len(self.one) - 1
            rises = encoder.linear_constraints(
                minus(first, second), "<=", -1 if last and self.strictly else 0
            )
            if equal is None:
                yield from rises
            elif rises:
                yield AnyOf(((Linear((equal,), (1,), "==", 0),), tuple(rises)))
            if not last:
                is_equal = encoder.variable_for_atom(Truth(Compare(minus(first, second), "==", 0)))
                if equal is None:
                    equal = is_equal
                else:
                    both = Linear((equal, is_equal), (1, 1), "==", 2)
                    equal = encoder.variable_for_atom(Truth(both))


@global_constraint
class LexicographicChain(Composed):
    """``rows[i] <= rows[i + 1]`` in the order of dictionaries; ``strictly``, ``<``.

    Source: Carlsson and Beldiceanu, "Arc-consistency for a chain of lexicographic ordering
    constraints", SICS report T2002-18.
    """

    method = "lexicographic_chain"
    rows: tuple[tuple[Affine, ...], ...]
    strictly: bool = False

    def _check_fields(self) -> None:
        rows = checked_tuple(self.rows, self, "rows")
        converted = tuple(self._converted_sequence(row, "expressions of a row") for row in rows)
        object.__setattr__(self, "rows", converted)
        lengths = sorted({len(row) for row in converted})
        if len(lengths) > 1:
            numbers = " and ".join(map(str, lengths))
            raise ModelError(f"{self.description}: rows of {numbers} expressions: give one length")

    def holds(self, assignment: Assignment) -> bool:
        rows = [values_of(row, assignment) for row in self.rows]
        return all(a < b if self.strictly else a <= b for a, b in pairwise(rows))

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition:
        """The order of each row and the next, which a solver may have itself."""
        return Decomposition(tuple(self._orders(self.display_annotation)))

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        return self._orders(UNNAMED)

    def _orders(self, rule: Annotation) -> Iterator[Constraint]:
        for earlier, later in pairwise(self.rows):
            order = Lexicographic(earlier, later, self.strictly, rule=rule)
            if order.scope:
                yield order
            elif not order.holds({}):
                yield Table((self.scope[0],), frozenset(), rule=rule)


@global_constraint
class Precedence(Composed):
    """``order[k + 1]`` is taken only after ``order[k]`` is, by an expression before.

    So the symmetry of values that can be exchanged is broken: colours, bins, teams.  Source: Law
    and Lee, "Global constraints for integer and set value precedence", CP 2004.
    """

    method = "precedence"
    of: tuple[Affine, ...]
    order: tuple[int, ...]

    def _check_fields(self) -> None:
        if not self.order or len(set(self.order)) < len(self.order):
            raise ModelError(
                f"{self.description}: the order is of different values, at least one, not "
                f"{short_repr(self.order)}"
            )

    def holds(self, assignment: Assignment) -> bool:
        seen = 0  # how many of the order have occurred
        for value in values_of(self.of, assignment):
            if value in self.order[seen + 1 :]:
                return False
            seen += value in self.order[seen : seen + 1]
        return True

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """A state for each number of values that have occurred."""
        names = tuple(encoder.symbol_variable(part, self.order) for part in self.of)
        taken = set(union(encoder.domains[name] for name in names))
        check_size(
            (len(taken) + len(self.order)) * (len(self.order) + 1),
            f"the arcs of {self.description}",
        )
        free = taken.difference(self.order)
        arcs: dict[tuple[int, int], int] = {}
        for seen in range(len(self.order) + 1):
            arcs |= {(seen, value): seen for value in (*free, *self.order[:seen])}
            if seen < len(self.order):
                arcs[seen, self.order[seen]] = seen + 1
        return (Regular(names, Automaton(0, range(len(self.order) + 1), arcs)),)
