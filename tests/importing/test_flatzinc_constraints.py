"""Constraints of FlatZinc mean their definitions."""

from itertools import pairwise, product

import pytest

import nonet
from nonet.errors import FormatError
from nonet.importing.flatzinc import read_flatzinc
from nonet.importing.flatzinc.constraints import CONSTRAINTS
from tests.importing.test_flatzinc import PAIR, read

NUMBERS = range(-2, 4)


TRUTHS = range(2)


def towards_zero(a, b):
    return abs(a) // abs(b) * (1 if a * b >= 0 else -1)


def power_of(base, exponent):
    """Return MiniZinc's power: ``1 div base ** -exponent`` for a negative exponent."""
    if exponent >= 0:
        return base**exponent
    return towards_zero(1, base**-exponent) if base else None


def precedes(values, order):
    return all(
        t not in values or (s in values and values.index(s) < values.index(t))
        for s, t in pairwise(order)
    )


def one_tour(after):
    node, seen = 1, []
    while node not in seen:
        seen.append(node)
        node = after[node - 1]
    return len(seen) == len(after) and node == 1


def fits(tasks, capacity):
    times = range(-5, 12)
    return all(sum(r for s, d, r in tasks if s <= t < s + d) <= capacity for t in times)


# a constraint over x, y, z (integers) and a, b, c (Booleans), and what it says
MEANINGS = {
    "int_eq(x,y)": lambda x, y: x == y,
    "int_ne(x,y)": lambda x, y: x != y,
    "int_le(x,y)": lambda x, y: x <= y,
    "int_lt(x,2)": lambda x: x < 2,
    "int_lt(x,y)": lambda x, y: x < y,
    "int_lin_eq([2,-1,3],[x,y,z],4)": lambda x, y, z: 2 * x - y + 3 * z == 4,
    "int_lin_ne([1,1],[x,y],1)": lambda x, y: x + y != 1,
    "int_lin_le([2,3,5],[x,y,1],9)": lambda x, y: 2 * x + 3 * y + 5 <= 9,
    "int_lin_eq([1,1,-1],[x,x,y],0)": lambda x, y: 2 * x == y,
    "bool_lin_eq([1,2],[a,b],x)": lambda a, b, x: a + 2 * b == x,
    "bool_lin_le([1,2,1],[a,b,c],2)": lambda a, b, c: a + 2 * b + c <= 2,
    "int_plus(x,y,z)": lambda x, y, z: x + y == z,
    "int_times(x,y,z)": lambda x, y, z: x * y == z,
    "int_times(x,-2,z)": lambda x, z: -2 * x == z,
    "int_times(x,x,z)": lambda x, z: x * x == z,
    "int_div(x,y,z)": lambda x, y, z: y != 0 and towards_zero(x, y) == z,
    "int_mod(x,y,z)": lambda x, y, z: y != 0 and x - y * towards_zero(x, y) == z,
    "int_div(n,3,x)": lambda n, x: n // 3 == x,
    "int_mod(n,m,x)": lambda n, m, x: n % m == x,
    "int_pow(x,2,y)": lambda x, y: x**2 == y,
    "int_pow(2,n,x)": lambda n, x: 2**n == x,
    "int_pow(x,y,z)": lambda x, y, z: power_of(x, y) == z,
    "int_pow(x,x,z)": lambda x, z: power_of(x, x) == z,
    "int_pow(x,y,x)": lambda x, y: power_of(x, y) == x,
    "int_pow(-2,x,y)": lambda x, y: power_of(-2, x) == y,
    "int_abs(x,y)": lambda x, y: abs(x) == y,
    "int_max(x,y,z)": lambda x, y, z: max(x, y) == z,
    "int_min(x,1,z)": lambda x, z: min(x, 1) == z,
    "array_int_maximum(z,[x,y,0])": lambda x, y, z: max(x, y, 0) == z,
    "array_int_minimum(z,[x,y])": lambda x, y, z: min(x, y) == z,
    "bool2int(a,b)": lambda a, b: a == b,
    "bool_eq(a,true)": lambda a: a == 1,
    "bool_not(a,b)": lambda a, b: a != b,
    "bool_le(a,b)": lambda a, b: a <= b,
    "bool_lt(a,b)": lambda a, b: a < b,
    "bool_and(a,b,c)": lambda a, b, c: (a and b) == c,
    "bool_or(a,b,c)": lambda a, b, c: (a or b) == c,
    "bool_xor(a,b,c)": lambda a, b, c: (a ^ b) == c,
    "bool_xor(a,b)": lambda a, b: a != b,
    "array_bool_and([a,b,true],c)": lambda a, b, c: (a and b) == c,
    "array_bool_and([a,b],false)": lambda a, b: not (a and b),
    "array_bool_or([a,b],c)": lambda a, b, c: (a or b) == c,
    "array_bool_or([a,b],true)": lambda a, b: a or b,
    "array_bool_xor([a,b,c,true])": lambda a, b, c: (a + b + c + 1) % 2 == 1,
    "bool_clause([a,b],[c])": lambda a, b, c: a or b or not c,
    "bool_clause([],[a,c])": lambda a, c: not a or not c,
    "array_int_element(x,[3,1,3],y)": lambda x, y: 1 <= x <= 3 and [3, 1, 3][x - 1] == y,
    "array_int_element(x,[3,2,3],x)": lambda x: 1 <= x <= 3 and [3, 2, 3][x - 1] == x,
    "array_bool_element(x,[true,false],a)": lambda x, a: 1 <= x <= 2 and [1, 0][x - 1] == a,
    "array_var_int_element(x,[y,z,y],2)": lambda x, y, z: 1 <= x <= 3 and [y, z, y][x - 1] == 2,
    "array_var_int_element(x,[y,7,z],y)": lambda x, y, z: 1 <= x <= 3 and [y, 7, z][x - 1] == y,
    "array_var_bool_element(x,[a,b],c)": lambda x, a, b, c: 1 <= x <= 2 and [a, b][x - 1] == c,
    "set_in(x,{-1,2,3})": lambda x: x in (-1, 2, 3),
    "set_in(x,0..2)": lambda x: 0 <= x <= 2,
    "fzn_all_different_int([x,y,z,0])": lambda x, y, z: len({x, y, z, 0}) == 4,
    "fzn_alldifferent_except_0([x,y,z])": lambda *v: all(
        v.count(value) < 2 for value in v if value
    ),
    "fzn_all_equal_int([x,y,1])": lambda x, y: x == y == 1,
    "fzn_among(x,[y,z,1],{1,2})": lambda x, y, z: sum(v in (1, 2) for v in (y, z, 1)) == x,
    "fzn_count_eq([x,y],z,1)": lambda x, y, z: (x, y).count(z) == 1,
    "fzn_count_neq([x,y],1,z)": lambda x, y, z: (x, y).count(1) != z,
    "fzn_count_geq([x,y],1,z)": lambda x, y, z: z >= (x, y).count(1),
    "fzn_count_gt([x,y],1,z)": lambda x, y, z: z > (x, y).count(1),
    "fzn_count_leq([x,y],1,z)": lambda x, y, z: z <= (x, y).count(1),
    "fzn_count_lt([x,y],2,1)": lambda x, y: (x, y).count(2) > 1,
    "fzn_global_cardinality([x,y],[1,2],[z,1])": lambda x, y, z: (
        (x, y).count(1) == z and (x, y).count(2) == 1
    ),
    "fzn_global_cardinality_closed([x,y],[1,2],[z,1])": lambda x, y, z: (
        (x, y).count(1) == z and (x, y).count(2) == 1 and {x, y} <= {1, 2}
    ),
    "fzn_global_cardinality_low_up([x,y,z],[1,2],[0,1],[1,2])": lambda *v: (
        v.count(1) <= 1 and 1 <= v.count(2) <= 2
    ),
    "fzn_global_cardinality_low_up_closed([x,y],[1,2],[0,1],[1,2])": lambda *v: (
        v.count(1) <= 1 and 1 <= v.count(2) <= 2 and {*v} <= {1, 2}
    ),
    "fzn_circuit([x,y,z])": lambda *v: all(1 <= w <= 3 for w in v) and one_tour(v),
    "nonet_circuit([x,y,z],0)": lambda *v: (
        all(0 <= w <= 2 for w in v) and one_tour([w + 1 for w in v])
    ),
    "fzn_cumulative([x,y,0],[2,n,1],[1,2,1],2)": lambda x, y, n: fits(
        [(x, 2, 1), (y, n, 2), (0, 1, 1)], 2
    ),
    "fzn_disjunctive([x,y],[2,n])": lambda x, y, n: x + 2 <= y or y + n <= x or n == 0,
    "fzn_disjunctive_strict([x,y],[2,n])": lambda x, y, n: x + 2 <= y or y + n <= x,
    "fzn_diffn([x,y],[0,z],[2,1],[1,2])": lambda x, y, z: (
        x + 2 <= y or y + 1 <= x or z >= 1 or z + 2 <= 0
    ),
    "fzn_inverse([x,y],[z,n])": lambda x, y, z, n: (
        {x, y} == {z, n} == {1, 2} and (z, n)[x - 1] == 1 and (z, n)[y - 1] == 2
    ),
    "fzn_lex_less_int([x,y],[z,1])": lambda x, y, z: (x, y) < (z, 1),
    "fzn_lex_lesseq_int([x,y],[z,1])": lambda x, y, z: (x, y) <= (z, 1),
    "fzn_lex_lesseq_bool([a,b],[c,false])": lambda a, b, c: (a, b) <= (c, 0),
    "fzn_increasing_int([x,y,z])": lambda x, y, z: x <= y <= z,
    "fzn_strictly_increasing_int([x,y])": lambda x, y: x < y,
    "fzn_decreasing_int([x,y])": lambda x, y: x >= y,
    "fzn_table_int([x,1,y],[1,1,2,3,0,3,3,1,3])": lambda x, y: (x, y) in ((1, 2), (3, 3)),
    "fzn_table_bool([a,b],[true,false,false,true])": lambda a, b: a != b,
    "fzn_regular([m,p],2,3,[1,2,0,0,1,2],1,{2})": lambda m, p: (m, p) in {(1, 2), (2, 3)},
    "fzn_bin_packing(3,[x,y,z],[1,2,2])": lambda *v: all(
        sum(w for bin, w in zip(v, (1, 2, 2), strict=True) if bin == b) <= 3 for b in v
    ),
    "nonet_bin_packing_load([n,m],[x,y],[1,2],0)": lambda n, m, x, y: (
        {x, y} <= {0, 1}
        and [(x == b) + 2 * (y == b) for b in (0, 1)] == [n, m]
    ),
    "nonet_bin_packing_capa([1,2],[x,y],[1,2],1)": lambda x, y: (
        {x, y} <= {1, 2} and (x == 1) + 2 * (y == 1) <= 1 and (x == 2) + 2 * (y == 2) <= 2
    ),
    "fzn_value_precede_int(1,2,[x,y,z])": lambda *v: precedes(v, (1, 2)),
    "fzn_value_precede_chain_int([3,1,2],[x,y,z])": lambda *v: precedes(v, (3, 1, 2)),
}  # fmt: skip


