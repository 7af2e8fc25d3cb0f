"""Sicherman's dice: two dice whose sums are as likely as those of ordinary ones (Gardner 1978).

Teaches: counting where all pairs of expressions take a value. There is one other pair than usual.
"""

import nonet


def build(sides: int = 6) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    first = model.array("first", sides, range(1, 2 * sides))
    second = model.array("second", sides, range(1, 2 * sides))
    sums = [a + b for a in first for b in second]
    for total in range(2, 2 * sides + 1):
        ways = min(total - 1, 2 * sides + 1 - total)
        model.count(sums, total, "==", ways, label=f"{total} in {ways} ways")
    model.increasing(first, label="sides in order")
    model.increasing(second, label="sides of the other in order")
    model.lexicographic(first, second, label="dice in order")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build()), "pairs of dice, one of them Sicherman's")
