"""Constructive disjunction keeps the union of what the groups keep."""

import pytest

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
