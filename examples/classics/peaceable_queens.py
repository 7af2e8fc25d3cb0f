"""Peaceable queens: as many white and black ones as can be, no two of different colours attack.

Teaches: implication between cells. Bosch 1999; OEIS A250000: 4 of each on 5 by 5.
"""

from itertools import combinations

import nonet


def build(n: int = 5) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    white, black = model.array("white", (n, n), range(2)), model.array("black", (n, n), range(2))
    cells = [(r, c) for r in range(n) for c in range(n)]
    for a, b in combinations(cells, 2):
        if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1]):
            model.add(white[a] + black[b] <= 1, black[a] + white[b] <= 1, label="at peace")
    model.add(*(white[cell] + black[cell] <= 1 for cell in cells), label="one on a square")
    army = model.variable("army", range(n * n + 1))
    model.add(sum(white.flat) == army, sum(black.flat) == army, label="two equal armies")
    model.maximize(army)
    return model


if __name__ == "__main__":
    print("armies of", nonet.solve(build(5), "cpsat").optimum.value, "on 5 by 5")
