"""Fillomino: areas of equal values; a value is how many cells its area has.

Cells side by side with equal values are of one area, so no two areas of one size share an edge.
``area`` is the first cell of a cell's area here, in reading order.

    nonet solve examples/kinds/fillomino.py
"""

from collections.abc import Sequence
from itertools import combinations, product

import nonet
from nonet.model import Connected

GIVEN = ("5..3", "..33", "15.4", "....")


def build(given: Sequence[str] = GIVEN, largest: int = 6) -> nonet.ModelBuilder:
    model, width = nonet.ModelBuilder(), len(given[0])
    cells = list(product(range(len(given)), range(width)))
    value = [model.variable(f"value[{r},{c}]", range(1, largest + 1)) for r, c in cells]
    area = [model.variable(f"area[{r},{c}]", range(n + 1)) for n, (r, c) in enumerate(cells)]
    size = model.array("size", len(cells), range(largest + 1))
    for n, (r, c) in enumerate(cells):
        if given[r][c] != ".":
            model.add(value[n] == int(given[r][c]))
        model.count(area, [n], "==", size[n], label=f"size of the area of r{r + 1}c{c + 1}")
        model.add((size[n] != 0).iff(area[n] == n), label="an area is named by its first cell")
        model.add(value[n] == size[area[n]], label="a value is the size")
    beside = [(m, n) for m, n in combinations(range(len(cells)), 2) if n - m in (1, width)]
    beside = [(m, n) for m, n in beside if n - m == width or n % width]
    for m, n in beside:
        model.add((value[m] == value[n]).iff(area[m] == area[n]), label="equal values are one area")
    edges = tuple((area[m].name, area[n].name) for m, n in beside)
    kinds = tuple((n,) for n in range(len(cells)))
    model.add(Connected(tuple(each.name for each in area), edges, kinds, largest - 1))
    return model


if __name__ == "__main__":
    (solution,) = nonet.solve(build(), limit=2).solutions
    for r, row in enumerate(GIVEN):
        print("".join(str(solution[f"value[{r},{c}]"]) for c in range(len(row))))
