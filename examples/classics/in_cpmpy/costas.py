"""Costas arrays in CPMpy."""

import cpmpy as cp


def build(n: int = 6) -> cp.Model:
    mark = cp.intvar(0, n - 1, shape=n, name="mark")
    model = cp.Model()
    model += cp.AllDifferent(mark)
    for distance in range(1, n - 1):
        model += cp.AllDifferent(mark[distance:] - mark[:-distance])
    return model
