"""SudokuPad: links to sudokupad.app that hold their puzzle, and its JSON.

An id ``scl...`` (or ``ctc...``) is a packed object of SudokuPad, ``classic...`` the cells of a
plain grid, ``fpuz...`` an object of f-puzzles, which the format f-puzzles reads.  A puzzle that
f-puzzles can hold is written as that, any other as ``scl...``.  A short id names a puzzle on
their server, and nonet asks no server.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.fpuzzles import FPuzzlesJsonFormat, packed_part
from nonet.formats.fpuzzles.reading import puzzle_of as fpuzzle_of
from nonet.formats.fpuzzles.writing import text_of as fpuzzle_text
from nonet.formats.json import is_foreign
from nonet.formats.links import (
    PAD_HOSTS,
    first_content_line,
    is_at,
    pack,
    pad_payload,
    parse_link,
    parse_object,
    percent_decoded,
    read_documents,
    unpack,
)
from nonet.formats.read_back import check_written
from nonet.formats.reader import Reader
from nonet.formats.sudokupad.reading import puzzle_of
from nonet.formats.sudokupad.short_json import classic_line, expand_json
from nonet.formats.sudokupad.writing import text_of
from nonet.puzzle import Alphabet, Puzzle

ADDRESS = "https://sudokupad.app/"

MIN_ID_LENGTH = 12
"""Characters of an id; a shorter text may be the name of a puzzle on the server."""

_ID = re.compile(r"(?:scl|ctc)[A-Za-z0-9+/%]{20,}=*|classic[^\s]{10,}")
_CELLS = re.compile(r'(?<!\\)"cells"\s*:\s*\[\s*\[')


class SudokuPadFormat(Format):
    """Links, ids or objects."""

    name = "sudokupad"
    sentence = (
        "Links to sudokupad.app that hold their puzzle (scl, ctc, fpuz, classic), one a line, "
        "or its JSON."
    )

    def claims(self, sample: str) -> bool:
        """Whether an id, a link or an object comes first, and none of f-puzzles."""
        start = sample.lstrip()
        if start.startswith("{"):
            return is_foreign(start) and bool(_CELLS.search(start))
        text = first_content_line(sample)
        link = parse_link(text)
        ours = is_at(link, *PAD_HOSTS)
        return (ours or bool(_ID.fullmatch(text))) and packed_part(text) is None

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return read_documents(lines, reader, _puzzle)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            yield f"{_link(puzzle)}\n"


def _link(puzzle: Puzzle) -> str:
    """The link that says most: SudokuPad checks the rules that f-puzzles has."""
    try:
        check_written(puzzle, FPuzzlesJsonFormat(), None)
        return f"{ADDRESS}fpuzzles{pack(fpuzzle_text(puzzle))}"
    except FormatError:
        return f"{ADDRESS}scl{pack(text_of(puzzle))}"


def _puzzle(text: str, reader: Reader) -> Puzzle:
    if text.startswith("{"):
        return puzzle_of(expand_json(text), reader)
    packed = packed_part(text)
    if packed is not None:
        held = unpack(percent_decoded(packed))
        return fpuzzle_of(parse_object(held, "the object"), held, reader)
    link = parse_link(text)
    payload = pad_payload(link) if link is not None and is_at(link, *PAD_HOSTS) else text
    payload = percent_decoded(payload)
    if payload.startswith("classic"):
        return reader.line(classic_line(payload))
    if payload[:3] in ("scl", "ctc") and len(payload) > MIN_ID_LENGTH:
        return puzzle_of(expand_json(unpack(payload[3:])), reader)
    site = link.host if link is not None else "SudokuPad"
    if not payload.strip("/"):
        raise FormatError(f"a link to {site} without a puzzle")
    raise FormatError(
        f"{payload[:40]!r} is a short link to {site}: only its server knows the puzzle, which nonet "
        "does not ask; give a link that holds the puzzle (scl, fpuz, classic)"
    )
