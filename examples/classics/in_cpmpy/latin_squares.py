"""Latin squares in CPMpy."""

import cpmpy as cp


def build(n: int = 4, reduced: bool = False) -> cp.Model:
    square = cp.intvar(0, n - 1, shape=(n, n), name="square")
    model = cp.Model()
    for line in (*square, *square.T):
        model += cp.AllDifferent(line)
    if reduced:
        for i in range(n):
            model += [square[0, i] == i, square[i, 0] == i]
    return model
