"""Doppelblock: two black cells in each row and column, and the other values once each.

A number outside is the sum of the values between the two black cells of its row or column. Black
is 0 here; a grid of n rows has the values 1 to n - 2.

    nonet solve examples/kinds/doppelblock.py
"""

from collections.abc import Sequence
from itertools import permutations

import nonet

ROWS, COLUMNS = (0, 0, None, 3, 1), (1, None, None, 3, 3)


def build(
    rows: Sequence[int | None] = ROWS, columns: Sequence[int | None] = COLUMNS
) -> nonet.ModelBuilder:
    model, n = nonet.ModelBuilder(), len(rows)
    cell = model.array("cell", (n, n), range(n - 1))
    lines = set(permutations((0, 0, *range(1, n - 1))))
    for line in range(n):
        for name, cells, total in (
            ("row", cell[line, :], rows[line]),
            ("column", cell[:, line], columns[line]),
        ):
            allowed = [each for each in lines if total is None or between(each) == total]
            model.table(cells, allowed, label=f"{name} {line + 1}")
    return model


def between(line: Sequence[int]) -> int:
    """The sum between the two black cells."""
    first = line.index(0)
    return sum(line[first : line.index(0, first + 1)])


if __name__ == "__main__":
    (solution,) = nonet.solve(build(), limit=2).solutions
    for r in range(len(ROWS)):
        print("".join("#123456789"[solution[f"cell[{r},{c}]"]] for c in range(len(ROWS))))
