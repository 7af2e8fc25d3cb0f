"""Proofs of a table's answers: one row in so many, each in a folder that anyone can check.

>>> import nonet, tempfile
>>> from pathlib import Path
>>> from nonet.batch.engines import Geometry
>>> with tempfile.TemporaryDirectory() as folder:
...     table = Path(folder, "answers.csv")
...     row = "1.3.34....2..1..,1234341243212143,unique"
...     _ = table.write_text(f"puzzle,solution,verdict\\n{row}\\n")
...     found = prove_rows(table, Geometry.square(16), Path(folder, "proofs"), one_in=1)
...     nonet.setting.check(Path(folder, "proofs", "row-1")).accepted, found.written
(True, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any, NamedTuple

from nonet.batch.answerer import statement_columns
from nonet.batch.engines import Geometry
from nonet.batch.sources import open_source, puzzle_column, read_parts
from nonet.batch.text_columns import CellEncoding, as_string_column, single_chunk
from nonet.errors import FormatError, WrongAnswer
from nonet.formats.statements import rules_of_text
from nonet.puzzle import Alphabet
from nonet.setting.proofs import prove

ROWS_PER_READ = 1 << 14
"""Rows that are read at a time."""

DEFAULT_TIME_LIMIT = 60.0
"""Seconds for one proof."""

PROVABLE = ("unique", "none")


@dataclass(frozen=True)
class ProofCounts:
    """Proofs written now and by earlier runs, and rows of the sample that time did not suffice for
    (``undecided``) or that claim nothing that has a proof (``others``: several solutions,
    undecided, malformed)."""

    written: int = 0
    before: int = 0
    undecided: int = 0
    others: int = 0


def prove_rows(
    table: Path,
    geometry: Geometry,
    folder: Path,
    *,
    one_in: int = 1_000,
    alphabet: Alphabet | None = None,
    time_limit: float = DEFAULT_TIME_LIMIT,
    progress: Callable[[int], None] = lambda rows: None,
) -> ProofCounts:
    """Prove one row in ``one_in`` of a table of answers, into the folders ``row-1``, ``row-7`` ...

    The rows are drawn at random, the same rows in every run; proofs of an earlier run stay.  Raises
    ``WrongAnswer`` where a proof comes to another answer than the table, ``FormatError`` for a
    folder that cannot be written.
    """
    number = dict.fromkeys(("written", "before", "undecided", "others"), 0)
    cells = CellEncoding(geometry, alphabet)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for row in _sampled_rows(table, one_in):
            progress(row.number)
            place = folder / f"row-{row.number}"
            if row.verdict not in PROVABLE:
                number["others"] += 1
            elif place.exists():
                number["before"] += 1
            else:
                done = _prove_row(cells, geometry, place, row, time_limit)
                number["written" if done else "undecided"] += 1
    except OSError as error:
        raise FormatError(f"the proofs cannot be written: {error}", source=str(folder)) from error
    return ProofCounts(**number)


class _AnswerRow(NamedTuple):
    """A row of answers: its number (from 1), and its columns as texts."""

    number: int
    puzzle: str
    solution: str
    verdict: str
    rules: str = ""


def _sampled_rows(table: Path, one_in: int) -> Iterator[_AnswerRow]:
    with open_source(table) as source:
        first = 0
        column = puzzle_column(source.columns)
        rules = [name for key, name in statement_columns(source.columns).items() if key == "rules"]
        if not {"solution", "verdict"}.issubset(source.columns):
            raise FormatError("a table of answers has the columns solution and verdict")
        for part in read_parts(source, ROWS_PER_READ):
            names = (column, "solution", "verdict", *rules)
            texts = [as_string_column(single_chunk(part[name])) for name in names]
            low = first // one_in * one_in
            for block in range(low, first + part.num_rows, one_in):
                row = block + Random(f"proofs {one_in} {block}").randrange(one_in)
                if first <= row < first + part.num_rows:
                    yield _AnswerRow(row + 1, *(each[row - first].as_py() or "" for each in texts))
            first += part.num_rows


def _prove_row(
    cells: CellEncoding, geometry: Geometry, place: Path, row: _AnswerRow, time_limit: float
) -> bool:
    """Write the proof of one row, whole or not at all; return whether there is a proof."""
    puzzle = geometry.blank.with_clues(_values_of_text(cells, geometry, row.puzzle))
    puzzle = puzzle.with_rules(*rules_of_text(row.rules)) if row.rules.strip() else puzzle
    proof = prove(puzzle, time_limit=time_limit)
    if proof.claim == "undecided":
        return False
    if proof.claim != row.verdict:
        raise WrongAnswer(f"{place.name}: the table says {row.verdict}, but: {proof.in_words()}")
    if proof.solution is not None and {
        cell: proof.solution[cell] for cell in geometry.blank.grid.cells
    } != _values_of_text(cells, geometry, row.solution):
        raise WrongAnswer(f"{place.name}: the solution in the table is not the one there is")
    begun = place.with_name(f".{place.name}")
    rmtree(begun, ignore_errors=True)
    proof.write(begun).rename(place)
    return True


def _values_of_text(cells: CellEncoding, geometry: Geometry, text: str) -> dict[str, int]:
    values: Any = cells.decode(text)
    if isinstance(values, str):
        raise FormatError(f"a row of the table cannot be read: {values}")
    below = geometry.lowest_value - 1
    pairs = zip(geometry.blank.grid.cells, values, strict=True)
    return {cell: value + below for cell, value in pairs if value}
