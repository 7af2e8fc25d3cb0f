"""Graph colouring: how few colours do (Petersen 1898: 3, in 120 ways; Groetzsch 1959: 4).

Teaches: an objective that is a maximum; precedence breaks the symmetry of colours.
"""

import nonet

PETERSEN = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
PETERSEN += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
CYCLE = [(i, (i + 1) % 5) for i in range(5)]
GROETZSCH = CYCLE + [(i, 5 + j) for a, b in CYCLE for i, j in ((a, b), (b, a))]
GROETZSCH += [(5 + i, 10) for i in range(5)]


def build(
    edges: list[tuple[int, int]] = GROETZSCH, colours: int = 5, fewest: bool = True
) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    colour = model.array("colour", 1 + max(map(max, edges)), range(colours))
    for node, neighbour in edges:
        model.add(colour[node] != colour[neighbour], label=f"edge {node}-{neighbour}")
    if fewest:
        model.precedence(colour, range(colours), label="colours have no names")
        model.minimize(nonet.max_of(colour) + 1, label="colours")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build(PETERSEN, 3, False)), "3-colourings of the Petersen graph")
    print("Groetzsch's graph needs", nonet.solve(build()).optimum.value, "colours")
