"""Magic sequences in CPMpy."""

import cpmpy as cp
import numpy as np


def build(n: int = 10) -> cp.Model:
    often = cp.intvar(0, n - 1, shape=n, name="often")
    model = cp.Model()
    model += cp.GlobalCardinalityCount(often, list(range(n)), often)
    model += cp.sum(often * np.arange(n)) == n
    return model
