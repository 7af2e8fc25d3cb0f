"""SudokuPad: puzzles drawn for it, and drawn lines whose meaning is sure."""

import json
import warnings
from itertools import product

import pytest

from nonet.errors import FormatError
from nonet.formats import parse, write
from nonet.formats.links import pack
from nonet.formats.sudokupad import classic_line, marks_of
from nonet.formats.sudokupad import text_of as drawn
from nonet.puzzle import Grid, make_rule, rule_types
from nonet.puzzle.examples import example_puzzle
from tests.cases import as_one_test


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


@as_one_test(
    [
        ("Grey lines are palindromes.", LINES, {"palindrome"}),
        ("A renban holds consecutive digits in any order.", LINES, {"renban"}),
        ("Grey lines are palindromes. Purple lines are renbans.", LINES, {"palindrome"}),
        ("Grey lines are slow palindromes.", LINES, set()),
        ("Grey lines are palindromes.", LINES.replace("[3.5,0.5]", "[3,0]"), set()),
        ("Grey lines are palindromes.", LINES.replace("c:#A8A8A8", "c:#67F067", 1), {"palindrome"}),
        ("Grey lines are nothing that is known.", LINES, set()),
        ("Digits rise along thermometers.", LINES, set()),
        (
            "Digits rise along thermometers.",
            LINES + ",u:[{ct:[1.5,2.5],w:0.8,h:0.8,r:t}]",
            {"thermometer"},  # two from one bulb
        ),
        (
            "Digits rise along thermometers.",
            LINES + ",u:[{ct:[0.5,0.5],w:0.8,r:t},{ct:[3.5,0.5],w:0.8,r:t}]",
            {"thermometer"},
        ),
    ]
)
def test_lines_mean_what_the_words_say_of_their_colour_and_shape(sentences, lines, rules):
    link = drawn_link(sentences, lines)
    puzzle, _ = read(link, accept=True)
    assert {rule.name for rule in puzzle.rules[3:]} == rules
    proposed, messages = read(link)
    assert not proposed.rules[3:]  # without a solution the rules are proposed
    assert ("--accept" in messages) == bool(rules)
    if "palindrome" in rules and "67F" not in lines:
        assert puzzle.rules[3].cells == ("R1C1", "R1C2", "R1C3", "R2C3")


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


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(
    ("ruleset", "drawings", "rule", "changing"), KINDS, ids=[k[2] for k in KINDS]
)
def test_each_kind_of_mark_is_joined_to_its_sentence_and_to_no_other(
    ruleset, drawings, rule, changing
):
    puzzle, messages = read(drawn_link(ruleset, drawings), accept=True)
    assert rule in {each.name for each in puzzle.rules[3:]}, messages
    tokens = ruleset.split()
    for place in range(1, len(tokens)):  # a word that changes the rule makes the marks unread
        changed = " ".join([*tokens[:place], changing, *tokens[place:]])
        unread, _ = read(drawn_link(changed, drawings), accept=True)
        assert rule not in {each.name for each in unread.rules[3:]}, changed
        assert unread.unread


def test_two_kinds_of_lines_on_a_board_are_told_apart_by_colour():
    ruleset = "Green lines are palindromes. Purple lines contain consecutive digits in any order."
    purple = "{c:#D23BE7,th:8,wp:[[2.5,0.5],[2.5,2.5]]}"
    puzzle, _ = read(drawn_link(ruleset, f"l:[{GREEN_LINE},{purple}]"), accept=True)
    assert [(rule.name, rule.cells[0]) for rule in puzzle.rules[3:]] == [
        ("renban", "R3C1"),
        ("palindrome", "R1C1"),
    ]
    orange = purple.replace("D23BE7", "FFA500")
    mutant, _ = read(drawn_link(ruleset, f"l:[{GREEN_LINE},{orange}]"), accept=True)
    assert [rule.name for rule in mutant.rules[3:]] == ["palindrome"]
    assert any("orange line" in part.name for part in mutant.unread)


@as_one_test([
    ("place the digits 0-3 once each in every row, column and box", (0, 1, 2, 3), 0),
    ("place the same 4-digit subset from the digits 1-9 in each row, column and box", (*range(1, 10),), 1),
    ("fill the grid with 1-6 so that no digit repeats in any row, column or box", (*range(1, 7),), 0),
])  # fmt: skip
def test_the_words_say_the_values_of_the_grid(ruleset, values, same):
    puzzle, _ = read(drawn_link(ruleset, "u:[]"))
    assert puzzle.grid.values == values and not puzzle.unread
    assert [rule.name for rule in puzzle.rules[3:]] == ["same-values"] * same


@as_one_test(["place the digits 1-3 once each in every row, column and box",
    "place the digits 1-6 once each in every row, column and box"])  # fmt: skip
def test_words_about_too_few_or_too_many_values_are_unread(ruleset):
    puzzle, _ = read(drawn_link(ruleset, "u:[]"))
    assert puzzle.grid.values == (1, 2, 3, 4) and puzzle.unread


def test_what_cages_mean_is_said_by_the_words():
    cage = "ca:[{ce:[[0,0],[1,1]],v:5}]"
    puzzle, _ = read(drawn_link("Digits in cages sum to the total given and may repeat.", cage))
    assert puzzle.rules[3].repeats and not puzzle.unread
    usual, _ = read(drawn_link("Digits in cages sum to the total given.", cage))
    assert not usual.rules[3].repeats and not usual.unread


