"""Pictures of all shapes and marks, to the letter, in a file; tables, pages, and pictures to print."""

from pathlib import Path
from typing import get_args

from nonet.render.drawing import (
    Area,
    Arrow,
    Bulb,
    Dot,
    Drawing,
    Highlight,
    Line,
    Mark,
    Outline,
    Shade,
    Shape,
    Text,
)
from nonet.render.shapes import Role
from nonet.render.svg import drawing_svg, svg_layers
from nonet.render.terminal import drawing_text
from tests.pinned import check_pinned

HERE = Path(__file__).parent


def grid(*rows, values=4, box=(2, 2), **fields):
    """A drawing of rows: ``1`` is a clue, ``b`` a deduction of 2, ``!`` a wrong 1, ``*`` candidates
    without every third, a space no cell."""
    marks = {}
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            several = tuple(str(v) if (v + r + c) % 3 else "" for v in range(1, values + 1))
            if sign != " ":
                marks[r, c] = {
                    ".": Mark(), "b": Mark("2"), "!": Mark("1", wrong=True), "*": Mark(candidates=several),
                }.get(sign, Mark(sign, clue=True))  # fmt: skip
    regions = {(r, c): r // box[0] * 9 + c // box[1] for r, c in marks}
    return Drawing(len(rows), max(map(len, rows)), marks, regions, box, **fields)


PLAIN = ("1b.!", "....", "..3.", "...4")
OPEN = ("1***", "**b*", "****", "*!*4")
DRAWINGS = {
    "plain": grid(*PLAIN),
    "open": grid(*OPEN),
    "holes": grid("1.  ", "..  ", "  ..", "  .4"),
    "six": grid("1*****", "******", "******", values=6, box=(2, 3)),
    "no walls": Drawing(1, 2, {(0, 0): Mark("10", clue=True), (0, 1): Mark("7")}),
    "shades": grid(
        *PLAIN,
        decorations=(
            *(
                Shade(((0, n % 4), (n // 4, 1)), f"shade {n}", tint)
                for n, tint in enumerate(("", "red", "green"))
            ),
            Shape((1, 0), "circle"),
            Shape((1, 1), "square", "blue"),
            Shape((1, 2), "diamond", "pink"),
            Bulb(((2, 0),)),
            Bulb(((2, 1),), filled=False, tint="grey"),
            Bulb(((3, 0), (3, 1), (3, 2)), filled=False),
            Bulb(((1, 3), (2, 3)), tint="orange"),
        ),
    ),
    "lines": grid(
        *PLAIN,
        decorations=(
            Line(((0, 0), (0, 1), (1, 2)), "a line"),
            Line(((3, 0), (2, 0), (1, 0)), "an arrow", "purple", width=0.04, head=True),
            Line(((3, 1), (3, 2), (3, 3), (2, 3)), "a way", "yellow", dashed=True),
            Dot(((0, 0), (0, 1))),
            Dot(((1, 1), (2, 1)), "black"),
            Dot(((2, 2), (2, 3)), "white", "12"),
            Dot(((2, 0), (3, 0)), "black", "3"),
            Dot(((0, 2), (0, 3), (1, 2), (1, 3)), "white"),
        ),
    ),
    "cages": grid(
        *OPEN,
        decorations=(
            Outline(((0, 0), (0, 1), (1, 0)), "6"),
            Outline(((1, 1), (1, 2), (2, 1), (2, 2))),
            Outline(((3, 1), (3, 3)), "12"),
            Text(((2, 3),), "x", "corner"),
        ),
    ),
    "texts": grid(
        *PLAIN,
        decorations=(
            Text(((-1, 0),), "15"),
            Text(((1, -1),), "7"),
            Text(((4, 2),), "3"),
            Text(((2, 4),), "<9"),
            Text(((-1, -1),), "20", direction=(1, 1)),
            Text(((-1, 4),), "4", direction=(1, -1)),
            Text(((4, -1),), "5", direction=(-1, 1)),
            Text(((4, 4),), "6", direction=(-1, -1)),
            Text(((-1, 1),), "8", direction=(1, 0)),
            Text(((0, -1),), "9", direction=(0, 1)),
            Text(((0, 0), (0, 1)), "X"),
            Text(((0, 1), (1, 1)), "V"),
            Text(((1, 1), (1, 2), (2, 1), (2, 2)), "123"),
            Text(((3, 3),), "é", "corner"),
            Text(((3, 0),), "?"),
        ),
    ),
    "an argument": grid(
        *OPEN,
        highlights=tuple(
            Highlight((n // 4, n % 4), n % 4, role) for n, role in enumerate(get_args(Role), 1)
        ),
        arrows=(
            Arrow(((0, 1), 0), ((2, 2), 1), strong=True),
            Arrow(((0, 1), 1), ((0, 3), 3), strong=False),
            Arrow(((3, 0), 2), ((3, 0), 3), strong=True),
        ),
        areas=tuple(
            Area(((n, 0), (n, 1)), kind, n % 2)
            for n, kind in enumerate(("truth", "link", "set", "pattern"))
        ),
    ),
}


def shown():
    for title, drawing in DRAWINGS.items():
        yield f"-- {title}: {drawing.margins} {drawing.candidate_box} {drawing.candidate_top}"
        yield drawing_svg(drawing)
        yield drawing_text(drawing)
        yield drawing_text(drawing, ascii=True)
        yield drawing_text(drawing, signs=False, ascii=True)
        yield drawing_text(drawing, colour=True).replace("\x1b", "^")
    yield drawing_svg(DRAWINGS["shades"], cell=30, title="A <title>", dark=True)
    for key, layer in svg_layers(DRAWINGS["cages"], values=4, cell=50).items():
        yield f"{key}: {layer}"


def test_how_drawings_are_shown():
    check_pinned(HERE / "pictures_shown.txt", shown())
