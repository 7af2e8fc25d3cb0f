"""Sinks: how a part of the answers is written, and how parts become one file.

A part is a whole small file of its kind, so parts of text are joined by concatenation (also where
compressed), parts of Parquet by their footers. The output depends on the rows alone: equal rows
give equal bytes.  So a compressed text or a Parquet file is cut in *blocks* of ``BLOCK_ROWS`` rows,
whatever the parts: a part holds whole blocks, or whole parts make a block, which is then encoded
anew as the parts are joined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from nonet.batch import parquet
from nonet.batch.arrow_columns import number_column, scalar, text_column
from nonet.batch.part_store import StoredPart
from nonet.batch.text_columns import contains_any, single_chunk
from nonet.errors import FormatError

BLOCK_ROWS = 1 << 15
"""Rows of a row group, a batch or a compressed piece of a file."""
MAX_JOINED_BYTES = 1 << 29
"""Bytes of a table that are joined at once: Arrow's texts have no more than four times as many."""
_COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}


class Sink(Protocol):
    """A kind of file."""

    def encode(self, table: Any, first: bool) -> Any:
        """Return the buffer of a part; ``first`` says that no part stands before this part."""

    def is_whole(self, rows: int) -> bool:
        """Return whether the file is the concatenation of parts of ``rows`` rows."""

    def join(self, parts: Sequence[StoredPart], out: BinaryIO, rows: int) -> None:
        """Write the file that ``parts`` make, each of ``rows`` rows but the last."""


