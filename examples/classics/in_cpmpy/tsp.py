"""A salesman's tour in CPMpy."""

import cpmpy as cp

DISTANCES = ((0, 3, 4, 2, 7), (3, 0, 4, 6, 3), (4, 4, 0, 5, 8), (2, 6, 5, 0, 6), (7, 3, 8, 6, 0))


def build() -> cp.Model:
    n = len(DISTANCES)
    after = cp.intvar(0, n - 1, shape=n, name="after")
    model = cp.Model()
    model += cp.Circuit(after)
    model.minimize(cp.sum(cp.Element(DISTANCES[city], after[city]) for city in range(n)))
    return model
