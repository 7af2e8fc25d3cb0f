"""Overlays of an argument: discs, areas and arrows, by their geometry."""

import xml.etree.ElementTree as ET
from itertools import pairwise, product
from math import dist
from typing import get_args

import pytest

from nonet.render.drawing import (
    Area,
    Arrow,
    Drawing,
    Highlight,
    Mark,
)
from nonet.render.overlay import (
    LEGEND,
    areas_svg,
    arrows_svg,
    candidate_position,
    disc_radius,
    highlights_svg,
)
from nonet.render.shapes import Role
from tests.render.test_geometry import CELL, OVERLAYS, board, shapes_of


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (2, 3), (3, 3), (4, 4)])
@pytest.mark.parametrize("top", [0.06, 0.27])
def test_candidates_and_their_discs_are_inside_their_cell_and_apart(shape, top):
    rows, columns = shape
    places = [
        candidate_position((2, 3), index, CELL, rows, columns, top)
        for index in range(rows * columns)
    ]
    radius = disc_radius(CELL, rows, columns, top)
    for x, y, size in places:
        assert x - radius > 3 * CELL and x + radius < 4 * CELL
        assert (2 + top) * CELL <= y - radius + 1e-9 and y + radius < 3 * CELL
        assert 0 < size <= 0.36 * CELL
    for first, second in product(places, repeat=2):
        assert first == second or dist(first[:2], second[:2]) > 2 * radius
    lines = [places[start : start + columns] for start in range(0, len(places), columns)]
    for line in lines:
        assert len({y for _, y, _ in line}) == 1
        steps = {round(b[0] - a[0], 6) for a, b in pairwise(line)}
        assert len(steps) <= 1 and all(step > 0 for step in steps)
    assert all(a[0][1] < b[0][1] and a[0][0] == b[0][0] for a, b in pairwise(lines))


def test_an_arrow_goes_from_the_edge_of_a_disc_to_the_edge_of_the_other():
    for arrow in OVERLAYS["arrows"]["arrows"]:
        drawing = board(arrows=(arrow,))
        (_, points, *_), (_, head, *_) = shapes_of(arrows_svg(drawing, CELL))[1:]
        ends = [
            candidate_position(*end, CELL, *drawing.candidate_box)[:2]
            for end in (arrow.start, arrow.end)
        ]
        radius = disc_radius(CELL, *drawing.candidate_box)
        assert dist(ends[0], points[0]) == pytest.approx(radius, abs=0.1)
        assert dist(ends[1], points[2]) == pytest.approx(radius, abs=0.1)
        tip, left, right = head[:3]
        assert tip == pytest.approx(points[2], abs=0.1)
        assert dist(tip, left) == pytest.approx(dist(tip, right), abs=0.2)
        back = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
        assert dist(tip, back) == pytest.approx(CELL / 9, abs=0.2)
        assert dist(back, points[1]) < dist(tip, points[1])  # the head points away from the curve
        svg = "".join(arrows_svg(drawing, CELL))
        assert ("dasharray" in svg) is not arrow.strong


@pytest.mark.parametrize("index", [0, 1])
def test_an_arrow_bends_away_from_the_candidates_in_its_way(index):
    """Each cell between its ends has a candidate at the height of the ends, and a free half."""
    between = ("1", "") if index == 0 else ("", "1")
    marks = {(0, column): Mark(candidates=between) for column in range(7)}
    arrow = Arrow(((0, 0), index), ((0, 6), index), strong=True)
    drawing = Drawing(1, 7, marks, box=(2, 1), arrows=(arrow,))
    (_, (start, middle, end), *_), _ = shapes_of(arrows_svg(drawing, CELL))[1:]
    (_, height, _) = candidate_position((0, 0), index, CELL, 2, 1)
    assert start[1] == pytest.approx(end[1], abs=0.2)
    assert (middle[1] > height) is (index == 0)


def _tags(svg):
    return [(each.tag.rpartition("}")[2], each.attrib) for each in ET.fromstring(f"<g>{svg}</g>")]


