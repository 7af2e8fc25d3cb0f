"""Statements about a puzzle, and the JSON in which they and other texts are written."""

import io

import pytest

import nonet
from nonet.errors import FormatError
from nonet.formats.links import pack
from nonet.formats.statements import (
    Header,
    box_statement,
    is_comment,
    is_json,
    json_of,
    parse_box,
    region_numbers,
    rules_of_text,
    square_grid,
    statement,
)
from nonet.puzzle import ALPHABETS

EMPTY = 16 * "."
CELLS = ",".join(["[{},{},{},{}]"] * 4)
TWICE = {
    "an object": f'{{"size": 4, "clues": "{EMPTY}", "size": 4}}',
    "an object in an object": f'{{"size": 4, "clues": "{EMPTY}", "notes": {{"a": "1", "a": "2"}}}}',
    "an object over lines": f'{{"size": 4,\n"size": 4,\n"clues": "{EMPTY}"}}',
    "a list of objects": f'[{{"size": 4, "clues": "{EMPTY}", "clues": "{EMPTY}"}}]',
    "an object of f-puzzles": f'{{"size": 4, "grid": [{CELLS}], "size": 4}}',
    "a link of f-puzzles": "https://f-puzzles.com/?load="
    + pack(f'{{"size": 4, "grid": [{CELLS}], "size": 4}}'),
    "an object of SudokuPad": f'{{"cells": [{CELLS}], "metadata": {{}}, "metadata": {{}}}}',
    "a statement": f'# rules: [{{"rule": "even", "cells": [], "cells": ["R1C1"]}}]\n{EMPTY}',
    "a column of a table": f'puzzle,rules\n{EMPTY},"[{{""rule"": ""x"", ""rule"": ""x""}}]"',
}


@pytest.mark.parametrize("text", TWICE.values(), ids=TWICE)
def test_a_key_that_is_there_twice_is_an_error_of_one_line(text):
    with pytest.raises(FormatError, match=r"the key '\w+' is there twice in one object") as error:
        nonet.parse(text)
    assert "\n" not in str(error.value) and "not JSON" not in str(error.value)


def test_a_line_with_a_key_twice_leaves_the_other_lines():
    good = f'{{"size": 4, "clues": "{EMPTY}"}}'
    text = f"{good}\n{TWICE['an object']}\n{good}"
    read = list(nonet.formats.iter_puzzles(io.StringIO(text)))
    assert [isinstance(each, FormatError) for each in read] == [False, True, False]
    assert read[1].line == 2


def test_what_is_no_json_is_named_with_its_place():
    assert json_of('{"a": [1, null]}') == {"a": [1, None]}
    assert is_json('{"a": 1, "a": 2}') and not is_json("{") and not is_json("[" * 100_000)
    with pytest.raises(FormatError, match=r"^column 2: not JSON: ") as error:
        json_of("[")
    assert error.value.column == 2
    with pytest.raises(FormatError, match=r"the object is not JSON: .* at character 2"):
        json_of("[", "the object")
    with pytest.raises(FormatError, match=r"not JSON: .*recursion"):
        json_of("[" * 100_000)


@pytest.mark.parametrize("length", [62, 63, 64, 65, 63 * 63, 64 * 64, 64 * 64 - 1])
def test_a_line_of_cells_that_begins_with_a_hash_is_no_comment(length):
    is_row = length in (63, 64, 63 * 63, 64 * 64)
    cells = "#" + "." * (length - 1)
    assert is_comment(cells) is not is_row
    assert is_comment(f"  {cells[:7]}|{cells[7:]} and more") is not is_row
    assert is_comment("#" + "\N{SNOWMAN}" * (length - 1))
    assert not is_comment(f".{cells}")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("# name: a ", ("name", "a")),
        ("#comment: a", ("comment", "a")),
        (" # box: 2x3 ", ("box", "2x3")),
        ("# box: 2x", None),
        ("# rules: [", ("rules", "[")),
        ("# rules: x", None),
        ("# unread: {}", ("unread", "{}")),
        ("# other: a", None),
    ],
)
def test_a_statement_is_a_key_and_a_value(line, expected):
    assert statement(line) == expected


def test_a_box_is_two_numbers_or_a_word():
    assert [parse_box(text) for text in ("2x3", "none", "default")] == [(2, 3), "none", "default"]
    assert parse_box("123x456") == (123, 456)
    for wrong in ("2x", "x3", "2", "1234x567", "2xx3"):
        with pytest.raises(FormatError, match="expected a box like 2x3"):
            parse_box(wrong)


def test_boxes_of_a_square_are_stated_where_they_are_not_the_usual():
    boxes = [box_statement(square_grid(6, box, 0)) for box in ("default", (3, 2), (2, 3), "none")]
    assert boxes == ["default", (3, 2), "default", "none"]
    assert square_grid(6, (3, 2), 0).values == tuple(range(6))
    assert square_grid(6, (3, 2), 1) == nonet.Grid.square(6, (3, 2))
    assert square_grid(6, "none", 1).blocks[0].box is None


def test_regions_are_those_of_a_jigsaw_or_of_the_boxes():
    layout = "ABBBAACBDACCDDDC"
    jigsaw = nonet.parse(EMPTY).with_rules(nonet.make_rule("jigsaw", layout=layout))
    numbers = region_numbers(jigsaw)
    assert list(numbers.values()) == ["ABCD".index(letter) for letter in layout]
    boxes = region_numbers(nonet.parse(EMPTY))
    assert [boxes[cell] for cell in jigsaw.grid.cells] == [0, 0, 1, 1] * 2 + [2, 2, 3, 3] * 2
    assert region_numbers(nonet.parse(EMPTY, box="none")) == {}


def test_rules_of_a_table_are_texts_or_a_list():
    names = [rule.name for rule in rules_of_text('["x", {"rule": "windoku"}]')]
    assert names == ["diagonals", "windoku"]
    assert [rule.name for rule in rules_of_text(" x ;; killer 3 R1C1 R1C2;")] == [
        "diagonals",
        "killer",
    ]
    for wrong in ("[", "nothing", '{"rule": "x"}'):
        with pytest.raises((FormatError, nonet.errors.PuzzleError)):
            rules_of_text(wrong)


def test_a_header_states_what_changed_and_no_more():
    header, digits = Header(), ALPHABETS["digits"]
    plain = nonet.parse(EMPTY)
    diagonal = plain.with_rules(nonet.make_rule("diagonals"))
    stated = [header.statements(each, digits) for each in (plain, diagonal, diagonal, plain)]
    assert stated == [[], ['rules: ["diagonals"]'], [], ["rules: []"]]
    large = nonet.parse(256 * ".")
    assert [header.statements(large, digits) for _ in range(2)] == [["alphabet: digits"], []]
    without_boxes = nonet.parse(EMPTY, box="none")
    assert header.statements(without_boxes, digits) == ["box: none"]
