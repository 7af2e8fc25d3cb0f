"""Models of CPMpy: read, and judged by CPMpy's own evaluation of its expressions."""

from itertools import product

import pytest

import nonet
from nonet.errors import ModelError

cp = pytest.importorskip("cpmpy")


def solutions(variables, constraints):
    """The values that satisfy all constraints, as CPMpy itself evaluates them."""
    result = set()
    for values in product(
        *(range(low, high + 1) for low, high in (v.get_bounds() for v in variables))
    ):
        for variable, value in zip(variables, values, strict=True):
            variable._value = bool(value) if variable.is_bool() else value
        if all(cp.expressions.utils.argval(constraint) for constraint in constraints):
            result.add(values)
    return result


def variables():
    names = [cp.intvar(low, high, name=name) for name, low, high in
             (("x", -2, 2), ("y", 0, 3), ("z", 0, 2))]  # fmt: skip
    return [*names, cp.boolvar(name="b")]


CONSTRAINTS = {
    "a division that may be by zero": lambda x, y, z, b: x // y == z - 1,
    "a remainder": lambda x, y, z, b: x % (z + 1) == y - 2,
    "a product and a power": lambda x, y, z, b: x * y + z**2 >= 2,
    "an index that may be outside": lambda x, y, z, b: cp.cpm_array([3, 1, 2])[y] == z,
    "two indices that may be outside": lambda x, y, z, b: cp.cpm_array([[3, 1], [z, 2]])[x, y] == z,
    "exclusive or of constants": lambda x, y, z, b: cp.Xor([True, False, True]) | (x > y),
    "an index into variables": lambda x, y, z, b: cp.Element([x, y, z], y) == x,
    "implication and negation": lambda x, y, z, b: b.implies((x < y) & ~(z == 1)),
    "a negated view in a sum": lambda x, y, z, b: ~b + (x > 0) + y == 2,
    "equivalence": lambda x, y, z, b: b == (x + y == z),
    "exclusive or": lambda x, y, z, b: cp.Xor([b, x > 0, y == 1]),
    "all different": lambda x, y, z, b: cp.AllDifferent(x, y + 1, z),
    "all different but 0": lambda x, y, z, b: cp.AllDifferentExcept0(x, y, z),
    "all equal": lambda x, y, z, b: cp.AllEqual(x, y, z),
    "least and greatest": lambda x, y, z, b: cp.min([x, y]) == cp.max([x, z]) - 1,
    "absolute value": lambda x, y, z, b: abs(x) == y,
    "a table": lambda x, y, z, b: cp.Table([x, y], [[-1, 2], [2, 0], [5, 5]]),
    "a negative table": lambda x, y, z, b: cp.NegativeTable([y, z], [[1, 2], [2, 0]]),
    "a domain": lambda x, y, z, b: cp.InDomain(x, [-2, 1]),
    "a count": lambda x, y, z, b: cp.Count([x, y, z], 1) >= 2,
    "among": lambda x, y, z, b: cp.Among([x, y, z], [1, 2]) == y,
    "a number of values": lambda x, y, z, b: cp.NValue([x, y, z]) == 2,
    "a cardinality": lambda x, y, z, b: cp.GlobalCardinalityCount([x, y, z], [1, 2], [1, z]),
    "if then else": lambda x, y, z, b: cp.IfThenElse(b, x > y, z == 0),
    "a circuit": lambda x, y, z, b: cp.Circuit(x, y, z),
    "inverse": lambda x, y, z, b: cp.Inverse([x + 1, y, z], [z, y, x + 1]),
    "increasing": lambda x, y, z, b: cp.Increasing(x, y, z),
    "decreasing strictly": lambda x, y, z, b: cp.DecreasingStrict(y, z, x),
    "tasks": lambda x, y, z, b: cp.Cumulative([x, y], [2, z], [x + 2, y + z], [1, 2], 2),
    "tasks of a negative size perhaps": lambda x, y, z, b: cp.Cumulative(
        [y, z], [x, 2], [z, y + 1], [1, x + 1], 2
    ),
    "tasks apart": lambda x, y, z, b: cp.NoOverlap([x, y, z], [1, 2, 1]),
    "tasks apart, of no duration perhaps": lambda x, y, z, b: cp.NoOverlap([x, y], [z, 2], [y, z]),
    "optional tasks apart": lambda x, y, z, b: cp.NoOverlapOptional(
        [x, y, z], [1, 2, 1], is_present=[b, x > 0, True]
    ),
    "optional tasks with their ends": lambda x, y, z, b: cp.NoOverlapOptional(
        [x, y], [2, 1], end=[z, y + 1], is_present=[b, ~b]
    ),
    "optional tasks of no duration perhaps": lambda x, y, z, b: cp.NoOverlapOptional(
        [x, y], [z, 2], is_present=[b, y > 1]
    ),
    "optional tasks": lambda x, y, z, b: cp.CumulativeOptional(
        [x, y], [2, z], demand=[1, 2], capacity=2, is_present=[b, x != 1]
    ),
    "optional tasks, a variable demand": lambda x, y, z, b: ~cp.CumulativeOptional(
        [x, y], [2, 2], end=[x + 2, z], demand=[x, 1], capacity=z, is_present=[b, True]
    ),
    "an order of words": lambda x, y, z, b: cp.LexLess([x, y], [z, z]),
    "precedence": lambda x, y, z, b: cp.Precedence([x, y, z], [0, 1, 2]),
    "a negated global": lambda x, y, z, b: ~cp.AllDifferent(x, y, z) | b,
    "a word of an automaton": lambda x, y, z, b: cp.Regular(
        [y, z], [("s", 1, "t"), ("s", 0, "s"), ("t", 2, "t")], "s", ["t"]
    ),
    "what never holds": lambda x, y, z, b: cp.BoolVal(False) | (x > 7),
}  # fmt: skip


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_a_constraint_means_what_cpmpy_says(name):
    declared = variables()
    constraint = CONSTRAINTS[name](*declared)
    lower_bounds = [variable >= variable.get_bounds()[0] for variable in declared]
    model = nonet.from_cpmpy(cp.Model(constraint, *lower_bounds))
    names = [variable.name for variable in declared]
    some = nonet.iter_solutions(model, "native")
    assert {tuple(each[n] for n in names) for each in some} == solutions(declared, [constraint])