@pytest.mark.parametrize("role", get_args(Role))
def test_each_role_has_a_mark_that_the_legend_explains(role):
    drawing = board(highlights=(Highlight((0, 0), 1, role),))
    (first, *others) = _tags("".join(highlights_svg(drawing, CELL)))
    assert first[0] == "circle"
    shown = first[1]
    x, y, size = candidate_position((0, 0), 1, CELL, *drawing.candidate_box)
    assert (float(shown["cx"]), float(shown["cy"])) == pytest.approx((x, y), abs=0.01)
    radius = disc_radius(CELL, *drawing.candidate_box)
    assert float(shown["r"]) == pytest.approx(radius, abs=0.01)
    is_ring = role in ("start", "clash")
    assert (shown["fill"] == "none") is is_ring
    colour = shown["stroke"] if is_ring else shown["fill"]
    assert colour in {colour for _, colour, _ in LEGEND}
    assert ("stroke-dasharray" in shown) is (role == "clash"), "broken, as the legend says"
    assert ("stroke" in shown) is (is_ring or role in ("placed", "fin"))
    assert len(others) == (role == "removed")
    for tag, strike in others:  # from below on the left to above on the right
        left, right = (tuple(map(float, part.split())) for part in strike["d"][1:].split("L"))
        assert tag == "path" and left[0] < x < right[0] and left[1] > y > right[1]
        assert dist(left, (x, y)) == pytest.approx(dist(right, (x, y)), abs=0.01)
        assert dist(left, (x, y)) < 1.2 * radius
        assert float(strike["stroke-width"]) == pytest.approx(size / 9, abs=0.01)


def test_the_colours_of_the_roles_are_all_different():
    drawing = board(highlights=tuple(Highlight((0, 0), 0, role) for role in get_args(Role)))
    circles = [
        each for tag, each in _tags("".join(highlights_svg(drawing, CELL))) if tag == "circle"
    ]
    looks = {(each["fill"], each.get("stroke", "")) for each in circles}
    assert len(looks) == len(get_args(Role))


@pytest.mark.parametrize("kind", ["truth", "link", "set", "pattern"])
def test_an_area_is_tinted_or_framed_as_its_kind_says(kind):
    ((tag, shown),) = _tags("".join(areas_svg(board(areas=(Area(((0, 0), (0, 1)), kind),)), CELL)))
    is_framed = kind in ("link", "pattern")
    assert tag == "path" and (shown["fill"] == "none") is is_framed is ("stroke" in shown)
    assert ("stroke-dasharray" in shown) is (kind == "link")
    assert (shown.get("stroke") or shown["fill"]) in {colour for _, colour, _ in LEGEND}
    assert ("fill-opacity" in shown) is not is_framed


def test_groups_of_cells_have_tints_of_their_own_up_to_six():
    areas = tuple(Area(((0, 0),), "set", group) for group in range(7))
    fills = [each["fill"] for _, each in _tags("".join(areas_svg(board(areas=areas), CELL)))]
    assert len(set(fills)) == 6 and fills[6] == fills[0]


def _bend(marks, arrow, width=5):
    drawing = Drawing(1, width, marks, box=(2, 1), arrows=(arrow,))
    (_, (start, middle, *_), *_), _ = shapes_of(arrows_svg(drawing, CELL))[1:]
    return middle[1] - start[1]


def test_an_arrow_would_rather_cross_a_candidate_than_a_value():
    """The ways up and down are alike but for a value in one cell of one, a candidate of the other."""
    arrow = Arrow(((0, 0), 0), ((0, 4), 0), strong=False)
    free = {(0, column): Mark(candidates=("1", "2")) for column in range(5)}
    assert _bend(free, arrow) != 0
    open_cells = {place: Mark(candidates=("1", "")) for place in free}
    assert _bend(open_cells, arrow) > 0, "below is nothing, above is the edge of the grid"


@pytest.mark.parametrize("strong", [True, False])
def test_an_arrow_to_a_neighbour_goes_out_to_the_side_to_be_seen(strong):
    marks = {(0, 0): Mark(candidates=("1", "2"))}
    arrow = Arrow(((0, 0), 0), ((0, 0), 1), strong)
    drawing = Drawing(1, 1, marks, box=(1, 2), arrows=(arrow,))
    (_, (_, middle, *_), *_), _ = shapes_of(arrows_svg(drawing, CELL))[1:]
    _, height, _ = candidate_position((0, 0), 0, CELL, 1, 2)
    assert abs(middle[1] - height) == pytest.approx(2.8 * disc_radius(CELL, 1, 2), abs=0.1)
