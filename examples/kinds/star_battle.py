"""Star battle: one star in each row, column and region, and no two stars touch.

Stars do not touch at corners either. With ``stars`` two, each row, column and region has two.

    nonet solve examples/kinds/star_battle.py
"""

from collections.abc import Sequence
from itertools import combinations, product

import nonet

REGIONS = ("AAFCCC", "AAFCCC", "AFFFBB", "AFFFDD", "AFEFFD", "FFEEFF")


def build(regions: Sequence[str] = REGIONS, stars: int = 1) -> nonet.ModelBuilder:
    model, n = nonet.ModelBuilder(), len(regions)
    star = model.array("star", (n, n), range(2))
    for line in range(n):
        model.add(sum(star[line, :]) == stars, label=f"row {line + 1}")
        model.add(sum(star[:, line]) == stars, label=f"column {line + 1}")
    cells = list(product(range(n), repeat=2))
    for name in sorted(set("".join(regions))):
        own = [star[r, c] for r, c in cells if regions[r][c] == name]
        model.add(sum(own) == stars, label=f"region {name}")
    for first, second in combinations(cells, 2):
        if max(abs(first[0] - second[0]), abs(first[1] - second[1])) == 1:
            model.add(star[first] + star[second] <= 1, label="stars do not touch")
    return model


if __name__ == "__main__":
    (solution,) = nonet.solve(build(), limit=2).solutions
    for r, row in enumerate(REGIONS):
        print("".join("*" if solution[f"star[{r},{c}]"] else "." for c in range(len(row))))
