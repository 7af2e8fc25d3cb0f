"""Latin squares: each value once in each row and column (Euler 1782; 576 of order 4).

Teaches: rows and columns of a matrix; reduced squares are those with both in order: 56 of 5.
"""

import nonet


def build(n: int = 4, reduced: bool = False) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    square = model.array("square", (n, n), range(n))
    for line in (*square.rows, *square.columns):
        model.all_different(line)
    if reduced:
        for i in range(n):
            model.add(square[0, i] == i, square[i, 0] == i)
    return model


if __name__ == "__main__":
    print(
        nonet.count_solutions(build(4)),
        "of order 4,",
        nonet.count_solutions(build(5, True)),
        "reduced of order 5",
    )
