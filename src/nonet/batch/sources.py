"""Sources: tables of puzzles as they are on disk, streamed as record batches.

CSV with a header, a puzzle a line, Parquet, Arrow (Feather); the texts also
compressed as ``.gz`` or ``.zst``.  What a file is, its content tells.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from nonet.batch.text import as_text
from nonet.errors import FormatError
from nonet.formats import detect
from nonet.formats.csv import EXPECTED, PUZZLE, SOLUTION, delimiter_of

BLOCK = 1 << 20
"""Bytes of text parsed at a time."""
BATCH = 1 << 14
"""Rows taken from a Parquet file at a time."""
HEAD = 1 << 13
"""Bytes of text by which its format is told."""
_COMPRESSION = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_NO_DELIMITER = "\x1f"


class Source(Protocol):
    """A table to be read once.

    ``columns`` are the names in order; ``rows`` their number, if the file says;
    ``faults`` gives, by the number of a row, why it could not be parsed: such a
    row stands in its place with its text as its first column.
    """

    columns: list[str]
    rows: int | None
    faults: dict[int, str]

    def batches(self) -> Iterator[Any]:
        """The rows as record batches, in order."""

    def fraction(self) -> float:
        """How much of the file has been read, from 0 to 1."""


@contextmanager
def opened(path: Path) -> Iterator[Source]:
    """Open a table; raises ``FormatError``, naming the file, if it cannot be read or is none."""
    try:
        with path.open("rb") as file:
            start = file.read(8)
        if start.startswith(b"PAR1"):
            with pyarrow.parquet.ParquetFile(path, pre_buffer=False) as parquet:
                yield _Parquet(parquet)
        elif start.startswith(b"ARROW1"):
            with pa.memory_map(str(path)) as mapped:
                yield _Arrow(pa.ipc.open_file(mapped))
        else:
            yield _Text(
                path, next((c for m, c in _COMPRESSION.items() if start.startswith(m)), None)
            )
    except FormatError as error:
        error.source = error.source or str(path)
        raise
    except FileNotFoundError:
        raise FormatError("there is no such file", source=str(path)) from None
    except IsADirectoryError:
        raise FormatError("a directory, not a file", source=str(path)) from None
    except pa.ArrowException as error:
        raise FormatError(str(error).splitlines()[0], source=str(path)) from error


def puzzle_column(columns: list[str]) -> str:
    """The name of the column of puzzles; raises ``FormatError`` if there is none."""
    found = _named(columns, PUZZLE)
    if found is None:
        raise FormatError(f"expected {EXPECTED}; found {','.join(columns)[:80]!r}", line=1)
    return found


def solution_column(columns: list[str]) -> str | None:
    """The name of the column of solutions, if there is one."""
    return _named(columns, SOLUTION)


def _named(columns: list[str], names: tuple[str, ...]) -> str | None:
    lowered = {column.strip().lower(): column for column in reversed(columns)}
    return next((lowered[name] for name in names if name in lowered), None)


def parts_of(source: Source, rows: int, skip: int = 0) -> Iterator[Any]:
    """The rows as tables of ``rows`` rows, the last perhaps shorter, without the first ``skip``.

    A column of a table is in one piece.
    """
    held: list[Any] = []
    number = 0
    for batch in source.batches():
        if skip >= batch.num_rows:
            skip -= batch.num_rows
            continue
        batch, skip = batch.slice(skip), 0
        while batch.num_rows:
            piece = batch.slice(0, rows - number)
            batch = batch.slice(piece.num_rows)
            held.append(piece)
            number += piece.num_rows
            if number == rows:
                yield pa.Table.from_batches(held).combine_chunks()
                held, number = [], 0
    if held:
        yield pa.Table.from_batches(held).combine_chunks()


class _Parquet:
    """A Parquet file."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.columns: list[str] = file.schema_arrow.names
        self.rows: int | None = file.metadata.num_rows
        self.faults: dict[int, str] = {}
        self._read = 0

    def batches(self) -> Iterator[Any]:
        for batch in self._file.iter_batches(BATCH):
            self._read += batch.num_rows
            yield batch

    def fraction(self) -> float:
        return self._read / self.rows if self.rows else 1.0


