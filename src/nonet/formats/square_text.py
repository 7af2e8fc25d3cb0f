"""Squares: a puzzle as the rows of symbols that text formats write."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.errors import FormatError
from nonet.formats.statements import Header
from nonet.puzzle import Alphabet, Puzzle


@dataclass(frozen=True)
class SquareText:
    """The symbols of a square puzzle row by row, and their alphabet."""

    rows: list[str]
    alphabet: Alphabet
    box: tuple[int, int] | None

    def line(self) -> str:
        """Return all rows as one text."""
        return "".join(self.rows)

    def framed(self) -> list[str]:
        """Return the rows with bars and dashes between boxes; without boxes, the plain rows."""
        if self.box is None:
            return self.rows
        height, width = self.box
        size = len(self.rows)
        lines = []
        for number, row in enumerate(self.rows):
            if number and number % height == 0:
                lines.append("+".join(["-" * width] * (size // width)))
            lines.append("|".join(row[i : i + width] for i in range(0, size, width)))
        return lines


def text_of_square(
    puzzle: Puzzle, name: str, alphabet: Alphabet | None, *, blank: str = "."
) -> SquareText:
    """The clues of a puzzle as rows of one character a cell.

    Raises ``FormatError`` if ``name``, the format, cannot hold the puzzle: no square of consecutive
    values, candidates or entries, or a value without a character in the alphabet.
    """
    if puzzle.candidates:
        raise FormatError(f"{name} cannot hold candidates; pm and json can")
    if puzzle.entries:
        raise FormatError(f"{name} cannot hold entries; json and hodoku can")
    alphabet = square_alphabet(puzzle, name, alphabet)
    size, symbols = puzzle.grid.size, alphabet.characters
    if blank in symbols[:size]:
        blank = "."
    clues, first = puzzle.clues, alphabet.first
    cells = [symbols[clues[c] - first] if c in clues else blank for c in puzzle.grid.cells]
    rows = ["".join(cells[start : start + size]) for start in range(0, len(cells), size)]
    return SquareText(rows, alphabet, puzzle.grid.blocks[0].box)


def square_alphabet(puzzle: Puzzle, name: str, alphabet: Alphabet | None) -> Alphabet:
    """The alphabet to write a square puzzle in; raises as :func:`text_of_square` does."""
    grid = puzzle.grid
    block, lowest = grid.blocks[0], grid.values[0]
    if not grid.is_single or not block.height == block.width == grid.size:
        raise FormatError(f"{name} holds squares of n rows for n values; json holds any grid")
    if lowest not in (0, 1) or grid.values[-1] - lowest != grid.size - 1:
        raise FormatError(f"{name} holds values from 0 or 1 on without a gap; json holds any")
    alphabet = alphabet or puzzle.alphabet
    if alphabet.first != lowest or len(alphabet.characters) < grid.size:
        raise FormatError(
            f"alphabet {alphabet.name} does not have the values {lowest} to {grid.values[-1]}"
        )
    return alphabet


def check_no_statements(puzzle: Puzzle, name: str, alphabet: Alphabet) -> None:
    """Raise ``FormatError`` if the puzzle needs a statement that the format cannot hold."""
    statements = Header().statements(puzzle, alphabet)
    if statements:
        raise FormatError(f"{name} cannot state {statements[0]}; json can")
