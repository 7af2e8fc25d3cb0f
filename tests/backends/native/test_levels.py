"""The names of the levels of consistency."""

from typing import get_args

import pytest

import nonet
from nonet.backends.native import make_engine
from nonet.backends.native.filters.levels import FAST_LEVELS, LevelName, Levels
from nonet.errors import BackendOptionError
from nonet.model import Linear
from nonet.solving import solve


def test_a_level_that_is_none_names_those_there_are():
    with pytest.raises(BackendOptionError, match=r"level=auto\|generate-and-test"):
        solve("1..............4", "native:level=strongest")


def test_each_level_makes_an_engine_and_those_that_learn_are_the_fast_ones():
    model = nonet.parse("1..............4").model()
    for level in get_args(LevelName):
        engine = make_engine(model.structure, Levels(level=level))
        assert engine.counts_checks == (level not in FAST_LEVELS), level


@pytest.mark.parametrize(
    ("options", "remaining"),
    [
        (Levels("naked"), [[1, 2], [1, 2], [1, 2, 3]]),
        (Levels("hidden"), [[1, 2], [1, 2], [3]]),
        (Levels("gac"), [[1, 2], [1, 2], [3]]),
        (Levels("naked", level="gac"), [[1, 2], [1, 2], [3]]),
        (Levels("naked", level="gac-with-houses"), [[1, 2], [1, 2], [3]]),
        (Levels("gac", level="unit-propagation"), [[1, 2], [1, 2], [1, 2, 3]]),
    ],
)
def test_a_named_level_takes_the_place_of_the_two_others(options, remaining):
    unit = nonet.AllDifferent(("a", "b", "c"))
    engine = make_engine(
        nonet.Model({"a": [1, 2], "b": [1, 2], "c": [1, 2, 3]}, [unit]).structure, options
    )
    assert engine.propagate()
    assert [list(engine.domain(x)) for x in range(3)] == remaining


@pytest.mark.parametrize(
    ("level", "remaining"), [("bounds", [1, 2, 3]), ("gac", [1, 2, 3]), ("combinations", [1, 3])]
)
def test_combinations_take_a_sum_with_its_difference(level, remaining):
    """Of two different values that sum to 4, none is 2."""
    cage = [nonet.AllDifferent(("a", "b")), Linear.sum(("a", "b"), "==", 4)]
    model = nonet.Model(dict.fromkeys("ab", range(1, 5)), cage)
    engine = make_engine(model.structure, Levels(linear=level))
    assert engine.propagate()
    assert [list(engine.domain(x)) for x in range(2)] == [remaining, remaining]
