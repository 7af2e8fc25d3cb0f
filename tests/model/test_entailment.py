"""What is said to hold always, or never, does so: brute force judges; and what is seen, is seen."""

import json
import warnings
from itertools import product
from random import Random

import pytest

import nonet
from nonet.errors import ModelWarning
from nonet.model import (
    AllDifferent,
    Annotation,
    Automaton,
    Count,
    Element,
    Linear,
    ModelBuilder,
    Regular,
    Table,
)
from nonet.model import entailment as module
from nonet.model.domain import Domain
from nonet.model.entailment import constraint_text, entailment, formula_with_symbols
from nonet.model.json import model_from_json
from nonet.model.symbols import Symbols
from tests.fuzz.constraint_maker import LEAVES, ConstraintMaker

DOMAINS = {"a": [0, 1, 3], "b": [-1, 1, 2], "c": [2], "d": [0, 1]}
CASES = list(product(*DOMAINS.values()))


def domains(**values):
    return {name: Domain.of(each) for name, each in values.items()}


def holding(constraint, given):
    """Whether a constraint holds for all values of the domains, for none, or for some (``None``)."""
    truths = {
        constraint.holds(dict(zip(given, case, strict=True))) for case in product(*given.values())
    }
    return truths.pop() if len(truths) == 1 else None


