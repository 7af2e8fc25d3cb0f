"""f-puzzles: the puzzles of f-puzzles.com, as links and as JSON.

A link is ``https://f-puzzles.com/?load=`` and the JSON, packed by LZ-string; SudokuPad's
``https://sudokupad.app/fpuzzles...`` holds the same.  Format ``f-puzzles`` writes links,
``f-puzzles-json`` the objects; each reads both.

>>> from nonet.formats import parse
>>> rows = ['[{"value":1,"given":true},{},{},{}]', *3 * ["[{},{},{},{}]"]]
>>> parse(f'{{"size":4,"grid":[{",".join(rows)}],"antiknight":true}}')
<Puzzle 4x4, 1 clues, anti-knight: 1...............>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import ClassVar

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.fpuzzles.reading import puzzle_of
from nonet.formats.fpuzzles.writing import text_of
from nonet.formats.json import is_foreign
from nonet.formats.links import (
    PAD_HOSTS,
    check_length,
    first_content_line,
    is_at,
    pack,
    pad_payload,
    parameter,
    parse_link,
    parse_object,
    percent_decoded,
    read_documents,
    unpack,
)
from nonet.formats.reader import Reader
from nonet.puzzle import Alphabet, Puzzle

ADDRESS = "https://f-puzzles.com/?load="

_PACKED = re.compile(r"fpuz(?:zles)?(?=[A-Za-z0-9+/%])")
_BARE = re.compile(r"(?!N4IgZg9gTgtghgFw)N4Ig[A-Za-z0-9+/%-]{30,}[=$]{0,3}")
"""A packed object without a link, as in solvers' consoles: ``{"`` is packed as ``N4Ig``.  A packed
text that begins with ``{"formatVersion"`` is SudokuMaker's.
"""
_CELLS = re.compile(r'(?<!\\)"cells"\s*:\s*\[\s*\[')


def packed_part(text: str) -> str | None:
    """The packed part of a link or of an id ``fpuzzles...``; ``None`` if the text is neither."""
    link = parse_link(text)
    if link is not None and is_at(link, "f-puzzles.com"):
        packed = parameter(link, "load")
        if not packed and parameter(link, "id"):
            raise FormatError(
                "a short link to f-puzzles.com: only its server knows the puzzle; open it there and "
                "export the puzzle as a link"
            )
        if not packed:
            raise FormatError("a link to f-puzzles.com without ?load=: it holds no puzzle")
        return packed
    if link is not None and not is_at(link, *PAD_HOSTS):
        return None
    payload = pad_payload(link) if link is not None else text.strip()
    match = _PACKED.match(payload)
    return payload[match.end() :] if match else None


class FPuzzlesFormat(Format):
    """Links of f-puzzles."""

    name: ClassVar[str] = "f-puzzles"
    sentence: ClassVar[str] = (
        "Links to f-puzzles.com (?load=...) or sudokupad.app (/fpuzzles...), one a line: "
        "variants with their rules."
    )

    def claims(self, sample: str) -> bool:
        """Whether the first line is a link that holds an f-puzzles object, or its id."""
        text = first_content_line(sample)
        link = parse_link(text)
        if is_at(link, "f-puzzles.com"):
            return True
        return packed_part(text) is not None or bool(_BARE.fullmatch(text))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return read_documents(lines, reader, _puzzle)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            yield f"{ADDRESS}{pack(text_of(puzzle))}\n"


class FPuzzlesJsonFormat(FPuzzlesFormat):
    """The objects of f-puzzles."""

    name = "f-puzzles-json"
    sentence = "The JSON that a link to f-puzzles.com holds, one object a line."

    def claims(self, sample: str) -> bool:
        """Whether an object comes first that has a grid of rows of cells."""
        start = sample.lstrip()
        return start.startswith("{") and is_foreign(start) and not _CELLS.search(start)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            yield f"{text_of(puzzle)}\n"


def _puzzle(text: str, reader: Reader) -> Puzzle:
    if not text.startswith("{"):
        packed = text if _BARE.fullmatch(text) else packed_part(text)
        if packed is None:
            raise FormatError("expected a link to f-puzzles.com, or its JSON")
        check_length(packed)
        text = unpack(percent_decoded(packed))
    return puzzle_of(parse_object(text, "the object"), text, reader)
