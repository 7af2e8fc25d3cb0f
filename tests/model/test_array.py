"""Arrays of variables are indexed, sliced, joined and reduced as NumPy's are of their values."""

from itertools import product
from operator import add, and_, floordiv, ge, gt, le, lt, mod, mul, ne, or_, pow, sub, xor
from operator import eq as equal
from random import Random

import pytest

from nonet.errors import ModelError
from nonet.model import Array, Matrix, ModelBuilder
from nonet.model.constraints import Constraint
from nonet.model.expressions.arithmetic import as_affine
from nonet.model.expressions.array import selected, selected_places

np = pytest.importorskip("numpy")

ROWS, COLUMNS = 3, 4


@pytest.fixture
def both():
    """A matrix of variables, their values, and what gives the values of any entries."""
    build = ModelBuilder()
    matrix = build.array("s", (ROWS, COLUMNS), range(1, 10))
    values = np.array([[(3 * r + 5 * c) % 7 + 1 for c in range(COLUMNS)] for r in range(ROWS)])
    given = {f"s[{r},{c}]": int(values[r, c]) for r in range(ROWS) for c in range(COLUMNS)}

    def valued(entry):
        if isinstance(entry, Array | Matrix):
            return [valued(each) for each in entry]
        if isinstance(entry, Constraint):
            return entry.holds(given)
        return as_affine(entry).value(given)

    return matrix, values, valued


ENDS = (None, -5, -4, -2, -1, 0, 1, 2, 3, 4, 5)
SLICES = [slice(a, b, step) for a in ENDS[::2] for b in ENDS[1::2] for step in (None, 2, -1, -2)]


def test_parts_are_those_of_numpy(both):
    matrix, values, valued = both
    for rows, columns in [*product(SLICES[::3], SLICES[::4]), (slice(None), slice(None))]:
        expected = values[rows, columns]
        if 0 not in expected.shape:
            assert valued(matrix[rows, columns]) == expected.tolist(), (rows, columns)
    for row in range(-ROWS, ROWS):
        assert valued(matrix[row]) == values[row].tolist()
        for part in SLICES:
            assert valued(matrix[row, part]) == values[row, part].tolist()
            assert valued(matrix[row][part]) == values[row][part].tolist()
        for column in range(-COLUMNS, COLUMNS):
            assert valued(matrix[row, column]) == values[row, column]
            assert valued(matrix[:, column]) == values[:, column].tolist()
    for offset in range(-ROWS, COLUMNS + 1):
        assert valued(matrix.diagonal(offset)) == np.diagonal(values, offset).tolist()
        turned = np.diagonal(np.fliplr(values), offset).tolist()
        assert valued(matrix.diagonal(offset, falling=False)) == turned
    assert valued(matrix.T) == valued(matrix.transpose()) == values.T.tolist()
    assert valued(matrix.flat) == values.flatten().tolist()
    assert matrix.shape == values.shape and matrix[0].shape == (COLUMNS,)


@pytest.mark.parametrize("join", [add, sub, mul, floordiv, mod])
def test_arithmetic_is_that_of_each_place(both, join):
    matrix, values, valued = both
    for other in (2, values, values.tolist(), matrix):
        expected = join(values, values if other is matrix else np.array(other))
        assert valued(join(matrix, other)) == expected.tolist()
    assert valued(join(matrix[0], values[1].tolist())) == join(values[0], values[1]).tolist()
    assert (
        valued(-matrix) == (-values).tolist()
        and valued(abs(matrix - 5)) == abs(values - 5).tolist()
    )
    assert valued(matrix[0] ** 2) == pow(values[0], 2).tolist()
    assert valued(10 - matrix[0]) == (10 - values[0]).tolist()
    assert valued(10 + matrix[0]) == (10 + values[0]).tolist()
    assert valued(3 * matrix[0]) == (3 * values[0]).tolist()


@pytest.mark.parametrize("compare", [equal, ne, le, ge, lt, gt])
def test_comparisons_are_those_of_each_place(both, compare):
    matrix, values, valued = both
    for other in (4, values[::-1], values[::-1].tolist()):
        assert valued(compare(matrix, other)) == compare(values, np.array(other)).tolist()


@pytest.mark.parametrize("join", [and_, or_, xor])
def test_logic_is_that_of_each_place(both, join):
    matrix, values, valued = both
    expected = join(values > 3, values < 6)
    assert valued(join(matrix > 3, matrix < 6)) == expected.tolist()
    assert valued(~join(matrix > 3, matrix < 6)) == (~expected).tolist()
    implied = ~(values > 3) | (values < 6)
    assert valued((matrix > 3).implies(matrix < 6)) == implied.tolist()


@pytest.mark.parametrize("name", ["sum", "max", "min"])
def test_reductions_are_those_of_numpy(both, name):
    matrix, values, valued = both
    for axis in (None, 0, 1):
        expected = getattr(values, name)(axis=axis).tolist()
        assert valued(getattr(matrix, name)(axis=axis)) == expected
        assert valued(getattr(np, name)(matrix, axis=axis)) == expected
    for truths in ("any", "all"):
        for axis in (None, 0, 1):
            expected = getattr(values > 3, truths)(axis=axis).tolist()
            assert valued(getattr(matrix > 3, truths)(axis=axis)) == expected


