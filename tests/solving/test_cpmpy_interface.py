"""nonet behind CPMpy's interface for solvers, compared with CPMpy's own."""

import pytest

import nonet

cp = pytest.importorskip("cpmpy")


def variables():
    names = [cp.intvar(low, high, name=name) for name, low, high in
             (("x", -2, 2), ("y", 0, 3), ("z", 0, 2))]  # fmt: skip
    return [*names, cp.boolvar(name="b")]


@pytest.fixture
def registered():
    """nonet among CPMpy's solvers, until the test ends."""
    before = cp.SolverLookup.base_solvers
    nonet.solving.register_with_cpmpy()
    nonet.solving.register_with_cpmpy()
    yield
    cp.SolverLookup.base_solvers = before


@pytest.mark.usefixtures("registered")
def test_nonet_solves_cpmpys_models_where_they_are():
    assert cp.SolverLookup.supported(subsolvers=False).count("nonet") == 1
    assert cp.SolverLookup.get("nonet").solver_vars([cp.boolvar(name="v"), 3]) == ["v", 3]
    x, y, z, b = variables()
    model = cp.Model(x * y == z, b.implies(x > 0), cp.AllDifferent(x, y))
    assert model.solve(solver="nonet")
    assert all(cp.expressions.utils.argvals(model.constraints))
    assert model.status().exitstatus.name == "FEASIBLE"
    assert model.solveAll(solver="nonet:native") == model.solveAll(solver="ortools")
    assert model.solveAll(solver="nonet", solution_limit=3) == 3
    for none in (0, -1):
        assert model.solveAll(solver="nonet", solution_limit=none) == model.solveAll(
            solver="ortools", solution_limit=none
        )
    model.maximize(3 * x - y)
    shown = []
    assert model.solve(solver="nonet", time_limit=60, display=lambda: shown.append(x.value()))
    value = model.objective_value()
    assert shown
    assert model.solve(solver="ortools")
    assert (model.objective_value(), model.status().exitstatus.name) == (value, "OPTIMAL")
    model += x > 2
    assert not model.solve(solver="nonet")
    assert (x.value(), model.status().exitstatus.name) == (None, "UNSATISFIABLE")


@pytest.mark.usefixtures("registered")
def test_assumptions_that_clash_are_a_core():
    x = cp.intvar(0, 9, name="x")
    b = cp.boolvar(shape=4, name="b")
    solver = cp.SolverLookup.get("nonet")
    solver += [b[0].implies(x > 5), b[1].implies(x < 3), (~b[2]).implies(x == 4), b[3] == (x == 9)]
    assert not solver.solve(assumptions=[b[0], b[1], b[2], ~b[3]])
    assert {str(each) for each in solver.get_core()} == {"b[0]", "b[1]"}
    assert not solver.solve(assumptions=cp.cpm_array([b[3], ~b[3]]))
    assert [str(each) for each in solver.get_core()] == ["b[3]", "~b[3]"]
    assert solver.solve(assumptions=[b[0], ~b[3]])
    assert 5 < x.value() < 9
    solver.solution_hint([x], [7])
    solver.maximize(x)
    assert solver.solve()
    assert (solver.objective_value(), b[3].value()) == (9, True)
    with pytest.raises(cp.exceptions.NotSupportedError, match="a core after a solve without"):
        solver.get_core()


@pytest.mark.usefixtures("registered")
def test_assumptions_about_what_nothing_mentions_hold_too():
    x = cp.intvar(0, 9, name="x")
    b, c = cp.boolvar(name="b"), cp.boolvar(name="c")
    solver = cp.SolverLookup.get("nonet", cp.Model(x > 3))
    assert not solver.solve(assumptions=[b, ~b])
    assert [str(each) for each in solver.get_core()] == ["b", "~b"]
    assert solver.solve(assumptions=[b, ~c])
    assert (b.value(), c.value()) == (True, False)
    fractions = getattr(cp.expressions.globalfunctions, "FloatSum", lambda *_: 0.5)
    with pytest.raises(cp.exceptions.NotSupportedError, match="nonet has integers"):
        solver.minimize(fractions([0.5], [x]))
    for no_literal in (x > 3, x, True):
        with pytest.raises(cp.exceptions.NotSupportedError, match="an assumption is a Boolean"):
            solver.solve(assumptions=[no_literal])


@pytest.mark.usefixtures("registered")
def test_a_hint_may_name_a_negation():
    b = cp.boolvar(name="b")
    solver = cp.SolverLookup.get("nonet:native", cp.Model(b | ~b))
    for value in (0, 1):
        solver.solution_hint([~b], [value])
        assert solver.solve()
        assert b.value() == (not value)


@pytest.mark.usefixtures("registered")
def test_backends_are_subsolvers_with_their_versions():
    solver = cp.SolverLookup.lookup("nonet")
    assert solver.supported() and solver.version() == nonet.__version__
    assert {"native", "lockstep"} <= set(solver.solvernames()) <= set(solver.solvernames(False))
    assert solver.solvernames(False) == nonet.backend_names()
    assert solver.solverversion("cpsat") == nonet.backends.get_backend("cpsat").available().version


@pytest.mark.usefixtures("registered")
def test_constraints_added_after_a_question_hold_in_the_next():
    x, y, _, _ = variables()
    solver = cp.SolverLookup.get("nonet", cp.Model(x < y))
    assert solver.solveAll() == 14
    solver += y == 2
    shown = []
    assert solver.solveAll(display=lambda: shown.append((x.value(), y.value()))) == 4
    assert sorted(shown) == [(-2, 2), (-1, 2), (0, 2), (1, 2)]
    assert not solver.has_objective()
    solver.minimize(x)
    assert solver.has_objective() and solver.solveAll() == 1
    assert (solver.objective_value(), x.value(), y.value()) == (-2, -2, 2)
    assert solver.status().exitstatus.name == "OPTIMAL"
    solver += x > y
    assert solver.solveAll() == 0 and solver.status().exitstatus.name == "UNSATISFIABLE"
    assert solver.objective_value() is None and y.value() is None


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("limit", "status"), [({"solution_limit": 2}, "FEASIBLE"), ({"time_limit": 1e-9}, "UNKNOWN")]
)
def test_a_limit_that_ends_the_search_is_no_proof(limit, status):
    x, y, _, _ = variables()
    solver = cp.SolverLookup.get("nonet:native", cp.Model(x <= y))
    assert solver.solveAll(**limit) == limit.get("solution_limit", 0)
    assert solver.status().exitstatus.name == status
    if status == "UNKNOWN":
        assert not solver.solve(**limit) and solver.status().exitstatus.name == status
        with pytest.raises(cp.exceptions.NotSupportedError, match="a core after a solve without"):
            solver.get_core()
