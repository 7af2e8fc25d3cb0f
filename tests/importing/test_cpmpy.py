"""Models of CPMpy: read, and judged by CPMpy's own evaluation of its expressions."""

import ast
import inspect
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
    "a short table whose rows overlap": lambda x, y, z, b: cp.ShortTable(
        [x, y], [["*", 2], [1, "*"], ["*", "*"]]
    ),
    "the truth of a short table": lambda x, y, z, b: b == cp.ShortTable([x, y], [["*", 2], [1, "*"]]),
    "the truth of a table": lambda x, y, z, b: ~cp.Table([x, y], [[1, 2], [0, 0]]) | b,
    "a diagram": lambda x, y, z, b: cp.MDD(
        [y, z], [("r", 1, "s"), ("r", 2, "s"), ("s", 0, "t"), ("s", 2, "t")]
    ),
    "a diagram entered below its first arc": lambda x, y, z, b: b | ~cp.MDD(
        [y, z], [("q", 0, "s"), ("r", 1, "s"), ("s", 0, "t")], start="r"
    ),
    "a reservoir": lambda x, y, z, b: cp.Reservoir([y, z], [3, -1], -1, 2),
    "an optional reservoir": lambda x, y, z, b: cp.ReservoirOptional(
        [y, z, x], [3, -1, 1], -1, 2, [b, True, x > 0]
    ),
    "all different but some values": lambda x, y, z, b: cp.AllDifferentExceptN([x, y, z], [1, 2]),
    "all equal but some values": lambda x, y, z, b: ~cp.AllEqualExceptN([x, y, z], [0, 1]),
    "a chain of words": lambda x, y, z, b: cp.LexChainLess([[x, y], [z, 1], [y, z]]),
    "a weak chain of words": lambda x, y, z, b: cp.LexChainLessEq([[x, y], [z, 1]]),
    "a number of values but one": lambda x, y, z, b: cp.NValueExcept([x, y, z], 0) == z,
    "a closed cardinality": lambda x, y, z, b: cp.GlobalCardinalityCount(
        [x, y, z], [0, 1], [z, 1], closed=True
    ),
    "a closed cardinality that is false": lambda x, y, z, b: b != cp.GlobalCardinalityCount(
        [y, z], [1, 2], [1, x], closed=True
    ),
    "globals of constants": lambda x, y, z, b: b == cp.AllDifferent(1, 4, 5) & ~cp.Circuit([1, 0, 2]),
    "tasks of constants": lambda x, y, z, b: b == cp.Cumulative([0, 1], [2, 2], [2, 3], [1, 1], 1),
    "a short table twice": lambda x, y, z, b: cp.ShortTable([x, y], [["*", 2]])
    | cp.ShortTable([y, z], [[1, "*"], ["*", 1]]),
}  # fmt: skip


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_a_constraint_means_what_cpmpy_says(name):
    declared = variables()
    constraint = CONSTRAINTS[name](*declared)
    lower_bounds = [variable >= variable.get_bounds()[0] for variable in declared]
    model = nonet.importing.from_cpmpy(cp.Model(constraint, *lower_bounds))
    names = [variable.name for variable in declared]
    some = nonet.iter_solutions(model, "native")
    listed = sorted(tuple(each[n] for n in names) for each in some)
    assert listed == sorted(solutions(declared, [constraint])), "and each once"


def test_helpers_of_cpmpy_are_neither_counted_nor_shown():
    x, y, _, b = variables()
    overlapping = cp.ShortTable([x, y], [[1, "*"], ["*", 2], [1, 2]])
    model = nonet.importing.from_cpmpy(cp.Model(overlapping, x == 1, y == 2, b))
    assert len(model.domains) > 3, "CPMpy's decomposition has variables of its own"
    assert str(nonet.solve(model).solution) == "x=1 y=2 b=1"
    assert nonet.verify(model).uniqueness is nonet.Uniqueness.UNIQUE
    assert nonet.count_solutions(model).number == 1
    best = nonet.solve(
        nonet.importing.from_cpmpy(cp.Model(overlapping, maximize=cp.max([x, y]) * 2))
    )
    assert best.optimum.value == 6
    assert best.solution.line == f"x={best.solution['x']} y={best.solution['y']}"
    only_constants = nonet.importing.from_cpmpy(cp.Model(cp.BoolVal(True)))
    assert nonet.count_solutions(only_constants).number == 1


