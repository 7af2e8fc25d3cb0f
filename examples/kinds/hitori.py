"""Hitori: shade cells, so that no value is left twice in a row or column.

No two shaded cells share an edge, and the cells that are not shaded are one connected area.

    nonet solve examples/kinds/hitori.py
"""

from collections.abc import Sequence
from itertools import combinations, product

import nonet
from nonet.model import Connected

GIVEN = ("14515", "54421", "15434", "42141", "43352")


def build(given: Sequence[str] = GIVEN) -> nonet.ModelBuilder:
    model, n = nonet.ModelBuilder(), len(given)
    shaded = model.array("shaded", (n, n), range(2))
    pairs = list(combinations(product(range(n), repeat=2), 2))
    for (r, c), (s, d) in pairs:
        if (r == s or c == d) and given[r][c] == given[s][d]:
            model.add(shaded[r, c] + shaded[s, d] >= 1, label=f"{given[r][c]} once in a line")
    beside = [(a, b) for a, b in pairs if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    for first, second in beside:
        model.add(shaded[first] + shaded[second] <= 1, label="shaded cells share no edge")
    names = [each.name for each in shaded.flat]
    edges = tuple((shaded[a].name, shaded[b].name) for a, b in beside)
    model.add(Connected(tuple(names), edges, ((0,),)), label="one area is left")
    return model


if __name__ == "__main__":
    (solution,) = nonet.solve(build(), limit=2).solutions
    rows = enumerate(GIVEN)
    for r, row in rows:
        print("".join("#" if solution[f"shaded[{r},{c}]"] else v for c, v in enumerate(row)))
