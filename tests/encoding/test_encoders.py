"""Clauses of sums and automata: fewer and stronger ones change no solution; brute force judges."""

from itertools import product
from random import Random
from unittest.mock import patch

import pytest

import nonet
from nonet.backends import Pool
from nonet.backends.sat.solvers import SatSolver
from nonet.encoding.clauses import encoders, layered_automata
from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.encoders import encode_cage_or_other, encode_structure
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Linear, Model, Objective, Regular, Table
from nonet.model.constraints.regular import Automaton
from nonet.testing.brute import brute_force
from tests.encoding.by_sat import possible, solutions


def whispers(cells, least):
    """Neighbours on a line differ by so much: the state is the last value."""
    steps = {(0, v): v for v in range(1, 10)}
    steps |= {(s, v): v for s, v in product(range(1, 10), repeat=2) if abs(s - v) >= least}
    return Regular(cells, Automaton(0, frozenset(range(1, 10)), steps))


def test_states_that_one_value_tells_need_no_literal_and_propagate_fully():
    names = tuple("abcd")
    model = Model(dict.fromkeys(names, range(1, 10)), [whispers(names, 4)])
    cnf = Cnf(model.domains, lambda _: None)
    encode_structure(model.structure, cnf)
    assert (
        cnf.top < cnf.value_literal_count + 9 * len(names) / 2
    )  # those of values that few others follow
    expected = brute_force(model)
    assert solutions(model) == expected
    values_in_solutions = {
        name: {row[place] for row in expected} for place, name in enumerate(names)
    }
    assert possible(model) == values_in_solutions


def test_sums_with_repeated_variables_have_the_solutions_of_brute_force():
    """A variable that a sum or a count names twice is one variable."""
    some = none = 0
    for number in range(60):
        random = Random(number)
        names = tuple("abcd"[: random.randint(1, 4)])
        scope = tuple(random.choice(names) for _ in range(random.randint(2, 6)))
        weights = tuple(random.choice([-3, -2, -1, 1, 1, 2, 3]) for _ in scope)
        op, total = random.choice(["==", "<=", ">=", "!="]), random.randint(-6, 12)
        domains = {name: random.sample(range(-3, 6), 4) for name in names}
        model = Model(domains, [Linear(scope, weights, op, total)])
        expected = brute_force(model)
        assert solutions(model) == expected, number
        some, none = some + bool(expected), none + (len(expected) < 4 ** len(names))
    assert some > 20 and none > 40


PAIR = Model({"a": range(3), "b": range(4)}, [Linear(("a", "b"), (2, 1), "!=", 3)])
ROWS = Model(
    {"a": range(3), "b": range(3)}, [Table(("a", "b"), [(0, 1), (1, 2), (2, 2), (9, 9), (0, 0)])]
)
SUM = Model(dict.fromkeys("abcd", range(2)), [Linear(tuple("abcd"), (1, 1, 1, 1), "==", 2)])
WORD = Model(
    dict.fromkeys("abc", range(2)),
    [Regular(tuple("abc"), Automaton(0, {0, 1}, {(0, 0): 1, (1, 1): 0, (1, 0): 1}))],
)
COST = Model({"a": range(3), "b": range(4)}).with_objective(
    Objective("maximize", ("a", "b"), (3, -2))
)


@pytest.mark.parametrize(
    ("module", "name", "model", "least"),
    [
        (layered_automata, "MAX_TUPLES", PAIR, 12),
        (encoders, "MAX_TUPLES", ROWS, 5),
        (layered_automata, "MAX_ARCS", SUM, 2 + 4 + 6 + 4),
        (layered_automata, "MAX_ARCS", WORD, 2 + 2 + 4),
        # one sum and four values, then four sums and three values
        (layered_automata, "MAX_PAIRS", COST, min(3 + 3 * 4, 4 + 4 * 3)),
    ],
    ids=["a pair", "a table", "a sum", "a word", "an objective"],
)
def test_what_is_at_a_limit_is_written_and_what_is_one_beyond_is_declined(
    monkeypatch, module, name, model, least
):
    objective = model.objective
    for limit in (least - 1, least):
        monkeypatch.setattr(module, name, limit)
        with patch("nonet.backends.sat._POOL", Pool()):
            if limit < least:
                with pytest.raises(Unsupported, match=r"backend sat cannot write .* as clauses"):
                    nonet.solve(model, "sat")
            elif objective is not None:
                assert nonet.solve(model, "sat").optimum.value == 6
            else:
                assert solutions(model) == brute_force(model)


def test_plain_sums_of_different_variables_are_written_by_combinations():
    """Of three variables or more that differ; else as a sum of any values."""
    domains = dict.fromkeys("abcd", range(1, 6))
    for scope, different, expected in (
        ("abc", True, {2, 3, 5}),
        ("abc", False, {1, 2, 3, 4, 5}),
        ("ab", True, set()),
    ):
        total = Linear.sum(tuple(scope), "==", 10)
        model = Model(domains, [AllDifferent(tuple(scope))] if different else [])
        oracle = SatSolver("minisat22")
        cnf = Cnf(model.domains, oracle.add)
        encode_structure(model.structure, cnf)
        encode_cage_or_other(cnf, total, different=different)
        assumed = [-cnf.literals[name][4] for name in scope] if expected == {2, 3, 5} else []
        left_over = {
            value
            for value, literal in cnf.literals["a"].items()
            if oracle.propagate([*assumed, literal])[0]
        }
        assert left_over == expected, (scope, different)
