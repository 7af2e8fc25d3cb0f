"""Constraints of the library: which are its own, and how often each function looks at the clock."""

from __future__ import annotations

from types import SimpleNamespace

import constraint
import pytest

from nonet.backends import python_constraint as adapter
from nonet.backends.events import Branched
from nonet.backends.python_constraint import PythonConstraint
from nonet.backends.python_constraint.constraints import (
    CALLS_INTERVAL,
    CHECK_INTERVAL,
    DeadlineConstraint,
    library_constraint,
)
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Linear,
    Model,
    Table,
)
from nonet.solving import (
    iter_solutions,
)
from nonet.testing.brute import brute_force


def solutions(model: Model, backend: PythonConstraint) -> set[tuple[int, ...]]:
    run = iter_solutions(model, backend)
    rows = [tuple(solution.values()) for solution in run]
    assert run.exhausted
    assert len(set(rows)) == len(rows)
    return set(rows)


def test_the_default_gives_the_library_its_own_constraints(monkeypatch) -> None:
    problem = constraint.Problem
    posted: list[type] = []

    class Recording(problem):  # type: ignore[misc, valid-type]
        def addConstraint(self, added, variables=None):
            posted.append(type(added))
            super().addConstraint(added, variables)

    monkeypatch.setattr(constraint, "Problem", Recording)
    model = Model(
        {"a": range(4), "b": range(4)},
        [
            AllDifferent(("a", "b")),
            Linear.sum(("a", "b"), "==", 3),
            Linear(("a", "b"), (2, -1), "<=", 1),
            Linear(("a",), (1,), ">=", 1),
            Count(("a", "b"), frozenset({2}), "==", 1),
        ],
    )
    assert solutions(model, PythonConstraint()) == {(1, 2)}
    expected = (constraint.AllDifferentConstraint, constraint.ExactSumConstraint,
              constraint.MaxSumConstraint, constraint.FunctionConstraint)  # fmt: skip
    assert all(any(issubclass(kind, each) for kind in posted) for each in expected)


@pytest.mark.parametrize("op", ["==", "<=", ">="])
def test_a_sum_after_a_constraint_that_empties_a_domain_is_no_error(op: str) -> None:
    never = Table(("a",), frozenset({(7,)}))
    model = Model({"a": [1, 2], "b": [1, 2]}, [never, Linear.sum(("a", "b"), op, 3)])
    assert solutions(model, PythonConstraint()) == set()


def test_a_constraint_that_names_a_variable_twice_is_no_unary_one_for_the_library() -> None:
    twice = Table(("a", "a"), frozenset({(1, 1), (2, 3), (3, 3)}))
    assert solutions(Model({"a": range(5)}, [twice]), PythonConstraint()) == {(1,), (3,)}


def test_a_foreign_constraint_inside_any_of_is_checked() -> None:
    class Odd(Constraint):
        def holds(self, assignment: object) -> bool:
            return sum(assignment[name] for name in self.scope) % 2 == 1  # type: ignore[index]

    try:
        odd = Odd(("a", "b"))
        model = Model({"a": range(3), "b": range(3)}, [AnyOf(((odd,),))])
        assert solutions(model, PythonConstraint()) == {(0, 1), (1, 0), (1, 2), (2, 1)}
    finally:
        Constraint.types.pop("Odd", None)


class Clock:
    """A request that counts how often the time is looked at."""

    def __init__(self, tracer=None):
        self.looks, self.tracer = 0, tracer

    def check(self):
        self.looks += 1


def test_the_clock_is_looked_at_every_so_many_assignments_and_before_the_search():
    request = Clock()
    clock = DeadlineConstraint(request)
    for number in range(1, 3 * CHECK_INTERVAL + 1):
        assert clock(["a"], {"a": [1]}, {"a": 1})
        assert request.looks == number // CHECK_INTERVAL
    assert (clock.assignments, clock.guesses) == (3 * CHECK_INTERVAL, 0)
    clock.preProcess(["a"], {"a": [1]}, [], {})
    assert request.looks == 4


def test_an_assignment_is_a_guess_where_another_value_remains():
    events = []
    clock = DeadlineConstraint(Clock(events.append))
    domains = {"a": [1], "b": [1, 2], "c": [2, 3, 4]}
    for assignments in ({"a": 1}, {"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}):
        clock(["a", "b", "c"], domains, assignments)
    assert (clock.assignments, clock.guesses) == (3, 2)
    assert events == [Branched("b", 2, 1), Branched("c", 3, 2)]


def test_a_function_looks_at_the_clock_every_so_many_calls_and_tells_the_truth():
    request = Clock()
    pair = Linear(("a", "b"), (1, -1), "!=", 0)
    posted = library_constraint(pair, DeadlineConstraint(request), wide=False)
    for number in range(1, 2 * CALLS_INTERVAL + 1):
        assert posted._func(number % 3, 1) == (number % 3 != 1)
        assert request.looks == number // CALLS_INTERVAL


SUMS = [
    (Linear(("a", "b"), (1, 1), "==", 3), constraint.ExactSumConstraint),
    (Linear(("a", "b"), (2, 1), "<=", 3), constraint.MaxSumConstraint),
    (Linear(("a", "b"), (1, 3), ">=", 3), constraint.MinSumConstraint),
    (Linear(("a", "b"), (1, 1), "!=", 3), constraint.FunctionConstraint),
    (Linear(("a",), (1,), "==", 3), constraint.FunctionConstraint),
]


@pytest.mark.parametrize(("declared", "kind"), SUMS)
def test_sums_over_different_variables_are_the_library_s_own_but_over_wide_domains(declared, kind):
    clock = DeadlineConstraint(Clock())
    assert isinstance(library_constraint(declared, clock, wide=False), kind)
    wide = library_constraint(declared, clock, wide=True)
    assert isinstance(wide, constraint.FunctionConstraint)
    names = [*dict.fromkeys(declared.scope)]
    model = Model(dict.fromkeys(names, range(4)), [declared])
    assert solutions(model, PythonConstraint()) == brute_force(model)


@pytest.mark.parametrize(("size", "is_wide"), [(4, False), (5, True)])
def test_a_domain_is_wide_beyond_so_many_values(monkeypatch, size, is_wide):
    kinds = []
    monkeypatch.setattr(adapter, "FEW_LISTED", 4)
    monkeypatch.setattr(
        "nonet.backends.python_constraint.constraints.library_constraint",
        lambda declared, clock, *, wide: (
            kinds.append(wide) or library_constraint(declared, clock, wide=wide)
        ),
    )
    total = Linear(("a", "b"), (1, 1), "==", 4)
    model = Model({"a": range(size), "b": range(2)}, [total, Linear(("b",), (1,), "<=", 1)])
    assert solutions(model, PythonConstraint()) == brute_force(model)
    assert kinds[0] == is_wide


def test_a_deadline_that_is_anothers_is_an_error_and_its_own_an_end(monkeypatch):
    from nonet.deadline import DeadlineExceeded

    model = Model({"a": range(3)})
    for expired in (False, True):

        def check():
            raise DeadlineExceeded

        stand_in = SimpleNamespace(
            check=check, tracer=None, stats={}, expired=lambda expired=expired: expired
        )
        steps = PythonConstraint().run(model, stand_in)
        with pytest.raises(StopIteration if expired else DeadlineExceeded) as stop:
            next(steps)
        assert not expired or stop.value.value == "time"
        assert stand_in.stats == {"assignments": 0, "guesses": 0}
