"""Text columns: puzzles as characters to rows of numbers, and back, without Python per row.

A column of texts of equal length is one buffer of bytes; reshaped, the buffer is the array, and a
table of 256 entries turns characters into places.  Rows with other bytes or lengths are looked at
one by one, for the reason of the error.

Columns are made here without ``pyarrow.array`` and ``scalar`` (which the functions of
``pyarrow.compute`` call for every Python value) and ``to_numpy``: these import pandas, where
installed, to test whether their argument is a pandas object.  OR-Tools brings pandas along, whose
import takes as long as all other imports of a run over a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nonet.batch.engines import Array, Geometry
from nonet.errors import FormatError
from nonet.formats.base import symbol_values
from nonet.formats.pasted import cells_of
from nonet.puzzle import Alphabet


def number_column(values: Array, blank: Array | None = None) -> Any:
    """A column of numbers, or of truth values, that shares their memory; none where ``blank``.

    >>> number_column(np.arange(3), np.array([False, True, False])).to_pylist()
    [0, None, 2]
    >>> number_column(np.array([True, False])).to_pylist()
    [True, False]
    """
    data = (
        _packed_bits(values) if values.dtype == bool else pa.py_buffer(np.ascontiguousarray(values))
    )
    valid = None if blank is None else _packed_bits(~blank)
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [valid, data])


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
    """Return one text, or one number of a type, for functions over columns.

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
    buffer, first, last = column.buffers()[1], column.offset, column.offset + len(column)
    if column.type != pa.bool_():
        return np.frombuffer(buffer, str(column.type))[first:last]
    bits = np.frombuffer(buffer, np.uint8)
    return np.unpackbits(bits, count=last, bitorder="little")[first:].view(bool)


def _packed_bits(values: Array) -> Any:
    """Return truth values packed as in Arrow: a bit each, the lowest first."""
    return pa.py_buffer(np.packbits(values, bitorder="little"))


BAD_CHARACTER = 255
"""In a table of places: a character that is neither a value nor a blank."""
NUMBERS = (
    "puzzles are numbers here, which have lost their leading zeros: read the column as text "
    "(pandas: dtype=str)"
)
"""The fault of a column that a program has turned into numbers."""
MAX_SHOWN = 40
"""Most characters of a bad text that a reason quotes."""


