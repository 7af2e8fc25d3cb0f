"""``==`` and ``!=`` between constraints are constraints; fields are compared by a named function."""

import json
import pickle
from itertools import product
from random import Random

import numpy as np
import pytest

import nonet
from nonet.errors import ModelError, ModelWarning
from nonet.model import AllDifferent, AnyOf, Linear, Model, ModelBuilder, Table, structurally_equal
from nonet.model import globals as g
from nonet.model.constraints.base import Constraint
from nonet.model.entailment import entailment
from nonet.model.expressions.logic import AllOf
from nonet.model.json import model_from_json
from tests.cases import as_one_test
from tests.fuzz import nested


def count(problem, backend="auto"):
    """Return the number of all solutions."""
    result = nonet.count_solutions(problem, backend)
    assert result.exhausted
    return result.number


BACKENDS = ("native", "cpsat", "sat", "lockstep")

SAME = [
    (lambda a, c, d: (d == 0).implies((a == 1) == (c == 2)),
     lambda a, c, d: d != 0 or (a == 1) == (c == 2)),
    (lambda a, c, d: (d == 0) | ((a == 1) != (c == 2)),
     lambda a, c, d: d == 0 or (a == 1) != (c == 2)),
    (lambda a, c, d: nonet.any_of((a == 1) == (c == 2), d == 0),
     lambda a, c, d: (a == 1) == (c == 2) or d == 0),
    (lambda a, c, d: nonet.all_of((a == 1) != (c == 2), d == 0),
     lambda a, c, d: (a == 1) != (c == 2) and d == 0),
    (lambda a, c, d: ((a == 1) == (c == 2)) + ((a == 1) != (d == 2)) == 2,
     lambda a, c, d: (a == 1) == (c == 2) and (a == 1) != (d == 2)),
    (lambda a, c, d: nonet.if_then_else((a == 1) == (c == 2), d, 2 * d) == 2,
     lambda a, c, d: (d if (a == 1) == (c == 2) else 2 * d) == 2),
    (lambda a, c, d: ((a == 1) == (c == 2)) == ((c == 1) != (d == 2)),
     lambda a, c, d: ((a == 1) == (c == 2)) == ((c == 1) != (d == 2))),
    (lambda a, c, d: nonet.Array([a == 1, c == 1]) != nonet.Array([c == 2, d == 2]),
     lambda a, c, d: (a == 1) != (c == 2) and (c == 1) != (d == 2)),
    (lambda a, c, d: (d == 0) == nonet.Array([a == 1, c == 1]),
     lambda a, c, d: (d == 0) == (a == 1) and (d == 0) == (c == 1)),
    (lambda a, c, d: ((a == 1) == True) & ((c == 2) == 0) & ((d == 2) != False),  # noqa: E712
     lambda a, c, d: a == 1 and c != 2 and d == 2),
    (lambda a, c, d: ((a == 1) == 1) & ((c == 2) != 0),
     lambda a, c, d: a == 1 and c == 2),
    (lambda a, c, d: np.equal(a == 1, c == 2), lambda a, c, d: (a == 1) == (c == 2)),
    (lambda a, c, d: np.True_ == (a == 1), lambda a, c, d: a == 1),
    (lambda a, c, d: (a == 1) == d, lambda a, c, d: (a == 1) == d),
    (lambda a, c, d: nonet.count_of([a == 1, c == 2], d == 0) == 2,
     lambda a, c, d: (a == 1) == (c == 2) == (d == 0)),
]  # fmt: skip
"""Constraints, and what they say of integers in the words of Python."""


@as_one_test(SAME)
def test_comparisons_of_constraints_are_iff_and_xor_inside_anything(constraint, meaning):
    build = ModelBuilder()
    build.add(constraint(*build.variables("acd", range(3))))
    expected = sum(meaning(*values) for values in product(range(3), repeat=3))
    assert [count(build, backend) for backend in BACKENDS] == [expected] * 4


def test_the_figures_of_two_such_comparisons_were_wrong():
    counts = []
    for constraint, _ in SAME[:2]:
        build = ModelBuilder()
        build.add(constraint(*build.variables("acd", range(3))))
        counts.append(count(build))
    assert counts == [23, 17]


def test_an_objective_counts_comparisons_of_constraints():
    build = ModelBuilder()
    a, c = build.variables("ac", range(3))
    build.add(a >= 1)
    build.minimize(2 * ((a == 1) == (c == 2)) + c)
    # a = 1: 2 [c == 2] + c is 0 for c = 0; any other: 2 [c != 2] + c is 2
    solutions = [nonet.solve(build, backend) for backend in ("native", "cpsat", "sat")]
    assert [(each.optimum.value, each.solution["a"]) for each in solutions] == [(0, 1)] * 3


