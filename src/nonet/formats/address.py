"""Addresses of unknown sites, read if exactly one run of digits makes a grid."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.links import check_length, is_at, is_link, parse_link, percent_decoded
from nonet.formats.pasted import split_line
from nonet.formats.reader import Reader
from nonet.puzzle import Puzzle

SHORTENERS = ("tinyurl.com", "bit.ly", "t.co", "goo.gl", "is.gd", "cutt.ly", "rb.gy", "tiny.cc",
    "ow.ly", "shorturl.at", "t.ly", "buff.ly", "youtu.be")  # fmt: skip
"""Sites whose addresses are names of other addresses."""
SIZES = {n * n: n for n in (4, 6, 9)}
"""Rows of a grid by the digits of a run; longer runs are likelier a key of a site."""

_RUN = re.compile(r"(?<![A-Za-z0-9.])[0-9.*_,;-]{16,}(?![A-Za-z0-9])")


class AddressFormat(Format):
    """Addresses of sites that nonet does not know, one a line."""

    name = "address"
    writes = False
    sentence = (
        "Addresses of any site that hold one run of digits that makes a grid, such as "
        "https://sudokuexchange.com/play/?s=53..7..."
    )

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for number, text in lines:
            if is_link(text):
                yield reader.attempt_at_line(number, _puzzle, text, reader)


def _puzzle(text: str, reader: Reader) -> Puzzle:
    check_length(text)
    link = parse_link(text)
    if link is None:
        raise FormatError("no address")
    if is_at(link, *SHORTENERS):
        raise FormatError(
            f"a short link of {link.host}: only its server knows where it leads; open it, and give "
            "the address that the browser then shows"
        )
    runs = {match[0] for match in _RUN.finditer(percent_decoded(link.path))}
    grids = sorted(filter(None, map(_grid_of, runs)))
    if len(grids) == 1:
        reader.remark(f"read the {len(grids[0])} cells in the address of {link.host}")
        return reader.line(grids[0], comment=f"from {link.host}")
    several = (
        f"{len(grids)} runs of digits, of which each makes a grid"
        if grids
        else "no digits of a grid"
    )
    raise FormatError(
        f"nonet cannot read addresses of {link.host}, and in this one are {several}: "
        "paste the cells instead"
    )


def _grid_of(run: str) -> str:
    """The cells of a run of digits and separators; empty if the run is no grid."""
    try:
        cells = split_line(run.strip(",;-")).cells
    except FormatError:
        return ""
    text = cells if isinstance(cells, str) else "".join(cells)
    size = SIZES.get(len(text), 0)
    fits = all(cell in ".*_-" or int(cell) <= size for cell in text)
    return text if size and fits and text.strip("0.*_-") else ""
