"""FlatZinc: every constraint against its definition in MiniZinc's handbook, and bad files."""

import pytest

import nonet
from nonet.importing.flatzinc import read_flatzinc
from nonet.model import Domain

PAIR = ["var 1..3: x :: output_var;", "var bool: b;", "constraint int_lt(x, 3);", "solve satisfy;"]


def read(*lines):
    return read_flatzinc(lines, "bad.fzn")


@pytest.mark.parametrize(
    ("goal", "name"), [("objective", "objective"), ("most", "most"), ("5", "~objective")]
)
def test_an_objective_that_the_compiler_has_fixed_is_proven_by_any_solution(goal, name):
    flat = read(
        "int: most = 5;", "var 3..6: objective :: output_var = 5;", "var 1..2: x :: output_var;",
        f"solve maximize {goal};",
    )  # fmt: skip
    outcome = nonet.solve(flat.model, "native")
    assert (outcome.status, outcome.optimum.value) == (nonet.Status.OPTIMAL, 5)
    assert flat.model.objective.scope == (name,)
    assert flat.show(outcome.solution) == "objective = 5;\nx = 1;"


def test_arrays_aliases_and_outputs_are_shown_as_flatzinc():
    flat = read(
        "array [1..3] of int: w = [1,2,3];", "int: most = 5;", "set of int: s = {1,3};",
        "var 1..3: X_INTRODUCED_0_;", "var 1..3: X_INTRODUCED_1_;",
        "var bool: b :: output_var;", "var 0..1: n :: output_var;",
        "var 1..3: same :: output_var = X_INTRODUCED_1_;",
        "array [1..2] of var int: q :: output_array([0..0,1..2]) = [X_INTRODUCED_0_,X_INTRODUCED_1_];",
        "constraint bool2int(b,n);", "constraint int_lin_eq(w,[X_INTRODUCED_0_,same,n],most);",
        "constraint set_in(same,s);", "constraint bool_eq(b,false);", "solve satisfy;",
    )  # fmt: skip
    assert flat.model.variables == ("q[0,1]", "q[0,2]", "b")
    solution = nonet.solve(flat.model).solutions[0]
    assert flat.show(solution) == ("b = false;\nn = 0;\nsame = 1;\nq = array2d(0..0,1..2,[3,1]);")


LOCAL = ("var 0..3: x :: output_var;", "var bool: b :: output_var;", "var 0..12: product;")


def test_solutions_differ_in_what_is_shown():
    """A local of a constraint that is not required may have any value: x and b make 7 solutions."""
    free = ("var 1..4: z;", "constraint int_le_imp(3,product,b);")
    times = "constraint int_times(z,x,product) :: defines_var(product);"
    flat = read(*LOCAL, *free, times, "solve satisfy;")
    assert flat.model.projection == ("x", "b")
    assert nonet.count_solutions(flat.model).number == 7
    assert nonet.count_solutions(flat.model.with_projection(None)).number == 25
    shown = read(*LOCAL, "var 1..4: z :: output_var;", *free[1:], times, "solve satisfy;")
    assert shown.model.projection is None, "the product follows from what is shown"


def test_a_half_reified_constraint_defines_nothing():
    imp = "constraint int_le_imp(3,x,c) :: defines_var(c);"
    for text, projection in ((imp, ("x", "b")), (imp.replace("imp", "reif"), None)):
        flat = read(*LOCAL[:2], "var bool: c;", text, "solve satisfy;")
        assert flat.model.projection == projection


def test_where_all_that_is_shown_is_fixed_there_is_one_solution():
    flat = read("var 2..2: x :: output_var = 2;", "var 0..3: helper;", "solve satisfy;")
    verdict = nonet.verify(flat.model)
    assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
    assert flat.show(verdict.witnesses[0]) == "x = 2;"
    assert nonet.prove(flat.model).claim == "unique"


def test_where_nothing_is_shown_the_variables_of_the_compiler_make_no_solutions():
    flat = read("var 0..3: x;", "var 0..9: X_INTRODUCED_0_;", "solve satisfy;")
    assert nonet.count_solutions(flat.model).number == 4


def test_bounds_follow_from_the_constraints():
    flat = read(
        "var 1..9: x;", "var int: y;", "var int: z;", "var int: w;", "var int: free;",
        "constraint int_lin_eq([2,-1],[x,y],3);", "constraint int_times(y,y,z);",
        "constraint int_max(z,x,w);", "solve satisfy;",
    )  # fmt: skip
    domains = flat.model.domains
    assert domains["y"] == Domain.range(-1, 15)
    assert (domains["z"].base, domains["z"].highest) == (0, 225)
    assert (domains["w"].base, domains["w"].highest) == (1, 225)
    assert flat.unbounded == ("free",)


def test_bounds_follow_from_the_result_of_an_operation():
    flat = read(
        "var 1..9: x;", "var 2..20: c;", "var int: y;", "var int: u;", "var int: p;", "var int: a;",
        "var 0..1: b;", "var int: f;", "constraint int_times(y,y,x);", "constraint int_times(u,x,c);",
        "constraint int_plus(x,p,c);", "constraint int_abs(a,x);", "constraint int_times(b,f,c);",
        "solve satisfy;",
    )  # fmt: skip
    ends = {name: (d.base, d.highest) for name, d in flat.model.domains.items()}
    assert (ends["y"], ends["u"], ends["p"]) == ((-3, 3), (-20, 20), (-7, 19))
    assert (ends["a"], ends["f"], flat.unbounded) == ((-9, 9), (-20, 20), ())
    values = [(s["x"], s["y"]) for s in nonet.iter_solutions(flat.model, "native", limit=500)]
    assert set(values) <= {(x, y) for x in range(1, 10) for y in range(-3, 4) if y * y == x}


def test_ten_thousand_constraints_are_read_whole():
    lines = [f"var 0..9: x{i};" for i in range(1000)]
    lines += [
        f"constraint int_lin_le([1,-1],[x{i % 1000},x{i % 7}],{i % 5});" for i in range(10_000)
    ]
    flat = read(*lines, "solve satisfy;")
    same = sum(i % 1000 == i % 7 for i in range(10_000))
    assert len(flat.model.constraints) == 10_000 - same
