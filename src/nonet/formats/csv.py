"""CSV: a table with a header, one puzzle a row, as in Kaggle's collections; or the cells of puzzles
as a spreadsheet saves them, a cell a field."""

from __future__ import annotations

import io
import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from nonet.errors import FormatError, quantity
from nonet.formats.base import CellText, Entry, Format, Lines, NumberedLine, Reader, Row
from nonet.formats.pasted import PUZZLE, cells_of
from nonet.formats.statements import Header, rules_of_text, rules_to_json, statement, text_of_square
from nonet.puzzle import Alphabet, Puzzle
from nonet.puzzle.grid import MAX_VALUES

SOLUTION = ("solution", "solutions", "answer", "answers", "lösung", "loesung", "solución")
"""Names of the column of solutions, kept as the note ``solution``."""
STATEMENT_COLUMNS = ("alphabet", "box", "rules", "unread")
"""Columns of statements about a puzzle beside its cells."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a field that a spreadsheet takes for a formula (OWASP, "CSV injection")."""
_GUARDED = tuple(f"'{start}" for start in FORMULA_STARTS)
EXPECTED = "a header with a column puzzle or quizzes, such as puzzle,solution"

_KEYS = {key: key for key in ("name", "comment", *STATEMENT_COLUMNS)}
_KEYS |= dict.fromkeys(SOLUTION, "solution")
_DELIMITERS = ",;\t"
# Lines a quoted field may span before a stray quote is the likelier reading.
_MAX_QUOTED_LINES = 50
MAX_RECORD_LENGTH = 1 << 20
_CELL = re.compile(r"\s*(?:[.]|[0-9]{0,2})\s*")
# Fields of a row at least that may be the cells of a puzzle.
_MIN_SQUARE = 4
_QUOTED = re.compile('"[^"]*(?:""[^"]*)*"(?!")')


class CsvFormat(Format):
    """A header and a puzzle a row, a line or our JSON; further columns are notes."""

    name = "csv"
    proven = "plain puzzles"

    def __init__(self, *, guards_formulas: bool = False) -> None:
        """With ``guards_formulas`` a quote before a formula is written, and read without it."""
        self.guards_formulas = guards_formulas

    suffixes = (".csv", ".tsv")
    sentence = (
        "A table with a header such as puzzle,solution or quizzes,solutions or id,puzzle,...; "
        "other columns are kept as notes. Without a header: n rows of n cells, as a spreadsheet "
        "saves a puzzle, blanks empty."
    )

    def claims(self, sample: str) -> bool:
        """Whether a header names a column of puzzles, or the lines are rows with empty cells."""
        return any(name.lower() in PUZZLE for name in header_of(sample)) or _is_square(sample)

    def admits(self, sample: str) -> bool:
        return len(header_of(sample)) > 1

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        records = _records(lines, unguarded=self.guards_formulas)
        line, header = next(records, (1, []))
        if isinstance(header, FormatError):
            yield header
            return
        names = [name.strip() for name in header]
        lowered = [name.lower() for name in names]
        column = next((lowered.index(name) for name in PUZZLE if name in lowered), None)
        if column is None and _is_row_of_cells(header):
            yield from _squares(chain([(line, header)], records), reader)
            return
        if column is None:
            yield FormatError(f"expected {EXPECTED}; found {','.join(names)[:80]!r}", line=line)
            return
        keys = [_KEYS.get(low, name) for low, name in zip(lowered, names, strict=True)]
        for line, record in records:
            if isinstance(record, FormatError):
                yield record
            elif any(field.strip() for field in record):
                yield reader.attempt(line, _puzzle_of_record, reader, line, record, column, keys)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        rows = [row_of(puzzle, alphabet) for puzzle in puzzles]
        keys = dict.fromkeys(key for row in rows for key in row)
        columns = ["puzzle", *(["solution"] if "solution" in keys else [])]
        columns += [key for key in keys if key not in columns]
        import csv  # Python's, which only writing needs

        for row in ({key: key for key in columns}, *rows):
            fields = [row.get(key, "") for key in columns]
            if self.guards_formulas:
                fields = [guarded(text) for text in fields]
            buffer = io.StringIO()
            csv.writer(buffer, lineterminator="\n").writerow(fields)
            yield buffer.getvalue()


