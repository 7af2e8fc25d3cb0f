"""What people paste: packed objects without a link, other alphabets, links of SudokuMaker."""

import json
import warnings
from itertools import permutations, product

import pytest

import nonet
from nonet.errors import FormatError, FormatWarning
from nonet.formats import detect, parse
from nonet.puzzle.drawn_marks import drawn_marks
from tests.cases import as_one_test

LZString = pytest.importorskip("lzstring").LZString
ROWS = [[{"value": 1, "given": True}, {}, {}, {}], *([{}, {}, {}, {}] for _ in range(3))]


def texts(number):
    """Objects whose packed text has all characters of the alphabets among them."""
    title = "".join(chr(33 + (number * 37 + k * k * 11) % 90) for k in range(30))
    return json.dumps({"size": 4, "title": title, "grid": ROWS}, separators=(",", ":"))


def test_packed_objects_are_read_bare_in_links_and_in_the_alphabet_for_addresses():
    seen = set()
    for number in range(60):
        text = texts(number)
        plain, address = (
            LZString.compressToBase64(text),
            LZString.compressToEncodedURIComponent(text),
        )
        seen |= set(address)
        expected = parse(text)
        links = (
            f"https://sudokupad.app/fpuzzles{address}",
            f"https://f-puzzles.com/?load={address}",
        )
        for paste in (plain, address, *links):
            assert parse(paste) == expected
        assert detect(plain).name == detect(address).name == "f-puzzles"
    assert {"+", "-"} <= seen


def test_a_packed_object_that_is_cut_says_so():
    with pytest.raises(FormatError, match=r"cut short|not JSON"):
        parse(LZString.compressToBase64(texts(1))[:60])


def sudokumaker(**puzzle):
    document = {
        "formatVersion": "1.5.0",
        "puzzle": {"cells": [{} for _ in range(16)], "size": 4, **puzzle},
    }
    packed = LZString.compressToEncodedURIComponent(json.dumps(document))
    return f"https://sudokumaker.app/?puzzle={packed}"


BOXES = {"type": 1, "regions": [0, 0, 1, 1] * 2 + [2, 2, 3, 3] * 2}


def read_silently(link):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return parse(link)


def test_a_link_of_sudokumaker_is_a_puzzle_with_its_rules():
    puzzle = read_silently(
        sudokumaker(
            cells=[{"given": True, "value": 3}, {"value": 2}, *({} for _ in range(14))],
            constraints=[
                {"type": 0},
                BOXES,
                {"type": 300, "slow": False, "thermometers": [[1, 2, 3]]},
                {
                    "type": 301,
                    "cages": [{"cells": [4, 5], "value": 7}, {"cells": [8, 9], "value": 0}],
                },
                {"type": 12, "disabled": True},
            ],
        )
    )
    assert puzzle.clues == {"R1C1": 3} and puzzle.entries == {"R1C2": 2}
    names = [rule.name for rule in puzzle.rules]
    assert names == ["rows", "columns", "boxes", "thermometer", "killer", "killer"]
    assert puzzle.rules[4].cells == ("R2C1", "R2C2") and puzzle.rules[5].sum is None
    assert puzzle.grid.blocks[0].box == (2, 2)


