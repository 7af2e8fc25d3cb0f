"""Block designs in CPMpy."""

from itertools import combinations

import cpmpy as cp


def build(v: int = 7, k: int = 3, together: int = 1) -> cp.Model:
    r = together * (v - 1) // (k - 1)
    inside = cp.boolvar(shape=(v, v * r // k), name="inside")
    model = cp.Model()
    model += [cp.sum(point) == r for point in inside]
    model += [cp.sum(block) == k for block in inside.T]
    for first, second in combinations(inside, 2):
        model += cp.sum(first * second) == together
    for lines in (inside, inside.T):
        model += cp.LexChainLessEq(lines[::-1])
    return model
