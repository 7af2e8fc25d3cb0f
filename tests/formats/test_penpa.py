"""Boards of Penpa+: read as its editor makes them, written so that it opens them."""

import base64
import json
import re
import zlib
from dataclasses import replace

import pytest

from nonet.errors import FormatError, FormatWarning
from nonet.formats import parse, write
from nonet.formats.penpa import KEY_ABBREVIATIONS
from nonet.formats.statements import square_grid
from nonet.puzzle import Grid, Puzzle, make_rule, rule_types
from nonet.puzzle.examples import example_puzzle
from tests.cases import as_one_test

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def penpa(question, head="sudoku,4,4,38,0,1,1,266,266,144,144,0,1,0,0,Title: T%2C1,Author: Me,,"):
    """A link as Penpa+ makes it."""
    packed = json.dumps(question, separators=(",", ":"))
    for short, long in reversed(KEY_ABBREVIATIONS):
        packed = packed.replace(long, short)
    text = "\n".join([f"{head},OFF,false", "[0,0,0,0]", "{}", packed, "{}", "[18,1]"])
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(text.encode()) + deflate.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={base64.b64encode(data).decode()}"


def test_penpa():
    """A grid of four rows has 8 cells a row with its surroundings: R1C1 is number 18."""
    question = {
        "number": {"18": ["1", 1, "1"], "19": ["x", 1, "1"]},
        "thermo": [[20, 28, 36]],
        "arrows": [[45, 44, 43]],
        "killercages": [[18, 26], []],
        "numberS": {str(4 * (64 + 18)): ["5", 1]},
        "symbol": {"30": [1, "star", 1]},
        "lineE": {},
    }
    with pytest.warns(FormatWarning) as caught:
        puzzle = parse(penpa(question))
    assert "'x' R1C2, symbol (drawn)" in str(caught[0].message)
    assert (dict(puzzle.clues), puzzle.name, puzzle.notes["author"]) == (
        {"R1C1": 1},
        "T,1",
        "Me",
    )
    assert set(puzzle.rules[3:]) == {
        make_rule("thermometer", cells=("R1C3", "R2C3", "R3C3")),
        make_rule("arrow", bulb=("R4C4",), cells=("R4C3", "R4C2")),
        make_rule("killer", cells=("R1C1", "R2C1"), sum=5),
    }


def test_thick_lines_of_penpa_part_regions():
    # below each row: from the corner before its first cell to the one behind its last
    corner = 64
    lines = {f"{corner + 8 * (r + 2) + c + 1},{corner + 8 * (r + 2) + c + 2}": 2
             for r in range(3) for c in range(4)}  # fmt: skip
    puzzle = parse(penpa({"lineE": lines}))
    assert puzzle.rules[-1] == make_rule("jigsaw", layout="1111222233334444")


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("https://swaroopg92.github.io/penpa-edit/", "without p="),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=~~", "not base64"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA", "damaged|cut short"),
        (penpa({}, "hex,4,4,38,0,1,1,2,2,1,1,0,1,0,0,T,A,,"), "a board of kind 'hex'"),
        (penpa({}, "square,4,5,38,0,1,1,2,2,1,1,0,1,0,0,T,A,,"), "a square of 1 to 64 is read"),
    ],
)
def test_a_bad_penpa_link_is_one_line(link, message):
    with pytest.raises(FormatError, match=message):
        parse(link)


def test_a_penpa_link_that_inflates_without_end_is_refused():
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(b"z" * (1 << 26)) + deflate.flush()
    with pytest.raises(FormatError, match="holds more than 2 MiB"):
        parse(
            f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={base64.b64encode(data).decode()}"
        )


def regions(puzzle):
    """The cells of each region of a jigsaw, whatever the regions are called."""
    layouts = [rule.layout for rule in puzzle.rules if rule.name == "jigsaw"]
    cells = puzzle.grid.cells
    return [
        {frozenset(c for c, x in zip(cells, layout, strict=True) if x == y) for y in layout}
        for layout in layouts
    ]


