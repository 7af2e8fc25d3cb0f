"""Still life: the most cells of Conway's Life on n by n that never change (CSPLib 032).

Teaches: counting neighbours, and implications both ways. OEIS A055397: 8 on 4 by 4.
"""

import nonet


def build(n: int = 4) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    alive = model.array("alive", (n + 4, n + 4), range(2))
    for r in range(n + 4):
        for c in range(n + 4):
            if not (2 <= r < n + 2 and 2 <= c < n + 2):
                model.add(alive[r, c] == 0, label="dead outside")
    for r in range(1, n + 3):
        for c in range(1, n + 3):
            near = sum(alive[r - 1 : r + 2, c - 1 : c + 2].flat) - alive[r, c]
            model.add((alive[r, c] == 1).implies(nonet.between(2, near, 3)), label="stays alive")
            model.add((alive[r, c] == 0).implies(near != 3), label="stays dead")
    model.maximize(sum(alive.flat), label="alive")
    return model


if __name__ == "__main__":
    print("the densest still life on 4 by 4 has", nonet.solve(build(4), "cpsat").optimum.value)
