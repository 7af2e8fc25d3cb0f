"""Stable marriages: no two prefer each other to whom they have (Gale and Shapley 1962).

Teaches: inverse, ranks by array[x], and an implication each way. Their first example has 3.
"""

import nonet

RANKS = (((1, 2, 3), (3, 1, 2), (2, 3, 1)), ((3, 1, 2), (2, 3, 1), (1, 2, 3)))
"""How each man ranks each woman, and each woman each man."""


def build(ranks: tuple[tuple[tuple[int, ...], ...], ...] = RANKS) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    men, women = ranks
    n = len(men)
    wife, husband = model.array("wife", n, range(n)), model.array("husband", n, range(n))
    model.inverse(wife, husband, label="couples")
    for m in range(n):
        for w in range(n):
            he_prefers = men[m][w] < nonet.element(men[m], wife[m])
            she_prefers = women[w][m] < nonet.element(women[w], husband[w])
            model.add(~(he_prefers & she_prefers), label=f"{m} and {w} do not elope")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build()), "stable sets of marriages")
