"""ElementOf: the entry at a place, both expressions; a place outside does not hold.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> ElementOf([7, 8, x], y, 8).holds({"x": 3, "y": 1})
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.model.annotation import Annotation
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.element import Element
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text
from nonet.model.expressions.encoding import Encoder
from nonet.model.integers import checked_integer


@dataclass(frozen=True)
class ElementOf(Composed):
    """``array[index - first] == value``; where the index is outside, that does not hold.

    ``array[x]`` of an ``Array`` and ``element(array, x)`` are the expression for this entry, which
    always has a value: an index that can be outside is refused there.
    """

    array: tuple[Affine, ...]
    index: Affine
    is_value: Affine
    first: int = 0

    if TYPE_CHECKING:

        def __init__(
            self,
            array: Iterable[ExpressionInput],
            index: ExpressionInput,
            is_value: ExpressionInput,
            first: int = ...,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("array")
        self._convert_field("index")
        self._convert_field("is_value")
        object.__setattr__(self, "first", checked_integer(self.first, self, "first index"))
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        place = self.index.value(assignment) - self.first
        return 0 <= place < len(self.array) and self.array[place].value(
            assignment
        ) == self.is_value.value(assignment)

    @property
    def formula(self) -> str:
        shift = f" - {self.first}" if self.first else ""
        return f"{list_text(self.array)}[{self.index}{shift}] == {self.is_value}"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        array = tuple(map(encoder.variable_for, self.array))
        index, value = encoder.variable_for(self.index), encoder.variable_for(self.is_value)
        return (Element(array, index, value, self.first),)
