"""NValue: how many different values some expressions take.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y, z = map(Variable, "xyz")
>>> NValue([x, y, z], 2).holds({"x": 4, "y": 7, "z": 4})
True

Source: Pachet and Roy, "Automatic generation of music programs", CP 1999.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.model.annotation import Annotation
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.expressions.affine import Affine, minus
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import Compare
from nonet.model.expressions.operations import Truth
from nonet.model.expressions.selections import Occurrences


@dataclass(frozen=True)
class NValue(Composed):
    """The expressions take ``number`` different values."""

    of: tuple[Affine, ...]
    number: Affine

    if TYPE_CHECKING:

        def __init__(
            self,
            of: Iterable[ExpressionInput],
            number: ExpressionInput,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("of")
        self._convert_field("number")
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        return len(set(values_of(self.of, assignment))) == self.number.value(assignment)

    @property
    def formula(self) -> str:
        return f"nvalue({list_text(self.of)}, {self.number})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """The truths that each value occurs add up to the number."""
        values = sorted({v for part in self.of for v in part.possible_values(encoder.domains)})
        occurs = tuple(
            (Truth(Compare(Affine(((Occurrences(self.of, frozenset((v,))), 1),)), ">=", 1)), 1)
            for v in values
        )
        return encoder.linear_constraints(minus(Affine(occurs), self.number), "==", 0)
