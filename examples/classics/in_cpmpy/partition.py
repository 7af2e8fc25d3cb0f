"""Number partitioning in CPMpy."""

import cpmpy as cp


def build(n: int = 8) -> cp.Model:
    half = cp.intvar(1, n, shape=(2, n // 2), name="half")
    model = cp.Model()
    model += cp.AllDifferent(half)
    for side in half:
        model += cp.IncreasingStrict(side)
    model += cp.sum(half[0]) == cp.sum(half[1])
    model += cp.sum(x * x for x in half[0]) == cp.sum(x * x for x in half[1])
    model += half[0, 0] == 1
    return model
