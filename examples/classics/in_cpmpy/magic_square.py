"""Magic squares in CPMpy."""

import cpmpy as cp


def build(n: int = 3) -> cp.Model:
    square = cp.intvar(1, n * n, shape=(n, n), name="square")
    total = n * (n * n + 1) // 2
    model = cp.Model()
    model += cp.AllDifferent(square)
    model += [cp.sum(row) == total for row in square]
    model += [cp.sum(column) == total for column in square.T]
    model += cp.sum(square[i, i] for i in range(n)) == total
    model += cp.sum(square[i, n - 1 - i] for i in range(n)) == total
    return model
