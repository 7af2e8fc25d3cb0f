"""Hints: the same solutions as without, and the hinted ones first where the backend says so."""

import random
from itertools import product

import pytest

import nonet
from nonet import Model, ModelBuilder, Status
from nonet.backends import Request, available_backends, get_backend
from nonet.backends.events import Branched
from nonet.errors import ModelError
from nonet.model import Linear, Objective
from tests.cases import as_one_test

INSTALLED = list(available_backends())
MORE = ["native:learning=1uip", "native:level=gac", "cpsat:model=boolean", "sat:solver=cadical195"]
NAMES = [*(b.name for b in INSTALLED), *MORE, "auto"]


def some_model(seed, *, with_objective):
    """A small random model and a random hint, which fits the constraints only now and then."""
    choose = random.Random(seed)
    names = [f"v{i}" for i in range(choose.randint(2, 4))]
    domains = {v: choose.sample(range(-3, 5), choose.randint(1, 5)) for v in names}
    constraints = []
    for _ in range(choose.randint(1, 3)):
        scope = tuple(choose.sample(names, choose.randint(1, len(names))))
        factors = tuple(choose.choice([-2, -1, 1, 3]) for _ in scope)
        op = choose.choice(["!=", "<=", ">="])
        constraints.append(Linear(scope, factors, op, choose.randint(-4, 6)))
    sense = choose.choice(["minimize", "maximize"])
    weights = tuple(choose.choice([-2, -1, 1, 3]) for _ in names)
    objective = Objective(sense, tuple(names), weights) if with_objective else None
    hinted = choose.sample(names, choose.randint(1, len(names)))
    return Model(domains, constraints, objective), {v: choose.choice(domains[v]) for v in hinted}


def brute_force(model):
    """All solutions, or the best ones."""
    assignments = [
        dict(zip(model.variables, v, strict=True)) for v in product(*model.domains.values())
    ]
    assignments = [each for each in assignments if model.accepts(each)]
    if model.objective is None or not assignments:
        return assignments
    best = min(model.objective.sign * model.objective.value(each) for each in assignments)
    return [e for e in assignments if model.objective.sign * model.objective.value(e) == best]


def as_set(solutions):
    return {tuple(sorted(each.items())) for each in solutions}


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("with_objective", [False, True])
@pytest.mark.parametrize("backend", NAMES)
def test_a_hint_changes_no_set_of_solutions(backend, with_objective):
    for seed in range(25):
        model, hint = some_model(seed, with_objective=with_objective)
        expected = brute_force(model)
        outcome = nonet.solve(model, backend, limit=None, hint=hint)
        assert outcome.exhausted and as_set(outcome.solutions) == as_set(expected), seed
        first = nonet.solve(model, backend, hint=hint)
        assert first.solution in expected if expected else first.status is Status.UNSAT, seed


@as_one_test([n for n in NAMES if n != "lockstep"])
def test_a_hint_that_is_a_solution_is_the_first_improvement(backend):
    improved = 0
    for seed in range(40):
        model, _ = some_model(seed, with_objective=True)
        every_solution = brute_force(model.with_objective(None))
        if not every_solution:
            continue
        start = random.Random(seed).choice(every_solution)
        steps = nonet.improving(model, backend, hint=start)
        solutions = [step.solution for step in steps]
        assert solutions[0] == start and steps.optimum.is_proven, seed
        assert solutions[-1] in brute_force(model), seed
        improved += len(solutions) > 1
    assert improved > 5, "a start that is not the best"


def queens(size):
    build = ModelBuilder()
    q = build.array("q", size, range(size))
    build.all_different(q)
    build.all_different([q[i] + i for i in range(size)])
    build.all_different([q[i] - i for i in range(size)])
    return build


@pytest.mark.parametrize(
    "backend",
    ["native", "native:learning=1uip", "sat", "sat:solver=glucose4", "auto"],
)
def test_a_solution_is_found_again_at_once(backend):
    """No conflict on the way: the variables of a decomposition follow the hint as well."""
    build = queens(9)
    some_solutions = nonet.solve(build, "cpsat", limit=300).solutions[7::60]
    assert len(some_solutions) > 3
    for each in some_solutions:
        outcome = nonet.solve(build, backend, hint=each)
        assert outcome.solution == each
        failures = outcome.stats.get("conflicts", outcome.stats.get("failures"))
        assert failures == 0


@pytest.mark.parametrize("backend", ["native", "sat", "cpsat"])
def test_a_run_without_a_hint_knows_nothing_of_an_earlier_one(backend):
    build = queens(8)
    model = build.model()
    before = nonet.solve(model, backend).solution
    other = next(s for s in nonet.iter_solutions(model, "native") if s != before)
    nonet.solve(model, backend, hint=other)
    assert nonet.solve(model, backend).solution == before or backend == "cpsat"