def test_an_objective_that_is_no_sum_gets_a_variable():
    x, y, z, _ = variables()
    read = nonet.from_cpmpy(cp.Model(x + y < 4, maximize=cp.max([x, y]) * 3 - z))
    outcome = nonet.solve(read)
    assert (outcome.optimum.value, outcome.optimum.is_proven) == (9, True)
    assert nonet.solve(nonet.from_cpmpy(cp.Model(x <= 1, minimize=2 * x + 5))).optimum.value == 1


def test_what_an_objective_asks_for_is_defined():
    x, y, z, _ = variables()
    for goal in (cp.cpm_array([3, 1, 2])[y] + y, x // (z - 1) - y, cp.cpm_array([4, 1])[z - 1] * x):
        model = cp.Model(x + y >= z - 1, maximize=goal)
        assert model.solve()
        outcome = nonet.solve(nonet.from_cpmpy(model))
        assert (outcome.optimum.value, outcome.optimum.is_proven) == (model.objective_value(), True)


def test_labels_are_the_texts_of_constraints():
    x, y, *_ = variables()
    model = nonet.from_cpmpy(cp.Model(x > y, y > x))
    assert [part.description for part in model.constraints] == ["(x) > (y)", "(y) > (x)"]
    assert len(nonet.conflict(model).parts) == 2


def test_what_cannot_be_read_is_named():
    x, y, *_ = variables()
    with pytest.raises(ModelError, match="from_cpmpy takes a model of CPMpy, not list"):
        nonet.from_cpmpy([x > y])
    with pytest.raises(ModelError, match="two variables of CPMpy are called 'x'"):
        nonet.from_cpmpy(cp.Model(x > y, cp.intvar(0, 1, name="x") < y))
    direct = cp.DirectConstraint("AddForbiddenAssignments", ([x, y], [(0, 1)]))
    with pytest.raises(ModelError, match=r"AddForbiddenAssignments.*is a function of one solver"):
        nonet.from_cpmpy(cp.Model(direct))


@pytest.fixture
def registered():
    """nonet among CPMpy's solvers, until the test ends."""
    before = cp.SolverLookup.base_solvers
    nonet.register_with_cpmpy()
    nonet.register_with_cpmpy()
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
