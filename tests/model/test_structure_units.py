"""Units: what fills them, and where their values are too far apart for one domain."""

import pytest

from nonet import count_solutions
from nonet.model import AllDifferent, Model
from nonet.model.structure import units


def test_a_unit_of_values_far_apart_is_one_domain_too():
    low, far = 0, 1 << 31
    model = Model({"a": [low], "b": [far]}, [AllDifferent(("a", "b"))])
    assert [values for _, values in units(model)] == [{low, far}]
    assert [count_solutions(model, backend).number for backend in ("native", "cpsat", "sat")] == [
        1,
        1,
        1,
    ]


def test_where_values_are_more_than_variables_there_is_no_unit():
    model = Model({"a": range(3), "b": range(3)}, [AllDifferent(("a", "b"))])
    assert list(units(model)) == []


@pytest.mark.parametrize("backend", ["native", "sat", "cpsat", "auto"])
def test_domains_too_far_apart_for_one_domain_may_be_all_different(backend):
    import nonet

    far = 2**60
    model = nonet.Model({"v": [far], "w": [-far]}, [nonet.AllDifferent(("v", "w"))])
    try:
        assert nonet.solve(model, backend).status.value == "sat"
    except nonet.errors.Unsupported as declined:
        assert "use another backend" in str(declined)
