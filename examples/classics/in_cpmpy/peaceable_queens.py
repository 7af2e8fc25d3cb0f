"""Peaceable queens in CPMpy."""

from itertools import combinations

import cpmpy as cp


def build(n: int = 5) -> cp.Model:
    white, black = cp.boolvar(shape=(2, n, n), name="queen")
    model = cp.Model()
    cells = [(r, c) for r in range(n) for c in range(n)]
    for a, b in combinations(cells, 2):
        if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1]):
            model += [white[a] + black[b] <= 1, black[a] + white[b] <= 1]
    model += white + black <= 1
    army = cp.intvar(0, n * n, name="army")
    model += [cp.sum(white) == army, cp.sum(black) == army]
    model.maximize(army)
    return model