@pytest.mark.slow(0.5)
def test_nothing_is_entailed_that_brute_force_contradicts():
    counts = {True: 0, False: 0}
    for seed in range(400):
        maker = ConstraintMaker(Random(seed), list(DOMAINS))
        kinds = [name for name in LEAVES if name != "Predicate"]
        entry = maker.constraint(2) if seed % 2 else maker.leaf(kinds[seed // 2 % len(kinds)])
        document = {"nonet": "model", "version": 1, "domains": DOMAINS, "constraints": [entry]}
        try:
            (constraint,) = model_from_json(json.dumps(document)).constraints
        except nonet.NonetError:
            continue
        full = domains(**DOMAINS)
        known = entailment(constraint, full)
        if known is not None:
            counts[known] += 1
            right = {constraint.holds(dict(zip(DOMAINS, case, strict=True))) for case in CASES}
            assert right == {known}, constraint
    assert counts[True] > 10 and counts[False] > 30


X = Linear(("x",), (1,), ">=", 2)
RISING = Automaton(0, {2}, {(0, 1): 1, (1, 2): 2})


@pytest.mark.parametrize(
    ("constraint", "given", "known"),
    [
        (Linear(("x",), (1,), ">=", 1), {"x": [1, 9]}, True),
        (Linear(("x",), (1,), ">=", 2), {"x": [1, 9]}, None),
        (Linear(("x",), (1,), ">=", 9), {"x": [1, 9]}, None),
        (Linear(("x",), (1,), ">=", 10), {"x": [1, 9]}, False),
        (Linear(("x",), (-1,), ">=", -9), {"x": [1, 9]}, True),
        (Linear(("x", "y"), (1, -1), "<=", 2), {"x": [1, 3], "y": [1, 3]}, True),
        (Linear(("x", "y"), (1, -1), "<=", 1), {"x": [1, 3], "y": [1, 3]}, None),
        (Linear(("x", "y"), (1, -1), "<=", -2), {"x": [1, 3], "y": [1, 3]}, None),
        (Linear(("x", "y"), (1, -1), "<=", -3), {"x": [1, 3], "y": [1, 3]}, False),
        (Linear(("x",), (2,), "==", 5), {"x": [1, 9]}, False),
        (Linear(("x",), (2,), "!=", 5), {"x": [1, 9]}, True),
        (Linear(("x",), (2,), "==", 4), {"x": [1, 9]}, False),  # a hole
        (Linear(("x",), (1,), "==", 9), {"x": [1, 9]}, None),
        (Linear(("x",), (1,), "==", 9), {"x": [9]}, True),
        (Linear(("x",), (1,), "!=", 9), {"x": [9]}, False),
        (Linear(("x", "y"), (2, 4), "==", 7), {"x": [1, 2], "y": [1, 2]}, False),
        (AllDifferent(("x", "y")), {"x": [1, 2], "y": [3, 4]}, True),
        (AllDifferent(("x", "y")), {"x": [1, 2], "y": [2, 4]}, None),
        (AllDifferent(("x", "y", "z")), {"x": [1, 2], "y": [1, 2], "z": [1, 2]}, False),
        (AllDifferent(("x", "y", "z")), {"x": [1], "y": [1], "z": [1, 2, 3, 4]}, False),
        (Count(("x", "y"), {1}, ">=", 1), {"x": [1], "y": [1, 2]}, True),
        (Count(("x", "y"), {1}, ">=", 2), {"x": [1], "y": [1, 2]}, None),
        (Count(("x", "y"), {1}, ">=", 3), {"x": [1], "y": [1, 2]}, False),
        (Count(("x",), {1}, "==", "n"), {"x": [2], "n": [0]}, True),
        (Count(("x",), {1}, "==", "n"), {"x": [2], "n": [1, 2]}, False),
        (Count(("x",), {1}, "==", "n"), {"x": [1, 2], "n": [1, 2]}, None),
        (Table(("x", "y"), {(1, 2), (3, 4)}), {"x": [1, 2], "y": [3, 4]}, False),
        (Table(("x", "y"), {(1, 2), (3, 4)}), {"x": [3], "y": [3, 4]}, None),
        (Element(("x", "y"), "i", "v"), {"x": [1], "y": [2], "i": [0, 1], "v": [3]}, False),
        (Element(("x", "y"), "i", "v"), {"x": [1], "y": [3], "i": [0, 1], "v": [3]}, None),
        (Element(("x", "y"), "i", "v"), {"x": [1], "y": [3], "i": [0, 2], "v": [3]}, False),
        (Element(("x", "y"), "i", "v", 1), {"x": [1], "y": [3], "i": [0, 2], "v": [3]}, None),
        (Regular(("x", "y"), RISING), {"x": [1, 2], "y": [1]}, False),
        (Regular(("x", "y"), RISING), {"x": [1, 2], "y": [1, 2]}, None),
        (Regular(("x",), RISING), {"x": [1]}, False),
        (X & (Linear(("y",), (1,), "<=", 2)), {"x": [2, 3], "y": [1, 2]}, True),
        (X & (Linear(("y",), (1,), "<=", 2)), {"x": [2, 3], "y": [1, 3]}, None),
        (X & (Linear(("y",), (1,), "<=", 2)), {"x": [1, 3], "y": [3, 4]}, False),
        (X | (Linear(("y",), (1,), "<=", 2)), {"x": [1, 3], "y": [1, 2]}, True),
        (X | (Linear(("y",), (1,), "<=", 2)), {"x": [0, 1], "y": [3, 4]}, False),
        (X ^ (Linear(("y",), (1,), "<=", 2)), {"x": [2, 3], "y": [1, 2]}, False),
        (X ^ (Linear(("y",), (1,), "<=", 2)), {"x": [2, 3], "y": [3, 4]}, True),
        (X ^ (Linear(("y",), (1,), "<=", 2)), {"x": [1, 3], "y": [3, 4]}, None),
        (X.implies(Linear(("y",), (1,), "<=", 2)), {"x": [0, 1], "y": [1, 9]}, True),
        (X.implies(Linear(("y",), (1,), "<=", 2)), {"x": [2], "y": [3]}, False),
        (X.iff(Linear(("y",), (1,), "<=", 2)), {"x": [2], "y": [3]}, False),
        (X.iff(Linear(("x",), (1,), ">=", 2)), {"x": [1, 2]}, True),
    ],
)  # fmt: skip
def test_an_end_of_the_bounds_decides(constraint, given, known):
    full = domains(**given)
    assert entailment(constraint, full) is known
    assert holding(constraint, given) is known


GLOBALS = {
    "circuit of a node without a successor": (lambda b, x: b.circuit(x), [[0], [2], [0]]),
    "circuit without a way to a node": (lambda b, x: b.circuit(x), [[1], [0], [0, 1]]),
    "inverse that counts from 1": (lambda b, x: b.inverse(x, x), [[1, 2, 3]] * 3),
    "cardinality of too many": (lambda b, x: b.cardinality(x, {1: 2}), [[1], [1], [1]]),
    "cardinality of too few": (lambda b, x: b.cardinality(x, {1: 2}), [[1], [2, 3], [2, 3]]),
    "closed cardinality": (
        lambda b, x: b.cardinality(x, {1: 1, 2: 1}, closed=True), [[1, 2], [1, 2], [3]],
    ),
}  # fmt: skip
MANY_WORDS = Automaton(0, {0}, {(0, value): 0 for value in range(4)})


@pytest.mark.parametrize("name", GLOBALS)
def test_a_global_that_never_holds_is_warned_of(name):
    declare, values = GLOBALS[name]
    build = ModelBuilder()
    x = [build.variable(f"x{place}", each) for place, each in enumerate(values)]
    with pytest.warns(ModelWarning, match="always false"):
        declare(build, x)
        model = build.model()
    assert nonet.count_solutions(model).number == 0


def test_an_automaton_over_many_values_is_not_run(monkeypatch):
    never = Regular(("x", "y"), Automaton(0, {9}, {(0, value): 0 for value in range(4)}))
    given = domains(x=range(4), y=range(4))
    for most, known in ((8, False), (7, None)):
        monkeypatch.setattr(module, "MOST_STEPS", most)
        assert entailment(never, given) is known
    two_states = {(0, value): value % 2 for value in range(4)} | {(1, 0): 0}
    never = Regular(("x", "y"), Automaton(0, {9}, two_states))
    for most, known in ((8, False), (7, None)):
        monkeypatch.setattr(module, "MOST_STEPS", most)
        assert entailment(never, given) is known


def test_what_is_too_deep_or_without_a_domain_is_left_open():
    inner = Linear(("x",), (1,), ">=", 1)
    for _ in range(20):
        inner = ~(inner & Linear(("x",), (1,), "<=", 9))
    given = domains(x=range(1, 10))
    assert entailment(Linear(("x",), (1,), ">=", 1), {}) is None
    assert entailment(inner, given) is None
    part = inner
    while part.depth > module._DEEPEST:
        part = part.parts[0]
    assert entailment(part, given) is holding(part, {"x": range(1, 10)})


def test_one_line_is_warned_of_once_and_all_are_counted():
    build = ModelBuilder()
    x = build.array("x", 30, range(3))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for each in x:
            build.add(each <= 2)
        build.add(x[0] >= 3)
        build.model()
    texts = [str(each.message) for each in caught]
    assert [text.partition(":")[0] for text in texts] == [
        "x[0] <= 2 is always true (x[0] in Domain({0, 1, 2}))",
        "x[0] >= 3 is always false (x[0] in Domain({0, 1, 2}))",
        "30 constraints are always true in all",
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        build.model()  # which has been told


def test_a_rule_that_is_always_kept_is_no_slip():
    build = ModelBuilder()
    x, y = build.variables("xy", range(3))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        build.add((x >= 3).implies(y == 1), ~((x >= 3) & (y == 1)))
        build.model()
    assert [str(each.message) for each in caught] == []


def test_names_stand_for_values_in_the_text_of_a_comparison():
    colours = dict.fromkeys("ab", Symbols(((0, "red"), (1, "green"))))
    texts = {
        "a <= green": Linear(("a",), (1,), "<=", 1),
        "-a == 1": Linear(("a",), (-1,), "==", 1),
        "b != a": Linear(("b", "a"), (-1, 1), "!=", 0),
        "a - b == 1": Linear(("a", "b"), (1, -1), "==", 1),
        "a - c == 0": Linear(("a", "c"), (1, -1), "==", 0),
        "AllDifferent": AllDifferent(("a", "b")),
    }
    assert [formula_with_symbols(each, colours) for each in texts.values()] == [*texts]


def test_an_error_calls_a_sum_by_its_label_and_its_formula():
    cage = Annotation("cage", "cage of 9")
    assert (
        constraint_text(Linear(("x", "y"), (1, 1), "==", 9, rule=cage)) == "cage of 9: x + y == 9"
    )
    assert constraint_text(AllDifferent(("x", "y"), rule=cage)) == "cage of 9"
    assert constraint_text(Linear(("x", "y"), (1, 1), "==", 9)) == "x + y == 9"