def test_a_helper_of_cpmpy_may_have_the_name_of_a_variable():
    _, y, z, _ = variables()
    from cpmpy.expressions.variables import _BoolVarImpl, _IntVarImpl

    before = _BoolVarImpl.counter, _IntVarImpl.counter
    try:
        _BoolVarImpl.counter = 0
        taken = [cp.boolvar() for _ in range(9)]
        _BoolVarImpl.counter = 0
        constraint = cp.ShortTable([y, z], [["*", 2], [1, "*"]])
        model = nonet.importing.from_cpmpy(cp.Model(constraint, ~cp.any(taken)))
    finally:
        _BoolVarImpl.counter, _IntVarImpl.counter = before
    assert nonet.count_solutions(model).number == len(solutions([y, z], [constraint]))


DECIDED = {
    "args": "read",
    "name": "read",
    "is_lhs_num": "says which of the arguments is the constant",
    "closed": "read, by ATTRIBUTES",
    "lb": "read, by get_bounds",
    "ub": "read, by get_bounds",
    "_bv": "read",
    "trans_dict": "the arguments of Regular in another form",
    "nodes": "the arguments of Regular in another form",
    "node_map": "the arguments of Regular in another form",
    "mapping": "read, by ATTRIBUTES",
    "root_node": "read, by ATTRIBUTES",
    "levels": "follows from the mapping of an MDD",
    "sink_node": "follows from the mapping of an MDD",
    "reduce": "says how CPMpy decomposes an MDD",
    "novar": "of a DirectConstraint, which is refused",
    "coeffs": "of a FloatSum, which is refused",
    "const": "of a FloatSum, which is refused",
    "vars": "of a FloatSum, which is refused",
    "_args": "behind args",
    "_has_subexpr": "a cache",
    "_description": "the label, by str",
    "_value": "a solution",
    "constraints": "read",
    "objective_": "read",
    "objective_is_min": "read",
    "cpm_status": "how a solve ended",
}
"""What is done about each attribute of CPMpy's classes of expressions and models."""


def test_each_attribute_of_cpmpys_classes_is_decided_about():
    from cpmpy import model
    from cpmpy.expressions import core, globalconstraints, globalfunctions
    from cpmpy.expressions import variables as variable_classes

    undecided = set()
    for module in (core, globalconstraints, globalfunctions, variable_classes, model):
        for part in ast.parse(inspect.getsource(module)).body:
            skipped = (
                "Description",
                "NDVarArray",
                "NullShapeError",
                "_IgnoreStrictVariableNameCheck",
            )
            if isinstance(part, ast.ClassDef) and part.name not in skipped:
                undecided |= {
                    f"{part.name}.{node.attr}"
                    for node in ast.walk(part)
                    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
                    and isinstance(node.value, ast.Name) and node.value.id == "self"
                    and node.attr not in DECIDED
                }  # fmt: skip
    assert not undecided, "read each in importing/cpmpy, or say here why it carries no meaning"


def test_an_objective_that_is_no_sum_gets_a_variable():
    x, y, z, _ = variables()
    read = nonet.importing.from_cpmpy(cp.Model(x + y < 4, maximize=cp.max([x, y]) * 3 - z))
    outcome = nonet.solve(read)
    assert (outcome.optimum.value, outcome.optimum.is_proven) == (9, True)
    assert (
        nonet.solve(nonet.importing.from_cpmpy(cp.Model(x <= 1, minimize=2 * x + 5))).optimum.value
        == 1
    )


def test_what_an_objective_asks_for_is_defined():
    x, y, z, _ = variables()
    for goal in (cp.cpm_array([3, 1, 2])[y] + y, x // (z - 1) - y, cp.cpm_array([4, 1])[z - 1] * x):
        model = cp.Model(x + y >= z - 1, maximize=goal)
        assert model.solve()
        outcome = nonet.solve(nonet.importing.from_cpmpy(model))
        assert (outcome.optimum.value, outcome.optimum.is_proven) == (model.objective_value(), True)


def test_labels_are_the_texts_of_constraints():
    x, y, *_ = variables()
    model = nonet.importing.from_cpmpy(cp.Model(x > y, y > x))
    assert [part.description for part in model.constraints] == ["(x) > (y)", "(y) > (x)"]
    assert len(nonet.conflict(model).parts) == 2


def test_what_cannot_be_read_is_named():
    x, y, *_ = variables()
    with pytest.raises(ModelError, match="from_cpmpy takes a model of CPMpy, not list"):
        nonet.importing.from_cpmpy([x > y])
    with pytest.raises(ModelError, match="two variables of CPMpy are called 'x'"):
        nonet.importing.from_cpmpy(cp.Model(x > y, cp.intvar(0, 1, name="x") < y))
    direct = cp.DirectConstraint("AddForbiddenAssignments", ([x, y], [(0, 1)]))
    with pytest.raises(ModelError, match=r"AddForbiddenAssignments.*is a function of one solver"):
        nonet.importing.from_cpmpy(cp.Model(direct))
