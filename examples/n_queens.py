"""Eight queens: none attacks another.

The variable of a column is the row of its queen. So a column has one queen, and
the constraints exclude two queens in a row or in a diagonal.
"""

from itertools import combinations

import nonet

SIZE = 8

build = nonet.ModelBuilder()
row_of = build.variables([f"column {c}" for c in range(SIZE)], range(SIZE))
build.all_different(row_of, label="one queen a row")
for c, d in combinations(range(SIZE), 2):
    build.add(row_of[c] - row_of[d] != d - c, row_of[d] - row_of[c] != d - c, label="diagonals")
queens = build.model()

(first,) = nonet.solve(queens).solutions
for row in range(SIZE):
    print(" ".join("Q" if first[queen.name] == row else "." for queen in row_of))

number = nonet.count_solutions(queens)
print(f"{number} ways to place {SIZE} queens")
assert number.exhausted
assert number.number == 92
