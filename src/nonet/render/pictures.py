"""SVG pictures as PNG and PDF, by Typst, which brings its own renderer and fonts.

>>> SUFFIXES
('.svg', '.png', '.pdf')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.util import find_spec
from math import ceil, sqrt
from pathlib import Path

from nonet.errors import NotInstalled

SUFFIXES = (".svg", ".png", ".pdf")
"""The file types of pictures."""

PIXELS_PER_INCH = 192
"""Pixels of a PNG an inch: two for each of the SVG's."""

_POINTS = 0.75
"""Points per pixel, as in CSS."""

_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)"[^>]*? height="([\d.]+)"')


def require_suffix(suffix: str) -> None:
    """Raise ``NotInstalled`` if pictures with this suffix cannot be written here."""
    if suffix != ".svg" and find_spec("typst") is None:
        raise NotInstalled(
            f"{suffix} pictures need the extra pictures: pip install 'nonet[pictures]'; "
            "SVG needs nothing"
        )


def write_picture(path: str | Path, svg: str) -> None:
    """Write an SVG picture of ours to a file in the format of its suffix; errors as of
    :func:`convert_svg`.
    """
    Path(path).write_bytes(convert_svg(svg, Path(path).suffix.lower()))


def convert_svg(svg: str, suffix: str) -> bytes:
    """Return an SVG picture of ours as the bytes of a file with this suffix.

    Raises ``NotInstalled`` without the extra ``pictures``, ``ValueError`` for a
    suffix that is none of ``SUFFIXES``.
    """
    if suffix not in SUFFIXES:
        raise ValueError(f"a picture is {', '.join(SUFFIXES)}, not {suffix}")
    if suffix == ".svg":
        return svg.encode()
    require_suffix(suffix)
    import typst

    size = _SIZE.search(svg)
    assert size, "our pictures say their size"
    width, height = (float(number) * _POINTS for number in size.groups())
    page = (
        f"#set page(width: {width}pt, height: {height}pt, margin: 0pt)\n"
        '#image(bytes(sys.inputs.picture), format: "svg")\n'
    )
    return bytes(
        typst.compile(
            page.encode(),
            format="png" if suffix == ".png" else "pdf",
            ppi=PIXELS_PER_INCH,
            sys_inputs={"picture": svg},
            timestamp=0,
        )
    )


# Many pictures as one document to print: a number of pictures on each page, numbered, with their titles.

MAX_PICTURES_PER_PAGE = 64
"""Pictures on a page, at most."""

_PAGE = """
#let number(key) = int(sys.inputs.at(key))
#let (many, across, down) = (number("many"), number("across"), number("down"))
#set page("a4", margin: (x: 14mm, top: 12mm, bottom: 16mm), footer: context align(center, text(
  8pt, counter(page).display("1 / 1", both: true))))
#let height = 269mm / down
#let one(i) = block(height: height, width: 100%, breakable: false, inset: 2mm, {
  text(if across > 3 { 6pt } else { 9pt }, sys.inputs.at("title" + str(i)))
  v(1mm, weak: true)
  block(height: 1fr, width: 100%, align(top + center, image(
    bytes(sys.inputs.at("picture" + str(i))), format: "svg", width: 100%, height: 100%,
    fit: "contain")))
})
#grid(columns: (1fr,) * across, ..range(many).map(one))
"""


def columns_per_page(per_page: int) -> int:
    """Return how many pictures stand side by side if ``per_page`` pictures fill an upright page."""
    return max(1, round(sqrt(per_page / sqrt(2))))


def pdf_sheet(pictures: Sequence[tuple[str, str]], per_page: int) -> bytes:
    """Return a PDF of A4 pages of pictures, each a title and an SVG of ours, ``per_page`` on a
    page.

    Raises ``NotInstalled`` without the extra ``pictures``, ``ValueError`` unless there is a
    picture and ``per_page`` is from 1 to ``MAX_PICTURES_PER_PAGE``.
    """
    if not pictures or not 1 <= per_page <= MAX_PICTURES_PER_PAGE:
        raise ValueError(f"one picture or more, and from 1 to {MAX_PICTURES_PER_PAGE} on a page")
    require_suffix(".pdf")
    import typst

    across = columns_per_page(per_page)
    inputs = {
        "many": str(len(pictures)),
        "across": str(across),
        "down": str(ceil(per_page / across)),
    }
    for number, (title, svg) in enumerate(pictures):
        inputs |= {f"title{number}": title, f"picture{number}": svg}
    return bytes(typst.compile(_PAGE.encode(), format="pdf", sys_inputs=inputs, timestamp=0))
