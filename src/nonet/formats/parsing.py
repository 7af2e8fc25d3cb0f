"""Reading: texts, files and streams as numbered lines, and as puzzles.

Files may be compressed with gzip (other compression is refused by its name), begin with a
byte-order mark, and end their lines in any usual way.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any, AnyStr, BinaryIO, NamedTuple, TextIO, Unpack, cast

from nonet.errors import FormatError, FormatWarning
from nonet.formats.base import Entry, Format, Options, Reader
from nonet.formats.registry import detect, find_format
from nonet.formats.statements import parse_rules
from nonet.puzzle import Puzzle, make_rule
from nonet.puzzle.plain_line import plain_classic

Source = str | os.PathLike[str] | TextIO | BinaryIO
"""A path (``-`` for standard input), or an open file of text or bytes."""

HEAD_SIZE = 1 << 16
"""The length of the head that is read to detect the format of a text: 64 KiB."""

MAX_LINE_LENGTH = 1 << 24
"""The most characters of a line, also in a compressed file: 16 MiB."""

_MAX_NAME_LENGTH = 255
# Flags of a gzip header with a name or a comment, each ended by a zero byte (RFC 1952); the library
# looks for that one byte at a time, also through megabytes.
_GZIP_NAMES = 8 | 16
_GZIP = b"\x1f\x8b"
# Texts in the head of a zip file that Excel or LibreOffice wrote.
_OFFICE_DOCUMENTS = b"[Content_Types].xml", b"application/vnd.oasis.opendocument"
# First bytes, names and commands for compressed files that are not read.
_OTHER_ARCHIVES = {
    b"BZh": ("bzip2", "bzip2 -dc"),
    b"\xfd7zXZ\x00": ("xz", "xz -dc"),
    b"\x28\xb5\x2f\xfd": ("zstd", "zstd -dc"),
    b"PK\x03\x04": ("zip", "unzip -p"),
}


class OpenText(NamedTuple):
    """The head of a text, cut at the end of a line, and all its lines."""

    head: str
    lines: Iterator[tuple[int, str]]


def source_name(source: Source) -> str | None:
    """Return the name of a source in errors: in one line, and cut if too long."""
    name: object = getattr(source, "name", None)
    if isinstance(source, str | os.PathLike):
        name = "standard input" if source == "-" else os.fspath(source)
    if not isinstance(name, str):
        return None
    name = " ".join(name.splitlines())
    return name if len(name) <= _MAX_NAME_LENGTH else f"{name[:60]}…"


@contextmanager
def open_text(source: Source) -> Iterator[OpenText]:
    """Open a source; raise ``FormatError`` if the source cannot be read or is not text."""
    from pathlib import Path

    name = source_name(source)
    try:
        if not isinstance(source, str | os.PathLike):
            yield _opened_stream(source)
        elif source == "-":
            yield _opened_stream(getattr(sys.stdin, "buffer", sys.stdin))
        elif "\0" in os.fspath(source):
            raise FormatError("a file's name holds no NUL character")
        else:
            with Path(source).open("rb") as file:
                yield _opened_stream(file)
    except FormatError as error:
        error.source = error.source or name
        raise
    except FileNotFoundError:
        fault = f"there is no such file{_puzzle_text_hint(source)}"
        raise FormatError(fault, source=name) from None
    except IsADirectoryError:
        raise FormatError("a directory, not a file", source=name) from None
    except (EOFError, zlib.error) as error:
        raise FormatError(f"a damaged gzip file: {error}", source=name) from error
    except UnicodeDecodeError as error:
        raise FormatError(f"not {error.encoding} text", source=name) from None
    except OSError as error:
        import gzip  # 5 ms that a file of text does not need

        if isinstance(error, gzip.BadGzipFile):
            raise FormatError(f"a damaged gzip file: {error}", source=name) from error
        fault = f"cannot be read: {error.strerror or error}{_puzzle_text_hint(source)}"
        raise FormatError(fault, source=name) from error


def open_string(text: str) -> OpenText:
    """The lines of a text given as a string."""
    return _opened_stream(io.StringIO(text, newline=""))


def _opened_stream(stream: IO[str] | IO[bytes]) -> OpenText:
    if isinstance(stream, io.RawIOBase):
        stream = io.BufferedReader(stream)
    start = stream.read(HEAD_SIZE)
    if isinstance(start, str):
        text = cast(IO[str], stream)
        return _open_text(start, _split(start, text.read, "\n"), len(start) < HEAD_SIZE)
    binary = cast(IO[bytes], stream)
    if start.startswith(_GZIP):
        binary = _unzipped(start, binary)
        start = binary.read(HEAD_SIZE)
    for mark, (name, command) in _OTHER_ARCHIVES.items():
        if start.startswith(mark) and not start[:HEAD_SIZE].isascii():
            if any(each in start for each in _OFFICE_DOCUMENTS):
                raise FormatError("a document of an office program: save a spreadsheet as CSV")
            fault = f"{name} data: of compressed files only gzip is read"
            raise FormatError(f"{fault}; {command} FILE | nonet ... -")
    complete = len(start) < HEAD_SIZE
    lines = (line.decode("utf-8", "replace") for line in _split(start, binary.read, b"\n"))
    return _open_text(_decoded(start, complete), lines, complete)


def _unzipped(start: bytes, remaining: IO[bytes]) -> IO[bytes]:
    import gzip

    if len(start) > 3 and start[3] & _GZIP_NAMES and b"\0" not in start[10:]:
        raise FormatError("a damaged gzip file: the name in its header does not end")
    joined = cast(IO[bytes], _RejoinedStream(start, remaining))
    return cast(IO[bytes], gzip.GzipFile(mode="rb", fileobj=joined))


def _open_text(head: str, lines: Iterator[str], complete: bool) -> OpenText:
    if "\0" in head:
        raise FormatError("a binary file, not text: it holds a NUL byte")
    if not complete and "\n" in head:
        head = head[: head.rindex("\n")]
    head = head.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return OpenText(head, _numbered(lines))


def _decoded(head: bytes, complete: bool) -> str:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise FormatError("UTF-16 text: save it as UTF-8")
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(head, complete)
    except UnicodeDecodeError as error:
        text = not any(byte < 32 and byte not in b"\t\n\f\r\x1b" for byte in head)
        what = "text, but not UTF-8" if text else "a binary file, not UTF-8 text"
        advice = " (iconv -f latin1 -t utf-8, for one, makes it so)" if text else ""
        fault = f"{what}: byte 0x{head[error.start]:02x}{advice}"
        raise FormatError(fault, line=head.count(b"\n", 0, error.start) + 1) from None


def _split(start: AnyStr, read_more: Callable[[int], AnyStr], end: AnyStr) -> Iterator[AnyStr]:
    """Yield the lines of ``start`` and of further pieces; raise ``FormatError`` for too long a line."""
    parts: list[AnyStr] = []
    length = number = 0
    piece = start
    while piece:
        lines: list[AnyStr] = piece.split(end)
        unfinished = lines.pop()
        if lines:
            yield end[:0].join(parts + lines[:1])
            yield from lines[1:]
            number += len(lines)
            parts, length = [], 0
        parts.append(unfinished)
        length += len(unfinished)
        if length > MAX_LINE_LENGTH:
            fault = f"a line of more than {MAX_LINE_LENGTH >> 20} MiB, which no puzzle has"
            raise FormatError(fault, line=number + 1)
        piece = read_more(HEAD_SIZE)
    if length:
        yield end[:0].join(parts)


def _numbered(lines: Iterator[str]) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without byte-order mark and carriage returns."""
    number = 0
    for text in lines:
        if number == 0:
            text = text.removeprefix("\ufeff")
        text = text.removesuffix("\r")
        for line in text.split("\r") if "\r" in text else (text,):
            number += 1
            yield number, line


