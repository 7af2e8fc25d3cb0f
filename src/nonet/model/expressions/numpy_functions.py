"""NumPy's functions of arrays of variables: ``np.abs(q)``, ``np.dot(q, costs)``, ``np.diff(q)``.

NumPy calls ``__array_ufunc__`` and ``__array_function__`` of an operand, which call this module.
Products and shapes, which arrays have as methods too, do without NumPy: the page's Python has none.
Its own loops over objects do most of the work; comparisons, logic and extremes, of which those
loops ask the truth, are the operators of expressions here.

>>> import numpy as np
>>> from nonet.model import ModelBuilder
>>> q = ModelBuilder().array("q", 3, range(3))
>>> np.diff(q), np.dot([1, 2, 3], q), (np.array([1, 2, 0]) <= q)[1].formula
([q[1] - q[0], q[2] - q[1]], q[0] + 2 * q[1] + 3 * q[2], 'q[1] >= 2')
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

from nonet.errors import ModelError, quantity
from nonet.model.constraints.base import Constraint
from nonet.model.expressions.arithmetic import Arithmetic
from nonet.model.expressions.array import Array, Matrix, PlaceByPlace, negated, places_of
from nonet.model.expressions.functions import if_then_else, max_of, min_of
from nonet.model.integers import is_integer, short_repr
from nonet.model.misuse_errors import METHOD_ADVICE

FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul,
    "floor_divide": operator.floordiv, "divide": operator.truediv, "remainder": operator.mod,
    "power": operator.pow, "float_power": operator.pow, "square": lambda entry: entry * entry,
    "negative": operator.neg, "positive": operator.pos,
    "absolute": abs, "fabs": abs, "sign": lambda entry: (entry > 0) * 1 - (entry < 0) * 1,
    "equal": operator.eq, "not_equal": operator.ne, "less": operator.lt, "less_equal": operator.le,
    "greater": operator.gt, "greater_equal": operator.ge,
    "maximum": lambda entry, other: max_of(entry, other),
    "minimum": lambda entry, other: min_of(entry, other),
    "logical_and": operator.and_, "logical_or": operator.or_, "logical_xor": operator.xor,
    "logical_not": negated, "bitwise_and": operator.and_, "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor, "invert": negated,
}  # fmt: skip
"""For each element-wise function of NumPy the operator of expressions."""

METHODS = {
    "sum": "sum",
    "max": "max",
    "min": "min",
    "amax": "max",
    "amin": "min",
    "any": "any",
    "all": "all",
}
"""For each reduction of NumPy the method of arrays."""


REDUCTIONS = {
    "add": "sum",
    "maximum": "max",
    "minimum": "min",
    "logical_and": "all",
    "logical_or": "any",
}
"""For each element-wise function the method of arrays that reduces by it."""


def element_wise(ufunc: Any, method: str, inputs: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """Return the result of one of NumPy's element-wise functions."""
    import numpy as np

    name = ufunc.__name__
    function = FUNCTIONS.get(name)
    if method == "reduce" and name in REDUCTIONS and isinstance(inputs[0], PlaceByPlace):
        return getattr(inputs[0], REDUCTIONS[name])(axis=options.get("axis", 0))
    if name == "matmul" and method == "__call__":
        return product(*inputs)
    if function is None or method != "__call__" or options:
        shown = f"np.{name}" + (f".{method}" if method != "__call__" else "")
        raise ModelError(
            f"{shown} of variables is not known: there are + - * // % ** abs, comparisons, min_of "
            "and max_of, and of an array also np.sum, np.dot, np.diff and their like"
        )
    if ufunc.nin == 1 and isinstance(inputs[0], PlaceByPlace):
        return inputs[0]._mapped(function)
    if isinstance(inputs[0], PlaceByPlace):
        return inputs[0]._joined(inputs[1], function, f"(np.{name})")
    if isinstance(inputs[-1], PlaceByPlace):
        swapped = lambda entry, value: function(value, entry)  # noqa: E731
        return inputs[-1]._joined(inputs[0], swapped, f"(np.{name})")
    return _wrapped(np.frompyfunc(function, ufunc.nin, 1)(*map(_objects, inputs)))


