"""SudokuPad: puzzles drawn for it, and drawn lines whose meaning is sure."""

import json
import warnings

import pytest

from nonet.errors import FormatError
from nonet.formats import parse, write
from nonet.formats.links import pack
from nonet.formats.sudokupad import classic_line, marks_of
from nonet.formats.sudokupad import text_of as drawn
from nonet.puzzle import Grid, make_rule, rule_types
from nonet.puzzle.examples import example_puzzle


def scl_link(text):
    return f"https://sudokupad.app/scl{pack(text)}"


@pytest.mark.slow(0.7)
def test_every_example_goes_to_sudokupad_and_back():
    """As f-puzzles has it, or drawn, with the puzzle in the metadata."""
    packed = set()
    for rule in rule_types().values():
        if not rule.__module__.startswith("nonet.puzzle.rules."):
            continue
        for example in rule.examples:
            puzzle = example_puzzle(rule, example)
            assert parse(scl_link(drawn(puzzle))) == puzzle
            link = write(puzzle, "sudokupad")
            packed.add(link.partition("app/")[2][:3])
            if "/scl" in link:
                assert parse(link) == puzzle
    assert packed == {"scl", "fpu"}


def test_a_drawn_puzzle_shows_what_setters_draw():
    rules = [
        make_rule("thermometer", cells=("R1C1", "R1C2")),
        make_rule("killer", cells=("R2C1", "R2C2"), sum=5),
        make_rule("black-dot", cells=("R3C3", "R3C4")),
        make_rule("arrow", bulb=("R4C1",), cells=("R4C2", "R4C3")),
    ]
    document = json.loads(drawn(parse("1..............4").with_rules(*rules)))
    assert {"cells": [[1, 0], [1, 1]], "value": "5"} in document["cages"]
    assert document["lines"][0]["wayPoints"] == [[0.5, 0.5], [0.5, 1.5]]
    assert document["underlays"][0]["center"] == [0.5, 0.5]
    assert document["overlays"][0]["center"] == [2.5, 3.0]
    assert document["overlays"][0]["backgroundColor"] == "#000000"
    assert document["arrows"][0]["wayPoints"][-1] == [3.5, 2.5]
    assert "sum to the number in its corner" in document["metadata"]["rules"]


def test_a_drawn_puzzle_with_other_cells_than_its_own_is_refused():
    document = json.loads(drawn(parse("1..............4")))
    document["cells"][0][0] = {"value": 2}
    with pytest.raises(FormatError, match=r"the cells are not those of the puzzle in metadata"):
        parse(json.dumps(document))
    document["metadata"]["nonet"]["rules"] = ["no-such"]
    with pytest.raises(FormatError, match=r"metadata\.nonet: .*no-such"):
        parse(json.dumps(document))


LINES = "l:[{c:#A8A8A8,th:8,wp:[[0.5,0.5],[0.5,2.5],[1.5,2.5]]},{c:#A8A8A8,th:8,wp:[[3.5,0.5],[1.5,2.5]]}]"


def drawn_link(ruleset, drawings, solution=""):
    """A link to an empty 4x4 grid with such ruleset and drawings."""
    metadata = f",solution:{solution}" if solution else ""
    return scl_link(
        f"{{ce:[[,,,],[,,,],[,,,],[,,,]],metadata:{{rules:'{ruleset}'{metadata}}},{drawings}}}"
    )