class _RejoinedStream:
    """A stream whose first bytes were read already, for ``gzip``."""

    def __init__(self, start: bytes, remaining: IO[bytes]) -> None:
        self._start = start
        self._remaining = remaining

    def read(self, size: int) -> bytes:
        if not self._start:
            return self._remaining.read(size)
        data, self._start = self._start[:size], self._start[size:]
        return data


def _puzzle_text_hint(source: Source) -> str:
    """Return advice if a path looks like the text of a puzzle, else nothing."""
    text = source if isinstance(source, str) else ""
    likely = "\n" in text or ("/" not in text and len(text) in (16, 36, 81, 256))
    return " (nonet.parse reads the text of a puzzle)" if likely else ""


OnWarning = Callable[[FormatWarning], object]


def parse(text: str, *, format: str | Format | None = None, **options: Unpack[Options]) -> Puzzle:
    """The puzzle of a text in any known format.

    ``format`` is a name, or an object of a format of one's own; unless given, the format is
    detected from the text.  ``options`` are ``rules``, ``box``, ``alphabet``, ``allow_clashes`` and
    ``strict`` (:class:`nonet.formats.base.Options`).

    Raises ``FormatError`` if the text is not exactly one puzzle, and ``PuzzleError`` if ``rules``
    make no sense.

    >>> print(parse("1... .... ..2. ....").line())
    1.........2.....
    """
    if not isinstance(text, str):
        raise TypeError(f"parse takes text, not {type(text).__name__}; read takes a file")
    if not format and not any(options.values()) and (plain := plain_classic(text)) is not None:
        return plain
    reader = Reader(**options)
    chosen = find_format(format) if format else None
    puzzles: list[Puzzle] = []
    for entry in _entries(open_string(text), chosen, reader, None):
        if isinstance(entry, FormatError):
            raise entry
        puzzles.append(entry)
    for warning in reader.take_warnings():
        warnings.warn(warning, stacklevel=2)
    if len(puzzles) != 1:
        raise FormatError(f"expected one puzzle, found {len(puzzles)}")
    return puzzles[0]


