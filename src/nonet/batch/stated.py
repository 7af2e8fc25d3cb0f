"""What columns of a table state beside the cells: ``rules`` row by row, ``box`` and ``alphabet``.

A table's rows are puzzles of one grid.  Where a column ``rules`` gives some of them rules of
their own (the JSON that ``nonet convert --to csv`` writes, or texts as on the command line), these
rows are answered as puzzles: together where they share rules, or are killers that differ in their
cages alone, else one by one.  A row whose ``box`` or ``alphabet`` is not the table's is malformed.

>>> stated_columns(["puzzle", "Rules", "source"])
{'rules': 'Rules'}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from nonet.batch.arrays import solve_many
from nonet.batch.engines import Answers
from nonet.batch.geometry import Array, Geometry
from nonet.batch.text import as_text, whole
from nonet.errors import NonetError
from nonet.formats.csv import STATEMENTS
from nonet.formats.statements import rules_of_text, statement
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.puzzle.grid import default_box

if TYPE_CHECKING:
    from nonet.batch.answering import Options

TOGETHER = 1024
"""Rows with rules of their own that are answered before progress is told."""
FEW = 8
"""Texts of rules up to which the rows of each are answered as one array."""


def stated_columns(columns: Sequence[str]) -> dict[str, str]:
    """What the columns state, and the name of each."""
    lowered = {column.strip().lower(): column for column in reversed(columns)}
    return {key: lowered[key] for key in STATEMENTS if key in lowered}


def texts_of(table: Any, key: str, column: str) -> list[tuple[int, str]]:
    """Row and text of what the column states; a box that is none is somebody's note."""
    texts = as_text(whole(table[column])).to_pylist()
    told = [(row, text.strip()) for row, text in enumerate(texts) if text and text.strip()]
    return [(row, text) for row, text in told if key != "box" or statement(f"# box: {text}")]


class Stated:
    """What a part of a table states of each row: ``texts`` of rules, by the number of the row."""

    def __init__(self, geometry: Geometry, alphabet: str, columns: Mapping[str, str]) -> None:
        self._geometry = geometry
        self._columns = columns
        grid = geometry.blank.grid
        self._usual = {"alphabet": alphabet, "box": _told(grid.blocks[0].box)}
        self._default_box = _told(default_box(grid.size))

    def read(self, table: Any, reasons: dict[int, str]) -> dict[int, str]:
        """The rules of the rows that have some; what is wrong with others goes to ``reasons``."""
        for key, usual in self._usual.items():
            for row, text in self._texts(table, key):
                if (self._default_box if text == "default" else text) != usual:
                    reasons.setdefault(row, f"its {key} is {text}, and the table's is {usual}")
        found = {}
        for row, text in self._texts(table, "rules"):
            try:
                if row not in reasons and _rules(text):
                    _fitting(self._geometry, text)
                    found[row] = text
            except NonetError as error:
                reasons[row] = f"its rules: {error}"
        return found

    def _texts(self, table: Any, key: str) -> list[tuple[int, str]]:
        return texts_of(table, key, self._columns[key]) if key in self._columns else []

    def answer(
        self,
        found: Answers,
        rows: Array,
        texts: Mapping[int, str],
        options: Options,
        progress: Callable[[int], None],
    ) -> None:
        """Write the answers to the rows that have rules of their own to ``found``."""
        kinds = sorted(set(texts.values()))
        groups = [[row for row in texts if texts[row] == kind] for kind in kinds]
        if len(kinds) > FEW:
            groups = [sorted(texts)]
        for group in groups:
            for low in range(0, len(group), TOGETHER):
                some = group[low : low + TOGETHER]
                many = solve_many(
                    [self._puzzle(rows[row], texts[row]) for row in some],
                    limit=options.limit,
                    threads=options.threads,
                    backend=options.backend,
                    check=options.check,
                    time_limit=options.time_limit,
                )
                found.counts[some], found.guesses[some] = many.counts, many.guesses
                found.decided[some], found.solutions[some] = many.decided, many.solutions
                progress(len(some))

    def _puzzle(self, row: Array, text: str) -> Puzzle:
        blank, below = self._geometry.blank, self._geometry.first - 1
        places = np.flatnonzero(row).tolist()
        clues = {blank.grid.cells[place]: int(row[place]) + below for place in places}
        return blank.with_clues(clues).with_rules(*_rules(text))


def _told(box: tuple[int, int] | None) -> str:
    return "none" if box is None else f"{box[0]}x{box[1]}"


@lru_cache(maxsize=4 * TOGETHER)
def _rules(text: str) -> tuple[PuzzleRule, ...]:
    return rules_of_text(text)


@lru_cache(maxsize=4 * TOGETHER)
def _fitting(geometry: Geometry, text: str) -> None:
    """Raise ``PuzzleError`` if the rules do not fit the grid."""
    Geometry.of(geometry.blank, _rules(text))
