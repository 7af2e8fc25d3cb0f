"""f-puzzles: what each key means, and that what is read is written again to the letter."""

import io
import json

import pytest

from nonet import verify
from nonet.errors import FormatError, FormatWarning
from nonet.formats import detect, iter_puzzles, parse, write
from nonet.formats.links import pack, unpack
from nonet.puzzle import make_rule, rule_types
from tests.cases import as_one_test


def document(size=4, **keys):
    """An object with an empty grid."""
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **keys}


def text(size=4, **keys):
    return json.dumps(document(size, **keys), separators=(",", ":"), ensure_ascii=False)


LINE = {"lines": [["R1C1", "R1C2", "R2C3"]]}
PAIR = {"cells": ["R1C1", "R1C2"]}


def rule(name, **parameters):
    if name not in rule_types():
        pytest.skip(f"there is no rule {name} yet")
    return make_rule(name, **parameters)


CELLS = ("R1C1", "R1C2", "R2C3")
MEANINGS = [
    ({"killercage": [{**PAIR, "value": "5"}]}, "killer", {"cells": CELLS[:2], "sum": 5}),
    ({"killercage": [{**PAIR, "value": "5/7"}]}, "killer", {"cells": CELLS[:2], "sum": (5, 7)}),
    ({"killercage": [PAIR]}, "killer", {"cells": CELLS[:2]}),
    ({"thermometer": [LINE]}, "thermometer", {"cells": CELLS}),
    ({"slowthermometer": [LINE]}, "slow-thermometer", {"cells": CELLS}),
    ({"palindrome": [LINE]}, "palindrome", {"cells": CELLS}),
    ({"renban": [LINE]}, "renban", {"cells": CELLS}),
    ({"whispers": [LINE | {"value": "2"}]}, "whispers", {"cells": CELLS, "difference": 2}),
    ({"betweenline": [LINE]}, "between", {"cells": CELLS}),
    ({"zipperline": [LINE]}, "zipper", {"cells": CELLS}),
    ({"doublearrow": [LINE]}, "double-arrow", {"cells": CELLS}),
    ({"difference": [PAIR]}, "white-dot", {"cells": CELLS[:2]}),
    ({"difference": [PAIR | {"value": "2"}]}, "white-dot", {"cells": CELLS[:2], "difference": 2}),
    ({"ratio": [PAIR]}, "black-dot", {"cells": CELLS[:2]}),
    ({"xv": [PAIR | {"value": "V"}]}, "xv", {"cells": CELLS[:2], "letter": "V"}),
    ({"even": [{"cell": "R1C1"}, {"cell": "R2C2"}]}, "even", {"cells": ("R1C1", "R2C2")}),
    ({"minimum": [{"cell": "R1C1"}]}, "minimum", {"cells": ("R1C1",)}),
    ({"extraregion": [{"cells": list(CELLS)}]}, "extra-region", {"cells": CELLS}),
    ({"sandwichsum": [{"cell": "R0C2", "value": "5"}]}, "sandwich", {"clue": "R0C2", "sum": 5}),
    ({"xsum": [{"cell": "R2C5", "value": "5"}]}, "x-sum", {"clue": "R2C5", "sum": 5}),
    ({"skyscraper": [{"cell": "R0C2", "value": "2"}]}, "skyscraper", {"clue": "R0C2", "count": 2}),
    (
        {"littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "7"}]},
        "little-killer",
        {"start": "R0C1", "direction": "DR", "sum": 7},
    ),
    (
        {"arrow": [{"lines": [["R1C1", "R1C2", "R2C3"]], "cells": ["R1C1"]}]},
        "arrow",
        {"bulb": ("R1C1",), "cells": ("R1C2", "R2C3")},
    ),
    (
        {"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}]},
        "quadruple",
        {"cells": ("R1C1", "R1C2", "R2C1", "R2C2"), "values": (1, 2)},
    ),
    (
        {"clone": [{"cells": ["R1C1"], "cloneCells": ["R2C3"]}]},
        "clone",
        {"cells": ("R1C1",), "copy": ("R2C3",)},
    ),
    ({"antiknight": True}, "anti-knight", {}),
    ({"diagonal+": True, "diagonal-": True}, "diagonals", {}),
    ({"nonconsecutive": True}, "nonconsecutive", {}),
    ({"negative": ["ratio"]}, "negative-ratio", {}),
    ({"negative": ["xv"]}, "strict-xv", {}),
]


@as_one_test(MEANINGS)
def test_a_key_is_a_rule_and_back(keys, name, parameters):
    expected = rule(name, **parameters)
    puzzle = parse(text(**keys))
    assert puzzle.rules[3:] == (expected,)
    reread = parse(write(parse(write(puzzle, "json")).with_clues({"R4C4": 1}), "f-puzzles-json"))
    assert reread.rules == puzzle.rules
    assert reread.clues == {"R4C4": 1}


def test_what_is_read_is_written_again_to_the_letter():
    """Unusual spellings are kept: numbers as texts, keys in any order, words in any alphabet."""
    source = text(
        title='Żółw 🐢 "x"',
        ruleset="a\nb",
        killercage=[{"cells": ["R1C1", "R1C2"], "value": "05", "outlineC": "#000"}],
        cosmetic=[],
    )
    link = f"https://f-puzzles.com/?load={pack(source)}"
    puzzle = parse(link)
    assert puzzle.name.startswith("Żółw 🐢")
    assert write(puzzle, "f-puzzles").strip() == link
    assert write(parse(write(puzzle, "json")), "f-puzzles").strip() == link
    assert write(parse(f"sudokupad.app/fpuzzles{pack(source)}"), "f-puzzles-json").strip() == source


def test_a_puzzle_that_was_changed_is_not_written_as_it_was():
    puzzle = parse(text(title="old"))
    changed = puzzle.with_clues({"R1C1": 2})
    assert json.loads(write(changed, "f-puzzles-json"))["grid"][0][0] == {"value": 2, "given": True}


def test_clues_entries_candidates_and_regions():
    puzzle_object = document()
    puzzle_object["grid"][0][0] = {"value": 1, "given": True}
    puzzle_object["grid"][0][1] = {"value": "2"}
    puzzle_object["grid"][0][2] = {"givenPencilMarks": [3, 4]}
    for r, row in enumerate(puzzle_object["grid"]):
        for cell in row:
            cell["region"] = r
    puzzle = parse(json.dumps(puzzle_object))
    assert (dict(puzzle.clues), dict(puzzle.entries)) == ({"R1C1": 1}, {"R1C2": 2})
    assert list(puzzle.candidates["R1C3"]) == [3, 4]
    assert puzzle.rules[-1] == make_rule("jigsaw", layout="1111222233334444")


def test_a_solution_is_found_under_the_rules_that_were_read():
    puzzle_object = document(killercage=[{"cells": ["R1C1", "R2C1"], "value": "3"}])
    puzzle_object["grid"][0][3] = {"value": 4, "given": True}
    puzzle_object["grid"][3][1] = {"value": 1, "given": True}
    puzzle_object["grid"][2][0] = {"value": 4, "given": True}
    verdict = verify(parse(json.dumps(puzzle_object)))
    for witness in verdict.witnesses:
        assert witness["R1C1"] + witness["R2C1"] == 3


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"fogofwar": ["R1C1"]}, "fogofwar"),
        ({"circle": [{"cells": ["R1C1"]}, {"cells": ["R1C2"]}]}, "2 × circle (drawn)"),
        ({"cage": [{"cells": ["R1C1"], "value": "AB"}]}, "cage 'AB' (a drawing)"),
        ({"negative": ["spaghetti"]}, "negative spaghetti"),
        ({"killercage": [PAIR | {"value": "x"}]}, "killercage 1: the sum 'x'"),
    ],
)
def test_what_is_not_understood_is_named_or_with_strict_an_error(keys, named):
    with pytest.warns(FormatWarning) as caught:
        parse(text(**keys))
    assert named in str(caught[0].message)
    assert "\n" not in str(caught[0].message)
    with pytest.raises(FormatError) as error:
        parse(text(**keys), strict=True)
    assert named in str(error.value)
    taken = []
    (entry,) = iter_puzzles(io.StringIO(text(**keys)), on_warning=taken.append)
    assert named in taken[0].unknown
    assert entry.rules