def test_cpsat_is_given_the_hint_of_this_run_alone():
    """Not even an empty one without: CP-SAT searches around it, for two or three times the CPU."""
    from nonet.backends.cpsat.boolean_model import boolean_model
    from nonet.backends.cpsat.compiled_model import integer_model
    from nonet.backends.cpsat.search import search

    model = Model({"x": range(5), "y": range(3)}, [Linear(("x", "y"), (1, 1), "<=", 5)])
    for kind, hinted in [(integer_model, 1), (boolean_model, 5)]:
        compiled = kind(model.structure)
        proto = compiled.proto
        for hint, number in [({"x": 4}, hinted), (None, 0), ({"x": 2}, hinted)]:
            (assignment,) = search(compiled, {}, Request(1, hint=hint), 1)
            assert model.accepts(assignment)
            assert proto.has_solution_hint() == bool(number)
            if number:
                assert len(proto.solution_hint.vars) == len(proto.solution_hint.values) == number


def test_the_hinted_value_is_guessed_first_and_the_others_after_it():
    model = Model({"x": range(6)})
    assert [s["x"] for s in nonet.iter_solutions(model, "native", hint={"x": 4})] == [
        4, 0, 1, 2, 3, 5,
    ]  # fmt: skip
    wide = Model({"x": range(1 << 20)}, [Linear(("x",), (3,), "!=", 3 * 777_777)])
    guesses = []
    tracer = lambda event: guesses.append(event) if type(event) is Branched else None  # noqa: E731
    nonet.solve(wide, "native", hint={"x": 777_778}, tracer=tracer)
    assert [each.value for each in guesses] == [777_778]
    run = nonet.iter_solutions(wide, "native", hint={"x": 777_777})
    assert next(run)["x"] != 777_777
    run.close()


def test_levels_begin_with_the_hint_too():
    build = ModelBuilder()
    x = build.array("x", 4, range(5))
    build.all_different(x)
    build.minimize(x[0] + 2 * x[1])
    build.then_maximize(x[2] - x[3])
    start = {"x[0]": 3, "x[1]": 0, "x[2]": 1, "x[3]": 4}
    best = nonet.solve(build, "native").optimum
    for backend in ("native", "cpsat", "sat", "auto"):
        steps = nonet.improving(build, backend, hint=start)
        improvements = list(steps)
        assert improvements[0].solution == start
        assert (
            [level.value for level in steps.optimum.levels]
            == [1, 2]
            == [level.value for level in best.levels]
        )
        from_best = nonet.improving(build, backend, hint=improvements[-1].solution)
        assert len(list(from_best)) == 1 and from_best.optimum.is_proven


def test_a_solution_of_an_earlier_model_is_taken_as_far_as_it_fits():
    build = ModelBuilder()
    x, y = build.variables("xy", range(10))
    build.add(x + y == 12)
    earlier = nonet.solve(build).solution
    later = ModelBuilder()
    y, z = later.variables("yz", range(3, 6))
    later.add(y < z)
    for start in (earlier, nonet.solve(later).solution):
        assert nonet.solve(later, "native", hint=start).status is Status.SAT
        assert nonet.solve(build, "native", hint=start).status is Status.SAT


def test_a_hint_of_a_puzzle_is_cells_by_name():
    puzzle = nonet.parse("." * 16)
    solution = list(nonet.iter_solutions(puzzle, "native", limit=200))[-1]
    assert nonet.solve(puzzle, "native", hint=solution).solution == solution
    assert nonet.solve(puzzle, "native", hint={"R1C1": 3}).solution["R1C1"] == 3


def test_slips_say_what_to_write():
    build = ModelBuilder()
    build.variable("x", range(5))
    light = build.variable("light", ["red", "green"])
    assert nonet.solve(build, "native", hint={"light": "green"}).solution[light] == "green"
    for hint, message in [
        ([3], r"a hint is a solution, or values by name such as \{'x': 3\}, not \[3\]"),
        ({"X": 3}, r"there is no variable 'X'; did you mean x\?"),
        ({3: 1}, r"a hint has names of variables, not 3"),
        ({"x": 5}, r"x cannot be 5; its domain is Domain\(\{0, 1, 2, 3, 4\}\)"),
        ({"x": "red"}, r"x cannot be 'red'"),
        ({"x": 1.5}, r"x cannot be 1\.5"),
        ({"light": "rde"}, r"no variable has the value 'rde'; did you mean red\?"),
    ]:
        with pytest.raises(ModelError, match=message):
            nonet.solve(build, hint=hint)


def test_what_takes_hints_says_so():
    takers = {each.name for each in INSTALLED if each.capabilities.takes_hints}
    assert {"native", "cpsat"} <= takers <= {"native", "cpsat", "sat", "cpmpy"}
    assert get_backend("auto").capabilities.takes_hints