def test_another_word_for_the_only_colour_left_is_tried_against_the_setters_solution():
    ruleset = "Teal circles contain odd digits. Lime squares contain even digits."
    drawings = f"u:[{spot('0.5,0.5', 0.8, 'D53932')},{spot('0.5,1.5', 0.8, 'CCC', 'f')}]"
    puzzle, _ = read(drawn_link(ruleset, drawings, "1234341221434321"))
    assert {rule.name for rule in puzzle.rules[3:]} == {"odd", "even"}
    against, _ = read(drawn_link(ruleset, drawings, "2134341212434321"))
    alone, _ = read(drawn_link(ruleset, drawings), accept=True)
    assert not against.rules[3:] and not alone.rules[3:]


def test_one_sentence_may_say_two_rules_of_the_same_lines():
    ruleset = "Grey lines are renban and palindrome lines."
    puzzle, _ = read(drawn_link(ruleset, f"l:[{GREY_LINE}]"), accept=True)
    assert {rule.name for rule in puzzle.rules[3:]} == {"renban", "palindrome"}


@as_one_test([
    ("The difference between two adjacent digits on a grey line indicates exactly how many pairs of adjacent "
     "digits along that line have that difference.", f"l:[{GREY_LINE}]", ("R1C1", "R1C2", "R1C3"),
     lambda a, b, c: all([abs(a - b), abs(b - c)].count(d) == d for d in {abs(a - b), abs(b - c)})),
    ("Each cell with an arrow counts the digits it sees with the same parity as itself.",
     "a:[{c:#000,th:2,wp:[[0.5,0.6],[0.5,0.9]]}]", ("R1C1", "R1C2", "R1C3", "R1C4"),
     lambda a, *others: a == sum((a - b) % 2 == 0 for b in others)),
    ("Digits in a cage sum to a prime and may repeat.", "ca:[{ce:[[0,0],[1,1]]}]", ("R1C1", "R2C2"),
     lambda a, b: a + b in (2, 3, 5, 7)),
    ("No two cages have the same sum.", "ca:[{ce:[[0,0]]},{ce:[[2,0],[3,1]]}]", ("R1C1", "R3C1", "R4C2"),
     lambda a, b, c: a != b + c),
    ("The digit in the Nth cell along a grey line, starting from the diamond, indicates the position "
     "where N appears.", f"u:[{{ct:[0.5,0.5],w:0.4,h:0.4,c2:#CCC,angle:45}}],l:[{GREY_LINE}]",
     ("R1C1", "R1C2", "R1C3"),
     lambda *line: max(line) < 4 and all(line[n - 1] == i for i, n in enumerate(line, 1))),
])  # fmt: skip
def test_a_rule_made_for_the_words_means_what_they_say(ruleset, drawings, cells, holds):
    puzzle, messages = read(drawn_link(ruleset, drawings), accept=True)
    rules = puzzle.rules[3:]
    assert rules, messages
    constraints = [c for rule in rules for c in rule.constraints_among(puzzle.grid, rules)]
    for values in product(puzzle.grid.values, repeat=len(cells)):
        at = dict(zip(cells, values, strict=True))
        assert all(c.holds(at) for c in constraints) == holds(*values), (rules, values)


DOUBLERS = (
    "There are 4 doublers, one in each row, column and box, containing the digits 1 to 4 once. A doubler "
    "counts twice{}. Digits in cages sum to the total given."
)


@as_one_test([("", "", True), (" for the purposes of cages", "", True),
    (" for the purposes of arrows", "", False),
    ("", " Grey lines are palindromes.", False)])  # fmt: skip
def test_doublers_are_read_only_where_all_marks_count_so(purposes, others, are_read):
    drawings = f"ca:[{{ce:[[0,0],[1,1]],v:5}}]{f',l:[{GREY_LINE}]' * bool(others)}"
    puzzle, _ = read(drawn_link(DOUBLERS.format(purposes) + others, drawings), accept=True)
    assert ("doubler" in {rule.name for rule in puzzle.rules}) == are_read
    assert bool(puzzle.unread) != are_read


def test_a_rule_from_the_words_that_does_not_fit_the_grid_is_unread():
    puzzle, _ = read(
        drawn_link("Every 5 has a 1 directly above it or a 9 directly below it.", "u:[]")
    )
    assert [part.name for part in puzzle.unread] == ["dutch-flatmates"]


def test_a_rule_is_taken_only_where_the_setters_solution_meets_it():
    ruleset = "Normal sudoku rules apply. Digits on a thermometer increase from the bulb."
    drawings = f"u:[{BULB}],l:[{GREY_LINE}]"
    puzzle, messages = read(drawn_link(ruleset, drawings, "1234341221434321"))
    assert [rule.name for rule in puzzle.rules[3:]] == ["thermometer"]
    assert "the drawings mean thermometer (1 × grey line)" in messages
    assert all(part.spares for part in puzzle.unread)
    falls, _ = read(drawn_link(ruleset, drawings, "4321341221431234"))
    assert not falls.rules[3:] and falls.unread


def test_of_several_solutions_the_setters_one_leaves_the_answer_undecided():
    import nonet

    ruleset = "Normal sudoku rules apply. Digits on a thermometer increase from the bulb."
    drawings = f"u:[{BULB}],l:[{GREY_LINE}]"
    several, _ = read(drawn_link(ruleset, drawings, "1234341221434321"))
    assert nonet.verify(several).uniqueness is nonet.Uniqueness.UNDECIDED
    clues = dict(zip(several.grid.cells, (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3), strict=False))
    single = several.with_clues(clues)
    verdict = nonet.verify(single)
    assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
    assert verdict.witnesses[0].line == "1234341221434321"
    other = several.with_clues({**clues, "R1C1": 2, "R1C2": 3, "R1C3": 4, "R1C4": 1})
    assert nonet.verify(other).uniqueness is not nonet.Uniqueness.UNIQUE


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
