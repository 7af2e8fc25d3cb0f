"""A session's answers are those of the same model asked afresh, whatever came and went before."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass, field
from itertools import product
from random import Random

import pytest

import nonet
from nonet.backends import get_backend
from nonet.backends.base import Availability
from nonet.errors import ModelError
from nonet.model import Variable
from nonet.solving.session import Core
from tests.cases import as_one_test

BACKENDS = ["native", "sat", "cpsat", "python-constraint", None]
SEVERAL = ["native", "sat"]


def random_constraint(random: Random, variables: list[Variable]):
    x, y, z = random.sample(variables, 3)
    number = random.randrange(-1, 4)
    return random.choice(
        [
            lambda: x == number,
            lambda: x != number,
            lambda: x > number,
            lambda: x + y <= number + 2,
            lambda: x + 2 * y - z == number,
            lambda: x * y != z,
            lambda: abs(x - y) >= max(1, number - 2),
            lambda: (x == number) | (y < z),
            lambda: (x < y).implies(z == number),
            lambda: nonet.AllDifferent((x.name, y.name, z.name)),
            lambda: nonet.element([3, 1, 2, 0, 3], x) == y,
        ]
    )()


def declared(random: Random):
    build = nonet.ModelBuilder()
    return build, [build.variable(name, range(3)) for name in "abcd"]


def solutions_of(model: nonet.Model) -> set[tuple[int, ...]]:
    """Return all solutions by trying every assignment."""
    rows = product(*model.domains.values())
    return {row for row in rows if model.accepts(dict(zip(model.variables, row, strict=True)))}


@pytest.mark.slow(0.2)
@pytest.mark.filterwarnings("ignore::nonet.errors.ModelWarning")
@pytest.mark.parametrize("backend", BACKENDS, ids=str)
def test_random_sequences_have_the_answers_of_brute_force(backend):
    is_quick = backend in SEVERAL
    for seed in range(10 if is_quick else 3):
        random = Random(seed)
        build, variables = declared(random)
        session = nonet.Solver(build, backend)
        for turn in range(12 if is_quick else 8):
            action = random.choice(["push", "pop", "add", "add", "declare", "build"])
            if action == "push" or (action == "add" and turn > 3 and not session.level):
                session.push()
            elif action == "pop" and session.level:
                session.pop(random.randint(1, session.level))
            elif action == "add":
                session.add(random_constraint(random, variables))
            elif action == "declare" and len(variables) < 5:
                variables.append(build.variable(f"more{len(variables)}", range(2, 4)))
            elif action == "build" and turn < 3:
                build.add(random_constraint(random, variables))
            assumptions = [random_constraint(random, variables) for _ in range(random.randrange(4))]
            model = session.model(assumptions)
            expected = solutions_of(model)
            if random.random() < 0.3:
                outcome = session.solve(assumptions, limit=None)
                names = model.variables
                rows = [tuple(each.values_by_name[n] for n in names) for each in outcome.solutions]
                assert set(rows) == expected, (seed, turn)
                assert len(rows) == len(expected)
            else:
                outcome = session.solve(assumptions)
                assert bool(outcome.solutions) == bool(expected), (seed, turn)
            if not expected:
                check_core(session, model, assumptions)


def check_core(session: nonet.Solver, model: nonet.Model, assumptions: list) -> None:
    """A core cannot hold with what is taken for granted, and any part of it less can."""
    core = session.core()
    assert core.is_irreducible
    given = [each for each in assumptions if each.scope]
    hard = list(model.constraints[: len(model.constraints) - len(given)])
    if core.assumptions:
        soft = list(core.assumptions)
        assert {*map(id, soft)} <= {*map(id, assumptions)}
    else:
        soft = list(core.constraints)
        added = {id(each) for each in soft}
        theirs = session._builder._constraints
        hard = [] if added & {*map(id, theirs)} else theirs
    domains = model.domains
    assert not solutions_of(nonet.Model(domains, [*hard, *soft]))
    for place in range(len(soft)):
        fewer = [*hard, *soft[:place], *soft[place + 1 :]]
        assert solutions_of(nonet.Model(domains, fewer))


@as_one_test([(backend, seed) for backend in BACKENDS for seed in range(2)])
def test_an_objective_is_optimised_again_and_again(backend, seed):
    random = Random(seed)
    build, variables = declared(random)
    session = nonet.Solver(build, backend)
    limits = []
    for turn in range(6):
        session.push()
        i, j, number = turn % 4, (turn + 1) % 4, random.randrange(5)
        limits.append(lambda row, i=i, j=j, number=number: row[i] + row[j] != number)
        session.add(variables[i] + variables[j] != number)
        weights = [random.choice([-3, -1, 2, 3]) for _ in variables]
        excluded = random.randrange(3)
        total = sum(w * x for w, x in zip(weights, variables, strict=True))
        (session.minimize if turn % 3 else session.maximize)(abs(total) if turn % 2 else total)
        outcome = session.solve([variables[0] != excluded])
        values = [
            abs(value) if turn % 2 else value
            for row in product(range(3), repeat=4)
            if row[0] != excluded and all(limit(row) for limit in limits)
            for value in [sum(w * x for w, x in zip(weights, row, strict=True))]
        ]
        assert (outcome.status is nonet.Status.OPTIMAL) == bool(values)
        if values:
            assert outcome.optimum.value == (min if turn % 3 else max)(values)
        if turn == 3:
            session.pop(2)
            del limits[-2:]
    session.pop(session.level)
    assert session.solve().optimum_or_none is None


@as_one_test(BACKENDS)
def test_a_time_out_is_never_no_solution(backend):
    build = nonet.ModelBuilder()
    holes = build.array("hole", 60, range(59))
    for i in range(60):
        for j in range(i):
            build.add(holes[i] * 2 != holes[j] * 2 + (i % 7 - j % 7) * (i == j))
    session = nonet.Solver(build, backend)
    outcome = session.solve(time_limit=0.01)
    assert not outcome.solutions
    if outcome.status is nonet.Status.UNKNOWN:
        with pytest.raises(ModelError, match="was not decided"):
            session.core()


def test_a_question_ends_the_solutions_of_the_question_before():
    build = nonet.ModelBuilder()
    x = build.variable("x", range(5))
    for backend in SEVERAL:
        session = nonet.Solver(build, backend)
        first = session.iter_solutions([x > 1])
        assert next(first)[x] > 1
        assert len(session.solve(limit=None).solutions) == 5
        assert list(first) == []
        assert first.stopped_by == "interrupt"
        assert sorted(each[x] for each in session.iter_solutions([x > 1])) == [2, 3, 4]


def test_what_is_added_to_the_builder_later_stays_when_levels_are_popped():
    build = nonet.ModelBuilder()
    x = build.variable("x", range(5))
    session = nonet.Solver(build)
    session.push()
    session.add(x > 1)
    build.add(x < 3)
    y = build.variable("y", range(9))
    session.add(y == x + 1)
    assert session.solve().solution[[x, y]] == [2, 3]
    session.pop()
    assert {each[x] for each in session.iter_solutions()} == {0, 1, 2}
    build.maximize(x)
    assert session.solve().optimum.value == 2
    assert build.model().constraints[0].formula == "x <= 2"
    assert len(build.model().constraints) == 1


def test_a_puzzle_shows_its_solutions_as_grids():
    session = nonet.Solver("1..............4")
    session.add(session["R1C2"] == 3)
    outcome = session.solve()
    assert outcome.solution.line[:2] == "13"
    assert len(outcome.solution.rows()) == 4
    assert session.solve([session["R1C3"] == 1]).status is nonet.Status.UNSAT
    assert [str(each) for each in session.core()]


def test_a_core_names_the_assumptions_as_they_were_given():
    build = nonet.ModelBuilder()
    b = build.boolean("b", 6)
    build.add(sum(b) <= 2)
    for backend in BACKENDS:
        session = nonet.Solver(build, backend)
        assert session.solve([*b]).status is nonet.Status.UNSAT
        core = session.core()
        assert len(core) == 3
        assert all(any(each is given for given in b) for each in core)
        assert session.solve([b[0], ~b[1], [b[2], True]]).status is nonet.Status.SAT
        assert session.solve([b[0], False]).status is nonet.Status.UNSAT
        assert session.core().assumptions == (False,)


def test_mistakes_are_told_in_a_line():
    build, other = nonet.ModelBuilder(), nonet.ModelBuilder()
    x, foreign = build.variable("x", range(5)), other.variable("x", range(5))
    session = nonet.Solver(build, "native")
    cases = [
        (session.pop, "no levels are open; each session.push() opens one"),
        (session.core, "ask session.solve(...) first"),
        (lambda: session.add(foreign == 3), "declared by another builder"),
        (lambda: session.solve([foreign == 3]), "declared by another builder"),
        (lambda: session.minimize(foreign), "declared by another builder"),
        (lambda: session.solve(x == 3), "assumptions are a list"),
        (lambda: session.solve([3]), "3"),
        (lambda: session.add(3), "3"),
        (lambda: nonet.Solver(build, "sat", options={"sed": 7}), "did you mean seed?"),
        (lambda: nonet.Solver(build, "no"), "there is no backend"),
        (lambda: nonet.Solver(build, time_limit=-1), "time limit"),
        (lambda: nonet.Solver(), "build = nonet.ModelBuilder()"),
        (lambda: session.solve(seconds=3), "write session.solve([x == 3, b], time_limit=3"),
        (lambda: session.__iadd__(x == 3), "session.add(x < y)"),
    ]
    for wrong, message in cases:
        with pytest.raises(nonet.NonetError) as refused:
            wrong()
        assert message in str(refused.value)
        assert "\n" not in str(refused.value)
    for name, message in [("check", "write session.solve"), ("iter_solution", "iter_solutions")]:
        with pytest.raises(AttributeError, match=message):
            getattr(session, name)
    session.solve()
    with pytest.raises(ModelError, match="has a solution"):
        session.core()


def test_options_and_a_log_reach_the_solver():
    build = nonet.ModelBuilder()
    x = build.variable("x", range(5))
    lines: list[str] = []
    session = nonet.Solver(build, options={"random_seed": 7}, log=lines.append)
    assert session.solve([x > 3]).backend == "cpsat"
    count = len(lines)
    assert session.solve([x > 4]).status is nonet.Status.UNSAT
    assert any("random_seed: 7" in line for line in lines[count:])


def test_what_a_backend_declines_is_asked_of_the_next():
    build = nonet.ModelBuilder()
    x = build.array("x", 12, range(30))
    session = nonet.Solver(build)
    assert session.solve([x[0] == 3]).backend == "sat"
    session.push()
    total = sum((10_007 + 1_013 * i**3) * each for i, each in enumerate(x)) <= 900_000 * 30
    session.add(total)
    outcome = session.solve([x[0] > 3])
    assert outcome.backend == "cpsat"
    assert outcome.solution[x[0]] > 3
    sat = nonet.Solver(build, "sat")
    with pytest.raises(nonet.NonetError, match="sat cannot write"):
        sat.solve([total])
    assert sat.solve([x[0] == 3]).solution[x[0]] == 3


def test_wide_domains_are_asked_of_cpsat():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(100_000))
    session = nonet.Solver(build)
    assert session.solve([x * y + x * x == 99_999, x > 2]).backend == "cpsat"


@pytest.mark.skipif(importlib.util.find_spec("cpmpy") is None, reason="cpmpy is not installed")
def test_other_systems_are_asked_anew():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(5))
    session = nonet.Solver(build, "cpmpy")
    assert session.solve([x > y, x + y == 7]).solution[[x, y]] == [4, 3]
    assert session.solve([x > y, x + y == 8]).status is nonet.Status.UNSAT
    assert len(session.core()) == 2


def test_constraints_that_are_gone_do_not_count():
    build = nonet.ModelBuilder()
    x = build.array("x", 6, range(5))
    for i in range(6):
        for j in range(i):
            build.add(abs(x[i] - x[j]) >= 1) if (i, j) != (5, 4) else None
    for backend in SEVERAL:
        session = nonet.Solver(build, backend)
        session.push()
        session.add(abs(x[5] - x[4]) >= 1)
        for _ in range(2):
            assert session.solve().status is nonet.Status.UNSAT
        session.pop()
        assert session.solve().solutions


def test_a_core_of_named_values_has_their_names():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", ["red", "green"])
    build.add(x != y)
    session = nonet.Solver(build)
    session.solve([x == "red", y == "red"])
    assert str(session.core()).startswith("x == red and y == red cannot hold together")


def test_no_level_and_all_levels_can_be_popped_and_no_more():
    build = nonet.ModelBuilder()
    x = build.variable("x", range(3))
    session = nonet.Solver(build, "native")
    for least in (1, 1, 2):
        session.push()
        session.add(x >= least)
    session.pop(0)
    assert (session.level, session.solve().solution["x"]) == (3, 2)
    for wrong, message in ((-1, "3 levels are open"), (4, "3 levels are open")):
        with pytest.raises(ModelError, match=message):
            session.pop(wrong)
    session.pop(2)
    with pytest.raises(ModelError, match="1 level is open"):
        session.pop(2)
    assert len(session.solve(limit=None).solutions) == 2
    session.pop()
    with pytest.raises(ModelError, match="no levels are open"):
        session.pop()


# -- cores ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("members", "is_irreducible", "text"),
    [
        ((), True, "the problem has no solution, whatever is added"),
        (("a",), True, "a cannot hold (it alone)"),
        (("a",), False, "a cannot hold"),
        (("a", "b"), True, "a and b cannot hold together (each is needed)"),
        (("a", "b", "c"), False, "a, b and c cannot hold together (perhaps not all are needed)"),
    ],
)
def test_a_core_is_told_in_words(members, is_irreducible, text):
    core = Core(members, (), is_irreducible, 0.1, {})
    assert (str(core), repr(core), len(core)) == (text, f"<Core {text}>", len(members))
    assert list(core) == list(members)
    with pytest.raises(TypeError, match=r"compare len\(core\) instead of its truth"):
        bool(core)


def test_a_core_is_of_what_was_added_last_or_else_of_the_problem():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(4))
    build.add(x < y, label="rising")
    session = nonet.Solver(build, "native")
    assert session.solve([y == 0, x != 2]).status is nonet.Status.UNSAT
    assert [str(each) for each in session.core().assumptions] == ["y == 0"]
    session.push()
    session.add(y <= 2, x >= 2, label="bounds")
    assert session.solve([x != 7]).status is nonet.Status.UNSAT
    core = session.core()
    assert core.assumptions == () and len(core.constraints) == 2
    session.pop()
    build.add(y < x, label="falling")
    assert session.solve([x == 0]).status is nonet.Status.UNSAT
    core = session.core()
    assert {each.description for each in core.constraints} == {"rising", "falling"}
    empty = nonet.Solver(nonet.Model({"x": range(3)}).narrow({"x": []}), "native")
    assert empty.solve().status is nonet.Status.UNSAT
    assert str(empty.core()) == "the problem has no solution, whatever is added"


@pytest.mark.parametrize("backend", ["native", "sat"])
def test_at_whichever_reading_the_time_is_out_a_core_cannot_hold(backend, monkeypatch):
    """Judged by all assignments: what is called irreducible is, and the rest is said to be perhaps not."""
    build = nonet.ModelBuilder()
    variables = build.variables("abcd", range(3))
    session = nonet.Solver(build, backend)
    given = [variables[i] < variables[i + 1] for i in range(3)] + [
        variables[0] != 1,
        variables[3] > 0,
    ]
    assert session.solve(given).status is nonet.Status.UNSAT
    domains, unsure = build.model().domains, 0
    for readings in (*range(40), *range(40, 2000, 160)):
        numbers = iter(range(readings))
        clock = lambda numbers=numbers: 100.0 if next(numbers, None) is not None else 1e9  # noqa: E731
        with monkeypatch.context() as patched:
            patched.setattr("time.monotonic", clock)
            patched.setattr("nonet.deadline.monotonic", clock)
            core = session.core(time_limit=5)
        assert {*map(id, core.assumptions)} <= {*map(id, given)} and not core.constraints
        assert not solutions_of(nonet.Model(domains, core.assumptions))
        for place in range(len(core) if core.is_irreducible else 0):
            fewer = [*core.assumptions[:place], *core.assumptions[place + 1 :]]
            assert solutions_of(nonet.Model(domains, fewer))
        unsure += not core.is_irreducible
    assert unsure and core.is_irreducible and len(core) == 3


def test_what_was_not_decided_has_no_core(monkeypatch):
    build = nonet.ModelBuilder()
    x = build.variable("x", range(3))
    session = nonet.Solver(build, "native")
    run = session.iter_solutions()
    with pytest.raises(ModelError, match="the last question was not decided"):
        session.core()
    next(run)
    session.close()
    with pytest.raises(ModelError, match=r"ask session\.solve\(\.\.\.\) first"):
        session.core()
    assert list(run) == [] and run.stopped_by == "interrupt"
    assert session.solve([x == 2], limit=2).solution[x] == 2  # it can be asked again
    with pytest.raises(ModelError, match="the last question has a solution"):
        session.core()


# -- what is kept -----------------------------------------------------------------------


@dataclass(frozen=True)
class Counting:
    """Native, which counts its runs."""

    runs: list = field(default_factory=list, compare=False)
    name: str = "counting"
    capabilities = get_backend("native").capabilities

    def available(self):
        return Availability(True)

    def run(self, model, request):
        self.runs.append(request)
        return get_backend("native").run(model, request)


def test_a_solution_that_still_is_one_is_the_answer_and_no_backend_is_asked():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(3))
    backend = Counting()
    session = nonet.Solver(build, backend)
    first = session.solve()
    assert len(backend.runs) == 1 and backend.runs[0].hint is None
    again = session.solve([x == first.solution[x]])
    assert (again.solutions, again.backend, again.stopped_by) == (
        first.solutions,
        "counting",
        "solutions",
    )
    assert len(backend.runs) == 1
    for number, question in enumerate(
        (
            lambda: session.solve([x != first.solution[x]]),
            lambda: session.solve(limit=2),
            lambda: session.solve(hint={"x": 2}),
            lambda: session.solve(limit=None),
        ),
        2,
    ):
        outcome = question()
        assert len(backend.runs) == number and outcome.solutions
        assert backend.runs[-1].hint  # the last solution, or the hint
    session.minimize(x + y)
    assert session.solve().optimum.value == 0
    runs = len(backend.runs)
    session.maximize(x)
    assert session.solve().optimum.value == 2 and len(backend.runs) > runs


def test_levels_bring_back_the_objective_before():
    build = nonet.ModelBuilder()
    x = build.variable("x", range(5))
    build.minimize(x)
    session = nonet.Solver(build, "native")
    values = [session.solve().optimum.value]
    for sense in (session.maximize, session.minimize):
        session.push()
        session.add(x != 4, x != 0)
        sense(2 * x)
        values.append(session.solve().optimum.value)
    session.pop()
    values.append(session.solve().optimum.value)
    session.pop()
    values.append(session.solve().optimum.value)
    assert values == [0, 6, 2, 6, 0]
    assert "0 levels with 0 constraints, by native>" in repr(session)
