"""The quick reader of plain lines: whatever it takes, the formats read alike."""

from __future__ import annotations

import pickle
import random

import pytest

import nonet
from nonet.errors import FormatError
from nonet.puzzle.plain_line import plain_classic

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_random_clues_are_read_as_the_format_reads_them():
    draw = random.Random(5)
    for _ in range(60):
        blank = draw.choice(".0")
        text = "".join(c if draw.random() < 0.4 else blank for c in SOLUTION)
        quick, read = plain_classic(text), nonet.parse(text, format="line")
        assert quick is not None and quick == read and hash(quick) == hash(read)
        assert {name: type(value) for name, value in vars(quick).items()} == {
            name: type(value) for name, value in vars(read).items()
        }
        assert list(quick.clues) == list(read.clues)
        assert pickle.loads(pickle.dumps(quick)) == read


def test_puzzles_share_nothing_that_can_change():
    first, second = plain_classic("1" + "." * 80), plain_classic("." * 80 + "2")
    assert first is not None and second is not None
    assert dict(first.clues) == {"R1C1": 1} and dict(second.clues) == {"R9C9": 2}
    with pytest.raises(TypeError):
        first.notes["x"] = "y"  # type: ignore[index]


@pytest.mark.parametrize("text", ["11" + "." * 79, "1" + "." * 8 + "1" + "." * 71])
def test_clues_that_clash_are_named_by_the_reader(text):
    assert plain_classic(text) is None
    with pytest.raises(FormatError, match="are both 1 in"):
        nonet.parse(text)
    assert len(nonet.parse(text, allow_clashes=True).clues) == 2


@pytest.mark.parametrize("text", ["." * 80, "." * 82, "x" + "." * 80, "." * 16, "\n" + "." * 80])
def test_anything_else_is_left_to_the_formats(text):
    assert plain_classic(text) is None
