"""Objectives: the best by every backend, judged by brute force; what is proven, and what is not."""

import random
from dataclasses import dataclass
from itertools import combinations, pairwise, product

import pytest

import nonet
from nonet import AllDifferent, Model, ModelBuilder, Status
from nonet.backends import Request, available_backends, get_backend
from nonet.backends.base import Availability, Capabilities
from nonet.backends.optimisation import run_backend
from nonet.errors import Disagreement, ModelError, Unsupported, WrongAnswer
from nonet.model import Count, Linear, Objective, Table
from nonet.solving import Improvement

NAMES = [b.name for b in available_backends()]
BACKENDS = [*NAMES, "auto"]


@dataclass(frozen=True)
class Plain:
    """A backend of somebody who has not heard of objectives: native, without them."""

    name: str = "plain"
    capabilities = Capabilities(posts=frozenset({AllDifferent, Linear, Table, Count}))

    def available(self):
        return Availability(True)

    def run(self, model, request):
        assert model.objective is None, "it is never given one"
        return get_backend("native:values=descending").run(model, request)


def some_model(seed):
    """Up to four variables, three constraints and any objective."""
    choose = random.Random(seed)
    names = [f"v{i}" for i in range(choose.randint(1, 4))]
    domains = {v: choose.sample(range(-4, 6), choose.randint(1, 5)) for v in names}
    constraints = []
    for _ in range(choose.randint(0, 3)):
        scope = tuple(choose.sample(names, choose.randint(1, len(names))))
        factors = tuple(choose.choice([-3, -1, 1, 2, 5]) for _ in scope)
        op = choose.choice(["==", "!=", "<=", ">="])
        constraints.append(
            choose.choice(
                [
                    AllDifferent(scope),
                    Linear(scope, factors, op, choose.randint(-6, 8)),
                    Count(scope, (1, 2, -3), op, choose.randint(0, 2)),
                ]
            )
        )
    scope = tuple(choose.sample(names, choose.randint(1, len(names))))
    scale = choose.choice([1, 1, 2, 7])
    weights = tuple(scale * choose.choice([-4, -2, -1, 1, 3]) for _ in scope)
    sense = choose.choice(["minimize", "maximize"])
    return Model(domains, constraints, Objective(sense, scope, weights, choose.randint(-5, 5)))


def optima(model):
    """By brute force: the best value and all that have it."""
    feasible = [
        values
        for values in product(*model.domains.values())
        if model.accepts(dict(zip(model.variables, values, strict=True)))
    ]

    def value(values):
        return model.objective.value(dict(zip(model.variables, values, strict=True)))

    best = min(feasible, key=lambda v: model.objective.sign * value(v), default=None)
    return (None, set()) if best is None else (
        value(best), {v for v in feasible if value(v) == value(best)}
    )  # fmt: skip


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("backend", [*BACKENDS, Plain()], ids=str)
def test_the_best_and_all_as_good_are_those_of_brute_force(backend):
    kinds = set()
    for seed in range(60):
        model = some_model(seed)
        best, optimal = optima(model)
        kinds.add(min(len(optimal), 2))
        outcome = nonet.solve(model, backend)
        if best is None:
            assert outcome.status is Status.UNSAT, seed
            continue
        assert outcome.status is Status.OPTIMAL and tuple(outcome.solution.values()) in optimal, (
            seed
        )
        assert (outcome.optimum.value, outcome.optimum.bound) == (best, best), seed
        assert outcome.optimum.is_proven and outcome.optimum.gap == 0
        complete = nonet.solve(model, backend, limit=None)
        assert complete.exhausted and {tuple(s.values()) for s in complete.solutions} == optimal, (
            seed
        )
        assert nonet.count_solutions(model, backend).number == len(optimal)
    assert kinds == {0, 1, 2}


@pytest.mark.parametrize("backend", BACKENDS)
def test_clues_are_kept_and_the_same_structure_is_asked_again(backend):
    model = Model(
        {"x": range(9), "y": range(9)},
        [Linear(("x", "y"), (1, 1), "<=", 9)],
        Objective("maximize", ("x", "y"), (2, 3)),
    )
    for _ in range(2):
        assert nonet.solve(model, backend).optimum.value == 26
        assert nonet.solve(model.narrow({"y": [1, 4]}), backend).optimum.value == 22
        assert nonet.solve(model.narrow({"y": []}), backend).status is Status.UNSAT
        assert nonet.solve(model.narrow({"y": [2], "x": [3]}), backend).optimum.value == 12


