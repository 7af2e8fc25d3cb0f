"""Golomb rulers in CPMpy."""

from itertools import combinations

import cpmpy as cp


def build(marks: int = 6) -> cp.Model:
    mark = cp.intvar(0, marks * marks - 1, shape=marks, name="mark")
    model = cp.Model()
    model += mark[0] == 0
    model += cp.IncreasingStrict(mark)
    model += cp.AllDifferent([b - a for a, b in combinations(mark, 2)])
    model += mark[1] - mark[0] <= mark[-1] - mark[-2]
    model.minimize(mark[-1])
    return model