RANGES = {
    **dict.fromkeys("xyz", NUMBERS), **dict.fromkeys("abcr", TRUTHS),
    "n": range(4), "m": range(1, 4), "p": range(1, 4),
}  # fmt: skip


NO_QUESTION = ("int_div", "int_mod")
"""FlatZinc has these as constraints alone: where the divisor is 0 they do not hold."""


def solutions(constraint, names):
    declared = [
        f"var {'bool' if RANGES[n] == TRUTHS else f'{RANGES[n][0]}..{RANGES[n][-1]}'}: {n} :: output_var;"
        for n in names
    ]
    text = [*declared, f"constraint {constraint};", "solve satisfy;"]
    model = read_flatzinc(text, "test.fzn").model
    run = nonet.iter_solutions(model, "native")
    # bool2int makes two names one variable, and a model without names has one of its own
    merged = constraint.startswith("bool2int")
    return {tuple(s["a" if merged else n] for n in names) for s in run}


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("text", MEANINGS)
def test_a_constraint_means_its_definition(text):
    meaning = MEANINGS[text]
    names = dict.fromkeys(meaning.__code__.co_varnames[: meaning.__code__.co_argcount])
    if not names:  # of any number of values: in the order written
        names = dict.fromkeys(n for n in text.partition("(")[2] if n in "xyz")
    expected = {values for values in product(*(RANGES[n] for n in names)) if meaning(*values)}
    assert len(expected) > 0
    assert solutions(text, names) == expected
    if text.startswith((*NO_QUESTION, "bool2int")):
        return
    name, _, arguments = text.partition("(")
    arguments = f"{arguments[:-1]},r)"
    if name.endswith("circuit"):  # a question where every term is a node
        return
    both = {
        (*values, r)
        for values in product(*(RANGES[n] for n in names))
        for r in TRUTHS
        if bool(meaning(*values)) == bool(r)
    }
    if name != "bool_xor":  # with a third argument is what it is
        assert solutions(f"{name}_reif({arguments}", [*names, "r"]) == both
    if name not in ("bool_xor", "array_bool_and", "array_bool_or"):
        half = {
            (*values, r)
            for values in product(*(RANGES[n] for n in names))
            for r in TRUTHS
            if not r or meaning(*values)
        }
        assert solutions(f"{name}_imp({arguments}", [*names, "r"]) == half