DRAWN = [
    "arrow",
    "jigsaw",
    "killer",
    "thermometer",
    "renban",
    "whispers",
    "dutch-whispers",
    "palindrome",
    "nabner",
]


@as_one_test([*DRAWN, "region-sum-line", "zipper", "entropic", "modular"])
def test_what_is_drawn_on_a_board_comes_back(name):
    rule = rule_types()[name]
    puzzle = example_puzzle(rule, rule.examples[0])
    reread = parse(write(puzzle, "penpa"), strict=True)
    assert reread.clues == puzzle.clues
    assert regions(reread) == regions(puzzle)
    rules = [{rule for rule in each.rules if rule.name != "jigsaw"} for each in (reread, puzzle)]
    assert rules[0] == rules[1]


def test_a_board_keeps_title_author_and_words():
    """Commas, ends of lines, & and = have a meaning of their own in its first line."""
    puzzle = replace(
        parse(CLASSIC), name="One, two", comment="a = b.\nc & d", notes={"author": "Me, too"}
    )
    with pytest.warns(FormatWarning):
        reread = parse(write(puzzle, "penpa"))
    assert (reread.name, reread.comment) == ("One, two", "a = b.\nc & d")
    assert reread.notes == {"author": "Me, too"}
    assert [part.name for part in reread.unread] == ["the words 'a = b.'", "the words 'c & d'"]


def test_a_board_without_boxes_has_no_thick_lines():
    puzzle = Puzzle(square_grid(4, "none", 1), {"R1C1": 3})
    assert parse(write(puzzle, "penpa"), strict=True) == puzzle


@as_one_test(
    [
        ("anti-knight", "penpa has no rule anti-knight"),
        ("killer:cells=R1C1 R4C4;sum=4;repeats=yes", "cannot hold rule killer (R1C1 R4C4)"),
        ("renban R1C1 R1C2 & whispers R5C1 R5C2", "cannot tell lines apart: renban and whispers"),
        ("renban R1C1 R1C2 & renban R1C2 R1C3", "penpa cannot hold rule renban (R1C1 R1C2)"),
        ("renban R1C1 R1C3", "the renban at R1C1: it jumps"),
        ("dutch-whispers:cells=R1C1 R1C2;difference=3", "rule dutch-whispers (R1C1 R1C2)"),
        ("arrow:bulb=R1C1 R1C2;cells=R1C3 R1C4", "the arrow at R1C1: its bulb is long"),
        ("jigsaw " + "112233" * 3 + "445566" * 3, ""),
    ]
)
def test_what_a_board_cannot_hold_is_named(rules, message):
    size = 6 if "jigsaw" in rules else 9
    puzzle = Puzzle(Grid.square(size), {}).with_rules(*rules.split(" & "))
    if not message:
        assert regions(parse(write(puzzle, "penpa"), strict=True)) == regions(puzzle)
        return
    with pytest.raises(FormatError, match=re.escape(message)):
        write(puzzle, "penpa")


def test_lines_of_penpa_mean_what_the_words_name_alone():
    lines = {"line": {"18,19": 5, "19,28": 5, "43,44": 5}}
    head = "square,4,4,38,0,1,1,2,2,1,1,0,1,0,0,Title: ,Author: ,,"
    puzzle = parse(penpa(lines, f"{head}Renbans"), strict=True)
    assert set(puzzle.rules[3:]) == {
        make_rule("renban", cells=("R1C1", "R1C2", "R2C3")),
        make_rule("renban", cells=("R4C2", "R4C3")),
    }
    for title in ("", "Renbans and zippers", "Thermometers"):
        with pytest.raises(FormatError, match="line \\(drawn\\)"):
            parse(penpa(lines, head + title), strict=True)
    mixed = {"line": {"18,19": 5, "43,44": 3}}
    with pytest.raises(FormatError, match="line \\(drawn\\)"):
        parse(penpa(mixed, f"{head}Renbans"), strict=True)