def test_what_is_only_shown_is_no_reason_to_warn(recwarn):
    parse(text(highlightConflicts=True, author="A", successMessage="well done"))
    puzzle_object = document()
    puzzle_object["grid"][0][0] = {"c": "#fff", "centerPencilMarks": [1]}
    parse(json.dumps(puzzle_object))
    assert not recwarn.list


@as_one_test(
    [
        ('{"size":4,"grid":[[]]}', "grid is 4 rows of 4 cells"),
        ('{"size":400,"grid":[[]]}', "size is a number from 1 to 64, not 400"),
        ('{"size":"four","grid":[[]]}', "size is a number from 1 to 64, not 'four'"),
        ('{"size":1.5,"grid":[[]]}', "size is a number from 1 to 64, not 1.5"),
        (text(thermometer=3), "thermometer is a list, not 3"),
        (text(thermometer=[3]), "thermometer 1 is not an object but 3"),
        (text(thermometer=[{"lines": [[1]]}]), "thermometer 1: lines are names such as R1C1"),
        (text(killercage=[{"cells": ["R9C9"], "value": 3}]), "'R9C9' is not a cell of this grid"),
        (text(even=[{"cell": 4}]), "even 1: cell is a name such as R1C1, not 4"),
        ("https://f-puzzles.com/?load=N4Ig", "cut short"),
        ("https://f-puzzles.com/", r"without \?load="),
        ('{"size":4,"grid":[[{},', "not JSON: .* at character 2"),
    ]
)
def test_a_bad_object_is_one_line_that_says_where(source, message):
    with pytest.raises(FormatError, match=message) as error:
        parse(source)
    assert "line 1" in str(error.value)


def test_links_and_objects_are_explained_by_their_marks():
    assert detect(text()).name == "f-puzzles-json"
    assert detect(f"https://f-puzzles.com/?load={pack(text())}").name == "f-puzzles"
    assert detect(f"https://sudokupad.app/fpuzzles{pack(text())}").name == "f-puzzles"
    assert detect(f"fpuzzles{pack(text())}").name == "f-puzzles"
    assert detect(write(parse(text()), "json")).name == "json"
    assert unpack(pack(text())) == text()
