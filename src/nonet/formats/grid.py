"""Grids: the rows of a puzzle over several lines, with or without a frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.drawings import drawings, has_candidates, is_drawing, puzzle_with_candidates
from nonet.formats.grid_text import NumberedLine, Section, band_shape, read_squares, sections
from nonet.formats.pasted import plain_lines
from nonet.formats.reader import Reader
from nonet.formats.square_text import text_of_square
from nonet.formats.statements import Header
from nonet.puzzle import Alphabet, Puzzle
from nonet.puzzle.grid import MAX_VALUES

SAMPLED_GRIDS = 5
"""The number of grids of a sample that are examined, in as many lines as these grids can have."""


class GridFormat(Format):
    """Rows over several lines, several puzzles parted by blank lines."""

    name = "grid"
    proven = "plain puzzles"
    suffixes = (".txt",)
    sentence = (
        "A row a line, with or without a frame of | + - or box-drawing characters; up to 9x9 a "
        "space may stand for a blank; "
        "blank lines between puzzles. What nonet prints is read back, with candidates as well."
    )

    def claims(self, sample: str) -> bool:
        """Return whether the text is a drawing that nonet prints in a terminal."""
        return is_drawing(sample)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        head = list(islice(lines, SAMPLED_GRIDS * MAX_VALUES))
        lines = chain(head, lines)
        if is_drawing("\n".join(text for _, text in head)):
            yield from _puzzles_of_drawings(lines, reader)
            return
        for section in join_bands(sections(plain_lines(lines))):
            yield from reader.notes(section.comments)
            if section.lines:
                yield from read_squares(section.lines, reader)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        header = Header()
        for number, puzzle in enumerate(puzzles):
            text = text_of_square(puzzle, self.name, alphabet)
            lines = header.comments(puzzle, text.alphabet)
            yield "".join(f"{line}\n" for line in [*[""][:number], *lines, *text.framed()])


def first_grids(sample: str) -> list[list[NumberedLine]]:
    """Return the lines of the first grids of a text: each section is taken for a grid."""
    lines = enumerate(
        sample.split("\n", SAMPLED_GRIDS * MAX_VALUES)[: SAMPLED_GRIDS * MAX_VALUES], 1
    )
    parts = join_bands(sections(plain_lines(lines)))
    return [part.lines for part in islice(parts, SAMPLED_GRIDS) if part.lines]


def _puzzles_of_drawings(lines: Lines, reader: Reader) -> Iterator[Entry]:
    """Yield the puzzles of drawings that nonet prints in a terminal."""
    for drawing in drawings(lines):
        yield from reader.notes(drawing.comments)
        if drawing.stray_lines:
            yield FormatError("a row that is in no drawing", line=drawing.stray_lines[0])
        if not drawing.lines:
            continue
        reader.name = drawing.name or reader.name
        if has_candidates(drawing.lines):
            yield reader.attempt(puzzle_with_candidates, reader, drawing.lines)
        else:
            yield from read_squares(drawing.lines, reader)


def join_bands(sections: Iterable[Section]) -> Iterator[Section]:
    """Yield the sections, with the bands of a grid merged where blank lines part the bands."""
    bands: list[Section] = []
    shape: tuple[int, int] | None = None
    for section in sections:
        now = band_shape(section.lines) if section.lines else None
        if bands and (now != shape or section.comments):
            yield _merged_bands(bands)
            bands = []
        if now is None:
            yield section
            continue
        shape = now
        bands.append(section)
        if len(bands) * shape[0] == shape[1]:
            yield _merged_bands(bands)
            bands = []
    if bands:
        yield _merged_bands(bands)


def _merged_bands(bands: list[Section]) -> Section:
    return Section(
        [line for section in bands for line in section.lines],
        [line for section in bands for line in section.comments],
    )
