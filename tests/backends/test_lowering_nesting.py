"""AnyOf inside AnyOf, as deep as it can be said, in every backend."""

import pytest

from nonet import AllDifferent, Model
from nonet.model import AnyOf, Constraint, Linear
from nonet.model.constraints.primitives import DEEPEST
from nonet.solving import solve
from nonet.testing.brute import brute_force

BACKENDS = [
    "native",
    "native:level=backtracking",
    "native:level=arc-consistency",
    "native:level=bounds",
    "native:level=gac",
    "native:level=singleton",
    "cpsat",
    "cpsat:model=textbook",
    "sat",
    "sat:solver=glucose4",
    "python-constraint",
]


def nested(depth: int, alone: bool, values: int = 4) -> Model:
    inner: Constraint = Linear.sum(("a", "b"), "==", 3)
    for i in range(depth):
        group = (inner,) if alone else (inner, AllDifferent(("a", "b")))
        inner = AnyOf((group, (Linear.sum(("a",), "==", i % 3),)))
    return Model({"a": range(values), "b": range(values)}, [inner])


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("backend", BACKENDS)
def test_any_of_may_stand_deep_inside_others(backend, alone):
    model = nested(DEEPEST, alone)
    outcome = solve(model, backend, limit=None)
    assert outcome.exhausted
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(model)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_caller_may_be_deep_already(backend):
    model = nested(DEEPEST, False, values=5)  # nothing is kept of it yet

    def call(frames: int) -> int:
        if frames:
            return call(frames - 1)
        return len(solve(model, backend, limit=None).solutions)

    assert call(250) == len(brute_force(model))