def _is_row_of_cells(fields: list[str]) -> bool:
    return _MIN_SQUARE <= len(fields) <= MAX_VALUES and all(map(_CELL.fullmatch, fields))


def _is_square(sample: str) -> bool:
    """Whether the first n lines have n cells each, and at least one cell is empty."""
    first = sample.partition("\n")[0]
    delimiter = find_delimiter(first)
    size = first.count(delimiter) + 1
    rows = [line.rstrip("\r").split(delimiter) for line in sample.split("\n", size)[:size]]
    square = len(rows) == size and all(len(row) == size and _is_row_of_cells(row) for row in rows)
    return square and any(not field for row in rows for field in row)


def _squares(
    records: Iterable[tuple[int, list[str] | FormatError]], reader: Reader
) -> Iterator[Entry]:
    rows: list[Row] = []
    size = 0
    for line, record in records:
        if isinstance(record, FormatError):
            yield record
            continue
        size = size or len(record)
        if len(record) != size:
            yield FormatError(f"expected {size} cells in the row, found {len(record)}", line=line)
            return
        rows.append(Row(line, [CellText(field.strip() or ".", 1) for field in record]))
        if len(rows) == size:
            yield reader.attempt(rows[0].line, reader.square, rows)
            rows = []
    if rows:
        line = rows[0].line
        yield FormatError(f"expected {size} rows of {size} cells, found {len(rows)}", line=line)


def header_of(sample: str) -> list[str]:
    """The fields of the first line that is not blank; none where a quote is not closed."""
    first = next((line for line in sample.split("\n") if line.strip()), "")
    _, record = next_record(deque([(1, first)]), lambda: None, find_delimiter(first), lenient=True)
    return [] if isinstance(record, FormatError) else [name.strip() for name in record]


def _puzzle_of_record(
    reader: Reader, line: int, record: list[str], column: int, keys: list[str]
) -> Puzzle:
    """Return the puzzle in a column of a record; ``keys`` are the notes of all columns."""
    if len(record) != len(keys):
        raise FormatError(
            f"expected {quantity(len(keys), 'column')}, as the header has, found {len(record)}"
        )
    notes, stated, comment = {}, [], ""
    for index, (key, field) in enumerate(zip(keys, record, strict=True)):
        value = field.strip()
        if index == column or not value:
            continue
        if key == "name":
            reader.name = value
        elif key == "comment":
            comment = value
        elif key == "rules":
            rules = rules_to_json(rules_of_text(value))
            stated.append(f"# rules: {json.dumps(rules, ensure_ascii=False)}")
        elif key in STATEMENT_COLUMNS and statement(f"# {key}: {value}"):
            stated.append(f"# {key}: {value}")
        else:
            notes[key] = value
    name = reader.name
    if stated:
        reader = reader.without_statements()
        for error in reader.notes((line, text) for text in stated):
            raise error
    cells = record[column].strip()
    if cells.startswith("{"):
        from nonet.formats.json import puzzle_of_line  # a table of lines needs none of it

        puzzle = puzzle_of_line(reader, cells)
        notes |= puzzle.notes
        return replace(puzzle, name=name or puzzle.name, comment=comment, notes=notes)
    try:
        tokens = cells_of(cells)
    except FormatError as error:  # its line is one of the cells
        raise FormatError(error.message) from None
    puzzle = reader.line(tokens, name=name, comment=comment, notes=notes)
    return replace(puzzle, unread=reader.stated_unread) if reader.stated_unread else puzzle


def row_of(puzzle: Puzzle, alphabet: Alphabet | None) -> dict[str, str]:
    """Return the columns of a puzzle; raise ``FormatError`` if it has no place there."""
    text = text_of_square(puzzle, "csv", alphabet)
    taken = {*PUZZLE, *STATEMENT_COLUMNS}
    row = {key: value for key, value in puzzle.notes.items() if key not in taken}
    row["puzzle"] = text.line()
    row |= {"name": puzzle.name} if puzzle.name else {}
    row |= {"comment": puzzle.comment} if puzzle.comment else {}
    for stated in Header().statements(puzzle, text.alphabet):
        key, _, value = stated.partition(": ")
        row[key] = value
    return row


