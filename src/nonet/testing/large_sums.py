"""Random models of sums of large numbers, alone and inside ``AnyOf``.

A solver that computes in 32 or 64 bits, or in floating point, fails here: the variables are few and
their values small, so that brute force can judge, but coefficients go up to ``10**15``, and sums
are compared with numbers near their values.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nonet.model import AnyOf, Constraint, Domain, Linear, Model
from nonet.testing.strategies import COMPARISONS, random_names, seeded_strategy


def _linear(chance: Random, names: Sequence[str]) -> Linear:
    """Return a comparison of a large sum with a number equal or near to a value of the sum."""
    scope = random_names(chance, names)
    size = 10 ** chance.randint(4, 15)
    sizes = (size, -size, 2 * size, size + 1, -size - 14, 0)
    coefficients = tuple(chance.choice(sizes) + chance.randint(-3, 3) for _ in scope)
    total = sum(coefficient * chance.randint(-3, 5) for coefficient in coefficients)
    op = chance.choice(COMPARISONS)
    return Linear(tuple(scope), coefficients, op, total + chance.randint(-3, 3))


def _any_of(chance: Random, names: Sequence[str]) -> AnyOf:
    """Groups of large sums, many over the same variables with the same coefficients."""
    linear = _linear(chance, names)

    def part() -> Linear:
        kind = chance.randrange(3)
        if kind == 0:
            return linear
        if kind == 1:
            return _linear(chance, names)
        constant = linear.constant + chance.randint(-3, 3)
        return Linear(linear.scope, linear.coefficients, chance.choice(COMPARISONS), constant)

    numbers = [chance.randint(1, 2) for _ in range(chance.randint(2, 3))]
    return AnyOf(tuple(tuple(part() for _ in range(number)) for number in numbers))


@seeded_strategy
def large_sums(random: Random) -> Model:
    """A model of up to three such constraints over up to four variables."""
    names = [f"v{i}" for i in range(random.randint(1, 4))]
    constraints: list[Constraint] = [
        random.choice((_linear, _any_of))(random, names) for _ in range(random.randint(1, 3))
    ]
    domains = {n: Domain.of(random.sample(range(-4, 7), random.randint(1, 4))) for n in names}
    return Model(domains, constraints)
