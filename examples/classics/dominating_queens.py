"""Dominating queens: as few queens as attack or occupy every square (de Jaenisch 1862).

Teaches: covering by 0/1 variables. A board of 6 by 6 needs 3 queens, 8 by 8 needs 5 (OEIS A075458).
"""

from itertools import product

import nonet


def build(n: int = 6) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    queen = model.array("queen", (n, n), range(2))
    for r, c in product(range(n), repeat=2):
        seen = [
            queen[i, j]
            for i, j in product(range(n), repeat=2)
            if i == r or j == c or abs(i - r) == abs(j - c)
        ]
        model.add(sum(seen) >= 1, label=f"row {r}, column {c}")
    model.minimize(queen.sum(), label="queens")
    return model


if __name__ == "__main__":
    print("6 by 6 is dominated by", nonet.solve(build()).optimum.value, "queens")
