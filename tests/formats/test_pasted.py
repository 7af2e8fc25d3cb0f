"""Pasted forms and addresses: each is read whole, or refused in one line."""

import io
import json
import warnings

import pytest

import nonet
from nonet.errors import FormatWarning
from nonet.formats import parse, read
from nonet.formats.links import parse_link
from tests.cases import as_one_test
from tests.formats.pasted_forms import (
    CLASSIC,
    DESIGNED,
    FULL,
    GRID,
    HELD_OUT,
    ROWS,
    SMALL,
    addresses,
)

DESIGNED_ADDRESSES, HELD_OUT_ADDRESSES = addresses()


def check(text, expected):
    """The line of the puzzle, or the words of the error, which is one line."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if not expected.startswith("!"):
            assert parse(text).line() == expected
            return
        with pytest.raises(nonet.NonetError) as caught:
            parse(text)
    message = str(caught.value)
    assert expected[1:] in message
    assert "\n" not in message
    assert len(message) < 300


@as_one_test([form[1:] for form in (*DESIGNED, *HELD_OUT)])
def test_a_pasted_form_is_read_whole_or_refused_in_a_line(text, expected):
    check(text, expected)


@as_one_test([form[1:] for form in (*DESIGNED_ADDRESSES, *HELD_OUT_ADDRESSES)])
def test_an_address_is_read_in_every_form_or_its_site_is_named(text, expected):
    check(text, expected)


def test_there_are_as_many_forms_as_promised_and_no_two_are_the_same():
    forms, links = [*DESIGNED, *HELD_OUT], [*DESIGNED_ADDRESSES, *HELD_OUT_ADDRESSES]
    assert len({text for _, text, _ in forms}) == len(forms) >= 120
    assert len({text for _, text, _ in links}) == len(links) >= 60


@as_one_test([text for _, text, _ in (*DESIGNED, *HELD_OUT)])
def test_a_text_without_one_of_its_cells_is_no_smaller_puzzle(text):
    """Take the last digit of a form away: what is read then has as many cells, or is refused."""
    last = max(n for n, c in enumerate(text) if c.isdigit() or c in ".x")
    size = 256 if len(text) > 500 and "15" in text else 81
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            puzzle = parse(text[:last] + text[last + 1 :])
        except nonet.NonetError:
            return
    assert len(puzzle.grid.cells) in (size, 256) or text.startswith(("1,0,", SMALL))


def test_digits_of_an_address_are_read_with_a_remark():
    with pytest.warns(FormatWarning, match=r"^read the 81 cells in the address of x\.org$"):
        puzzle = parse(f"https://x.org/?p={CLASSIC}", strict=True)
    assert puzzle.comment == "from x.org"


def test_the_solution_behind_a_puzzle_is_kept_and_a_filled_in_value_is_no_clue():
    assert parse(f"{CLASSIC},{FULL}").notes["solution"] == FULL
    puzzle = parse(CLASSIC[:2] + "+4" + CLASSIC[3:] + ":214 125")
    assert puzzle.entries == {"R1C3": 4}
    assert 2 not in puzzle.candidates["R1C4"]


def test_the_marks_of_a_sentence_are_no_part_of_its_address():
    assert parse_link("see <https://x.org/a(b)>.").path == "/a(b)"
    assert parse_link("(https://x.org/a?b=1).").path == "/a?b=1"
    assert parse_link("https://x.org/53..").path == "/53.."


@as_one_test(
    [
        ([f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS], CLASSIC),  # boxes apart
        ([f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in ROWS], CLASSIC),
        ([" ".join(row) for row in ROWS], CLASSIC),
        ([", ".join(row) for row in ROWS], CLASSIC),
        ([f"{row[:1]} {row[1:]}" for row in ROWS], CLASSIC),
        ({"grid": [f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS]}, CLASSIC),
        ({"board": " ".join(CLASSIC[start : start + 27] for start in (0, 27, 54))}, CLASSIC),
    ]
)
def test_a_row_in_a_list_is_a_character_a_cell_however_they_are_grouped(rows, line):
    assert parse(json.dumps(rows)).line() == line


def test_numbers_of_two_digits_in_a_text_of_a_list_are_a_cell_each():
    rows = [[(4 * row + row // 4 + column) % 16 + 1 for column in range(16)] for row in range(16)]
    puzzle = parse(json.dumps([" ".join(map(str, row)) for row in rows]))
    assert [*puzzle.clues.values()] == [number for row in rows for number in row]


@as_one_test(
    [
        CLASSIC,
        CLASSIC.replace(".", "0"),
        " ".join(CLASSIC),
        "\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        json.dumps([list(row) for row in ROWS]),
        json.dumps(ROWS),
        "\n".join(map(str, GRID)),
    ]
)
def test_a_field_of_a_table_is_a_puzzle_in_the_forms_that_people_paste(text):
    quoted = text.replace('"', '""')
    table = f'id,puzzle,name\n1,"{quoted}",first\n2,{CLASSIC},second\n'
    puzzles = read(io.StringIO(table))
    assert [(each.line(), each.name) for each in puzzles] == [
        (CLASSIC, "first"), (CLASSIC, "second"),
    ]  # fmt: skip