def Sudoku(
    text: Any,
    *,
    regions: str | None = None,
    format: str | Format | None = None,
    **options: Unpack[Options],
) -> Puzzle:
    """A Sudoku from its text, or from n rows of n values with 0 or ``None`` for a blank.

    The rows are lists, texts, or an array or a table of any library, also of n*n values in one row.

    ``"9x9"``, ``"samurai"`` or ``"6x8 values 0-9"`` is a blank grid.

    ``regions`` is the layout of a jigsaw: one character a cell, equal in equal regions.  All other
    arguments and the errors are the same as of :func:`parse`.

    >>> puzzle = Sudoku("1..............4", rules=["x"])
    >>> puzzle.clues["R4C4"], puzzle.rules[-1].name
    (4, 'diagonals')
    >>> Sudoku("4x4", rules=["killer 3 R1C1 R1C2"]).rules[-1].sum
    3
    >>> Sudoku([[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]]).line()
    '1.........2.....'
    """
    if regions is not None:
        rules = (*parse_rules(options.get("rules", ())), make_rule("jigsaw", layout=regions))
        options = {**options, "rules": rules}
    if isinstance(text, str):
        return parse(text, format=format, **options)
    # 3 ms, with json, at the start of every command
    from nonet.formats.pasted import is_collection, rows_of_object

    reader = Reader(**options)
    if not is_collection(text):
        raise FormatError(f"a puzzle is a text or rows of integers, not {text!r}")
    if isinstance(text, Mapping) and {"nonet", "clues", "size"} & text.keys():
        from nonet.formats.json import read_object  # 3 ms that texts do not need

        return read_object(text, reader)
    try:
        return reader.square(rows_of_object(text))
    except FormatError as error:  # the message names the row or the cell
        error.line = error.column = None
        raise
    except TypeError as error:
        raise FormatError(str(error)) from None


