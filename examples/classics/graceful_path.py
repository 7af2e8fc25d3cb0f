"""Graceful labellings: numbers on a path whose differences are all numbers too (CSPLib 053).

Teaches: all_different over absolute differences. A path of 6 has 24 (OEIS A006967).
"""

import nonet


def build(n: int = 6) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    label = model.array("label", n, range(n))
    model.all_different(label, label="each number once")
    model.all_different([abs(label[i + 1] - label[i]) for i in range(n - 1)])
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build()), "graceful labellings of a path of 6")
