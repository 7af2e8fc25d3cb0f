"""Régin's filter: no deep recursion, the Hall set as the reason, brute force as the judge."""

import random
from itertools import product

from hypothesis import given, settings

from nonet import solve
from nonet.backends.events import Event, Filtered, WipedOut
from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import Levels, filter_factory
from nonet.backends.native.filters.all_different import (
    _consistent_domains,
    _hall_set,
    _maximum_matching,
)
from nonet.model import AllDifferent, Model
from nonet.testing.strategies import (
    all_differents,
)
from tests.backends.native.filtering import (
    filtered,
    of_one_constraint,
    supported,
)

GAC = "native:alldifferent=gac"


def reasons(model: Model) -> list[Event]:
    events: list[Event] = []
    solve(model, "native:level=gac", limit=1, tracer=events.append)
    return events


def test_the_reason_for_a_removal_is_the_hall_set() -> None:
    domains = {"a": [1, 2], "b": [1, 2], "c": [1, 2, 3], "d": [3, 4, 5], "e": [4, 5, 6]}
    steps = [
        e
        for e in reasons(Model(domains, [AllDifferent(tuple("abcde"))]))
        if isinstance(e, Filtered)
    ]
    by_matching = {step.variable: (step.removed, set(step.because)) for step in steps[:2]}
    assert by_matching == {"c": ((1, 2), {"a", "b"}), "d": ((3,), {"a", "b", "c"})}


def test_the_reason_to_fail_is_a_crowd_with_too_few_values() -> None:
    domains = {"a": [1, 2, 3], "b": [4, 5], "c": [4, 5], "d": [4, 5]}
    events = reasons(Model(domains, [AllDifferent(tuple("abcd"))]))
    (failure,) = [e for e in events if isinstance(e, WipedOut)]
    assert set(failure.because) == {"b", "c", "d"}


def test_units_of_thousands_of_variables_are_filtered() -> None:
    size = 1_500
    names = tuple(f"v{i}" for i in range(size))
    ladder = Model({name: range(i + 1) for i, name in enumerate(names)}, [AllDifferent(names)])
    engine = Engine(ladder.structure, filter_factory(Levels(alldifferent="gac")))
    assert engine.propagate()
    assert [mask.bit_length() - 1 for mask in engine.masks] == list(range(size))
    full = Model(dict.fromkeys(names, range(size)), [AllDifferent(names)])
    assert Engine(
        full.structure, filter_factory(Levels(level="gac", alldifferent="gac"))
    ).propagate()


def test_a_chain_of_moves_as_long_as_the_unit_is_found() -> None:
    """Everyone has the value that the one before needs: the last makes all of them move."""
    size = 1_500
    domains = [1 << i | 1 << (i + 1) for i in range(size)]
    domains.append(1)  # takes the first value, and all others move up by one
    owner, crowd = _maximum_matching(domains, [0] * len(domains))
    assert not crowd
    assert owner == {1: size} | {1 << (i + 1): i for i in range(size)}


def test_random_units_keep_what_brute_force_keeps_for_the_reasons_given() -> None:
    random_ = random.Random(8)
    for _ in range(3_000):
        width, size = random_.randint(2, 6), random_.randint(2, 5)
        domains = [random_.randint(1, (1 << width) - 1) for _ in range(size)]
        wished = [random_.choice([0, 1 << random_.randrange(width)]) for _ in domains]
        bits = [[1 << i for i in range(width) if mask >> i & 1] for mask in domains]
        solutions = [row for row in product(*bits) if len(set(row)) == size]
        owner, crowd = _maximum_matching(domains, wished)
        assert bool(crowd) == (not solutions)
        if crowd:
            assert len({bit for i in crowd for bit in bits[i]}) < len(crowd) == len(set(crowd))
            continue
        consistent = dict(_consistent_domains(domains, owner))
        for i in range(size):
            assert consistent[i] == sum({row[i] for row in solutions})
            if removed := domains[i] & ~consistent[i]:
                hall = _hall_set(removed, domains, owner)
                hall_values = {bit for j in hall for bit in bits[j]}
                assert i not in hall
                assert len(hall_values) == len(hall)
                assert not removed & ~sum(hall_values)


@given(model=of_one_constraint(all_differents))
@settings(deadline=None)
def test_alldifferent_at_gac_keeps_exactly_the_supported_values(model):
    assert filtered(model, Levels(alldifferent="gac")) == supported(model)


def test_hidden_singles_see_what_naked_singles_do_not():
    unit = AllDifferent(("a", "b", "c"))
    model = Model({"a": [1, 2], "b": [1, 2], "c": [1, 2, 3]}, [unit])
    assert filtered(model, Levels("naked"))["c"] == {1, 2, 3}
    assert filtered(model, Levels("hidden"))["c"] == {3}


def test_matching_sees_a_naked_pair_that_hidden_singles_do_not():
    unit = AllDifferent(("a", "b", "c", "d"))
    model = Model({"a": [1, 2], "b": [1, 2], "c": [1, 2, 3, 4], "d": [2, 3, 4]}, [unit])
    assert filtered(model, Levels("hidden"))["d"] == {2, 3, 4}
    assert filtered(model, Levels("gac"))["d"] == {3, 4}