class CellEncoding:
    """How the cells of a geometry are written: ``alphabet``, else the geometry's own."""

    def __init__(self, geometry: Geometry, alphabet: Alphabet | None = None) -> None:
        self.cells = geometry.cells
        self._size, self._first = geometry.size, geometry.lowest_value
        alphabet = alphabet or geometry.blank.alphabet
        self._values = symbol_values(self._size, alphabet)
        self._places = np.full(256, BAD_CHARACTER, np.uint8)
        for character in filter(str.isascii, self._values):
            self._places[ord(character)] = self._value_index(character)
        symbols = alphabet.characters[: self._size].encode()
        self._symbols = np.frombuffer(b"." + symbols, np.uint8)
        follow = np.arange(self._size, dtype=np.uint8) + self._symbols[1]
        self._in_order = bool((self._symbols[1:] == follow).all())

        zero = ord("0")
        digits = self._places[zero : zero + self._size + 1]
        self._are_digits = bool(
            self._places[ord(".")] == 0 and (digits == np.arange(self._size + 1)).all()
        )

    def _write_indices(self, characters: Array, places: Array) -> None:
        """Write the places of characters; ``BAD_CHARACTER`` for one that is not in the alphabet."""
        if self._are_digits:  # as nearly always: so without a look at the table for each
            np.subtract(characters, np.uint8(ord("0")), out=places)
            places *= characters != ord(".")
            if places.max(initial=0) <= self._size:
                return
        places[...] = self._places[characters]

    def _value_index(self, character: str) -> int:
        value = self._values[character]
        return 0 if value is None else value - self._first + 1

    def decode_column(self, column: Any) -> tuple[Array, dict[int, str]]:
        """The rows (n, cells) of a column of texts, and for each malformed one its reason.

        ``column`` may be in pieces; a malformed row is all zeros.
        """
        rows = np.empty((len(column), self.cells), np.uint8)
        reasons: dict[int, str] = {}
        low = 0
        chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
        for chunk in chunks:  # one by one, as they were made when they were read
            self._read_into(rows[low : low + len(chunk)], as_string_column(chunk), low, reasons)
            low += len(chunk)
        return rows, reasons

    def _read_into(self, rows: Array, column: Any, low: int, reasons: dict[int, str]) -> None:
        """Write the rows of a string column whose first row is number ``low``."""
        even = fixed_width(column, self.cells)
        if even is not None:
            self._write_indices(even, rows)
            odd = _bad_rows(rows)
        else:
            right = pc.equal(pc.binary_length(column), scalar(self.cells))
            right = pc.fill_null(right, scalar(False, "bool"))
            fitting = column_array(right)
            plain_rows = fixed_width(column.filter(right), self.cells)
            assert plain_rows is not None
            places = np.empty_like(plain_rows)
            self._write_indices(plain_rows, places)
            rows[...] = 0
            rows[fitting] = places
            odd = np.union1d(np.flatnonzero(~fitting), _bad_rows(rows))
        for number in odd.tolist():
            decoded = self.decode(column[number].as_py() or "")
            if isinstance(decoded, str):
                rows[number] = 0
                reasons[low + number] = decoded
            else:
                rows[number] = decoded

    def decode(self, text: str) -> list[int] | str:
        """Return the row of a text without words beside the cells, or why the text is not a row."""
        try:
            cells = text if len(text) == self.cells else cells_of(text)
        except FormatError as error:
            return error.message
        if len(cells) != self.cells:
            stripped = text.strip()
            if not stripped:
                return "no puzzle: the text is empty"
            if len(stripped) != self.cells:
                return f"expected {self.cells} characters, found {len(cells)}"
            cells = stripped
        column = max(text.find(cells), 0) + 1 if isinstance(cells, str) else 1
        first = self._first
        row = []
        for number, word in enumerate(cells):
            if word in self._values:
                row.append(self._value_index(word))
            elif len(word) == 2 and word.isdigit() and 0 <= int(word) - first < self._size:
                row.append(int(word) - first + 1)
            else:
                return (
                    f"column {column + number}: {word!r} is neither a value of 1 to "
                    f"{self._size} nor a blank"
                )
        return row

    def encode_rows(self, rows: Array, is_present: Array) -> Any:
        """A string column of rows (n, cells); the empty text where ``there`` (n,) is false."""
        offsets = np.arange(len(rows) + 1, dtype=np.int32) * np.int32(self.cells)
        shown = rows
        if not is_present.all():
            shown = rows[is_present]
            np.cumsum(np.where(is_present, self.cells, 0), out=offsets[1:])
        # every cell of a solution has a value, so adding will do where characters follow in order
        data = shown + (self._symbols[1] - 1) if self._in_order else self._symbols[shown]
        return pa.StringArray.from_buffers(len(rows), pa.py_buffer(offsets), pa.py_buffer(data))


def _bad_rows(rows: Array) -> Array:
    if rows.max(initial=0) < BAD_CHARACTER:  # one look at all is ten times quicker than one at each
        return np.zeros(0, np.int64)
    return np.flatnonzero(np.any(rows == BAD_CHARACTER, axis=1))


def fixed_width(column: Any, width: int) -> Array | None:
    """The bytes (n, width) of a string column, shared; ``None`` if a text is of another length."""
    n = len(column)
    if n == 0:
        return np.zeros((0, width), np.uint8)
    if column.null_count:
        return None
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, np.int32)[column.offset : column.offset + n + 1]
    if int(ends[-1]) - int(ends[0]) != n * width or (np.diff(ends) != width).any():
        return None
    flat = np.frombuffer(data, np.uint8)[ends[0] : ends[-1]]
    return flat.reshape(n, width)


def contains_any(data: Array, characters: Sequence[int]) -> bool:
    """Return whether bytes hold any of some ASCII characters.

    >>> [contains_any(np.frombuffer(data, np.uint8), b",;") for data in (b"12.4", b"1,4", b"1;4")]
    [False, True, True]
    """
    least = data.min(initial=255)  # one look for all of them: most stand before what is in texts
    return any(least <= each and bool((data == each).any()) for each in characters)


def single_chunk(column: Any) -> Any:
    """A column of a table in one piece."""
    chunk = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
    return chunk if isinstance(chunk, pa.Array) else pa.nulls(0, column.type)


def as_string_column(column: Any) -> Any:
    """Return a column of any text type as a column of strings; bytes that are no UTF-8 are
    replaced.

    Raises ``pyarrow.ArrowInvalid`` or ``ArrowNotImplementedError`` for a type that has no text.
    """
    if column.type == pa.string():
        return column
    if pa.types.is_integer(column.type) or pa.types.is_floating(column.type):
        raise FormatError(NUMBERS)
    try:
        return column.cast(pa.string())
    except pa.ArrowInvalid:
        if not pa.types.is_binary(column.type):
            raise
    return text_column(
        [None if each is None else each.decode("utf-8", "replace") for each in column.to_pylist()]
    )
