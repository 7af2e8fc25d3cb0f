"""What rules draw: cages, dots, bulbs, arrows and texts, in SVG and in a terminal."""

import re
import xml.etree.ElementTree as ET
from itertools import product

import pytest

from nonet.render.decorations import border_path
from nonet.render.drawing import (
    Bulb,
    Dot,
    Drawing,
    Line,
    Mark,
    Outline,
    Shade,
    Shape,
    Text,
    decoration_cells,
)
from nonet.render.svg import dark_svg
from nonet.render.svg import drawing_svg as svg
from nonet.render.terminal import drawing_text

SVG = "{http://www.w3.org/2000/svg}"
CELL = 40


def square(*decorations, size=2, **fields):
    marks = {place: Mark() for place in product(range(size), range(size))}
    return Drawing(size, size, marks, decorations=decorations, **fields)


def elements(drawing, kind):
    return list(ET.fromstring(svg(drawing, cell=CELL)).iter(SVG + kind))


def texts(drawing):
    return {text.text: text for text in elements(drawing, "text")}


def test_a_cage_is_a_dashed_line_inside_its_cells_with_its_sum_in_the_first():
    drawing = square(Outline(((0, 1), (0, 0)), "15"))
    (cage,) = [path for path in elements(drawing, "path") if path.get("stroke-dasharray")]
    numbers = list(map(float, re.findall(r"[\d.]+", cage.get("d"))))
    assert min(numbers) > 0 and max(numbers) < 2 * CELL
    text = texts(drawing)["15"]
    assert float(text.get("x")) < CELL / 4 and float(text.get("y")) < CELL / 2


@pytest.mark.parametrize(
    "cells",
    [
        {(0, 0)},
        {(0, 0), (0, 1), (1, 0)},
        {(0, 0), (1, 1)},
        {place for place in product(range(3), range(3)) if place != (1, 1)},
    ],
)
def test_the_border_of_cells_is_made_of_closed_lines(cells):
    """Every end of a segment is an end of exactly one other, so that no corner gapes."""
    ends = []
    for x, y, way, stop in re.findall(
        r"M([\d.]+) ([\d.]+)([HV])([\d.]+)", border_path(tuple(cells), 40, 4)
    ):
        ends += [(x, y), (stop, y) if way == "H" else (x, stop)]
    assert ends
    # along a straight border segments of neighbours meet as well
    assert all(ends.count(end) == 2 for end in ends)


def test_dots_and_texts_stand_on_edges_and_corners():
    drawing = square(
        Dot(((0, 0), (0, 1)), "black"),
        Dot(((0, 0), (0, 1), (1, 0), (1, 1)), text="12"),
        Text(((0, 1), (1, 1)), "X"),
    )
    circles = [(c.get("cx"), c.get("cy"), c.get("fill")) for c in elements(drawing, "circle")]
    assert circles == [("40", "20", "black"), ("40", "40", "white")]
    assert (texts(drawing)["X"].get("x"), texts(drawing)["12"].get("x")) == ("60", "40")


def test_a_black_dot_is_black_on_a_dark_picture_too():
    drawing = square(Dot(((0, 0), (0, 1)), "black", "1"), Dot(((0, 0), (1, 0)), text="2"))
    dark = ET.fromstring(dark_svg(svg(drawing)))
    fills = [each.get("fill") for each in dark.iter(SVG + "circle")]
    inks = [each.get("fill") for each in dark.iter(SVG + "text")]
    assert (fills, inks) == (["black", "white"], ["white", "black"])


