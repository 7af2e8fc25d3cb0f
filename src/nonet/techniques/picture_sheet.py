"""A path as one picture: every step side by side, each with its notation above.

Use the sheet for a page of paper or a slide; :mod:`nonet.techniques.html_page` makes pages to
read.

>>> import nonet
>>> picture = picture_sheet(nonet.explain("1234341221434321".replace("4", ".", 2)))
>>> picture.count("<svg"), picture.count("<title>the last position</title>")
(4, 1)
"""

from __future__ import annotations

from math import ceil, sqrt
from textwrap import wrap

from nonet.render.html import FONTS, escaped
from nonet.render.svg import drawing_svg
from nonet.techniques.drawing import draw_position, draw_step
from nonet.techniques.path import Path

CELL_SIZE = 30
GAP = 16
LINE_HEIGHT = 15
MAX_LINES = 3
"""Most lines of a caption; a longer caption ends in dots, and the picture's title has its full
text.
"""


def picture_sheet(path: Path) -> str:
    """The picture as SVG.  Raises ``PuzzleError`` for the path of a model that is no puzzle."""
    parts = [
        (f"{number}. {step.notation}", draw_step(step, before, path.puzzle))
        for number, (step, before) in enumerate(zip(path.steps, path.positions, strict=False), 1)
    ]
    end = "Solved." if path.solved else path.note or "No further step was found."
    parts.append((end, draw_position(path.end, path.puzzle)))
    last = parts[-1][1]
    wide, tall = (
        last.width * CELL_SIZE + 8 + GAP,
        last.height * CELL_SIZE + 8 + GAP + MAX_LINES * LINE_HEIGHT,
    )
    across = ceil(sqrt(len(parts) * tall / wide * 1.4))  # a little wider than high
    down = ceil(len(parts) / across)
    width, height = across * wide + GAP, down * tall + GAP
    name = escaped(path.puzzle.name if path.puzzle and path.puzzle.name else "A puzzle explained")
    pictures = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{name}" '
        f'font-family="{FONTS}" font-size="11">',
        f"<title>{name}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (text, drawing) in enumerate(parts):
        x, y = GAP + number % across * wide, GAP + number // across * tall
        lines = wrap(text, (wide - GAP) // 6, max_lines=MAX_LINES, placeholder=" ...")
        pictures += [
            f'<text x="{x}" y="{y + LINE_HEIGHT * (i + 1)}">{escaped(line)}</text>'
            for i, line in enumerate(lines)
        ]
        title = "the last position" if number == len(parts) - 1 else text
        picture = drawing_svg(drawing, cell=CELL_SIZE, title=title)
        pictures.append(
            picture.replace("<svg ", f'<svg x="{x}" y="{y + MAX_LINES * LINE_HEIGHT + 4}" ', 1)
        )
    return "\n".join([*pictures, "</svg>"])
