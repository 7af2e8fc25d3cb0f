"""Stable marriages in CPMpy."""

import cpmpy as cp

RANKS = (((1, 2, 3), (3, 1, 2), (2, 3, 1)), ((3, 1, 2), (2, 3, 1), (1, 2, 3)))
"""How each man ranks each woman, and each woman each man."""


def build(ranks: tuple[tuple[tuple[int, ...], ...], ...] = RANKS) -> cp.Model:
    men, women = (cp.cpm_array(each) for each in ranks)
    n = len(men)
    wife = cp.intvar(0, n - 1, shape=n, name="wife")
    husband = cp.intvar(0, n - 1, shape=n, name="husband")
    model = cp.Model()
    model += cp.Inverse(wife, husband)
    for m in range(n):
        for w in range(n):
            he_prefers = cp.cpm_array(men[m])[wife[m]] > men[m][w]
            she_prefers = cp.cpm_array(women[w])[husband[w]] > women[w][m]
            model += ~(he_prefers & she_prefers)
    return model
