"""Reservoir: events fill and empty a store, whose level stays between two bounds.

>>> from nonet.model.expressions.arithmetic import Variable
>>> fill, drain = Variable("fill"), Variable("drain")
>>> store = Reservoir([fill, drain], [3, -2], 0, 3)
>>> store.holds({"fill": 1, "drain": 4}), store.holds({"fill": 4, "drain": 1})
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.annotation import Annotation
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.expressions.affine import Affine, minus, plus, times
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import AllOf, Compare
from nonet.model.expressions.operations import Product, Truth
from nonet.model.integers import checked_integer


@dataclass(frozen=True)
class Reservoir(Composed):
    """At every time, the level is from ``least`` to ``most``.

    The level is 0 before all events, and event ``i`` changes the level by ``change[i]`` at
    ``time[i]``; events of the same time change the level together.  ``present`` are as many
    expressions, if there are optional events: an event happens where its own expression is not 0.
    """

    time: tuple[Affine, ...]
    change: tuple[Affine, ...]
    least: int
    most: int
    present: tuple[Affine, ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            time: Iterable[ExpressionInput],
            change: Iterable[ExpressionInput],
            least: int,
            most: int,
            present: Iterable[ExpressionInput] = ...,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_nonempty_field("time")
        self._convert_sequence_field("change")
        self._convert_sequence_field("present")
        object.__setattr__(self, "least", checked_integer(self.least, self, "least level"))
        object.__setattr__(self, "most", checked_integer(self.most, self, "most level"))
        numbers = len(self.time), len(self.change), len(self.present or self.time)
        if len(set(numbers)) > 1:
            raise ModelError(
                f"{self.description}: {numbers[0]} times, {numbers[1]} changes and "
                f"{len(self.present)} in present: give as many of each"
            )
        if not self.least <= 0 <= self.most:
            raise ModelError(
                f"{self.description}: the level is 0 before the first event, which is not from "
                f"{self.least} to {self.most}: count levels from the one at the start"
            )
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        times_of = values_of(self.time, assignment)
        present = values_of(self.present, assignment) or [1] * len(times_of)
        changes = values_of(self.change, assignment)
        every = zip(times_of, changes, present, strict=True)
        events = [(time, change) for time, change, happens in every if happens]
        return all(
            self.least <= sum(change for earlier, change in events if earlier <= time) <= self.most
            for time, _ in events
        )

    @property
    def formula(self) -> str:
        optional = f", present={list_text(self.present)}" if self.present else ""
        lists = f"{list_text(self.time)}, {list_text(self.change)}"
        return f"reservoir({lists}, {self.least}, {self.most}{optional})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Yield, for each event, that the sum of the changes up to its time is within bounds."""
        present = self.present or (Affine((), 1),) * len(self.time)
        events = list(zip(self.time, self.change, present, strict=True))
        events = [event for event in events if event[2].terms or event[2].constant]
        for j, (time, _, happens) in enumerate(events):
            level = Affine(())
            for i, (earlier, change, counts) in enumerate(events):
                tests = [] if i == j else [Compare(minus(earlier, time), "<=", 0)]
                if counts.terms:
                    tests.append(Compare(counts, "!=", 0))
                level = plus(level, _where(tests, change))
            inside = Compare(level, ">=", self.least), Compare(level, "<=", self.most)
            yield from encoder.encode_true(
                AnyOf(((Compare(happens, "==", 0),), inside)) if happens.terms else AllOf(inside)
            )


def _where(tests: list[Compare], amount: Affine) -> Affine:
    """Return an expression of an amount where all of some tests hold, and else of 0."""
    if not tests:
        return amount
    truth = Affine(((Truth(AllOf(tuple(tests))), 1),))
    return Affine(((Product(truth, amount), 1),)) if amount.terms else times(truth, amount.constant)
