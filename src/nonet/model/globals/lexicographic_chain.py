"""LexicographicChain: each row of expressions is not after the next, as words in a dictionary.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> LexicographicChain([[x, 5], [1, y], [2, 0]]).holds({"x": 1, "y": 7})
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.annotation import UNNAMED, Annotation
from nonet.model.constraints.base import Assignment, Constraint, Decomposition, FreshName
from nonet.model.constraints.table import Table
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.globals.lexicographic import Lexicographic
from nonet.model.integers import checked_tuple


@dataclass(frozen=True)
class LexicographicChain(Composed):
    """``rows[i] <= rows[i + 1]`` in the order of dictionaries; ``strictly``, ``<``.

    Source: Carlsson and Beldiceanu, "Arc-consistency for a chain of lexicographic ordering
    constraints", SICS report T2002-18.
    """

    rows: tuple[tuple[Affine, ...], ...]
    strictly: bool = False

    if TYPE_CHECKING:

        def __init__(
            self,
            rows: Iterable[Iterable[ExpressionInput]],
            strictly: bool = ...,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        rows = checked_tuple(self.rows, self, "rows")
        converted = tuple(self._converted_sequence(row, "expressions of a row") for row in rows)
        object.__setattr__(self, "rows", converted)
        object.__setattr__(self, "strictly", bool(self.strictly))
        lengths = sorted({len(row) for row in converted})
        if len(converted) < 2:
            raise ModelError(f"{self.description}: give two rows or more, not {len(converted)}")
        if len(lengths) > 1 or not lengths[0]:
            numbers = " and ".join(map(str, lengths))
            raise ModelError(f"{self.description}: rows of {numbers} expressions: give one length")
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        rows = [values_of(row, assignment) for row in self.rows]
        return all(a < b if self.strictly else a <= b for a, b in pairwise(rows))

    @property
    def formula(self) -> str:
        how = ", strictly=True" if self.strictly else ""
        return f"lexicographic_chain([{', '.join(map(list_text, self.rows))}]{how})"

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition:
        """The order of each row and the next, which a solver may have itself."""
        return Decomposition(tuple(self._orders(self.display_annotation)))

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        return self._orders(UNNAMED)

    def _orders(self, rule: Annotation) -> Iterator[Constraint]:
        """Yield the order of each row and the next; of two rows of integers only what fails."""
        for earlier, later in pairwise(self.rows):
            order = Lexicographic(earlier, later, self.strictly, rule=rule)
            if order.scope:
                yield order
            elif not order.holds({}):
                yield Table((self.scope[0],), frozenset(), rule=rule)
