"""Reductions, as NumPy calls them: one expression, or one constraint, of all entries of an array.

>>> from nonet.model import ModelBuilder
>>> s = ModelBuilder().array("s", (2, 2), range(4))
>>> s.sum(), s.max(), s.min(axis=1)
(s[0,0] + s[0,1] + s[1,0] + s[1,1], max_of(s[0,0], s[0,1], s[1,0], s[1,1]), \
[min_of(s[0,0], s[0,1]), min_of(s[1,0], s[1,1])])
>>> ((s > 2).any() & (s < 3)[0].all()).formula
'((s[0,0] >= 3) | (s[0,1] >= 3) | (s[1,0] >= 3) | (s[1,1] >= 3)) & (s[0,0] <= 2) & (s[0,1] <= 2)'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, overload

from nonet.model.constraints.base import Constraint, known_truth
from nonet.model.expressions.arithmetic import Expression, as_expression
from nonet.model.expressions.functions import all_of, any_of, max_of, min_of
from nonet.model.operators import operators


class Reductions:
    """Sums, extremes and logic: of all entries, or with ``axis=0`` of each column of a matrix, with
    ``axis=1`` of each row.

    NumPy's functions, such as ``np.max``, call these methods with ``out``, which is ``None``.
    """

    __pandas_priority__ = 5000  # pandas leaves `column * array` to us

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return operators().numpy_functions().element_wise(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        return operators().numpy_functions().of_arrays(function, arguments, options)

    def _reduced(self, function: Callable[[Iterable[Any]], Any], axis: int | None) -> Any:
        """Return the result of a function for all entries, or an array of those along an axis."""
        raise NotImplementedError

    def reshape(self, *shape: Any) -> Any:
        """Return the entries in rows and columns, or in a row, as NumPy's ``reshape`` does."""
        return operators().numpy_functions().reshaped(self, shape)

    @overload
    def sum(self, axis: None = None, out: None = None) -> Expression: ...
    @overload
    def sum(self, axis: int, out: None = None) -> Any: ...
    def sum(self, axis: int | None = None, out: None = None) -> Any:
        """The sum of the entries."""
        return self._reduced(total, axis)

    @overload
    def max(self, axis: None = None, out: None = None) -> Expression: ...
    @overload
    def max(self, axis: int, out: None = None) -> Any: ...
    def max(self, axis: int | None = None, out: None = None) -> Any:
        """The largest of the entries."""
        return self._reduced(max_of, axis)

    @overload
    def min(self, axis: None = None, out: None = None) -> Expression: ...
    @overload
    def min(self, axis: int, out: None = None) -> Any: ...
    def min(self, axis: int | None = None, out: None = None) -> Any:
        """The smallest of the entries."""
        return self._reduced(min_of, axis)

    @overload
    def any(self, axis: None = None, out: None = None) -> Constraint: ...
    @overload
    def any(self, axis: int, out: None = None) -> Any: ...
    def any(self, axis: int | None = None, out: None = None) -> Any:
        """At least one of the entries, which are constraints, holds."""
        return self._reduced(_any, axis)

    @overload
    def all(self, axis: None = None, out: None = None) -> Constraint: ...
    @overload
    def all(self, axis: int, out: None = None) -> Any: ...
    def all(self, axis: int | None = None, out: None = None) -> Any:
        """All entries, which are constraints, hold."""
        return self._reduced(_all, axis)


def _any(entries: Iterable[Any]) -> Any:
    """Whether one of the entries holds; of numbers alone a truth."""
    listed = [*entries]
    return any(listed) if _are_truths(listed) else any_of(listed)


def _all(entries: Iterable[Any]) -> Any:
    listed = [*entries]
    return all(listed) if _are_truths(listed) else all_of(listed)


def _are_truths(entries: list[Any]) -> bool:
    return bool(entries) and all(known_truth(entry) is not None for entry in entries)


def total(entries: Iterable[Any]) -> Expression:
    """The sum of some expressions, which is one itself."""
    result: Any = sum(entries)
    return as_expression(result) + 0
