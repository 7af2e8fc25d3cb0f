"""Schur's lemma in CPMpy."""

import cpmpy as cp


def build(n: int = 13, boxes: int = 3) -> cp.Model:
    box = cp.intvar(0, boxes - 1, shape=n, name="box")
    model = cp.Model()
    for x in range(1, n + 1):
        for y in range(x, n + 1 - x):
            if x == y:
                model += box[x - 1] != box[2 * x - 1]
            else:
                model += ~((box[x - 1] == box[y - 1]) & (box[y - 1] == box[x + y - 1]))
    model += cp.Precedence(box, list(range(boxes)))
    return model
