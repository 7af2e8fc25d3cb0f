"""The data of the models, the same for all routes."""

from __future__ import annotations

from functools import cache
from random import Random

Sums = list[tuple[list[int], int]]


@cache
def sums(number: int) -> tuple[int, Sums]:
    """Sums of four of 500 hidden values from 0 to 20."""
    random = Random(1)
    hidden = [random.randrange(21) for _ in range(500)]
    picked = [random.sample(range(500), 4) for _ in range(number)]
    return 500, [(places, sum(hidden[i] for i in places)) for places in picked]


@cache
def knapsack(items: int, limits: int) -> tuple[list[int], list[list[int]], list[int]]:
    """Profits, weights in several respects, and capacities."""
    random = Random(2)
    weights = [[random.randint(10, 99) for _ in range(items)] for _ in range(limits)]
    profits = [
        sum(each[i] for each in weights) // limits + random.randint(-9, 9) for i in range(items)
    ]
    return profits, weights, [sum(each) // 2 for each in weights]


@cache
def costs(rows: int, columns: int, seed: int = 3) -> list[list[int]]:
    """A matrix of costs."""
    random = Random(seed)
    return [[random.randint(1, 99) for _ in range(columns)] for _ in range(rows)]


@cache
def graph(nodes: int, share: float) -> list[tuple[int, int]]:
    """A random graph."""
    random = Random(4)
    return [(i, j) for i in range(nodes) for j in range(i) if random.random() < share]


@cache
def jobs(number: int, machines: int) -> list[list[tuple[int, int]]]:
    """Return for each job its tasks in order: machine and duration."""
    random = Random(5)
    orders = [random.sample(range(machines), machines) for _ in range(number)]
    return [[(machine, random.randint(2, 20)) for machine in order] for order in orders]


OPEN_SHOP = [[54, 34, 61, 2], [9, 15, 89, 70], [38, 19, 28, 87], [95, 34, 7, 29]]
"""An open shop: how long the job of a row takes on the machine of a column."""


@cache
def linear_rows(rows: int, variables: int, terms: int) -> list[tuple[list[int], list[int], int]]:
    """Inequalities that a hidden point satisfies."""
    random = Random(6)
    hidden = [random.randrange(100) for _ in range(variables)]
    inequalities = []
    for _ in range(rows):
        places = random.sample(range(variables), terms)
        factors = [random.choice((-5, -3, -2, -1, 1, 2, 3, 7)) for _ in places]
        total = sum(c * hidden[i] for c, i in zip(factors, places, strict=True))
        inequalities.append((places, factors, total + random.randint(0, 20)))
    return inequalities


@cache
def tables(number: int, variables: int, rows: int) -> list[tuple[list[int], list[tuple[int, ...]]]]:
    """Tables of three variables over 0 to 9, of which each has the row of a hidden point."""
    random = Random(7)
    hidden = [random.randrange(10) for _ in range(variables)]
    result = []
    for _ in range(number):
        places = random.sample(range(variables), 3)
        listed = {tuple(random.randrange(10) for _ in range(3)) for _ in range(rows)}
        listed.add(tuple(hidden[i] for i in places))
        result.append((places, sorted(listed)))
    return result


@cache
def tasks(number: int) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """Durations, demands, and which task precedes which."""
    random = Random(8)
    before = [(random.randrange(i), i) for i in range(1, number)]
    return (
        [random.randint(1, 9) for _ in range(number)],
        [random.randint(1, 5) for _ in range(number)],
        before,
    )


TEMPLATE_DESIGN = [250, 255, 260, 500, 500, 800, 1100]
"""The cat food of CSPLib 2: how many of each design; nine to a template, two templates."""


@cache
def products(number: int, variables: int) -> list[tuple[int, int, int, int]]:
    """``x * y + z == total`` for a hidden point."""
    random = Random(9)
    hidden = [random.randint(1, 60) for _ in range(variables)]
    equations = []
    for _ in range(number):
        i, j, k = random.sample(range(variables), 3)
        equations.append((i, j, k, hidden[i] * hidden[j] + hidden[k]))
    return equations


@cache
def demands(products_: int, periods: int) -> list[list[int]]:
    """Return the demand for each product in each period, mostly 0."""
    random = Random(10)
    return [
        [random.randint(5, 40) if random.random() < 0.3 else 0 for _ in range(periods)]
        for _ in range(products_)
    ]
