"""Answer set programming: what the conformance suite does not ask."""

from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings

import nonet
from nonet.backends import Request
from nonet.backends import clingo as backend_module
from nonet.backends.clingo import Clingo
from nonet.errors import BackendError, Unsupported
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


# -- the end of a run, by a stand-in for clingo's control ---------------------------------------


def stand_in(monkeypatch, waits=(True,), exhausted=True, error=None):
    """Let clingo find nothing: after so many looks at the clock, or with an error."""

    class Control:
        statistics = {"solving": {"solvers": {"choices": 4.0, "conflicts": 2.0}}}  # noqa: RUF012

        def __init__(self, arguments, logger):
            self.arguments, self.waits, self.asked_seconds = arguments, list(waits), []
            controls.append(self)

        def add(self, *program):
            if error is not None:
                raise error

        def ground(self, parts):
            pass

        def solve(self, **options):
            return self

        def __enter__(self):
            return self

        def __exit__(self, *error):
            pass

        def wait(self, seconds):
            self.asked_seconds.append(seconds)
            return self.waits.pop(0)

        def model(self):
            return None

        def get(self):
            return SimpleNamespace(exhausted=exhausted)

    controls = []
    monkeypatch.setattr(clingo, "Control", Control)
    return controls


def end_of(request, seed=0):
    with pytest.raises(StopIteration) as stop:
        next(Clingo(seed).run(nonet.Model({"x": range(3)}), request))
    return stop.value.value


def test_a_complete_search_has_its_statistics_and_the_seed_is_handed_over(monkeypatch):
    controls, request = stand_in(monkeypatch, waits=(False, False, True)), Request()
    assert end_of(request, seed=7) is None
    assert request.stats == {"guesses": 4, "conflicts": 2}
    assert controls[0].arguments == ["0", "--seed=7"]
    assert controls[0].asked_seconds == [backend_module.POLL_SECONDS] * 3


def test_time_is_looked_at_before_each_wait(monkeypatch):
    controls = stand_in(monkeypatch)
    assert end_of(Request(deadline=float("-inf"))) == "time"
    assert controls[0].asked_seconds == []


def test_an_end_that_is_not_complete_and_other_faults_are_errors(monkeypatch):
    stand_in(monkeypatch, exhausted=False)
    with pytest.raises(BackendError, match="ended without saying that the search is complete"):
        end_of(Request())
    stand_in(monkeypatch, error=RuntimeError("parsing failed"))
    with pytest.raises(BackendError, match=r"^backend clingo: parsing failed$"):
        end_of(Request())
