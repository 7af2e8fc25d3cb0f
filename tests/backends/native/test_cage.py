"""The filter of a cage keeps the values in a solution of the sum and the difference."""

from hypothesis import given
from hypothesis import strategies as st

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import Levels, engine_inputs
from nonet.backends.native.filters.cage import Cage
from nonet.backends.native.filters.linear import ReachableSums
from nonet.model import AllDifferent, Linear, Model
from tests.backends.native.filtering import supported


@given(st.data())
def test_a_cage_keeps_what_is_in_a_solution_of_the_sum_and_the_difference(data):
    names = "abcd"[: data.draw(st.integers(2, 4))]
    domain = st.sets(st.integers(-2, 4), min_size=1, max_size=5)
    full = {name: data.draw(domain) for name in names}
    total = data.draw(st.integers(-3, 12))
    cage = [AllDifferent(tuple(names)), Linear.sum(tuple(names), "==", total)]
    model = Model(full, cage)
    expected = supported(model)
    structure, make = engine_inputs(model.structure, Levels(alldifferent="naked"))
    engine = Engine(structure, make)
    engine.reset({})
    if not engine.propagate():
        assert expected is None
    else:
        assert {name: set(engine.domain(x)) for x, name in enumerate(engine.names)} == expected


def test_a_cage_of_too_many_combinations_is_a_sum():
    names = tuple(f"x{i}" for i in range(20))
    model = Model(dict.fromkeys(names, range(60)), [AllDifferent(names)])
    model = model.add(Linear.sum(names, "==", 190))
    structure, make = engine_inputs(model.structure, Levels())
    engine = Engine(structure, make)
    assert not any(isinstance(each, Cage) for each in engine.filters)
    assert any(isinstance(each, ReachableSums) for each in engine.filters)
