"""Expressions reach CP-SAT as its own constraints, and mean what Python says they mean."""

from itertools import product
from random import Random

import pytest

pytest.importorskip("ortools")

import nonet
from nonet import ModelBuilder
from nonet.backends.cpsat.compiled_model import integer_model
from nonet.model import element, max_of, min_of
from nonet.solving import iter_solutions, solve
from tests.cases import as_one_test
from tests.fuzz import expressions


def kinds(build):
    """The kinds of constraint that CP-SAT is given."""
    proto = integer_model(build.model().structure).proto
    return {
        line.split()[0]
        for each in proto.constraints
        for line in str(each).splitlines()
        if line.endswith("{") and not line.startswith(" ")
    }


def solutions(build):
    """All solutions by CP-SAT, each once."""
    rows = [tuple(s.values()) for s in iter_solutions(build.model(), "cpsat:model=integer")]
    assert len(rows) == len(set(rows))
    return set(rows)


OWN = {
    "int_prod": (lambda x, y: x * y - 3 == x, lambda x, y: x * y - 3 == x),
    "int_div": (lambda x, y: (x + 4) // (y + 4) == 1, lambda x, y: (x + 4) // (y + 4) == 1),
    "int_mod": (lambda x, y: (x + 4) % (y + 4) == 2, lambda x, y: (x + 4) % (y + 4) == 2),
    "lin_max": (
        lambda x, y: max_of([x, y, abs(x - y)]) == min_of([x + 4, 3]),
        lambda x, y: max(x, y, abs(x - y)) == min(x + 4, 3),
    ),
    "element": (
        lambda x, y: element([3, -1, 4, 1, -5, 9, 2], x + 3) == y,
        lambda x, y: [3, -1, 4, 1, -5, 9, 2][x + 3] == y,
    ),
}


@pytest.mark.parametrize("kind", OWN)
def test_an_operation_is_a_constraint_of_cp_sats_own(kind):
    build = ModelBuilder()
    x, y = build.variables("xy", range(-3, 4))
    declare, holds = OWN[kind]
    build.add(declare(x, y))
    assert kind in kinds(build)
    assert "table" not in kinds(build)
    assert solutions(build) == {pair for pair in product(range(-3, 4), repeat=2) if holds(*pair)}


def test_the_parity_of_booleans_is_an_exclusive_or():
    """By all assignments: negated parts, even and negative factors, constants, a part twice."""
    random = Random(7)
    for _ in range(40):
        build = ModelBuilder()
        bits = build.array("b", 4, range(2))
        (number,) = build.variables("n", range(3))
        factors = [random.randint(-3, 3) for _ in bits]
        shift, remainder = random.randint(12, 15), random.randrange(2)
        total = sum(f * b for f, b in zip(factors, bits, strict=True)) + 2 * number + shift
        build.add(total % 2 == remainder)
        build.add((bits[0] == 1) ^ (bits[1] == 0) ^ (number >= 1) ^ (bits[0] == 1) ^ (bits[3] == 1))
        if any(f % 2 for f in factors):
            assert "bool_xor" in kinds(build)
            assert "int_mod" not in kinds(build)
        assert solutions(build) == {
            (*b, n)
            for *b, n in product(*[range(2)] * 4, range(3))
            if (sum(f * v for f, v in zip(factors, b, strict=True)) + shift) % 2 == remainder
            and ((b[1] == 0) + (n >= 1) + b[3]) % 2 == 1
        }


def test_entries_beside_each_other_share_the_variable_of_the_index():
    build = ModelBuilder()
    i, j, x, y = build.variables("ijxy", range(4))
    numbers = [(7 * n + 3) % 5 for n in range(14)]
    build.add(element(numbers, 3 * i + j) == x, y == element(numbers, 3 * i + j + 1))
    proto = integer_model(build.model().structure).proto
    assert len(proto.variables) == 4 + 1 + 2  # with 3 * i + j and the two entries
    assert solutions(build) == {
        (a, b, numbers[3 * a + b], numbers[3 * a + b + 1])
        for a, b in product(range(4), repeat=2)
        if max(numbers[3 * a + b], numbers[3 * a + b + 1]) < 4
    }


def test_a_condition_has_one_literal_however_often_and_however_turned():
    build = ModelBuilder()
    x, y, z = build.variables("xyz", range(4))
    build.add((x == y) + (y == z) <= 1, (y - x == 0) + (z == 3) + 2 * (x != y) >= 2)
    proto = integer_model(build.model().structure).proto
    sums = [tuple(each.linear.vars) for each in proto.constraints if each.enforcement_literal]
    assert len([each for each in sums if len(each) == 2]) == 4  # x == y, y == z, and the opposites
    assert solutions(build) == {
        (a, b, c)
        for a, b, c in product(range(4), repeat=3)
        if (a == b) + (b == c) <= 1 and (a == b) + (c == 3) + 2 * (a != b) >= 2
    }


@pytest.mark.parametrize("divisor", [[-3, -2], [-2, 3], [2, 5]])
def test_quotients_and_remainders_round_down_whatever_the_signs(divisor):
    build = ModelBuilder()
    x, y = build.variable("x", range(-7, 8)), build.variable("y", divisor)
    build.add(x // y + 2 * (x % y) <= 1)
    pairs = product(range(-7, 8), divisor)
    assert solutions(build) == {(a, b) for a, b in pairs if a // b + 2 * (a % b) <= 1}


def test_a_product_of_wide_variables_costs_no_table():
    build = ModelBuilder()
    x, y = build.variables("xy", range(1, 1001))
    build.add(x * y == 997 * 991, x < y)
    proto = integer_model(build.model().structure).proto
    assert len(proto.variables) == 3
    (solution,) = solve(build, "cpsat", limit=None).solutions
    assert tuple(solution.values()) == (991, 997)


@pytest.mark.parametrize("operator", ["not", "implies", "iff", "xor"])
def test_logic_over_operations_holds_as_python_says(operator):
    build = ModelBuilder()
    x, y, z = build.variables("xyz", range(-2, 3))
    first, second = x * y >= z, abs(x - z) == max_of([y, 1])
    declared = {
        "not": lambda: ~first,
        "implies": lambda: first.implies(second),
        "iff": lambda: first.iff(second),
        "xor": lambda: first ^ second,
    }[operator]()
    build.add(declared)
    holds = {
        "not": lambda a, b: not a,
        "implies": lambda a, b: not a or b,
        "iff": lambda a, b: a == b,
        "xor": lambda a, b: a != b,
    }[operator]
    assert solutions(build) == {
        (a, b, c)
        for a, b, c in product(range(-2, 3), repeat=3)
        if holds(a * b >= c, abs(a - c) == max(b, 1))
    }


def test_truths_inside_each_other_have_variables_of_their_own():
    """Each takes a new name when it is declared, not when it is begun."""
    build = ModelBuilder()
    v = build.variable("v", [3, 4])
    odd = (v >= 5) ^ ((v == -1) | (v >= -1))
    build.add(odd.iff(v - element([-2 * v, v], (v >= 5) + 0) < v + v))
    expected = {
        (n,) for n in (3, 4) if ((n >= 5) != (n >= -1)) == (n - [-2 * n, n][n >= 5] < 2 * n)
    }
    assert solutions(build) == expected


@pytest.mark.parametrize("model", ["integer", "textbook", "boolean"])
def test_random_constraints_have_the_solutions_that_python_finds(model):
    random = Random(f"expressions {model}")
    for _ in range(60):
        case = {**expressions.make(random), "backend": f"cpsat:model={model}"}
        assert expressions.judge(case, expressions.Tally()) is None, case


def test_comparisons_that_contradict_each_other_leave_no_solution():
    build = ModelBuilder()
    x, y, z = build.variables("xyz", range(20))
    build.add(x + 2 <= y, y + 3 <= z, z + 1 <= x)
    build.all_different([x - y, y - z, z - x])
    assert solve(build, "cpsat").status.value == "unsat"


@as_one_test(range(-3, 4))
def test_a_comparison_over_one_variable_is_a_set_of_its_values(number):
    build = ModelBuilder()
    x, y = build.variables("xy", range(-5, 6))
    build.add(x % 3 == 1, (y * y >= 10) | (abs(y - number) < 2), ~(y // 2 == number))
    expected = {
        (a, b)
        for a, b in product(range(-5, 6), repeat=2)
        if a % 3 == 1 and (b * b >= 10 or abs(b - number) < 2) and b // 2 != number
    }
    assert solutions(build) == expected
    assert "int_mod" not in kinds(build) and "int_prod" not in kinds(build)


OBJECTIVES_WITHOUT_A_VARIABLE = {
    "a truth that always holds, and one that never does": lambda x, y: (x == x) + (x > 1),
    "two truths that always hold": lambda x, y: 7 * (x == x) + (y != y),
    "a count of all": lambda x, y: nonet.count_of([x, y], [0, 1]),
    "a count of none": lambda x, y: nonet.count_of([x, y], [7]),
    "a quotient of small numbers": lambda x, y: x // 9 + (y < 0),
    "what cancels": lambda x, y: (x == x) - (x > 0) - (x <= 0),
    "a constant greatest value": lambda x, y: nonet.max_of(x, 5) + 0 * y,
    "one place of equal numbers": lambda x, y: nonet.element([4, 4], x),
}


@pytest.mark.filterwarnings("ignore::nonet.errors.ModelWarning")
@as_one_test(list(product(OBJECTIVES_WITHOUT_A_VARIABLE, ["minimize", "maximize"])))
def test_an_objective_may_have_no_variable_left(name, sense):
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(2))
    build.add(x != y)
    getattr(build, sense)(OBJECTIVES_WITHOUT_A_VARIABLE[name](x, y))
    expected = nonet.solve(build, "native", limit=None)
    for backend in ("cpsat", "cpsat:model=textbook"):
        outcome = nonet.solve(build, backend, limit=None)
        assert outcome.optimum.is_proven
        assert outcome.optimum.value == expected.optimum.value
        assert len(outcome.solutions) == len(expected.solutions) == 2


INSIDE = [
    lambda entry, y: abs(entry - y),
    lambda entry, y: entry * y,
    lambda entry, y: entry // y,
    lambda entry, y: entry % y,
    lambda entry, y: -entry * y,
]


@as_one_test(INSIDE)
def test_an_operation_on_an_entry_reaches_all_that_the_entry_may_be(operation):
    """An entry that tells narrower bounds than it has loses solutions further out."""
    build = ModelBuilder()
    numbers = [3, 5, -2, 9]
    (x,), (y,), (z,) = (
        build.variables(name, values)
        for name, values in (("x", range(4)), ("y", range(2, 4)), ("z", range(-30, 31)))
    )
    build.add(operation(element(numbers, x), y) == z)
    assert solutions(build) == {
        (a, b, operation(numbers[a], b)) for a, b in product(range(4), range(2, 4))
    }
