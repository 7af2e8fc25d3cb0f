"""Water buckets: 8, 5 and 3 litres, the first full: halve the water (CSPLib 018; Tartaglia 1556).

Teaches: a plan as a table of the moves, from each state to the next. It takes 7 moves, not 6.
"""

from itertools import permutations, product

import nonet

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


def build(number: int = 7) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    state = model.array("state", (number + 1, 3), range(9))
    model.add(state[0, :] == [8, 0, 0], state[number, :] == [4, 4, 0], label="begin and end")
    table = moves()
    for t in range(number):
        model.table([*state[t, :], *state[t + 1, :]], table, label=f"move {t + 1}")
    return model


if __name__ == "__main__":
    for number in (6, 7):
        print(number, "moves:", nonet.solve(build(number)).status.value)
