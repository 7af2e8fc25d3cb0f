"""Columns of a table: the column that holds the puzzles, and the names of the retained columns.

>>> columns = ["id", "Quizzes", "solutions", "count"]
>>> puzzle_column(columns), solution_column(columns)
('Quizzes', 'solutions')
>>> retained_columns(columns)
{'id': 'id', 'count': 'input_count'}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from nonet.errors import FormatError
from nonet.formats.csv import EXPECTED, SOLUTION, STATEMENT_COLUMNS
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
