"""Lists as rows in one pass; the judge is the reader, row by row."""

from random import Random

import numpy as np
import pytest

import nonet
from nonet.batch import arrays
from nonet.batch.arrays import number_rows, text_rows
from nonet.errors import FormatError, PuzzleError
from tests.cases import as_one_test


def random_lines(size: int, number: int) -> list[str]:
    """Texts of random clues, which may clash; some with 0, some with dots for blanks."""
    draw = Random(f"{size} {number}")
    blanks = [".", "0", ".0"]
    digits = "123456789"[:size]
    return [
        "".join(
            draw.choice(digits) if draw.random() < 0.3 else draw.choice(blanks[row % 3])
            for _ in range(size * size)
        )
        for row in range(number)
    ]


def read_one_by_one(puzzles, monkeypatch, rules=(), like=None):
    with monkeypatch.context() as patch:
        patch.setattr(arrays, "text_rows", lambda texts: None)
        patch.setattr(arrays, "number_rows", lambda rows: None)
        return arrays.read_puzzles(puzzles, rules, like)


@pytest.mark.parametrize("size", [4, 6, 8, 9])
@pytest.mark.parametrize("rules", [(), ("x",)])
def test_plain_texts_are_read_as_the_reader_reads_them(size, rules, monkeypatch):
    texts = random_lines(size, 60)
    geometry, rows = arrays.read_puzzles(texts, rules, None)
    expected, judge = read_one_by_one(texts, monkeypatch, rules)
    assert geometry.blank == expected.blank
    assert rows.dtype == np.uint8
    assert (rows == judge).all()
    assert text_rows(texts)[1] == []


def test_what_is_not_plain_is_read_row_by_row_and_nothing_is_lost(monkeypatch):
    texts = random_lines(9, 40)
    texts[3] += "  # a comment"
    texts[7] = "\n".join(texts[7][at : at + 9] for at in range(0, 81, 9))
    texts[39] = texts[39].replace(".", "_").replace("0", "*")
    texts[11] = nonet.write(nonet.parse(texts[11], allow_clashes=True), "json")
    assert text_rows(texts)[1] == [3, 7, 11, 39]
    geometry, rows = arrays.read_puzzles(texts, (), None)
    expected, judge = read_one_by_one(texts, monkeypatch)
    assert geometry.blank == expected.blank
    assert (rows == judge).all()


def test_rules_of_one_row_among_plain_ones_are_kept():
    easy = "1..............."
    own = nonet.write(nonet.Sudoku(easy, rules=["killer 7 R1C1 R1C2"]), "json")
    counts = nonet.solve_many([easy, own, easy], limit=100, backend="native").counts
    assert counts.tolist() == [72, 0, 72]


@pytest.mark.parametrize("bad", ["5", "z", "\xe9", "\n", "\x00"])
def test_a_bad_character_is_refused_as_by_the_reader(bad, monkeypatch):
    texts = [*random_lines(4, 5), "1" * 8 + bad + "." * 7]
    with pytest.raises(FormatError) as refused:
        arrays.read_puzzles(texts, (), None)
    with pytest.raises(FormatError) as judge:
        read_one_by_one(texts, monkeypatch)
    assert str(refused.value) == str(judge.value)


def test_texts_of_two_sizes_are_refused(monkeypatch):
    with pytest.raises(PuzzleError, match="one grid"):
        arrays.read_puzzles(["." * 81, "." * 16], (), None)


def test_values_from_0_are_no_plain_texts(monkeypatch):
    like = nonet.Sudoku("4x4 values 0-3")
    texts = ["1..............."]
    _, rows = arrays.read_puzzles(texts, (), like)
    _, judge = read_one_by_one(texts, monkeypatch, (), like)
    assert rows.tolist() == judge.tolist()
    assert rows[0, 0] == 2  # the second value of 0 to 3


def test_like_gives_plain_texts_another_grid(monkeypatch):
    like = nonet.Sudoku("4x4", rules=["x"])
    texts = random_lines(4, 9)
    geometry, rows = arrays.read_puzzles(texts, (), like)
    expected, judge = read_one_by_one(texts, monkeypatch, (), like)
    assert geometry.blank == expected.blank
    assert (rows == judge).all()
    with pytest.raises(PuzzleError, match="other cells"):
        arrays.read_puzzles(random_lines(9, 2), (), like)


@as_one_test([[[1, 2], [3, 0]], [(1, 2), [3, 255]], [[np.int64(4), 1]], [[256, 1]], [[-1, 1]],
             [[1.5, 2]], [["1", "2"]], [[1], [2, 3]], [np.array([1, 2])], [3, 4], []])  # fmt: skip
def test_lists_of_numbers_are_rows_as_numpy_makes_them(rows):
    array = number_rows(rows)
    if array is not None:
        assert array.tolist() == np.array(rows).tolist()
    else:
        small = all(isinstance(row, list | tuple) for row in rows) and rows
        assert not small or any(
            not hasattr(value, "__index__") or not 0 <= value < 256 for row in rows for value in row
        ) or len({len(row) for row in rows}) > 1  # fmt: skip
