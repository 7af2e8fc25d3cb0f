"""Hidato: the numbers from 1 on, each once; next numbers touch by an edge or a corner.

nonet solve examples/kinds/hidato.py
"""

from collections.abc import Sequence
from itertools import pairwise, product

import nonet

GIVEN = ((11, 0, 14, 15), (0, 1, 0, 0), (0, 8, 0, 0), (0, 0, 0, 4))


def build(given: Sequence[Sequence[int]] = GIVEN) -> nonet.ModelBuilder:
    model, width = nonet.ModelBuilder(), len(given[0])
    cells = list(product(range(len(given)), range(width)))
    turn = model.array("turn", len(cells), range(len(cells)))  # of a cell, from 0 on
    place = model.array("place", len(cells), range(len(cells)))  # of a turn
    model.inverse(turn, place)
    for n, (r, c) in enumerate(cells):
        if given[r][c]:
            model.add(turn[n] == given[r][c] - 1)
    near = [
        (m, n)
        for (m, (r, c)), (n, (s, d)) in product(enumerate(cells), repeat=2)
        if max(abs(r - s), abs(c - d)) == 1
    ]
    for before, after in pairwise(place):
        model.table([before, after], near, label="next numbers touch")
    return model


if __name__ == "__main__":
    (solution,) = nonet.solve(build(), limit=2).solutions
    numbers = [f"{solution[f'turn[{n}]'] + 1:3}" for n in range(len(GIVEN) * len(GIVEN[0]))]
    for r in range(0, len(numbers), len(GIVEN[0])):
        print("".join(numbers[r : r + len(GIVEN[0])]))
