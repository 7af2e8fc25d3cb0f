"""Each known fault of a solver is shown by the installed version, and its guard stands on every way."""

import faulthandler
import os
import re
import tempfile
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("ortools")

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import CpModelProto, SolveWrapper

import nonet
from nonet import Model, ModelBuilder, Status
from nonet.backends import isolated_run
from nonet.backends.cpsat import CpSat
from nonet.backends.cpsat.compiled_model import default_parameters
from nonet.backends.minizinc import MiniZinc
from nonet.backends.registry import find_backend
from nonet.backends.solver_faults import (
    MAX_CONFIDENT_MAGNITUDE,
    guard_of,
    has_aborted,
)
from nonet.errors import BackendError
from nonet.model import Linear
from nonet.solving import iter_solutions, solve, verify
from nonet.testing.brute import brute_force
from tests.backends.test_cpsat_constraints import REPRODUCER, random_model
from tests.fuzz import disjunctions, large_numbers

pytestmark = pytest.mark.filterwarnings("ignore::nonet.errors.ModelWarning")

DUMP = Path(tempfile.gettempdir(), "wrong_response.pb.txt")


def ends_its_process(solve_model) -> bool:
    """Whether a call ends a process, silently."""
    child = os.fork()
    if not child:
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 2)
        faulthandler.disable()
        with suppress(Exception):
            solve_model()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    with suppress(FileNotFoundError):
        DUMP.unlink()
    return status != 0


def loses_solutions(model) -> bool:
    return large_numbers.unguarded_solutions(model, {}) != brute_force(model)


def says_infeasible_of_conditional_sums():
    """REPRODUCER by hand: it has 22 solutions."""
    model = cp_model.CpModel()
    domains = (-2, -1), (-4, -1, 5, 6), (-1, 0, 1, 4), (-4, 5)
    v = [model.new_int_var_from_domain(cp_model.Domain.from_values(each), "") for each in domains]
    row, total = 2_000_000_014 * (v[0] + v[2]) + v[1] + v[3], -4_000_000_018
    first, second = model.new_bool_var(""), model.new_bool_var("")
    model.add(row == total).only_enforce_if(first)
    model.add(row <= total - 1).only_enforce_if(second)
    model.add_bool_or(first, second)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    return solver.solve(model) == cp_model.INFEASIBLE


def wide_numbers():
    """Tasks of durations near 2**32: the least x is 1000001."""
    build = ModelBuilder()
    x, y = build.variable("x", [1000001, 2**32]), build.variable("y", [0, 2])
    build.cumulative([abs(x - y), x], [1, y], [y, y], y)
    return build


def solve_with_broken_hint():
    proto, solver = CpModelProto(), SolveWrapper()
    proto.parse_text_format((Path(__file__).parent / "broken_hint.txt").read_text())
    parameters = default_parameters()
    parameters.num_workers = 1
    solver.set_parameters(parameters)
    solver.solve(proto)


def solve_optional_reservoir():
    """Some of these models end the process: levels outside are accepted, and then refused."""
    for seed in range(30):
        random, model = Random(seed), cp_model.CpModel()
        times = [model.new_int_var(0, random.randrange(1, 4), "") for _ in range(3)]
        present = [model.new_bool_var("") for _ in range(3)]
        literals = [each if random.random() < 0.5 else ~each for each in present]
        changes = [random.choice([-2, -1, 1, 2]) for _ in times]
        ends = random.choice([-1, 0]), random.choice([0, 1, 2])
        model.add_reservoir_constraint_with_active(times, changes, literals, *ends)
        if random.random() < 0.5:
            model.maximize(sum(random.choice([-1, 1, 2]) * each for each in [*times, *present]))
        cp_model.CpSolver().solve(model)


def solve_element():
    model = cp_model.CpModel()
    index, value = model.new_int_var(0, 1, ""), model.new_int_var(0, 6, "")
    entry = model.new_int_var(1, 3, "")
    model.add(value == entry + 1)
    model.add_element(index, [entry, entry], value)
    cp_model.CpSolver().solve(model)


