"""Grids: the rows of a puzzle over several lines, with or without a frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import ClassVar

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.drawn import drawings, has_candidates, is_drawn, marked
from nonet.formats.layout import NumberedLine, Section, band, read_squares, sections
from nonet.formats.reader import Reader
from nonet.formats.squares import square_text
from nonet.formats.statements import Header
from nonet.puzzle import Alphabet, Puzzle
from nonet.puzzle.grid import MOST_VALUES

SAMPLED = 5
"""How many grids of a sample are looked at, in as many lines as they have at most."""


class GridFormat(Format):
    """Rows over several lines, several puzzles parted by blank lines."""

    name: ClassVar[str] = "grid"
    suffixes: ClassVar[tuple[str, ...]] = (".txt",)
    sentence: ClassVar[str] = (
        "A row a line, with or without a frame of | + - or box-drawing characters; up to 9x9 a "
        "space may stand for a blank; "
        "blank lines between puzzles. What nonet prints is read back, with candidates as well."
    )

    def claims(self, sample: str) -> bool:
        """Whether the text is what nonet prints in a terminal."""
        return is_drawn(sample)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        head = list(islice(lines, SAMPLED * MOST_VALUES))
        lines = chain(head, lines)
        if is_drawn("\n".join(text for _, text in head)):
            yield from _drawn(lines, reader)
            return
        for section in joined(sections(lines)):
            yield from reader.notes(section.comments)
            if section.lines:
                yield from read_squares(section.lines, reader)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        header = Header()
        for number, puzzle in enumerate(puzzles):
            text = square_text(puzzle, self.name, alphabet)
            lines = header.comments(puzzle, text.alphabet)
            yield "".join(f"{line}\n" for line in [*[""][:number], *lines, *text.framed()])


def first_grids(sample: str) -> list[list[NumberedLine]]:
    """The lines of the first grids of a text, if what stands together is taken for a grid."""
    lines = enumerate(sample.split("\n", SAMPLED * MOST_VALUES)[: SAMPLED * MOST_VALUES], 1)
    return [part.lines for part in islice(joined(sections(lines)), SAMPLED) if part.lines]


def _drawn(lines: Lines, reader: Reader) -> Iterator[Entry]:
    """The puzzles of what nonet prints in a terminal."""
    for drawing in drawings(lines):
        yield from reader.notes(drawing.comments)
        if drawing.strays:
            yield FormatError("a row that is in no drawing", line=drawing.strays[0])
        if not drawing.lines:
            continue
        reader.name = drawing.name or reader.name
        if has_candidates(drawing.lines):
            yield reader.attempt(marked, reader, drawing.lines)
        else:
            yield from read_squares(drawing.lines, reader)


def joined(found: Iterable[Section]) -> Iterator[Section]:
    """The sections, with the bands of a grid put together where blank lines part them."""
    bands: list[Section] = []
    shape: tuple[int, int] | None = None
    for section in found:
        now = band(section.lines) if section.lines else None
        if bands and (now != shape or section.comments):
            yield _merged(bands)
            bands = []
        if now is None:
            yield section
            continue
        shape = now
        bands.append(section)
        if len(bands) * shape[0] == shape[1]:
            yield _merged(bands)
            bands = []
    if bands:
        yield _merged(bands)


def _merged(bands: list[Section]) -> Section:
    return Section(
        [line for section in bands for line in section.lines],
        [line for section in bands for line in section.comments],
    )