@as_one_test(
    [
        ({"type": 15}, "nonconsecutive"),
        ({"type": 11}, "positive-diagonal"),
        ({"type": 16, "groups": [20, 10]}, 'global-groups groups="2 4 | 1 3"'),
        ({"type": 100, "cells": [0, 5]}, "even R1C1 R2C2"),
        ({"type": 200, "clues": [{"value": 1, "edge": 1}]}, "white-dot R1C1 R1C2"),
        ({"type": 201, "clues": [{"value": 2, "edge": 4}]}, "black-dot R1C1 R2C1"),
        ({"type": 202, "clues": [{"value": 5, "edge": 13}]}, "xv V R2C2 R3C2"),
        ({"type": 202, "clues": [{"value": 6, "edge": 27}]}, "pair-sum 6 R4C3 R4C4"),
        ({"type": 202, "clues": [], "negative": [5, 10]}, "strict-xv"),
        ({"type": 302, "groups": [[0, 1], [10, 11]]}, "clone R1C1 R1C2 | R3C3 R3C4"),
        (
            {"type": 303, "clues": [{"corner": 6, "digits": [1, 2]}]},
            "quadruple 1 2 R1C1 R1C2 R2C1 R2C2",
        ),
        ({"type": 304, "cages": [{"cells": [0, 1], "value": "12"}]}, "look-and-say 1 2 R1C1 R1C2"),
        ({"type": 401, "lines": [[0, 1]], "minDifference": 2}, "whispers 2 R1C1 R1C2"),
        ({"type": 405, "lines": [[0, 5, 10]]}, "sequence-line R1C1 R2C2 R3C3"),
        ({"type": 406, "lines": [[0, 1]], "groups": [20, 10]}, "modular 2 R1C1 R1C2"),
        (
            {"type": 406, "lines": [[0, 1]], "groups": [6, 24]},
            'group-line groups="1 2|3 4" R1C1 R1C2',
        ),
        (
            {"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0, 1, 2]]}]},
            "arrow R1C1 | R1C2 R1C3",
        ),
        (
            {"type": 500, "clues": [{"value": 5, "outerCell": 1, "diagonal": -1}]},
            "little-killer 5 DR R0C1",
        ),
        (
            {"type": 500, "clues": [{"value": 5, "outerCell": 31, "diagonal": 1}]},
            "little-killer 5 UR R5C1",
        ),
        ({"type": 501, "clues": [{"value": 0, "outerCell": 6}]}, "sandwich 0 R1C0"),
        ({"type": 504, "clues": [{"value": 3, "outerCell": 11}]}, "numbered-room 3 R1C5"),
        ({"type": 601, "cells": [0]}, "column-indexer R1C1"),
    ]
)
def test_each_kind_of_sudokumaker_is_its_rule(constraint, rule):
    (expected,) = nonet.Sudoku("4x4", rules=[rule]).rules[3:]
    assert read_silently(sudokumaker(constraints=[BOXES, constraint])).rules[3:] == (expected,)


def test_a_custom_grid_of_sudokumaker_has_the_rules_that_it_states():
    free = {"type": "custom", "width": 3, "height": 2, "minDigit": 0, "maxDigit": 4}
    cells = [{} for _ in range(6)]
    puzzle = read_silently(sudokumaker(size=None, cells=cells, constraints=[{"type": 0}], **free))
    assert puzzle.rules == () and puzzle.grid.values == (0, 1, 2, 3, 4)
    assert nonet.count_solutions(puzzle).number == 5**6
    latin = sudokumaker(size=None, cells=cells, constraints=[{"type": 2003}], **free)
    rows = list(permutations(range(5), 3))
    differing = sum(all(a != b for a, b in zip(*pair, strict=True)) for pair in product(rows, rows))
    assert nonet.count_solutions(read_silently(latin)).number == differing


def test_what_sudokumaker_draws_or_codes_is_named_and_kept():
    link = sudokumaker(
        cells=[{"value": 1, "colors": 2}, *({} for _ in range(15))],
        constraints=[
            {"type": 1000, "definition": {"name": "no roping"}, "input": {}},
            {
                "type": 2000,
                "name": "river",
                "lines": [[{"x": 0.5, "y": 0.5}, {"x": 1.5, "y": 0.5}]],
            },
            {"type": 2001, "cages": [{"cells": [1, 2], "value": "a"}]},
            {"type": 2002, "params": [{"type": "text", "text": "k"}], "symbols": [[2.5, 0.5]]},
            {"type": 4000, "cells": [3]},
            {"type": 777},
        ],
    )
    with pytest.warns(UserWarning) as caught:
        puzzle = parse(link)
    text = " ".join(str(each.message) for each in caught)
    for part in ("coloured cell", "no roping", "river", "drawn cage", "drawn symbols", "kind 777"):
        assert part in text
    kinds = [mark.kind for mark in drawn_marks(puzzle.notes)]
    assert sorted(kinds) == ["line", "shade", "shade", "text", "text"]
    assert puzzle.notes["fog lights"] == "R1C4"
    with pytest.raises(FormatError, match="no roping"):
        parse(link, strict=True)


def test_a_point_of_sudokumaker_that_is_nowhere_is_on_no_cell():
    """JSON as Python reads it has numbers without end."""
    for place in (float("inf"), float("nan"), -0.5, 1.0, 1e300, "x", None):
        points = [{"x": 0.5, "y": 0.5}, {"x": place, "y": 0.5}]
        constraint = {"type": 2000, "name": "wire", "lines": [points]}
        with pytest.warns(FormatWarning, match="wire"):
            puzzle = parse(sudokumaker(constraints=[constraint]))
        assert not drawn_marks(puzzle.notes)


def test_a_full_grid_of_sudokumaker_is_the_setters_solution_and_its_payload_a_puzzle():
    values = "1234341221434321"
    link = sudokumaker(cells=[{"value": int(value)} for value in values], constraints=[BOXES])
    puzzle = read_silently(link.partition("?puzzle=")[2])
    assert puzzle.notes["solution"] == values and not puzzle.entries and not puzzle.clues


def test_a_line_that_comes_back_to_a_cell_is_as_good_as_its_pieces():
    line = [0, 1, 5, 4, 0]
    link = sudokumaker(constraints=[{"type": 401, "lines": [line], "minDifference": 2}])
    assert [rule.cells for rule in read_silently(link).rules[2:] if rule.name == "whispers"] == [
        ("R1C1", "R1C2", "R2C2", "R2C1"),
        ("R2C1", "R1C1"),
    ]


@as_one_test(
    [
        ({"cells": [{}] * 15}, "all cells of a grid"),
        ({"minDigit": 3}, "values from 3"),
        ({"constraints": [{"type": 1, "regions": [0]}]}, "a number a cell"),
        ({"constraints": [{"type": 301, "cages": [{"cells": [99]}]}]}, "from 0 to 15"),
        ({"constraints": [{"type": 300, "thermometers": [5]}]}, "cells are numbers"),
        ({"constraints": [{"type": 300, "thermometers": 5}]}, "makes no sense"),
        ({"constraints": [{"type": 200, "clues": [{"value": 1, "edge": 0}]}]}, "on one side"),
        ({"constraints": [{"type": 401, "lines": [[0, 1]]}]}, "minDifference"),
        ({"cells": [{"given": True, "value": 9}] + [{}] * 15}, "out of range"),
    ]
)
def test_a_bad_link_of_sudokumaker_is_one_line(puzzle, message):
    with pytest.raises(FormatError, match=message) as error:
        parse(sudokumaker(**puzzle))
    assert "\n" not in str(error.value)


def test_a_short_link_of_sudokumaker_holds_no_puzzle():
    with pytest.raises(FormatError, match="without \\?puzzle="):
        parse("https://sudokumaker.app/puzzles/abc")
