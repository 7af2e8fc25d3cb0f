"""Python functions as constraints: tabulated, called as backends search, or declined by name."""

import warnings
from itertools import product

import pytest

import nonet
from nonet.errors import ModelError, Unsupported
from nonet.model import ModelBuilder
from nonet.model.globals import Predicate


def even(*values):
    return sum(values) % 2 == 0


@pytest.mark.parametrize(
    "backend",
    ["native", "native:level=generate-and-test", "native:level=backtracking", "cpsat", "sat",
     "python-constraint"],
)  # fmt: skip
def test_a_function_of_few_values_is_taken_by_all_backends(backend):
    build = ModelBuilder()
    x = build.array("x", 3, range(4))
    build.predicate(even, x)
    build.table([x[0] + 1, 2 * x[1]], lambda a, b: a == b, negative=True)
    build.add(~Predicate(x[:2], lambda a, b: a == b) | (x[2] == 1))
    build.add(Predicate([abs(x[0] - x[1])], lambda a: a > 1) + (x[1] == 0) >= 1)
    expected = {
        (a, b, c)
        for a, b, c in product(range(4), repeat=3)
        if even(a, b, c) and a + 1 != 2 * b and (a != b or c == 1) and (abs(a - b) > 1 or b == 0)
    }
    assert {tuple(s[x]) for s in nonet.iter_solutions(build, backend)} == expected


def wide():
    build = ModelBuilder()
    x = build.array("x", 4, range(40))
    build.add(x[0] + x[1] == 3, x[2] < 3)
    build.predicate(lambda *v: v[0] * v[2] == v[3] and even(*v), x)
    build.add(~Predicate(x, lambda *v: v[3] == 6))
    return build, x


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["native", "python-constraint"])
def test_a_function_of_many_values_is_called_in_the_search(backend):
    build, x = wide()
    expected = [
        (a, 3 - a, c, a * c)
        for a, c in product(range(4), range(3))
        if even(3, c, a * c) and a * c != 6
    ]
    assert sorted(tuple(s[x]) for s in nonet.iter_solutions(build, backend)) == sorted(expected)
    assert nonet.count_solutions(build).number == len(expected)  # of the backend that auto takes


def test_a_function_of_many_values_is_declined_by_name():
    build = ModelBuilder()
    build.predicate(even, build.array("x", 4, range(40)))
    inside = ModelBuilder()
    x = inside.array("x", 4, range(40))
    inside.add((x[0] == 3) | Predicate(x, even), ~Predicate(x, even))
    for model, backend in [(build, "cpsat"), (inside, "cpsat"), (inside, "sat")]:
        with pytest.raises(Unsupported, match=r"^even\(.* ask native or python-constraint"):
            nonet.solve(model, backend)


def test_a_function_is_given_the_names_of_values():
    build = ModelBuilder()
    _, d = build.variables("cd", ["red", "green"])
    build.predicate(lambda name, second: (name, second) == ("red", "green"), ["c", d])
    build.add(~Predicate([d], lambda name: name == "red"))
    assert [str(s) for s in nonet.iter_solutions(build)] == ["c=red d=green"]


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda b, x: b.predicate(lambda a: a, x), "of 2 values: too many"),
        (lambda b, x: b.predicate(x, even), "a predicate is a function"),
        (lambda b, x: b.add(even), r"build.predicate\(rule, \[x, y\]\)"),
        (
            lambda b, x: b.predicate(lambda a, b: a // b, x),
            r"\(0, 0\) raised ZeroDivisionError: .*line",
        ),
        (lambda b, x: b.predicate(lambda a, b: print(end=""), x), "returned None"),
        (lambda b, x: (b.predicate(even, x), nonet.model_to_json(b)), "not written as JSON"),
    ],
)
def test_a_slip_is_told_in_a_line(declare, message):
    build = ModelBuilder()
    x = build.array("x", 2, range(3))
    with warnings.catch_warnings(), pytest.raises(ModelError, match=message) as caught:
        warnings.simplefilter("error")  # no backend is to blame
        declare(build, x)
        nonet.solve(build)
    assert "\n" not in str(caught.value)
