"""BinPacking: items go into bins, each of which has a load.

>>> from nonet.model.expressions.arithmetic import Variable
>>> a, b = Variable("a"), Variable("b")
>>> BinPacking([a, b], [3, 4], [4, 3]).holds({"a": 1, "b": 0})
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.errors import ModelError
from nonet.model.annotation import Annotation
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.expressions.affine import Affine, plus, times
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
        self._convert_nonempty_field("bin")
        object.__setattr__(self, "sizes", checked_integers(self.sizes, self, "size"))
        self._convert_nonempty_field("load")
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
