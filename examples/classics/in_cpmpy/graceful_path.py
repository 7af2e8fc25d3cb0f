"""Graceful labellings in CPMpy."""

import cpmpy as cp


def build(n: int = 6) -> cp.Model:
    label = cp.intvar(0, n - 1, shape=n, name="label")
    model = cp.Model()
    model += cp.AllDifferent(label)
    model += cp.AllDifferent([abs(label[i + 1] - label[i]) for i in range(n - 1)])
    return model