def test_constraints_are_keys_by_their_fields():
    build = ModelBuilder()
    x, y = build.variables("xy", range(9))
    deep = nonet.any_of(x == 1, (y == 2) & (x * y == 3))
    again = nonet.any_of(x == 1, (y == 2) & (x * y == 3))
    pairs = [(x == 1, x == 1), (deep, again), (~deep, ~again), (x * y == 3, x * y == 3)]
    for first, second in pairs:
        assert first is not second and hash(first) == hash(second)
        assert structurally_equal(first, second) and len({first, second}) == 1
        assert {first: "value"}[second] == "value" and second in [first]
    different = {x == 1, x == 2, x == -1, x == -2, x != 1, y == 1, deep, ~deep, x - y == 1}
    assert len(different) == 9
    assert structurally_equal(pickle.loads(pickle.dumps(deep)), deep)
    assert build.model() == build.model() and hash(build.model()) == hash(build.model())


def test_models_are_compared_by_the_fields_of_their_constraints():
    def model(value):
        return Model({"x": range(3), "y": range(3)}, [AllDifferent(("x", "y")), both(value)])

    def both(value):
        return AnyOf(((Linear(("x",), (1,), "==", value),), (Table(("y",), {(value,)}),)))

    assert model(1) == model(1) != model(2)
    assert not structurally_equal(both(1), both(2))


def asks(build, x, y):
    """Ways in which Python asks for the truth of a comparison of two other constraints."""
    first, second = x == 1, y == 2
    return [
        lambda: build.add(not (first == second)),  # noqa: SIM201
        lambda: build.add(first == second == (x == 2)),
        lambda: build.add(first in [second]),
        lambda: build.add([first] == [second]),
        lambda: build.add((first == second) and (x == 2)),
        lambda: 1 if first != second else 2,
        lambda: build.add(any([first == second])),
        lambda: build.add((x == -1) == (x == -2) or first),
        lambda: build.add(first == None),  # noqa: E711
        lambda: build.add(first == "red"),
        lambda: build.add(first == 0.5),
        lambda: build.add(first == [second]),
    ]


@as_one_test(range(12))
def test_no_truth_of_python_comes_from_a_comparison_of_constraints(number):
    build = ModelBuilder()
    x, y = build.variables("xy", range(9))
    with pytest.raises(ModelError):
        asks(build, x, y)[number]()
    assert not build.model().constraints


def test_a_comparison_with_itself_is_true_and_warned_of():
    build = ModelBuilder()
    x = build.variable("x", range(9))
    assert bool((x == 1) == (x == 1)) and bool((x == 1) != (x == 1)) is False
    with pytest.warns(ModelWarning, match="always true"):
        build.add((x == 1) == (x == 1))


def test_variables_of_two_builders_are_refused_in_a_comparison():
    build, other = ModelBuilder(), ModelBuilder()
    x, foreign = build.variable("x", range(3)), other.variable("x", range(3))
    assert len({x == 1, foreign == 1}) == 1  # as keys they are one
    for slip in ((x == 1) == (foreign == 1), (x == 1) == (foreign == 2)):
        with pytest.raises(ModelError, match="builder"):
            build.add(slip)
        with pytest.raises(ModelError, match="builder"):
            build.add((x == 2) | slip)


def test_a_type_of_ones_own_is_compared_in_the_same_way():
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class Even(Constraint):
        by: int = 0

        def holds(self, assignment):
            return assignment[self.scope[0]] % 2 == 0

    first, same, other = Even(("x",), 1), Even(("x",), 1), Even(("x",), 2)
    assert structurally_equal(first, same) and not structurally_equal(first, other)
    assert len({first, same, other}) == 2
    assert count(Model({"x": range(5)}, [first == Linear(("x",), (1,), "<=", 1)])) == 2


# -- constraints of constants ---------------------------------------------------------------


TRUE = [
    lambda b, x: b.all_different([1, 2, 3]),
    lambda b, x: b.all_different([]),
    lambda b, x: b.all_equal([]),
    lambda b, x: b.increasing([1, 2], strictly=True),
    lambda b, x: b.lexicographic([], []),
    lambda b, x: b.lexicographic_chain([[1]]),
    lambda b, x: b.circuit([1, 0]),
    lambda b, x: b.circuit([]),
    lambda b, x: b.inverse([], []),
    lambda b, x: b.nvalue([], 0),
    lambda b, x: b.count([], 1, "==", 0),
    lambda b, x: b.among([], [1], 0, 2),
    lambda b, x: b.cardinality([], {1: 0}),
    lambda b, x: b.table([], [()]),
    lambda b, x: b.regular([1, 1], "1*"),
    lambda b, x: b.no_overlap([], []),
    lambda b, x: b.cumulative([], [], [], x),
    lambda b, x: b.no_overlap_2d([], [], [], []),
    lambda b, x: b.reservoir([], [], 0, 1),
    lambda b, x: b.bin_packing([], [], []),
    lambda b, x: b.precedence([], [1, 2]),
    lambda b, x: b.add(sum([]) <= 1),
    lambda b, x: b.add(True),
    lambda b, x: b.add(np.True_, [], [True]),
    lambda b, x: b.add(nonet.all_of()),
    lambda b, x: b.add(b.array("q", 0, range(3)) == 1),
    lambda b, x: b.add(b.array("m", (0, 2), range(3)).sum() <= 1),
    lambda b, x: b.add(b.array("q", 0, range(3)).all()),
    lambda b, x: b.add(nonet.any_of(False, True)),
    lambda b, x: b.add(g.Distinct([1, 1]).implies(x == 7)),
    lambda b, x: b.add(g.Distinct([1, 2]) | (x == 7)),
]
FALSE = [
    lambda b, x: b.all_different([1, 2, 1]),
    lambda b, x: b.all_different([x, 2, 2]),
    lambda b, x: b.all_equal([1, 2]),
    lambda b, x: b.lexicographic([], [], strictly=True),
    lambda b, x: b.circuit([0, 1]),
    lambda b, x: b.nvalue([], 1),
    lambda b, x: b.count([], 1, ">=", 1),
    lambda b, x: b.cardinality([], {1: 1}),
    lambda b, x: b.table([], []),
    lambda b, x: b.table([3], [(1,)]),
    lambda b, x: b.add(sum([]) >= 1),
    lambda b, x: b.add(False),
    lambda b, x: b.add(False, label="nothing"),
    lambda b, x: b.add(nonet.any_of()),
    lambda b, x: b.add(nonet.any_of(*[])),
    lambda b, x: b.add(b.array("q", 0, range(3)).any()),
    lambda b, x: b.add(~g.Distinct([1, 2])),
    lambda b, x: b.add(g.Distinct([1, 1]) & (x == 1)),
    lambda b, x: b.bin_packing([], [], [5]),
    lambda b, x: b.cost_regular([], "1*", {}, 5),
]


