"""A salesman's tour: five cities, the shortest way round (Burkardt's FIVE; 19).

Teaches: circuit over successors, and costs by array[x].
"""

import nonet

DISTANCES = ((0, 3, 4, 2, 7), (3, 0, 4, 6, 3), (4, 4, 0, 5, 8), (2, 6, 5, 0, 6), (7, 3, 8, 6, 0))


def build() -> nonet.ModelBuilder:
    n = len(DISTANCES)
    model = nonet.ModelBuilder()
    after = model.array("after", n, range(n))
    model.circuit(after, label="one tour")
    model.minimize(sum(nonet.element(DISTANCES[i], after[i]) for i in range(n)), label="length")
    return model


if __name__ == "__main__":
    print("the shortest tour has length", nonet.solve(build()).optimum.value)
