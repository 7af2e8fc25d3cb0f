"""Expressions, logic and globals mean what Python says, to every backend; what is refused says why.

The judge is Python: each random line is evaluated with integers too (``tests/fuzz/expressions.py``).
"""

import enum
import json
import pickle
from collections import Counter
from random import Random

import pytest

import nonet
from nonet.backends import get_backend
from nonet.backends.lowering import lower
from nonet.errors import ModelError, ModelWarning
from nonet.model import (
    Linear,
    ModelBuilder,
    between,
    count_of,
    element,
    if_then_else,
    max_of,
    min_of,
)
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Count,
    Element,
    Regular,
    Table,
    operation_result,
)
from nonet.model.expressions.encoding import negated
from nonet.model.json import model_from_json, model_to_json
from nonet.testing.brute import brute_force
from tests.cases import as_one_test
from tests.fuzz.expressions import NAMED_AUTOMATON, TO_MODEL, TO_PYTHON, judge, make

BACKENDS = ["native", "sat", "cpsat", "python-constraint"]
CASES = 60


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("backend", BACKENDS)
def test_random_lines_mean_to_a_backend_what_they_mean_to_python(backend):
    if backend not in [installed.name for installed in nonet.backends.available_backends()]:
        pytest.skip(f"{backend} is not installed")
    tally: Counter[str] = Counter()
    for number in range(CASES):
        case = {**make(Random(f"{backend}{number}")), "backend": backend}
        assert judge(case, tally) is None, json.dumps(case)
    assert tally["models"] > 0.8 * CASES


def test_the_generator_writes_every_word():
    text = " ".join(line for n in range(700) for line in make(Random(n))["constraints"])
    assert TO_MODEL.keys() == TO_PYTHON.keys()
    for word in (*TO_MODEL, "//", "%", "abs", "*", "&", "|", "^"):
        assert word in text, word


@pytest.fixture
def build():
    return ModelBuilder()


def solutions(build):
    return {tuple(solution.values()) for solution in nonet.iter_solutions(build.model())}


def test_auxiliary_variables_are_projected_away_and_never_change_a_count(build):
    x, y = build.variables("xy", range(-3, 4))
    build.add(abs(x * y) == 2, ~(x == y) ^ (max_of(x, y) > 1))
    assert solutions(build) == brute_force(build.model())
    assert build.model().variables == ("x", "y")
    assert nonet.count_solutions(build).number == len(brute_force(build.model()))


@as_one_test(
    [
        AllDifferent(("x", "y", "z")),
        Linear(("x", "y"), (2, -1), "<=", 1),
        Linear(("x", "y"), (2, -1), "==", 1),
        Table(("x", "y"), {(0, 1), (2, 2)}),
        Table(("x", "y"), frozenset()),
        Regular(("x", "y", "z"), NAMED_AUTOMATON),
        Count(("x", "y"), {0, 2}, ">=", 1),
        Count(("x", "y"), {0, 2}, "<=", "z"),
        Count(("x", "y"), {0, 2}, "!=", "z"),
        Element(("x", "y"), "z", "x"),
        Element(("x", "y"), "z", "y", first=1),
        AnyOf(((Linear(("x",), (1,), "==", 1),), (AllDifferent(("y", "z")),))),
    ]
)
def test_the_opposite_holds_exactly_where_a_constraint_does_not(constraint):
    domains = dict.fromkeys("xyz", range(4))
    assignments = brute_force(nonet.Model(domains))
    model = nonet.Model(domains)
    is_any = isinstance(constraint, AnyOf)
    opposite = ~constraint if is_any else negated(constraint, model.domains)
    solved = {tuple(s.values()) for s in nonet.iter_solutions(nonet.Model(domains, [opposite]))}
    assert solved == assignments - brute_force(nonet.Model(domains, [constraint]))


