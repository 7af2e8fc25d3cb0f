"""Domains, models, the builder and the JSON form."""

import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from nonet.errors import ModelError
from nonet.model import AllDifferent, Constraint, Domain, Linear, Model, ModelBuilder, Variable
from nonet.model.json import model_from_json, model_to_json
from nonet.model.structure import SearchPhase
from nonet.testing.strategies import models
from tests.cases import as_one_test

PHASE = {"variables": ["x"], "variable_order": "smallest", "value_order": "indomain_min"}
sets = st.frozensets(st.integers(-70, 70), max_size=12)


@given(first=sets, second=sets)
def test_domains_are_sets(first, second):
    a, b = Domain.of(first), Domain.of(second)
    assert set(a) == first
    assert list(a) == sorted(first)
    assert len(a) == len(first)
    assert set(a & b) == first & second
    assert set(a | b) == first | second
    assert set(a - b) == first - second
    assert (a <= b) == (first <= second)
    assert (a == b) == (first == second)
    assert all((value in a) == (value in first) for value in range(-71, 72))
    if a == b:
        assert hash(a) == hash(b)


@pytest.mark.parametrize("values", [[1.5], [2.0], ["1"], [None], [1, 2, 3.0]])
def test_a_domain_holds_integers_only(values):
    with pytest.raises(ModelError, match="integers"):
        Domain.of(values)


def test_a_domain_wider_than_solvers_count_is_refused():
    assert list(Domain.of([0, 10**9])) == [0, 10**9]
    with pytest.raises(ModelError, match="too wide"):
        Domain.of([0, 10**20])


@pytest.mark.parametrize(
    ("domains", "constraints", "message"),
    [
        ([("x", [1]), ("x", [2])], [], "'x' is declared twice"),
        ({"x": []}, [], "'x' has an empty domain"),
        ({"x": [1]}, [AllDifferent(("x", "y"))], "'y' is not declared"),
        ({"": [1]}, [], "a text that is not empty"),
        ({"x": [1]}, ["x"], "not a constraint"),
    ],
)
def test_a_declaration_that_makes_no_sense_names_the_culprit(domains, constraints, message):
    with pytest.raises(ModelError, match=message):
        Model(domains, constraints)


def test_narrowing_shares_the_structure_and_leaves_the_model_as_it_was():
    model = Model({"x": [1, 2, 3], "y": [1, 2]}, [AllDifferent(("x", "y"))])
    narrow = model.narrow({"x": [2, 3, 9]}).narrow({"x": [3]})
    assert narrow.structure is model.structure
    assert set(narrow.domains["x"]) == {3}
    assert set(model.domains["x"]) == {1, 2, 3}
    assert not narrow.narrow({"x": [1]}).narrow({"x": [1, 2, 3]}).domains["x"]
    with pytest.raises(ModelError, match="'z' is not declared"):
        model.narrow({"z": [1]})


def test_violations_are_words_and_agree_with_accepts():
    model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))]).narrow({"x": [1]})
    assert model.violations({"x": 1, "y": 1}) == ["AllDifferent"]
    assert model.violations({"x": 2, "y": 1}) == ["x = 2 is not in Domain({1})"]
    assert model.violations({"x": 1}) == ["y = None is not in Domain({1, 2})"]
    for x in range(4):
        for y in range(4):
            assert model.accepts({"x": x, "y": y}) == (not model.violations({"x": x, "y": y}))
    assert not model.accepts({"x": 1})


@given(model=models())
@settings(deadline=None)
def test_models_survive_json_and_pickling(model):
    assert model_from_json(model_to_json(model)) == model
    assert pickle.loads(pickle.dumps(model)) == model
    assert hash(model_from_json(model_to_json(model)).structure) == hash(model.structure)