def test_products_and_counts_are_those_of_numpy(both):
    matrix, values, valued = both
    weights = [2, -1, 0, 3]
    assert valued(matrix @ weights) == (values @ weights).tolist()
    assert valued(matrix[0] @ weights) == values[0] @ weights
    assert valued(weights @ matrix.T) == (np.array(weights) @ values.T).tolist()
    assert valued(matrix.T @ values) == (values.T @ values).tolist()
    assert valued(matrix @ values.T.tolist()) == (values @ values.T).tolist()
    assert valued(matrix[0].count(4)) == values[0].tolist().count(4)
    assert valued(matrix[1].count([4, 5])) == sum(each in (4, 5) for each in values[1])


def test_an_expression_is_an_index_of_rows_and_columns():
    build = ModelBuilder()
    s = build.array("s", (2, 3), range(4))
    r, c = build.variable("r", range(2)), build.variable("c", range(3))
    random = Random(3)
    for _ in range(20):
        given = {f"s[{i},{j}]": random.randrange(4) for i in range(2) for j in range(3)}
        given |= {"r": random.randrange(2), "c": random.randrange(3)}
        table = [[given[f"s[{i},{j}]"] for j in range(3)] for i in range(2)]
        value = lambda entry, given=given: as_affine(entry).value(given)  # noqa: E731
        assert value(s[r, c]) == table[given["r"]][given["c"]]
        assert value(s[1, c]) == table[1][given["c"]]
        assert value(s[r, 2]) == table[given["r"]][2]
        assert [*map(value, s[r])] == table[given["r"]]
        assert [*map(value, s[r, 1:])] == table[given["r"]][1:]
        assert [*map(value, s[:, c])] == [row[given["c"]] for row in table]
        assert value(s[0][c]) == table[0][given["c"]]


def test_masks_and_lists_of_places_choose_entries(both):
    matrix, values, valued = both
    mask = values > 3
    assert valued(matrix[mask]) == values[mask].tolist()
    assert valued(matrix[0][mask[0]]) == values[0][mask[0]].tolist()
    assert valued(matrix[0][[2, 0, -1]]) == values[0][[2, 0, -1]].tolist()
    assert selected_places([[1, 2], [3, 4]], [[True, False], [False, True]]) == [1, 4]
    assert selected("abc", np.array([False, True, True])) == ["b", "c"]


REFUSED = {
    "q + [1, 2]": (ModelError, "an array of 3 + one of 2: both need as many places"),
    "q + {1, 2, 3}": (ModelError, "an array + a set, which has no order"),
    "q[3]": (IndexError, "the array has the places 0 to 2, not 3"),
    "q[-4]": (IndexError, "the array has the places 0 to 2, not -4"),
    "q['a']": (ModelError, "an array has places 0 to 2, not 'a'"),
    "q[[True, False]]": (ModelError, "a mask of 2 truths for an array of 3"),
    "s[2, 0]": (IndexError, "the matrix has the places 0 to 1, not 2"),
    "s[0, 2]": (IndexError, "a row has the places 0 to 1, not 2"),
    "s[0, 0, 0]": (ModelError, "an array of 2 dimensions has no (0, 0, 0)"),
    "s + [1, 2, 3]": (ModelError, "a matrix of 2 by 2 +"),
    "s + [[1, 2, 3], [4, 5, 6]]": (ModelError, "both need as many rows and columns"),
    "s.sum(axis=2)": (ModelError, "axis is 0 for those of columns, 1 for those of rows, below 2"),
    "sum(s)": (ModelError, "adds up arrays, not variables"),
    "t.T": (ModelError, "an array of three dimensions has no columns"),
    "t @ q": (ModelError, "a product of arrays is of one or two dimensions, not of three"),
    "s @ q": (ModelError, "a product of 2 by 2 and 3 by 1 entries"),
    "q.reshape(2, 2)": (ModelError, "there is no shape (2, 2) of 3 entries"),
    "q.reshape(-1, -1)": (ModelError, "there is no shape (-1, -1) of 3 entries"),
    "q.reshape(1, 1, 1, 3)": (ModelError, "an array has one to three sizes"),
    "bool(q <= 1)": (ModelError, "are several constraints, neither true nor false"),
    "q()": (ModelError, "an array is not a function"),
    "1 in q": (ModelError, ""),
}  # fmt: skip


@pytest.mark.parametrize("line", REFUSED)
def test_what_an_array_has_not_is_refused_in_words(line):
    build = ModelBuilder()
    names = {
        "q": build.array("q", 3, range(3)),
        "s": build.array("s", (2, 2), range(3)),
        "t": build.array("t", (2, 2, 2), range(3)),
    }
    kind, message = REFUSED[line]
    with pytest.raises(kind) as caught:
        eval(line, {"sum": sum, "bool": bool}, names)
    assert message in str(caught.value)


def test_an_entry_is_not_assigned_to():
    q = ModelBuilder().array("q", 3, range(3))
    with pytest.raises(ModelError, match=r"build\.add\(q\[1:3:2\] == 7\) says what an entry is"):
        q[1:3:2] = 7


def test_shapes_are_those_of_numpy(both):
    matrix, values, valued = both
    for shape in [(12,), (2, 6), (-1, 3), (4, -1), (2, 2, 3), (2, -1, 2), ([6, 2],)]:
        expected = values.reshape(*shape)
        reshaped = matrix.reshape(*shape)
        assert valued(reshaped) == expected.tolist() and reshaped.shape == expected.shape