def of_arrays(function: Any, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """Return the result of a function of NumPy that takes arrays."""
    import numpy as np

    name = function.__name__
    if name in METHODS and isinstance(arguments[0], PlaceByPlace):
        for option in options.keys() - {"axis"}:
            raise ModelError(f"np.{name} of variables takes an axis, and no {option!r}")
        return getattr(arguments[0], METHODS[name])(*arguments[1:2], **options)
    if name in METHOD_ADVICE and name != "where":
        raise ModelError(
            f"np.{name} of variables asks for values before there are any: {METHOD_ADVICE[name]}"
        )
    if name in ("dot", "vdot", "inner"):
        return product(*arguments)
    if name == "where" and len(arguments) == 3:
        return _wrapped(np.frompyfunc(if_then_else, 3, 1)(*map(_objects, arguments)))
    if name == "count_nonzero":
        first = next(iter(arguments[0].flat), None)
        counted = arguments[0] if isinstance(first, Constraint | bool) else arguments[0] != 0
        return counted.sum(*arguments[1:], **options)
    if name == "array_equal":
        return (_wrapped(_objects(arguments[0])) == arguments[1]).all()
    return _wrapped(function(*map(_objects, arguments), **options))


def product(left: Any, right: Any) -> Any:
    """Return the product of arrays or matrices, one of which is of variables."""
    if max(len(getattr(each, "shape", ())) for each in (left, right)) > 2:
        raise ModelError("a product of arrays is of one or two dimensions, not of three: of t[0]")
    rows, other_rows = _nested(left), _nested(right)
    is_row, is_column = not _is_nested(rows), not _is_nested(other_rows)
    columns = [other_rows] if is_column else [*zip(*other_rows, strict=True)]
    rows = [rows] if is_row else rows
    if len(rows[0]) != len(columns[0]):
        sizes = (f"{len(rows)} by {len(rows[0])}", f"{len(columns[0])} by {len(columns)}")
        raise ModelError(
            f"a product of {' and '.join(sizes)} entries: the left one needs as many columns as "
            "the right one has rows"
        )
    table = [[sum(map(operator.mul, row, column)) for column in columns] for row in rows]
    if is_row:
        return table[0][0] if is_column else Array(table[0])
    return Array([row[0] for row in table]) if is_column else Matrix(table)


def reshaped(array: Any, shape: Sequence[Any]) -> Any:
    """Return the entries of an array in another shape of one to three dimensions."""
    entries = [*array.flat]
    sizes = [*shape[0]] if len(shape) == 1 and isinstance(shape[0], list | tuple) else [*shape]
    if not 1 <= len(sizes) <= 3 or not all(map(is_integer, sizes)):
        raise ModelError(f"an array has one to three sizes, whole numbers, not the shape {shape}")
    given = prod(size for size in sizes if size != -1)
    if sizes.count(-1) == 1 and given and len(entries) % given == 0:
        sizes[sizes.index(-1)] = len(entries) // given
    if min(sizes) < 0 or prod(sizes) != len(entries):
        raise ModelError(f"there is no shape {shape} of {quantity(len(entries), 'entry')}")
    for width in sizes[:0:-1]:
        entries = [entries[start : start + width] for start in range(0, len(entries), width or 1)]
    return Matrix(entries) if len(sizes) > 1 else Array(entries)


def _nested(value: Any) -> list[Any]:
    entries = places_of(value)
    if not entries:
        raise ModelError(f"a product of arrays, and not of {short_repr(value)}")
    nested = [each if places_of(each) is None else [*each] for each in entries]
    if len({len(each) if isinstance(each, list) else 0 for each in nested}) > 1:
        raise ModelError(f"rows of unlike lengths: {short_repr(value)}")
    return nested


def _is_nested(entries: Sequence[Any]) -> bool:
    return isinstance(entries[0], list)


def _objects(value: Any) -> Any:
    import numpy as np

    if isinstance(value, PlaceByPlace | Arithmetic | Constraint):
        result = np.empty(getattr(value, "shape", ()), object)
        for place, entry in zip(
            np.ndindex(result.shape), getattr(value, "flat", [value]), strict=True
        ):
            result[place] = entry
        return result
    return [*map(_objects, value)] if isinstance(value, list | tuple) else value


def _wrapped(result: Any) -> Any:
    import numpy as np

    if isinstance(result, list | tuple):
        return type(result)(map(_wrapped, result))
    if not isinstance(result, np.ndarray) or result.dtype != object or result.ndim > 3:
        return result
    if result.ndim == 0:
        return result.item()
    return Array(result) if result.ndim == 1 else Matrix(result)
