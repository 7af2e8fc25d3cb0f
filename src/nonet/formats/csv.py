"""CSV: a table with a header, one puzzle a row, as Kaggle's collections have it."""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.layout import NumberedLine
from nonet.formats.reader import Reader
from nonet.formats.squares import square_text
from nonet.formats.statements import Header, statement
from nonet.puzzle import Alphabet, Puzzle

PUZZLE = ("puzzle", "puzzles", "quizzes", "quiz", "sudoku", "question")
"""Names of the column of puzzles."""
SOLUTION = ("solution", "solutions", "answer", "answers")
"""Names of the column of solutions, kept as the note ``solution``."""
STATEMENTS = ("alphabet", "box", "rules")
"""Columns that state what the cells do not show; other texts in them are notes."""
EXPECTED = "a header with a column puzzle or quizzes, such as puzzle,solution"

_KEYS = {**dict.fromkeys(SOLUTION, "solution"), **{k: k for k in ("name", "comment", *STATEMENTS)}}
_DELIMITERS = ",;\t"
_LONGEST_RECORD = 50
"""Lines a quoted field may span before a stray quote is the likelier reading."""


class CsvFormat(Format):
    """A header and a puzzle a row; further columns are notes."""

    name: ClassVar[str] = "csv"
    suffixes: ClassVar[tuple[str, ...]] = (".csv", ".tsv")
    sentence: ClassVar[str] = (
        "A table with a header such as puzzle,solution or quizzes,solutions or id,puzzle,...; "
        "other columns are kept as notes."
    )

    def detect(self, sample: str) -> float:
        """Whether the first line is a header."""
        first = next((line for line in sample.split("\n") if line.strip()), "")
        names = [name.strip().strip('"') for name in first.split(delimiter_of(first))]
        if any(name.lower() in PUZZLE for name in names):
            return 1.0
        words = len(names) > 1 and all(re.fullmatch(r"[A-Za-z][\w .-]{0,40}", n) for n in names)
        return 0.6 if words else 0.1 if len(names) > 1 else 0.0

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        found = _records(lines)
        line, header = next(found, (1, []))
        if isinstance(header, FormatError):
            yield header
            return
        names = [name.strip() for name in header]
        lowered = [name.lower() for name in names]
        column = next((lowered.index(name) for name in PUZZLE if name in lowered), None)
        if column is None:
            yield FormatError(f"expected {EXPECTED}; found {','.join(names)[:80]!r}", line=line)
            return
        table = _Table(
            column, [_KEYS.get(low, name) for low, name in zip(lowered, names, strict=True)]
        )
        for line, record in found:
            if isinstance(record, FormatError):
                yield record
            elif any(field.strip() for field in record):
                yield reader.attempt(table.puzzle, reader, line, record)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        rows = [_row(puzzle, alphabet) for puzzle in puzzles]
        keys = dict.fromkeys(key for row in rows for key in row)
        columns = ["puzzle", *(["solution"] if "solution" in keys else [])]
        columns += [key for key in keys if key not in columns]
        buffer = io.StringIO()
        writer = csv.DictWriter(buffer, columns, restval="", lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow(row)
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
        yield buffer.getvalue()


@dataclass(frozen=True)
class _Table:
    """Where the puzzle stands in a record, and under which note to keep each column."""

    column: int
    keys: list[str]

    def puzzle(self, reader: Reader, line: int, record: list[str]) -> Puzzle:
        """The puzzle of a record."""
        if len(record) != len(self.keys):
            raise FormatError(
                f"expected {len(self.keys)} columns, as the header has, found {len(record)}",
                line=line,
            )
        notes, stated, comment = {}, [], ""
        for index, (key, field) in enumerate(zip(self.keys, record, strict=True)):
            value = field.strip()
            if index == self.column or not value:
                continue
            if key == "name":
                reader.name = value
            elif key == "comment":
                comment = value
            elif key in STATEMENTS and statement(f"# {key}: {value}"):
                stated.append(f"# {key}: {value}")
            else:
                notes[key] = value
        name = reader.name
        if stated:
            reader = reader.fresh()
            for text in stated:
                error = reader.note(line, text)
                if error is not None:
                    raise error
        cells = record[self.column].strip()
        return reader.line(cells, line=line, name=name, comment=comment, notes=notes)


def _row(puzzle: Puzzle, alphabet: Alphabet | None) -> dict[str, str]:
    """The columns of a puzzle."""
    text = square_text(puzzle, "csv", alphabet)
    row = {key: value for key, value in puzzle.notes.items() if key not in (*PUZZLE, *STATEMENTS)}
    row["puzzle"] = text.line()
    if puzzle.name:
        row["name"] = puzzle.name
    if puzzle.comment:
        row["comment"] = puzzle.comment
    for stated in Header().statements(puzzle, text.alphabet):
        key, _, value = stated.partition(": ")
        row[key] = value
    return row


def _records(lines: Lines) -> Iterator[tuple[int, list[str] | FormatError]]:
    """The records of a table and the number of the line each begins at.

    A quote that nothing closes spoils its own line, not those that follow.
    """
    waiting: deque[NumberedLine] = deque()
    delimiter = ""
    while line := waiting.popleft() if waiting else next(lines, None):
        number, text = line
        if not text.strip():
            continue
        delimiter = delimiter or delimiter_of(text)
        record, quotes = [line], text.count('"')
        while quotes % 2 and len(record) < _LONGEST_RECORD:
            following = waiting.popleft() if waiting else next(lines, None)
            if following is None:
                break
            record.append(following)
            quotes += following[1].count('"')
        try:
            if quotes % 2:
                raise csv.Error("a quote that is never closed")
            texts = [f"{text}\n" for _, text in record]
            yield number, next(csv.reader(texts, delimiter=delimiter, strict=True))
        except csv.Error as error:
            waiting.extendleft(reversed(record[1:]))
            yield number, FormatError(f"not CSV: {error}", line=number)


def delimiter_of(header: str) -> str:
    """What parts the columns: the most frequent of comma, semicolon and tab."""
    return max(_DELIMITERS, key=header.count)
