"""Cages in plain text: killers of three forms, and KenKen."""

import pytest

from nonet import count_solutions, verify
from nonet.errors import FormatError
from nonet.formats import detect, parse, write
from nonet.puzzle import make_rule
from tests.cases import as_one_test
from tests.formats.test_sdk import KILLER, SOLUTION, latin, wikipedia


@pytest.mark.parametrize("name", ["killer", "killer-short", "sumocue", "iss", "f-puzzles-json"])
def test_a_published_killer_has_its_one_solution_in_any_string(name):
    puzzle = parse(write(wikipedia(), name))
    assert len(puzzle.rules) == 3 + 29
    assert set(puzzle.rules) == set(wikipedia().rules)
    if name == "killer":
        assert write(puzzle, name).startswith("3x3::k:769:769:3842:3842:3842:")
        verdict = verify(puzzle, "cpsat")
        assert (verdict.uniqueness.value, verdict.witnesses[0].line) == ("unique", SOLUTION)


@pytest.mark.parametrize("name", ["killer", "killer-short", "sumocue"])
def test_a_killer_comes_back(name):
    if name == "killer":
        with pytest.raises(FormatError, match="the cage at R9C8: it has no sum"):
            write(KILLER, name)
        return
    text = write(KILLER, name)
    reread = parse(text)
    assert detect(text).name == name
    assert reread.clues == KILLER.clues
    assert set(reread.rules) == set(KILLER.rules)


def test_pointers_lead_to_the_sum_of_their_cage():
    rows = ["A<......."] + 8 * ["........."]
    text = "".join(rows).replace(".", "0")
    puzzle = parse(text)
    assert puzzle.rules[-1] == make_rule("killer", cells=("R1C1", "R1C2"), sum=10)


@as_one_test(
    [
        ("3x3::k:1:2:", "expected 81 numbers with colons, found 2"),
        ("4x4::k:" + "1:" * 81, "only 3x3::k: and 3x3:d:k: are"),
        ("3x3::k:" + "257:513:" + "0:" * 79, "cage 1 has the sums 1 and 2"),
        ("3x3::k:" + "x:" + "0:" * 80, "cell 1: expected a number, not 'x'"),
        ("<" + "0" * 80, "< at R1C1 points off the grid"),
        ("><" + "0" * 79, "the pointers from R1C1 lead round and round"),
        ("SumoCueV1=5", "expected 81 cells, each with a region or none, found 1"),
        ("SumoCueV1+4", "no: none does|that begins at cell 4: none does"),
        ("SumoCueV1=5*", "cell 2: expected such as =15"),
    ]
)
def test_a_bad_killer_string_is_one_line_that_says_where(text, message):
    with pytest.raises(FormatError, match=message) as error:
        parse(text)
    assert "line 1" in str(error.value)


def test_regions_and_diagonals_of_sumocue():
    rows = "".join(str(r) * 9 for r in range(9))
    text = "SumoCueV1D" + "".join(f"=0J{region}" for region in rows)
    puzzle = parse(text)
    assert [rule.name for rule in puzzle.rules] == ["rows", "columns", "diagonals", "jigsaw"]
    assert write(puzzle, "sumocue").strip() == text
    with pytest.raises(FormatError, match="region 0 has 18 cells"):
        parse(text.replace("J8", "J0"))


def test_kenken_and_the_solution_it_has():
    text = "aab\ncbb\nccd\na 3+\nb 6*\nc 6*\nd 2\n"
    puzzle = parse(text)
    assert detect(text).name == "kenken"
    assert [rule.name for rule in puzzle.rules] == ["rows", "columns", *3 * ["calculation"]]
    assert puzzle.clues == {"R3C3": 2}
    grids = count_solutions(puzzle, backend="native").number
    assert grids == sum(
        g[0][0] + g[0][1] == 3 and g[0][2] * g[1][1] * g[1][2] == 6
        and g[1][0] * g[2][0] * g[2][1] == 6 and g[2][2] == 2
        for g in latin(3)
    )  # fmt: skip
    assert parse(write(puzzle, "kenken").replace("R", "")).rules[:2] == puzzle.rules[:2]
    for bad, message in (
        ("aab\ncbb\nccd\na 3+\nb 6*\nc 6*\n", "cage d has no number"),
        ("aab\ncbb\nccd\na 3+\nq 6*\n", "no cell has the letter q"),
        ("aab\ncbb\nccd\na 3\n", "cage a has no operation"),
        ("aab\ncb\nccd\na 3+\n", "expected 3 letters in the row"),
    ):
        with pytest.raises(FormatError, match=message):
            parse(bad, format="kenken")