@pytest.mark.parametrize("backend", BACKENDS)
def test_questions_about_the_best_solutions(backend):
    build = ModelBuilder()
    x, y = build.variables("xy", range(5))
    build.add(x + y >= 3)
    build.minimize(x + y, label="the cost")
    assert nonet.count_solutions(build, backend).number == 4
    assert nonet.verify(build, backend).uniqueness.value == "multiple"
    assert len(nonet.solve(build, backend, limit=2).solutions) == 2
    possible = nonet.candidates(build, backend)
    assert set(possible.values["x"]) == {0, 1, 2, 3} and possible.exhausted
    assert [s["x"] + s["y"] for s in nonet.iter_solutions(build, backend)] == [3] * 4
    build.add(x >= 3)
    assert nonet.verify(build, backend).uniqueness.value == "unique"


@pytest.mark.parametrize("backend", BACKENDS)
def test_improvements_are_better_and_better_and_the_last_is_proven(backend):
    items = [(12, 4), (2, 2), (1, 1), (4, 10), (1, 2), (7, 6), (5, 3), (9, 8)]
    build = ModelBuilder()
    taken = [build.variable(f"item{i}", range(2)) for i in range(len(items))]
    build.add(sum((w * t for (w, _), t in zip(items, taken, strict=True)), 0 * taken[0]) <= 15)
    build.maximize(sum((v * t for (_, v), t in zip(items, taken, strict=True)), 0 * taken[0]))
    best = max(
        sum(v for (_, v), t in zip(items, packed, strict=True) if t)
        for packed in product((0, 1), repeat=len(items))
        if sum(w for (w, _), t in zip(items, packed, strict=True) if t) <= 15
    )
    steps = list(run := nonet.improving(build, backend))
    assert all(isinstance(step, Improvement) for step in steps)
    assert all(before.value < after.value for before, after in pairwise(steps))
    assert all(step.optimum.bound >= best for step in steps), "a bound that cuts off the best"
    assert steps[-1].value == best and run.optimum.is_proven
    assert run.outcome().status is Status.OPTIMAL
    reported = []
    outcome = nonet.solve(build, backend, improved=reported.append)
    assert reported[-1].value == outcome.optimum.value == best


@dataclass(frozen=True)
class Scripted:
    """A backend that optimises, or says so."""

    found: tuple
    stopped: str | None = None
    bound: int | None = None
    name: str = "scripted"
    capabilities = Capabilities(posts=frozenset({AllDifferent, Linear}), optimises=True)

    def available(self):
        return Availability(True)

    def run(self, model, request):
        request.bound = self.bound
        if model.objective is None:  # asked for all that are as good
            yield from get_backend("native").run(model, request)
            return None
        yield from self.found
        return self.stopped


SMALL = Model({"x": range(9)}, (), Objective("minimize", ("x",), (1,), label="the cost"))


def test_a_value_that_is_not_proven_is_never_called_optimal():
    late = Scripted(({"x": 7}, {"x": 5}), stopped="time", bound=3)
    outcome = nonet.solve(SMALL, late)
    assert (outcome.status, dict(outcome.solution)) == (Status.SAT, {"x": 5})
    assert (outcome.optimum.is_proven, outcome.optimum.gap, outcome.stopped_by) == (
        False,
        2,
        "time",
    )
    assert repr(outcome).startswith(
        "<Outcome sat: the cost = 5, not proven the least: 3 or more, a gap of 2; "
        "stopped by the time limit (scripted"
    )
    assert nonet.verify(SMALL, late).uniqueness.value == "undecided"
    assert str(nonet.count_solutions(SMALL, late)) == "at least 1"
    assert not nonet.candidates(SMALL, late).exhausted
    nothing = nonet.solve(SMALL, Scripted((), stopped="time"))
    assert (nothing.status, nothing.optimum.value) == (Status.UNKNOWN, None)


def test_the_bound_of_the_domains_counts_where_a_backend_tells_none():
    outcome = nonet.solve(SMALL, Scripted(({"x": 5},), stopped="time"))
    assert (outcome.optimum.bound, outcome.optimum.gap) == (0, 5)
    # as good as the domains allow: proven, whatever stopped the backend
    assert nonet.solve(SMALL, Scripted(({"x": 0},), stopped="time")).status is Status.OPTIMAL


