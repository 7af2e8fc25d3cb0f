"""Sums of groups and cages: fewer and stronger clauses change no solution; brute force judges."""

from itertools import combinations, product
from random import Random
from unittest.mock import patch

import pytest
from pysat.solvers import Solver

from nonet.encoding.clauses import sum_groups
from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.encoders import encode_structure
from nonet.model import (
    AllDifferent,
    Linear,
    Model,
)
from nonet.testing.brute import brute_force
from tests.cases import as_one_test
from tests.encoding.by_sat import possible, solutions
from tests.encoding.random_primitives import NAMES, ListedClauses


def random_sum(random):
    """Two units and two variables beside them, and a sum of some of them."""
    values = random.sample(range(-2, 7), 4)
    units = ["a", "b", "c"], ["d", "e", "f", "g"]
    names = [*units[0], *units[1], "x", "y"]
    scope = tuple(random.sample(names, random.randint(3, 7)))
    if random.random() < 0.5:  # as an arrow, or two lines of one sum
        weights = tuple(1 if name in units[0] else -1 for name in scope)
    else:
        weights = tuple(random.choice([1, 1, 1, 2, -1]) for _ in scope)
    total = sum(w * random.choice(values) for w in weights)
    op = random.choice(["==", "==", "<=", ">=", "!="])
    domains = {n: values if random.random() < 0.7 else random.sample(values, 2) for n in names}
    apart = [AllDifferent(tuple(unit)) for unit in units]
    used = {name: domains[name] for name in names if name in scope or name not in "xy"}
    return Model(used, [*apart, Linear(scope, weights, op, total)])


def test_sums_by_groups_have_the_solutions_of_brute_force():
    some = 0
    for number in range(24):
        model = random_sum(Random(number))
        expected = brute_force(model)
        some += bool(expected)
        assert solutions(model) == expected, number
    assert some > 18


@pytest.mark.parametrize("most", [0, 3])
def test_groups_of_too_many_combinations_are_encoded_by_their_variables(most):
    with patch.object(sum_groups, "MAX_SETS", most):
        for number in range(20):
            model = random_sum(Random(number))
            assert solutions(model) == brute_force(model), number


def test_propagation_alone_tells_the_digits_of_a_group():
    """Four different digits that sum to a fifth variable, 11: they are 1, 2, 3 and 5."""
    row = AllDifferent(tuple("abcd"))
    domains = dict.fromkeys("abcd", range(1, 10)) | {"sum": [11]}
    arrow = Linear((*"abcd", "sum"), (1, 1, 1, 1, -1), "==", 0)
    assert possible(Model(domains, [row, arrow]))["a"] == {1, 2, 3, 5}


def test_a_sum_of_whole_rows_is_little_to_write():
    """Each row has one combination: a counter over 81 cells has 680,000 clauses."""
    rows = [tuple(f"{r}{c}" for c in range(9)) for r in range(9)]
    cells = {name: range(1, 10) for row in rows for name in row}
    everything = Linear.sum(tuple(cells), "==", 405)
    clauses: list[object] = []
    model = Model(cells, [*map(AllDifferent, rows), everything])
    encode_structure(model.structure, Cnf(model.domains, clauses.append))
    assert len(clauses) < 10_000


@as_one_test([(number, total) for number in (3, 4) for total in range(6, 19)])
def test_a_clue_in_a_cage_tells_the_values_of_its_other_cells(number, total):
    """By unit propagation: two values stand together if a combination has both."""
    names, values = NAMES[:number], range(1, 7)
    sets = [set(each) for each in combinations(values, number) if sum(each) == total]
    model = Model(
        dict.fromkeys(names, values), [AllDifferent(names), Linear.sum(names, "==", total)]
    )
    cnf = ListedClauses(model.domains)
    encode_structure(model.structure, cnf)
    first, second, *others = (cnf.literals[name] for name in names)
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        for v, w in product(values, repeat=2):
            together = any({v, w} <= each for each in sets) and v != w
            assert solver.propagate([first[v], second[w]])[0] == together
        for v in values:
            if sets and all(v in each for each in sets):  # in the last cell, if in no other
                elsewhere = [-cell[v] for cell in (first, second, *others[:-1])]
                assert others[-1][v] in solver.propagate(elsewhere)[1]
