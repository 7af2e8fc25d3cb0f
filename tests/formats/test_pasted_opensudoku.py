"""Games in play as OpenSudoku exports them, in the four versions of their state."""

import pytest

from nonet.errors import FormatError
from nonet.formats import parse
from tests.formats.pasted_forms import CLASSIC

NOTED = "136"
MASK = sum(1 << int(digit) - 1 for digit in NOTED)


def state(version, lf="&#10;", entry="4"):
    """The classic in play: R1C3 is filled in, R1C4 has notes."""
    cells = []
    for number, clue in enumerate(CLASSIC):
        value = entry if number == 2 else clue.replace(".", "0")
        noted = number == 3
        corner = {1: ",".join(NOTED) + "," if noted else "-"}.get(
            version, str(MASK if noted else 0)
        )
        centre = f"{4 if noted else 0}|" if version == 4 else ""
        bars = "||" if version == 2 else "|"
        cells.append(f"{value}|{corner}{bars}{centre}{int(clue == '.')}|")
    return f"version: {version}{lf}{''.join(cells)}"


def document(data, attribute="data"):
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2"><folder name="Mine" '
        f'created="0"><game created="1" state="2" time="3" last_played="4" {attribute}="{data}" '
        'note="hard" /></folder></opensudoku>'
    )


@pytest.mark.parametrize("version", [1, 2, 3, 4])
@pytest.mark.parametrize("attribute", ["data", "cells_data"])
@pytest.mark.parametrize("lf", ["&#10;", "\n", "&#xA;"])
def test_a_game_in_play_has_clues_entries_and_notes(version, attribute, lf):
    puzzle = parse(document(state(version, lf), attribute))
    assert puzzle.line() == CLASSIC
    assert puzzle.entries == {"R1C3": 4}
    assert puzzle.notes["corner notes"] == f"R1C4 {NOTED}"
    assert puzzle.notes.get("centre notes") == ("R1C4 3" if version == 4 else None)
    assert puzzle.name == "hard"
    assert not puzzle.candidates  # a player's notes may be wrong


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (state(5), "version 5: versions 1 to 4 are read"),
        (state(3)[:-2], "has 3 fields for each of 81 cells, found 242"),
        (state(3, entry="x"), "R1C3 of a game's state is a digit"),
        (state(3).replace(f"|{MASK}|", "|512|"), "the notes '512' of R1C4 are none of version 3"),
        ("53", "a game has 81 digits, not 2"),
    ],
)
def test_a_bad_state_is_one_line(data, message):
    with pytest.raises(FormatError, match=message):
        parse(document(data))
