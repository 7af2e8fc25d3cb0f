"""Marks that a setter drew, and their colours."""

import json
from colorsys import rgb_to_hsv
from itertools import product

from nonet.puzzle import Grid
from nonet.puzzle.drawn_marks import (
    MARKS_NOTE,
    MAX_MARKS,
    DrawnMark,
    drawn_decorations,
    drawn_marks,
    marks_note,
    nearest_tint,
)
from nonet.render.shapes import Bulb, Line, Shade, Text

ENDS = {
    18: "red",
    42: "orange",
    70: "yellow",
    170: "green",
    255: "blue",
    300: "purple",
    345: "pink",
}
NINE = Grid.square(9)


def expected_tint(red, green, blue):
    """By the angle on the circle of colours, as the standard library has it."""
    if max(red, green, blue) - min(red, green, blue) < 24:
        return "" if min(red, green, blue) > 245 else "grey"
    degrees = rgb_to_hsv(red / 255, green / 255, blue / 255)[0] * 360
    return next((tint for end, tint in ENDS.items() if degrees <= end + 1e-9), "red")


def test_a_colour_is_the_tint_of_its_angle():
    levels = (0, 1, 23, 24, 25, 78, 100, 179, 231, 232, 245, 246, 255)
    met = set()
    for red, green, blue in product(levels, repeat=3):
        tint = expected_tint(red, green, blue)
        met.add(tint)
        assert nearest_tint(f"#{red:02x}{green:02X}{blue:02x}") == tint, (red, green, blue)
        assert nearest_tint(f" RGB({red}, {green},{blue}) ") == tint
        assert nearest_tint(f"rgba({red} {green} {blue} / 0.5)") == tint
    assert met == {"", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink"}
    for end, tint in ENDS.items():  # a degree on either side of each end
        for degrees in (end - 1, end + 1):
            sixth, part = divmod(degrees / 60, 1)
            up, down = round(240 * part), round(240 * (1 - part))
            colour = [
                (240, up, 0), (down, 240, 0), (0, 240, up), (0, down, 240), (up, 0, 240), (240, 0, down),
            ][int(sixth)]  # fmt: skip
            assert (nearest_tint("#{:02x}{:02x}{:02x}".format(*colour)) == tint) == (degrees < end)


def test_colours_by_name_and_what_is_none():
    shades = {"gray": "grey", "Black": "grey", "white": "", "none": "", "transparent": ""}
    for text, tint in {**shades, "red": "red", " Purple": "purple", "grey": "grey"}.items():
        assert nearest_tint(text) == tint
    for text, tint in {"#f00": "red", "#0f08": "green", "#0000ff80": "blue", "#FFF": ""}.items():
        assert nearest_tint(text) == tint
    for nothing in ("", "#12", "#1234567890", "nonsense", "rgb(1,2)", 7):
        assert nearest_tint(nothing) == "grey"
    assert nearest_tint(None) == "" and nearest_tint("rgb(999,0,0)") == "red"


MARKS = [
    DrawnMark("shade", ("R1C1",), "red"),
    DrawnMark("line", ("R1C1", "R1C2"), "blue"),
    DrawnMark("shade", ("R2C2", "R2C3"), "red"),
    DrawnMark("shade", ("R3C3",), "green"),
    DrawnMark("circle", ("R4C4",)),
    DrawnMark("circle", ("R4C5",), "pink"),
    DrawnMark("text", ("R5C5", "R5C6"), "", "é 7"),
    DrawnMark("line", ("R1C1", "R1C2"), "blue"),
]


def test_marks_are_kept_in_a_note_and_drawn():
    note = marks_note(MARKS)
    assert note == (
        '[["shade",["R1C1","R2C2","R2C3"],"red",""],["shade",["R3C3"],"green",""],'
        '["line",["R1C1","R1C2"],"blue",""],["circle",["R4C4"],"",""],["circle",["R4C5"],"pink",""],'
        '["text",["R5C5","R5C6"],"","é 7"]]'
    )
    notes = {MARKS_NOTE: note}
    merged = DrawnMark("shade", ("R1C1", "R2C2", "R2C3"), "red")
    assert drawn_marks(notes) == [merged, MARKS[3], MARKS[1], *MARKS[4:7]]
    assert list(drawn_decorations(NINE, notes)) == [
        Shade(((0, 0), (1, 1), (1, 2)), "red cells (drawn)", "red"),
        Shade(((2, 2),), "green cells (drawn)", "green"),
        Line(((0, 0), (0, 1)), "line (drawn)", "blue"),
        Bulb(((3, 3),), filled=False),
        Bulb(((3, 4),), filled=True, tint="pink"),
        Text(((4, 4),), "é 7"),
    ]
    assert list(drawn_decorations(Grid.square(4), notes))[3:] == [Bulb(((3, 3),), filled=False)]
    assert list(drawn_decorations(NINE, {})) == drawn_marks({}) == [] and marks_note([]) == ""
    grey = {MARKS_NOTE: marks_note([DrawnMark("shade", ("R1C1",))])}
    assert list(drawn_decorations(NINE, grey)) == [Shade(((0, 0),), "grey cells (drawn)")]


def test_an_invalid_mark_is_no_mark_and_an_invalid_note_has_none():
    good = ["line", ["R1C1", "R1C2"], "red", ""]
    wrong = [
        ["arrow", ["R1C1"], "red", ""],
        ["line", [], "red", ""],
        ["line", ["R1C1"], "crimson", ""],
        ["line", ["R1C1"], "red", 5],
        ["line", ["R1C1", 5], "red", ""],
    ]
    assert drawn_marks({MARKS_NOTE: json.dumps([*wrong, good])}) == [MARKS[1]._replace(tint="red")]
    for note in ("nonsense", "5", "[5]", '[["line"]]', "[" * 100_000, json.dumps([[*good, 1]])):
        assert drawn_marks({MARKS_NOTE: note}) == []
    many = [DrawnMark("text", ("R1C1",), "", str(number)) for number in range(MAX_MARKS + 5)]
    assert drawn_marks({MARKS_NOTE: marks_note(many)}) == many[:MAX_MARKS]
    everything = json.dumps([[*each] for each in many])
    assert drawn_marks({MARKS_NOTE: everything}) == many[:MAX_MARKS]
