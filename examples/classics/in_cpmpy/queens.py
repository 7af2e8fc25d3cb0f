"""Queens in CPMpy."""

import cpmpy as cp
import numpy as np


def build(n: int = 8) -> cp.Model:
    row = cp.intvar(0, n - 1, shape=n, name="row")
    model = cp.Model()
    model += cp.AllDifferent(row)
    model += cp.AllDifferent(row + np.arange(n))
    model += cp.AllDifferent(row - np.arange(n))
    return model
