"""Statements in columns of a table: ``rules`` row by row, ``box`` and ``alphabet``.

A table's rows are puzzles of one grid.  Rows with rules of their own in a column ``rules`` (the
JSON that ``nonet convert --to csv`` writes, or texts as on the command line) are answered as
puzzles: together where the rows share rules, or are killers that differ in their cages alone, else
one by one.  A row whose ``box`` or ``alphabet`` is not the table's is malformed.

>>> statement_columns(["puzzle", "Rules", "source"])
{'rules': 'Rules'}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from nonet.batch.arrays import solve_many
from nonet.batch.engines import Answers
from nonet.batch.geometry import Array, Geometry
from nonet.batch.table_options import TableOptions
from nonet.batch.text_columns import as_string_column, single_chunk
from nonet.errors import NonetError
from nonet.formats.csv import STATEMENT_COLUMNS
from nonet.formats.statements import rules_of_text, statement
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.puzzle.grid import default_box

ROWS_PER_PROGRESS = 1024
"""Rows with rules of their own that are answered between two calls of ``progress``."""
MAX_GROUPED_RULES = 8
"""Texts of rules up to which the rows of each are answered as one array."""


def statement_columns(columns: Sequence[str]) -> dict[str, str]:
    """Return the kinds of statements that columns hold, with the name of each column."""
    lowered = {column.strip().lower(): column for column in reversed(columns)}
    return {key: lowered[key] for key in STATEMENT_COLUMNS if key in lowered}


def column_texts(table: Any, key: str, column: str) -> list[tuple[int, str]]:
    """Return row and text of each statement in a column.

    A text in ``box`` that is not a box is a remark, and left out.
    """
    texts = as_string_column(single_chunk(table[column])).to_pylist()
    nonempty = [(row, text.strip()) for row, text in enumerate(texts) if text and text.strip()]
    return [(row, text) for row, text in nonempty if key != "box" or statement(f"# box: {text}")]


class RowRules:
    """The statements of a part of a table: ``texts`` of rules, by the number of the row."""

    def __init__(self, geometry: Geometry, alphabet: str, columns: Mapping[str, str]) -> None:
        self._geometry = geometry
        self._columns = columns
        grid = geometry.blank.grid
        self._expected = {"alphabet": alphabet, "box": _box_text(grid.blocks[0].box)}
        self._default_box = _box_text(default_box(grid.size))

    def read_rules(self, table: Any, reasons: dict[int, str]) -> dict[int, str]:
        """Return the rules of each row that has any.

        Put the errors of malformed rows into ``reasons``.
        """
        for key, usual in self._expected.items():
            for row, text in self._column_texts(table, key):
                if (self._default_box if text == "default" else text) != usual:
                    reasons.setdefault(row, f"its {key} is {text}, and the table's is {usual}")
        for row, text in self._column_texts(table, "unread"):
            if text != "{}":
                reasons.setdefault(row, f"read only in part: {text}")
        rules = {}
        for row, text in self._column_texts(table, "rules"):
            try:
                if row not in reasons and _parsed_rules(text):
                    _check_rules_fit(self._geometry, text)
                    rules[row] = text
            except NonetError as error:
                reasons[row] = f"its rules: {error}"
        return rules

    def _column_texts(self, table: Any, key: str) -> list[tuple[int, str]]:
        return column_texts(table, key, self._columns[key]) if key in self._columns else []

    def solve_rows(
        self,
        answers: Answers,
        rows: Array,
        texts: Mapping[int, str],
        options: TableOptions,
        progress: Callable[[int], None],
    ) -> None:
        """Write the answers to the rows that have rules of their own into ``answers``."""
        kinds = sorted(set(texts.values()))
        groups = [[row for row in texts if texts[row] == kind] for kind in kinds]
        if len(kinds) > MAX_GROUPED_RULES:
            groups = [sorted(texts)]
        for group in groups:
            for low in range(0, len(group), ROWS_PER_PROGRESS):
                some = group[low : low + ROWS_PER_PROGRESS]
                many = solve_many(
                    [self._puzzle_of(rows[row], texts[row]) for row in some],
                    limit=options.limit,
                    threads=options.threads,
                    backend=options.backend,
                    check=options.check,
                    time_limit=options.time_limit,
                )
                answers.counts[some], answers.guesses[some] = many.counts, many.guesses
                answers.decided[some], answers.solutions[some] = many.decided, many.solutions
                progress(len(some))

    def _puzzle_of(self, row: Array, text: str) -> Puzzle:
        blank, below = self._geometry.blank, self._geometry.lowest_value - 1
        places = np.flatnonzero(row).tolist()
        clues = {blank.grid.cells[place]: int(row[place]) + below for place in places}
        return blank.with_clues(clues).with_rules(*_parsed_rules(text))


def _box_text(box: tuple[int, int] | None) -> str:
    return "none" if box is None else f"{box[0]}x{box[1]}"


@lru_cache(maxsize=4 * ROWS_PER_PROGRESS)
def _parsed_rules(text: str) -> tuple[PuzzleRule, ...]:
    return rules_of_text(text)


@lru_cache(maxsize=4 * ROWS_PER_PROGRESS)
def _check_rules_fit(geometry: Geometry, text: str) -> None:
    """Raise ``PuzzleError`` if the rules do not fit the grid."""
    Geometry.of_puzzle(geometry.blank, _parsed_rules(text))
