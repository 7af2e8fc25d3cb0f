"""Parquet files concatenated without decoding: pages are copied, footers merged.

A Parquet file is column data, then a footer (metadata in Thrift's compact protocol) that says where
the data is.  The data of several files can be copied in sequence; the new footer holds all their
row groups, with shifted offsets.

Formats: Apache Parquet, ``parquet.thrift``; Apache Thrift, "Thrift Compact
protocol encoding".

>>> fields, end = read_struct(b"\\x15\\x08\\x16\\x03\\x00", 0)
>>> fields, write_struct(fields) == b"\\x15\\x08\\x16\\x03\\x00"
([(1, 5, 4), (2, 6, -2)], True)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, BinaryIO

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


def join(parts: Iterable[bytes], out: BinaryIO) -> None:
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
    """Where the footer of a file begins."""
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
