"""Objects that hold a puzzle: lists, arrays and tables of other libraries, for one puzzle or many."""

import re

import numpy as np
import pytest

import nonet
from nonet.errors import FormatError
from tests.formats.pasted_forms import CLASSIC, GRID, NUMBERS, ROWS

pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")

LOST = r"a number of many digits is not a puzzle.*dtype=str"

ONE = {
    "81 numbers": NUMBERS,
    "rows": GRID,
    "tuples": tuple(map(tuple, GRID)),
    "rows as texts": ROWS,
    "rows as lists and as texts": [ROWS[r] if r % 2 else GRID[r] for r in range(9)],
    "one text": [CLASSIC],
    "81 characters": list(CLASSIC),
    "None": [[n or None for n in row] for row in GRID],
    "a mapping": {"grid": GRID},
    "our own document": {"size": 9, "clues": CLASSIC},
    "(81,)": np.array(NUMBERS),
    "(9, 9) uint8": np.array(GRID, np.uint8),
    "(1, 81)": np.array([NUMBERS]),
    "(1, 9, 9) int8": np.array([GRID], np.int8),
    "floats": np.array(GRID, float),
    "objects": np.array(GRID, object),
    "characters (9, 9)": np.array([list(row) for row in ROWS]),
    "bytes (81,)": np.array(list(CLASSIC), "S1"),
    "rows of arrays": [np.array(row) for row in GRID],
    "DataFrame": pandas.DataFrame(GRID),
    "DataFrame with NaN": pandas.DataFrame(GRID).replace(0, np.nan),
    "DataFrame with NA": pandas.DataFrame(GRID).replace(0, pandas.NA).astype("Int64"),
    "DataFrame of texts": pandas.DataFrame([list(row) for row in ROWS]),
    "DataFrame with a column of puzzles": pandas.DataFrame({"id": [7], "puzzle": [CLASSIC]}),
    "Series of numbers": pandas.Series(NUMBERS),
    "Series of rows": pandas.Series(ROWS),
    "Series of a text": pandas.Series([CLASSIC]),
    "pyarrow array": pyarrow.array(NUMBERS),
    "pyarrow lists": pyarrow.array(GRID),
    "pyarrow chunks": pyarrow.chunked_array([NUMBERS[:40], NUMBERS[40:]]),
    "pyarrow table": pyarrow.table({"quizzes": [CLASSIC]}),
}


@pytest.mark.parametrize("name", ONE)
def test_one_puzzle_in_any_object_is_read_by_the_verbs(name):
    assert nonet.verify(ONE[name]).uniqueness.value == "unique"
    assert nonet.Sudoku(ONE[name]).line() == CLASSIC


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (GRID[:8], "8 rows of 9 cells"),
        ([*GRID[:8], GRID[8][:7]], "row 9 has 7 cells, and others have 9"),
        ([[10, *GRID[0][1:]], *GRID[1:]], "clue '10' at R1C1 is out of range"),
        ([GRID, GRID], "2 puzzles: nonet.solve_many"),
        (NUMBERS[:80], "a list of 80 values"),
        (np.array([GRID[0][:1] * 9] * 9) + 0.5, "row 1 has 5.5: expected integers"),
        (pandas.Series([int("53" + "0" * 79)]), LOST),
        ({"grid": GRID, "cages": [["15 R1C1 R1C2"]]}, "beside the grid"),
    ],
)
def test_an_object_that_is_no_puzzle_says_which_row_or_cell(source, message):
    with pytest.raises(FormatError, match=message) as caught:
        nonet.solve(source)
    assert caught.value.line is None


@pytest.mark.parametrize("source", [None, 7, object(), [object()], nonet.solve])
def test_what_holds_no_cells_is_a_type_error(source):
    with pytest.raises((TypeError, FormatError)):
        nonet.solve(source)


