"""Constraints on what is packed: items in bins, rectangles in a plane.

- BinPacking: items go into bins, each of which has a load.
- NoOverlap2D: rectangles that do not overlap ("diffn").

>>> from nonet.model.expressions.arithmetic import Variable
>>> a, b = Variable("a"), Variable("b")
>>> BinPacking([a, b], [3, 4], [4, 3]).holds({"a": 1, "b": 0})
True
>>> x, y = Variable("x"), Variable("y")
>>> two = NoOverlap2D([0, x], [0, y], [3, 2], [2, 2])
>>> two.holds({"x": 2, "y": 2}), two.holds({"x": 2, "y": 1})
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.annotation import Annotation
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.expressions.affine import Affine, minus, plus, times
from nonet.model.expressions.composed import Composed, ExpressionInput, list_text, values_of
from nonet.model.expressions.encoding import Encoder
from nonet.model.expressions.logic import Compare
from nonet.model.expressions.operations import Truth
from nonet.model.integers import checked_integers


@dataclass(frozen=True)
class BinPacking(Composed):
    """Item ``i``, of ``sizes[i]``, is in bin ``bin[i]``; bin ``b`` holds ``load[b]`` in all.

    With ``at_most``, the bin holds ``load[b]`` or less.  Bins are counted from 0, and every item is
    in a bin.
    """

    bin: tuple[Affine, ...]
    sizes: tuple[int, ...]
    load: tuple[Affine, ...]
    at_most: bool = False

    if TYPE_CHECKING:

        def __init__(
            self,
            bin: Iterable[ExpressionInput],
            sizes: Iterable[int],
            load: Iterable[ExpressionInput],
            at_most: bool = ...,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self._convert_sequence_field("bin")
        object.__setattr__(self, "sizes", checked_integers(self.sizes, self, "size"))
        self._convert_sequence_field("load")
        object.__setattr__(self, "at_most", bool(self.at_most))
        if len(self.bin) != len(self.sizes):
            raise ModelError(
                f"{self.description}: {len(self.bin)} items but {len(self.sizes)} sizes"
            )
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        sums = [0] * len(self.load)
        for place, size in zip(values_of(self.bin, assignment), self.sizes, strict=True):
            if not 0 <= place < len(sums):
                return False
            sums[place] += size
        loads = values_of(self.load, assignment)
        pairs = zip(sums, loads, strict=True)
        return all(held <= load if self.at_most else held == load for held, load in pairs)

    @property
    def formula(self) -> str:
        how = ", at_most=True" if self.at_most else ""
        weights = list_text([Affine((), size) for size in self.sizes])
        return f"bin_packing({list_text(self.bin)}, {weights}, {list_text(self.load)}{how})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        for place in self.bin:
            yield from encoder.linear_constraints(place, ">=", 0)
            yield from encoder.linear_constraints(place, "<=", len(self.load) - 1)
        for b, load in enumerate(self.load):
            weights = [
                times(Affine(((Truth(Compare(place, "==", b)), 1),)), size)
                for place, size in zip(self.bin, self.sizes, strict=True)
            ]
            total = plus(times(load, -1), *weights)
            yield from encoder.linear_constraints(total, "<=" if self.at_most else "==", 0)


@dataclass(frozen=True)
class NoOverlap2D(Composed):
    """Rectangle ``i`` is at ``x[i]``, ``y[i]`` and of ``width[i]`` by ``height[i]``.

    Any two rectangles are apart on an axis: one rectangle ends where the other begins or before.
    ``present`` are as many expressions, if there are optional rectangles: one takes part where its
    own is not 0.
    """

    x: tuple[Affine, ...]
    y: tuple[Affine, ...]
    width: tuple[Affine, ...]
    height: tuple[Affine, ...]
    present: tuple[Affine, ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            x: Iterable[ExpressionInput],
            y: Iterable[ExpressionInput],
            width: Iterable[ExpressionInput],
            height: Iterable[ExpressionInput],
            present: Iterable[ExpressionInput] = ...,
            *,
            rule: Annotation = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        for name in ("x", "y", "width", "height"):
            self._convert_sequence_field(name)
        self._convert_sequence_field("present")
        if self.present and len(self.present) != len(self.x):
            raise ModelError(
                f"{self.description}: {len(self.x)} places but {len(self.present)} in present"
            )
        numbers = [len(each) for each in (self.x, self.y, self.width, self.height)]
        if len(set(numbers)) > 1:
            raise ModelError(
                f"{self.description}: {numbers[0]} and {numbers[1]} places, {numbers[2]} widths and "
                f"{numbers[3]} heights: give as many of each"
            )
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        parts = (values_of(each, assignment) for each in (self.x, self.y, self.width, self.height))
        present = values_of(self.present, assignment) or [1] * len(self.x)
        rectangles = [
            sides for sides, p in zip(zip(*parts, strict=True), present, strict=True) if p
        ]
        return all(
            a + w <= c or c + v <= a or b + h <= d or d + g <= b
            for (a, b, w, h), (c, d, v, g) in combinations(rectangles, 2)
        )

    @property
    def formula(self) -> str:
        parts = map(list_text, (self.x, self.y, self.width, self.height))
        optional = f", present={list_text(self.present)}" if self.present else ""
        return f"no_overlap_2d({', '.join(parts)}{optional})"

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        present = self.present or (Affine((), 1),) * len(self.x)
        rectangles = zip(self.x, self.y, self.width, self.height, present, strict=True)
        taking_part = [each for each in rectangles if each[4].terms or each[4].constant]
        for (a, b, w, h, p), (c, d, v, g, q) in combinations(taking_part, 2):
            sides = ((a, w, c), (c, v, a), (b, h, d), (d, g, b))
            ways = [
                tuple(encoder.linear_constraints(minus(plus(at, size), other), "<=", 0))
                for at, size, other in sides
            ]
            if all(ways):
                absent = [(Compare(each, "==", 0),) for each in (p, q) if each.terms]
                yield AnyOf((*ways, *absent))
