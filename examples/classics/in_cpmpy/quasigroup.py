"""Quasigroup existence QG5 in CPMpy."""

import cpmpy as cp


def build(n: int = 7) -> cp.Model:
    times = cp.intvar(0, n - 1, shape=(n, n), name="times")
    model = cp.Model()
    for line in (*times, *times.T):
        model += cp.AllDifferent(line)
    for a in range(n):
        model += times[a, a] == a
        if a > 1:
            model += times[a, n - 1] >= a - 1
        for b in range(n):
            once = times[b, a]
            model += times[times[once, b], b] == a
    return model
