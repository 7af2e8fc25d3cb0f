"""Low autocorrelation in CPMpy."""

import cpmpy as cp


def build(n: int = 11) -> cp.Model:
    positive = cp.boolvar(shape=n, name="positive")
    sign = [2 * each - 1 for each in positive]
    correlations = [cp.sum(sign[i] * sign[i + k] for i in range(n - k)) for k in range(1, n)]
    model = cp.Model()
    model += positive[0]
    model.minimize(cp.sum(each * each for each in correlations))
    return model
