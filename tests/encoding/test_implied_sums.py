"""Combinations and implied sums, judged by brute force over all assignments."""

from itertools import combinations, permutations, product
from random import Random

from nonet.encoding.implied_sums import LONGEST, cage_predicate, combinations_of, implied_sums
from nonet.model import AllDifferent, Linear, Model
from tests.cases import as_one_test


def grids(values):
    """The 288 squares of four values in rows, columns and boxes."""
    pairs = list(product(permutations(values), repeat=2))
    halves = [(a, b) for a, b in pairs if {*a[:2], *b[:2]} == {*a[2:], *b[2:]} == {*values}]
    for rows in (top + bottom for top, bottom in product(halves, repeat=2)):
        if all(len(set(column)) == 4 for column in zip(*rows, strict=True)):
            yield {f"{r}{c}": rows[r][c] for r in range(4) for c in range(4)}


PLACES = list(grids(range(4)))


def four_by_four(random, values):
    """A square of four values in rows, columns and boxes, with random cages cut from a solution."""
    rows = [[f"{r}{c}" for c in range(4)] for r in range(4)]
    boxes = [[rows[r + i][c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    units = [AllDifferent(tuple(u)) for u in (*rows, *zip(*rows, strict=True), *boxes)]
    solved = [[0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0]]
    value = {rows[r][c]: values[solved[r][c]] for r in range(4) for c in range(4)}
    cages = []
    for unit in random.sample(units, 5):
        scope = tuple(random.sample(unit.scope, random.randint(1, 3)))
        cages.append(Linear.sum(scope, "==", sum(value[name] for name in scope)))
    return Model(dict.fromkeys(value, values), [*units, *cages])


@as_one_test(range(8))
def test_implied_sums_hold_in_every_solution(number):
    random = Random(number)
    values = random.sample(range(-500 if number % 2 else -5, 10), 4)
    model = four_by_four(random, values)
    sums = implied_sums(model)
    assert all(1 <= len(each.scope) <= LONGEST for each in sums)
    squares = ({name: values[place] for name, place in at.items()} for at in PLACES)
    solutions = [square for square in squares if model.accepts(square)]
    assert solutions
    for solution in solutions:
        for each in sums:
            assert each.holds(solution), each.rule.label


def test_some_sums_are_implied():
    assert sum(len(implied_sums(four_by_four(Random(n), (1, 2, 3, 4)))) for n in range(8)) > 20


def test_the_45_rule_finds_innies_and_outies():
    rows = [tuple(f"r{r}c{c}" for c in range(4)) for r in range(2)]
    cages = [
        Linear.sum(("r0c0", "r1c0", "r0c1", "r1c1"), "==", 11),  # no AllDifferent has them: no cage
        Linear.sum(("r0c0", "r0c1", "r0c2"), "==", 6),
        Linear.sum(("r0c3", "r1c3"), "==", 7),
        Linear.sum(("r1c0", "r1c1", "r1c2"), "==", 7),
    ]
    model = Model(
        {name: range(1, 5) for row in rows for name in row},
        [*map(AllDifferent, rows), AllDifferent(("r0c3", "r1c3")), *cages],
    )
    formulas = {each.formula for each in implied_sums(model)}
    assert {"r0c3 == 4", "r1c3 == 3"} <= formulas
    assert not any("r0c0" in each for each in formulas)


def test_nothing_is_implied_without_a_unit_or_a_cage():
    cage = Linear.sum(("a", "b"), "==", 5)
    loose = Model({name: range(1, 6) for name in "abc"}, [AllDifferent(tuple("abc")), cage])
    assert implied_sums(loose) == []
    unit = Model({name: range(1, 4) for name in "abc"}, [AllDifferent(tuple("abc"))])
    assert implied_sums(unit) == []


def test_combinations_are_all_sets_of_the_sum():
    for values, number, total in product([range(1, 10), range(-3, 4)], range(1, 6), range(-4, 36)):
        expected = {c for c in combinations(values, number) if sum(c) == total}
        result = combinations_of([values] * number, total)
        assert result is not None and set(result) == expected and len(result) == len(expected)
    assert combinations_of([range(1, 3)] * 3, 4) == ()
    assert combinations_of([range(60)] * 20, 600) is None


def test_a_cage_is_a_plain_sum_within_an_all_different():
    model = Model({name: range(9) for name in "abcd"}, [AllDifferent(tuple("abc"))])
    is_cage = cage_predicate(model)
    assert is_cage(Linear.sum(("a", "b"), "==", 3))
    assert not is_cage(Linear.sum(("a", "d"), "==", 3))
    assert not is_cage(Linear.sum(("a", "b"), "<=", 3))
    assert not is_cage(Linear(("a", "b"), (1, 2), "==", 3))