MANY = {
    "(81,)": (np.array(NUMBERS), 1),
    "81 numbers": (NUMBERS, 1),
    "(9, 9)": (np.array(GRID), 1),
    "nine rows": (GRID, 1),
    "nine texts of nine characters": (ROWS, 1),
    "(n, 81)": (np.array([NUMBERS] * 3), 3),
    "(n, 9, 9)": (np.array([GRID] * 3), 3),
    "(n, 9, 9) floats": (np.array([GRID] * 3, float), 3),
    "lists of rows": ([GRID] * 3, 3),
    "texts": ([CLASSIC] * 3, 3),
    "texts in other forms": ([CLASSIC, str(GRID), ",".join(ROWS)], 3),
    "mixed": ([CLASSIC, NUMBERS, GRID, nonet.parse(CLASSIC)], 4),
    "array of texts": (np.array([CLASSIC] * 3), 3),
    "array of bytes": (np.array([CLASSIC.encode()] * 3), 3),
    "array of objects": (np.array([CLASSIC] * 3, object), 3),
    "characters (n, 81)": (np.array([list(CLASSIC)] * 3), 3),
    "characters (n, 9, 9)": (np.array([[list(row) for row in ROWS]] * 3), 3),
    "characters (9, 9)": (np.array([list(row) for row in ROWS]), 1),
    "Series": (pandas.Series([CLASSIC] * 3), 3),
    "DataFrame (n, 81)": (pandas.DataFrame([NUMBERS] * 3), 3),
    "DataFrame (9, 9)": (pandas.DataFrame(GRID), 1),
    "DataFrame with NaN": (pandas.DataFrame([NUMBERS] * 3).replace(0, np.nan), 3),
    "DataFrame with a column": (pandas.DataFrame({"puzzle": [CLASSIC] * 3, "id": [1, 2, 3]}), 3),
    "pyarrow texts": (pyarrow.array([CLASSIC] * 3), 3),
    "pyarrow chunks": (pyarrow.chunked_array([[CLASSIC], [CLASSIC]]), 2),
    "pyarrow lists": (pyarrow.array([NUMBERS] * 3), 3),
}


@pytest.mark.parametrize("name", MANY)
def test_many_puzzles_in_any_object_are_of_81_cells_each(name):
    puzzles, n = MANY[name]
    many = nonet.verify_many(puzzles, backend="native")
    assert many.solutions.shape == (n, 81)
    assert many.counts.tolist() == [1] * n
    assert len(set(many.texts())) == 1


@pytest.mark.parametrize(
    ("puzzles", "message"),
    [
        ([CLASSIC, None], "puzzle 2: expected a puzzle or its text, not NoneType"),
        ([CLASSIC, CLASSIC[:-1]], "puzzle 2: expected 81 characters"),
        ([CLASSIC, "a" + CLASSIC[1:]], "puzzle 2: column 1: unknown character 'a'"),
        ([NUMBERS, NUMBERS[:-1]], "puzzle 2: a list of 80 values"),
        (np.array([NUMBERS, [10, *NUMBERS[1:]]]), "puzzle 2: 10 at R1C1 is out of range"),
        (np.array([NUMBERS, [0.5, *NUMBERS[1:]]]), "fractions, as in puzzle 2"),
        (np.array([10**15, 10**15]), f"puzzle 1: {LOST}"),
        (pandas.Series([int("53" + "0" * 79)] * 2), f"puzzle 1: {LOST}"),
        (np.zeros((16, 16), int), re.escape("give the shape (1, 16, 16) or (16, 4, 4)")),
    ],
)
def test_a_bad_puzzle_of_many_is_named_by_its_number(puzzles, message):
    with pytest.raises(nonet.NonetError, match=message):
        nonet.solve_many(puzzles, backend="native")


@pytest.mark.parametrize(
    "puzzles", [[CLASSIC, CLASSIC[:-1], CLASSIC], np.array([NUMBERS, [77] * 81, NUMBERS])]
)
def test_one_bad_row_keeps_the_others_where_errors_are_taken(puzzles):
    errors = []
    many = nonet.verify_many(puzzles, backend="native", on_error=errors.append)
    assert many.counts.tolist() == [1, 0, 1]
    assert many.decided.tolist() == [True, False, True]
    assert [str(error)[:9] for error in errors] == ["puzzle 2:"]
    assert many.texts()[1] == ""
