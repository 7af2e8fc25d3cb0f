"""RegularOf: the values of some expressions, in order, are a word of an automaton.

>>> from nonet.model.expressions.arithmetic import Variable
>>> odd_then_even = Automaton(0, {1}, {(0, 1): 1, (1, 2): 0})
>>> RegularOf([Variable("x") + 1], odd_then_even).holds({"x": 0})
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.annotation import Annotation
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.regular import Automaton, Regular
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.integers import short_repr


@dataclass(frozen=True)
class RegularOf(Composed):
    """The values of the expressions, in order, take ``automaton`` to an accepting state."""

    of: tuple[Affine, ...]
    automaton: Automaton

    if TYPE_CHECKING:

        def __init__(
            self, of: Iterable[ExpressionInput], automaton: Automaton, *, rule: Annotation = ...
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("of")
        if not isinstance(self.automaton, Automaton):
            raise ModelError(f"{self.description}: not an automaton: {short_repr(self.automaton)}")
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        return self.automaton.accepts(values_of(self.of, assignment))

    @property
    def formula(self) -> str:
        pattern = self.automaton.pattern
        return f"regular({list_text(self.of)}, {repr(pattern) if pattern else 'automaton'})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        return (Regular(tuple(map(encoder.variable_for, self.of)), self.automaton),)
