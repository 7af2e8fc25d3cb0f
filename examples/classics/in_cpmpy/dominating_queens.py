"""Dominating queens in CPMpy."""

from itertools import product

import cpmpy as cp


def build(n: int = 6) -> cp.Model:
    queen = cp.boolvar(shape=(n, n), name="queen")
    model = cp.Model()
    for r, c in product(range(n), repeat=2):
        seen = [
            queen[i, j]
            for i, j in product(range(n), repeat=2)
            if i == r or j == c or abs(i - r) == abs(j - c)
        ]
        model += cp.sum(seen) >= 1
    model.minimize(cp.sum(queen))
    return model
