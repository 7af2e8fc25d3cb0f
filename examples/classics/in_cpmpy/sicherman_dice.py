"""Sicherman's dice in CPMpy."""

import cpmpy as cp


def build(sides: int = 6) -> cp.Model:
    first = cp.intvar(1, 2 * sides - 1, shape=sides, name="first")
    second = cp.intvar(1, 2 * sides - 1, shape=sides, name="second")
    model = cp.Model()
    sums = [a + b for a in first for b in second]
    for total in range(2, 2 * sides + 1):
        ways = min(total - 1, 2 * sides + 1 - total)
        model += cp.Count(sums, total) == ways
    model += cp.Increasing(first)
    model += cp.Increasing(second)
    model += cp.LexLessEq(first, second)
    return model