@as_one_test(
    [
        "",
        "[]",
        "{}",
        '{"nonet": "model", "version": 99, "domains": {}, "constraints": []}',
        '{"nonet": "model", "version": 1, "domains": {"x": [1]}, "constraints": [{"type": "Foo"}]}',
        '{"nonet": "model", "version": 1, "domains": {"x": [1]}, "constraints": [{}]}',
        '{"nonet": "model", "version": 1, "domains": {"x": 5}, "constraints": []}',
        '{"nonet": "model", "version": 1, "domains": {"x": [1]}, "constraints": '
        '[{"type": "Linear", "scope": ["x"]}]}',
    ]
)
def test_json_that_is_no_model_is_refused(text):
    with pytest.raises(ModelError):
        model_from_json(text)


def test_json_keeps_the_words_of_constraints():
    build = ModelBuilder()
    x, y = build.variables("xy", range(3))
    build.add(x < y, label="rising")
    reread = model_from_json(model_to_json(build.model()))
    assert [constraint.description for constraint in reread.constraints] == ["rising"]
    assert json.loads(model_to_json(build.model()))["domains"] == {"x": [[0, 2]], "y": [[0, 2]]}


def test_json_keeps_what_a_search_is_advised_to_guess_first():
    model = Model({"x": [1, 2], "y": [1, 2], "z": [1, 2]}, [AllDifferent(("x", "y"))])
    phases = (
        SearchPhase(("y",), "input_order", "indomain_max"),
        SearchPhase(("z", "x"), "first_fail", "indomain_split"),
    )
    advised = model.with_search(phases).narrow({"z": [2]})
    reread = model_from_json(model_to_json(advised))
    assert reread == advised != model.narrow({"z": [2]})
    assert reread.search == phases
    first = next(iter(nonet.iter_solutions(reread, "native")))
    assert first["y"] == 2  # indomain_max
    assert "search" not in json.loads(model_to_json(model))


@as_one_test(
    [
        ({}, "search: expected a list, not {}"),
        ([7], "a search phase: expected an object, not 7"),
        ([{"variables": ["x"], "variable_order": "smallest"}], "without 'value_order'"),
        ([{**PHASE, "value_order": 3}], "expected a name, not 3"),
        ([{**PHASE, "variables": [["x"]]}], r"expected a name, not \['x'\]"),
        ([{**PHASE, "variables": ["y"]}], "variable 'y' is not declared"),
        ([{**PHASE, "restart": 1}], "a search phase has no entry 'restart'"),
    ]
)
def test_json_of_a_search_that_is_none_is_refused(search, message):
    document = json.loads(model_to_json(Model({"x": [1, 2]})))
    with pytest.raises(ModelError, match=message):
        model_from_json(json.dumps({**document, "search": search}))


def test_a_new_constraint_type_needs_no_code_for_json():
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class Even(Constraint):
        by: int = 2

        def holds(self, assignment):
            return all(assignment[v] % self.by == 0 for v in self.scope)

    model = Model({"x": [1, 2, 3]}, [Even(("x",), by=3)])
    assert model_from_json(model_to_json(model)) == model
    del Constraint.types["Even"]


def test_expressions_become_linear_constraints():
    x, y = Variable("x"), Variable("y")
    assert (x + y == 5) == Linear(("x", "y"), (1, 1), "==", 5)
    assert (2 * x - y != 3 + x) == Linear(("x", "y"), (1, -1), "!=", 3)
    assert (x < y) == Linear(("x", "y"), (1, -1), "<=", -1)
    assert (x > 4) == Linear(("x",), (1,), ">=", 5)
    assert (10 - x >= y) == Linear(("x", "y"), (-1, -1), ">=", -10)
    assert repr(2 * x + y - 1) == "2 * x + y - 1"
    with pytest.raises(ModelError):
        _ = x == "five"


def test_a_builder_refuses_a_name_used_twice():
    build = ModelBuilder()
    build.variable("x", [1])
    with pytest.raises(ModelError, match="declared twice"):
        build.variable("x", [2])
    with pytest.raises(ModelError, match="not a constraint"):
        build.add(7)
