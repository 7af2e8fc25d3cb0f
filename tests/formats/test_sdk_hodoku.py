"""HoDoKu library lines: positions with entries and struck candidates."""

import pytest

from nonet import parse, read, write
from nonet.errors import ClueError, FormatError
from nonet.formats import detect
from nonet.model import Domain

GIVEN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ENTERED = f":0000:x:+{GIVEN}::::"
POSITION = f":0300-1:4:{GIVEN}:113 214:481 487::r"


def test_a_library_line_is_recognised_by_its_shape():
    assert detect(POSITION).name == "hodoku"
    assert detect("# of a book\n" + POSITION).name == "hodoku"


def test_plus_marks_an_entry_and_deleted_candidates_narrow():
    puzzle = parse(f":0003:7:+{GIVEN}:113 413:::")
    assert puzzle.entries == {"R1C1": 5}
    assert "R1C1" not in puzzle.clues
    assert puzzle.clues["R1C2"] == 3
    assert puzzle.candidates["R1C3"] == Domain.of([2, 3, 5, 6, 7, 8, 9])
    assert puzzle.notes["technique"] == "0003"


def test_fields_of_the_step_are_kept_as_notes():
    puzzle = parse(POSITION)
    assert puzzle.notes == {
        "technique": "0300-1",
        "digits": "4",
        "eliminations": "481 487",
        "extra": "r",
    }


def test_a_line_is_written_as_it_was_read():
    assert write(parse(POSITION), "hodoku") == POSITION + "\n"
    assert write(parse(ENTERED), "hodoku") == ENTERED + "\n"


def test_json_keeps_entries(tmp_path):
    puzzle = parse(ENTERED)
    reread = parse(write(puzzle, "json"))
    assert reread == puzzle
    file = tmp_path / "position.json"
    file.write_text(write(puzzle, "json"))
    assert read(file) == [puzzle]


@pytest.mark.parametrize("name", ["line", "grid", "pm", "sdk", "euler", "csv"])
def test_a_format_that_has_no_place_for_entries_says_so(name):
    puzzle = parse(ENTERED)
    with pytest.raises(FormatError, match="entries"):
        write(puzzle, name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (":0300:5:++53", "after +"),
        (":0300:4:123", "81 characters"),
        (":0300:4", "fields"),
        (POSITION.replace("113 214", "13 214"), "<digit><row><column>"),
        (POSITION.replace("481 487", "x81"), "<digit><row><column>"),
        (":0000:x:" + 80 * "." + "+", "after +"),
    ],
)
def test_a_line_that_is_none_says_what_was_expected(text, message):
    with pytest.raises(FormatError, match=message.replace("+", r"\+")):
        parse(text, format="hodoku")


def test_an_entry_on_a_clue_must_agree():
    puzzle = parse("1...............")
    from dataclasses import replace

    with pytest.raises(ClueError, match="R1C1"):
        replace(puzzle, entries={"R1C1": 2})
    assert replace(puzzle, entries={"A1": 1}).entries == {}
    with pytest.raises(ClueError, match="entry 9 at R1C2 is out of range"):
        replace(puzzle, entries={"R1C2": 9})
