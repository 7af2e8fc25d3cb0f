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
import pyarrow.parquet

from nonet.batch import parquet
from nonet.batch.arrow_columns import number_column
from nonet.batch.part_store import StoredPart
from nonet.batch.text_lines import csv_lines, solution_lines
from nonet.errors import FormatError

BLOCK_ROWS = 1 << 15
"""Rows of a row group, a batch or a compressed piece of a file."""
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
