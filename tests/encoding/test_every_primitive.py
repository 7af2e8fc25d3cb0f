"""Every primitive in clauses has the solutions of brute force, and its values are told early."""

from collections import Counter
from itertools import product
from random import Random

from pysat.solvers import Solver

from nonet.encoding.clauses.encoders import encode_structure
from nonet.model import (
    Element,
    Linear,
    Model,
    Table,
)
from nonet.testing.brute import brute_force
from nonet.testing.strategies import CONSTRAINT_MAKERS, SMALL_NUMBERS
from tests.cases import as_one_test
from tests.encoding.random_primitives import (
    MAKERS,
    NAMES,
    OPS,
    ListedClauses,
    domains_of,
    random_model,
    solutions_of_clauses,
)


@as_one_test([*MAKERS])
def test_clauses_have_the_solutions_of_brute_force(kind):
    sizes = Counter()
    for number in range(24):
        model = random_model(kind, number)
        expected = brute_force(model)
        cnf = ListedClauses(model.domains, ("auto", "sequential", "pairwise")[number % 3])
        encode_structure(model.structure, cnf, ("combinations", "counters")[number % 8 > 4])
        assert solutions_of_clauses(model, cnf) == expected, (number, model.constraints)
        sizes[min(len(expected), 2)] += 1
    assert sizes[2] > 3


@as_one_test([*MAKERS])
def test_a_count_of_clauses_is_the_number_handed_over(kind):
    for number in range(6):
        model = random_model(kind, number)
        cnf = ListedClauses(model.domains)
        encode_structure(model.structure, cnf)
        assert cnf.clause_count == len(cnf.clauses)
        assert cnf.top >= max(abs(x) for clause in cnf.clauses for x in clause)
        assert cnf.value_literal_count == sum(map(len, model.domains.values()))


def propagated(cnf, model):
    """For each variable the values that unit propagation does not refute."""
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        return {
            name: {v for v, x in cnf.literals[name].items() if solver.propagate([x])[0]}
            for name in model.variables
        }


def supported(model):
    rows = brute_force(model)
    return {name: {row[i] for row in rows} for i, name in enumerate(model.variables)}


def one_constraint(kind, random):
    scope = tuple(random.sample(NAMES, random.randint(1, 4)))
    match kind:
        case "Table":
            return Table(
                scope, [tuple(random.choices(range(-2, 5), k=len(scope))) for _ in "xxxxxxx"]
            )
        case "pair":
            weights = random.choice((1, -1, 2)), random.choice((1, -1, 3))
            return Linear(NAMES[:2], weights, random.choice(OPS), random.randint(-3, 5))
        case "sum":
            weights = tuple(random.choice((1, -1, 2)) for _ in scope)
            return Linear(scope, weights, random.choice(OPS), random.randint(-3, 6))
        case "Element":
            return Element(NAMES[:2], "c", "d", random.randint(-1, 1))
    return CONSTRAINT_MAKERS[kind](random, scope, SMALL_NUMBERS)


@as_one_test(["Table", "pair", "sum"])
def test_unit_propagation_leaves_the_values_of_solutions(kind):
    """Arc consistency of a constraint alone, as the encoders' texts promise."""
    emptied = narrowed = 0
    for number in range(60):
        random = Random(f"{kind} {number}")
        model = Model(domains_of(random), [one_constraint(kind, random)])
        cnf = ListedClauses(model.domains)
        encode_structure(model.structure, cnf)
        expected = supported(model)
        assert propagated(cnf, model) == expected, model.constraints
        emptied += not all(expected.values())
        narrowed += any(0 < len(v) < len(model.domains[n]) for n, v in expected.items())
    assert emptied and narrowed > 10


@as_one_test([kind for kind in MAKERS if kind not in ("AnyOf", "Connected")])
def test_unit_propagation_decides_each_assignment(kind):
    """But for a choice whose literals are open, and for what is learnt."""
    for number in range(16):
        random = Random(f"{kind} {number}")
        model = Model(domains_of(random, range(-1, 4)), [MAKERS[kind](random, NAMES)])
        rows = brute_force(model)
        cnf = ListedClauses(model.domains, ("auto", "sequential")[number % 2])
        encode_structure(model.structure, cnf)
        literals = [cnf.literals[name] for name in model.variables]
        with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
            for row in product(*model.domains.values()):
                assumed = [of_value[v] for of_value, v in zip(literals, row, strict=True)]
                assert solver.propagate(assumed)[0] == (row in rows), (model.constraints, row)