def read(link, **options):
    """The rules beyond the classic, and all that is messages of the reading."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        puzzle = parse(link, **options)
    return puzzle, " ".join(str(warning.message) for warning in caught)


CELL = "{ct:[%s],w:%s,h:%s,r:%s,c2:#%s}"


def spot(place, size=0.3, colour="000", round_="t"):
    """A filled shape in the middle of a cell, on an edge or on a corner."""
    return CELL % (place, size, size, round_, colour)


def text(place, letters):
    return f"{{ct:[{place}],w:0.5,h:0.5,te:'{letters}'}}"


DOT_WHITE, DOT_BLACK = spot("0.5,1", colour="FFF"), spot("1,0.5")
BULB = spot("0.5,0.5", 0.8, "CCC")
WAY = "[[0.5,0.5],[0.5,2.5]]"
GREY_LINE, GREEN_LINE = f"{{c:#CCC,th:9,wp:{WAY}}}", f"{{c:#67F067,th:9,wp:{WAY}}}"
KINDS = [
    # ruleset, drawings, the rule and its cells; ruleset changed by one word
    ("A white dot separates consecutive digits", f"o:[{DOT_WHITE}]", "white-dot", "not"),
    ("Digits joined by a black dot are in a 1:2 ratio", f"o:[{DOT_BLACK}]", "black-dot", "not"),
    ("Digits separated by a V sum to 5", f"o:[{text('0.5,1', 'V')}]", "xv", "not"),
    (
        "Inequality signs point to the smaller digit",
        f"o:[{text('0.5,1', '<')}]",
        "greater-than",
        "not",
    ),
    (
        "Digits on a thermometer increase from the bulb",
        f"u:[{BULB}],l:[{GREY_LINE}]",
        "thermometer",
        "never",
    ),
    (
        "Digits on a thermometer increase or stay the same from the bulb",
        f"u:[{BULB}],l:[{GREY_LINE}]",
        "slow-thermometer",
        "never",
    ),
    (
        "Digits along an arrow sum to the digit in its circle",
        f"u:[{spot('0.5,0.5', 0.8, 'FFF')}],a:[{{c:#000,th:2,wp:[[0.5,0.9],[0.5,2.5]]}}]",
        "arrow",
        "twice",
    ),
    (
        "Adjacent digits on a green line differ by at least 2",
        f"l:[{GREEN_LINE}]",
        "whispers",
        "some",
    ),
    ("Digits on a green line are consecutive, in any order", f"l:[{GREEN_LINE}]", "renban", "not"),
    ("Grey lines are palindromes", f"l:[{GREY_LINE}]", "palindrome", "not"),
    (
        "Adjacent digits on a green line have different parity",
        f"l:[{GREEN_LINE}]",
        "relation",
        "except",
    ),
    (
        "Digits in circles appear in the four surrounding cells",
        "o:[{ct:[1,1],w:0.5,h:0.5,r:t,c2:#FFF,te:'12'}]",
        "quadruple",
        "not",
    ),
    ("Grey circles contain odd digits", f"u:[{spot('0.5,0.5', 0.8, 'CCC')}]", "odd", "only"),
    ("Grey squares contain even digits", f"u:[{spot('0.5,0.5', 0.8, 'CCC', 'f')}]", "even", "only"),
    (
        "A digit in a circle indicates how many circles contain that digit",
        f"u:[{spot('0.5,0.5', 0.8, 'FFF')}]",
        "counting-circles",
        "not",
    ),
    (
        "Clues outside the grid show the sum of the digits along the indicated diagonal",
        f"o:[{text('-0.5,0.5', '6')}],a:[{{c:#000,th:2,wp:[[-0.3,0.7],[-0.1,0.9]]}}]",
        "little-killer",
        "except",
    ),
    (
        "Clues outside the grid indicate how many skyscrapers are visible from that direction",
        f"o:[{text('-0.5,0.5', '2')}]",
        "skyscraper",
        "not",
    ),
    (
        "Digits cannot repeat in the grey region",
        f"u:[{spot('0.5,0.5', 1, 'CCC', 'f')}]",
        "extra-region",
        "also not",
    ),
    ("Digits in a cage cannot repeat", "ca:[{ce:[[0,0],[1,1]]}]", "killer", "some"),
    (
        "Both indicated diagonals have the same sum",
        "a:[{c:#000,th:2,wp:[[-0.3,0.7],[-0.1,0.9]]},{c:#000,th:2,wp:[[4.3,0.7],[4.1,0.9]]}]",
        "equal-sums",
        "not",
    ),
    (
        "Every indicated diagonal has the same product",
        "a:[{c:#000,th:2,wp:[[-0.3,0.7],[-0.1,0.9]]},{c:#000,th:2,wp:[[4.3,0.7],[4.1,0.9]]}]",
        "any-of",
        "not",
    ),
    (
        "Digits on a grey line increase from one end to the other",
        f"l:[{GREY_LINE}]",
        "any-of",
        "never",
    ),
    (
        "The digit in the Nth cell along a grey line, starting from the diamond, indicates the position "
        "where N appears",
        f"u:[{{ct:[0.5,2.5],w:0.4,h:0.4,c2:#CCC,angle:45}}],l:[{GREY_LINE}]",
        "relation",
        "twice",
    ),
    ("Digits in a cage sum to a prime", "ca:[{ce:[[0,0],[1,1]]}]", "killer", "not"),
    (
        "No two cages have the same sum",
        "ca:[{ce:[[0,0],[1,1]]},{ce:[[2,0],[3,1]]}]",
        "any-of",
        "not",
    ),
    (
        "The difference between two adjacent digits on a grey line indicates how many pairs of adjacent "
        "digits along that line have that difference",
        f"l:[{GREY_LINE}]",
        "state-machine",
        "twice",
    ),
    (
        "Each cell with an arrow counts the digits it sees with the same parity as itself",
        "a:[{c:#000,th:2,wp:[[0.6,0.5],[0.9,0.5]]}]",
        "state-machine",
        "not",
    ),
    (
        "Grey areas are clones with the same digits",
        f"u:[{spot('0.5,0.5', 1, 'CCC', 'f')},{spot('2.5,2.5', 1, 'CCC', 'f')}]",
        "clone",
        "not",
    ),
]


DOUBLERS = (
    "There are 4 doublers, one in each row, column and box, containing the digits 1 to 4 once. A doubler "
    "counts twice{}. Digits in cages sum to the total given."
)


def test_a_coloured_puzzle_with_a_cell_that_is_no_object_is_refused():
    rows = [[{"c": "#67F067"}, 5], [{}, {}]]
    with pytest.raises(FormatError, match="R1C2 of cells is not an object"):
        parse(json.dumps({"cells": rows}))


def test_a_raised_digit_is_no_number_of_a_drawing_or_a_solution():
    shape = {"center": [1, 0.5], "width": 0.3, "height": 0.3, "text": "²"}
    dot = {**shape, "rounded": True, "backgroundColor": "#FFFFFF", "borderColor": "#000000"}
    metadata = {"rules": "Cells with a white dot are consecutive.", "solution": "²" * 16}
    document = {"cells": [[{}] * 4] * 4, "metadata": metadata, "overlays": [dot]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        puzzle = parse(json.dumps(document), accept=True)
    assert puzzle.unread[0].name == "white dot '²' (drawn)"


@pytest.mark.parametrize(
    ("points", "text"),
    [
        ([[0.4, 1.1], [0.5, 0.9], [0.6, 1.1]], "<"),
        ([[0.4, 0.9], [0.5, 1.1], [0.6, 0.9]], ">"),
        ([[1.1, 0.4], [0.9, 0.5], [1.1, 0.6]], "<"),
        ([[0.9, 0.4], [1.1, 0.5], [0.9, 0.6]], ">"),
        ([[0.6, 0.9], [0.5, 1.0], [0.4, 1.1]], None),  # flat: a stroke that points nowhere
        ([[0.4, 1.1], [0.5, 0.9], [0.6, 1.7]], None),  # its ends are too far apart
        ([[0.4, 1.1], [0.5, 0.9]], None),
        ([[0.4, 0.1], [0.5, -0.1], [0.6, 0.1]], None),  # at the edge of the grid
    ],
)
def test_a_chevron_between_two_cells_is_an_inequality(points, text):
    document = {"lines": [{"wayPoints": points, "color": "#000", "thickness": 2}]}
    rows = [[{} for _ in range(4)] for _ in range(4)]
    (mark,) = marks_of(document, rows, Grid.square(4))
    assert (mark.text if mark.shape == "letter" else None) == text
    if text:
        is_upright = points[0][0] == points[2][0]
        assert mark.cells == (("R1C1", "R2C1") if is_upright else ("R1C1", "R1C2"))


def test_codes_of_a_classic_grid_are_squares_of_sixteen_cells_or_more():
    assert classic_line("classic" + "1234" * 4) == "1234" * 4
    for wrong, fault in (("classic123456789", "holds 9 cells"), ("classic{}", "other characters")):
        with pytest.raises(FormatError, match=fault):
            classic_line(wrong)
