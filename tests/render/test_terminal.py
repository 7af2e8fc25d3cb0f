"""Terminal text: small drawings in full, and laws that hold for any drawing."""

import io
import re
import subprocess
import sys
from itertools import product
from string import ascii_letters
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet.render.drawing import Drawing, Line, Mark, Shade, Shape
from nonet.render.frame import HEAVY, LIGHT, NO_LINE, junction
from nonet.render.terminal import drawing_text, wants_ascii, wants_colour

ARMS = {junction(arms): arms for arms in product((NO_LINE, LIGHT, HEAVY), repeat=4)}
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def grid(rows, regions, box=None, decorations=(), **looks):
    """A drawing of lines of text: ``.`` is an open cell, a space no cell at all."""
    marks = {
        (r, c): Mark("" if character == "." else character, clue=character != ".", **looks)
        for r, row in enumerate(rows)
        for c, character in enumerate(row)
        if character != " "
    }
    numbers = {place: ord(regions[place[0]][place[1]]) for place in marks}
    return Drawing(len(rows), max(map(len, rows)), marks, numbers, box, tuple(decorations))


SQUARES = ["aabb", "aabb", "ccdd", "ccdd"]
CLASSIC = grid(["1.3.", "..2.", ".4..", "...1"], SQUARES, (2, 2))
JIGSAW = grid(["1.3.", "..2.", ".4..", "...1"], ["aaab", "acbb", "ccdb", "cddd"])
OVERLAP = grid(
    ["1...  ", "..2.  ", "..34..", "....1.", "  ....", "  .2.."],
    ["aabb  ", "aabb  ", "ccddee", "ccddee", "  ffgg", "  ffgg"],
    (2, 2),
)


def picture(text):
    """A picture written in a test, without its indentation."""
    return dedent(text).strip("\n")


def test_a_classic_4x4_is_drawn_compactly_with_heavy_walls():
    assert drawing_text(CLASSIC) == picture("""
        ┏━━━━━┳━━━━━┓
        ┃ 1 . ┃ 3 . ┃
        ┃ . . ┃ 2 . ┃
        ┣━━━━━╋━━━━━┫
        ┃ . 4 ┃ . . ┃
        ┃ . . ┃ . 1 ┃
        ┗━━━━━┻━━━━━┛
    """)


def test_walls_of_a_jigsaw_follow_its_regions():
    assert drawing_text(JIGSAW) == picture("""
        ┏━━━━━━━━━━━┳━━━┓
        ┃ 1   .   3 ┃ . ┃
        ┃   ┏━━━┳━━━┛   ┃
        ┃ . ┃ . ┃ 2   . ┃
        ┣━━━┛   ┣━━━┓   ┃
        ┃ .   4 ┃ . ┃ . ┃
        ┃   ┏━━━┛   ┗━━━┫
        ┃ . ┃ .   .   1 ┃
        ┗━━━┻━━━━━━━━━━━┛
    """)


def test_overlapping_grids_leave_places_without_a_cell_empty():
    assert drawing_text(OVERLAP) == picture("""
        ┏━━━━━┳━━━━━┓
        ┃ 1 . ┃ . . ┃
        ┃ . . ┃ 2 . ┃
        ┣━━━━━╋━━━━━╋━━━━━┓
        ┃ . . ┃ 3 4 ┃ . . ┃
        ┃ . . ┃ . . ┃ 1 . ┃
        ┗━━━━━╋━━━━━╋━━━━━┫
              ┃ . . ┃ . . ┃
              ┃ . 2 ┃ . . ┃
              ┗━━━━━┻━━━━━┛
    """)


def test_a_grid_without_regions_has_a_frame_alone():
    assert drawing_text(grid(["1.", ".."], ["aa", "aa"])) == picture("""
        ┏━━━━━┓
        ┃ 1 . ┃
        ┃ . . ┃
        ┗━━━━━┛
    """)


