"""Queens: n on a board of n by n, none attacks another (Bezzel 1848; 92 ways for 8, Nauck 1850).

Teaches: a variable for each column; all_different over expressions for the diagonals.
"""

import nonet


def build(n: int = 8) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    row = model.array("row", n, range(n))
    model.all_different(row, label="one a row")
    model.all_different([row[c] + c for c in range(n)], label="one a rising diagonal")
    model.all_different([row[c] - c for c in range(n)], label="one a falling diagonal")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build(8)), "ways to place 8 queens")
