"""Bounds lose no solution and come as near as the ends allow."""

from itertools import product
from random import Random

from nonet.encoding.root_bounds import quotient_ends, with_root_bounds
from nonet.model import (
    AllDifferent,
    Domain,
    Linear,
)
from nonet.model.constraints.operation_result import OperationResult
from tests.cases import as_one_test
from tests.encoding.random_primitives import NAMES, OPS


def by_steps(domains, linears):
    """Take the ends away one by one while the others' ends leave no way to the sum."""
    ends = {name: [domain.base, domain.highest] for name, domain in domains.items()}

    def possible(name, value):
        for linear in linears:
            totals = {0}
            for each, factor in zip(linear.scope, linear.coefficients, strict=True):
                values = (value, value) if each == name else ends[each]
                totals = {t + factor * v for t in totals for v in values}
            least, most = min(totals), max(totals)
            if name in linear.scope and linear.op != "!=":
                low_enough = linear.op == ">=" or least <= linear.constant
                if not low_enough or (linear.op != "<=" and most < linear.constant):
                    return False
        return True

    while True:
        before = {name: [*pair] for name, pair in ends.items()}
        for name, pair in ends.items():
            for side, step in ((0, 1), (1, -1)):
                while pair[0] <= pair[1] and not possible(name, pair[side]):
                    pair[side] += step
            if pair[0] > pair[1]:
                return None
        if before == ends:
            return ends


def test_bounds_of_sums_come_as_near_as_the_ends_allow():
    narrowed = emptied = 0
    for number in range(150):
        random = Random(number)
        domains = {}
        for name in NAMES[:3]:
            low = random.randint(-9, 5)
            domains[name] = Domain.range(low, low + random.randint(0, 12))
        linears = [random_linear(random) for _ in range(random.randint(1, 2))]
        expected = by_steps(domains, linears)
        smaller = with_root_bounds(domains, [*linears, AllDifferent(("a", "b"))])
        if expected is None:
            assert not all(smaller.values())
            emptied += 1
        else:
            ends = {name: [domain.base, domain.highest] for name, domain in smaller.items()}
            assert ends == expected, linears
            narrowed += ends != {name: [d.base, d.highest] for name, d in domains.items()}
    assert narrowed > 30 and emptied > 5


def random_linear(random):
    scope = tuple(random.sample(NAMES[:3], random.randint(1, 3)))
    factors = tuple(random.choice((1, -1, 2, -3, 4)) for _ in scope)
    return Linear(scope, factors, random.choice(OPS), random.randint(-20, 25))


OPERATIONS = {
    "product": lambda x, y: x * y,
    "least": min,
    "greatest": max,
    "absolute": abs,
    "square": lambda x: x * x,
}


@as_one_test([*OPERATIONS])
def test_bounds_of_an_operation_lose_no_solution_and_are_those_of_its_results(operation):
    meaning = OPERATIONS[operation]
    places = NAMES[: meaning.__code__.co_argcount if hasattr(meaning, "__code__") else 2]
    if operation == "absolute":
        places = NAMES[:1]
    narrowed = 0
    for number in range(60):
        random = Random(f"{operation} {number}")
        domains = {}
        for name in places:
            low = random.randint(-6, 4)
            domains[name] = Domain.range(low, low + random.randint(0, 7))
        results = {meaning(*row) for row in product(*domains.values())}
        wide = {**domains, "r": Domain.range(-99, 199)}
        constraint = OperationResult((*places, "r"), operation)
        smaller = with_root_bounds(wide, [constraint])
        assert (smaller["r"].base, smaller["r"].highest) == (min(results), max(results))
        assert {name: smaller[name] for name in places} == domains
        low = random.randint(-9, 12)
        wide["r"] = Domain.range(low, low + random.randint(0, 9))
        rows = [r for r in product(*domains.values()) if meaning(*r) in wide["r"]]
        smaller = with_root_bounds(wide, [constraint])
        for row in rows:
            assert all(v in smaller[n] for n, v in zip(places, row, strict=True))
            assert meaning(*row) in smaller["r"]
        narrowed += any(len(smaller[name]) < len(domains[name]) for name in places)
    assert narrowed > 5


def test_a_quotient_is_any_number_whose_product_with_a_divisor_is_in_range():
    for low, high in ((0, 9), (7, 20), (-8, -3), (-5, 4), (6, 6)):
        for least, most in ((1, 3), (3, 4), (-4, -2), (-2, 5), (0, 3), (-3, 0), (0, 0), (-1, 1)):
            fits = [
                q
                for q in range(-30, 31)
                if any(low <= q * d <= high for d in range(least, most + 1))
            ]
            ends = quotient_ends((low, high), (least, most))
            if low <= 0 <= high and least <= 0 <= most:
                assert ends is None
            elif fits:
                assert ends[0] <= fits[0] and fits[-1] <= ends[1]
                products = [q * d for q in ends for d in (least, most, 1, -1) if least <= d <= most]
                assert any(low - 4 <= each <= high + 4 for each in products)
            elif (least, most) == (0, 0):
                assert ends == (1, 0)
