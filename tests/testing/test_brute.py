"""Brute force, which judges all backends, is judged by the definition: no assignment left out."""

from itertools import product

import pytest
from hypothesis import given

from nonet.model import AllDifferent, Model
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models


@given(model=models())
def test_what_it_finds_are_the_assignments_for_which_every_constraint_holds(model):
    all_assignments = product(*model.domains.values())
    assignments = [dict(zip(model.variables, values, strict=True)) for values in all_assignments]
    solutions = [a for a in assignments if all(c.holds(a) for c in model.constraints)]
    assert brute_force(model) == {tuple(a.values()) for a in solutions}


def test_without_variables_there_is_one_assignment():
    assert brute_force(Model({})) == {()}


def test_more_than_two_million_assignments_are_refused():
    model = Model(dict.fromkeys("abcdefg", range(9)), [AllDifferent(tuple("abcdefg"))])
    with pytest.raises(ValueError, match="too many assignments"):
        brute_force(model)
