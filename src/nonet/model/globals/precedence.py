"""Precedence: each value of a list occurs only after the value before in the list has occurred.

The constraint breaks the symmetry of values that can be exchanged: colours, bins, teams.  Source:
Law and Lee, "Global constraints for integer and set value precedence", CP 2004.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y, z = map(Variable, "xyz")
>>> order = Precedence([x, y, z], [1, 2, 3])
>>> order.holds({"x": 1, "y": 1, "z": 2}), order.holds({"x": 1, "y": 3, "z": 2})
(True, False)
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
from nonet.model.integers import checked_integers, short_repr


@dataclass(frozen=True)
class Precedence(Composed):
    """``order[k + 1]`` is taken only after ``order[k]`` is, by an expression before."""

    of: tuple[Affine, ...]
    order: tuple[int, ...]

    if TYPE_CHECKING:

        def __init__(
            self, of: Iterable[ExpressionInput], order: Iterable[int], *, rule: Annotation = ...
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("of")
        object.__setattr__(
            self, "order", checked_integers(self._numbers(self.order), self, "value")
        )
        if not self.order or len(set(self.order)) < len(self.order):
            raise ModelError(
                f"{self.description}: the order is of different values, at least one, not "
                f"{short_repr(self.order)}"
            )
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        seen = 0  # so many of the order have occurred
        for value in values_of(self.of, assignment):
            if value in self.order[seen + 1 :]:
                return False
            seen += value in self.order[seen : seen + 1]
        return True

    @property
    def formula(self) -> str:
        return f"precedence({list_text(self.of)}, {list(self.order)})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """A state for each number of values that have occurred."""
        names = tuple(map(encoder.variable_for, self.of))
        taken = {value for name in names for value in encoder.domains[name]}
        free = taken.difference(self.order)
        arcs: dict[tuple[int, int], int] = {}
        for seen in range(len(self.order) + 1):
            arcs |= {(seen, value): seen for value in (*free, *self.order[:seen])}
            if seen < len(self.order):
                arcs[seen, self.order[seen]] = seen + 1
        return (Regular(names, Automaton(0, range(len(self.order) + 1), arcs)),)
