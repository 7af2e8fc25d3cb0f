"""Automata and sums as layers of states: no solution is lost, and none is found twice."""

from itertools import product
from random import Random

import pytest

from nonet.backends import Request, get_backend
from nonet.backends.lowering import run_lowered
from nonet.model import AllDifferent, AnyOf, Linear, Model, Regular
from nonet.model.constraints.regular import Automaton
from nonet.testing.brute import brute_force

BACKENDS = ["sat", "cpsat", "cpsat:model=boolean"]


def random_model(random):
    """Automata of a few states, sums of groups that differ, and one of these or another."""
    names = [f"x{number}" for number in range(6)]
    values = range(1, random.randint(3, 5))
    domains = {name: random.sample(values, random.randint(2, len(values))) for name in names}
    constraints = [AllDifferent(tuple(random.sample(names, random.randint(2, 3))))]
    for _ in range(random.randint(1, 3)):
        constraints.append(any_constraint(random, names, values))
    if random.random() < 0.4:
        groups = tuple((any_constraint(random, names, values),) for _ in range(2))
        constraints.append(AnyOf(groups))
    return Model(domains, constraints)


def any_constraint(random, names, values):
    """An automaton, its variables perhaps met twice, or a weighted sum."""
    if random.random() < 0.6:
        states = range(random.randint(2, 5))
        share = random.choice([0.5, 0.8, 1.0])
        steps = {
            (state, value): random.choice(states)
            for state in states
            for value in values
            if random.random() < share
        }
        some = random.sample(names, random.randint(1, len(names)))  # of few, one is met in a row
        scope = tuple(random.choice(some) for _ in range(random.randint(2, 6)))
        accepting = random.sample(states, random.randint(1, len(states)))
        return Regular(scope, Automaton(0, accepting, steps or {(0, 1): 0}))
    scope = tuple(random.sample(names, random.randint(3, 5)))
    weights = tuple(random.choice([1, 1, 1, -1, 2]) for _ in scope)
    total = sum(w * random.choice(values) for w in weights)
    return Linear(scope, weights, random.choice(["==", "<=", ">=", "!="]), total)


@pytest.mark.parametrize("name", BACKENDS)
def test_solutions_are_those_of_brute_force_and_none_comes_twice(name):
    backend = get_backend(name)
    if not backend.available().ok:
        pytest.skip(backend.available().missing)
    satisfiable = 0
    for number in range(60):
        model = random_model(Random(number))
        run = run_lowered(model, backend, Request())
        solutions = [tuple(each[variable] for variable in model.variables) for each in run]
        assert len(set(solutions)) == len(solutions), number
        assert set(solutions) == brute_force(model), number
        satisfiable += bool(solutions)
    assert satisfiable > 20


@pytest.mark.parametrize("name", BACKENDS)
def test_a_variable_met_twice_in_a_row_is_one_value_in_both_places(name):
    """The second place is reached by a state that its value tells: what follows is said all the
    same."""
    backend = get_backend(name)
    if not backend.available().ok:
        pytest.skip(backend.available().missing)
    steps = {(0, 0): 0, (0, 1): 1, (1, 1): 0, (1, 3): 1}
    for scope in product("xy", repeat=4):
        for start, accepting in product((0, 1), repeat=2):
            domains = {"x": [1, 3], "y": [0, 1, 3]}
            model = Model(domains, [Regular(scope, Automaton(start, [accepting], steps))])
            run = run_lowered(model, backend, Request())
            solutions = [tuple(each[variable] for variable in model.variables) for each in run]
            assert sorted(solutions) == sorted(brute_force(model)), (scope, start, accepting)
