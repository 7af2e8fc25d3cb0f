"""Nurikabe: islands in a sea; each island has one number, which is how many cells it has.

Islands touch at corners alone, the sea is one connected area, and no 2x2 square is all sea. Each
cell has the number of its island here, and 0 where it is sea.

    nonet solve examples/kinds/nurikabe.py
"""

from collections.abc import Sequence
from itertools import combinations, product

import nonet
from nonet.model import Connected

GIVEN = ("...4.", "3....", "..1..", ".....", ".3...")


def build(given: Sequence[str] = GIVEN) -> nonet.ModelBuilder:
    model, height, width = nonet.ModelBuilder(), len(given), len(given[0])
    cells = list(product(range(height), range(width)))
    sizes = [((r, c), int(given[r][c])) for r, c in cells if given[r][c] != "."]
    island = model.array("island", (height, width), range(len(sizes) + 1))
    for number, (cell, size) in enumerate(sizes, 1):
        model.add(island[cell] == number)
        model.count(island.flat, [number], "==", size, label=f"island of {size}")
    beside = [(a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    for a, b in beside:
        apart = nonet.any_of(island[a] == 0, island[b] == 0, island[a] == island[b])
        model.add(apart, label="islands share no edge")
    names = tuple(each.name for each in island.flat)
    edges = tuple((island[a].name, island[b].name) for a, b in beside)
    kinds = tuple((number,) for number in range(len(sizes) + 1))
    model.add(Connected(names, edges, kinds), label="islands and sea hang together")
    for r, c in product(range(height - 1), range(width - 1)):
        model.add(sum(island[r : r + 2, c : c + 2].flat) >= 1, label="no 2x2 of sea")
    return model


if __name__ == "__main__":
    (solution,) = nonet.solve(build(), limit=2).solutions
    for r, row in enumerate(GIVEN):
        sea = "".join("." if solution[f"island[{r},{c}]"] else "#" for c in range(len(row)))
        print("".join(v if v != "." else s for v, s in zip(row, sea, strict=True)))
