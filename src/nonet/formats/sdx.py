"""SDX: a state of play, nine lines of nine cells parted by blanks.

A digit alone is a clue, a digit after ``u`` a value that the player has filled in, and several
digits are candidates.  Source: sudocue.net/fileformats.php.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.grid_text import NumberedLine
from nonet.formats.reader import Reader, as_format_error
from nonet.formats.square_text import square_alphabet
from nonet.formats.statements import Header, is_comment
from nonet.model import Domain
from nonet.puzzle import Alphabet, Cell, Puzzle
from nonet.puzzle.grid import cell_name

_WORD = re.compile(r"u?[1-9]{1,9}|[.0]")
_SIZE = 9


class SdxFormat(Format):
    """One state after another."""

    name = "sdx"
    suffixes = (".sdx",)
    sentence = "Nine lines of nine cells: a digit is given, u5 is filled in, 139 are candidates."

    def claims(self, sample: str) -> bool:
        """Return whether there are nine lines of nine such cells, some filled in by the player."""
        rows = [line.split() for line in sample.split("\n") if line.strip()][:_SIZE]
        cells = [word for row in rows for word in row]
        is_complete = len(rows) == _SIZE and all(len(row) == _SIZE for row in rows)
        marked = any(word.startswith("u") for word in cells)
        return is_complete and marked and all(map(_WORD.fullmatch, cells))

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        rows: list[NumberedLine] = []
        for number, text in lines:
            if is_comment(text):
                yield from reader.notes([(number, text)])
            elif text.strip():
                rows.append((number, text))
                if len(rows) == _SIZE:
                    yield reader.attempt(_puzzle, rows, reader)
                    rows = []
        if rows:
            yield FormatError(f"expected {_SIZE} rows, found {len(rows)}", line=rows[0][0])

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        header = Header()
        for number, puzzle in enumerate(puzzles):
            symbols = square_alphabet(puzzle, self.name, alphabet)
            if puzzle.grid.size != _SIZE or puzzle.grid.values[0] != 1:
                raise FormatError("sdx holds grids of nine rows, values 1 to 9; json holds any")
            cells = [_cell(puzzle, cell) for cell in puzzle.grid.cells]
            rows = [" ".join(cells[at : at + _SIZE]) for at in range(0, len(cells), _SIZE)]
            lines = [*[""][:number], *header.comments(puzzle, symbols), *rows]
            yield "".join(f"{line}\n" for line in lines)


def _cell(puzzle: Puzzle, cell: Cell) -> str:
    if cell in puzzle.clues:
        return str(puzzle.clues[cell])
    if cell in puzzle.entries:
        return f"u{puzzle.entries[cell]}"
    allowed = puzzle.candidates.get(cell, puzzle.grid.values)
    # not those of entries, which may be wrong: the values of clues alone are gone for certain
    seen = {puzzle.clues[peer] for peer in puzzle.peers[cell] if peer in puzzle.clues}
    removed = [value for value in allowed if value not in seen]
    # one candidate alone would be read as a clue
    digits = "".join(map(str, removed if len(removed) > 1 else allowed))
    if len(digits) < 2:
        raise FormatError(f"sdx cannot hold one candidate at {cell}: it would be a clue")
    return digits


def _puzzle(rows: list[NumberedLine], reader: Reader) -> Puzzle:
    first = rows[0][0]
    values: list[int | None] = []
    candidates: dict[int, Domain] = {}
    entries: dict[Cell, int] = {}
    full = Domain.range(1, _SIZE)
    for r, (number, text) in enumerate(rows):
        tokens = list(re.finditer(r"\S+", text))
        if len(tokens) != _SIZE:
            words_found = f"expected {_SIZE} cells in the row, found {len(tokens)}"
            raise FormatError(words_found, line=number)
        for c, word in enumerate(tokens):
            filled = word[0].startswith("u")
            digits = word[0][1:] if filled else word[0]
            if not _WORD.fullmatch(word[0]) or (filled and len(digits) > 1):
                raise FormatError(
                    f"expected a digit, u5 or candidates, not {word[0][:20]!r}",
                    line=number,
                    column=word.start() + 1,
                )
            values.append(int(digits) if len(digits) == 1 and not filled and digits > "0" else None)
            if filled:
                entries[cell_name(r, c)] = int(digits)
            elif len(digits) > 1:
                domain = Domain.of(map(int, digits))
                if domain != full:
                    candidates[len(values) - 1] = domain
    with as_format_error(first):
        return replace(reader.with_candidates(_SIZE, values, candidates, first), entries=entries)
