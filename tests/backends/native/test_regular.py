"""The filter of Regular keeps exactly the values of accepted words."""

from hypothesis import assume, given, settings

from nonet.backends.native.filters import Levels
from nonet.testing.strategies import (
    regulars,
)
from tests.backends.native.filtering import filtered, of_one_constraint, supported


@given(model=of_one_constraint(regulars))
@settings(deadline=None)
def test_regular_keeps_exactly_the_supported_values(model):
    assume(len(set(model.constraints[0].scope)) == len(model.constraints[0].scope))
    assert filtered(model, Levels()) == supported(model)