@as_one_test(range(len(TRUE)))
def test_a_constraint_of_constants_that_is_true_says_nothing(number):
    build = ModelBuilder()
    x = build.variable("x", range(2))
    TRUE[number](build, x)
    assert count(build, "native") == count(build, "cpsat") == 2


@pytest.mark.filterwarnings("ignore::nonet.errors.ModelWarning")
@as_one_test(range(len(FALSE)))
def test_a_constraint_of_constants_that_is_false_is_warned_of(number):
    build = ModelBuilder()
    x = build.variable("x", range(3))
    with pytest.warns(ModelWarning, match="always false"):
        FALSE[number](build, x)
        model = build.model()
    assert count(model, "native") == count(model, "cpsat") == 0


def test_a_false_constraint_of_a_model_without_variables_leaves_no_solution():
    build = ModelBuilder()
    with pytest.warns(ModelWarning, match="always false"):
        build.add(sum([]) >= 1)
    assert nonet.solve(build).status is nonet.Status.UNSAT


def test_a_generator_that_has_given_all_is_no_empty_list():
    build = ModelBuilder()
    variables = (each for each in build.variables("xy", range(3)))
    build.all_different(variables)
    with pytest.raises(ModelError, match="only once"):
        build.all_different(variables)


# -- always true or always false ---------------------------------------------------------------


NEVER = [
    lambda b, v: b.cardinality(v, {7: 1}),
    lambda b, v: b.count(v, 7, "==", 1),
    lambda b, v: b.among(v, [7, 8], 1, 2),
    lambda b, v: b.circuit(b.array("s", (3, 3), range(2))),
    lambda b, v: b.all_different([*v, 1]),
    lambda b, v: b.element([7, 8], v[0], v[1]),
    lambda b, v: b.regular(v, "7+"),
    lambda b, v: b.add((v[0] == 7) & (v[1] == 1)),
    lambda b, v: b.add((v[0] == 7) == (v[1] <= 2)),
    lambda b, v: b.add(~(v[0] <= 2)),
]


@pytest.mark.filterwarnings("ignore::nonet.errors.ModelWarning")
@as_one_test(range(len(NEVER)))
def test_what_the_domains_forbid_is_warned_of(number):
    build = ModelBuilder()
    v = build.array("v", 3, range(3))
    with pytest.warns(ModelWarning, match="always false"):
        NEVER[number](build, v)
    assert count(build, "native") == 0


def test_always_true_and_false_agree_with_brute_force_of_random_constraints():
    checked = {True: 0, False: 0}
    for number in range(600):
        document = nested.make(Random(f"entailment:{number}"))["model"]
        document.pop("narrowed", None)
        try:
            model = model_from_json(json.dumps(document))
        except ModelError:
            continue
        rows = [
            dict(zip(model.variables, row, strict=True)) for row in product(*model.domains.values())
        ]
        for constraint in model.constraints:
            known = entailment(constraint, model.domains)
            if known is not None:
                assert {constraint.holds(row) for row in rows} <= {known}, constraint
                checked[known] += 1
    assert checked[True] > 20 and checked[False] > 80, checked


def test_lists_are_conjunctions_of_all_that_stands_in_them():
    build = ModelBuilder()
    x, y = build.variables("xy", range(3))
    both = (x == 1).implies(each for each in [y == 1, [x <= 1]])
    assert isinstance(both.second, AllOf) and len(both.second.all_of) == 2
    with pytest.raises(ModelError, match="not a text"):
        build.add((x == 1).implies(["y == 1"]))
    with pytest.raises(ModelError, match="y is a number"):
        build.add((x == 1).implies(y))
