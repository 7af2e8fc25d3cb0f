"""De Bruijn sequences in CPMpy."""

import cpmpy as cp


def build(n: int = 4) -> cp.Model:
    bit = cp.intvar(0, 1, shape=2**n, name="bit")
    windows = [
        cp.sum(2 ** (n - 1 - j) * bit[(i + j) % 2**n] for j in range(n)) for i in range(2**n)
    ]
    model = cp.Model()
    model += cp.AllDifferent(windows)
    model += windows[0] == 0
    return model
