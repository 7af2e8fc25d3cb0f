"""Warehouse location in CPMpy."""

import cpmpy as cp

CAPACITY = (1, 4, 2, 1, 3)
FIXED = 30
COSTS = (
    (20, 24, 11, 25, 30), (28, 27, 82, 83, 74), (74, 97, 71, 96, 70), (2, 55, 73, 69, 61),
    (46, 96, 59, 83, 4), (42, 22, 29, 67, 59), (1, 5, 73, 59, 56), (10, 73, 13, 43, 96),
    (93, 35, 63, 85, 46), (47, 65, 55, 71, 95),
)  # fmt: skip


def build() -> cp.Model:
    supplier = cp.intvar(0, len(CAPACITY) - 1, shape=len(COSTS), name="supplier")
    model = cp.Model()
    used = [cp.Count(supplier, w) for w in range(len(CAPACITY))]
    model += [n <= c for n, c in zip(used, CAPACITY, strict=True)]
    transport = cp.sum(cp.Element(row, supplier[store]) for store, row in enumerate(COSTS))
    model.minimize(transport + FIXED * cp.sum(n >= 1 for n in used))
    return model