def loses_rows():
    """Three of six rows are found."""
    far = 10**12
    rows = [(0, 0, 1), (0, 1, 0), (0, 7, 0), (2, 0, 0), (2, 1, 0), (2, 7, 0), (5, 0, 1)]
    rows += [(5, 1, 0), (5, 7, 0)]
    model, count = cp_model.CpModel(), 0
    domains = [-far, 2 - far, 5 - far], [-far, 7 - far], [far, far + 1]
    variables = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(each), "") for each in domains
    ]
    model.add_allowed_assignments(variables, [(a - far, b - far, c + far) for a, b, c in rows])

    class Counter(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            nonlocal count
            count += 1

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, Counter())
    return count != 6


def says_infeasible_of_fixed_tasks():
    """One task takes all of the capacity, and the other none."""
    model = cp_model.CpModel()
    demand = model.new_int_var_from_domain(cp_model.Domain.from_values([0, 2, 3]), "")
    starts, durations, demands = (1, 4, 0), (1, 3, 3), (demand, 3, 4)
    intervals = [
        model.new_fixed_size_interval_var(*task, "") for task in zip(starts, durations, strict=True)
    ]
    model.add_cumulative(intervals, demands, 4)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # of several, another is first in most runs, and right
    return solver.solve(model) == cp_model.INFEASIBLE


DEMONSTRATIONS = {
    "inclusion": says_infeasible_of_conditional_sums,
    "wide numbers": lambda: loses_solutions(wide_numbers().model()),
    "fixed tasks": says_infeasible_of_fixed_tasks,
    "broken hint": lambda: ends_its_process(solve_with_broken_hint),
    "optional reservoir": lambda: ends_its_process(solve_optional_reservoir),
    "element": lambda: ends_its_process(solve_element),
    "wide tables": loses_rows,
}
"""For each known fault a call that says whether the installed version has the fault."""


def test_every_fault_has_a_row_in_the_documentation():
    page = (Path(__file__).parents[2] / "docs" / "choosing-a-solver.md").read_text(encoding="utf-8")
    table = page.split("## Known faults of solvers")[1].split("\n## ")[0]
    names = re.findall(r"^\| ([a-z ]+) \|", table, re.MULTILINE)
    assert names == ["fault", *DEMONSTRATIONS]


@pytest.mark.parametrize("fault", DEMONSTRATIONS)
def test_the_installed_version_still_has_the_fault(fault):
    installed = version("ortools")
    assert DEMONSTRATIONS[fault](), (
        f"OR-Tools {installed} does not show the fault {fault!r} any more: when no supported version "
        "does, its guard can go (docs/choosing-a-solver.md)"
    )
    assert installed.startswith("9.15")


# -- guards, on every way to CP-SAT -----------------------------------------------------


def test_guards_begin_where_random_models_were_wrong():
    trusted, wide = (
        guard_of(Model({"x": [0, MAX_CONFIDENT_MAGNITUDE + more]}, []).structure) for more in (0, 1)
    )
    assert not trusted.parameters
    assert wide.needs_confirmation and wide.parameters["cp_model_presolve"] is False
    assert guard_of(REPRODUCER.structure).parameter_text.endswith(
        "presolve_inclusion_work_limit: 0"
    )


def test_the_parameters_of_each_guard_are_those_that_the_documentation_gives():
    build = ModelBuilder()
    x, y, z = build.array("x", 3, range(3))
    build.cumulative([x, y], [1, 1], [z, 1], 2)
    demands = {"linearization_level": 0, "num_workers": 1}
    assert dict(guard_of(build.model().structure).parameters) == demands
    sums = {}
    for magnitude in ((1 << 20) - 8, 1 << 20, (1 << 20) + 8):
        build = ModelBuilder()
        x, y = build.variable("x", [0, magnitude]), build.variable("y", [0, 1])
        build.add(nonet.any_of(x + y == 1, x - y == 0))
        sums[magnitude] = dict(guard_of(build.model().structure).parameters)
    inclusion = {"presolve_inclusion_work_limit": 0}
    assert sums[(1 << 20) - 8] == {} and sums[(1 << 20) + 8] == inclusion
    wide = guard_of(Model({"x": [0, MAX_CONFIDENT_MAGNITUDE + 1]}, []).structure)
    presolve = {"cp_model_presolve": False, "cp_model_probing_level": 0}
    assert dict(wide.parameters) == presolve | inclusion


