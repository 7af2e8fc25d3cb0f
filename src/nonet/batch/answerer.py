"""Answering: a part of a table of puzzles to the part of the table of answers.

The answers of a part depend on its rows and the options alone, not on the thread, process or
machine.  A table's rows are puzzles of one grid.  Rows with rules of their own in a column
``rules`` (the JSON that ``nonet convert --to csv`` writes, or texts as on the command line) are
answered as puzzles: together where the rows share rules, else one by one.  A row whose ``box`` or
``alphabet`` is not the table's is malformed.

>>> statement_columns(["puzzle", "Rules", "source"])
{'rules': 'Rules'}
>>> tally = Tally(rows=2, unique=2)
>>> tally.add(Tally(rows=1, malformed=1))
>>> tally.rows, tally.unique, tally.malformed
(3, 2, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nonet.batch.answer_checks import Check, check_counts, check_solutions
from nonet.batch.arrays import solve_many
from nonet.batch.engines import Answers, Array, Engine, Geometry
from nonet.batch.sources import puzzle_column, retained_columns, solution_column
from nonet.batch.text_columns import (
    CellEncoding,
    as_string_column,
    column_array,
    number_column,
    scalar,
    single_chunk,
    text_column,
)
from nonet.errors import NonetError
from nonet.formats.csv import STATEMENT_COLUMNS
from nonet.formats.statements import Box, rules_of_text, statement
from nonet.puzzle import Alphabet, Puzzle, PuzzleRule
from nonet.puzzle.grid import default_box


@dataclass(frozen=True)
class TableOptions:
    """The options of a question about a table.

    ``like`` gives grid and rules, else both are the classic square of the rows' length; ``rules``
    are added.  ``limit`` of solutions, ``time_limit`` seconds a puzzle, ``rows`` of a part
    (``None``: by backend).
    """

    rules: tuple[PuzzleRule, ...] = ()
    like: Puzzle | None = None
    box: Box | None = None
    alphabet: Alphabet | None = None
    backend: str | None = None
    limit: int = 2
    time_limit: float | None = None
    check: Check = "sample"
    threads: int | None = None
    rows: int | None = None


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
    Geometry.of_puzzle(geometry.blank, _parsed_rules(text))


@dataclass
class Tally:
    """How many rows there were of each verdict, and how many disagree with the given solution.

    ``handed_over`` counts the rows that were too hard for the kernel: another backend answered
    these rows.
    """

    rows: int = 0
    unique: int = 0
    multiple: int = 0
    none: int = 0
    solved: int = 0
    undecided: int = 0
    malformed: int = 0
    disagreeing: int = 0
    handed_over: int = 0

    @classmethod
    def from_record(cls, record: object) -> Tally | None:
        """Return the tally of a record; ``None`` if the record is not a tally."""
        names = {each.name for each in fields(cls)}
        if not isinstance(record, dict) or set(record) != names:
            return None
        if not all(type(number) is int and number >= 0 for number in record.values()):
            return None
        return cls(**record)

    def add(self, other: Tally) -> None:
        """Count another's rows too."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


VERDICTS = ("none", "unique", "multiple", "solved", "undecided", "malformed")
_NONE, _UNIQUE, _MULTIPLE, _SOLVED, _UNDECIDED, _MALFORMED = range(len(VERDICTS))
_SINGLE_SOLUTION_VERDICT = {True: _SOLVED, False: _UNDECIDED}
"""The verdict of a single solution that may not be unique, by whether the limit is 1."""


@dataclass(frozen=True)
class InputPart:
    """A part of the input: its number, the number of its first row (from 0), its rows."""

    number: int
    start: int
    table: Any


@dataclass(frozen=True)
class AnsweredPart:
    """The answers of a part: their tally, and a function that encodes the answers."""

    number: int
    tally: Tally
    encode: Callable[[], Any]


@dataclass(frozen=True)
class FailedPart:
    """A part that could not be answered, and why."""

    part: InputPart
    reason: str


Step = Callable[[Iterator[InputPart]], Iterator[AnsweredPart | FailedPart]]
"""The stage between reading and writing: yields the answers of parts, in any order."""


