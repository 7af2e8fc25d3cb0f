"""Lines: a table as text, a line a row, made by whole columns.

The work that a writer of CSV does for each value is done once for each distinct text: neighbouring
columns of few values, such as verdicts and counts, are combined as texts by numbers.  Then one pass
joins the columns.  The text of a row depends on the row alone.

>>> table = pa.table({"id": ["a", 'b "c"'], "count": [1, None], "right": [True, False]})
>>> print(csv_lines(table, first=True, delimiter=",").to_pybytes().decode(), end="")
id,count,right
a,1,true
"b ""c""\",,false
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nonet.batch.arrow_columns import column_array, number_column, scalar, text_column
from nonet.batch.geometry import Array
from nonet.batch.text_columns import contains_any, single_chunk
from nonet.errors import FormatError

MIN_ROWS_PER_TEXT = 8
"""Rows that there are at least for each text that is made by itself."""
MAX_JOINED_BYTES = 1 << 29
"""Bytes of a table that are joined at once: Arrow's texts have no more than four times as many."""
_NUMBERED = pa.dictionary(pa.int8(), pa.string())
_LOOKED_AT, _FEW = 64, 16
"""Leading rows examined, and the most different texts among these in a column of few."""


def csv_lines(table: Any, first: bool, delimiter: str) -> Any:
    """The buffer of a table's lines as CSV (RFC 4180), with a header if ``first``."""
    rows = table.num_rows
    if rows > 1 and table.nbytes > MAX_JOINED_BYTES:
        halves = table.slice(0, rows // 2), table.slice(rows // 2)
        return _concatenated(csv_lines(t, first and not n, delimiter) for n, t in enumerate(halves))
    lines = pa.py_buffer(b"")
    if rows:
        texts = list(_joinable_texts(table, delimiter))
        lines = column_bytes(pc.binary_join_element_wise(*texts, scalar(delimiter)))
    if not first:
        return lines
    header = delimiter.join(_quoted(text_column(table.column_names), delimiter).to_pylist())
    return _concatenated([f"{header}\n".encode(), lines])


def solution_lines(table: Any, first: bool) -> Any:
    """The solutions, a line each; where there is none, a comment that says why."""
    if not table.num_rows:
        return pa.py_buffer(b"")
    solutions, reasons = (
        _as_strings(table["solution"], "solution"),
        _as_strings(table["reason"], "reason"),
    )
    blank = pc.equal(solutions, scalar(""))
    if pc.any(blank).as_py():
        why = pc.binary_join_element_wise(
            scalar("#"), _as_strings(table["verdict"], "verdict"), scalar(" ")
        )
        explained = pc.binary_join_element_wise(why, reasons, scalar(": "))
        solutions = pc.if_else(
            blank, pc.if_else(pc.equal(reasons, scalar("")), why, explained), solutions
        )
    return column_bytes(_with_line_ends(solutions))


def column_bytes(column: Any) -> Any:
    """All bytes of a string column."""
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, np.int32)[column.offset : column.offset + len(column) + 1]
    return pa.py_buffer(b"") if data is None else data.slice(int(ends[0]), int(ends[-1] - ends[0]))


# -- the columns of a line


@dataclass(frozen=True)
class _FewTexts:
    """A column of few ``texts``: each row's index; ``None`` if there is only one text."""

    texts: list[str]
    indices: Array | None


