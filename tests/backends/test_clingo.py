"""Answer set programming: what the conformance suite does not ask."""

import pytest
from hypothesis import HealthCheck, given, settings

import nonet
from nonet.errors import Unsupported
from nonet.model import Linear, Table
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models

clingo = pytest.importorskip("clingo")


@settings(max_examples=60, deadline=None, database=None, derandomize=True,
          suppress_health_check=list(HealthCheck))  # fmt: skip
@given(models())
def test_solution_sets_are_those_of_brute_force(model):
    run = nonet.iter_solutions(model, "clingo")
    assert sorted(tuple(s[n] for n in model.variables) for s in run) == sorted(brute_force(model))


def test_it_optimises_and_finds_the_only_solution_of_a_puzzle():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(8))
    build.add(2 * x + 3 * y <= 17, x != y)
    build.maximize(4 * x + 5 * y)
    outcome = nonet.solve(build, "clingo")
    assert (outcome.optimum.value, outcome.optimum.is_proven) == (33, True)
    assert nonet.verify(".....4.3....1.4.", "clingo").uniqueness is nonet.Uniqueness.UNIQUE


@pytest.mark.parametrize(
    "constraint",
    [Linear(("x", "y"), (1 << 30, 1), "<=", 5), Table(("x", "y"), [(1 << 31, 0), (1, 1)])],
)
def test_numbers_that_clingo_does_not_hold_are_declined(constraint):
    model = nonet.Model({"x": range(9), "y": range(9)}, [constraint])
    with pytest.raises(Unsupported, match="clingo takes numbers up to 2147483647"):
        nonet.solve(model, "clingo")


def test_a_sum_is_declined_whose_terms_for_all_values_are_beyond_clingo():
    """No value makes the sum too large: clasp adds the terms of all values of a variable."""
    sum_ = Linear(("x", "y", "z"), (-2, -2, -300_000_004), "<=", 600_000_012)
    model = nonet.Model({"x": [3], "y": [-4], "z": [-2, 1, 3, 4]}, [sum_])
    with pytest.raises(Unsupported, match=r"for all values together.*use another backend"):
        nonet.count_solutions(model, "clingo")
    assert nonet.count_solutions(model, "native").number == 4
    assert not nonet.crosscheck(model, ["native", "sat", "clingo"]).failed


def test_a_solver_that_is_missing_says_how_to_get_it(monkeypatch):
    from nonet.backends.base import Availability
    from nonet.backends.clingo import MISSING, Clingo
    from nonet.errors import NotInstalled

    monkeypatch.setattr(Clingo, "available", lambda self: Availability(False, missing=MISSING))
    with pytest.raises(NotInstalled, match=r'pip install "nonet\[asp\]"'):
        nonet.solve(".....4.3....1.4.", "clingo")
