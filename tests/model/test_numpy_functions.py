"""NumPy's functions of arrays of variables give what they give of the values of these variables."""

import pytest

from nonet.errors import ModelError
from nonet.model import Array, Matrix, ModelBuilder
from nonet.model.constraints import Constraint
from nonet.model.expressions.arithmetic import as_affine
from nonet.model.expressions.numpy_functions import FUNCTIONS

np = pytest.importorskip("numpy")

VALUES = np.array([[3, 0, 2], [1, 2, 4]])
GIVEN = {f"s[{r},{c}]": int(VALUES[r, c]) for r in range(2) for c in range(3)}
LOGICAL = {name for name in FUNCTIONS if name.startswith(("logical", "bitwise"))}
LOGICAL |= {"invert"}


@pytest.fixture
def s():
    return ModelBuilder().array("s", (2, 3), range(6))


def valued(entry):
    if isinstance(entry, Array | Matrix | list | tuple | np.ndarray):
        return [valued(each) for each in entry]
    if isinstance(entry, Constraint):
        return entry.holds(GIVEN)
    return as_affine(entry).value(GIVEN) if hasattr(entry, "terms") else entry


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_an_element_wise_function_is_that_of_the_values(s, name):
    function = getattr(np, name)
    if name in LOGICAL:
        variables, numbers = [s > 1, s < 4], [VALUES > 1, VALUES < 4]
    else:
        variables, numbers = [s, np.array([[1, 2, 2], [3, 1, 4]])], [VALUES, None]
        numbers[1] = variables[1]
    if name in ("power", "float_power"):
        variables[1] = numbers[1] = 2
    if name == "divide":
        with pytest.raises(ModelError, match="may be no integer"):
            function(*variables)
        return
    variables, numbers = variables[: function.nin], numbers[: function.nin]
    assert valued(function(*variables)) == function(*numbers).tolist()
    if function.nin == 2 and name not in ("power", "float_power", "floor_divide", "remainder"):
        assert valued(function(*variables[::-1])) == function(*numbers[::-1]).tolist()
    first = variables[0][0, 1]
    others, other_numbers = variables[1:], numbers[1:]
    if others and not isinstance(others[0], int):
        others, other_numbers = [others[0][0, 1]], [numbers[1][0, 1].item()]
        if hasattr(others[0], "item"):
            others = [others[0].item()]
    assert valued(function(first, *others)) == function(numbers[0][0, 1], *other_numbers)


CALLS = {
    "dot": lambda a: np.dot(a, [1, 2, 3]),
    "vdot": lambda a: np.vdot(a[0], [1, 2, 3]),
    "inner": lambda a: np.inner([1, 2, 3], a[0]),
    "matmul": lambda a: np.matmul(a, [[1], [2], [3]]),
    "diff": lambda a: np.diff(a),
    "count_nonzero": lambda a: np.count_nonzero(a),
    "count_nonzero by axis": lambda a: np.count_nonzero(a, axis=0),
    "array_equal": lambda a: np.array_equal(a, VALUES),
    "array_equal not": lambda a: np.array_equal(a, VALUES + 1),
    "reduce": lambda a: np.add.reduce(a),
    "reduce maximum": lambda a: np.maximum.reduce(a, axis=1),
    "reduce minimum": lambda a: np.minimum.reduce(a, axis=0),
    "amax": lambda a: np.amax(a),
    "amin": lambda a: np.amin(a, axis=1),
    "concatenate": lambda a: np.concatenate([a[0], a[1]]),
    "roll": lambda a: np.roll(a, 1, axis=1),
    "transpose": lambda a: np.transpose(a),
    "trace": lambda a: np.trace(a),
    "flip": lambda a: np.flip(a, axis=0),
    "where": lambda a: np.where(a > 1, a, 9),
    "split": lambda a: np.split(a, 2),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_function_of_arrays_is_that_of_the_values(s, name):
    expected = CALLS[name](VALUES)
    expected = [*map(np.ndarray.tolist, expected)] if isinstance(expected, list) else expected
    plain = expected.tolist() if hasattr(expected, "tolist") else expected
    assert valued(CALLS[name](s)) == plain


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: np.sin(s), "np.sin of variables is not known"),
        (lambda s: np.add.accumulate(s), "np.add.accumulate of variables is not known"),
        (lambda s: np.add(s, s, where=VALUES > 1), "np.add of variables is not known"),
        (
            lambda s: np.max(s, keepdims=True),
            "np.max of variables takes an axis, and no 'keepdims'",
        ),
        (lambda s: np.sort(s), "asks for values before there are any"),
        (lambda s: np.dot(s, [1, 2]), "a product of 2 by 3 and 2 by 1 entries"),
        (lambda s: s @ 3, "a product of arrays, and not of 3"),
        (lambda s: s @ [[1, 2], [3], [4]], "rows of unlike lengths"),
    ],
)
def test_what_numpy_cannot_ask_of_variables_is_refused(s, call, message):
    with pytest.raises(ModelError) as caught:
        call(s)
    assert message in str(caught.value)
