"""Connected parts by clauses on demand: what is learnt follows from connectedness, and excludes."""

from itertools import product
from random import Random

import pytest

from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.connectivity import LazyConnected, encode_connected
from nonet.model import Connected, Model
from nonet.testing.brute import brute_force

PATH = tuple(zip("abcd", "bcde", strict=True))


def literals_of(scope, values):
    """The literal of each value of each variable, and the meaning of each literal."""
    meanings = [(name, value) for name in scope for value in values]
    numbers = {meaning: number for number, meaning in enumerate(meanings, 1)}
    return [{value: numbers[name, value] for value in values} for name in scope], meanings


@pytest.mark.parametrize("reach", [None, 1, 2])
@pytest.mark.parametrize("edges", [PATH, (*PATH, ("e", "a")), (("a", "b"), ("c", "d"), ("a", "c"))])
def test_clauses_hold_in_every_solution_and_exclude_each_violation(edges, reach):
    scope = "abcde"
    constraint = Connected(tuple(scope), edges, ((1,), (2,)), reach=reach)
    of_kind, meanings = literals_of(scope, (1, 2))
    lazy = LazyConnected(constraint, of_kind)
    rows = set(product((1, 2), repeat=5))
    accepted = {r for r in rows if constraint.holds(dict(zip(scope, r, strict=True)))}
    assert accepted != rows

    def true_of(row):
        values = dict(zip(scope, row, strict=True))
        return {n for n, (name, value) in enumerate(meanings, 1) if values[name] == value}

    def holds(clause, row):
        true = true_of(row)
        return any((literal > 0) == (abs(literal) in true) for literal in clause)

    for row in rows:
        clauses = lazy.violated_clauses(true_of(row))
        assert bool(clauses) == (row not in accepted), row
        assert not clauses or not all(holds(clause, row) for clause in clauses)
        assert all(holds(clause, each) for clause in clauses for each in accepted)
        assert len({*map(tuple, clauses)}) == len(clauses)


def test_a_kind_of_several_values_has_a_literal_of_its_own_and_a_single_value_none():
    model = Model({"a": [1, 2, 3], "b": [1, 3], "c": [3]})
    constraint = Connected(("a", "b", "c"), (("a", "b"), ("b", "c")), ((1, 2), (3,)))
    clauses = []
    cnf = Cnf(model.domains, clauses.append)
    before, top = len(clauses), cnf.top
    encode_connected(cnf, constraint)
    (lazy,) = cnf.lazy_constraints
    assert cnf.top == top + 1  # of a: 1 or 2
    assert lazy._of_kind == [{1: cnf.top, 2: 3}, {1: 4, 2: 5}, {2: 6}]
    assert sorted(map(sorted, clauses[before:])) == sorted(
        map(sorted, [(-1, cnf.top), (-2, cnf.top), (-cnf.top, 1, 2)])
    )


def test_random_graphs_have_the_solutions_of_brute_force():
    import nonet

    for number in range(12):
        random = Random(number)
        scope = "abcdef"
        pairs = [(a, b) for a in scope for b in scope if a < b]
        edges = tuple(random.sample(pairs, 7))
        kinds = random.choice([((0,),), ((0,), (1, 2)), ((0, 1), (2,))])
        reach = random.choice([None, None, 2])
        constraint = Connected(tuple(scope), edges, kinds, reach=reach)
        model = Model({n: random.sample(range(3), 2) for n in scope}, [constraint])
        rows = {tuple(s.values()) for s in nonet.iter_solutions(model, "sat")}
        assert rows == brute_force(model), number
