r"""Sources: tables of puzzles on disk, streamed as record batches.

CSV with a header, a puzzle a line, Parquet, Arrow (Feather); the texts also compressed as ``.gz``
or ``.zst``.  The content of a file tells its kind.

A text is read in blocks of whole lines.  Arrow parses a block; where quotes make doubtful that
each line became one row, the block is read again record by record.  A row that cannot be a row is a
*fault*, in its place: too many or too few columns, a quote that nothing closes, a line without end.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder, "in.csv")
...     _ = path.write_text('id,puzzle\n1,1...\n2,"1...\n3,4...\n')
...     table = DelimitedSource(path, None)
...     [row["id"] for batch in table.batches() for row in batch.to_pylist()], table.faults
(['1', '', '3'], {1: 'line 3, column 3: a quote is opened here and not closed'})
>>> retained_columns(["id", "Quizzes", "solutions", "count"])
{'id': 'id', 'count': 'input_count'}
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from nonet.batch.text_columns import as_string_column, single_chunk, text_column
from nonet.errors import FormatError, quantity
from nonet.formats import detect
from nonet.formats.csv import (
    EXPECTED,
    MAX_RECORD_LENGTH,
    SOLUTION,
    STATEMENT_COLUMNS,
    find_delimiter,
    next_record,
    unclosed_quote_position,
)
from nonet.formats.pasted import PUZZLE
from nonet.formats.statements import statement

ANSWER_COLUMNS = ("puzzle", "solution", "verdict", "count", "guesses", "agrees", "reason")
"""The columns of an answer; the retained columns of the input follow."""


def puzzle_column(columns: Sequence[str]) -> str:
    """The name of the column of puzzles; raises ``FormatError`` if there is none."""
    column = _find_column(columns, PUZZLE)
    if column is None:
        raise FormatError(f"expected {EXPECTED}; found {','.join(columns)[:80]!r}", line=1)
    return column


def solution_column(columns: Sequence[str]) -> str | None:
    """Return the name of the column of solutions, or ``None``."""
    return _find_column(columns, SOLUTION)


def _find_column(columns: Sequence[str], names: tuple[str, ...]) -> str | None:
    lowered = {column.strip().lower(): column for column in reversed(columns)}
    return next((lowered[name] for name in names if name in lowered), None)


def retained_columns(columns: Sequence[str]) -> dict[str, str]:
    """Return the retained columns, each with its name in the answer.

    The columns of puzzles and of solutions are read and not retained; a column with the name of an
    answer column is retained under a name that no column has.
    """
    read = {puzzle_column(columns), solution_column(columns)}
    taken = {*ANSWER_COLUMNS, *columns}
    names = {}
    for column in columns:
        if column in read:
            continue
        name = column
        if column in ANSWER_COLUMNS:
            while name in taken:
                name = f"input_{name}"
            taken.add(name)
        names[column] = name
    return names


def leading_statements(lines: Iterable[str]) -> dict[str, str]:
    """Return the statements in comments before the first puzzle: alphabet, box, rules.

    >>> leading_statements(["# from a book", "# box: 2x3", "1...", "# rules: []"])
    {'box': '2x3'}
    """
    statements = {}
    for line in takewhile(lambda line: not line.strip() or line.startswith("#"), lines):
        fact = statement(line)
        if fact and fact[0] in STATEMENT_COLUMNS:
            statements[fact[0]] = fact[1]
    return statements


def refuse_new_statement(comment: str, statements: Mapping[str, str]) -> None:
    """Raise ``FormatError`` if a comment states anything new after the first puzzle."""
    fact = statement(comment)
    if fact and fact[0] in STATEMENT_COLUMNS and statements.get(fact[0]) != fact[1]:
        raise FormatError(
            f"{comment.strip()[:60]!r} is stated after the first puzzle, and a table has columns "
            "for that: nonet convert FILE --to csv makes one"
        )


def refuse_duplicates(columns: Sequence[str], line: int | None = None) -> None:
    """Raise ``FormatError`` if two columns have one name."""
    name, often = Counter(columns).most_common(1)[0] if columns else ("", 0)
    if often > 1:
        raise FormatError(
            f"{often} columns are named {name!r}: rename them, so that each can be kept", line=line
        )


BLOCK_SIZE = 1 << 20
"""Bytes of text read at a time."""
HEAD_SIZE = 1 << 16
"""Bytes of text within which the header is."""
SNIFFED_BYTES = 1 << 13
"""Characters that are read to detect the format."""
MAX_SHOWN = 200
"""Characters that are kept of a row that is too long."""
_NO_DELIMITER = "\x1f"
_LINE_PATTERN = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BYTES_LINE_PATTERN = re.compile(_LINE_PATTERN.pattern.encode())
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

Line = tuple[int, str]
"""The number of a line and its text, with its end."""
Fault = tuple[str, str]
"""The text of a row that could not be parsed, and why."""


class Source:
    """A table to be read once.

    ``path`` is its file; ``columns`` are the names in order; ``rows`` is the number of rows, if the
    file states the number; ``faults`` gives, by the number of a row, why the row could not be
    parsed: such a row stands in its place with its text as its puzzle.  ``notes``, once all is
    read, are lines for the user.  ``statements`` are the table's statements about all rows: box,
    alphabet, rules.
    """

    def __init__(self, path: Path, columns: list[str], file: Any, rows: int | None = None) -> None:
        self.path, self.columns, self.rows = path, columns, rows
        self.faults: dict[int, str] = {}
        self.notes: list[str] = []
        self.statements: dict[str, str] = {}
        self._file, self._read = file, 0

    def batches(self) -> Iterator[Any]:
        """The rows as record batches, in order; faults have their text as their puzzle."""
        raise NotImplementedError

    def fraction(self) -> float:
        """Return the part of the file that has been read, from 0 to 1."""
        raise NotImplementedError


class DelimitedSource(Source):
    """A table that is text."""

    def __init__(self, path: Path, compression: str | None) -> None:
        self._size = path.stat().st_size
        head = _read_head(path, compression)
        lines = _LINE_PATTERN.findall(head)
        number = next((n for n, line in enumerate(lines, 1) if line.strip()), 0)
        if not number:
            raise FormatError("no puzzle: the text is empty")
        sample = head[:SNIFFED_BYTES].replace("\r\n", "\n").replace("\r", "\n")
        format_name = detect(sample, str(path).removesuffix(".gz").removesuffix(".zst")).name
        if format_name not in ("csv", "line", "sdm"):
            raise FormatError(
                f"not a table but a file of format {format_name}: nonet convert {path} --to csv makes one"
            )
        self._delimiter = find_delimiter(lines[number - 1]) if format_name == "csv" else None
        columns = ["puzzle"]
        if self._delimiter is not None:
            header = deque([(number, lines[number - 1])])
            fields = next_record(header, lambda: None, self._delimiter)[1]
            if isinstance(fields, FormatError):
                raise fields
            columns = fields
            refuse_duplicates(columns, line=number)
        super().__init__(path, columns, pa.OSFile(str(path)))
        self.statements = {} if self._delimiter is not None else leading_statements(lines)
        self._stream = (
            pa.CompressedInputStream(self._file, compression) if compression else self._file
        )
        self._line = 1  # the number of the next block's first line
        self._foreign = 0  # the number of the first line that is no UTF-8
        self._folded: list[int] = []  # the numbers of lines at which rows of several begin

    def fraction(self) -> float:
        return min(1.0, self._read / self._size) if self._size else 1.0

    def batches(self) -> Iterator[Any]:
        number = 0
        try:
            blocks = self._check_encoding(self._blocks())
            if self._delimiter is not None:
                blocks = self._after_header(blocks)
            for block in blocks:
                for piece in self._parse_plain(block) or self._parse_records(block, blocks):
                    if isinstance(piece, tuple):
                        text, self.faults[number] = piece
                        piece = self._fault_row(text)
                    number += piece.num_rows
                    yield piece
        finally:
            self._stream.close()
            self._file.close()
        if self._folded:
            rows = "1 row is" if len(self._folded) == 1 else f"{len(self._folded)} rows are"
            self.notes.append(
                f"{rows} of several lines, for a quoted field holds line ends; "
                f"the first begins at line {self._folded[0]}"
            )
        if self._foreign:
            self.notes.append(
                f"bytes that are not UTF-8, first in line {self._foreign}, are written as \ufffd: "
                "iconv -f latin1 -t utf-8, for one, makes a table that keeps them"
            )

    # -- blocks of whole lines

    def _check_encoding(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """The same blocks; the line of the first byte that is no UTF-8 is kept."""
        for block in blocks:
            if not self._foreign and not block.isascii():
                try:
                    block.decode()
                except UnicodeDecodeError as error:
                    self._foreign = self._line + _count_lines(block[: error.start] + b"?") - 1
            yield block

    def _blocks(self) -> Iterator[bytes]:
        """The text in blocks of whole lines; a line that is too long is a block, cut."""
        pieces: list[bytes] = []
        length = 0
        begun = False
        while piece := self._stream.read(BLOCK_SIZE):
            self._read = self._file.tell()
            if not begun:
                begun, piece = True, piece.removeprefix(_BYTE_ORDER_MARK)
            end = _last_line_end(piece)
            if not end:
                if length <= MAX_RECORD_LENGTH:  # of a line without end no more is kept
                    pieces.append(piece)
                length += len(piece)
                continue
            match = _BYTES_LINE_PATTERN.match(piece)
            first = match.end() if match else 0
            if length + first > MAX_RECORD_LENGTH:
                yield b"".join([*pieces, piece[:first]])
                pieces, piece, end = [], piece[first:], end - first
            if end:
                complete = memoryview(piece)[:end]  # of which no more is copied than must be
                yield b"".join([*pieces, complete]) if length or end < len(piece) else piece
            pieces, length = [piece[end:]], len(piece) - end
        if length:
            yield b"".join(pieces)

    def _after_header(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """The blocks without the header, which is the first line that is not blank."""
        for block in blocks:
            for match in _BYTES_LINE_PATTERN.finditer(block):
                self._line += 1
                if match[0].strip():
                    if match.end() < len(block):
                        yield block[match.end() :]
                    yield from blocks
                    return

    # -- from a block to rows

    def _parse_plain(self, block: bytes) -> list[Any] | None:
        """Return the rows of a block each line of which is a row; ``None`` if a line is not."""
        if len(block) > MAX_RECORD_LENGTH and not _last_line_end(block[: MAX_RECORD_LENGTH + 1]):
            return None
        quoted = self._delimiter is not None and b'"' in block
        try:
            batch, ragged = self._parse_block(block, quoted)
        except pa.ArrowInvalid:
            return None
        rows = batch.num_rows + len(ragged)
        if quoted and self._delimiter is not None:
            texts = _LINE_PATTERN.findall(block.decode("utf-8", "replace"))
            full = [line for line in texts if line.strip("\r\n")]
            if rows != len(full) or (
                full and unclosed_quote_position(full[-1], self._delimiter) is not None
            ):
                return None
        self._line += _count_lines(block)
        pieces: list[Any] = []
        low = 0
        for before, (place, text, columns) in enumerate(ragged):
            end = place - before
            pieces += [batch.slice(low, end - low), self._ragged_row_error(text, columns)]
            low = end
        pieces.append(batch.slice(low))
        if self._delimiter is None:
            pieces = [p if isinstance(p, tuple) else self._without_comments(p) for p in pieces]
        return pieces

    def _parse_block(self, block: bytes, quoted: bool) -> tuple[Any, list[tuple[int, str, int]]]:
        """Return the rows of a block, and the place, text and columns of the skipped rows."""
        ragged: list[tuple[int, str, int]] = []

        def keep(row: Any) -> str:
            ragged.append((row.number - 1, row.text, row.actual_columns))
            return "skip"

        def parsed(kind: Any) -> Any:
            ragged.clear()
            return pyarrow.csv.read_csv(
                pa.BufferReader(block),
                read_options=pyarrow.csv.ReadOptions(
                    use_threads=False, block_size=len(block) + 1, column_names=self.columns
                ),
                parse_options=pyarrow.csv.ParseOptions(
                    delimiter=self._delimiter or _NO_DELIMITER,
                    quote_char='"' if quoted else False,
                    invalid_row_handler=keep,
                ),
                convert_options=pyarrow.csv.ConvertOptions(
                    column_types=dict.fromkeys(self.columns, kind), strings_can_be_null=False
                ),
            )

        try:
            table = parsed(pa.string())
        except pa.ArrowInvalid as error:
            if "UTF8" not in str(error):
                raise
            table = parsed(pa.binary())
        columns = [as_string_column(single_chunk(column)) for column in table.itercolumns()]
        return pa.RecordBatch.from_arrays(columns, self.columns), ragged

    def _parse_records(self, block: bytes, blocks: Iterator[bytes]) -> Iterator[Any]:
        """The rows of a block record by record; the last may go on in the blocks that follow."""
        waiting = deque(self._numbered_lines(block))
        following: deque[Line] = deque()

        def more() -> Line | None:
            if not following:
                following.extend(self._numbered_lines(next(blocks, b"")))
            return following.popleft() if following else None

        good: list[list[str]] = []
        while waiting:
            if self._is_dropped(waiting[0][1]):
                waiting.popleft()
            else:
                lines, record = next_record(
                    waiting, more, self._delimiter, len(self.columns), lenient=True
                )
                fault: Fault | None = None
                if isinstance(record, FormatError):
                    fault = _shortened(lines[0][1]), str(record)
                elif len(record) != len(self.columns):
                    fault = self._ragged_row_error("".join(text for _, text in lines), len(record))
                else:
                    good.append(record)
                    self._folded += [lines[0][0]] if len(lines) > 1 else []
                if fault is not None:
                    yield self._record_batch(good)
                    yield fault
                    good = []
            if not waiting:
                waiting.extend(following)
                following.clear()
        yield self._record_batch(good)

    def _is_dropped(self, line: str) -> bool:
        """Return whether a line is not a row: an empty line, or a comment among lines of puzzles."""
        if self._delimiter is None and line.startswith("#"):
            refuse_new_statement(line, self.statements)
            return True
        return not line.strip("\r\n")

    def _without_comments(self, batch: Any) -> Any:
        """The rows of lines of puzzles that are no comments."""
        comments = pc.starts_with(batch.column(0), "#")
        for text in pc.unique(batch.column(0).filter(comments)).to_pylist():
            refuse_new_statement(text, self.statements)
        return batch.filter(pc.invert(comments))

    def _numbered_lines(self, block: bytes) -> Iterator[Line]:
        for line in _LINE_PATTERN.findall(block.decode("utf-8", "replace")):
            yield self._line, line
            self._line += 1

    def _ragged_row_error(self, text: str, columns: int) -> Fault:
        expected = (
            f"expected {quantity(len(self.columns), 'column')}, as the header has, found {columns}"
        )
        return _shortened(text), expected

    def _record_batch(self, rows: list[list[str]]) -> Any:
        columns = [text_column([row[n] for row in rows]) for n in range(len(self.columns))]
        return pa.RecordBatch.from_arrays(columns, self.columns)

    def _fault_row(self, text: str) -> Any:
        """The row of a fault: its text is its puzzle."""
        puzzle_name = puzzle_column(self.columns)
        return self._record_batch([[text if name == puzzle_name else "" for name in self.columns]])


def _read_head(path: Path, compression: str | None) -> str:
    """Return the beginning of a text; raise ``FormatError`` for UTF-16 or a binary file."""
    with pa.input_stream(str(path), compression=compression) as stream:
        start: bytes = stream.read(HEAD_SIZE)
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FormatError("UTF-16 text: save it as UTF-8")
    head = start.decode("utf-8", "replace").removeprefix("\ufeff")
    first = _LINE_PATTERN.search(head.lstrip("\r\n"))
    if first and "\0" in first[0]:  # in another line it spoils that line alone
        raise FormatError("a binary file, not a table: it holds a NUL byte")
    return head


def _count_lines(block: bytes) -> int:
    if b"\r" in block and block.count(b"\r") != block.count(b"\r\n"):
        return len(_BYTES_LINE_PATTERN.findall(block))
    newlines = np.count_nonzero(np.frombuffer(block, np.uint8) == ord("\n"))
    return int(newlines) + (not block.endswith(b"\n"))


def _last_line_end(piece: bytes) -> int:
    """Where the last whole line of a piece ends; a last carriage return may have a line feed."""
    end = piece.rfind(b"\n") + 1
    return end or piece.rfind(b"\r", 0, len(piece) - 1) + 1


def _shortened(text: str) -> str:
    """The text of a row that could not be parsed; only the beginning of one without end."""
    return text.rstrip("\r\n") if len(text) <= MAX_RECORD_LENGTH else f"{text[:MAX_SHOWN]}…"


BATCH_ROWS = 1 << 14
"""Rows taken from a Parquet file at a time."""
_COMPRESSION = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}


@contextmanager
def open_source(path: Path) -> Iterator[Source]:
    """Open a table.

    Raise ``FormatError``, naming the file, if the file cannot be read or is not a table.
    """
    with ExitStack() as stack:
        with _naming_file(path):
            _refuse_pipe(path)
            with path.open("rb") as head:
                start = head.read(8)
            source: Source
            if start.startswith(b"PAR1"):
                table = pyarrow.parquet.ParquetFile(path, pre_buffer=False)
                names, rows = table.schema_arrow.names, table.metadata.num_rows
                source = _ParquetSource(path, names, stack.enter_context(table), rows)
            elif start.startswith(b"ARROW1"):
                # not mapped: a file that is cut short while it is read would end the process
                file = stack.enter_context(pa.OSFile(str(path)))
                reader = pa.ipc.open_file(file)
                source = _ArrowSource(path, reader.schema.names, reader)
            else:
                compression = (c for m, c in _COMPRESSION.items() if start.startswith(m))
                source = DelimitedSource(path, next(compression, None))
            refuse_duplicates(source.columns)
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
    pieces: list[Any] = []
    number = 0
    for batch in _named_batches(source):
        while batch.num_rows:
            piece = batch.slice(0, rows - number)
            batch = batch.slice(piece.num_rows)
            pieces.append(piece)
            number += piece.num_rows
            if number == rows:
                yield pa.Table.from_batches(pieces)
                pieces, number = [], 0
    if pieces:
        yield pa.Table.from_batches(pieces)


def _named_batches(source: Source) -> Iterator[Any]:
    batches = source.batches()
    while True:
        with _naming_file(source.path):
            batch = next(batches, None)
        if batch is None:
            return
        yield batch


class _ParquetSource(Source):
    def batches(self) -> Iterator[Any]:
        for batch in self._file.iter_batches(BATCH_ROWS):
            self._read += batch.num_rows
            yield batch

    def fraction(self) -> float:
        return self._read / self.rows if self.rows else 1.0


class _ArrowSource(Source):
    def batches(self) -> Iterator[Any]:
        for number in range(self._file.num_record_batches):
            yield self._file.get_batch(number)
            self._read += 1

    def fraction(self) -> float:
        batches: int = self._file.num_record_batches
        return self._read / batches if batches else 1.0