@pytest.mark.parametrize("backend", ["cpsat", "cpmpy:ortools", "auto"])
def test_no_way_to_cp_sat_loses_solutions_of_conditional_sums(backend):
    if backend.startswith("cpmpy"):
        pytest.importorskip("cpmpy")
    assert len(solve(REPRODUCER, backend, limit=None).solutions) == 22
    for seed in (106, 130):  # CPMpy without the guard finds 29 of 54, and 59 of 95
        model = random_model(Random(seed))
        outcome = solve(model, backend, limit=None)
        assert {tuple(each.values()) for each in outcome.solutions} == brute_force(model)


def test_nonet_as_a_solver_of_cpmpy_loses_none_either():
    cp = pytest.importorskip("cpmpy")
    nonet.solving.register_with_cpmpy()
    x = cp.intvar(-4, 6, shape=4)
    big, total = 2_000_000_014, -4_000_000_018
    row = big * x[0] + x[1] + big * x[2] + x[3]
    domains = ((-2, -1), (-4, -1, 5, 6), (-1, 0, 1, 4), (-4, 5))
    model = cp.Model([cp.InDomain(each, values) for each, values in zip(x, domains, strict=True)])
    model += (row == total) | (row <= total - 1)
    assert model.solveAll(solver="nonet") == 22


@pytest.mark.parametrize("language", ["cpsat", "cpmpy"])
def test_an_exported_program_finds_a_solution(language):
    pytest.importorskip("cpmpy")
    text = nonet.export(REPRODUCER, language)
    assert "presolve_inclusion_work_limit" in text and "cp_model_presolve" in text
    exec(compile(text, language, "exec"), {"__name__": "program"})  # it exits without a solution
    assert "presolve" not in nonet.export(Model({"a": [0, 1]}, []), language)


def test_minizinc_is_told_the_parameters(monkeypatch):
    assert 'minizinc --solver cp-sat --params "' in nonet.export(REPRODUCER, "minizinc")
    commands = []

    def refuse(command, **options):
        commands.append(command)
        raise OSError

    monkeypatch.setattr("nonet.backends.minizinc.subprocess.Popen", refuse)
    sums = Linear(("a", "b"), (1 << 21, 1), "<=", 5), Linear(("a", "b"), (1, 1), "==", 1)
    model = Model({"a": [0, 1], "b": [0, 1]}, [nonet.model.AnyOf(tuple((each,) for each in sums))])
    for solver in ("cp-sat", "gecode"):
        with pytest.raises((OSError, BackendError)):
            list(MiniZinc(solver).run(model, nonet.backends.base.Request()))
    assert commands[0][commands[0].index("--params") + 1] == "presolve_inclusion_work_limit: 0"
    assert "--params" not in commands[1]


# -- numbers from 2**31 -----------------------------------------------------------------


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("backend", ["cpsat", "cpsat:model=textbook", "auto"])
@pytest.mark.parametrize("big", [2**31, 2**32, 10**12])
def test_tasks_of_wide_durations_have_their_solutions(backend, big):
    build = ModelBuilder()
    x, y = build.variable("x", [1000001, big]), build.variable("y", [0, 2])
    build.cumulative([abs(x - y), x], [1, y], [y, y], y)
    assert nonet.count_solutions(build, backend).number == len(brute_force(build.model())) == 4
    build.minimize(x)
    outcome = solve(build, backend)
    assert (outcome.status, outcome.optimum.value) == (Status.OPTIMAL, 1000001)


