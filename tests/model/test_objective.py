"""Objectives: brute force judges their values, bounds, orders and what an improvement must hold."""

from itertools import product
from random import Random

import pytest

from nonet.errors import ModelError
from nonet.model import ModelBuilder
from nonet.model.domain import Domain
from nonet.model.objective import MOST_SHOWN, LexicographicObjective, Objective

NAMES = "xyz"


def drawn(random, sense=None):
    scope = random.sample(NAMES, random.randint(1, 3))
    coefficients = [random.choice((-3, -1, 1, 2)) for _ in scope]
    sense = sense or random.choice(("minimize", "maximize"))
    return Objective(sense, tuple(scope), tuple(coefficients), random.randint(-4, 4))


def cases_of(domains):
    return [dict(zip(domains, values, strict=True)) for values in product(*domains.values())]


@pytest.mark.parametrize("seed", range(8))
def test_bounds_and_what_is_better_are_those_of_brute_force(seed):
    random = Random(seed)
    domains = {name: Domain.of(random.sample(range(-3, 5), 3)) for name in NAMES}
    cases = cases_of(domains)
    objective = drawn(random)
    values = [objective.value(case) for case in cases]
    ends = min(values), max(values)
    best, worst = ends if objective.sense == "minimize" else ends[::-1]
    assert objective.best_and_worst(domains) == (best, worst)
    assert not any(objective.is_better(value, best) for value in values)
    assert objective.is_better(worst, None) and not objective.is_better(best, best)
    for incumbent in {best, worst, values[0]}:
        improved = objective.improvement_constraint(incumbent)
        equal = objective.equality_constraint(incumbent)
        (optimal,) = objective.optimality_constraints(incumbent)
        for case, value in zip(cases, values, strict=True):
            assert improved.holds(case) == objective.is_better(value, incumbent)
            assert equal.holds(case) == optimal.holds(case) == (value == incumbent)


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_of_two_values_the_better_and_of_two_bounds_the_tighter_is_kept(sense):
    objective = Objective(sense, ("x",), (1,))
    good, bad = (1, 2) if sense == "minimize" else (2, 1)
    assert objective.better_value(1, 2) == objective.better_value(2, 1) == good
    assert objective.better_value(bad, None) == bad
    assert objective.tighter_bound(1, 2) == objective.tighter_bound(2, 1) == bad
    assert objective.tighter_bound(1, None) == objective.tighter_bound(None, 1) == 1
    assert objective.tighter_bound(None, None) is None


@pytest.mark.parametrize("seed", range(8))
def test_levels_order_solutions_as_their_values_in_turn_do(seed):
    random = Random(100 + seed)
    domains = {name: Domain.of(random.sample(range(-3, 5), 3)) for name in NAMES}
    levels = [drawn(random) for _ in range(random.randint(2, 3))]
    both = LexicographicObjective.of(levels, domains)
    totals, orders = [], []
    for case in cases_of(domains):
        values = tuple(level.value(case) for level in levels)
        total = both.value(case)
        assert both.level_values(total) == values
        assert both.value_of_levels(values) == total
        totals.append(total)
        orders.append(
            tuple(level.sign * value for level, value in zip(levels, values, strict=True))
        )
        alike = both.optimality_constraints(total)
        for other in cases_of(domains)[::5]:
            same = values == tuple(level.value(other) for level in levels)
            assert all(each.holds(other) for each in alike) == same
    ranked = sorted(range(len(totals)), key=lambda place: orders[place])
    assert [totals[place] for place in ranked] == sorted(totals)
    assert len(set(totals)) == len(set(orders))


def test_an_objective_is_merged_and_shown_in_a_line():
    twice = Objective("maximize", ("x", "y", "x", "z"), (2, 1, -1, 0), -3)
    assert (twice.scope, twice.coefficients) == (("x", "y"), (1, 1))
    assert str(twice) == "maximize x + y - 3"
    assert Objective("minimize", ("x",), (-2,), 3).formula == "-2 * x + 3"
    assert Objective("minimize", ("x",), (1,)).formula == "x"
    assert Objective("minimize", ("x",), (1,), label="a\nb").text == r"a\nb"
    label = "n" * MOST_SHOWN
    assert Objective("minimize", ("x",), (1,), label=label).text == label
    assert Objective("minimize", ("x",), (1,), label=label + "n").text == label + "..."


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (("least", ("x",), (1,)), "'least' is none of minimize, maximize"),
        (("minimize", ("x",), (1,), 0, 7), "its label is a text, not 7"),
        (("minimize", ("x", "y"), (1,)), "2 variables but 1 coefficient"),
        (("minimize", (), ()), "the objective speaks of no variable"),
        (("minimize", ("x", "x"), (1, -1)), "the objective speaks of no variable"),
        (("minimize", ("x",), (1.5,)), "the coefficient 1.5 is a float"),
        (("minimize", ("x",), (1,), 0.5), "the constant 0.5 is a float"),
        (("minimize", "xy", (1, 1)), "not the text 'xy'"),
    ],
)
def test_an_objective_that_is_none_is_refused(fields, message):
    with pytest.raises(ModelError) as caught:
        Objective(*fields)
    assert message in str(caught.value)


def test_only_a_weighted_sum_is_an_objective():
    build = ModelBuilder()
    x, y = build.variables("xy", range(4))
    objective = Objective.from_expression("minimize", 3 * x - y + 2, "cost")
    assert objective == Objective("minimize", ("x", "y"), (3, -1), 2, "cost")
    for wrong, message in ((x <= y, "not a constraint: x - y <= 0"), (x * y, "is a weighted sum")):
        with pytest.raises(ModelError) as caught:
            Objective.from_expression("minimize", wrong)
        assert message in str(caught.value)
