"""Knapsack in CPMpy."""

import cpmpy as cp

WEIGHTS = (23, 31, 29, 44, 53, 38, 63, 85, 89, 82)
PROFITS = (92, 57, 49, 68, 60, 43, 67, 84, 87, 72)


def build(capacity: int = 165) -> cp.Model:
    take = cp.boolvar(shape=len(WEIGHTS), name="take")
    model = cp.Model()
    model += cp.sum(take * WEIGHTS) <= capacity
    model.maximize(cp.sum(take * PROFITS))
    return model