class _Arrow:
    """An Arrow (Feather, version 2) file."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self.columns: list[str] = reader.schema.names
        self.rows: int | None = None
        self.faults: dict[int, str] = {}
        self._read = 0

    def batches(self) -> Iterator[Any]:
        for number in range(self._reader.num_record_batches):
            yield self._reader.get_batch(number)
            self._read += 1

    def fraction(self) -> float:
        batches: int = self._reader.num_record_batches
        return self._read / batches if batches else 1.0


class _Text:
    """CSV with a header, or a puzzle a line."""

    def __init__(self, path: Path, compression: str | None) -> None:
        self.rows: int | None = None
        self.faults: dict[int, str] = {}
        self._size = path.stat().st_size
        self._read = 0
        with pa.input_stream(str(path), compression=compression) as stream:
            head = stream.read(HEAD).decode("utf-8", "replace").removeprefix("\ufeff")
        if "\0" in head:
            raise FormatError("a binary file, not a table: it holds a NUL byte")
        first = next((line for line in head.splitlines() if line.strip()), None)
        if first is None:
            raise FormatError("no puzzle: the text is empty")
        found = detect(head, str(path).removesuffix(".gz").removesuffix(".zst")).name
        if found not in ("csv", "line", "sdm"):
            raise FormatError(
                f"not a table but a file of format {found}: nonet convert {path} --to csv makes one"
            )
        self._is_csv = found == "csv"
        self._delimiter = delimiter_of(first) if self._is_csv else _NO_DELIMITER
        self.columns = next(csv.reader([first], delimiter=self._delimiter))
        if not self._is_csv:
            self.columns = ["puzzle"]
        self._file = pa.OSFile(str(path))
        self._stream = (
            pa.CompressedInputStream(self._file, compression) if compression else self._file
        )

    def fraction(self) -> float:
        return min(1.0, self._read / self._size) if self._size else 1.0

    def batches(self) -> Iterator[Any]:
        ragged: deque[tuple[int, str, int]] = deque()

        def keep(row: Any) -> str:
            # rows are numbered from 1 and the header is the first
            ragged.append((row.number - 2, row.text, row.actual_columns))
            return "skip"

        try:
            reader = pyarrow.csv.open_csv(
                self._stream,
                read_options=pyarrow.csv.ReadOptions(
                    use_threads=False,
                    block_size=BLOCK,
                    column_names=None if self._is_csv else self.columns,
                ),
                parse_options=pyarrow.csv.ParseOptions(
                    delimiter=self._delimiter,
                    quote_char='"' if self._is_csv else False,
                    newlines_in_values=self._is_csv,
                    invalid_row_handler=keep,
                ),
                convert_options=pyarrow.csv.ConvertOptions(
                    column_types=dict.fromkeys(self.columns, pa.binary()),
                    strings_can_be_null=False,
                ),
            )
            yield from self._whole(reader, ragged)
        finally:
            self._stream.close()
            self._file.close()

    def _whole(self, reader: Any, ragged: deque[tuple[int, str, int]]) -> Iterator[Any]:
        """The batches of the parser, with the rows it left out put back in their places."""
        at = 0
        for batch in reader:
            self._read = self._file.tell()
            batch = _texts(batch)
            if not self._is_csv:
                batch = batch.filter(_is_no_comment(batch.column(0)))
            while ragged and ragged[0][0] - at <= batch.num_rows:
                before = batch.slice(0, ragged[0][0] - at)
                yield before
                batch = batch.slice(before.num_rows)
                at += before.num_rows
                yield self._fault(at, *ragged.popleft()[1:], reader.schema.names)
                at += 1
            yield batch
            at += batch.num_rows
        for _, text, columns in ragged:
            yield self._fault(at, text, columns, reader.schema.names)
            at += 1

    def _fault(self, number: int, text: str, columns: int, names: list[str]) -> Any:
        """A row that is not of as many columns as the header: its text is its puzzle."""
        self.faults[number] = f"expected {len(names)} columns, as the header has, found {columns}"
        wanted = puzzle_column(names)
        return pa.RecordBatch.from_arrays(
            [pa.array([text if name == wanted else ""], pa.string()) for name in names], names
        )


def _texts(batch: Any) -> Any:
    return pa.RecordBatch.from_arrays([as_text(c) for c in batch.columns], batch.schema.names)


def _is_no_comment(column: Any) -> Any:
    return pa.compute.invert(pa.compute.starts_with(column, "#"))
