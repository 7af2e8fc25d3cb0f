"""Checks of many assignments at once: each a row of an array.

>>> import numpy as np
>>> from nonet.model import AllDifferent, Linear, Model
>>> model = Model(
...     {"x": [1, 2, 3], "y": [1, 2, 3]},
...     [AllDifferent(("x", "y")), Linear(("x", "y"), (1, 1), "==", 4)],
... )
>>> BulkCheck(model).invalid_rows(np.array([[1, 3], [3, 1], [2, 2], [1, 2], [0, 4]], np.uint8))
array([False, False,  True,  True,  True])

``Constraint.holds`` remains the meaning: domains, AllDifferent and Linear are tested by columns
with the same result; any other constraint is tested by ``holds``, once for all rows that agree on
its scope.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nonet.model.constraints.base import Constraint
from nonet.model.constraints.primitives import COMPARE, AllDifferent, Linear
from nonet.model.model import Model

Array = np.ndarray[Any, Any]

MAX_VALUES = 64
"""Values from the least to the greatest that have a bit each."""

MAX_EXACT_SUM = 1 << 62
"""Magnitude up to which sums are exact in 64 bits."""


def supports_model(model: Model) -> bool:
    """Whether values fit in a byte, with a bit for each in a word."""
    return bool(model.domains) and all(
        domain.size and domain.base >= 0 and domain.highest < MAX_VALUES
        for domain in model.domains.values()
    )


class BulkCheck:
    """The check of one model; its values are 0 to 63 (:func:`supports_model`)."""

    def __init__(self, model: Model) -> None:
        self._names = model.variables
        number = {name: column for column, name in enumerate(self._names)}
        highest = max(domain.highest for domain in model.domains.values())
        width = next(bits for bits in (16, 32, 64) if highest < bits)
        self._word: Any = np.dtype(f"uint{width}").type
        allowed = [domain.mask_relative_to(0) for domain in model.domains.values()]
        self._denied = np.array([~mask & (1 << width) - 1 for mask in allowed], self._word)[:, None]
        self._units: list[list[int]] = []
        self._sums: list[tuple[Array, Array, Any, int]] = []
        self._others: list[tuple[Constraint, list[int]]] = []
        for each in model.constraints:
            columns = [number[name] for name in each.scope]
            # a class made from one of these may mean something else
            if type(each) is AllDifferent:
                self._units.append(columns)
            elif type(each) is Linear and _fits_in_64_bits(each):
                weights = np.array(each.coefficients, np.int64)
                self._sums.append((np.array(columns), weights, COMPARE[each.op], each.constant))
            else:
                self._others.append((each, columns or [0]))  # a constant has no scope

    def invalid_rows(self, rows: Array) -> Array:
        """Which rows (n, variables) of uint8 values are no solution."""
        columns = np.ascontiguousarray(rows.T)
        wide = columns.max(axis=0) > 8 * self._word(0).itemsize - 1
        bits = np.left_shift(self._word(1), columns.astype(self._word))
        invalid: Array = wide | np.bitwise_or.reduce(bits & self._denied, axis=0).astype(bool)
        for unit in self._units:
            taken, twice = bits[unit[0]].copy(), np.zeros(len(rows), self._word)
            for column in unit[1:]:
                twice |= taken & bits[column]
                taken |= bits[column]
            invalid |= twice != 0
        for scope, weights, compare, constant in self._sums:
            invalid |= ~compare(weights @ columns[scope].astype(np.int64), constant)
        for constraint, cells in self._others:
            packed = np.ascontiguousarray(rows[:, cells]).view(f"V{len(cells)}")[:, 0]
            _, first, group = np.unique(packed, return_index=True, return_inverse=True)
            held = [
                constraint.holds(dict(zip(constraint.scope, values, strict=False)))
                for values in rows[first][:, cells].tolist()
            ]
            invalid |= ~np.array(held, bool)[group]
        return invalid


def _fits_in_64_bits(sum_: Linear) -> bool:
    return MAX_VALUES * sum(map(abs, sum_.coefficients)) + abs(sum_.constant) < MAX_EXACT_SUM