def test_what_is_no_better_is_dropped_and_lies_are_caught():
    twice = Scripted(({"x": 4}, {"x": 6}, {"x": 4}, {"x": 0}))
    assert [step.value for step in nonet.improving(SMALL, twice)] == [4, 0]
    with pytest.raises(WrongAnswer, match="no solution is better than 3, and gave one of 2"):
        nonet.solve(SMALL, Scripted(({"x": 2},), stopped="time", bound=3))
    with pytest.raises(WrongAnswer, match="x = 11"):
        nonet.solve(SMALL, Scripted(({"x": 11},)))


def test_backends_that_prove_different_values_disagree():
    with pytest.raises(Disagreement, match="scripted proves the cost = 3") as caught:
        nonet.crosscheck(SMALL, ["native", Scripted(({"x": 3},))])
    assert '"objective"' in caught.value.reproducer
    agreement = nonet.crosscheck(SMALL, NAMES, limit=None)
    assert agreement.status is Status.OPTIMAL and set(agreement.decided) <= set(NAMES)
    assert len(agreement.decided) > 1


def test_ctrl_c_keeps_the_best_so_far():
    def stop(step):
        raise KeyboardInterrupt

    with pytest.raises(nonet.solving.Interrupted) as caught:
        nonet.solve(SMALL, "native:values=descending", improved=stop)
    outcome = caught.value.outcome
    assert (outcome.status, dict(outcome.solution)) == (Status.SAT, {"x": 8})
    assert (outcome.stopped_by, outcome.optimum.bound) == ("interrupt", 0)


@pytest.mark.parametrize("order", ["mrv", "lexicographic", "random"])
@pytest.mark.parametrize(
    "level",
    ["generate-and-test", "forward-checking", "arc-consistency", "bounds", "gac", "singleton"],
)
def test_every_level_and_order_of_native_proves_the_same(level, order):
    for seed in (1, 4, 7, 12):
        model = some_model(seed)
        outcome = nonet.solve(model, f"native:level={level},order={order},values=random")
        value = outcome.optimum.value if outcome.solutions else None
        assert value == optima(model)[0] and outcome.stopped_by != "time"


def test_bounding_prunes_and_a_trace_says_so():
    """Without it, all 3 ** 8 assignments would be solutions on the way."""
    build = ModelBuilder()
    many = build.variables([f"x{i}" for i in range(8)], range(3))
    build.maximize(sum(many[1:], many[0]), "the sum")
    assert nonet.solve(build, "native").stats["nodes"] < 20
    run = nonet.trace(build, "native:values=ascending")
    assert run.status == "optimal" and len(run.solutions) == 17
    reasons = {str(e.rule) for e in run.events if hasattr(e, "because")}
    assert reasons == {"objective"} or "better than the best so far (the sum)" in reasons


@pytest.mark.parametrize("backend", ["native", "sat", "cpsat", "python-constraint"])
def test_only_what_beats_the_incumbent_is_asked_for(backend):
    model = Model({"x": range(50)}, (), Objective("maximize", ("x",), (3,), 1))
    request = Request(1)
    request.incumbent = 142
    run = run_backend(model, get_backend(backend), request)
    values = [each["x"] for each in run]
    assert values and min(values) > 47 and values[-1] == 49
    request = Request(1)
    request.incumbent = 148
    assert list(run_backend(model, get_backend(backend), request)) == []


def test_numbers_beyond_a_solver_are_declined_by_name_and_auto_finds_another():
    build = ModelBuilder()
    x, y = build.variables("xy", range(4))
    build.add(x + y <= 4)
    build.maximize(10**18 * x + (10**18 + 1) * y)
    with pytest.raises(Unsupported, match=r"cpsat: numbers and sums .* 64 bits"):
        nonet.solve(build, "cpsat")
    for backend in ("native", "sat", "python-constraint", "auto"):
        assert nonet.solve(build, backend).optimum.value == 4 * 10**18 + 3
    wide = ModelBuilder()
    many = wide.variables([f"v{i}" for i in range(40)], range(200))
    wide.maximize(sum((3**i * v for i, v in enumerate(many)), 0 * many[0]))
    with pytest.raises(Unsupported, match=r"sat cannot write the objective .*another backend"):
        nonet.solve(wide, "sat")


