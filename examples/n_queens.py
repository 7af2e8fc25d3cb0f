"""Eight queens: none attacks another.

One variable a column says in which row its queen stands. So no column can hold
two, and what is left to say is one row, and one diagonal, for no two queens.
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

number = nonet.count(queens)
print(f"{number} ways to place {SIZE} queens")
assert number.exhausted
assert number.number == 92
