"""Steiner triples in CPMpy."""

from itertools import combinations

import cpmpy as cp


def build(n: int = 7) -> cp.Model:
    taken = {t: cp.boolvar(name=f"{t}") for t in combinations(range(1, n + 1), 3)}
    model = cp.Model()
    for pair in combinations(range(1, n + 1), 2):
        holding = cp.sum(x for triple, x in taken.items() if set(pair) <= set(triple))
        model += holding == 1
    return model
