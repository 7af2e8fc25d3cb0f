"""Sums of lines by sets of values, and equations by their two sides; brute force judges."""

from itertools import combinations
from random import Random

import pytest

import nonet
from nonet.backends import get_backend
from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.encoders import encode_structure, variable_global
from nonet.encoding.clauses.line_sums import LineSumEncoder, sets_by_first_value
from nonet.model import (
    AllDifferent,
    Automaton,
    Count,
    EnclosedSum,
    LeadingSum,
    Linear,
    Model,
    Regular,
)
from nonet.testing.brute import brute_force

BACKENDS = ["cpsat:model=boolean", "sat"]

DIGITS = tuple(range(1, 10))


def agrees_with_brute_force(model, name):
    """Whether a backend has the solutions of brute force, each once."""
    backend = get_backend(name)
    if not backend.available().ok:
        pytest.skip(backend.available().missing)
    solutions = [tuple(s.values()) for s in nonet.iter_solutions(model, name)]
    return sorted(solutions) == sorted(map(tuple, brute_force(model)))


def line_with_clues(random):
    """Variables that differ, and what some of them say from either end, some of it nonsense."""
    length, lowest = random.randint(3, 5), random.choice([1, 1, 1, 0, -1, 2])
    values = tuple(range(lowest, lowest + length + random.choice([0, 0, 1, 2])))
    names = [f"c{number}" for number in range(length)]
    domains = {
        name: values if random.random() < 0.7 else random.sample(values, random.randint(2, length))
        for name in names
    }
    constraints = [AllDifferent(tuple(names))]
    for _ in range(random.randint(1, 3)):
        reach = random.randint(3, length)
        scope = random.choice([names[:reach], names[-reach:], names[reach - 1 :: -1]])
        kind = random.choice(["x-sum", "sandwich"])
        clue = random.randint(-1, sum(values))
        if kind == "x-sum":
            constraints.append(LeadingSum(tuple(scope), clue))
        else:
            ends = random.sample(range(lowest, lowest + length + 2), 2)
            constraints.append(EnclosedSum(tuple(scope), tuple(ends), clue))
    return Model(domains, constraints)


def test_an_x_sum_is_encoded_by_the_sets_after_its_first_value():
    for total in range(46):
        sets = sets_by_first_value([DIGITS] * 9, total)
        for first in DIGITS:
            expected = {
                chosen
                for chosen in combinations([v for v in DIGITS if v != first], first - 1)
                if first + sum(chosen) == total
            }
            assert set(sets[first]) == expected, (total, first)


def clauses_of(model, post):
    """How many clauses ``post(cnf)`` adds."""
    cnf = Cnf(model.domains, lambda clause: None)
    before = cnf.clause_count
    post(cnf)
    return cnf.clause_count - before


@pytest.mark.parametrize(("kind", "clue"), [("x-sum", 25), ("sandwich", 15)])
def test_sets_of_values_are_fewer_clauses_than_states(kind, clue):
    names = tuple(f"c{number}" for number in range(9))
    line = LeadingSum(names, clue) if kind == "x-sum" else EnclosedSum(names, (1, 9), clue)
    model = Model(dict.fromkeys(names, DIGITS), [AllDifferent(names), line])
    by_sets = clauses_of(model, lambda cnf: LineSumEncoder(cnf, model).encode(line))
    assert 0 < by_sets < clauses_of(model, lambda cnf: variable_global(cnf, line))


def test_variables_that_may_be_equal_are_read_in_order():
    line = LeadingSum(("a", "b", "c"), 4)
    model = Model(dict.fromkeys("abc", (1, 2, 3)), [line])
    assert not LineSumEncoder(Cnf(model.domains, lambda clause: None), model).encode(line)
    assert agrees_with_brute_force(model, "sat")


def test_values_may_lead_to_the_same_states():
    rests = {(s, v): 3 * (s % 3) + v % 3 for s in range(9) for v in DIGITS}
    differ = {arc: t for arc, t in rests.items() if len({arc[0] // 3, arc[0] % 3, t % 3}) == 3}
    begin = {(20, v): 21 + v % 3 for v in DIGITS}
    second = {(21 + r, v): 3 * r + v % 3 for r in range(3) for v in DIGITS if v % 3 != r}
    modular = Automaton(20, range(9), {**begin, **second, **differ})
    small = Model(dict.fromkeys("abcde", (1, 2, 3, 4)), [Regular(tuple("abcde"), modular)])
    assert agrees_with_brute_force(small, "sat")
    assert agrees_with_brute_force(small, "cpsat:model=boolean")


def equations(random):
    """Equations of two sums over a few variables, some of which differ."""
    names = [f"x{number}" for number in range(6)]
    values = random.choice([(1, 2, 3), (0, 1, 5), (-2, 0, 1), (1, 2, 3, 4)])
    domains = {name: random.sample(values, random.randint(2, len(values))) for name in names}
    constraints = [AllDifferent(tuple(random.sample(names, 2)))]
    for _ in range(random.randint(1, 3)):
        left_length = random.randint(2, 3)
        scope = random.sample(names, random.randint(left_length + 2, 6))
        signs = (1,) * left_length + (-1,) * (len(scope) - left_length)
        constraints.append(Linear(tuple(scope), signs, "==", 0))
    return Model(domains, constraints)


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("make_model", [line_with_clues, equations])
def test_there_are_the_solutions_of_brute_force_and_none_twice(make_model, name):
    for number in range(120):
        assert agrees_with_brute_force(make_model(Random(number)), name), number


def test_two_chains_that_meet_have_equal_sums():
    signs = (1, 1, -1, -1)
    scopes = ("abcd", "efgh", "cdef")
    model = Model(
        dict.fromkeys("abcdefgh", (1, 2)),
        [Linear(tuple(scope), signs, "==", 0) for scope in scopes],
    )
    assert agrees_with_brute_force(model, "sat")
    assert agrees_with_brute_force(model, "cpsat:model=boolean")


def test_sides_that_never_come_to_the_same_have_no_solution():
    model = Model(
        {"a": [1, 2], "b": [1, 2], "c": [5, 6], "d": [5, 6]},
        [Linear(("a", "b", "c", "d"), (1, 1, -1, -1), "==", 0)],
    )
    for name in BACKENDS:
        assert nonet.verify(model, name).uniqueness.value == "none"


@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("taken", [(1,), (1, 2), (1, 2, 3)])
def test_at_most_one_variable_takes_some_values(name, taken):
    count = Count(("a", "b", "c", "d"), frozenset(taken), "<=", 1)
    model = Model({"a": [1, 2], "b": [2, 3, 4], "c": [1, 4], "d": [3, 4]}, [count])
    assert agrees_with_brute_force(model, name)


def test_at_most_one_needs_no_states():
    names = tuple(f"c{number}" for number in range(8))
    count = Count(names, frozenset({4, 5}), "<=", 1)
    model = Model(dict.fromkeys(names, DIGITS), [count])
    assert clauses_of(model, lambda cnf: encode_structure(model.structure, cnf)) < 150
