"""Reading: texts, files and streams as puzzles."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Unpack

from nonet.errors import FormatError, FormatWarning
from nonet.formats.base import Entry, Format, Options, Reader
from nonet.formats.registry import detect, find_format
from nonet.formats.sources import OpenText, Source, open_string, open_text, source_name
from nonet.formats.statements import parse_rules
from nonet.puzzle import Puzzle, make_rule
from nonet.puzzle.plain_line import plain_classic

OnWarning = Callable[[FormatWarning], object]
"""Called with each warning."""


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
    reader = Reader(**options)
    if not format and not reader.rules and reader.box is None and reader.alphabet is None:
        plain = plain_classic(text)
        if plain is not None:
            return plain
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
    from nonet.formats.pasted import is_collection, rows_of_object

    reader = Reader(**options)
    if not is_collection(text):
        raise FormatError(f"a puzzle is a text or rows of integers, not {text!r}")
    if isinstance(text, Mapping) and {"nonet", "clues", "size"} & text.keys():
        from nonet.formats.json import read_object

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
        from nonet.formats.pasted import is_prose  # seldom needed

        lines = (line.strip() for line in opened.head.split("\n"))
        tokens = next((line for line in lines if is_prose(line) and line[0] not in "#`~"), "")
        if tokens and chosen.name in ("line", "grid"):
            raise FormatError(f"no puzzle: no line has cells, only words: {tokens[:40]!r}")
        raise FormatError("no puzzle: there are only comments or blanks")