def test_a_large_product_quotient_and_remainder_are_encoded_value_by_value(build):
    x, y = build.variable("x", range(1, 300)), build.variable("y", range(1, 300))
    build.add(x * y == 277 * 281, x < y)
    assert solutions(build) == {(277, 281)}
    other = ModelBuilder()
    a, d = other.variable("a", range(-20_000, 20_000)), other.variable("d", [-7, 9])
    other.add(a // d == -2143, a % d == -4)
    assert solutions(other) == {(-7 * -2143 - 4, -7)}


# -- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slip", "message"),
    [
        (lambda b, x: b.add(x // x == 1), r"x // x divides by 0 where x is 0"),
        (lambda b, x: b.add(10 % (x - 3) == 1), r"divides by 0 where x - 3 is 0"),
        (lambda b, x: b.add(x // 0 == 1), "x is divided by 0"),
        (lambda b, x: b.add(element([1, 2], x) == 1), "x can be 8.* places 0 to 1.*entry for each"),
        (lambda b, x: b.add(abs(10**18 * x) == 3), r"10+ \* x lies between 0 and .*too far"),
        (lambda b, x: b.all_different([x, 10**18 * x]), "too far apart"),
        (lambda b, x: b.add(x**16 * x * x * x * x * x == 3), "too far apart"),
        (lambda b, x: min_of(), "min_of of nothing"),
        (lambda b, x: max_of([]), "max_of of nothing"),
        (lambda b, x: element([], x), "the array has no entry"),
        (lambda b, x: if_then_else(x, 1, 2), "not a constraint: x"),
        (lambda b, x: (x == 1).implies(x), "not a constraint: x"),
        (lambda b, x: b.array("q", -1, range(3)), "'q': a size is 0 or more, not -1"),
        (lambda b, x: b.array("q", (2, 2, 2, 2), range(3)), r"\(matrices, rows, columns\)"),
        (lambda b, x: b.array("q", 2.0, range(3)), "2.0"),
        (lambda b, x: b.all_different([x, x + 0]), "x cannot differ from itself"),
        (
            lambda b, x: b.inverse([x], [x, x]),
            "1 in forth, 2 in back: give as many of each",
        ),
        (lambda b, x: b.circuit([x, x]), "circuit: x, the node after 0, can be 8.* 0 to 1"),
        (lambda b, x: b.no_overlap([x], [1, 2]), "1 in start, 2 in duration"),
        (lambda b, x: b.cumulative([x], [-1], [1], 2), "the duration -1 can be -1"),
        (lambda b, x: b.cumulative([x], [1], [1, 1], 2), "1 in start, 1 in duration, 2 in demand"),
        (lambda b, x: b.bin_packing([x], [1, 2], [3]), "1 in bin, 2 in sizes"),
        (lambda b, x: b.lexicographic([x], [x, 1]), "1 in one, 2 in other"),
        (lambda b, x: b.cardinality([x], [1]), "how often each value occurs"),
        (lambda b, x: b.precedence([x], [1, 1]), "different values"),
        (lambda b, x: b.regular([x + 1], 3), "not an automaton: 3"),
        (lambda b, x: b.table([x + 1], [(1, 2)]), "has 2 values for 1 variable"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(build, slip, message):
    x = build.variable("x", range(9))
    with pytest.raises(ModelError, match=message) as caught:
        slip(build, x)
    assert "\n" not in str(caught.value)
    assert not build.model().constraints


def test_a_model_is_checked_as_a_builder_is(build):
    x = build.variable("x", range(9))
    with pytest.raises(ModelError, match="divides by 0"):
        nonet.Model({"x": range(9)}, [7 // x == 2])
    with pytest.raises(ModelError, match="divides by 0"):
        build.model().add(7 // x == 2)


def test_what_is_nested_too_deep_is_refused_not_a_crash(build):
    x = build.variable("x", range(3))
    expression = x
    with pytest.raises(ModelError, match=r"more than 60 levels"):
        for _ in range(100):
            expression = abs(expression - 1)
            if len(str(expression)) > 400:
                build.add(expression == 0)
    constraint = x == 1
    with pytest.raises(ModelError, match="more than 60"):
        for _ in range(100):
            constraint = ~constraint


def test_expressions_of_two_builders_are_refused(build):
    x, y = build.variable("x", range(3)), ModelBuilder().variable("y", range(3))
    for slip in (
        lambda: build.add(abs(y) == 1),
        lambda: x * y,
        lambda: max_of(x, y),
        lambda: build.add((x == 1) | (y == 1)),
        lambda: build.all_different([x + 1, y + 2]),
        lambda: build.circuit([x, y]),
        lambda: count_of([x, y], 1),
        lambda: build.minimize(abs(y)),
    ):
        with pytest.raises(ModelError, match="builder"):
            slip()


@pytest.mark.parametrize("sign", ["*", "//", "%", "+"])
def test_the_error_for_two_builders_names_both_operands(sign):
    x, y = (nonet.ModelBuilder().variable(name, range(1, 3)) for name in "xy")
    with pytest.raises(ModelError, match=r"^x .*y are of two builders"):
        eval(f"x {sign} y", {"x": x, "y": y})


# -- arrays, names, words -------------------------------------------------------------------


def test_arrays_and_matrices(build):
    s = build.array("s", (3, 4), range(12))
    assert repr(s[1, :]) == "[s[1,0], s[1,1], s[1,2], s[1,3]]" == repr(s[1]) == repr(s.rows[1])
    assert repr(s[:, -1]) == "[s[0,3], s[1,3], s[2,3]]" == repr(s.columns[3])
    assert repr(s[0:2, 1:3].flat) == "[s[0,1], s[0,2], s[1,1], s[1,2]]"
    assert repr(s.diagonal(1)) == "[s[0,1], s[1,2], s[2,3]]"
    assert repr(s.diagonal(falling=False)) == "[s[0,3], s[1,2], s[2,1]]"
    x, y = build.variable("x", range(3)), build.variable("y", range(4))
    build.add(s[x, y] == 7, s[x, 1] == 5, s[2, y] == 7)
    build.all_different(s.flat)
    solution = nonet.solve(build).solution
    row, column = solution[x], solution[y]
    assert (solution[s[row, column]], solution[s[row, 1]], solution[s[2, column]]) == (7, 5, 7)
    assert solution.value_of(s[x, y] + 1) == 8 and solution.value_of(s[x, y] == 7) == 1
    with pytest.raises(IndexError, match="places 0 to 3, not 4"):
        s[0, 4]
    with pytest.raises(ModelError, match="the place 'a' is a text, not an integer"):
        s["a", 1]
    with pytest.raises(ModelError, match="count_of"):
        _ = x in s[0]


class Pet(enum.Enum):
    DOG = "a dog"
    CAT = "a cat"


def test_values_with_names_are_shown_by_their_names(build):
    colour, other = build.variables(["colour", "other"], ["red", "green", "blue"])
    pet = build.variable("pet", Pet)
    build.add(colour != other, colour == "blue", (pet == Pet.CAT).iff(other == "red"))
    build.add(pet == "CAT")
    model = build.model()
    solution = nonet.solve(model).solution
    assert str(solution) == "colour=blue other=red pet=CAT"
    assert (solution.value_text("pet"), solution[pet], dict(solution)["colour"]) == (
        "CAT",
        Pet.CAT,
        2,
    )
    assert solution[[colour, other]] == ["blue", "red"]
    assert model.constraints[1].description.startswith("colour == blue (line ")
    reread = model_from_json(model_to_json(model))
    assert reread == model and pickle.loads(pickle.dumps(model)) == model
    assert str(nonet.solve(reread).solution) == str(solution)
    assert nonet.Model({"x": ["a", "b"]}).structure.symbols["x"].by_name == {"a": 0, "b": 1}
    for slip, message in (
        (lambda: colour == "grean", "no value 'grean'; it has red, green, blue; did you mean"),
        (lambda: colour < "red", "names have no order"),
        (lambda: colour < other, "names have no order"),
        (lambda: colour == pet, "different names"),
    ):
        with pytest.raises(ModelError, match=message):
            slip()


def test_a_constraint_is_called_as_it_is_written_with_its_line(build):
    x, y = build.variables("xy", range(-3, 9))
    build.add(abs(x - y) * 2 >= 4)
    build.all_different([x + 1, y])
    build.add(x < y, label="rising")
    first, second, third = build.model().constraints
    assert first.description.startswith("2 * abs(x - y) >= 4 (line ")
    assert first.description.endswith("of test_arithmetic_expressions.py)")
    assert second.description.startswith("all_different([x + 1, y]) (line ")
    assert third.description == "rising"
    broken = build.model().violations({"x": 3, "y": 3})
    assert [description.partition(" (line")[0] for description in broken] == [
        "2 * abs(x - y) >= 4",
        "rising",
    ]


def test_every_kind_of_constraint_and_operation_has_words(build):
    q = build.array("q", 3, range(3))
    build.add(between(0, q[0] // 2 + q[1] % 2, 1))
    build.add((q[0] == 1).iff(q[1] == 2), (q[0] == 1) ^ (q[1] == 1), ~(q[0] == q[1] * q[2]))
    build.add(if_then_else(q[0] == 1, q[1], 2) >= count_of(q, [1, 2]), q[q[0]] == min_of(q))
    build.circuit([q[2], q[0], q[1]])
    descriptions = [
        constraint.description.partition(" (line")[0] for constraint in build.model().constraints
    ]
    assert descriptions == [
        "(q[0] // 2 + q[1] % 2 >= 0) & (q[0] // 2 + q[1] % 2 <= 1)",
        "(q[0] == 1).iff(q[1] == 2)",
        "(q[0] == 1) ^ (q[1] == 1)",
        "~(q[0] - q[1] * q[2] == 0)",
        "if_then_else(q[0] == 1, q[1], 2) - count_of([q[0], q[1], q[2]], {1, 2}) >= 0",
        "[q[0], q[1], q[2]][q[0]] - min_of(q[0], q[1], q[2]) == 0",
        "circuit([q[2], q[0], q[1]])",
    ]


def test_a_comparison_of_expressions_that_says_nothing_is_warned_of(build):
    x = build.variable("x", range(5))
    with pytest.warns(ModelWarning, match=r"x \* x >= 0 is always true"):
        build.add(x * x >= 0)
    with pytest.warns(ModelWarning, match=r"x \* x > x \* x is always false"):
        build.add(x * x > x * x)
    assert nonet.solve(build, "sat").status is nonet.Status.UNSAT
    with pytest.warns(ModelWarning, match=r"abs\(x\) == 9 is always false"):
        build.add(abs(x) == 9)


@as_one_test(
    [
        {"expression": {"terms": [["x", 0]], "plus": 0}},
        {"expression": {"terms": [["x", 1], ["x", 1]], "plus": 0}},
        {"expression": {"terms": [["x", 1]]}},
        {"expression": {"terms": [[{"is": "Nothing", "of": "x"}, 1]], "plus": 0}},
        {"expression": {"terms": [[{"is": "Absolute"}, 1]], "plus": 0}},
        {"expression": {"terms": [[{"is": "_OfTwo", "left": "x", "right": 1}, 1]], "plus": 0}},
        {"expression": 1.5},
        {"expression": None},
        {"expression": {"terms": [[{"is": "Truth", "of": 5}, 1]], "plus": 0}},
    ]
)
def test_json_of_an_expression_that_is_none_is_refused(entry):
    document = {
        "nonet": "model", "version": 1, "domains": {"x": [[0, 3]]},
        "constraints": [{"type": "Compare", "op": "==", "constant": 1, **entry}],
    }  # fmt: skip
    with pytest.raises(ModelError):
        model_from_json(json.dumps(document))


def test_an_objective_may_be_any_expression(build):
    x, y = build.variables("xy", range(-5, 6))
    build.add(x * y == 6)
    build.minimize(max_of(abs(x), abs(y)))
    outcome = nonet.solve(build)
    assert outcome.solution["objective"] == 3
    with pytest.raises(ModelError, match="a weighted sum of variables"):
        nonet.model.objective.Objective.from_expression("minimize", abs(x))


@pytest.mark.parametrize("language", ["minizinc", "cpsat", "z3", "smtlib", "dimacs", "cpmpy"])
def test_expressions_and_globals_are_exported(build, language):
    q = build.array("q", 4, range(4))
    build.circuit(q)
    build.all_different([q[i] + i for i in range(4)])
    build.add((q[0] == 1).implies(abs(q[1] - q[2]) == 1))
    assert nonet.export(build.model(), language)


@pytest.mark.parametrize("backend", ["native", "sat"])
@pytest.mark.parametrize("values", [range(2, 9), range(-4, 4), (-7, -1, 0, 5), range(-9, -5)])
def test_a_product_by_binary_digits_has_the_solutions_of_a_table(monkeypatch, backend, values):
    monkeypatch.setattr(operation_result, "MOST_ROWS", 3)
    monkeypatch.setattr(operation_result, "MOST_BRANCHES", 1)
    build = nonet.ModelBuilder()
    x, y = build.variable("x", values), build.variable("y", range(-3, 7))
    build.add(x * y >= -5, x * y != 6)
    pairs = {(s["x"], s["y"]) for s in nonet.iter_solutions(build.model(), backend=backend)}
    assert pairs == {(a, b) for a in values for b in range(-3, 7) if a * b >= -5 and a * b != 6}


@pytest.mark.parametrize("backend", ["native", "sat", "cpsat:model=textbook"])
@pytest.mark.parametrize("divisors", [range(1, 5), (-3, -1, 2, 4), range(-4, 0)])
def test_a_division_by_a_product_has_the_solutions_of_a_table(monkeypatch, backend, divisors):
    monkeypatch.setattr(operation_result, "MOST_ROWS", 3)
    monkeypatch.setattr(operation_result, "MOST_BRANCHES", 1)
    build = nonet.ModelBuilder()
    x, y = build.variable("x", range(-6, 7)), build.variable("y", divisors)
    build.add(x // y != 1, x % y <= 1)
    solved = [(s["x"], s["y"]) for s in nonet.iter_solutions(build.model(), backend)]
    pairs = [(a, b) for a in range(-6, 7) for b in divisors]
    assert sorted(solved) == [(a, b) for a, b in pairs if a // b != 1 and a % b <= 1]


@pytest.mark.parametrize("backend", ["cpsat", "native", "auto"])
def test_divisors_may_have_many_values(backend):
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(1, 10**6))
    build.add(x // y == 7, x % y == 5, x + y == 205)
    outcome = nonet.solve(build, backend, limit=2)
    assert [(s["x"], s["y"]) for s in outcome.solutions] == [(180, 25)]


@pytest.mark.parametrize("backend", ["cpsat", "auto"])
def test_wide_variables_are_multiplied_and_added(backend):
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(2, 10**6))
    build.add(x * y == 999_983 * 9_973, x <= y)
    (solution,) = nonet.solve(build.model(), backend).solutions
    assert (solution["x"], solution["y"]) == (9_973, 999_983)
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(10**9))
    build.add(x + y == 2 * 10**9 - 3)
    assert nonet.count_solutions(build.model(), backend=backend).number == 2


def test_what_an_encoding_adds_is_named_by_the_formula_that_it_states():
    """Without a source and words of its own a constraint has its formula alone."""
    build = ModelBuilder()
    x, y, z = (build.variable(name, range(-3, 4)) for name in "xyz")
    formulas = {
        "x * y + 2 * z == 3": x * y + 2 * z == 3,
        "abs(x - y) * x == 4": abs(x - y) * x == 4,
        "max_of(x, y) * z <= 2": max_of(x, y) * z <= 2,
    }
    for formula, constraint in formulas.items():
        lowered = lower(
            nonet.Model(build.model().domains, [constraint]), get_backend("python-constraint")
        )
        texts = {each.rule.label or each.description for each in lowered.constraints}
        assert len(lowered.constraints) > 1 and texts == {formula}
