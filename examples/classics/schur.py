"""Schur's lemma: 1 to n in boxes so that no box holds x, y and x + y (Schur 1916; CSPLib 015).

Teaches: the largest n by asking twice. Three boxes take 13 numbers, not 14.
"""

import nonet


def build(n: int = 13, boxes: int = 3) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    box = model.array("box", n, range(boxes))
    for x in range(1, n + 1):
        for y in range(x, n + 1 - x):
            if x == y:
                model.add(box[x - 1] != box[2 * x - 1], label=f"{x} + {x}")
            else:
                model.add(nonet.any_of(box[x - 1] != box[y - 1], box[y - 1] != box[x + y - 1]))
    model.precedence(box, range(boxes), label="boxes have no names")
    return model


if __name__ == "__main__":
    print("13:", nonet.solve(build(13)).status.value, "14:", nonet.solve(build(14)).status.value)
