"""SudokuMaker: links to sudokumaker.app that hold their puzzle.

The text after ``?puzzle=`` is JSON, packed by LZ-string for addresses: the cells in reading order
and a list of constraints, each with the number of its kind.  All kinds with a meaning of their own
are read; drawings and constraints that are code are named to the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.links import (
    first_content_line,
    parameter,
    parse_link,
    parse_object,
    percent_decoded,
    read_documents,
    unpack,
)
from nonet.formats.reader import Reader, as_format_error
from nonet.formats.sudokumaker.reading import ObjectReader
from nonet.puzzle import Puzzle

HOST = "sudokumaker.app"

_BARE = re.compile(r"N4IgZg9gTgtghgFw[A-Za-z0-9+/$%=-]{30,}")
"""A packed object without its link: the packed text begins with ``{"formatVersion"``."""


class SudokuMakerFormat(Format):
    """Links, read only."""

    name = "sudokumaker"
    writes = False
    sentence = (
        "Links to sudokumaker.app (?puzzle=...), one a line: all its kinds of constraints; "
        "drawings and constraints that are code are named."
    )

    def claims(self, sample: str) -> bool:
        """Return whether the first line is a link to the page, or its packed object."""
        text = first_content_line(sample)
        link = parse_link(text)
        return bool(_BARE.fullmatch(text)) or (link is not None and link.host == HOST)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return read_documents(lines, reader, _puzzle)


def _puzzle(text: str, reader: Reader) -> Puzzle:
    link = parse_link(text)
    packed = parameter(link, "puzzle") if link is not None and link.host == HOST else text
    if not packed:
        raise FormatError("a link to sudokumaker.app without ?puzzle=: it holds no puzzle")
    held = unpack(percent_decoded(packed))
    document = parse_object(held, "the object").get("puzzle")
    if not isinstance(document, dict):
        raise FormatError("the object has no puzzle")
    with as_format_error():
        return reader.checked_in_part(ObjectReader(document, reader).puzzle())
