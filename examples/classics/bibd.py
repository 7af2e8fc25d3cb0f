"""Block designs: v points in b blocks, k in each, any two points together in l (CSPLib 028).

Teaches: a 0/1 matrix whose rows and columns can be exchanged, so they are ordered as words.
Here the Fano plane, (7, 3, 1), which is unique (Fano 1892) but for the names of its points.
"""

from itertools import combinations, pairwise

import nonet


def build(v: int = 7, k: int = 3, together: int = 1) -> nonet.ModelBuilder:
    r = together * (v - 1) // (k - 1)
    model = nonet.ModelBuilder()
    inside = model.array("inside", (v, v * r // k), range(2))
    model.add(*(sum(point) == r for point in inside.rows), label="blocks of a point")
    model.add(*(sum(block) == k for block in inside.columns), label="points of a block")
    for first, second in combinations(inside.rows, 2):
        both = (x * y for x, y in zip(first, second, strict=True))
        model.add(sum(both) == together, label="two points together")
    for lines in (inside.rows, inside.columns):
        for first, second in pairwise(lines):
            model.lexicographic(second, first, label="in order")
    return model


if __name__ == "__main__":
    plane = nonet.verify(build())
    print("the Fano plane, in order:", plane.uniqueness.value)
