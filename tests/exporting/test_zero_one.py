"""0/1 inequalities: over the variables of the model, exactly the solutions of the model."""

import re
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings

import nonet
from nonet.errors import Unsupported
from nonet.exporting import export
from nonet.exporting.zero_one import ZeroOne, zero_one
from nonet.importing.opb import read_opb
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Count,
    Element,
    Linear,
    Model,
    Objective,
    Regular,
    Table,
)
from nonet.testing import strategies
from nonet.testing.brute import brute_force

DOMAINS = {"a": [0, 1, 3], "b": [-1, 1, 2], "c": [2, 3], "d": [0, 1]}
EVEN = Automaton(0, {0}, [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 2, 0), (1, 3, 1)])
PRIMITIVES = [
    AllDifferent(("a", "b", "c")),
    AllDifferent(("a", "b", "c", "d")),
    AllDifferent(("c", "a")),
    *(Linear(("a", "b", "c"), (2, -1, 1), op, 4) for op in ("==", "!=", "<=", ">=")),
    *(Linear(("a", "b"), (1, -1), op, 1) for op in ("==", "!=", "<=", ">=")),
    *(Linear(("a",), (2,), op, 2) for op in ("==", "!=", "<=", ">=")),
    Linear(("a", "b"), (0, 0), "==", 1),
    Linear(("a", "b"), (0, 1), "<=", 1),
    *(Count(("a", "b", "d"), {1, 3}, op, 2) for op in ("==", "!=", "<=", ">=")),
    *(Count(("a", "b"), {1}, op, "d") for op in ("==", "!=", "<=", ">=")),
    Count(("a", "b"), {7}, ">=", 1),
    Count(("a", "b"), {7}, "<=", "d"),
    Table(("a", "b"), {(0, 1), (3, 2), (1, 9)}),
    Table(("a", "a"), {(0, 1), (3, 3)}),
    Table(("a",), {(0,), (3,), (8,)}),
    Table(("a", "b"), ()),
    Regular(("a", "d", "c"), EVEN),
    Element(("a", "c", "d"), "d", "b"),
    Element(("a", "c"), "d", "b", 1),
]
NESTED = [
    AnyOf(((first,), (second, Linear.sum(("d",), "==", 1))))
    for first, second in zip(PRIMITIVES, [*PRIMITIVES[7:], *PRIMITIVES[:7]], strict=True)
]
HARD = [
    AnyOf(((), (PRIMITIVES[0],))),
    AnyOf(((AnyOf(((PRIMITIVES[0],), (PRIMITIVES[12],))),), (PRIMITIVES[22],))),
]


def models():
    for constraint in (*PRIMITIVES, *NESTED, *HARD):
        yield Model(DOMAINS, [constraint])
    yield Model(DOMAINS, PRIMITIVES[1:4]).narrow({"a": [1, 3], "d": [1], "b": [2]})


def assignments_of(solutions, names, model):
    """The values that the true 0/1 variables of each solution name."""
    rows = set()
    for solution in solutions:
        values = {}
        for variable, name in names.items():
            if solution[variable] and (match := re.fullmatch(r"x_(.+)_(m?\d+)", name)):
                values[match[1]] = int(match[2].replace("m", "-"))
        rows.add(tuple(values[name] for name in model.variables))
    return rows


def rows_of_opb(model):
    text = export(model, "opb")
    names = dict(re.findall(r"^\* (x\d+) = (\S+)$", text, re.MULTILINE))
    read = read_opb(text.splitlines(), "model.opb")
    return assignments_of(nonet.iter_solutions(read, backend="cpsat"), names, model)


@pytest.mark.slow
def test_each_primitive_alone_and_within_an_any_of_has_its_solutions():
    pytest.importorskip("ortools")
    for model in models():
        assert rows_of_opb(model) == brute_force(model), model.constraints


@pytest.mark.slow
@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(model=strategies.models())
def test_random_models_have_all_solutions(model):
    pytest.importorskip("ortools")
    if all(model.domains.values()):
        assert rows_of_opb(model) == brute_force(model)


@pytest.mark.parametrize("op", [">=", "<=", "="])
def test_a_guarded_row_holds_where_the_guard_does_and_always_where_it_does_not(op):
    means = {">=": int.__ge__, "<=": int.__le__, "=": int.__eq__}[op]
    for factors in ((2, -3), (1, 1), (-1, -2), (0, 4)):
        for constant in range(-6, 6):
            program = ZeroOne(names=["x", "y", "guard"])
            program.add_row({1: factors[0], 2: factors[1]}, op, constant, guard=3)
            for values in product((0, 1), repeat=3):
                total = sum(f * v for f, v in zip(factors, values, strict=False))
                expected = not values[2] or means(total, constant)
                assert (
                    all(
                        sum(c * values[v - 1] for v, c in terms.items()) >= bound
                        for terms, _, bound in program.rows
                    )
                    == expected
                )


def test_an_objective_is_a_sum_of_0_1_variables_without_its_constant():
    goal = Objective("maximize", ("a", "b"), (2, -1), 7)
    model = Model(DOMAINS, [], objective=goal)
    program = zero_one(model)
    by_name = {program.names[v - 1]: c for v, c in program.objective_terms.items()}
    assert by_name == {"x_a_1": 2, "x_a_3": 6, "x_b_m1": 1, "x_b_1": -1, "x_b_2": -2}
    lp, opb = export(model, "lp"), export(model, "opb")
    assert "Maximize\n obj: + 2 x_a_1 + 6 x_a_3 + 1 x_b_m1 - 1 x_b_1 - 2 x_b_2\n" in lp
    assert "of which 7 is left out" in lp and "its negative is minimized" in opb
    assert "min: -2 x2 -6 x3 -1 x4 +1 x5 +2 x6 ;" in opb
    nothing = Model({"x": [0]}, [], objective=Objective("minimize", ("x",), (1,)))
    assert "Minimize\n obj: 0 x_x_0\n" in export(nothing, "lp")
    assert "min: +0 x1 ;" in export(nothing, "opb")


def test_lines_of_lp_break_before_readers_limit_them():
    names = [f"a_long_name_{number}" for number in range(60)]
    text = export(Model(dict.fromkeys(names, range(2)), [Linear.sum(names, "==", 7)]), "lp")
    lengths = [len(line) for line in text.splitlines()]
    assert 180 < max(lengths) <= 205
    joined = re.sub(r"\n {3}", "", text)
    row = " + ".join(f"1 x_{name}_1" for name in names)
    assert f": + {row} = 7\n" in joined


def test_a_constraint_without_inequalities_is_refused():
    class Own(AllDifferent):
        """Neither of a type that is known, nor one with a decomposition."""

        def decompose(self, domains, fresh_name):
            return None

    with pytest.raises(Unsupported, match="Own"):
        export(Model({"a": range(2), "b": range(2)}, [Own(("a", "b"))]), "lp")
