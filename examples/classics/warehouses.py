"""Warehouse location: which to open, and which supplies each store (CSPLib 034; cost 383).

Teaches: element for costs, cardinality for capacities, a constraint as 0/1 in the objective.
"""

import nonet

CAPACITY = (1, 4, 2, 1, 3)
FIXED = 30
COSTS = (
    (20, 24, 11, 25, 30), (28, 27, 82, 83, 74), (74, 97, 71, 96, 70), (2, 55, 73, 69, 61),
    (46, 96, 59, 83, 4), (42, 22, 29, 67, 59), (1, 5, 73, 59, 56), (10, 73, 13, 43, 96),
    (93, 35, 63, 85, 46), (47, 65, 55, 71, 95),
)  # fmt: skip


def build() -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    supplier = model.array("supplier", len(COSTS), range(len(CAPACITY)))
    used = [nonet.count_of(supplier, w) for w in range(len(CAPACITY))]
    model.add(*(n <= c for n, c in zip(used, CAPACITY, strict=True)), label="capacities")
    transport = [nonet.element(row, supplier[store]) for store, row in enumerate(COSTS)]
    model.minimize(sum(transport) + FIXED * sum(n >= 1 for n in used), label="cost")
    return model


if __name__ == "__main__":
    print("the warehouses cost", nonet.solve(build(), "cpsat").optimum.value)
