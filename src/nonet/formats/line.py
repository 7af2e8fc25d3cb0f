"""Lines: a puzzle a line, n*n characters and perhaps a comment; SDM collections have none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from math import isqrt
from typing import ClassVar

from nonet.errors import FormatError
from nonet.formats.base import BLANKS, Entry, Format, Lines, Reader, symbol_values
from nonet.formats.pasted import is_blank, is_plain, plain_lines, split_line
from nonet.formats.statements import Header, check_no_statements, is_comment, text_of_square
from nonet.model import Domain
from nonet.puzzle import ALPHABETS, Puzzle

SAMPLED_LINES = 200
"""How many lines of a sample are looked at."""

# Sizes by the characters of a line of candidates.
_CUBES = {n**3: n for n in range(4, 10)}

# Texts of up to n = 3 are more likely rows of a larger grid.
_SMALL = 3

# A square without clues, given by its size, which is no text of n*n characters.
_BLANK = re.compile(r"([1-9]\d?)[x×]\1")
# A position of the Susser: `+` before a value filled in, `:` before eliminated candidates.
_POSITION = re.compile(
    r"\s*((?=[^+:]*[+:])(?:\+?[0-9.*]){81})\s*(?::\s*((?:[1-9]{3}\s*)*))?\s*", re.ASCII
)


class LineFormat(Format):
    """A puzzle a line.

    >>> from nonet.formats import parse
    >>> parse("4x4", rules=["x"]).line()
    '................'
    """

    name: ClassVar[str] = "line"
    proven = "plain puzzles"
    suffixes: ClassVar[tuple[str, ...]] = (".txt",)
    sentence: ClassVar[str] = (
        "A puzzle a line: n*n characters, any usual character for a blank, "
        "a name before it, a comment after a blank, # or a comma; 9x9, 6x8 or samurai for a "
        "blank grid."
    )

    def claims(self, sample: str) -> bool:
        """Whether the text is a blank grid's size, name or description."""
        return is_blank(sample)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return reader.one_per_line(_without_words(lines), self.puzzle)

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        described, _, note = text.partition("#")
        described = described.strip()
        if is_blank(described) and not _BLANK.fullmatch(described):
            return reader.blank_puzzle(described.replace("×", "x"), note.strip())
        if blank := _BLANK.fullmatch(described):
            return reader.line("." * int(blank[1]) ** 2, comment=note.strip())
        if ("+" in text or ":" in text) and (position := _POSITION.fullmatch(text)):
            from nonet.formats.hodoku import puzzle_of_position  # few lines are positions

            return puzzle_of_position(position[1], position[2] or "", reader)
        cells = split_line(text)
        if isinstance(cells.cells, str) and is_candidate_line(cells.cells):
            return puzzle_of_candidates(cells.cells, reader)
        notes = {"solution": cells.solution} if cells.solution else {}
        return reader.line(cells.cells, column=cells.column, comment=cells.comment, notes=notes)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        text = text_of_square(puzzle, self.name, header.alphabet)
        short = "\n" not in puzzle.comment.strip()
        lines = header.comments(puzzle, text.alphabet, comment=not short)
        comment = puzzle.comment.strip() if short else ""
        return [*lines, f"{text.line()} # {comment}" if comment else text.line()]


def _without_words(lines: Lines) -> Lines:
    """The lines, with words before and after puzzles as comments.

    Words between two lines of puzzles are kept, and so are an error: a slip is not lost.
    """
    tokens: list[tuple[int, str]] = []
    below_puzzle = False
    for number, text in lines:
        if is_plain(text):
            yield from tokens
            tokens, below_puzzle = [], True
            yield number, text
            continue
        plain = list(plain_lines([(number, text)]))
        if below_puzzle and plain and is_comment(plain[0][1]) and not is_comment(text):
            tokens.append((number, text))
            continue
        if text.strip():
            yield from tokens
            below_puzzle = bool(plain) and not is_comment(plain[0][1])
        else:
            yield from plain_lines(tokens)
            below_puzzle = False
        tokens = []
        yield from plain
    yield from plain_lines(tokens)


def sample_cells(sample: str) -> list[str]:
    """The cells of the first lines of a text that are no comments; empty for a line without."""
    numbered = plain_lines(enumerate(sample.splitlines(), 1))
    lines = (text for _, text in numbered if text.strip() and not is_comment(text))
    return [_cells_of(line) for line in islice(lines, SAMPLED_LINES)]


def _cells_of(line: str) -> str:
    try:
        cells = split_line(line).cells
    except FormatError:  # cells and more: a faulty line
        return ""
    return cells if isinstance(cells, str) else "." * len(cells)


def is_candidate_line(cells: str) -> bool:
    """Whether a line is n characters for each of n*n cells: the value or a blank, value by value.

    >>> is_candidate_line("1..." + "1234" * 15), is_candidate_line("1" * 64)
    (True, False)
    """
    size = _CUBES.get(len(cells), 0)
    return (
        size > 0
        and all({*cells[at::size]} <= {str(at + 1), "0", *BLANKS} for at in range(size))
        and all(cells[at : at + size].strip("0" + BLANKS) for at in range(0, len(cells), size))
    )


def puzzle_of_candidates(cells: str, reader: Reader) -> Puzzle:
    """The puzzle of a line of candidates; a cell with one candidate is a clue."""
    size = _CUBES[len(cells)]
    domains = [
        Domain.of(int(c) for c in cells[at : at + size] if c.isdigit() and c != "0")
        for at in range(0, len(cells), size)
    ]
    values = [next(iter(domain)) if domain.is_single else None for domain in domains]
    candidates = {n: domain for n, domain in enumerate(domains) if 1 < len(domain) < size}
    return reader.with_candidates(size, values, candidates)


def is_puzzle_line(cells: str) -> bool:
    """Return whether the cells may be a puzzle in a line: few cells may be just a row."""
    size = isqrt(len(cells))
    if size * size != len(cells) or not 1 <= size <= 64:
        return False
    if size > _SMALL + 1:
        return True
    values = symbol_values(size, ALPHABETS["digits"])
    return all(cell in values for cell in cells) and (
        size == _SMALL + 1 or any(values[cell] for cell in cells)
    )


class SdmFormat(LineFormat):
    """A puzzle a line and nothing else; read as leniently as lines.

    The format has no place for names, comments, boxes of unusual shape, further rules or the
    alphabet of more than nine values.
    """

    name = "sdm"
    proven = "plain puzzles"
    suffixes = (".sdm",)
    sentence = "A puzzle a line: n*n characters and nothing else."

    def claims(self, sample: str) -> bool:
        return False

    def admits(self, sample: str) -> bool:
        return True

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        text = text_of_square(puzzle, self.name, header.alphabet)
        check_no_statements(puzzle, self.name, text.alphabet)
        return [text.line()]
