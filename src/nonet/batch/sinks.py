r"""Sinks: how a part of the answers is written, and how parts become one file.

Parts of text are joined by concatenation (also where compressed).  The output depends on the rows
alone: equal rows give equal bytes.  So a compressed text or a Parquet file is cut in *blocks* of
``BLOCK_ROWS`` rows, whatever the parts: a part holds whole blocks, or whole parts make a block,
which is then encoded anew as the parts are joined.

Parts of Parquet and of Arrow are kept as Arrow files, and the columns are encoded once, at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from nonet.batch.part_store import Sink, StoredPart
from nonet.batch.text_columns import contains_any, number_column, scalar, single_chunk, text_column
from nonet.errors import FormatError

BLOCK_ROWS = 1 << 15
"""Rows of a row group, a batch or a compressed piece of a file."""
MAX_JOINED_BYTES = 1 << 29
"""Bytes of a table that are joined at once: Arrow's texts have no more than four times as many."""
_COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}


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
        return _ColumnarSink(_parquet_writer)
    if suffix in (".arrow", ".feather") and not compression:
        return _ColumnarSink(pa.ipc.new_file)  # not compressed, so that it can be mapped
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
    return pc.binary_join_element_wise(column, scalar("\n"), scalar(""))


def _concatenated(pieces: Any) -> Any:
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


class _ColumnarSink:
    """Columns in blocks of rows: a row group (Parquet) or a batch (Arrow) each.

    ``writer`` opens the whole file from its place and schema.
    """

    def __init__(self, writer: Callable[[Any, Any], Any]) -> None:
        self._writer = writer

    def encode(self, table: Any, first: bool) -> Any:
        sink = pa.BufferOutputStream()
        table = _with_plain_verdicts(table)
        with pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        return sink.getvalue()

    def is_whole(self, rows: int) -> bool:
        return False

    def join(self, parts: Sequence[StoredPart], out: BinaryIO, rows: int) -> None:
        schema = pa.ipc.open_file(parts[0].read_bytes()).schema
        together = max(1, BLOCK_ROWS // rows)
        with self._writer(out, schema) as writer:
            for low in range(0, len(parts), together):
                batches: list[Any] = []
                for part in parts[low : low + together]:
                    reader = pa.ipc.open_file(part.read_bytes())
                    batches += map(reader.get_batch, range(reader.num_record_batches))
                table = pa.Table.from_batches(batches, schema)
                for first in range(0, max(1, table.num_rows), BLOCK_ROWS):
                    # copied: a slice has bits of its neighbours
                    block = number_column(np.arange(first, min(first + BLOCK_ROWS, table.num_rows)))
                    writer.write_table(table.take(block).combine_chunks())


_parquet_writer = partial(
    pyarrow.parquet.ParquetWriter,
    compression="zstd",
    use_dictionary=["verdict", "reason"],
    write_statistics=["verdict", "count", "guesses"],
)
