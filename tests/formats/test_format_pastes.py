"""What people paste: packed objects without a link, other alphabets, links of SudokuMaker."""

import json
import warnings

import pytest

from nonet.errors import FormatError
from nonet.formats import detect, parse

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


def test_a_link_of_sudokumaker_is_read_as_far_as_its_kinds_are_known_and_the_rest_is_named():
    link = sudokumaker(
        cells=[{"given": True, "value": 3}, {"value": 2}, *({} for _ in range(14))],
        constraints=[
            {"type": 0},
            {"type": 300, "slow": False, "thermometers": [[1, 2, 3]]},
            {"type": 301, "cages": [{"cells": [4, 5], "value": 7}, {"cells": [8, 9], "value": 0}]},
        ],
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        puzzle = parse(link)
    assert puzzle.clues == {"R1C1": 3}
    assert [rule.name for rule in puzzle.rules[3:]] == ["thermometer", "killer", "killer"]
    assert puzzle.rules[4].cells == ("R2C1", "R2C2") and puzzle.rules[5].sum is None
    other = sudokumaker(constraints=[{"type": 0}, {"type": 202, "name": "XV", "clues": []}])
    with pytest.warns(UserWarning, match=r"constraint XV \(kind 202\)"):
        parse(other)
    with pytest.raises(FormatError, match="constraint XV"):
        parse(other, strict=True)


@pytest.mark.parametrize(
    "puzzle, said",
    [
        ({"cells": [{}] * 15}, "n times n"),
        ({"minDigit": 3}, "values from 3"),
        ({"constraints": [{"type": 301, "cages": [{"cells": [99]}]}]}, "from 0 to 15"),
        ({"constraints": [{"type": 300, "thermometers": 5}]}, "are a list"),
        ({"cells": [{"given": True, "value": 9}] + [{}] * 15}, "out of range"),
    ],
)
def test_a_bad_link_of_sudokumaker_is_one_line(puzzle, said):
    with pytest.raises(FormatError, match=said) as error:
        parse(sudokumaker(**puzzle))
    assert "\n" not in str(error.value)


def test_a_short_link_of_sudokumaker_holds_no_puzzle():
    with pytest.raises(FormatError, match="without \\?puzzle="):
        parse("https://sudokumaker.app/puzzles/abc")
