"""Projections: solutions that agree in the variables of the projection are one solution."""

import pickle
from random import Random

import pytest

import nonet
from nonet import AllDifferent, Model, Uniqueness
from nonet.backends import available_backends
from nonet.errors import ModelError, Unsupported
from nonet.model import Linear, Objective
from nonet.model.json import model_from_json, model_to_json
from nonet.setting.proofs import check
from nonet.testing.brute import brute_force

BACKENDS = [*(b.name for b in available_backends()), "auto"]


def random_model(seed):
    """A model, of which some variables are helpers that may have many values."""
    random = Random(seed)
    names = ["x", "y", "z", "g", "h"]
    domains = {name: range(random.randint(1, 5)) for name in names}
    constraints = [
        Linear(tuple(random.sample(names, 3)), (1, -1, 2), random.choice(("<=", "!=")), 4)
        for _ in range(random.randint(1, 3))
    ]
    return Model(domains, constraints).with_projection(random.sample(names[:3], 2))


def projected_values(model):
    """The values in the projection of all solutions, or of the best."""
    key, objective = model.structure.projected_values_of, model.objective
    assignments = [dict(zip(model.variables, each, strict=True)) for each in brute_force(model)]
    if objective is not None:
        most = max(map(objective.value, assignments))
        assignments = [each for each in assignments if objective.value(each) == most]
    return {key(each) for each in assignments}


@pytest.mark.parametrize("backend", BACKENDS)
def test_solutions_differ_in_the_projection(backend):
    for seed in range(5):
        model = random_model(seed)
        expected = projected_values(model)
        solutions = nonet.solve(model, backend, limit=None).solutions
        assert {tuple(model.projected(each).values()) for each in solutions} == expected, seed
        assert len(solutions) == len(expected) == nonet.count_solutions(model, backend).number
        assert all(model.accepts(each) for each in solutions)
        assert len(nonet.solve(model, backend, limit=2).solutions) == min(2, len(expected))


@pytest.mark.parametrize("backend", ["native", "cpsat", "auto"])
def test_the_best_solutions_differ_in_the_projection(backend):
    for seed in range(3):
        model = random_model(seed).with_objective(Objective("maximize", ("x", "g"), (1, 1)))
        assert nonet.count_solutions(model, backend).number == len(projected_values(model)), seed


@pytest.mark.parametrize("backend", ["native", "sat"])
def test_helpers_with_very_many_values_do_not_hinder(backend):
    """Each of 6 solutions comes with 10 ** 24 values of the helpers."""
    helpers = {f"h{i}": range(100) for i in range(12)}
    model = Model({**helpers, "x": range(3), "y": range(3)}, [AllDifferent(("x", "y"))])
    narrow = model.with_projection(["x", "y"])
    assert nonet.count_solutions(narrow, backend).number == 6
    assert (
        nonet.verify(narrow.narrow({"x": [1], "y": [2]}), backend).uniqueness is Uniqueness.UNIQUE
    )
    assert nonet.verify(model.narrow({"x": [1], "y": [2]})).uniqueness is Uniqueness.MULTIPLE


def test_a_projection_is_part_of_the_model():
    model = Model({"x": range(3), "h": range(4)})
    narrow = model.with_projection(["x"])
    assert narrow != model and narrow.projection == ("x",) and model.projection is None
    for other in (
        model_from_json(model_to_json(narrow)),
        pickle.loads(pickle.dumps(narrow)),
        narrow.with_objective(None).with_search(()),
    ):
        assert other == narrow
    grown = narrow.add(Linear(("x",), (1,), "!=", 1)).narrow({"h": [2, 3]})
    assert nonet.count_solutions(grown).number == 2
    assert narrow.with_projection(None) == model
    for names, message in ((["y"], "'y' is not declared"), ([], "name a variable")):
        with pytest.raises(ModelError, match=message):
            model.with_projection(names)


def test_crosscheck_compares_the_projections():
    model = Model({"x": range(3), "h": range(4)}).with_projection(["x"])
    agreement = nonet.crosscheck(model, ["native", "native:values=descending", "sat"], limit=None)
    assert [len(each.solutions) for each in agreement.outcomes.values()] == [3, 3, 3]


def test_a_proof_is_of_the_projection(tmp_path):
    model = Model({"x": range(3), "h": range(4)}, [Linear(("x", "h"), (10, 1), ">=", 20)])
    proof = nonet.prove(model.with_projection(["x"]))
    assert proof.claim == "unique"
    assert check(proof.write(tmp_path / "proof")).claim == "unique"
    assert nonet.prove(model).claim == "multiple"


def test_more_than_a_thousand_are_not_estimated():
    model = Model({"x": range(2000), "h": range(2)}).with_projection(["x"])
    with pytest.raises(Unsupported, match="counted but not estimated"):
        nonet.setting.estimate(model)
    assert nonet.setting.estimate(model.narrow({"x": range(30)})).number == 30