def _joinable_texts(table: Any, delimiter: str) -> Iterator[Any]:
    """Yield string columns that, joined by the delimiter, are the lines of a table."""
    most = max(1, table.num_rows // MIN_ROWS_PER_TEXT)
    few: list[_FewTexts] = []
    combinations = 1
    for name, column in zip(table.column_names, table.columns, strict=True):
        last = name == table.column_names[-1]
        texts = _as_few_texts(column, name, delimiter, most)
        if few and (texts is None or combinations * len(texts.texts) > most):
            yield _combine_few(few, table.num_rows, delimiter)
            few, combinations = [], 1
        if texts is not None:
            few.append(texts)
            combinations *= len(texts.texts)
        else:
            shown = _quoted(_as_strings(column, name), delimiter)
            yield _with_line_ends(shown) if last else shown
    if few:
        yield _combine_few(few, table.num_rows, delimiter, "\n")


def _as_few_texts(column: Any, name: str, delimiter: str, most: int) -> _FewTexts | None:
    """Return a column as a column of at most ``most`` texts.

    ``None`` if there are or may be more texts.
    """
    if column.type == pa.int64():
        ends = pc.min_max(column)
        low, high = ends["min"].as_py() or 0, ends["max"].as_py() or 0
        if high - low >= most:
            return None
        texts = list(map(str, range(low, high + 1)))
        which = pc.subtract(single_chunk(column), scalar(low))
    elif column.type == pa.bool_():
        texts, which = ["false", "true"], single_chunk(column).cast(pa.int8())
    elif column.type == pa.string() and not pc.max(pc.binary_length(column)).as_py():
        return _FewTexts([""], None)
    elif column.type == _NUMBERED or column.type == pa.string():
        encoded = single_chunk(column)
        if column.type == pa.string():
            if pc.count_distinct(column.slice(0, _LOOKED_AT)).as_py() > _FEW:
                return None
            encoded = encoded.dictionary_encode()
        if len(encoded.dictionary) > most:
            return None
        texts, which = _quoted(encoded.dictionary, delimiter).to_pylist(), encoded.indices
    else:
        return None
    if which.null_count:
        which = pc.fill_null(which, scalar(len(texts), str(which.type)))
        texts = [*texts, ""]
    numbers = column_array(which)
    least = int(numbers.min())
    return _FewTexts([texts[least]], None) if least == numbers.max() else _FewTexts(texts, numbers)


def _combine_few(few: list[_FewTexts], rows: int, delimiter: str, end: str = "") -> Any:
    """Combine columns of few texts: each combination that occurs is made once."""
    if all(each.indices is None for each in few):
        text = (delimiter.join(each.texts[0] for each in few) + end).encode()
        offsets = np.arange(rows + 1, dtype=np.int32) * np.int32(len(text))
        return pa.StringArray.from_buffers(rows, pa.py_buffer(offsets), pa.py_buffer(text * rows))
    which = np.zeros(rows, np.int64)
    for each in few:
        which *= len(each.texts)
        if each.indices is not None:
            which += each.indices
    present = np.flatnonzero(np.bincount(which))
    texts = []
    for number in present.tolist():
        parts: list[str] = []
        for each in reversed(few):
            number, of_this = divmod(number, len(each.texts))
            parts.append(each.texts[of_this])
        texts.append(delimiter.join(reversed(parts)) + end)
    places = np.zeros(int(present[-1]) + 1, np.int32)
    places[present] = np.arange(len(present))
    return text_column(texts).take(number_column(places[which]))


def _as_strings(column: Any, name: str) -> Any:
    """Return a column as texts, in one piece; a missing value is the empty text."""
    try:
        shown = single_chunk(column)
        if shown.type != pa.string():
            shown = shown.cast(pa.string())
        return pc.fill_null(shown, scalar("")) if shown.null_count else shown
    except pa.ArrowException:
        raise FormatError(
            f"column {name} ({column.type}) has no form in text: write Parquet"
        ) from None


def _quoted(column: Any, delimiter: str) -> Any:
    """Return the texts, quoted where necessary (RFC 4180)."""
    odd = f'"\r\n{delimiter}'
    if not contains_any(np.frombuffer(column_bytes(column), np.uint8), odd.encode()):
        return column
    needy = pc.match_substring_regex(column, f"[{odd}]")
    doubled = pc.replace_substring(column, '"', '""')
    quote = scalar('"')
    return pc.if_else(needy, pc.binary_join_element_wise(quote, doubled, quote, scalar("")), column)


def _with_line_ends(column: Any) -> Any:
    """The texts, each with the end of a line."""
    return pc.binary_join_element_wise(column, scalar("\n"), scalar(""))


def _concatenated(pieces: Any) -> Any:
    """Return the concatenation of buffers."""
    sink = pa.BufferOutputStream()
    for piece in pieces:
        sink.write(piece)
    return sink.getvalue()
