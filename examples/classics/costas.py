"""Costas arrays: a permutation whose differences at each distance all differ (Costas 1984).

Teaches: many all_different over differences. There are 40 of order 5, and 116 of order 6.
"""

import nonet


def build(n: int = 6) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    mark = model.array("mark", n, range(n))
    model.all_different(mark, label="one a row")
    for distance in range(1, n - 1):  # the steps over a distance differ
        model.all_different([mark[i + distance] - mark[i] for i in range(n - distance)])
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build(6)), "Costas arrays of order 6")
