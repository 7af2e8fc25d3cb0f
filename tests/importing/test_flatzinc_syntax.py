"""Statements of FlatZinc, and what is said of broken ones."""

import pytest

import nonet
from nonet.errors import FormatError
from nonet.importing.flatzinc import read_flatzinc
from nonet.model.structure import SearchPhase
from tests.importing.test_flatzinc import PAIR, read


@pytest.mark.parametrize(
    ("line", "expected", "where"),
    [
        ("constraint int_lt(x, y);", "'y' is not declared", 4),
        ("constraint int_lt(x);", "int_lt takes 2 arguments, not 1", 4),
        ("constraint int_lt(x, {1,2});", "argument 2 of int_lt is not an integer or variable", 4),
        (
            "constraint int_lin_eq([x],[x],1);",
            "argument 1 of int_lin_eq is not an array of integers",
            4,
        ),
        ("constraint intlt(x, 2);", "unknown constraint intlt; did you mean", 4),
        ("constraint float_lt(x, 2.5);", "over float variables", 4),
        ("constraint set_card(x, 2);", "over set variables", 4),
        ("constraint int_div(x, 0, x);", "int_div divides by 0", 4),
        ("constraint int_lt(x, 2)", "expected ';'", 4),
        ("constraint int_lt(x, [2);", "expected ',' or ']'", 4),
        ("var 1..99999999999999999999: v;", "does not fit in 64 bits", 4),
        ("var 0..9000000000000000000: v;", "between its smallest and largest value", 4),
        ("var 3..1: v;", "'v' has an empty domain", 4),
        ("var float: v;", "'v' is a float variable", 4),
        ("var 0.5..1.5: v;", "'v' is a float variable", 4),
        ("var set of 1..3: v;", "'v' is a set variable", 4),
        ("array [1..2] of var set of 1..3: v;", "'v' is a set variable", 4),
        ("array [1..2] of var int: v = [x];", "the array 'v' has 1 entry, not 2", 4),
        ("var 1..2: x;", "'x' is declared twice", 4),
        ("this is no FlatZinc;", "expected a declaration, a constraint or solve, not 'this'", 4),
        ("constraint fzn_table_int([x,x],[1,2,3]);", "a table of 2 columns with 3 entries", 4),
        ("solve satisfy;", "a second solve", 5),
    ],
)
def test_what_is_wrong_is_one_line_with_its_place(line, expected, where):
    with pytest.raises(FormatError) as caught:
        read(*PAIR[:3], line, PAIR[3])
    assert expected in str(caught.value)
    assert str(caught.value).startswith(f"bad.fzn, line {where}: ")


def test_a_file_that_ends_early_is_refused():
    with pytest.raises(FormatError, match=r"bad.fzn: no solve statement"):
        read(*PAIR[:3])
    with pytest.raises(FormatError, match="has no end: expected ';'"):
        read(*PAIR, "constraint int_lt(x,")


def test_a_statement_may_go_over_lines_and_have_comments():
    flat = read(
        "% a comment", "var 1..4: x :: output_var; var", " 1..4: y; % another",
        'constraint int_lin_le([1,1],', "[x,y],3) :: mzn_constraint_name(\"at; most\");",
        "solve :: int_search([x,y], first_fail, indomain_max, complete) minimize y;",
    )  # fmt: skip
    assert flat.model.constraints[0].description == "at; most (line 4 of bad.fzn)"
    assert flat.model.search == (SearchPhase(("x", "y"), "first_fail", "indomain_max"),)
    assert nonet.solve(flat.model).optimum.value == 1


@pytest.mark.parametrize("text, message", [
    ("array [1..2] of int: a = [1,2;\n", "expected ',' or ']', not ';'"),
    ("var 0..3: x;\nconstraint int_eq(x," + 5000 * "7" + ");\n",
     "the integer 777777777777777777777777 does not fit in 64 bits"),
    ("array [1..1] of int: a = " + 3000 * "{" + "1" + 3000 * "}" + ";\n", "nested too deeply"),
    ("array" + 5000 * "9" + ";\n",
     f"expected a declaration, a constraint or solve, not 'array{54 * '9'}..."),
])  # fmt: skip
def test_a_broken_statement_is_one_short_line(text, message):
    with pytest.raises(FormatError) as caught:
        read_flatzinc(text.splitlines(keepends=True), "bad.fzn")
    assert str(caught.value).endswith(f": {message}")
