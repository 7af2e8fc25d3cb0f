"""Objectives in the order of their importance: judged by brute force over tuples of values."""

import random
from dataclasses import dataclass
from itertools import pairwise, product

import pytest

import nonet
from nonet import AllDifferent, Model, ModelBuilder, Status
from nonet.backends import available_backends, get_backend
from nonet.backends.base import Availability, Capabilities
from nonet.errors import ModelError
from nonet.model import Linear, Objective
from nonet.model.json import model_from_json, model_schema, model_to_json
from nonet.model.objective import LexicographicObjective

NAMES = [b.name for b in available_backends()]
BACKENDS = [*NAMES, "auto"]


def some_model(seed):
    """Three or four variables, up to two constraints, two or three objectives, clues now and then."""
    choose = random.Random(seed)
    names = [f"v{i}" for i in range(choose.randint(2, 4))]
    domains = {v: choose.sample(range(-3, 5), choose.randint(1, 4)) for v in names}
    constraints = []
    for _ in range(choose.randint(0, 2)):
        scope = tuple(choose.sample(names, choose.randint(1, len(names))))
        factors = tuple(choose.choice([-2, -1, 1, 3]) for _ in scope)
        op = choose.choice(["!=", "<=", ">="])
        sums = Linear(scope, factors, op, choose.randint(-4, 6))
        constraints.append(choose.choice([sums, AllDifferent(scope)]))
    levels = []
    for _ in range(choose.randint(2, 3)):
        scope = tuple(choose.sample(names, choose.randint(1, len(names))))
        weights = tuple(choose.choice([-3, -2, 1, 2]) for _ in scope)
        sense = choose.choice(["minimize", "maximize"])
        levels.append(Objective(sense, scope, weights, choose.randint(-5, 5)))
    model = Model(domains, constraints, levels)
    if choose.random() < 0.3:
        name = choose.choice(names)
        model = model.narrow({name: choose.sample(domains[name], (len(domains[name]) + 1) // 2)})
    return model


def assignments(model):
    for values in product(*model.domains.values()):
        yield dict(zip(model.variables, values, strict=True))


def level_values(model, assignment):
    return tuple(level.value(assignment) for level in model.objective.levels)


def quality(model, assignment):
    """What Python compares: smaller tuples are better."""
    return tuple(level.sign * level.value(assignment) for level in model.objective.levels)


def optima(model):
    """By brute force: the values of the levels, and all that have them."""
    accepted = [each for each in assignments(model) if model.accepts(each)]
    if not accepted:
        return None, set()
    best = min(accepted, key=lambda each: quality(model, each))
    optimal = [each for each in accepted if quality(model, each) == quality(model, best)]
    return level_values(model, best), {tuple(each.values()) for each in optimal}


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("backend", BACKENDS)
def test_the_best_and_all_as_good_are_those_of_brute_force(backend):
    kinds = set()
    for seed in range(30):
        model = some_model(seed)
        best, optimal = optima(model)
        kinds.add(min(len(optimal), 2))
        outcome = nonet.solve(model, backend)
        if best is None:
            assert outcome.status is Status.UNSAT, seed
            continue
        assert outcome.status is Status.OPTIMAL, seed
        assert tuple(outcome.solution.values()) in optimal, seed
        levels = outcome.optimum.levels
        assert tuple(level.value for level in levels) == best, seed
        assert all(level.is_proven and level.bound == level.value for level in levels), seed
        complete = nonet.solve(model, backend, limit=None)
        assert complete.exhausted
        assert {tuple(s.values()) for s in complete.solutions} == optimal, seed
        assert nonet.count_solutions(model, backend).number == len(optimal)
    assert kinds == {0, 1, 2}


def test_the_weighted_sum_orders_solutions_as_the_levels_do():
    """Exports and files of other solvers are given this sum."""
    for seed in range(60):
        model = some_model(seed)
        ranked = sorted(assignments(model), key=lambda each: quality(model, each))
        for worse, better in pairwise(ranked):
            same = quality(model, worse) == quality(model, better)
            less, more = model.objective.value(worse), model.objective.value(better)
            assert (less == more) if same else (less < more), seed
        for each in ranked:
            value = model.objective.value(each)
            assert model.objective.level_values(value) == level_values(model, each)
            assert model.objective.value_of_levels(level_values(model, each)) == value
            assert value >= 0


def test_improvements_are_better_and_better_by_the_levels():
    for seed in range(20):
        model = some_model(seed)
        steps = nonet.improving(model, "native")
        qualities = [quality(model, step.solution) for step in steps]
        assert all(after < before for before, after in pairwise(qualities)), seed
        assert not qualities or steps.optimum.is_proven


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat", "auto"])
def test_questions_about_the_best_solutions(backend):
    build = ModelBuilder()
    x, y, z = build.variables("xyz", range(4))
    build.add(x + y >= 3)
    build.minimize(x + y, label="cost")
    build.then_maximize(x * y, label="balance")
    possible = nonet.candidates(build, backend)
    assert possible.exhausted and set(possible.values["z"]) == set(range(4))
    assert set(possible.values["x"]) == {1, 2} and set(possible.values["objective 2"]) == {2}
    assert nonet.verify(build, backend).uniqueness.value == "multiple"
    build.add(z == 2, x < y)
    verdict = nonet.verify(build, backend)
    assert verdict.uniqueness.value == "unique" and verdict.witnesses[0]["y"] == 2
    assert "cost = 3, proven the least; balance = 2, proven the most" in repr(verdict)


@dataclass(frozen=True)
class Halting:
    """Native, but that it is out of time at a given level, after its first solution there."""

    level: int
    name: str = "halting"
    capabilities = Capabilities(
        posts=get_backend("native").capabilities.posts, optimises=True, keeps_unary=True
    )

    def available(self):
        return Availability(True)

    def run(self, model, request):
        if model.objective.label != f"level {self.level}":
            return (yield from get_backend("native").run(model, request))
        for assignment in get_backend("native:values=descending").run(model, request):
            yield assignment
            return "time"
        return "time"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_what_is_proven_is_reported_level_by_level(level):
    build = ModelBuilder()
    x = build.array("x", 4, range(5))
    build.all_different(x)
    build.minimize(x[0] + 2 * x[1], label="level 1")
    build.then_minimize(x[2] + x[3], label="level 2")
    build.then_maximize(x[3] - x[2], label="level 3")
    best, _ = optima(build.model())
    outcome = nonet.solve(build, Halting(level))
    assert (outcome.status, outcome.stopped_by) == (Status.SAT, "time")
    levels = outcome.optimum.levels
    assert not outcome.optimum.is_proven
    for number, (each, value) in enumerate(zip(levels, best, strict=True), 1):
        assert each.value == each.objective.value(outcome.solution)
        if number < level:
            assert each.is_proven and each.value == value
        elif number == level:
            assert not each.is_proven
            assert each.bound == value or each.objective.is_better(each.bound, value)
        else:
            assert each.bound is None, "it is not known with which values of the levels before"
    assert f"level {level} = {levels[level - 1].value}, not proven" in str(outcome.optimum)


def test_two_levels_are_not_a_weighted_sum():
    """A case where any small weight trades one for the other."""
    build = ModelBuilder()
    late, cost = build.variable("late", range(3)), build.variable("cost", range(101))
    build.add(cost == 100 - 50 * late)
    build.minimize(late, label="late")
    build.then_minimize(cost, label="cost")
    levels = nonet.solve(build).optimum.levels
    assert [level.value for level in levels] == [0, 100]


def test_levels_are_kept_in_json_and_described_by_the_schema():
    import json

    jsonschema = pytest.importorskip("jsonschema")
    judge = jsonschema.Draft202012Validator(model_schema())
    for seed in range(5):
        model = some_model(seed)
        text = model_to_json(model)
        reread = model_from_json(text)
        assert reread == model and reread.objective.levels == model.objective.levels
        judge.validate(json.loads(text))


def test_a_list_of_one_objective_is_that_objective():
    aim = Objective("minimize", ("x",), (1,))
    assert Model({"x": range(3)}, [], [aim]).objective == aim
    assert Model({"x": range(3)}, [], []).objective is None
    both = Model({"x": range(3)}, [], [aim, aim]).objective
    assert isinstance(both, LexicographicObjective)
    with pytest.raises(ModelError, match="not an objective: <object"):
        Model({"x": range(3)}, [], [aim, object()])
    with pytest.raises(ModelError, match="not an objective of one level: Lexi"):
        Model({"x": range(3)}, [], [both, aim])


def test_slips_say_what_to_write():
    build = ModelBuilder()
    x, y = build.variables("xy", range(3))
    with pytest.raises(ModelError, match=r"no objective before it; the first is build.minimize"):
        build.then_minimize(x)
    build.minimize(x)
    with pytest.raises(ModelError, match=r"is build.then_maximize\(...\)"):
        build.maximize(y)
    build.then_maximize(y)
    with pytest.raises(ModelError, match=r"build.then_minimize\(3 \* ~\(x == 2\)"):
        build.prefer(x == 2)
    with pytest.raises(ModelError, match="declared by another builder"):
        build.then_minimize(ModelBuilder().variable("x", range(3)))
    with pytest.raises(AttributeError, match=r"build\.then_minimize"):
        build.minimize_lexicographic([x, y])
    other = ModelBuilder()
    (z,) = other.variables("z", range(3))
    other.prefer(z == 2)
    other.minimize(z)
    with pytest.raises(ModelError, match=r"build\.prefer cannot tell which one loses"):
        other.then_minimize(z)
