"""Sicherman's dice in CPMpy."""

import cpmpy as cp


def build(sides: int = 6) -> cp.Model:
    one = cp.intvar(1, 2 * sides - 1, shape=sides, name="one")
    other = cp.intvar(1, 2 * sides - 1, shape=sides, name="other")
    model = cp.Model()
    sums = [a + b for a in one for b in other]
    for total in range(2, 2 * sides + 1):
        ways = min(total - 1, 2 * sides + 1 - total)
        model += cp.Count(sums, total) == ways
    model += cp.Increasing(one)
    model += cp.Increasing(other)
    model += cp.LexLessEq(one, other)
    return model
