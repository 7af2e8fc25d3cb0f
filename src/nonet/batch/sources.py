"""Sources: tables of puzzles on disk, streamed as record batches.

CSV with a header, a puzzle a line, Parquet, Arrow (Feather); the texts also compressed as ``.gz``
or ``.zst``.  The content of a file tells its kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.parquet

from nonet.batch.columns import refuse_duplicates
from nonet.batch.delimited import DelimitedSource
from nonet.errors import FormatError

BATCH_ROWS = 1 << 14
"""Rows taken from a Parquet file at a time."""
_COMPRESSION = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}


class Source(Protocol):
    """A table to be read once.

    ``path`` is its file; ``columns`` are the names in order; ``rows`` is the number of rows, if the
    file states the number; ``faults`` gives, by the number of a row, why the row could not be
    parsed: such a row stands in its place with its text as its puzzle.  ``notes``, once all is
    read, are lines for the user.  ``statements`` are the table's statements about all rows: box,
    alphabet, rules.
    """

    path: Path
    columns: list[str]
    rows: int | None
    faults: dict[int, str]
    notes: list[str]
    statements: dict[str, str]

    def batches(self) -> Iterator[Any]:
        """The rows as record batches, in order."""

    def fraction(self) -> float:
        """How much of the file has been read, from 0 to 1."""


@contextmanager
def open_source(path: Path) -> Iterator[Source]:
    """Open a table.

    Raise ``FormatError``, naming the file, if the file cannot be read or is no table.
    """
    with ExitStack() as held:
        with _naming_file(path):
            _refuse_pipe(path)
            with path.open("rb") as head:
                start = head.read(8)
            source: Source
            if start.startswith(b"PAR1"):
                parquet = pyarrow.parquet.ParquetFile(path, pre_buffer=False)
                source = _ParquetSource(path, held.enter_context(parquet))
            elif start.startswith(b"ARROW1"):
                # not mapped: a file that is cut short while it is read would end the process
                file = held.enter_context(pa.OSFile(str(path)))
                source = _ArrowSource(path, pa.ipc.open_file(file))
            else:
                compression = (c for m, c in _COMPRESSION.items() if start.startswith(m))
                source = DelimitedSource(path, next(compression, None))
        yield source


def _refuse_pipe(path: Path) -> None:
    """Raise ``FormatError`` for an input that can be read only once: a run reads its table at least
    twice, and resumes in the table where an earlier run stopped.
    """
    if str(path) == "-" or (path.exists() and not path.is_file() and not path.is_dir()):
        raise FormatError(
            "a table is a file, which a run that stopped goes on in, and no pipe: write it to one "
            "first, or pipe it into nonet verify"
        )


@contextmanager
def _naming_file(path: Path) -> Iterator[None]:
    """Turn errors of reading a file into ``FormatError`` with the name of the file."""
    try:
        yield
    except FormatError as error:
        error.source = error.source or str(path)
        raise
    except FileNotFoundError:
        raise FormatError("there is no such file", source=str(path)) from None
    except IsADirectoryError:
        raise FormatError("a directory, not a file", source=str(path)) from None
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.strerror:  # Arrow's own have no number
            reason = f"cannot be read: {error.strerror}"
        else:
            reason = f"damaged, or cut short: {(str(error).splitlines() or ['?'])[0]}"
        raise FormatError(reason, source=str(path)) from error


def rows_digest(table: Any) -> str:
    """Return a digest of the values of a table, whose chunks and offsets make no difference."""
    out = pa.BufferOutputStream()
    table = table.combine_chunks()
    with pa.ipc.new_stream(out, table.schema) as writer:
        writer.write_table(table)
    return blake2b(out.getvalue(), digest_size=16).hexdigest()


def read_parts(source: Source, rows: int) -> Iterator[Any]:
    """Yield the rows as tables of ``rows`` rows, the last perhaps shorter."""
    held: list[Any] = []
    number = 0
    for batch in _named_batches(source):
        while batch.num_rows:
            piece = batch.slice(0, rows - number)
            batch = batch.slice(piece.num_rows)
            held.append(piece)
            number += piece.num_rows
            if number == rows:
                yield pa.Table.from_batches(held)
                held, number = [], 0
    if held:
        yield pa.Table.from_batches(held)


def _named_batches(source: Source) -> Iterator[Any]:
    """Yield the batches of a source; errors name the file."""
    batches = source.batches()
    while True:
        with _naming_file(source.path):
            batch = next(batches, None)
        if batch is None:
            return
        yield batch


class _ColumnarSource:
    """The base of sources of columns: no row is malformed, and there are no statements."""

    def __init__(self, path: Path, file: Any, columns: list[str], rows: int | None) -> None:
        self.path, self.columns, self.rows = path, columns, rows
        self.faults: dict[int, str] = {}
        self.notes: list[str] = []
        self.statements: dict[str, str] = {}
        self._file, self._read = file, 0
        refuse_duplicates(columns)


class _ParquetSource(_ColumnarSource):
    """A Parquet file."""

    def __init__(self, path: Path, file: Any) -> None:
        super().__init__(path, file, file.schema_arrow.names, file.metadata.num_rows)

    def batches(self) -> Iterator[Any]:
        for batch in self._file.iter_batches(BATCH_ROWS):
            self._read += batch.num_rows
            yield batch

    def fraction(self) -> float:
        return self._read / self.rows if self.rows else 1.0


class _ArrowSource(_ColumnarSource):
    """An Arrow (Feather, version 2) file."""

    def __init__(self, path: Path, reader: Any) -> None:
        super().__init__(path, reader, reader.schema.names, None)

    def batches(self) -> Iterator[Any]:
        for number in range(self._file.num_record_batches):
            yield self._file.get_batch(number)
            self._read += 1

    def fraction(self) -> float:
        batches: int = self._file.num_record_batches
        return self._read / batches if batches else 1.0
