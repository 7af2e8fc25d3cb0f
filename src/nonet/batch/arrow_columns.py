"""Columns of Arrow, and single values, made of arrays and of texts, and arrays of columns.

``pyarrow.array``, ``scalar``, which the functions of ``pyarrow.compute`` call for every Python
value, and ``to_numpy`` import pandas, where installed, to test whether their argument is a pandas
object.  OR-Tools brings pandas along, and the import of pandas takes as long as all other imports
of a run over a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

Array = np.ndarray[Any, Any]


def number_column(values: Array, blank: Array | None = None) -> Any:
    """A column of numbers, or of truth values, that shares their memory; none where ``blank``.

    >>> number_column(np.arange(3), np.array([False, True, False])).to_pylist()
    [0, None, 2]
    >>> number_column(np.array([True, False])).to_pylist()
    [True, False]
    """
    held = (
        _packed_bits(values) if values.dtype == bool else pa.py_buffer(np.ascontiguousarray(values))
    )
    valid = None if blank is None else _packed_bits(~blank)
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [valid, held])


def text_column(values: Sequence[str | None]) -> Any:
    """A column of texts, some of which may be missing.

    >>> text_column(["a", None, "", "\\u00e9"]).to_pylist()
    ['a', None, '', '\\xe9']
    """
    written = [(value or "").encode() for value in values]
    ends = np.cumsum([0, *map(len, written)], dtype=np.int32)
    missing = np.array([value is None for value in values], bool)
    valid = _packed_bits(~missing) if missing.any() else None
    data = pa.py_buffer(b"".join(written))
    return pa.StringArray.from_buffers(len(values), pa.py_buffer(ends), data, valid)


def scalar(value: str | float, type: str = "int64") -> Any:
    """One text, or one number of a type, for functions over columns.

    >>> scalar("a").as_py(), scalar(3).as_py(), scalar(True, "bool").as_py()
    ('a', 3, True)
    """
    if isinstance(value, str):
        return text_column([value])[0]
    return number_column(np.array([value], type))[0]


def column_array(column: Any) -> Array:
    """The numbers or truth values of a column in one piece, in which none is missing.

    >>> column_array(number_column(np.arange(3)).slice(1)).tolist()
    [1, 2]
    >>> column_array(number_column(np.array([True, False])).slice(1)).tolist()
    [False]
    """
    held, first, last = column.buffers()[1], column.offset, column.offset + len(column)
    if column.type != pa.bool_():
        return np.frombuffer(held, str(column.type))[first:last]
    bits = np.frombuffer(held, np.uint8)
    return np.unpackbits(bits, count=last, bitorder="little")[first:].view(bool)


def _packed_bits(values: Array) -> Any:
    """Return truth values packed as in Arrow: a bit each, the lowest first."""
    return pa.py_buffer(np.packbits(values, bitorder="little"))
