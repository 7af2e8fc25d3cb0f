"""Constructive disjunction keeps the union of what the groups keep."""

import pytest

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import any_of, filter_factory
from nonet.model import (
    AnyOf,
    Linear,
    Model,
)
from nonet.solving import count_solutions
from nonet.testing.brute import brute_force


@pytest.mark.parametrize("depth", [3, 5, 20, 60])
def test_any_of_inside_any_of_counts_right_at_any_depth(depth):
    constraint = Linear(("x",), (1,), "==", 0)
    for number in range(depth):
        below = Linear(("x",), (1,), "<=", number)
        constraint = AnyOf(((constraint, below), (Linear(("y",), (1,), "==", number),)))
    model = Model({"x": range(3), "y": range(20)}, [constraint])
    assert count_solutions(model, "native").number == len(brute_force(model))


def remaining(model):
    engine = Engine(model.structure, filter_factory())
    return (
        [list(engine.domain(x)) for x in range(len(engine.names))] if engine.propagate() else None
    )


def test_a_value_stays_if_some_group_keeps_it():
    low, high = Linear.sum(("x", "y"), "==", 1), Linear.sum(("x", "y"), "==", 8)
    model = Model(dict.fromkeys("xy", range(6)), [AnyOf(((low,), (high,)))])
    assert remaining(model) == [[0, 1, 3, 4, 5], [0, 1, 3, 4, 5]]
    none = AnyOf(((Linear.sum(("x", "y"), "==", 40),), (Linear.sum(("x", "y"), "==", 41),)))
    assert remaining(Model(model.domains, [none])) is None


def test_an_empty_group_always_holds():
    impossible = Linear.sum(("x", "y"), "==", 40)
    model = Model(dict.fromkeys("xy", range(3)), [AnyOf(((impossible,), ()))])
    assert remaining(model) == [[0, 1, 2], [0, 1, 2]]
    assert count_solutions(model, "native").number == 9


def test_groups_are_propagated_up_to_a_depth_and_beyond_forward_checked(monkeypatch):
    """Propagation sees at once what forward checking sees when one variable is open."""
    model = Model(dict.fromkeys("xy", range(6)), [nested(2)])
    monkeypatch.setattr(any_of, "MAX_DEPTH", 2)
    assert remaining(model) == [[0, 1, 3, 4, 5], [0, 1, 3, 4, 5]]
    monkeypatch.setattr(any_of, "MAX_DEPTH", 1)
    assert remaining(model) == [[0, 1, 2, 3, 4, 5]] * 2
    monkeypatch.setattr(any_of, "MAX_DEPTH", 0)
    assert remaining(Model(model.domains, [nested(1)])) == [[0, 1, 2, 3, 4, 5]] * 2
    narrow = Model({"x": [3], "y": range(6)}, [nested(1)])
    assert remaining(narrow) == [[3], [5]]
    assert remaining(Model({"x": [3], "y": [4]}, [nested(1)])) is None


def nested(depth):
    """Sums of 1 or 8, as so many disjunctions one in the other."""
    sums = (Linear.sum(("x", "y"), "==", 1),), (Linear.sum(("x", "y"), "==", 8),)
    return AnyOf(sums) if depth == 1 else AnyOf(((nested(depth - 1),), sums[0]))


def test_bits_of_a_group_are_those_of_the_variables_wherever_domains_lie():
    far = 10**12
    group = (Linear(("y", "z"), (1, -1), "==", -1),)
    model = Model(
        {"x": range(4), "y": range(far, far + 4), "z": range(far, far + 4)},
        [AnyOf((group, (Linear(("y", "z"), (1, -1), "==", -2),)))],
    )
    assert remaining(model)[1:] == [[far, far + 1, far + 2], [far + 1, far + 2, far + 3]]
