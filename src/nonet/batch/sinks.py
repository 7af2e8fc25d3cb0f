"""Sinks: how a part of the answers is written, and how parts become one file.

A part is a whole small file of its kind, so parts of text are joined by putting
one after another (also where they are compressed), Parquet's by their footers.
What is written depends on the rows alone: equal rows give equal bytes.  So a
compressed text or a Parquet file is cut in *blocks* of ``BLOCK`` rows, whatever
the parts: a part holds whole blocks, or whole parts make a block, which is then
encoded anew as the parts are joined.
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
from nonet.batch.lines import separated, solution_lines
from nonet.batch.made import of_numbers
from nonet.batch.parts import Part
from nonet.errors import FormatError

BLOCK = 1 << 15
"""Rows of a row group, a batch or a compressed piece of a file."""
_COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}


class Sink(Protocol):
    """A kind of file."""

    def encode(self, table: Any, first: bool) -> Any:
        """The buffer of a part; ``first`` says that nothing stands before it."""

    def is_whole(self, rows: int) -> bool:
        """Whether parts of ``rows`` rows, one after another, are the file."""

    def join(self, parts: Sequence[Part], out: BinaryIO, rows: int) -> None:
        """Write the file that ``parts`` make, each of ``rows`` rows but the last."""


def fitting(rows: int) -> int:
    """The least number of rows, from ``rows`` on, that fits blocks: a power of two or whole blocks.

    >>> fitting(1), fitting(100), fitting(4096), fitting(100_000)
    (1, 128, 4096, 131072)
    """
    return 1 << (rows - 1).bit_length() if rows <= BLOCK else -(-rows // BLOCK) * BLOCK


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
    """Text of a line a row, perhaps compressed: each block is a member (gzip) or frame (zstd)."""

    def __init__(self, lines: Callable[[Any, bool], Any], compression: str | None) -> None:
        self._lines = lines
        self._compression = compression

    def encode(self, table: Any, first: bool) -> Any:
        if self._compression is None:
            return self._lines(table, first)
        sink = pa.BufferOutputStream()
        for low in range(0, max(1, table.num_rows), BLOCK):
            sink.write(self._packed(self._lines(table.slice(low, BLOCK), first and low == 0)))
        return sink.getvalue()

    def _packed(self, text: Any) -> Any:
        sink = pa.BufferOutputStream()
        with pa.CompressedOutputStream(sink, self._compression) as stream:
            stream.write(text)
        return sink.getvalue()

    def is_whole(self, rows: int) -> bool:
        return self._compression is None or rows >= BLOCK

    def join(self, parts: Sequence[Part], out: BinaryIO, rows: int) -> None:
        together = 1 if self.is_whole(rows) else BLOCK // rows
        for low in range(0, len(parts), together):
            if together == 1:
                out.write(parts[low].read())
            else:
                out.write(self._packed(b"".join(map(self._text_of, parts[low : low + together]))))

    def _text_of(self, part: Part) -> bytes:
        with pa.input_stream(pa.BufferReader(part.read()), compression=self._compression) as stream:
            text: bytes = stream.read()
        return text


_TEXTS: dict[str, Callable[[Any, bool], Any]] = {
    ".csv": partial(separated, delimiter=","),
    ".tsv": partial(separated, delimiter="\t"),
    ".txt": solution_lines,
}


def _plain(table: Any) -> Any:
    """A table whose verdicts are texts, not numbers of texts."""
    number = table.column_names.index("verdict")
    return table.set_column(number, "verdict", table["verdict"].cast(pa.string()))


class _Parquet:
    """Parquet: a row group a part, compressed by zstd."""

    def encode(self, table: Any, first: bool) -> Any:
        sink = pa.BufferOutputStream()
        pyarrow.parquet.write_table(
            _plain(table),
            sink,
            row_group_size=BLOCK,
            compression="zstd",
            use_dictionary=["verdict", "reason"],
            write_statistics=["verdict", "count", "guesses"],
        )
        return sink.getvalue()

    def is_whole(self, rows: int) -> bool:
        return False

    def join(self, parts: Sequence[Part], out: BinaryIO, rows: int) -> None:
        parquet.join(self._blocks(parts, BLOCK // rows), out)

    def _blocks(self, parts: Sequence[Part], together: int) -> Iterator[bytes]:
        """Files of whole blocks: the parts, or several in one."""
        if together <= 1:
            yield from (part.read() for part in parts)
            return
        for low in range(0, len(parts), together):
            tables = [
                pyarrow.parquet.read_table(pa.BufferReader(part.read()))
                for part in parts[low : low + together]
            ]
            yield self.encode(pa.concat_tables(tables).combine_chunks(), low == 0).to_pybytes()


class _Arrow:
    """An Arrow (Feather) file: a batch a part, not compressed, so that it can be mapped."""

    def encode(self, table: Any, first: bool) -> Any:
        sink = pa.BufferOutputStream()
        table = _plain(table)
        with pa.ipc.new_file(sink, table.schema) as writer:
            self._write(table, writer)
        return sink.getvalue()

    def is_whole(self, rows: int) -> bool:
        return False

    def join(self, parts: Sequence[Part], out: BinaryIO, rows: int) -> None:
        schema = pa.ipc.open_file(parts[0].read()).schema
        together = max(1, BLOCK // rows)
        with pa.ipc.new_file(out, schema) as writer:
            for low in range(0, len(parts), together):
                batches: list[Any] = []
                for part in parts[low : low + together]:
                    reader = pa.ipc.open_file(part.read())
                    batches += map(reader.get_batch, range(reader.num_record_batches))
                self._write(pa.Table.from_batches(batches, schema), writer)

    def _write(self, table: Any, writer: Any) -> None:
        """Write the blocks of a table, copied: a slice has bits of its neighbours."""
        for low in range(0, max(1, table.num_rows), BLOCK):
            rows = of_numbers(np.arange(low, min(low + BLOCK, table.num_rows)))
            writer.write_table(table.take(rows).combine_chunks())
