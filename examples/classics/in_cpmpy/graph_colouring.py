"""Graph colouring in CPMpy."""

import cpmpy as cp

PETERSEN = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
PETERSEN += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
CYCLE = [(i, (i + 1) % 5) for i in range(5)]
GROETZSCH = CYCLE + [(i, 5 + j) for a, b in CYCLE for i, j in ((a, b), (b, a))]
GROETZSCH += [(5 + i, 10) for i in range(5)]


def build(
    edges: list[tuple[int, int]] = GROETZSCH, colours: int = 5, fewest: bool = True
) -> cp.Model:
    colour = cp.intvar(0, colours - 1, shape=1 + max(map(max, edges)), name="colour")
    model = cp.Model()
    for node, neighbour in edges:
        model += colour[node] != colour[neighbour]
    if fewest:
        model += cp.Precedence(colour, list(range(colours)))
        model.minimize(cp.max(colour) + 1)
    return model