def guarded(text: str) -> str:
    """Return a text with a quote before it where a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _records(
    lines: Lines, *, unguarded: bool = False
) -> Iterator[tuple[int, list[str] | FormatError]]:
    """The records of a table; ``unguarded`` fields lose the quote before a formula."""
    ended = ((number, f"{text}\n") for number, text in lines)
    waiting: deque[NumberedLine] = deque()
    delimiter, width = "", None
    while line := waiting.popleft() if waiting else next(ended, None):
        if not line[1].strip(" \r\n"):  # a line of tabs is a row of empty fields
            continue
        waiting.appendleft(line)
        delimiter = delimiter or find_delimiter(line[1])
        taken, record = next_record(waiting, lambda: next(ended, None), delimiter, width)
        if not isinstance(record, FormatError):
            width = width or len(record)
            if unguarded:
                record = [text[text.startswith(_GUARDED) :] for text in record]
        yield taken[0][0], record


def next_record(
    waiting: deque[NumberedLine],
    next_line: Callable[[], NumberedLine | None],
    delimiter: str | None,
    width: int | None = None,
    *,
    lenient: bool = False,
) -> tuple[list[NumberedLine], list[str] | FormatError]:
    """Take the first record of ``waiting``, lines with their ends: its lines, and its fields.

    A quoted field may hold line ends, so a record may need further lines: from ``waiting``, then
    from ``next_line``.  But a quote that nothing closes soon, or behind which there are not ``width``
    fields, spoils its own line alone, and the next lines wait again.  ``delimiter=None`` is for a
    line of one field, where a quote means nothing; ``lenient`` lets text follow a closing quote.

    >>> lines = deque([(1, '1,"a\\n'), (2, 'b"\\n'), (3, '2,"c\\n'), (4, "3,d\\n")])
    >>> next_record(lines, lambda: None, ",", 2)
    ([(1, '1,"a\\n'), (2, 'b"\\n')], ['1', 'a\\nb'])
    >>> taken, error = next_record(lines, lambda: None, ",", 2)
    >>> print(error, taken, list(lines))
    line 3, column 3: a quote is opened here and not closed [(3, '2,"c\\n')] [(4, '3,d\\n')]
    """
    taken = [waiting.popleft()]
    number, text = taken[0]
    if len(text) > MAX_RECORD_LENGTH:
        fault = f"longer than {MAX_RECORD_LENGTH >> 20} MiB, which no row may be"
        return taken, FormatError(fault, line=number)
    if delimiter is None:
        return taken, [text.rstrip("\r\n")]
    position = unclosed_quote_position(text, delimiter)
    if position is None:
        return taken, _fields(text, delimiter, number, strict=not lenient)
    while len(taken) < _MAX_QUOTED_LINES and len(text) <= MAX_RECORD_LENGTH:
        line = waiting.popleft() if waiting else next_line()
        if line is None:
            break
        taken.append(line)
        text += line[1]
        if '"' in line[1] and unclosed_quote_position(text, delimiter) is None:
            fields = _fields(text, delimiter, number, strict=True)
            if not isinstance(fields, FormatError) and len(fields) == (width or len(fields)):
                return taken, fields
            break
    waiting.extendleft(reversed(taken[1:]))
    fault = "a quote is opened here and not closed"
    return taken[:1], FormatError(fault, line=number, column=position + 1)


def _fields(text: str, delimiter: str, line: int, *, strict: bool) -> list[str] | FormatError:
    text = text.removesuffix("\n").removesuffix("\r")
    if '"' not in text:
        return text.split(delimiter)
    import csv  # Python's, which few rows need

    try:
        (fields,) = csv.reader([text], delimiter=delimiter, strict=strict)
    except csv.Error as error:
        return FormatError(f"not CSV: {error}", line=line)
    return fields


def unclosed_quote_position(text: str, delimiter: str) -> int | None:
    """Where a quoted field begins that the text does not end, from 0; ``None`` if none does.

    A quote opens a field only as its first character (RFC 4180).

    >>> [unclosed_quote_position(text, ",") for text in ('1,"a', '1,"a"', '5" x 7",a')]
    [2, None, None]
    """
    if '"' not in text:
        return None
    start = 0
    while start >= 0:
        if text[start : start + 1] == '"':
            match = _QUOTED.match(text, start)
            if match is None:
                return start
            start = match.end()
        start = text.find(delimiter, start) + 1 or -1
    return None


def find_delimiter(header: str) -> str:
    """Return the delimiter of the columns: the most frequent of comma, semicolon and tab."""
    return max(_DELIMITERS, key=header.count)
