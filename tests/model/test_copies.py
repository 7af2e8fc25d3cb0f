"""Builders travel: copies, deep copies and pickles go on by themselves."""

import copy
import pickle

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import ModelBuilder


def grown():
    build = ModelBuilder()
    x, b = build.array("x", 3, range(4)), build.boolean("b")
    c = build.variable("c", ["red", "green"])
    build.all_different(x, label="apart")
    build.add(b == (x[0] > 1), (c == "red").implies(x[1] == 0))
    build.prefer(x[2] == 3, weight=2)
    build.search([x[0]])
    return build, x, b


def pickled(build):
    return pickle.loads(pickle.dumps(build))


@pytest.mark.parametrize("duplicate", [ModelBuilder.copy, copy.copy, copy.deepcopy, pickled])
def test_a_copy_has_all_that_was_declared_and_goes_on_by_itself(duplicate):
    build, *_ = grown()
    before = build.model()
    other = duplicate(build)
    assert other.model() == before
    assert [c.description for c in other.model().constraints] == [
        c.description for c in before.constraints
    ]
    other.add(other["x[0]"] == 2, other["b"] & (other["c"] == "red"))
    other.prefer(other["x[2]"] == 1)
    assert build.model() == before
    assert str(nonet.solve(other).solution)
    build.add(build["x[0]"] == 0)
    assert {s["x[0]"] for s in nonet.iter_solutions(other.model().with_objective(None))} == {2}


@pytest.mark.parametrize("duplicate", [ModelBuilder.copy, copy.deepcopy])
def test_variables_declared_before_belong_to_both(duplicate):
    build, x, b = grown()
    other = duplicate(build)
    z = other.variable("z", range(9))
    other.add(x[0] + z == 5, ~b)
    solution = nonet.solve(other).solution
    assert solution[x[0]] + solution[z] == 5 and not solution[b]
    build.add(x[0] == 3)
    assert nonet.solve(build).solution[x[0]] == 3


def test_one_name_may_have_other_values_in_each_copy():
    build, _, b = grown()
    first, other = build.copy(), build.copy()
    flag, number = first.boolean("w"), other.variable("w", range(3))
    with pytest.raises(ModelError, match="w is a number"):
        number & b
    first.add((flag == 1) | b)  # the name has other values elsewhere
    assert "w" not in build


def test_a_pickled_builder_is_another_one():
    build, x, _ = grown()
    with pytest.raises(ModelError, match="another builder"):
        pickled(build).add(x[0] == 1)
