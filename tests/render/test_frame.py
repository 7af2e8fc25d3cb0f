"""The box-drawing characters, judged by their names in the Unicode character database."""

import unicodedata
from itertools import product

from nonet.render.drawing import Drawing, Mark
from nonet.render.frame import HEAVY, LIGHT, NO_LINE, Frame, junction
from tests.cases import as_one_test

WEIGHTS = {"LIGHT": LIGHT, "HEAVY": HEAVY}
DIRECTIONS = {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}


def arms_by_name(character):
    """(up, right, down, left) from a name such as RIGHT HEAVY AND LEFT VERTICAL LIGHT."""
    if character == " ":
        return (NO_LINE,) * 4
    name_parts = (
        unicodedata.name(character).removeprefix("BOX DRAWINGS ").replace("AND ", "").split()
    )
    weight_first = name_parts[0] in WEIGHTS
    arms, weight = {}, None
    for part in name_parts if weight_first else reversed(name_parts):
        if part in WEIGHTS:
            weight = WEIGHTS[part]
        else:
            for direction in DIRECTIONS.get(part, (part,)):
                arms[direction] = weight
    return tuple(arms.get(direction, NO_LINE) for direction in ("UP", "RIGHT", "DOWN", "LEFT"))


@as_one_test([*product((NO_LINE, LIGHT, HEAVY), repeat=4)])
def test_every_junction_has_the_arms_its_unicode_name_says(arms):
    assert arms_by_name(junction(arms)) == arms


def test_a_frame_without_light_lines_has_the_walls_alone():
    marks = {(0, column): Mark() for column in range(3)}
    drawing = Drawing(1, 3, marks, {(0, 0): 1, (0, 1): 1, (0, 2): 2})
    assert Frame.from_drawing(drawing).vertical == ((HEAVY, LIGHT, HEAVY, HEAVY),)
    assert Frame.from_drawing(drawing, light=False).vertical == ((HEAVY, NO_LINE, HEAVY, HEAVY),)


def test_there_is_no_line_between_places_without_a_cell():
    frame = Frame.from_drawing(Drawing(2, 2, {(0, 0): Mark()}))
    assert frame.arms(1, 1) == (HEAVY, NO_LINE, NO_LINE, HEAVY)
    assert frame.arms(2, 2) == (NO_LINE,) * 4
