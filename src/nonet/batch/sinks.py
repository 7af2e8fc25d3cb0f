r"""Sinks: how a part of the answers is written, and how parts become one file.

A part is a whole small file of its kind, so parts of text are joined by concatenation (also where
compressed), parts of Parquet by their footers. The output depends on the rows alone: equal rows
give equal bytes.  So a compressed text or a Parquet file is cut in *blocks* of ``BLOCK_ROWS`` rows,
whatever the parts: a part holds whole blocks, or whole parts make a block, which is then encoded
anew as the parts are joined.

A Parquet file is column data, then a footer (metadata in Thrift's compact protocol) that says where
the data is.  The data of several files can be copied in sequence; the new footer holds all their
row groups, with shifted offsets.  Formats: Apache Parquet, ``parquet.thrift``; Apache Thrift,
"Thrift Compact protocol encoding".

>>> fields, end = read_struct(b"\x15\x08\x16\x03\x00", 0)
>>> fields, write_struct(fields) == b"\x15\x08\x16\x03\x00"
([(1, 5, 4), (2, 6, -2)], True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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

MAGIC = b"PAR1"
TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, _, STRUCT = range(1, 13)

Field = tuple[int, int, Any]
"""A field of a struct: its number, type and value.  Structs are lists of fields."""

# numbers of fields in parquet.thrift
_FILE_SCHEMA, _FILE_ROWS, _FILE_GROUPS = 2, 3, 4
_GROUP_COLUMNS, _GROUP_OFFSET, _GROUP_ORDINAL = 1, 5, 7
_CHUNK_METADATA = 3
_CHUNK_OFFSETS = (2, 4, 6)  # of the chunk, its offset index, its column index
_METADATA_OFFSETS = (9, 10, 11, 14)  # of data, index and dictionary pages, and Bloom filter
_FOOTER_TAIL = 8
"""Bytes at the end of a file: the length of the footer, and the magic."""


def join_parquet(parts: Iterable[bytes], out: BinaryIO) -> None:
    """Write one Parquet file with the row groups of ``parts``: files, which have one schema.

    Raises ``FormatError`` for a part that is no Parquet file, or of another schema.
    """
    out.write(MAGIC)
    rows, first, schema = 0, b"", None
    groups: list[bytes] = []
    for number, part in enumerate(parts):
        end = _end_of_data(part, number)
        footer = part[end:-_FOOTER_TAIL]
        first = first or footer
        shift = out.tell() - len(MAGIC)
        out.write(memoryview(part)[len(MAGIC) : end])
        fields = {number: value for number, _, value in read_struct(footer, 0)[0]}
        schema = schema or fields[_FILE_SCHEMA]
        if fields[_FILE_SCHEMA] != schema:
            raise FormatError(f"part {number} has another schema than the first")
        rows += fields[_FILE_ROWS]
        for group in fields[_FILE_GROUPS][1]:
            groups.append(write_struct(_shifted_row_group(group, shift, len(groups))))
    merged = [
        (number, kind, rows if number == _FILE_ROWS else value)
        for number, kind, value in read_struct(first, 0)[0]
    ]
    written = write_struct(
        merged, {_FILE_GROUPS: _list_header(len(groups), STRUCT) + b"".join(groups)}
    )
    out.write(written + len(written).to_bytes(4, "little") + MAGIC)


def _end_of_data(part: bytes, number: int) -> int:
    length = int.from_bytes(part[-_FOOTER_TAIL : -len(MAGIC)], "little")
    end = len(part) - _FOOTER_TAIL - length
    if part[-len(MAGIC) :] != MAGIC or end < len(MAGIC):
        raise FormatError(f"part {number} is not a Parquet file, or a damaged one")
    return end


def _shifted_row_group(group: list[Field], shift: int, ordinal: int) -> list[Field]:
    """A row group that stands ``shift`` bytes further on, as number ``ordinal``."""
    moved = []
    for number, kind, value in group:
        if number == _GROUP_COLUMNS:
            value = value[0], [_shifted_chunk(chunk, shift) for chunk in value[1]]
        elif number == _GROUP_OFFSET:
            value += shift
        elif number == _GROUP_ORDINAL:
            if ordinal > 0x7FFF:
                continue  # optional, and of 16 bits
            value = ordinal
        moved.append((number, kind, value))
    return moved


def _shifted_chunk(chunk: list[Field], shift: int) -> list[Field]:
    return [
        (number, kind, _shifted_fields(value, _METADATA_OFFSETS, shift))
        if number == _CHUNK_METADATA
        else (number, kind, value)
        for number, kind, value in _shifted_fields(chunk, _CHUNK_OFFSETS, shift)
    ]


def _shifted_fields(fields: list[Field], numbers: tuple[int, ...], shift: int) -> list[Field]:
    """Return the fields with ``shift`` added to the fields of ``numbers``.

    An offset of 0 (absent) stays 0.
    """
    return [(n, k, v + shift if n in numbers and v else v) for n, k, v in fields]


def read_struct(data: bytes, at: int) -> tuple[list[Field], int]:
    """Return the fields of the struct at a place, and the place after the struct."""
    fields: list[Field] = []
    number = 0
    while head := data[at]:
        at += 1
        kind, delta = head & 15, head >> 4
        if delta:
            number += delta
        else:
            number, at = _read_integer(data, at)
        value, at = (kind == TRUE, at) if kind in (TRUE, FALSE) else _read_value(data, at, kind)
        fields.append((number, kind, value))
    return fields, at + 1


def _read_value(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in (I16, I32, I64):
        return _read_integer(data, at)
    if kind == BINARY:
        length, at = _read_varint(data, at)
        return data[at : at + length], at + length
    if kind == STRUCT:
        return read_struct(data, at)
    if kind in (LIST, SET):
        head, at = data[at], at + 1
        length, inner = head >> 4, head & 15
        if length == 15:
            length, at = _read_varint(data, at)
        values = []
        for _ in range(length):
            value, at = _read_value(data, at, BYTE if inner in (TRUE, FALSE) else inner)
            values.append(value)
        return (inner, values), at
    length = {BYTE: 1, DOUBLE: 8}[kind]
    return data[at : at + length], at + length


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def _read_integer(data: bytes, at: int) -> tuple[int, int]:
    value, at = _read_varint(data, at)
    return (value >> 1) ^ -(value & 1), at


def write_struct(fields: list[Field], written: dict[int, bytes] | None = None) -> bytes:
    """Return the bytes of a struct.

    ``written`` holds ready bytes of some fields' values, by field number.
    """
    out = bytearray()
    before = 0
    for number, kind, value in fields:
        delta = number - before
        if 0 < delta < 16:
            out.append(delta << 4 | kind)
        else:
            out.append(kind)
            out += _encoded_integer(number)
        before = number
        if written and number in written:
            out += written[number]
        elif kind not in (TRUE, FALSE):
            out += _encoded_value(value, kind)
    out.append(0)
    return bytes(out)


def _encoded_value(value: Any, kind: int) -> bytes:
    if kind in (I16, I32, I64):
        return _encoded_integer(value)
    if kind == BINARY:
        return _encoded_varint(len(value)) + bytes(value)
    if kind == STRUCT:
        return write_struct(value)
    if kind in (LIST, SET):
        inner, values = value
        kind = BYTE if inner in (TRUE, FALSE) else inner
        return _list_header(len(values), inner) + b"".join(_encoded_value(v, kind) for v in values)
    return bytes(value)


def _list_header(length: int, kind: int) -> bytes:
    return (
        bytes([length << 4 | kind])
        if length < 15
        else bytes([0xF0 | kind]) + _encoded_varint(length)
    )


def _encoded_varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _encoded_integer(value: int) -> bytes:
    return _encoded_varint(value << 1 if value >= 0 else (-value << 1) - 1)


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
        join_parquet(self._merged_blocks(parts, BLOCK_ROWS // rows), out)

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
