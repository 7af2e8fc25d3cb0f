"""Golomb rulers: marks whose distances all differ, as short as can be (CSPLib 006).

Teaches: an objective; an order of the marks breaks symmetry. Six marks need length 17.
"""

from itertools import combinations

import nonet


def build(marks: int = 6) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    mark = model.array("mark", marks, range(marks * marks))
    model.add(mark[0] == 0, label="begin at 0")
    model.increasing(mark, strictly=True, label="in order")
    model.all_different([b - a for a, b in combinations(mark, 2)], label="distances differ")
    model.add(mark[1] - mark[0] <= mark[-1] - mark[-2], label="one of two mirror images")
    model.minimize(mark[-1], label="length")
    return model


if __name__ == "__main__":
    print("the shortest ruler of 6 marks has length", nonet.solve(build(6)).optimum.value)