def rows_fitting_blocks(rows: int) -> int:
    """The least number of rows, from ``rows`` on, that fits blocks: a power of two or whole blocks.

    >>> [rows_fitting_blocks(rows) for rows in (1, 100, 4096, 100_000)]
    [1, 128, 4096, 131072]
    """
    return (
        1 << (rows - 1).bit_length() if rows <= BLOCK_ROWS else -(-rows // BLOCK_ROWS) * BLOCK_ROWS
    )


def sink_for(path: Path) -> Sink:
    """The sink that a file's name asks for; raises ``FormatError`` and lists the endings."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    compression = _COMPRESSIONS.get(suffixes[-1]) if suffixes else None
    suffix = suffixes[-2 if compression else -1] if len(suffixes) > bool(compression) else ""
    if suffix in _TEXTS:
        return _TextSink(_TEXTS[suffix], compression)
    if suffix in (".parquet", ".pq") and not compression:
        return _ParquetSink()
    if suffix in (".arrow", ".feather") and not compression:
        return _ArrowSink()
    raise FormatError(
        "a table ends in .csv, .tsv or .txt (and .gz or .zst), .parquet, .arrow or .feather",
        source=str(path),
    )


class _TextSink:
    """Text of a line a row, perhaps compressed: each block is a member (gzip) or frame (zstd)."""

    def __init__(self, lines: Callable[[Any, bool], Any], compression: str | None) -> None:
        self._lines = lines
        self._compression = compression

    def encode(self, table: Any, first: bool) -> Any:
        if self._compression is None:
            return self._lines(table, first)
        sink = pa.BufferOutputStream()
        for low in range(0, max(1, table.num_rows), BLOCK_ROWS):
            sink.write(
                self._compressed(self._lines(table.slice(low, BLOCK_ROWS), first and low == 0))
            )
        return sink.getvalue()

    def _compressed(self, text: Any) -> Any:
        sink = pa.BufferOutputStream()
        with pa.CompressedOutputStream(sink, self._compression) as stream:
            stream.write(text)
        return sink.getvalue()

    def is_whole(self, rows: int) -> bool:
        return self._compression is None or rows >= BLOCK_ROWS

    def join(self, parts: Sequence[StoredPart], out: BinaryIO, rows: int) -> None:
        together = 1 if self.is_whole(rows) else BLOCK_ROWS // rows
        for low in range(0, len(parts), together):
            if together == 1:
                out.write(parts[low].read_bytes())
            else:
                out.write(
                    self._compressed(b"".join(map(self._part_text, parts[low : low + together])))
                )

    def _part_text(self, part: StoredPart) -> bytes:
        with pa.input_stream(
            pa.BufferReader(part.read_bytes()), compression=self._compression
        ) as stream:
            text: bytes = stream.read()
        return text


def csv_lines(table: Any, first: bool, delimiter: str) -> Any:
    """Return the buffer of a table's lines as CSV (RFC 4180), with a header if ``first``.

    The text of a row depends on the row alone.  pyarrow's writer takes the same time and puts every
    text in quotes; here only the texts that need quotes have any.

    >>> table = pa.table({"id": ["a", "b,c"], "count": [1, None], "right": [True, False]})
    >>> print(csv_lines(table, first=True, delimiter=",").to_pybytes().decode(), end="")
    id,count,right
    a,1,true
    "b,c",,false
    """
    rows = table.num_rows
    if rows > 1 and table.nbytes > MAX_JOINED_BYTES:
        halves = table.slice(0, rows // 2), table.slice(rows // 2)
        return _concatenated(csv_lines(t, first and not n, delimiter) for n, t in enumerate(halves))
    lines = pa.py_buffer(b"")
    if rows:
        named = zip(table.column_names, table.columns, strict=True)
        texts = [_quoted(_as_strings(column, name), delimiter) for name, column in named]
        texts[-1] = _with_line_ends(texts[-1])
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


_TEXTS: dict[str, Callable[[Any, bool], Any]] = {
    ".csv": partial(csv_lines, delimiter=","),
    ".tsv": partial(csv_lines, delimiter="\t"),
    ".txt": solution_lines,
}


def _with_plain_verdicts(table: Any) -> Any:
    """A table whose verdicts are texts, not numbers of texts."""
    number = table.column_names.index("verdict")
    return table.set_column(number, "verdict", table["verdict"].cast(pa.string()))


class _ParquetSink:
    """Parquet: a row group a part, compressed by zstd."""

    def encode(self, table: Any, first: bool) -> Any:
        sink = pa.BufferOutputStream()
        pyarrow.parquet.write_table(
            _with_plain_verdicts(table),
            sink,
            row_group_size=BLOCK_ROWS,
            compression="zstd",
            use_dictionary=["verdict", "reason"],
            write_statistics=["verdict", "count", "guesses"],
        )
        return sink.getvalue()

    def is_whole(self, rows: int) -> bool:
        return False

    def join(self, parts: Sequence[StoredPart], out: BinaryIO, rows: int) -> None:
        parquet.join(self._merged_blocks(parts, BLOCK_ROWS // rows), out)

    def _merged_blocks(self, parts: Sequence[StoredPart], together: int) -> Iterator[bytes]:
        """Yield files of whole blocks: each part, or ``together`` parts encoded anew as one."""
        if together <= 1:
            yield from (part.read_bytes() for part in parts)
            return
        for low in range(0, len(parts), together):
            tables = [
                pyarrow.parquet.read_table(pa.BufferReader(part.read_bytes()))
                for part in parts[low : low + together]
            ]
            yield self.encode(pa.concat_tables(tables).combine_chunks(), low == 0).to_pybytes()


class _ArrowSink:
    """An Arrow (Feather) file: a batch a part, not compressed, so the file can be mapped."""

    def encode(self, table: Any, first: bool) -> Any:
        sink = pa.BufferOutputStream()
        table = _with_plain_verdicts(table)
        with pa.ipc.new_file(sink, table.schema) as writer:
            self._write(table, writer)
        return sink.getvalue()

    def is_whole(self, rows: int) -> bool:
        return False

    def join(self, parts: Sequence[StoredPart], out: BinaryIO, rows: int) -> None:
        schema = pa.ipc.open_file(parts[0].read_bytes()).schema
        together = max(1, BLOCK_ROWS // rows)
        with pa.ipc.new_file(out, schema) as writer:
            for low in range(0, len(parts), together):
                batches: list[Any] = []
                for part in parts[low : low + together]:
                    reader = pa.ipc.open_file(part.read_bytes())
                    batches += map(reader.get_batch, range(reader.num_record_batches))
                self._write(pa.Table.from_batches(batches, schema), writer)

    def _write(self, table: Any, writer: Any) -> None:
        """Write the blocks of a table, copied: a slice has bits of its neighbours."""
        for low in range(0, max(1, table.num_rows), BLOCK_ROWS):
            rows = number_column(np.arange(low, min(low + BLOCK_ROWS, table.num_rows)))
            writer.write_table(table.take(rows).combine_chunks())
