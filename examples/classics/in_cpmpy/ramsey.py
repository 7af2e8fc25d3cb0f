"""Ramsey in CPMpy."""

from itertools import combinations

import cpmpy as cp


def build(people: int = 5) -> cp.Model:
    friends = {pair: cp.boolvar(name=f"{pair}") for pair in combinations(range(people), 2)}
    model = cp.Model()
    for a, b, c in combinations(range(people), 3):
        alike = friends[a, b] + friends[a, c] + friends[b, c]
        model += [alike >= 1, alike <= 2]
    return model