@pytest.mark.parametrize("backend", ["cpsat", "cpsat:model=textbook", "auto"])
def test_fixed_tasks_of_variable_demands_have_their_solutions(backend):
    build = ModelBuilder()
    demand = build.variable("demand", [0, 2, 3])
    build.cumulative([1, 4, 0], [1, 3, 3], [demand, 3, 4], 4)
    assert [each[demand] for each in iter_solutions(build, backend)] == [0]
    if backend == "cpsat":
        program = nonet.export(build, "cpsat")
        assert "solver.parameters.linearization_level = 0" in program
        exec(compile(program, "cpsat", "exec"), {"__name__": "program"})


def wide_pair():
    """Two variables with more values than native or sat hold, and no solution."""
    build = ModelBuilder()
    x, y = build.variables("xy", range(10**12))
    build.add(x - y >= 1, y - x >= 0)
    return build


def test_a_claim_that_no_second_solver_confirms_is_unknown_with_the_reason():
    outcome = solve(wide_pair(), "cpsat")
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "unconfirmed")
    assert "no second solver confirms" in repr(outcome)
    verdict = verify(wide_pair(), "auto")
    assert (verdict.uniqueness.value, verdict.stopped_by) == ("undecided", "unconfirmed")


def test_a_confirming_solver_adds_what_cp_sat_lost(monkeypatch):
    monkeypatch.setattr(
        "nonet.backends.cpsat.search.search", lambda *_: iter(())
    )  # it claims: no solution
    outcome = solve(wide_numbers(), "cpsat")
    assert (outcome.status, outcome.optimum_or_none) == (Status.SAT, None)
    model = wide_numbers().model()
    outcome = solve(model, "cpsat", limit=None)
    assert {tuple(each.values()) for each in outcome.solutions} == brute_force(model)


# -- what ends the process ---------------------------------------------------------------


@pytest.mark.slow
def test_models_whose_disjunctions_ended_the_process_are_answered():
    """The first thirty of this family: six ended OR-Tools' process before."""
    backend = CpSat(workers=1)
    for seed in range(30):
        model = disjunctions.links(Random(seed)).model()
        assert has_aborted(model.structure)
        outcome = solve(model, backend)
        assert outcome.exhausted or outcome.optimum.is_proven
    assert not DUMP.exists()


def test_an_abort_in_the_solver_is_an_error_of_one_line(monkeypatch, capfd):
    before = set(Path(DUMP.parent).glob("wrong_response*"))

    def abort(*_):
        solve_with_broken_hint()
        raise AssertionError("OR-Tools has lost the fault")

    monkeypatch.setattr("nonet.backends.cpsat.search.search", abort)
    model = disjunctions.links(Random(0)).model()
    with pytest.raises(BackendError) as caught:
        solve(model, "cpsat")
    assert re.fullmatch(r"backend cpsat: its process ended .*exit code -6\)", str(caught.value))
    assert capfd.readouterr() == ("", "")
    assert set(Path(DUMP.parent).glob("wrong_response*")) == before
    with pytest.warns(RuntimeWarning, match="backend cpsat failed"):  # the race goes on without it
        outcome = solve(model, "auto")
    assert outcome.optimum.is_proven


def test_a_child_starts_no_child(monkeypatch):
    monkeypatch.setattr(isolated_run, "_is_child", True)
    monkeypatch.setattr("nonet.backends.cpsat.search.leave_no_dumps", lambda: None)
    monkeypatch.setattr("nonet.backends.cpsat.run_in_child", partial(pytest.fail, "a child"))
    model = disjunctions.links(Random(0)).model()
    assert next(iter_solutions(model, find_backend("cpsat")))


@pytest.mark.parametrize(("latest", "is_apart"), [(20_000_000, True), (1_000, False)])
def test_tasks_that_are_millions_apart_are_asked_in_a_child_process(latest, is_apart):
    build = nonet.ModelBuilder()
    w, x = build.variable("w", range(latest)), build.variable("x", range(10))
    build.cumulative([w, x], [3, 1000], [1, 2], 2)
    assert has_aborted(build.model().structure) is is_apart
    assert solve(build, "cpsat").status.value == "sat"
