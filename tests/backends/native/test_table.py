"""Filters of Table and Element keep exactly the values with a support."""

import pytest
from hypothesis import assume, given, settings

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import Levels, filter_factory, table
from nonet.testing.strategies import (
    models,
    tables,
)
from tests.backends.native.filtering import (
    elements_over_different_variables,
    filtered,
    of_one_constraint,
    supported,
)


@given(model=of_one_constraint(tables))
@settings(deadline=None)
def test_table_keeps_exactly_the_supported_values(model):
    assume(len(set(model.constraints[0].scope)) == len(model.constraints[0].scope))
    assert filtered(model, Levels()) == supported(model)


@given(model=elements_over_different_variables())
@settings(deadline=None)
def test_element_over_different_variables_keeps_exactly_the_supported_values(model):
    assert filtered(model, Levels()) == supported(model)


@given(model=models(constraint_type="Table"))
@settings(deadline=None)
def test_a_table_looked_at_row_by_row_keeps_the_same_values(model):
    results = []
    for most in (table.MAX_BITS, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table, "MAX_BITS", most)
            engine = Engine(model.structure, filter_factory())
        engine.reset(model.narrowed)
        results.append([engine.domain(x) for x in range(len(engine.names))]
                    if engine.propagate() else None)  # fmt: skip
    assert results[0] == results[1]
