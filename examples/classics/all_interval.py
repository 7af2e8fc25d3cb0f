"""All-interval series: a permutation of 0 to n-1 whose neighbours differ by 1, 2, ... n-1.

Teaches: abs. CSPLib 007; there are 40 series of 8.
"""

import nonet


def build(n: int = 8) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    tone = model.array("tone", n, range(n))
    model.all_different(tone, label="every tone once")
    model.all_different([abs(tone[i + 1] - tone[i]) for i in range(n - 1)], label="every interval")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build(8)), "all-interval series of 8")
