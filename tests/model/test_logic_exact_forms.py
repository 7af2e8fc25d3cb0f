"""Comparisons of one operation with a constant: they need no variable, and brute force judges them."""

from itertools import product
from operator import eq, ge, gt, le, lt, ne
from random import Random

import pytest

import nonet
from nonet import Model
from nonet.backends import get_backend
from nonet.backends.lowering import lower
from nonet.model.constraints.variable_globals import LineComparison
from nonet.model.expressions.arithmetic import Variable

NAMES = ("x", "y", "z")
VARIABLES = [Variable(name) for name in NAMES]
COMPARISONS = (eq, ne, le, ge, lt, gt)


def operation(random):
    """An absolute value, a square, a least or a greatest value, times and plus something."""
    first, second, third = random.sample(VARIABLES, 3)
    inner = random.choice([first - second, 2 * first - second, 3 * first - 1, second + third])
    result = random.choice(
        [
            abs(inner),
            inner**2,
            abs(abs(inner) - 2),
            nonet.max_of(VARIABLES),
            nonet.min_of([inner, third]),
            nonet.max_of([abs(first), inner]),
        ]
    )
    return (
        random.choice([-1, 2, -3]) * result + random.randint(-2, 2)
        if random.random() < 0.5
        else result
    )


def comparison(random):
    return random.choice(COMPARISONS)(operation(random), random.randint(-6, 12))


def constraint(random):
    """A comparison, or two of them in a constraint that says whether they hold."""
    first, second = comparison(random), comparison(random)
    return random.choice(
        [first, first == second, nonet.any_of(first, second), first.implies(second), ~first]
    )


@pytest.mark.parametrize("name", ["native", "sat", "cpsat", "lockstep"])
def test_comparisons_of_operations_have_the_solutions_of_brute_force(name):
    backend = get_backend(name)
    if not backend.available().ok:
        pytest.skip(backend.available().missing)
    several = 0
    for number in range(60):
        random = Random(number)
        domains = {n: random.sample(range(-4, 6), random.randint(2, 4)) for n in NAMES}
        model = Model(domains, [constraint(random) for _ in range(random.randint(1, 2))])
        expected = [
            row
            for row in product(*map(sorted, domains.values()))
            if all(each.holds(dict(zip(NAMES, row, strict=True))) for each in model.constraints)
        ]
        solutions = [tuple(s[n] for n in NAMES) for s in nonet.iter_solutions(model, name)]
        assert sorted(solutions) == expected, (number, model.constraints)
        several += 1 < len(expected) < 20
    assert several > 10


@pytest.mark.parametrize("compare", COMPARISONS)
def test_a_comparison_of_an_operation_needs_no_variable(compare):
    x, y, _ = VARIABLES
    operations = (abs(x - y), (x + 2 * y) ** 2, nonet.max_of([x, y + 1]), nonet.min_of([x, y]))
    for each in operations:
        model = Model(dict.fromkeys("xy", range(100)), [compare(each, 9)])
        assert lower(model, get_backend("native")).structure.variables == ("x", "y")


@pytest.mark.parametrize("name", ["native", "sat", "cpsat", "lockstep"])
def test_a_comparison_that_always_or_never_holds_is_none_of_the_solver(name):
    x, y, _ = VARIABLES
    never, always = nonet.max_of([2 * x]) * 2 == 3, (x - y) ** 2 >= -1
    for both, number in ((~never, 9), (never, 0), (always, 9), (never == always, 0), (x == 1, 3)):
        model = Model(dict.fromkeys("xy", range(3)), [both, nonet.any_of(never, always)])
        assert nonet.count_solutions(model, name).number == number


@pytest.mark.parametrize("name", ["native", "sat", "cpsat", "lockstep"])
def test_a_distance_that_no_value_of_the_sum_has_changes_nothing(name):
    x, y, _ = VARIABLES
    for bound in range(8):
        number = sum(abs(2 * a - 2 * b) != bound for a in range(4) for b in range(4))
        for compared in (abs(2 * x - 2 * y) != bound, ~((2 * x - 2 * y) ** 2 == bound**2)):
            model = Model(dict.fromkeys("xy", range(4)), [compared])
            assert nonet.count_solutions(model, name).number == number


def test_queens_by_distances_are_as_quick_as_by_differences():
    queens = [Variable(f"q{row}") for row in range(10)]
    distances = [abs(queens[i] - queens[j]) != i - j for i in range(len(queens)) for j in range(i)]
    model = Model(
        dict.fromkeys((q.name for q in queens), range(len(queens))),
        [nonet.AllDifferent(queens), *distances],
    )
    assert len(lower(model, get_backend("native")).structure.variables) == len(queens)
    assert nonet.solve(model, "native").solutions
    assert nonet.count_solutions(model, "lockstep").number == 724  # OEIS A000170


def test_the_opposite_of_a_comparison_of_lines_is_one_too():
    lines = LineComparison(("a", "b"), ("c", "d"), "e", first="a", begins=1)
    model = Model({**dict.fromkeys("abcd", (0, 1, 2)), "e": (0, 1)}, [~lines])
    for name in ("native", "lockstep", "cpsat"):
        rows = {tuple(s[n] for n in "abcde") for s in nonet.iter_solutions(model, name)}
        assert rows == {
            row
            for row in product(*[(0, 1, 2)] * 4, (0, 1))
            if not lines.holds(dict(zip("abcde", row, strict=True)))
        }
