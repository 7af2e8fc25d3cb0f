"""Clauses: at most one, clauses under a literal, and limits."""

from itertools import combinations, product

import pytest
from pysat.solvers import Solver

from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import encode_structure
from nonet.errors import Unsupported
from nonet.model import (
    Domain,
    Model,
    Table,
)
from tests.encoding.random_primitives import NAMES, ListedClauses, solutions_of_clauses


@pytest.mark.parametrize("at_most_one", ["auto", "pairwise", "sequential"])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 32, 33])
def test_at_most_one_forbids_each_pair_and_no_single_literal(at_most_one, number):
    clauses = []
    cnf = Cnf({}, clauses.append, at_most_one)
    literals = [cnf.new_literal() for _ in range(number)]
    cnf.at_most_one(literals)
    with Solver("minisat22", bootstrap_with=[*map(list, clauses)]) as solver:
        assert all(solver.solve([x]) for x in literals) and solver.solve([-x for x in literals])
        assert not any(solver.propagate([*pair])[0] for pair in combinations(literals, 2))
    is_pairwise = number <= {"auto": 32, "pairwise": 10**6, "sequential": 3}[at_most_one]
    pairs, chain = number * (number - 1) // 2, max(0, 3 * number - 4)
    assert len(clauses) == (pairs if is_pairwise else chain)
    assert cnf.top == number + (0 if is_pairwise else number - 1)
    cnf.at_most_one(literals)  # a pair is written once
    assert len(clauses) == (pairs if is_pairwise else 2 * chain)


def test_clauses_under_a_literal_hold_only_with_it():
    clauses = []
    cnf = Cnf({}, clauses.append)
    guard, inner, x, y = (cnf.new_literal() for _ in range(4))
    with cnf.guarded_by(guard):
        cnf.add(x)
        cnf.at_most_one([x, y])
        with cnf.guarded_by(inner):
            cnf.add_all([(y,)])
        cnf.exactly_one([x])
    cnf.add(-x, -y)
    assert list(map(set, clauses)) == [
        {x, -guard},
        {-x, -y, -guard},
        {y, -inner},
        {x, -guard},
        {-x, -y},
    ]
    assert cnf.guard is None and cnf.clause_count == 5


def test_clauses_beyond_the_limit_are_declined_and_a_deadline_is_looked_at(monkeypatch):
    monkeypatch.setattr("nonet.encoding.clauses.cnf.MAX_CLAUSES", 3000)
    looks = []
    cnf = Cnf({}, lambda clause: None, check_deadline=lambda: looks.append(cnf.clause_count))
    cnf.add_all([(1,)] * 3000)
    assert looks == [3000]
    for _ in range(71):
        cnf.add(1)
    with pytest.raises(TooLarge):
        cnf.add(1)  # looked at with each 1024th clause
    with pytest.raises(TooLarge):
        cnf.add_all([(1,)])
    most = [row for row in product(range(20), repeat=3) if sum(row) % 2]
    model = Model(dict.fromkeys("xyz", range(20)), [Table(tuple("xyz"), most)])
    with pytest.raises(Unsupported, match="backend sat cannot write Table as clauses of a size"):
        encode_structure(model.structure, Cnf(model.domains, lambda clause: None, "sequential"))


def test_domains_beyond_the_limit_are_declined(monkeypatch):
    monkeypatch.setattr("nonet.encoding.clauses.cnf.MOST_LISTED", 6)
    at_limit = {"a": Domain.of([1, 2, 3]), "b": Domain.of([5, 7, 9])}
    cnf = Cnf(at_limit, lambda clause: None)
    assert cnf.literals == {"a": {1: 1, 2: 2, 3: 3}, "b": {5: 4, 7: 5, 9: 6}}
    with pytest.raises(TooLarge):
        Cnf(at_limit | {"c": Domain.of([0])}, lambda clause: None)
    with pytest.raises(TooLarge):
        cnf.declare(at_limit | {"c": Domain.of([0])})


@pytest.mark.parametrize("number", [2, 3, 4])
def test_all_different_is_exactly_one_where_values_are_as_many_as_variables(number):
    """Judged by the assignments that the clauses leave."""
    for values in range(2, 5):
        model = Model(dict.fromkeys(NAMES[:number], range(values)))
        cnf = ListedClauses(model.domains)
        before = len(cnf.clauses)
        cnf.all_different([*cnf.literals.values()])
        expected = {row for row in product(range(values), repeat=number) if len({*row}) == number}
        assert solutions_of_clauses(model, cnf) == expected
        some_of_value = [clause for clause in cnf.clauses[before:] if min(clause, default=0) > 0]
        assert len(some_of_value) == (number if values == number else 0)
