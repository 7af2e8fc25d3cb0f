"""SVG pictures as PNG and PDF, by Typst, which brings its own renderer and fonts.

>>> SUFFIXES
('.svg', '.png', '.pdf')
"""

from __future__ import annotations

import re
from importlib.util import find_spec
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
