"""PM: candidate grids ("pencil marks"), each cell as its remaining values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from nonet.errors import FormatError
from nonet.formats.base import (
    CellText,
    Entry,
    Format,
    Lines,
    NumberedLine,
    Reader,
    Row,
    read_candidates,
)
from nonet.formats.grid import is_drawing
from nonet.formats.grid_text import FRAME_TRANSLATION, sections
from nonet.formats.statements import Header, square_alphabet, statement
from nonet.model import Domain
from nonet.puzzle import ALPHABETS, Alphabet, Puzzle
from nonet.puzzle.grid import MAX_VALUES, cell_name

_GROUP = re.compile(r"[^\s|,:!]+")
# Marks that programs attach to a group; such marks are no candidates.
_MARKS = "*#-+"
# With so many values some of the marks are symbols of values.
_MARKS_ARE_VALUES = 62


class PmFormat(Format):
    """A group of candidates a cell.

    As in HoDoKu, a group of one value is a clue only if no peer still has this candidate.
    """

    name = "pm"
    suffixes = (".pm",)
    parted = True
    sentence = (
        "Candidate grids: for each cell the values it may take, parted by blanks and |; "
        "lines of dashes between boxes."
    )

    def claims(self, sample: str) -> bool:
        """Whether the first part has n rows of n groups, some with several values."""
        parts = sections(enumerate(sample.split("\n"), 1))
        comments: list[NumberedLine] = []
        for part in parts:
            comments += part.comments
            if part.lines:
                return is_candidate_grid(part.lines, comments) and not is_drawing(sample)
        return False

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for section in sections(lines):
            yield from reader.notes(section.comments)
            if section.lines:
                yield reader.attempt(section.lines[0][0], _puzzle, reader, section.lines)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        symbols = square_alphabet(puzzle, self.name, header.alphabet)
        return [
            *header.comments(puzzle, symbols),
            *_candidate_grid_text(puzzle, symbols),
        ]


def is_candidate_grid(lines: Sequence[NumberedLine], comments: Sequence[NumberedLine] = ()) -> bool:
    """Return whether lines look like a candidate grid rather than a grid of values.

    ``comments`` are the comment lines before ``lines``, which may state the alphabet.
    """
    rows = _rows(lines) if len(lines) > 1 else []
    size = len(rows)
    texts = [word.text for row in rows for word in row.cells]
    if not 1 < size <= MAX_VALUES or any(len(row.cells) != size for row in rows):
        return False
    stated = [statement(text) for _, text in comments]
    names = [fact[1] for fact in stated if fact is not None and fact[0] == "alphabet"]
    alphabet = ALPHABETS.get(names[-1] if names else "digits")
    if alphabet is None or len(alphabet.characters) < size:
        return False
    symbols = alphabet.characters[:size]
    if not all(character in symbols for word in texts for character in word):
        return False
    numbers = all(word.isdigit() and len(word) < 3 and int(word) <= size for word in texts)
    return any(len(word) > 1 for word in texts) and not (numbers and size > 9)


def _rows(lines: Sequence[NumberedLine]) -> list[Row]:
    """Return the groups of each line that is no frame, without attached marks."""
    plain_rows = []
    for number, text in lines:
        plain = text.translate(FRAME_TRANSLATION)
        if any(map(str.isalnum, plain)) or ("." in plain and set(plain) <= set(". |")):
            plain_rows.append((number, plain))
    marks = _MARKS if len(plain_rows) < _MARKS_ARE_VALUES else ""
    rows = []
    for number, plain in plain_rows:
        cells = []
        for match in _GROUP.finditer(plain):
            group = match[0].rstrip(marks)
            word = group.lstrip(marks)
            if word:
                cells.append(CellText(word, match.start() + len(group) - len(word) + 1))
        rows.append(Row(number, cells))
    return rows


def _puzzle(reader: Reader, lines: Sequence[NumberedLine]) -> Puzzle:
    rows = _rows(lines)
    size = len(rows)
    if not 1 <= size <= MAX_VALUES:
        raise FormatError(f"expected 1 to {MAX_VALUES} rows of candidates, found {size}")
    for row in rows:
        if len(row.cells) != size:
            raise FormatError(
                f"expected {size} groups of candidates, as there are {size} rows, "
                f"found {len(row.cells)}",
                line=row.line,
            )
    shape = reader.shape(size)
    domains = [
        read_candidates(word, shape, cell_name(r, c), row.line)
        for r, row in enumerate(rows)
        for c, word in enumerate(row.cells)
    ]
    values: list[int | None] = []
    candidates = {}
    for cell, domain in enumerate(domains):
        single = next(iter(domain)) if domain.is_single else None
        if single is not None and not _is_peer_clue(single, domains, shape.peers[cell]):
            values.append(single)
            continue
        values.append(None)
        if len(domain) < size:
            candidates[cell] = domain
    return reader.with_candidates(size, values, candidates)


def _is_peer_clue(value: int, domains: Sequence[Domain], peers: int) -> bool:
    while peers:
        low = peers & -peers
        if value in domains[low.bit_length() - 1]:
            return True
        peers ^= low
    return False


def _candidate_grid_text(puzzle: Puzzle, alphabet: Alphabet) -> list[str]:
    """The candidate grid, with the values of clues taken from their peers."""
    if puzzle.entries:
        raise FormatError("pm cannot tell entries from clues; json and hodoku can")
    grid = puzzle.grid
    size = grid.size
    groups = []
    for cell in grid.cells:
        taken = {puzzle.clues[peer] for peer in puzzle.peers[cell] if peer in puzzle.clues}
        allowed = puzzle.candidates.get(cell, grid.values)
        given = puzzle.clues.get(cell)
        group = [v for v in allowed if v not in taken and given in (None, v)]
        if not group:
            raise FormatError(f"pm cannot hold {cell}: it has no candidate left")
        groups.append("".join(map(alphabet.symbol, group)))
    width = max(map(len, groups))
    height, across = grid.blocks[0].box or (size, size)
    rule = "+".join(["", *["-" * (across * (width + 1) + 1)] * (size // across), ""])
    lines = []
    for row in range(size):
        if row % height == 0:
            lines.append(rule)
        cells = [group.ljust(width) for group in groups[row * size : row * size + size]]
        boxes = [" ".join(cells[i : i + across]) for i in range(0, size, across)]
        lines.append("| " + " | ".join(boxes) + " |")
    return [*lines, rule]
