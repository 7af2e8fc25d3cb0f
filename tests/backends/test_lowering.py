"""Cages and implied sums change how a solver works, and no solution: brute force is the judge."""

from itertools import islice, product
from random import Random

import pytest

from benchmarks.auto.questions import killers
from nonet.backends import Request, get_backend
from nonet.backends.cpsat import _auto_kind
from nonet.backends.lowering import lower
from nonet.model import AllDifferent, AnyOf, Count, Linear, Model, Regular, Table
from nonet.model.constraints.regular import Automaton
from nonet.testing.brute import brute_force
from tests.cases import as_one_test

BACKENDS = [
    "native",
    "native:linear=gac",
    "sat",
    "sat:sums=counters",
    "sat:solver=glucose4",
    "cpsat",
    "cpsat:model=boolean",
    "cpsat:model=integer",
]


def available(name):
    """The backend, or the test is skipped."""
    backend = get_backend(name)
    if not backend.available().ok:
        pytest.skip(backend.available().missing)
    return backend


def solutions(model, backend, limit=None):
    """All solutions, as values; none twice."""
    run = backend.run(lower(model, backend), Request(solutions=limit))
    solutions = [tuple(each[name] for name in model.variables) for each in run]
    assert len(set(solutions)) == len(solutions)
    return set(solutions)


def random_model(random):
    """Two rows and columns of some values, cages and other constraints beside them."""
    far = random.choice([0, 0, -7, 10**9, -(10**11)])
    values = [far + v for v in random.sample(range(7), 3)]
    names = [f"{r}{c}" for r in range(2) for c in range(3)]
    rows, columns = (names[:3], names[3:]), [names[c::3] for c in range(3)]
    domains = {name: values if random.random() < 0.9 else values[:2] for name in [*names, "free"]}
    units = [AllDifferent(tuple(unit)) for unit in (*rows, *columns)]
    extra = [any_constraint(random, names, values) for _ in range(random.randint(1, 4))]
    model = Model(domains, [*units, *extra])
    if random.random() < 0.5:
        model = model.narrow({random.choice(names): random.sample(values, 2)})
    return model


def any_constraint(random, names, values, depth=0):
    """One of the constraints that the model of values says in its own way, or that it does not."""
    scope = tuple(random.sample([*names, "free"], random.randint(2, 4)))
    pick = random.randrange(8 if depth == 0 else 6)
    mean = sum(random.choice(values) for _ in scope)
    if pick == 0:
        unit = random.choice([names[:3], names[3:], *(names[c::3] for c in range(3))])
        cage = tuple(random.sample(unit, random.randint(1, len(unit))))
        return Linear.sum(cage, "==", sum(random.sample(values, len(cage))))
    if pick == 1:
        return Linear.sum(scope, random.choice(["==", "<=", ">=", "!="]), mean)
    if pick == 2:
        weights = tuple(random.choice([-2, -1, 1, 3]) for _ in scope)
        total = sum(w * random.choice(values) for w in weights)
        return Linear(scope, weights, random.choice(["==", "<=", ">="]), total)
    if pick == 3:
        pair = scope[:2]
        return Linear(pair, (1, -1), random.choice(["<=", ">=", "!=", "=="]), random.randint(-2, 2))
    if pick == 4:
        rows = [row for row in product(values, repeat=2) if random.random() < 0.6]
        return Table(scope[:2], frozenset(rows or [(values[0], values[1])]))
    if pick == 5:
        return Count(scope, {random.choice(values)}, random.choice(["==", "<=", ">="]), 1)
    if pick == 6:
        steps = frozenset((s, v, random.randrange(2)) for s in range(2) for v in values)
        return Regular(scope, Automaton(0, frozenset({random.randrange(2)}), steps))
    parts = [any_constraint(random, names, values, depth + 1) for _ in range(3)]
    return AnyOf((tuple(parts[:1]), tuple(parts[1:])))


@pytest.mark.slow(0.4)
@pytest.mark.parametrize("name", BACKENDS)
def test_solutions_are_those_of_brute_force(name):
    backend = available(name)
    some = 0
    for number in range(25):
        model = random_model(Random(number))
        expected = brute_force(model)
        some += bool(expected)
        assert solutions(model, backend) == expected, number
    assert some > 5


@as_one_test(BACKENDS)
def test_a_cage_that_cannot_be_has_no_solution(name):
    backend = available(name)
    unit = AllDifferent(("a", "b", "c"))
    for total in (3, 2, 10):
        cage = Linear.sum(("a", "b"), "==", total)
        model = Model({n: range(1, 4) for n in "abc"}, [unit, cage])
        assert solutions(model, backend) == brute_force(model)


def test_implied_sums_save_native_most_guesses():
    def guesses(options):
        backend = get_backend(options)
        spent = 0
        for model in islice(killers(9, (3, 3), 1.0, 0), 2):
            request = Request(solutions=2)
            run = backend.run(lower(model, backend), request)
            assert len(list(islice(run, 2))) == 2
            run.close()
            spent += request.stats["guesses"]
        return spent

    assert guesses("native") * 3 < guesses("native:linear=gac")


def test_cpsat_chooses_booleans_where_there_are_cages():
    pytest.importorskip("ortools")
    assert _auto_kind(next(killers(9, (3, 3), 1.0, 0)).structure) == "boolean"
    assert _auto_kind(next(killers(6, (2, 3), 1.0, 0)).structure) == "boolean"
    assert _auto_kind(next(killers(4, (2, 2), 1.0, 0)).structure) == "boolean"
    rising = Linear(("a", "b"), (1, -1), "<=", -1)
    assert _auto_kind(Model({"a": range(500), "b": range(500)}, [rising]).structure) == "integer"


def test_what_one_puzzle_narrows_is_free_in_the_next_of_the_same_grid():
    pytest.importorskip("ortools")
    units = [AllDifferent(tuple("abc")), AllDifferent(tuple("def"))]
    across = [AllDifferent((x, y)) for x, y in zip("abc", "def", strict=True)]
    for single, total in (("a", 3), ("b", 4), ("d", 5)):
        domains = {name: range(1, 4) for name in "abcdef"} | {single: [2]}
        model = Model(domains, [*units, *across, Linear.sum(("a", "e"), "==", total)])
        for name in ("cpsat:model=boolean", "sat", "sat:sums=counters"):
            assert solutions(model, available(name)) == brute_force(model)
