"""Ripple effect: a room of n cells has the values 1 to n.

Between two equal values N in a row or column there are at least N cells.

    nonet solve examples/kinds/ripple_effect.py
"""

from collections.abc import Sequence
from itertools import combinations, product

import nonet

ROOMS = ("AAABB", "CCCBB", "DEEFF", "GEEHH", "GGGHH")
GIVEN = ("...1.", ".....", ".....", ".....", ".....")


def build(rooms: Sequence[str] = ROOMS, given: Sequence[str] = GIVEN) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    cells = list(product(range(len(rooms)), range(len(rooms[0]))))
    room = {name: [x for x in cells if rooms[x[0]][x[1]] == name] for name in set("".join(rooms))}
    value = {}
    for name, own in sorted(room.items()):
        for r, c in own:
            value[r, c] = model.variable(f"value[{r},{c}]", range(1, len(own) + 1))
        if len(own) > 1:
            model.all_different([value[cell] for cell in own], label=f"room {name}")
    for r, c in cells:
        if given[r][c] != ".":
            model.add(value[r, c] == int(given[r][c]))
    for (r, c), (s, d) in combinations(cells, 2):
        if r == s or c == d:
            largest = min(len(room[rooms[r][c]]), len(room[rooms[s][d]]))
            for number in range(abs(r - s) + abs(c - d), largest + 1):
                model.add(nonet.any_of(value[r, c] != number, value[s, d] != number))
    return model


if __name__ == "__main__":
    (solution,) = nonet.solve(build(), limit=2).solutions
    for r, row in enumerate(ROOMS):
        print("".join(str(solution[f"value[{r},{c}]"]) for c in range(len(row))))
