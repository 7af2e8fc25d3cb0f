"""Pictures moved, enlarged and mirrored are what is drawn of drawings that are moved and so on."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import product

import pytest

from nonet.render.decorations import svg_over_values, svg_under_values
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
from nonet.render.overlay import (
    areas_svg,
    arrows_svg,
    highlights_svg,
)
from nonet.render.svg import drawing_svg, line_paths

CELL = 40
NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")


def board(height=6, width=6, **fields):
    marks = {
        place: Mark(candidates=("1", "2", "3", "4"))
        for place in product(range(height), range(width))
    }
    return Drawing(height, width, marks, box=(2, 2), **fields)


L_SHAPE = ((0, 0), (0, 1), (1, 1), (1, 2))
SHAPES = {
    "shades": (Shade(L_SHAPE, "a"), Shade(((2, 2),), "b")),
    "a line": (Line(((0, 0), (0, 1), (1, 2))),),
    "a thin arrow": (Line(((0, 1), (1, 1), (2, 0)), width=0.05, head=True),),
    "a dashed line": (Line(((1, 0), (1, 1)), dashed=True),),
    "shapes": (Shape((0, 1), "circle"), Shape((1, 0), "diamond"), Shape((2, 2), "square")),
    "bulbs": (Bulb(((0, 1),)), Bulb(((1, 0), (1, 1), (1, 2)), filled=False)),
    "a pill along a diagonal": (Bulb(((0, 1), (1, 2))), Bulb(((2, 1), (1, 2)), filled=False)),
    "an outline": (Outline(L_SHAPE),),
    "dots": (Dot(((0, 0), (0, 1))), Dot(((1, 1), (1, 2), (2, 1), (2, 2)), "black")),
}
TEXTS = {
    "a cage": (Outline(L_SHAPE, "15"),),
    "dots with texts": (Dot(((0, 0), (0, 1)), text="3"), Dot(L_SHAPE, text="1 2\n3 4")),
    "texts": (
        Text(((0, 1),), "7"), Text(((0, 0), (0, 1)), "XV"), Text(((1, 1),), "12", "corner"),
        Text(((0, 2),), "9", direction=(1, 0)), Text(((2, 0),), "8", direction=(0, 1)),
        Text(((0, 0),), "31", direction=(1, 1)), Text(((2, 2),), "6", direction=(-1, 1)),
    ),
}  # fmt: skip
OVERLAYS = {
    "areas": {"areas": tuple(
        Area(L_SHAPE, kind, group) for group, kind in enumerate(("truth", "link", "set", "pattern"))
    )},
    "highlights": {"highlights": tuple(
        Highlight((number // 3, number % 3), number % 4, role)
        for number, role in enumerate(("on", "off", "fin", "removed", "placed", "start", "clash"))
    )},
    "arrows": {"arrows": (
        Arrow(((0, 0), 0), ((0, 1), 3), strong=True), Arrow(((2, 0), 1), ((0, 2), 2), strong=False),
        Arrow(((1, 1), 0), ((1, 1), 1), strong=True), Arrow(((2, 2), 0), ((1, 2), 0), strong=False),
    )},
}  # fmt: skip
DRAWN = {name: {"decorations": decorations} for name, decorations in (SHAPES | TEXTS).items()}
DRAWN |= OVERLAYS


def moved(item, place):
    """The item with each place of it changed by a function."""
    changes = {}
    for name in type(item).__dataclass_fields__:
        value = getattr(item, name)
        if name in ("cells", "cell"):
            changes[name] = tuple(map(place, value)) if name == "cells" else place(value)
        elif name in ("start", "end"):
            changes[name] = (place(value[0]), value[1])
        elif name == "direction" and value:
            changes[name] = tuple(b - a for a, b in zip(place((0, 0)), place(value), strict=True))
    return replace(item, **changes)


def moved_fields(fields, place):
    return {name: tuple(moved(each, place) for each in items) for name, items in fields.items()}


def path_points(data):
    """The points of a path, with every command made absolute."""
    x = y = 0.0
    points, start = [], (0.0, 0.0)
    for command, arguments in re.findall(r"([MLHVQhvz])([^MLHVQhvz]*)", data):
        numbers = list(map(float, NUMBERS.findall(arguments)))
        if command in "MLQ":
            points += list(zip(numbers[::2], numbers[1::2], strict=True))
            x, y = points[-1]
            start = (x, y) if command == "M" else start
            continue
        x = {"H": numbers and numbers[0], "h": x + sum(numbers), "z": start[0]}.get(command, x)
        y = {"V": numbers and numbers[0], "v": y + sum(numbers), "z": start[1]}.get(command, y)
        points.append((x, y))
    return points


def shapes_of(parts):
    """Every element's tag, its points, its lengths (radius, size ...) and its other words."""
    result = []
    for element in ET.fromstring(f"<svg>{''.join(parts)}</svg>").iter():
        values = dict(element.items())
        points = path_points(values.pop("d", ""))
        pairs = list(map(float, NUMBERS.findall(values.pop("points", ""))))
        points += list(zip(pairs[::2], pairs[1::2], strict=True))
        for first, second in (("x", "y"), ("cx", "cy")):
            if first in values:
                points.append((float(values.pop(first)), float(values.pop(second))))
        turn = list(map(float, NUMBERS.findall(values.pop("transform", ""))))
        if turn:
            points.append((turn[1], turn[2]))
        lengths = [
            float(values.pop(key)) for key in ("r", "rx", "width", "height") if key in values
        ]
        lengths += [float(values.pop("font-size", 0)), *turn[:1]]
        for stroke in ("stroke-width", "stroke-dasharray"):
            values.pop(stroke, None)
        result.append((element.tag, points, lengths, values, element.text))
    return result


