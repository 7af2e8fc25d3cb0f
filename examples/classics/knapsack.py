"""Knapsack: the most worth that fits (Kreher and Stinson 1999, example 1; optimum 309 of 165).

Teaches: an objective over 0/1 variables.
"""

import nonet

WEIGHTS = (23, 31, 29, 44, 53, 38, 63, 85, 89, 82)
PROFITS = (92, 57, 49, 68, 60, 43, 67, 84, 87, 72)


def build(capacity: int = 165) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    take = model.array("take", len(WEIGHTS), range(2))
    weight = sum(w * x for w, x in zip(WEIGHTS, take, strict=True))
    model.add(weight <= capacity, label="it fits")
    model.maximize(sum(p * x for p, x in zip(PROFITS, take, strict=True)), label="worth")
    return model


if __name__ == "__main__":
    print("the knapsack is worth", nonet.solve(build()).optimum.value)
