"""Magic squares of order 3: rows, columns and diagonals have one sum.

There is one, the Lo Shu of ancient China, in eight positions: four turns, each
with its mirror image. Inequalities between the corners leave one position of the
eight: "symmetry breaking", so that search need not find the same square eight times.
"""

import nonet

N = 3
SUM = N * (N * N + 1) // 2

build = nonet.ModelBuilder()
square = [build.variables([f"R{r}C{c}" for c in range(N)], range(1, N * N + 1)) for r in range(N)]
build.all_different([cell for row in square for cell in row])
for i in range(N):
    build.add(sum(square[i]) == SUM, label=f"row {i + 1}")
    build.add(sum(row[i] for row in square) == SUM, label=f"column {i + 1}")
build.add(sum(square[i][i] for i in range(N)) == SUM, label="main diagonal")
build.add(sum(square[i][N - 1 - i] for i in range(N)) == SUM, label="anti-diagonal")
magic = build.model()

squares = list(nonet.iter_solutions(magic))
print(f"{len(squares)} magic squares")
assert len(squares) == 8

top_left, top_right, *bottom = square[0][0], square[0][-1], square[-1][0], square[-1][-1]
upright = magic.add(
    *(top_left < corner for corner in (top_right, *bottom)),  # leaves one of the four turns
    top_right < bottom[0],  # leaves one of two mirror images
)
verdict = nonet.verify(upright)
print("without turns and mirror images:", verdict.uniqueness.value)
for row in square:
    print(*(verdict.witnesses[0][cell.name] for cell in row))
assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
