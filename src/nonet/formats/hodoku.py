"""HoDoKu's library lines: a position and a possible step, a line each.

``:CODE[-V]:DIGITS:GIVENS:DELETED:ELIMINATIONS:PLACEMENTS:EXTRA``.  In GIVENS a digit after ``+`` is
filled in, not given.  DELETED are candidates struck out beyond the candidates that a value among
their peers excludes; DELETED, ELIMINATIONS and PLACEMENTS are written ``<digit><row><column>``.

A puzzle read from a line has entries and candidates; the step of the line is in the notes
``technique``, ``digits``, ``eliminations``, ``placements`` and ``extra``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines, Reader, as_format_error
from nonet.formats.statements import Header, is_comment, square_alphabet
from nonet.model import Domain
from nonet.puzzle import Cell, Puzzle
from nonet.puzzle.grid import cell_name, place

_SIZE = 9
_CANDIDATES = re.compile(r"\s*(?:[1-9]{3}(?:\s+|$))*")
_FIELDS = ("technique", "digits", "", "", "eliminations", "placements", "extra")
_WITHOUT_STEP = "0000"


class HodokuFormat(Format):
    """A position of a 9x9 and a step, a line each."""

    name = "hodoku"
    suffixes = (".hodoku",)
    sentence = (
        "HoDoKu library lines, :code:digits:givens:deleted:eliminations:placements:extra, "
        "where +d is filled in and candidates are <digit><row><column>."
    )

    def claims(self, sample: str) -> bool:
        """Whether the first line that is no comment has the fields of a library line."""
        lines = (line for line in sample.splitlines() if line.strip() and not is_comment(line))
        first = next(lines, "").strip()
        return first.startswith(":") and first.count(":") >= 3

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return reader.one_per_line(lines, _puzzle)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        square_alphabet(puzzle, self.name, header.alphabet)
        if (
            puzzle.grid.values != (*range(1, _SIZE + 1),)
            or puzzle.rules != Puzzle(puzzle.grid).rules
        ):
            raise FormatError(
                "hodoku holds classic puzzles of nine rows, values 1 to 9; json holds any"
            )
        given = "".join(_cell(puzzle, cell) for cell in puzzle.grid.cells)
        deleted = " ".join(
            f"{value}{row + 1}{column + 1}"
            for value, (row, column) in _eliminated_candidates(puzzle)
        )
        note = puzzle.notes.get
        fields = [
            note("technique", _WITHOUT_STEP),
            note("digits", "x"),
            given,
            deleted,
            note("eliminations", ""),
            note("placements", ""),
            note("extra", ""),
        ]
        return [f":{':'.join(fields)}"]


def _cell(puzzle: Puzzle, cell: Cell) -> str:
    if cell in puzzle.clues:
        return str(puzzle.clues[cell])
    return f"+{puzzle.entries[cell]}" if cell in puzzle.entries else "."


def _eliminated_candidates(puzzle: Puzzle) -> list[tuple[int, tuple[int, int]]]:
    """The candidates struck out that no clue among their peers excludes; entries may be wrong."""
    clues = puzzle.clues
    candidates = []
    for cell, allowed in puzzle.candidates.items():
        if cell in clues:
            continue
        seen = {clues[peer] for peer in puzzle.peers[cell] if peer in clues}
        eliminated = (v for v in puzzle.grid.values if v not in allowed and v not in seen)
        candidates += [(value, place(cell)) for value in eliminated]
    return sorted(candidates)


def _puzzle(text: str, reader: Reader) -> Puzzle:
    if not text.lstrip().startswith(":"):
        raise FormatError("a library line begins with a colon")
    fields = text.strip()[1:].split(":", 6)
    if len(fields) < 3:
        raise FormatError(f"expected :code:digits:givens:..., found {len(fields)} fields")
    fields += [""] * (len(_FIELDS) - len(fields))
    column = text.index(":") + len(fields[0]) + len(fields[1]) + 4
    clues, entered = _values(fields[2], column)
    notes = {
        name: field.strip()
        for name, field in zip(_FIELDS, fields, strict=True)
        if name and field.strip()
    }
    for name in ("eliminations", "placements"):
        _cells(notes.get(name, ""), name)
    return _position(clues, entered, fields[3], reader, column, notes)


def puzzle_of_position(cells: str, deleted: str, reader: Reader) -> Puzzle:
    """The position of 81 cells, values filled in behind ``+``, and the candidates struck out."""
    clues, entered = _values(cells, 1)
    return _position(clues, entered, deleted, reader, 1, {})


def _position(
    clues: str,
    entered: dict[Cell, int],
    deleted: str,
    reader: Reader,
    column: int,
    notes: dict[str, str],
) -> Puzzle:
    puzzle = reader.line(clues, column=column, notes=notes)
    if puzzle.grid.size != _SIZE:
        raise FormatError("library lines hold puzzles of 9 rows")
    full = Domain.of(puzzle.grid.values)
    candidates: dict[Cell, Domain] = {}
    for value, cell in _cells(deleted, "deleted candidates"):
        candidates[cell] = candidates.get(cell, full) - Domain.single(value)
    with as_format_error():
        return replace(puzzle, entries=entered, candidates=candidates)


def _values(text: str, column: int) -> tuple[str, dict[Cell, int]]:
    cells: list[str] = []
    entered: dict[Cell, int] = {}
    plus = False
    for offset, character in enumerate(text):
        if character == "+" and not plus:
            plus = True
            continue
        if plus:
            if character not in "123456789":
                fault = f"expected a digit after +, found {character!r}"
                raise FormatError(fault, column=column + offset)
            entered[cell_name(*divmod(len(cells), _SIZE))] = int(character)
            character, plus = ".", False
        cells.append(character)
    if plus:
        raise FormatError("expected a digit after +", column=column + len(text))
    return "".join(cells), entered


def _cells(text: str, what: str) -> list[tuple[int, Cell]]:
    """Candidates written ``<digit><row><column>``, with blanks between."""
    if not _CANDIDATES.fullmatch(text):
        raise FormatError(f"{what} are written <digit><row><column>, not {text!r}")
    return [(int(w[0]), cell_name(int(w[1]) - 1, int(w[2]) - 1)) for w in text.split()]
