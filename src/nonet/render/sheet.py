"""Many pictures as one document to print: so many on each page, numbered, with their titles.

>>> columns_per_page(1), columns_per_page(6), columns_per_page(12), columns_per_page(30)
(1, 2, 3, 5)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from nonet.render.pictures import require_suffix

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
