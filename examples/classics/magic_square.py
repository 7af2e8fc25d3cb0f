"""Magic squares: rows, columns and diagonals of the same sum (CSPLib 019).

Teaches: sums of rows and columns of a matrix at once. There are 8 of order 3, the Lo Shu turned and
mirrored.
"""

import nonet


def build(n: int = 3) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    square = model.array("square", (n, n), range(1, n * n + 1))
    total = n * (n * n + 1) // 2
    model.all_different(square, label="each number once")
    model.add(square.sum(axis=0) == total, square.sum(axis=1) == total, label="rows and columns")
    model.add(sum(square.diagonal()) == total, label="diagonal")
    model.add(sum(square[i, n - 1 - i] for i in range(n)) == total, label="other diagonal")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build()), "magic squares of order 3")
