"""The same puzzles in every form that a user may have them in are the same rows."""

from array import array

import numpy as np
import pytest

import nonet
from nonet.batch.arrays import MixedPuzzles, read_puzzles
from nonet.errors import ClueError, FormatError, LimitError, NonetError, PuzzleError

TEXTS = ["1..4....4......1", "................", "12......34....2."]
NUMBERS = [[int(c) for c in text.replace(".", "0")] for text in TEXTS]
SQUARES = [[row[at : at + 4] for at in range(0, 16, 4)] for row in NUMBERS]


def as_floats():
    floats = np.array(NUMBERS, float)
    floats[floats == 0] = np.nan
    return floats


class Column:
    """A column of another library, with a method for its values."""

    def __init__(self, values):
        self._values = values

    def tolist(self):
        return list(self._values)

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(self._values)


FORMS = {
    "texts": TEXTS,
    "texts in a tuple": tuple(TEXTS),
    "an iterator of texts": iter(TEXTS),
    "texts with line ends": [f"{text}\n" for text in TEXTS],
    "texts with zeros": [text.replace(".", "0") for text in TEXTS],
    "puzzles": [nonet.parse(text) for text in TEXTS],
    "a mixed list": [TEXTS[0], nonet.parse(TEXTS[1]), SQUARES[2]],
    "lists": NUMBERS,
    "tuples": [tuple(row) for row in NUMBERS],
    "lists of lists": SQUARES,
    "bytes": np.array(NUMBERS, np.uint8),
    "integers": np.array(NUMBERS),
    "squares": np.array(SQUARES),
    "signed squares": np.array(SQUARES, np.int8),
    "floats": np.array(NUMBERS, float),
    "floats with nan for a blank": as_floats(),
    "rows in another order in memory": np.asfortranarray(np.array(NUMBERS, np.uint8)),
    "every second row": np.repeat(np.array(NUMBERS, np.uint8), 2, axis=0)[::2],
    "an array of texts": np.array(TEXTS),
    "an array of objects": np.array(TEXTS, object),
    "an array of bytes": np.array([text.encode() for text in TEXTS]),
    "an array of objects that are puzzles": np.array([nonet.parse(text) for text in TEXTS], object),
    "arrays of the standard library": [array("B", row) for row in NUMBERS],
    "a column of texts": Column(TEXTS),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_puzzles_of_every_form_are_the_same_rows(form):
    geometry, rows = read_puzzles(FORMS[form], (), None)
    assert (geometry.cells, rows.dtype, rows.flags.c_contiguous) == (16, np.uint8, True)
    assert rows.tolist() == NUMBERS


ONE = {
    "a list": [NUMBERS[0]],
    "a row": np.array(NUMBERS[0]),
    "a square": np.array(SQUARES[0]),
    "a square of lists": SQUARES[0],
    "four texts of four": ["".join(map(str, row)) for row in SQUARES[0]],
    "characters": np.array(list(TEXTS[0])),
    "a square of characters": np.array([list(TEXTS[0][at : at + 4]) for at in range(0, 16, 4)]),
    "a square of floats": np.array(SQUARES[0], float),
}


@pytest.mark.parametrize("form", ONE)
def test_one_puzzle_is_told_by_its_shape(form):
    _, rows = read_puzzles(ONE[form], (), None)
    assert rows.tolist() == NUMBERS[:1]


def test_nine_rows_of_nine_are_a_puzzle_and_sixteen_of_sixteen_may_be_either():
    nine = np.zeros((9, 9), int)
    assert len(read_puzzles(nine, (), None)[1]) == 1
    sixteen = np.zeros((16, 16), int)
    with pytest.raises(PuzzleError) as refused:
        read_puzzles(sixteen, (), None)
    assert str(refused.value) == (
        "16 rows of 16 values may be one puzzle or 16: give the shape (1, 16, 16) or (16, 4, 4)"
    )
    assert read_puzzles(sixteen.reshape(1, 16, 16), (), None)[1].shape == (1, 256)
    assert read_puzzles(sixteen.reshape(16, 4, 4), (), None)[1].shape == (16, 16)
    sixteen[3, 3] = 5  # no value of a 4x4
    assert read_puzzles(sixteen, (), None)[1].shape == (1, 256)
    sixteen[3, 3] = 4
    with pytest.raises(PuzzleError, match="may be one puzzle or 16"):
        read_puzzles(sixteen, (), None)
    fifteen = np.zeros((15, 16), int)
    assert read_puzzles(fifteen, (), None)[1].shape == (15, 16)


WRONG = {
    "a text": (TEXTS[0], PuzzleError, "expected many puzzles: put a single one in a list"),
    "fractions": (np.array(NUMBERS) + 0.5 * (np.arange(3) == 1)[:, None], PuzzleError,
                  "expected integers, 0 for a blank, not fractions, as in puzzle 2"),
    "truth values": (np.zeros((2, 16), bool), PuzzleError,
                     "expected integers, 0 for a blank, not dtype bool"),
    "numbers without their zeros": ([1004000040000001], PuzzleError, "puzzle 1: .*leading zeros"),
    "a later one": (np.array([12, 1000]), PuzzleError, "puzzle 2: .*leading zeros"),
    "the largest cell": (np.array([[999] + 15 * [0]]), ClueError, "999 at R1C1 is out of range"),
    "too large": (np.array([16 * [0], [0, 0, 5] + 13 * [0]]), ClueError,
                  "puzzle 2: 5 at R1C3 is out of range: 0 is a blank, values are 1 to 4"),
    "negative": (np.array([16 * [0], [0, -1] + 14 * [0]]), ClueError, "puzzle 2: -1 at R1C2"),
    "a cube": (np.zeros((2, 4, 5), int), PuzzleError, r"shape \(n, cells\), not \(2, 4, 5\)"),
    "two sizes": ([TEXTS[0], 81 * "."], PuzzleError, "puzzle 2 differs from the first|one grid"),
    "no square": (np.zeros((2, 17), int), PuzzleError, "n² cells"),
    "a bad text": (["x" * 3, TEXTS[0]], FormatError, "puzzle 1: "),
}  # fmt: skip


@pytest.mark.parametrize("form", WRONG)
def test_what_is_no_array_of_puzzles_is_told_with_its_place(form):
    puzzles, kind, message = WRONG[form]
    with pytest.raises(kind, match=message):
        read_puzzles(puzzles, (), None)


@pytest.mark.parametrize(
    ("puzzles", "bad"),
    [
        (np.array([NUMBERS[0], 16 * [5], [-1] + 15 * [0], 16 * [4]]), [1, 2]),
        ([TEXTS[0], "x", 7, TEXTS[2], 81 * "."], [1, 2, 4]),
        (["nothing", TEXTS[0]], [0]),
        (TEXTS, []),
    ],
    ids=["array", "list", "the first", "none"],
)
def test_with_on_error_the_others_are_answered(puzzles, bad):
    errors: list[NonetError] = []
    many = nonet.verify_many(puzzles, backend="native", on_error=errors.append)
    assert np.flatnonzero(~many.decided).tolist() == bad
    assert [str(error).split()[1].rstrip(":") for error in errors] == [str(n + 1) for n in bad]
    for number, entry in enumerate(puzzles):
        if number in bad:
            assert many.counts[number] == 0
        else:
            entry = [row.tolist() for row in entry.reshape(4, 4)] if bad == [1, 2] else entry
            text = entry if isinstance(entry, str) else "".join(str(c) for r in entry for c in r)
            alone = nonet.count_solutions(nonet.parse(text, allow_clashes=True), limit=2)
            assert many.counts[number] == alone.number
    with pytest.raises(PuzzleError, match="none of the puzzles can be read"):
        nonet.verify_many(["x", "y"], on_error=errors.append)


def test_like_says_which_values_and_cells_there_are():
    zero = nonet.parse('{"nonet": "puzzle", "grid": "4x4 values 0-3 box 2x2", "clues": {}}')
    many = nonet.solve_many(["1" + 15 * "."], like=zero, backend="native")
    assert many.solutions[0, 0] == 2 and many.texts()[0][0] == "1"
    errors: list[NonetError] = []
    rows = np.array([[4] + 15 * [0], [5] + 15 * [0]])
    assert nonet.solve_many(rows, like=zero, on_error=errors.append).decided.tolist() == [
        True,
        False,
    ]
    assert [str(error) for error in errors] == ["puzzle 2: 5 is out of range: values are 1 to 4"]
    with pytest.raises(PuzzleError, match="has other cells than the puzzle given as like"):
        nonet.solve_many([81 * "."], like=zero)


def test_limits_at_their_ends():
    for wrong in ({"limit": None}, {"limit": 0}, {"threads": 0}, {"time_limit": 0}):
        with pytest.raises((LimitError, NonetError)):
            nonet.solve_many(TEXTS, **wrong)
    with pytest.raises(PuzzleError, match="check is all, sample or none, not 'some'"):
        nonet.solve_many(TEXTS, check="some")
    with pytest.raises(PuzzleError, match="killers have both cages and sums"):
        nonet.solve_many(TEXTS, cages=np.ones((3, 16), int))
    huge = nonet.solve_many(TEXTS[1:2], limit=1 << 70, backend="lockstep")
    assert huge.counts.tolist() == [288] and huge.decided.all()


def test_rules_of_one_row_make_all_rows_models_of_their_own():
    puzzles = ["." * 16, nonet.Sudoku("4x4", rules=["x"])]
    mixed = read_puzzles(puzzles, ["anti-king"], None)
    assert isinstance(mixed, MixedPuzzles) and mixed.number == 2
    for row, rules in enumerate((["anti-king"], ["x", "anti-king"])):
        expected = nonet.count_solutions(nonet.Sudoku("4x4", rules=rules)).number
        assert nonet.count_solutions(mixed.model_of(row)).number == expected
