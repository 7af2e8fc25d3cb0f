"""Water buckets in CPMpy."""

from itertools import permutations, product

import cpmpy as cp

SIZES = (8, 5, 3)


def moves() -> list[tuple[int, ...]]:
    rows = []
    for state in product(*(range(size + 1) for size in SIZES)):
        for source, target in permutations(range(3), 2):
            poured = min(state[source], SIZES[target] - state[target])
            after = list(state)
            after[source], after[target] = state[source] - poured, state[target] + poured
            rows.append((*state, *after))
    return rows


def build(number: int = 7) -> cp.Model:
    state = cp.intvar(0, 8, shape=(number + 1, 3), name="state")
    model = cp.Model()
    model += [state[0] == [8, 0, 0], state[number] == [4, 4, 0]]
    table = moves()
    for t in range(number):
        model += cp.Table([*state[t], *state[t + 1]], table)
    return model
