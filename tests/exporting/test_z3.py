"""Programs for z3: all solutions of the model."""

import pytest

import nonet
from nonet.testing.brute import brute_force
from tests.exporting.test_layout import of_z3
from tests.exporting.test_zero_one import models

pytest.importorskip("z3")


@pytest.mark.slow
def test_each_primitive_alone_and_within_an_any_of_has_its_solutions():
    for model in [*models()][::3]:  # to list all solutions takes long
        space = {}
        exec(nonet.export(model, "z3").partition("if solver.check")[0], space)
        rows = of_z3(space, [space[name] for name in model.variables])
        assert set(rows) == brute_force(model), model.constraints