class Answerer:
    """Turns a part of the input into a part of the output.

    ``columns`` and ``faults`` are those of a :class:`~nonet.batch.sources.Source`; ``progress`` is
    called, by any thread, with the number of newly answered rows.
    """

    def __init__(
        self,
        columns: list[str],
        faults: dict[int, str],
        geometry: Geometry,
        options: TableOptions,
        engine: Engine,
        progress: Callable[[int], None] = lambda rows: None,
    ) -> None:
        self._progress = progress
        self._columns, self._faults = columns, faults
        self._geometry = geometry
        self._options = options
        self._engine = engine
        self._characters = CellEncoding(geometry, options.alphabet)
        self._puzzles = puzzle_column(columns)
        self._given = solution_column(columns)
        self._others = retained_columns(columns)
        alphabet = (options.alphabet or geometry.blank.alphabet).name
        self._stated = RowRules(geometry, alphabet, statement_columns(columns))

    def answer(self, table: Any, start: int) -> tuple[Any, Tally]:
        """The answers to the rows of a table that begins at row ``start``."""
        column = table[self._puzzles]
        rows, reasons = self._characters.decode_column(column)
        for number in [n for n in list(self._faults) if start <= n < start + len(rows)]:
            reasons[number - start] = self._faults.pop(number)
        ruled = self._stated.read_rules(table, reasons)
        good = np.ones(len(rows), bool)
        good[list(reasons)] = False
        plain = good.copy()
        plain[list(ruled)] = False
        self._progress(int((~good).sum()))
        answers = self._solve_rows(rows, plain)
        if ruled:
            self._stated.solve_rows(answers, rows, ruled, self._options, self._progress)
        counts, guesses, decided = answers.counts, answers.guesses, answers.decided
        solutions = answers.solutions
        if self._options.check == "all":
            check_solutions(self._geometry, rows, solutions, counts > 0, first=start)
        limit, check = self._options.limit, self._options.check
        models = self._geometry.models_of(rows)
        check_counts(self._geometry, models, counts, decided & plain, limit, check, first=start)
        verdicts = _verdict_codes(counts, decided, good, limit)
        shown = self._characters.encode_rows(solutions, counts > 0)
        blank = None if good.all() else ~good
        columns = {
            "puzzle": as_string_column(single_chunk(column)),
            "solution": shown,
            "verdict": pa.DictionaryArray.from_arrays(
                number_column(verdicts), text_column(VERDICTS)
            ),
            "count": number_column(counts, blank),
            "guesses": number_column(guesses, blank),
        }
        disagreeing = 0
        if self._given is not None:
            given = table[self._given]
            agrees = number_column(counts == 1, (counts == 0) | ~decided)
            if not given.equals(pa.chunked_array([shown])):
                given = as_string_column(single_chunk(given))
                agrees = self._agreement(given, solutions, counts, decided & good)
            disagreeing = int(pc.sum(pc.invert(agrees)).as_py() or 0)
            columns["agrees"] = agrees
        reason_texts = [reasons.get(n, "") for n in range(len(rows))] if reasons else None
        columns["reason"] = text_column(reason_texts) if reason_texts else _empty_texts(len(rows))
        columns |= {new: single_chunk(table[name]) for name, new in self._others.items()}
        often = np.bincount(verdicts, minlength=len(VERDICTS)).tolist()
        tally = Tally(len(rows), disagreeing=disagreeing, **dict(zip(VERDICTS, often, strict=True)))
        tally.handed_over = int(answers.handed_over.sum())
        return pa.table(columns), tally

    def _solve_rows(self, rows: Array, good: Array) -> Answers:
        """Return the engine's answers; rows that are not good are undecided and all zeros."""
        limit = self._options.limit
        if good.all():
            return self._engine.answers(rows, limit, self._progress)
        answers = Answers.undecided(*rows.shape)
        if not good.any():
            return answers
        some = self._engine.answers(np.ascontiguousarray(rows[good]), limit, self._progress)
        answers.put(good, some)
        return answers

    def _agreement(self, column: Any, solutions: Array, counts: Array, decided: Array) -> Any:
        """Whether the solution given is the one there is; missing where that is not known."""
        given, _ = self._characters.decode_column(column)
        same = (counts == 1) & np.all(given == solutions, axis=1)
        blank = column_array(pc.fill_null(pc.equal(column, scalar("")), scalar(True, "bool")))
        return number_column(same, blank | ~decided)

    def empty_answer(self) -> tuple[Any, bool]:
        """Return the answer table of no rows, and True: the table is the first part."""
        columns = {name: text_column([]) for name in self._columns}
        return self.answer(pa.table({n: pa.chunked_array([c]) for n, c in columns.items()}), 0)[
            0
        ], True


def _verdict_codes(counts: Array, decided: Array, good: Array, limit: int) -> Array:
    """The place in ``VERDICTS`` of each row's verdict, int8."""
    single = _SINGLE_SOLUTION_VERDICT[limit == 1]
    verdicts = [_UNDECIDED, single, _MULTIPLE, _NONE, single if limit == 1 else _UNIQUE, _MULTIPLE]
    which = np.minimum(counts, 2) + 3 * decided  # none, one or more: with all found or perhaps not
    codes: Array = np.array(verdicts, np.int8)[which]
    codes[~good] = _MALFORMED
    return codes


def _empty_texts(rows: int) -> Any:
    offsets = pa.py_buffer(np.zeros(rows + 1, np.int32))
    return pa.StringArray.from_buffers(rows, offsets, pa.py_buffer(b""))
