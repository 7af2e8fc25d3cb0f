"""Filters of products, absolute values and extremes: brute force says what bounds may remove."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import nonet
from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import filter_factory
from nonet.encoding.root_bounds import with_root_bounds
from nonet.errors import ModelError
from nonet.model import Constraint, Domain, Linear, Model, max_of, min_of
from nonet.model.constraints.operation_result import OperationResult
from nonet.model.lowering import Lowering

OPERATIONS = {"product": 2, "square": 1, "absolute": 1, "least": 2, "greatest": 2}
NAMES = "vwxyz"


def random_domains(random: Random, names: str) -> dict[str, Domain]:
    """Domains of a few values around 0, with gaps."""
    return {
        name: Domain.of(random.sample(range(-7, 19), random.randint(1, 6)))
        if random.random() < 0.7
        else Domain.range(random.randint(-9, 0), random.randint(0, 9))
        for name in names
    }


def solutions(domains: dict[str, Domain], constraints: list[Constraint]) -> set[tuple[int, ...]]:
    """By brute force, each in the order of the domains."""
    rows = product(*domains.values())
    return {
        row
        for row in rows
        if all(c.holds(dict(zip(domains, row, strict=True))) for c in constraints)
    }


def random_operation(random: Random, operation: str) -> tuple[dict[str, Domain], OperationResult]:
    names = NAMES[: OPERATIONS[operation] + 1]
    domains = random_domains(random, names)
    constraint = OperationResult(tuple(names), operation)
    if random.random() < 0.5:  # results that some operands have
        image = [list(row[:-1]) for row in product(*list(domains.values())[:-1], [0])]
        values = {
            next(
                r
                for r in range(-700, 700)
                if constraint.holds(dict(zip(names, (*v, r), strict=True)))
            )
            for v in random.sample(image, min(3, len(image)))
        }
        domains[names[-1]] = Domain.of(values)
    return domains, constraint


@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_value_of_a_solution_is_removed_and_ends_have_a_support_within_bounds(operation):
    random = Random(281)
    for _ in range(80):
        domains, constraint = random_operation(random, operation)
        engine = Engine(Model(domains, [constraint]).structure, filter_factory())
        expected = solutions(domains, [constraint])
        if not engine.propagate():
            assert not expected
            continue
        narrowed = [engine.domain(x) for x in range(len(domains))]
        for row in expected:
            assert all(value in domain for value, domain in zip(row, narrowed, strict=True))
        if all(domain.size == 1 for domain in narrowed):
            assert expected == {tuple(domain.base for domain in narrowed)}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_native_counts_the_solutions_of_brute_force(operation):
    random = Random(282)
    for _ in range(30):
        domains, constraint = random_operation(random, operation)
        other = Linear(constraint.scope[:2], (1, -1), random.choice(["<=", ">=", "!="]), 2)
        model = Model(domains, [constraint, other])
        expected = len(solutions(domains, [constraint, other]))
        for backend in ("native", "native:learning=1uip", "native:level=gac"):
            assert nonet.count_solutions(model, backend, limit=None).number == expected


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_it_is_rewritten_to_has_the_same_solutions(operation):
    random = Random(283)
    for _ in range(25):
        domains, constraint = random_operation(random, operation)
        lowering = Lowering(domains, {*Constraint.types.values()} - {OperationResult}, {Linear})
        lowering.add(constraint)
        rewritten = Model(lowering.domains, lowering.posted)
        count = nonet.count_solutions(rewritten, "native", limit=None).number
        assert count == len(solutions(domains, [constraint]))


def test_root_bounds_keep_all_solutions():
    random = Random(284)
    for _ in range(80):
        operation = random.choice([*OPERATIONS])
        domains, constraint = random_operation(random, operation)
        scope = tuple(random.sample(sorted(domains), 2))
        factors = random.choice([-3, -1, 1, 2]), random.choice([-2, -1, 1, 4])
        linear = Linear(scope, factors, random.choice(["<=", ">=", "=="]), random.randint(-9, 30))
        narrowed = with_root_bounds(domains, [constraint, linear])
        assert solutions(narrowed, [constraint, linear]) == solutions(domains, [constraint, linear])


def test_domains_of_a_thousand_million_are_solved_where_bounds_leave_few_values():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(1, 10**9))
    build.add(x * y == 1995, x < y)
    assert nonet.count_solutions(build, "native").number == 8


def test_wide_domains_are_solved_by_bounds():
    build = nonet.ModelBuilder()
    x, y, z = build.variables("xyz", range(200_000))
    build.add(max_of(x, y) == z + 5, x + y >= 200_000, min_of(x, y) >= 70_000)
    build.add(abs(x - y) >= 9_000)
    solution = nonet.solve(build, "native").solution
    assert solution is not None
    assert build.model().accepts(solution)


def test_each_halving_keeps_every_solution():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(1, 3_000))
    build.add(x * x + y * y == 5_525)
    assert nonet.count_solutions(build, "native").number == 12


@pytest.mark.parametrize(
    ("scope", "operation", "message"),
    [
        (("x", "y"), "product", "product of 1 variable"),
        (("x", "y", "y"), "product", "a variable stands twice"),
        (("x", "y"), "cube", "none of product, square"),
    ],
)
def test_what_is_no_operation_is_an_error(scope, operation, message):
    with pytest.raises(ModelError, match=message):
        OperationResult(scope, operation)
