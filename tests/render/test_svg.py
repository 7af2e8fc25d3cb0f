"""SVG, read back with an XML parser."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from nonet.render.drawing import Drawing, Line, Mark, Shade, Shape
from nonet.render.svg import drawing_svg

SVG = "{http://www.w3.org/2000/svg}"
CELL = 40


def elements(drawing, kind, **options):
    return list(ET.fromstring(drawing_svg(drawing, **options)).iter(SVG + kind))


def one_row(*marks, **fields):
    return Drawing(1, len(marks), {(0, c): mark for c, mark in enumerate(marks)}, **fields)


def test_the_picture_is_standalone_and_accessible():
    text = drawing_svg(one_row(Mark("1", clue=True), Mark()))
    root = ET.fromstring(text)
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    title = root.find(SVG + "title").text
    assert title == root.get("aria-label") == "Puzzle of 1 row and 2 columns with 1 clue"
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not kinds & {"script", "style", "image", "use", "foreignObject"}
    assert not any("id" in element.attrib or "class" in element.attrib for element in root.iter())


def test_the_background_is_white_and_covers_the_picture():
    root = ET.fromstring(drawing_svg(one_row(Mark(), Mark())))
    paper = next(root.iter(SVG + "rect"))
    assert paper.get("fill") == "#ffffff"
    box = " ".join(paper.get(name) for name in ("x", "y", "width", "height"))
    assert box == root.get("viewBox")


def test_clues_are_bold_and_black_and_deductions_are_not():
    clue, deduction = elements(one_row(Mark("1", clue=True), Mark("2")), "text")
    assert (clue.text, clue.get("font-weight"), clue.get("fill")) == ("1", "bold", "#000000")
    assert (deduction.text, deduction.get("font-weight")) == ("2", None)
    assert deduction.get("fill") != "#000000"


def test_a_wrong_mark_has_a_frame_of_its_own_and_is_underlined():
    drawing = one_row(Mark("1", clue=True), Mark("1", wrong=True))
    right, wrong = elements(drawing, "text")
    assert right.get("text-decoration") is None
    assert wrong.get("text-decoration") == "underline"
    _paper, frame = elements(drawing, "rect")
    assert CELL < float(frame.get("x")) < float(frame.get("x")) + float(frame.get("width")) < 80


def test_candidates_stand_in_the_box_layout_inside_their_cell():
    symbols = tuple("123456")
    texts = elements(one_row(Mark("9"), Mark(candidates=symbols), box=(2, 3)), "text")[1:]
    places = {text.text: (float(text.get("x")), float(text.get("y"))) for text in texts}
    assert sorted(places) == list(symbols)
    assert all(CELL < x < 2 * CELL and 0 < y < CELL for x, y in places.values())
    for row in ("123", "456"):
        assert len({places[symbol][1] for symbol in row}) == 1
        assert all(places[a][0] < places[b][0] for a, b in pairwise(row))
    assert places["1"][0] == places["4"][0]
    assert places["1"][1] < places["4"][1]


def test_a_candidate_that_is_ruled_out_is_not_drawn():
    drawing = one_row(Mark(candidates=("1", "", "3", "")), box=(2, 2))
    assert [text.text for text in elements(drawing, "text")] == ["1", "3"]


def test_decorations_lie_under_the_lines_and_values():
    decorations = (
        Shape((0, 0), "circle"),
        Shape((1, 1), "square"),
        Line(((0, 0), (1, 1))),
        Shade(((0, 1), (1, 1)), "window"),
    )
    marks = {place: Mark("1") for place in product(range(2), range(2))}
    root = ET.fromstring(drawing_svg(Drawing(2, 2, marks, decorations=decorations)))
    kinds = [element.tag.removeprefix(SVG) for element in root]
    paper_shade_line_shapes = ["rect", "path", "polyline", "polyline", "circle", "rect"]
    thin_lines_walls_values = ["path", "path", "g"]
    assert kinds == ["title", *paper_shade_line_shapes, *thin_lines_walls_values]
    assert root.find(SVG + "polyline").get("points") == "20,20 60,60"


def test_shades_of_different_names_have_different_colours():
    shades = [Shade(((0, c),), name) for c, name in enumerate("aba")]
    paths = elements(one_row(Mark(), Mark(), Mark(), decorations=tuple(shades)), "path")
    first, second, third = (path.get("fill") for path in paths[:3])
    assert first == third != second


def test_a_title_and_a_text_are_escaped():
    drawing = one_row(Mark("<&"))
    root = ET.fromstring(drawing_svg(drawing, title='"<b>" & \x00more'))
    assert root.get("aria-label") == '"<b>" & \\x00more'
    assert root.find(f".//{SVG}text").text == "<&"


def segments(path):
    """The unit segments of a path of absolute moves, H and V."""
    result = set()
    for x, y, direction, stop in re.findall(r"M(\d+) (\d+)([HV])(\d+)", path or ""):
        column, row, end = int(x) // CELL, int(y) // CELL, int(stop) // CELL
        if direction == "H":
            result |= {("above", (row, c)) for c in range(column, end)}
        else:
            result |= {("left of", (r, column)) for r in range(row, end)}
    return result


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_walls_and_thin_lines_are_where_the_drawing_has_them(height, width, data):
    places = list(product(range(height), range(width)))
    numbers = {place: data.draw(st.sampled_from([None, 1, 2, 3])) for place in places}
    marks = {place: Mark() for place in places if numbers[place] is not None}
    regions = {place: numbers[place] for place in marks}
    paths = elements(Drawing(height, width, marks, regions), "path", cell=CELL)
    by_stroke = {path.get("stroke"): segments(path.get("d")) for path in paths}

    walls, thin = set(), set()
    for row, column in product(range(height + 1), range(width + 1)):
        region = numbers.get((row, column))
        for side, neighbour in (("above", (row - 1, column)), ("left of", (row, column - 1))):
            if numbers.get(neighbour) != region:
                walls.add((side, (row, column)))
            elif region is not None:
                thin.add((side, (row, column)))
    assert by_stroke.get("#000000", set()) == walls
    assert by_stroke.get("#9a9996", set()) == thin