def test_a_time_limit_ends_it_with_the_best_so_far():
    """Golomb rulers of 12 marks are not proven by native for hours."""
    build = ModelBuilder()
    marks = [build.variable(f"m{i}", range(200)) for i in range(12)]
    build.add(marks[0] == 0)
    gaps = []
    for i, j in combinations(range(12), 2):
        gap = build.variable(f"d{i}_{j}", range(1, 200))
        build.add(marks[j] - marks[i] == gap)
        gaps.append(gap)
    build.all_different(gaps)
    build.minimize(marks[-1], "its length")
    for backend in ("native", Plain()):
        outcome = nonet.solve(build, backend, time_limit=1.5)
        assert outcome.status in (Status.SAT, Status.UNKNOWN) and outcome.stopped_by == "time"
        if outcome.status is Status.SAT:
            assert outcome.optimum.value >= 85 > outcome.optimum.bound  # 85 is the shortest


def test_an_objective_that_makes_no_sense_is_refused():
    build = ModelBuilder()
    x, y = build.variables("xy", range(4))
    with pytest.raises(
        ModelError, match="nothing to minimize: the objective speaks of no variable"
    ):
        build.minimize(7)
    with pytest.raises(ModelError, match="speaks of no variable"):
        build.maximize(x - x)
    with pytest.raises(
        ModelError, match=r"minimize takes a number, .* not a constraint: x - y <= 0"
    ):
        build.minimize(x <= y)
    with pytest.raises(ModelError, match=r"2\.5"):
        build.minimize(2.5)
    with pytest.raises(ModelError, match="another builder"):
        build.minimize(ModelBuilder().variable("x", range(3)))
    build.minimize(x)
    with pytest.raises(ModelError, match="there is an objective already, minimize x"):
        build.maximize(y)
    with pytest.raises(ModelError, match="'z' is not declared"):
        Model({"x": [1]}, (), Objective("minimize", ("z",), (1,)))
    with pytest.raises(ModelError, match="none of minimize, maximize"):
        Objective("least", ("x",), (1,))
    with pytest.raises(ModelError, match="there is no objective to improve"):
        nonet.improving(Model({"x": [1]}))


def test_a_model_that_is_not_built_in_time_is_not_said_to_have_no_objective(tmp_path):
    file = tmp_path / "slow.py"
    file.write_text(
        "from nonet import ModelBuilder\nfrom nonet.deadline import check\n"
        "def build():\n    build = ModelBuilder()\n"
        "    build.maximize(build.variable('x', range(9)))\n"
        "    while True:\n        check()\n"
    )
    steps = nonet.improving(str(file), time_limit=0.05)
    assert (list(steps), repr(steps)) == ([], "<Improving nothing: stopped by the time limit>")
    outcome = steps.outcome()
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "time")


def test_an_objective_is_part_of_the_model():
    model = some_model(3)
    plain = model.with_objective(None)
    assert plain != model and hash(plain.structure) != hash(model.structure)
    assert nonet.model_from_json(nonet.model_to_json(model)) == model
    assert plain.with_objective(model.objective) == model
    assert model.add(AllDifferent(model.variables)).objective == model.objective
    assert model.narrow({"v0": [1]}).objective == model.objective
    for entry, message in [
        ('{"sense": "minimize", "scope": ["x"]}', "an objective without 'coefficients'"),
        ('{"sense": "least", "scope": ["x"], "coefficients": [1]}', "none of minimize"),
        ('{"sense": "minimize", "scope": ["y"], "coefficients": [1]}', "'y' is not declared"),
        ('{"sense": "minimize", "scope": ["x"], "coefficients": [1], "up": 1}', "no entry 'up'"),
        ("[]", "an objective: expected an object, not"),
    ]:
        text = '{"nonet": "model", "version": 1, "domains": {"x": [1]}, "constraints": []'
        with pytest.raises(ModelError, match=message):
            nonet.model_from_json(f'{text}, "objective": {entry}}}')


@pytest.mark.parametrize("backend", [None, "cpsat", "native", "sat"])
def test_an_objective_counts_facts_and_their_opposites(backend):
    build = nonet.ModelBuilder()
    x, y, z = build.variables("xyz", range(4))
    build.add(x + y + z == 6)
    rising = (x < y) & (y < z)
    build.minimize(3 * rising + 2 * ~rising + 5 * (x == y) * z - ~(z == 3))
    values = [
        3 * up + 2 * (not up) + 5 * (a == b) * c - (c != 3)
        for a, b, c in product(range(4), repeat=3)
        if a + b + c == 6
        for up in [a < b < c]
    ]
    optimum = nonet.solve(build, backend).optimum
    assert (optimum.value, optimum.is_proven) == (min(values), True)