def read(
    source: Source,
    *,
    format: str | Format | None = None,
    on_error: Callable[[FormatError], object] | None = None,
    **options: Unpack[Options],
) -> list[Puzzle]:
    """All puzzles of a file (a path, ``-`` for standard input, or an open file).

    Raises the ``FormatError`` of the first bad entry; with ``on_error``, calls this function with
    each such error instead, and returns all good puzzles.  All other arguments are the same as of
    :func:`parse`.

    >>> import io
    >>> [puzzle.line() for puzzle in read(io.StringIO("1..............4\\n1.......2......."))]
    ['1..............4', '1.......2.......']
    """
    puzzles = []
    for entry in iter_puzzles(source, format=format, **options):
        if isinstance(entry, Puzzle):
            puzzles.append(entry)
        elif on_error is None:
            raise entry
        else:
            on_error(entry)
    return puzzles


def iter_puzzles(
    source: Source,
    *,
    format: str | Format | None = None,
    on_warning: OnWarning | None = None,
    **options: Unpack[Options],
) -> Iterator[Entry]:
    """Yield every entry of a file in order: a puzzle, or a ``FormatError`` in its place.

    One entry is held at a time, except of a JSON document of several lines.  A file that cannot be
    read, or holds no puzzle, is one ``FormatError``.  Arguments are the same as of :func:`read`;
    ``on_warning`` is called with each ``FormatWarning``, which by default goes to Python's
    warnings.

    >>> import io
    >>> for entry in iter_puzzles(io.StringIO("1..............4\\n1.............44")):
    ...     print(entry if isinstance(entry, FormatError) else entry.line())
    1..............4
    line 2: R4C3 and R4C4 are both 4 in row 4; ask nonet conflict or nonet repair
    """
    if not isinstance(source, str | os.PathLike) and not hasattr(source, "read"):
        raise TypeError(f"a file's name or an open file is read, not {type(source).__name__}")
    chosen = find_format(format) if format else None
    return _read_source(source, chosen, Reader(**options), on_warning or warnings.warn)


def _read_source(
    source: Source, chosen: Format | None, reader: Reader, warn: OnWarning
) -> Iterator[Entry]:
    name = source_name(source)
    path = os.fspath(source) if isinstance(source, str | os.PathLike) else name
    try:
        with open_text(source) as opened:
            for entry in _entries(opened, chosen, reader, path):
                for warning in reader.take_warnings():
                    warning.source = warning.source or name
                    warn(warning)
                if isinstance(entry, FormatError):
                    entry.source = entry.source or name
                yield entry
    except FormatError as error:
        error.source = error.source or name
        yield error


def _entries(
    opened: OpenText, chosen: Format | None, reader: Reader, path: str | None
) -> Iterator[Entry]:
    """The entries of an open text; raises ``FormatError`` if there are none."""
    path = path.removesuffix(".gz") if path else None
    if not opened.head.strip():
        first = next(((number, text) for number, text in opened.lines if text.strip()), None)
        if first is None:
            raise FormatError("no puzzle: the text is empty")
        raise FormatError("no puzzle in the first 64 KiB, only blanks", line=first[0])
    chosen = chosen or detect(opened.head, path)
    empty = True
    for entry in chosen.read(opened.lines, reader):
        empty = False
        yield entry
    if empty:
        from nonet.formats.pasted import is_prose  # 3 ms, with json; most lines are cells

        lines = (line.strip() for line in opened.head.split("\n"))
        tokens = next((line for line in lines if is_prose(line) and line[0] not in "#`~"), "")
        if tokens and chosen.name in ("line", "grid"):
            raise FormatError(f"no puzzle: no line has cells, only words: {tokens[:40]!r}")
        raise FormatError("no puzzle: there are only comments or blanks")
