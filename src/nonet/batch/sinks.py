"""Sinks: how a part of the answers is written, and how parts become one file.

A part is a whole small file of its kind, so parts of text are joined by putting
one after another (also where they are compressed), Parquet's by their footers.
What is written depends on the rows alone: equal rows give equal bytes.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from nonet.batch import parquet
from nonet.errors import FormatError

_COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
_COPIED = 1 << 20


class Sink(Protocol):
    """A kind of file."""

    def encode(self, table: Any, first: bool) -> Any:
        """The buffer of a part; ``first`` says that nothing stands before it."""

    def join(self, parts: Sequence[Path], out: BinaryIO) -> None:
        """Write the file that ``parts`` make."""


def sink_for(path: Path) -> Sink:
    """The sink that a file's name asks for; raises ``FormatError`` and lists the endings."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    compression = _COMPRESSIONS.get(suffixes[-1]) if suffixes else None
    suffix = suffixes[-2 if compression else -1] if len(suffixes) > bool(compression) else ""
    if suffix in _TEXTS:
        return _Text(_TEXTS[suffix], compression)
    if suffix in (".parquet", ".pq") and not compression:
        return _Parquet()
    if suffix in (".arrow", ".feather") and not compression:
        return _Arrow()
    raise FormatError(
        "a table ends in .csv, .tsv or .txt (and .gz or .zst), .parquet, .arrow or .feather",
        source=str(path),
    )


class _Text:
    """Text of a line a row, perhaps compressed: each part is a member (gzip) or frame (zstd)."""

    def __init__(self, lines: Callable[[Any, bool], Any], compression: str | None) -> None:
        self._lines = lines
        self._compression = compression

    def encode(self, table: Any, first: bool) -> Any:
        text = self._lines(table, first)
        if self._compression is None:
            return text
        sink = pa.BufferOutputStream()
        with pa.CompressedOutputStream(sink, self._compression) as stream:
            stream.write(text)
        return sink.getvalue()

    def join(self, parts: Sequence[Path], out: BinaryIO) -> None:
        for part in parts:
            with part.open("rb") as file:
                shutil.copyfileobj(file, out, _COPIED)


def _csv(table: Any, first: bool) -> Any:
    return _separated(table, first, ",")


def _tsv(table: Any, first: bool) -> Any:
    return _separated(table, first, "\t")


def _separated(table: Any, first: bool, delimiter: str) -> Any:
    """The lines of a table, with a header if it is the first."""
    texts = [_quoted(_shown(table.column(name), name), delimiter) for name in table.column_names]
    if not table.num_rows:
        data = pa.py_buffer(b"")
    else:
        texts[-1] = pc.binary_join_element_wise(texts[-1], pa.scalar("\n"), "")
        data = _data(pc.binary_join_element_wise(*texts, delimiter))
    if not first:
        return data
    header = delimiter.join(_quoted(pa.array(table.column_names), delimiter).to_pylist())
    return pa.py_buffer(header.encode() + b"\n" + data.to_pybytes())


def _lines(table: Any, first: bool) -> Any:
    """The solutions, a line each; where there is none, a comment that says why."""
    if not table.num_rows:
        return pa.py_buffer(b"")
    solutions, reasons = _shown(table["solution"], "solution"), _shown(table["reason"], "reason")
    blank = pc.equal(solutions, "")
    if pc.any(blank).as_py():
        why = pc.binary_join_element_wise(pa.scalar("#"), _shown(table["verdict"], "verdict"), " ")
        told = pc.binary_join_element_wise(why, reasons, ": ")
        solutions = pc.if_else(blank, pc.if_else(pc.equal(reasons, ""), why, told), solutions)
    return _data(pc.binary_join_element_wise(solutions, pa.scalar("\n"), ""))


_TEXTS = {".csv": _csv, ".tsv": _tsv, ".txt": _lines}


def _shown(column: Any, name: str) -> Any:
    """A column as texts, in one piece; what is missing is the empty text."""
    try:
        whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
        if isinstance(whole, pa.ChunkedArray):  # a column without a row
            whole = pa.array([], whole.type)
        if whole.type != pa.string():
            whole = whole.cast(pa.string())
        return pc.fill_null(whole, "") if whole.null_count else whole
    except pa.ArrowException:
        raise FormatError(
            f"column {name} ({column.type}) has no form in text: write Parquet"
        ) from None


def _data(column: Any) -> Any:
    """All bytes of a string column."""
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, np.int32)[column.offset : column.offset + len(column) + 1]
    return data.slice(int(ends[0]), int(ends[-1] - ends[0]))


def _quoted(column: Any, delimiter: str) -> Any:
    """The texts with quotes around those that need them (RFC 4180)."""
    if not len(column) or not _data_holds(column, f'"\r\n{delimiter}'):
        return column
    needy = pc.match_substring_regex(column, f'["\r\n{delimiter}]')
    doubled = pc.replace_substring(column, '"', '""')
    quote = pa.scalar('"')
    return pc.if_else(needy, pc.binary_join_element_wise(quote, doubled, quote, ""), column)


def _data_holds(column: Any, characters: str) -> bool:
    special = np.zeros(256, bool)
    special[list(characters.encode())] = True
    data = _data(column)
    return bool(data.size) and bool(special[np.frombuffer(data, np.uint8)].any())


class _Parquet:
    """Parquet: a row group a part, compressed by zstd."""

    def encode(self, table: Any, first: bool) -> Any:
        sink = pa.BufferOutputStream()
        pyarrow.parquet.write_table(
            table,
            sink,
            row_group_size=max(1, table.num_rows),
            compression="zstd",
            use_dictionary=["verdict", "reason"],
            write_statistics=["verdict", "count", "guesses"],
        )
        return sink.getvalue()

    def join(self, parts: Sequence[Path], out: BinaryIO) -> None:
        parquet.join(parts, out)


class _Arrow:
    """An Arrow (Feather) file: a batch a part, not compressed, so that it can be mapped."""

    def encode(self, table: Any, first: bool) -> Any:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        return sink.getvalue()

    def join(self, parts: Sequence[Path], out: BinaryIO) -> None:
        with pa.memory_map(str(parts[0])) as mapped:
            schema = pa.ipc.open_file(mapped).schema
        with pa.ipc.new_file(out, schema) as writer:
            for part in parts:
                with pa.memory_map(str(part)) as mapped:
                    reader = pa.ipc.open_file(mapped)
                    for number in range(reader.num_record_batches):
                        writer.write_batch(reader.get_batch(number))
