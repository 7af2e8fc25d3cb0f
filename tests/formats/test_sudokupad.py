"""SudokuPad: puzzles drawn for it, and drawn lines whose meaning is sure."""

import json
import warnings

import pytest

from nonet.errors import FormatError
from nonet.formats import parse, write
from nonet.formats.links import pack
from nonet.formats.sudokupad import text_of as drawn
from nonet.puzzle import make_rule, rule_types
from nonet.puzzle.examples import example_puzzle
from tests.cases import as_one_test


def scl_link(text):
    return f"https://sudokupad.app/scl{pack(text)}"


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


def drawn_link(words, drawings, solution=""):
    """A link to an empty 4x4 grid with such words and drawings."""
    told = f",solution:{solution}" if solution else ""
    return scl_link(
        f"{{ce:[[,,,],[,,,],[,,,],[,,,]],metadata:{{rules:'{words}'{told}}},{drawings}}}"
    )


def read(link, **options):
    """The rules beyond the classic, and all that is said of the reading."""
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
    asked, said = read(link)
    assert not asked.rules[3:]  # without a solution the rules are proposed
    assert ("--accept" in said) == bool(rules)
    if "palindrome" in rules and "67F" not in lines:
        assert puzzle.rules[3].cells == ("R1C1", "R1C2", "R1C3", "R2C3")
