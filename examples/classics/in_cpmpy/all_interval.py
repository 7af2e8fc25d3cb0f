"""All-interval series in CPMpy."""

import cpmpy as cp


def build(n: int = 8) -> cp.Model:
    tone = cp.intvar(0, n - 1, shape=n, name="tone")
    model = cp.Model()
    model += cp.AllDifferent(tone)
    model += cp.AllDifferent(cp.abs(tone[1:] - tone[:-1]))
    return model
