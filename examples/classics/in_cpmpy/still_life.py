"""Still life in CPMpy."""

import cpmpy as cp


def build(n: int = 4) -> cp.Model:
    alive = cp.boolvar(shape=(n + 4, n + 4), name="alive")
    model = cp.Model()
    for r in range(n + 4):
        for c in range(n + 4):
            if not (2 <= r < n + 2 and 2 <= c < n + 2):
                model += alive[r, c] == 0
    for r in range(1, n + 3):
        for c in range(1, n + 3):
            near = cp.sum(alive[r - 1 : r + 2, c - 1 : c + 2]) - alive[r, c]
            model += alive[r, c].implies((near >= 2) & (near <= 3))
            model += (~alive[r, c]).implies(near != 3)
    model.maximize(cp.sum(alive))
    return model