def light(colour):
    """The relative luminance of a colour (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return sum(each * part for each, part in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


@pytest.mark.parametrize("picture", [str, dark_svg])
def test_the_edge_of_a_line_and_of_a_bulb_can_be_told_from_paper(picture):
    """By three to one, as what is not a text must (WCAG 2.2, 1.4.11)."""
    drawing = square(Line(((0, 0), (0, 1)), "line", "green"), Bulb(((1, 0),)))
    root = ET.fromstring(picture(svg(drawing)))
    paper = light(root.find(SVG + "rect").get("fill"))
    for shape in (root.find(SVG + "polyline"), root.find(SVG + "circle")):
        dark, bright = sorted((paper, light(shape.get("stroke"))))
        assert (bright + 0.05) / (dark + 0.05) >= 3


def test_a_clue_beside_the_grid_makes_the_picture_larger():
    plain, clued = svg(square()), svg(square(Text(((-1, 0),), "12"), Text(((1, 2),), "3")))
    size = re.compile(r'width="(\d+)" height="(\d+)" viewBox="(-?\d+) (-?\d+)')
    before, after = (list(map(int, size.search(text).groups())) for text in (plain, clued))
    assert [b - a for a, b in zip(before, after, strict=True)] == [CELL, CELL, 0, -CELL]
    assert square(Text(((-1, 0),), "12"), Text(((1, 2),), "3")).margins == (1, 1, 0, 0)


def test_an_arrow_has_a_bulb_that_covers_its_start_and_a_head():
    drawing = square(Line(((0, 0), (0, 1)), width=0.05, head=True), Bulb(((0, 0),), filled=False))
    kinds = [e.tag.removeprefix(SVG) for e in ET.fromstring(svg(drawing, cell=CELL))]
    assert kinds.index("polyline") < kinds.index("circle")
    head = next(e for e in elements(drawing, "path") if e.get("stroke-linecap") == "round")
    assert "60.0 20.0" in head.get("d")
    assert elements(square(Bulb(((0, 0), (0, 1)))), "rect")[1].get("rx") == "16"
    assert "rotate(45" in elements(square(Bulb(((0, 0), (1, 1)))), "rect")[1].get("transform")


def test_every_decoration_says_its_cells():
    assert decoration_cells(Shape((1, 1), "diamond")) == ((1, 1),)
    assert decoration_cells(Dot(((0, 0), (0, 1)))) == ((0, 0), (0, 1))


def test_a_terminal_shows_cages_dots_signs_and_clues():
    drawing = square(
        Outline(((0, 0), (0, 1)), "3"),
        Dot(((1, 0), (1, 1)), "black"),
        Dot(((0, 0), (1, 0))),
        Text(((0, 1), (1, 1)), "X"),
        Text(((-1, 1),), "12"),
        Text(((1, -1),), "7"),
        Text(((2, 0),), "8", direction=(-1, 1)),
    )
    assert drawing_text(drawing).split("\n") == [
        "        12",
        "   ┏3━━━━━━┓",
        "   ┃ .   . ┃",
        "   ┠─○─┬─X─┨",
        "7  ┃ . ● . ┃",
        "   ┗━━━┷━━━┛",
        "    ↗8",
    ]
    ascii_ = drawing_text(drawing, ascii=True)
    assert ascii_.isascii() and "o" in ascii_ and "*" in ascii_ and "/8" in ascii_


@pytest.mark.parametrize("longest", ["7", "12", "345"])
def test_clues_in_several_columns_beside_the_grid_stand_in_columns(longest):
    numbers = {(0, -2): "1", (0, -1): longest, (1, -2): "2", (1, -1): "3",
               (0, 2): "4", (0, 3): "5", (1, 2): longest, (1, 3): "6"}  # fmt: skip
    lines = drawing_text(square(*(Text((place,), text) for place, text in numbers.items())))
    first, second = [line for line in lines.split("\n") if "." in line]
    assert re.split(r"[^\d]+", first) == ["1", longest, "4", "5"]
    assert re.split(r"[^\d]+", second) == ["2", "3", longest, "6"]
    starts = [[match.start() for match in re.finditer(r"\d+", line)] for line in (first, second)]
    assert starts[0] == starts[1]
    width = len(longest) + 1
    assert starts[0][1] - starts[0][0] == starts[0][3] - starts[0][2] == width
    assert first.index("┃") == second.index("┃") > starts[0][1] + len(longest)
    assert starts[0][2] == first.rindex("┃") + 2


def test_without_signs_a_terminal_shows_the_grid_alone():
    drawing = square(Outline(((0, 0), (0, 1)), "3"), Text(((-1, 1),), "12"))
    assert drawing_text(drawing, signs=False) == drawing_text(square())
    assert drawing_text(drawing, signs=False) != drawing_text(drawing)


def test_tints_are_backgrounds_of_their_own():
    red = drawing_text(square(Shade(((0, 0),), tint="red")), colour=True)
    assert red != drawing_text(square(Shade(((0, 0),), tint="green")), colour=True)
    assert drawing_text(square(Bulb(((0, 0),), tint="red")), colour=True) == red


def lightness(colour):
    channels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return (max(channels) + min(channels)) / 2


def test_a_dark_picture_is_the_light_one_with_light_and_dark_exchanged():
    drawing = square(Shade(((0, 0),), tint="red"), Outline(((0, 1), (1, 1)), 'fill="#123456"'))
    pattern = re.compile(r'(?:fill|stroke)="(#[0-9a-f]{6})')
    light, dark = svg(drawing), svg(drawing, dark=True)
    pairs = list(zip(pattern.findall(light), pattern.findall(dark), strict=True))
    ordered = sorted((lightness(of_light), -lightness(of_dark)) for of_light, of_dark in pairs)
    assert [of_dark for _, of_dark in ordered] == sorted(of_dark for _, of_dark in ordered)
    assert pairs[0] == ("#ffffff", "#141414")
    assert "#123456" in dark  # what people write is not a colour
