"""Number partitioning: 1 to n in two halves of equal sum and equal sum of squares (CSPLib 049).

Teaches: powers, and two constraints that follow. For 8 there is one, but for the halves' order.
"""

import nonet


def build(n: int = 8) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    half = [model.array(name, n // 2, range(1, n + 1)) for name in ("a", "b")]
    model.all_different([*half[0], *half[1]], label="each number once")
    for side in half:
        model.increasing(side, strictly=True, label="in order")
    model.add(sum(half[0]) == sum(half[1]), label="equal sums")
    model.add(sum(x**2 for x in half[0]) == sum(x**2 for x in half[1]), label="of squares too")
    model.add(half[0][0] == 1, label="1 is in the first half")
    return model


if __name__ == "__main__":
    print("partition of 1 to 8:", nonet.verify(build(8)).uniqueness.value)
