"""Lexicographic: one sequence of expressions is not after another, as words in a dictionary.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> Lexicographic([x, y], [2, 1]).holds({"x": 1, "y": 9})
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.annotation import Annotation
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.linear import Linear
from nonet.model.expressions.affine import Affine, minus
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import Compare
from nonet.model.expressions.operations import Truth


@dataclass(frozen=True)
class Lexicographic(Composed):
    """``one <= other`` in the order of dictionaries; ``strictly``, ``one < other``."""

    one: tuple[Affine, ...]
    other: tuple[Affine, ...]
    strictly: bool = False

    if TYPE_CHECKING:

        def __init__(
            self,
            one: Iterable[ExpressionInput],
            other: Iterable[ExpressionInput],
            strictly: bool = ...,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("one")
        self._convert_nonempty_field("other")
        object.__setattr__(self, "strictly", bool(self.strictly))
        if len(self.one) != len(self.other):
            raise ModelError(
                f"{self.description}: sequences of {len(self.one)} and {len(self.other)} "
                "expressions: give both one length"
            )
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        first, second = values_of(self.one, assignment), values_of(self.other, assignment)
        return first < second if self.strictly else first <= second

    @property
    def formula(self) -> str:
        how = ", strictly=True" if self.strictly else ""
        return f"lexicographic({list_text(self.one)}, {list_text(self.other)}{how})"

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