def test_candidates_are_drawn_in_the_shape_of_a_box_with_a_line_round_each_cell():
    marks = {place: Mark(candidates=("1", "", "3", "4")) for place in product(range(2), range(4))}
    marks[0, 1], marks[1, 2], marks[1, 3] = Mark("3", clue=True), Mark("2"), Mark("4", wrong=True)
    regions = {place: place[1] // 2 for place in marks}
    assert drawing_text(Drawing(2, 4, marks, regions, (2, 2))) == picture("""
        ┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓
        ┃ 1   │ [3] ┃ 1   │ 1   ┃
        ┃ 3 4 │     ┃ 3 4 │ 3 4 ┃
        ┠─────┼─────╂─────┼─────┨
        ┃ 1   │ 1   ┃  2  │  4! ┃
        ┃ 3 4 │ 3 4 ┃     │     ┃
        ┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛
    """)


def test_more_than_three_candidates_side_by_side_stand_close():
    letters = tuple("123456789ABCDEFG")
    drawing = Drawing(1, 1, {(0, 0): Mark(candidates=letters)}, box=(4, 4))
    assert drawing_text(drawing) == picture("""
        ┏━━━━━━┓
        ┃ 1234 ┃
        ┃ 5678 ┃
        ┃ 9ABC ┃
        ┃ DEFG ┃
        ┗━━━━━━┛
    """)


def test_ascii_frames_with_plus_minus_and_bar():
    assert drawing_text(JIGSAW, ascii=True) == picture("""
        +-----------+---+
        | 1   .   3 | . |
        |   +---+---+   |
        | . | . | 2   . |
        +---+   +---+   |
        | .   4 | . | . |
        |   +---+   +---+
        | . | .   .   1 |
        +---+-----------+
    """)


def test_ascii_candidates_tell_walls_from_lines():
    marks = {(0, column): Mark(candidates=("1", "2")) for column in range(3)}
    regions = {(0, 0): 0, (0, 1): 0, (0, 2): 1}
    assert drawing_text(Drawing(1, 3, marks, regions, (1, 2)), ascii=True) == picture("""
        #=====#=====#=====#
        # 1 2 | 1 2 # 1 2 #
        #=====#=====#=====#
    """)


def test_a_wrong_value_is_marked_without_colour():
    wrong = grid(["11"], ["ab"], wrong=True)
    assert drawing_text(wrong).split("\n")[1] == "┃ 1!┃ 1!┃"


def test_longer_texts_widen_every_cell_and_stand_in_the_middle():
    marks = {(0, 0): Mark("10"), (0, 1): Mark("7"), (0, 2): Mark("123")}
    assert drawing_text(Drawing(1, 3, marks)).split("\n")[1] == "┃ 10   7  123 ┃"


def test_a_25x25_fits_in_its_columns():
    side = range(25)
    marks = {place: Mark("P", clue=True) for place in product(side, side)}
    regions = {(r, c): r // 5 * 5 + c // 5 for r, c in marks}
    lines = drawing_text(Drawing(25, 25, marks, regions, (5, 5))).split("\n")
    assert len(lines) == 25 + 6
    assert {len(line) for line in lines} == {5 * 11 + 6}


@st.composite
def drawings(draw_from):
    """Any shape, any region map, cells or none, candidates or none; each cell has its letter."""
    height, width = draw_from(st.integers(1, 5)), draw_from(st.integers(1, 5))
    region = st.sampled_from(["no cell", None, 0, 1, 2])
    places = list(product(range(height), range(width)))
    numbers = {place: draw_from(region) for place in places}
    lattice = draw_from(st.booleans())
    letters, marks = iter(ascii_letters), {}
    for place in places:
        if numbers[place] != "no cell":
            letter = next(letters)
            open_cell = lattice and draw_from(st.booleans())
            marks[place] = Mark(candidates=(letter,)) if open_cell else Mark(letter)
    regions = {place: numbers[place] for place in marks if numbers[place] is not None}
    return Drawing(height, width, marks, regions)


def characters(text):
    """The characters of a picture by (line, column)."""
    return {
        (y, x): character
        for y, line in enumerate(text.split("\n"))
        for x, character in enumerate(line)
    }


@given(drawings())
def test_the_arms_of_every_character_meet_those_of_its_neighbours(drawing):
    by_place = characters(drawing_text(drawing))
    arms = {place: ARMS.get(character, (0, 0, 0, 0)) for place, character in by_place.items()}
    for (y, x), (up, right, down, left) in arms.items():
        nothing = (0, 0, 0, 0)
        assert right == arms.get((y, x + 1), nothing)[3]
        assert left == arms.get((y, x - 1), nothing)[1]
        assert down == arms.get((y + 1, x), nothing)[0]
        assert up == arms.get((y - 1, x), nothing)[2]


def connected(starts, neighbours):
    """The parts into which ``starts`` fall, by a walk over ``neighbours``."""
    parts, seen = set(), set()
    for start in starts:
        if start in seen:
            continue
        part, open_places = {start}, [start]
        while open_places:
            for neighbour in neighbours(open_places.pop()):
                if neighbour not in part:
                    part.add(neighbour)
                    open_places.append(neighbour)
        seen |= part
        parts.add(frozenset(part))
    return parts


def around(place):
    row, column = place
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


@given(drawings(), st.booleans())
def test_walls_part_the_picture_into_the_regions_of_the_drawing(drawing, ascii):
    by_place = characters(drawing_text(drawing, ascii=ascii))
    if not ascii:
        walls = {character for character, arms in ARMS.items() if HEAVY in arms}
    else:
        walls = set("#=") if drawing.shows_candidates else set("+-|")
    parts = connected(
        [place for place, character in by_place.items() if character.isalpha()],
        lambda place: [
            neighbour
            for neighbour in around(place)
            if by_place.get(neighbour, "#") not in walls | {"#"}
        ],
    )
    letters = {
        frozenset(by_place[place] for place in part if by_place[place].isalpha()) for part in parts
    }
    regions = connected(
        drawing.marks,
        lambda place: [
            neighbour
            for neighbour in around(place)
            if neighbour in drawing.marks
            and drawing.regions.get(neighbour) == drawing.regions.get(place)
        ],
    )

    def letter(place):
        mark = drawing.marks[place]
        return mark.text or mark.candidates[0]

    assert letters == {frozenset(map(letter, region)) for region in regions}


@given(drawings(), st.booleans())
def test_every_mark_is_drawn_once_and_no_line_ends_in_blanks(drawing, ascii):
    text = drawing_text(drawing, ascii=ascii)
    drawn = [character for character in text if character.isalpha()]
    assert sorted(drawn) == sorted(m.text or m.candidates[0] for m in drawing.marks.values())
    assert all(line == line.rstrip() for line in text.split("\n"))
    assert not ascii or text.isascii()


@given(drawings())
def test_without_colour_there_are_no_escapes_and_with_it_nothing_else_is_added(drawing):
    plain = drawing_text(drawing)
    assert "\x1b" not in plain
    uncoloured = ESCAPE.sub("", drawing_text(drawing, colour=True))
    assert [line.rstrip() for line in uncoloured.split("\n")] == plain.split("\n")


def test_clues_are_bold_deductions_coloured_and_wrong_marks_red():
    marks = {(0, 0): Mark("1", clue=True), (0, 1): Mark("2"), (0, 2): Mark("3", wrong=True)}
    line = drawing_text(Drawing(1, 3, marks), colour=True).split("\n")[1]
    assert "\x1b[1m1\x1b[0m" in line
    assert re.search(r"\x1b\[38;5;\d+m2\x1b\[0m", line)
    assert re.search(r"\x1b\[[0-9;]*31m3\x1b\[0m", line)


def test_decorations_are_backgrounds_and_need_colour():
    def background(*decorations):
        drawing = grid(["1234"], ["aaaa"], decorations=decorations)
        line = drawing_text(drawing, colour=True).split("\n")[1]
        return {
            text.strip(): code[1]
            for codes, text in re.findall(r"\x1b\[([0-9;]*)m([^\x1b]*)", line)
            if (code := re.search(r"(48;5;\d+)", codes)) and text.strip()
        }

    shades = Shade(((0, 0),), "a"), Shade(((0, 1),), "b"), Shade(((0, 2),), "a")
    backgrounds = background(*shades)
    assert backgrounds["1"] == backgrounds["3"] != backgrounds["2"]
    assert "4" not in backgrounds
    line, circle = Line(((0, 0), (0, 1))), Shape((0, 1), "circle")
    backgrounds = background(circle, line, *shades)
    assert len({backgrounds[value] for value in "123"}) == 3
    assert background(Shape((0, 0), "square"))["1"] != backgrounds["2"]
    assert drawing_text(grid(["1"], ["a"], decorations=[circle])) == drawing_text(
        grid(["1"], ["a"])
    )


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("environment", "stream", "expected"),
    [
        ({}, Terminal(), True),
        ({}, io.StringIO(), False),
        ({"TERM": "dumb"}, Terminal(), False),
        ({"NO_COLOR": "1"}, Terminal(), False),
        ({"NO_COLOR": ""}, Terminal(), True),
        ({"FORCE_COLOR": "1"}, io.StringIO(), True),
        ({"FORCE_COLOR": ""}, io.StringIO(), False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, Terminal(), True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, Terminal(), False),
    ],
)
def test_colour_is_for_terminals_unless_the_environment_says_otherwise(
    monkeypatch, environment, stream, expected
):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(stream) is expected


def test_a_stream_that_cannot_encode_box_characters_wants_ascii():
    assert wants_ascii(io.TextIOWrapper(io.BytesIO(), "cp1252"))
    assert not wants_ascii(io.TextIOWrapper(io.BytesIO(), "utf-8"))
    assert not wants_ascii(io.StringIO())


@pytest.mark.parametrize("module", ["terminal", "svg"])
def test_a_renderer_imports_nothing_of_nonet_but_its_own_room(module):
    code = (
        "import sys, types; nonet = types.ModuleType('nonet'); "
        f"nonet.__path__ = {list(sys.modules['nonet'].__path__)!r}; sys.modules['nonet'] = nonet; "
        f"import nonet.render.{module}; "
        "print(*sorted(m for m in sys.modules if m.startswith('nonet.')))"
    )
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    rooms = {name.removeprefix("nonet.").partition(".")[0] for name in modules}
    assert rooms == {"render"}
    assert f"nonet.render.{module}" in modules