def test_every_constraint_of_the_table_is_tested():
    def local(name):
        return name.removeprefix("fzn_").removeprefix("nonet_")

    tested = {local(text.partition("(")[0]) for text in MEANINGS}
    same = {
        "bool_ne", "bool_ge", "bool_gt", "int_ge", "int_gt", "int_lin_lt", "int_lin_ge",
        "bool_lin_ne", "int_minus", "int_negate", "int_pow_fixed", "all_different",
        "increasing_bool", "lex_less_bool", "array_bool_and_imp", "array_bool_or_imp",
        "set_in_reif",
    }  # fmt: skip
    assert {local(name) for name in CONSTRAINTS} == tested | same


def test_a_tour_in_question_over_what_is_no_node_is_refused_with_its_line():
    text = ["var 1..4: x;", "var bool: b;", "constraint fzn_circuit_reif([x,1],b);", PAIR[3]]
    with pytest.raises(FormatError, match=r"^line 3 of bad.fzn: fzn_circuit_reif: .* can be 3"):
        read(*text)


@pytest.mark.parametrize(
    ("constraint", "holds"),
    [
        ("fzn_inverse([2,1],[2,1])", True),
        ("fzn_inverse([1,2],[2,1])", False),
        ("fzn_all_different_int([1,2,1])", False),
        ("fzn_circuit([2,3,1])", True),
        ("int_div(1,1,1)", True),
        ("int_div(7,2,4)", False),
        ("fzn_all_equal_int_reif([1,2,3],false)", True),
        ("fzn_all_equal_int_reif([1,2,3],true)", False),
        ("fzn_cumulative([1,1],[2,2],[1,1],1)", False),
    ],
)
def test_a_global_of_integers_alone_is_decided(constraint, holds):
    text = f"var 0..1: x;\nconstraint {constraint};\nsolve satisfy;"
    model = read_flatzinc(text.splitlines(keepends=True), "some.fzn").model
    assert (nonet.solve(model, "native").status is nonet.Status.SAT) == holds


@pytest.mark.parametrize(
    ("constraint", "number"),
    [
        ("nonet_among(n, [x, y], -7..999999999)", 16),
        ("nonet_among(n, [x, y], {1, 3})", 16),
        ("nonet_among_reif(1, [x, y], 2..999999999, true)", 6),
        ("nonet_regular([x, y], 2, 4, [1, 2, 1, 2, 2, 1, 2, 1], 1, 2..999999999)", 8),
        ("set_in(x, {-5, 1, 999999999})", 12),
    ],
)
def test_sets_that_are_wide_are_not_listed(constraint, number):
    text = f"""var 1..4: x;
var 1..4: y;
var 0..2: n;
constraint {constraint};
constraint int_le(n, 2);
solve satisfy;"""
    model = read_flatzinc(text.splitlines(), "wide.fzn").model
    shown = model if "(n," in constraint or "set_in" in constraint else model.narrow({"n": [0]})
    assert nonet.count_solutions(shown).number == number