def drawn(fields, cell=CELL, size=6):
    drawing = board(size, size, **fields)
    parts = [*svg_under_values(drawing, cell), *areas_svg(drawing, cell)]
    parts += [*svg_over_values(drawing, cell), *highlights_svg(drawing, cell)]
    return shapes_of([*parts, *arrows_svg(drawing, cell)])


def assert_alike(first, second, change, factor=1.0, within=0.11):
    assert len(first) == len(second) > 1
    for (tag, points, lengths, attributes, text), other in zip(first, second, strict=True):
        assert (tag, attributes, text) == (other[0], other[3], other[4])
        for point, image in zip(points, other[1], strict=True):
            assert change(*point) == pytest.approx(image, abs=within)
        assert [each * factor for each in lengths] == pytest.approx(other[2], rel=0.02)


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("down", [(0, 2), (3, 0), (2, 1)])
def test_what_is_moved_is_drawn_elsewhere_and_else_alike(name, down):
    fields = DRAWN[name]
    other_fields = moved_fields(fields, lambda place: (place[0] + down[0], place[1] + down[1]))
    shift = (down[1] * CELL, down[0] * CELL)
    assert_alike(drawn(fields), drawn(other_fields), lambda x, y: (x + shift[0], y + shift[1]))


@pytest.mark.parametrize("name", DRAWN)
def test_larger_cells_make_a_larger_picture_of_the_same_shape(name):
    first, second = drawn(DRAWN[name]), drawn(DRAWN[name], 4 * CELL)
    turned = "diagonal" in name  # an angle does not grow
    if turned:
        first, second = (
            [(*each[:2], each[2][:-1], *each[3:]) for each in s] for s in (first, second)
        )
    assert_alike(first, second, lambda x, y: (4 * x, 4 * y), 4.0, 0.3)


@pytest.mark.parametrize("name", [*SHAPES, "areas"])
def test_rows_and_columns_exchanged_are_drawn_exchanged(name):
    fields = DRAWN[name]
    other_fields = moved_fields(fields, lambda place: (place[1], place[0]))
    first, second = drawn(fields), drawn(other_fields)
    assert len(first) == len(second)
    for (tag, points, lengths, attributes, _), other in zip(first, second, strict=True):
        assert (tag, attributes) == (other[0], other[3])
        mirrored = sorted((y, x) for x, y in points)
        assert mirrored == [pytest.approx(point, abs=0.11) for point in sorted(other[1])] or (
            tag in ("rect", "path")  # a corner is another corner, a head's ends are exchanged
        )
        if "diagonal" not in name:
            assert sorted(lengths) == pytest.approx(sorted(other[2]))


@pytest.mark.parametrize(
    ("decorations", "below"),
    [
        ((), False),
        ((Outline(((0, 0),), "3"),), True),
        ((Outline(((0, 0),)),), False),
        ((Text(((0, 0),), "3", "corner"),), True),
        ((Text(((0, 0),), "3"), Line(((0, 0), (0, 1)))), False),
    ],
)
def test_candidates_stand_below_the_sums_in_the_corners(decorations, below):
    picture = drawing_svg(board(1, 2, decorations=decorations), cell=CELL)
    texts = [each for each in ET.fromstring(picture).iter() if each.tag.endswith("text")]
    sums = [float(each.get("y")) for each in texts if each.get("font-family")]
    candidates = [float(each.get("y")) for each in texts if not each.get("font-family")]
    top = board(1, 2, decorations=decorations).candidate_top
    assert (top == board(1, 2).candidate_top) is not below
    assert len(candidates) == 8
    if below:
        assert min(candidates) > max(sums)


def test_the_lines_of_a_grid_are_each_drawn_once():
    drawing = Drawing(2, 3, dict.fromkeys(product(range(2), range(3)), Mark()))
    regions = {place: place[1] // 2 for place in drawing.marks}
    thin, wall = line_paths(replace(drawing, regions=regions), CELL)

    def segments(data):
        points = path_points(data)
        return {tuple(sorted(pair)) for pair in zip(points[::2], points[1::2], strict=True)}

    assert segments(thin) == {((0, 40), (120, 40)), ((40, 0), (40, 80))}
    assert segments(wall) == {
        ((0, 0), (120, 0)), ((0, 80), (120, 80)), ((0, 0), (0, 80)), ((80, 0), (80, 80)),
        ((120, 0), (120, 80)),
    }  # fmt: skip
