"""Steiner triples: triples of n, any two numbers in one of them (Kirkman 1847; CSPLib 044).

Teaches: a 0/1 variable for each possible triple. There are 30 systems of 7, and 840 of 9.
"""

from itertools import combinations

import nonet


def build(n: int = 7) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    taken = {t: model.variable(f"{t}", range(2)) for t in combinations(range(1, n + 1), 3)}
    for pair in combinations(range(1, n + 1), 2):
        holding = sum(x for triple, x in taken.items() if set(pair) <= set(triple))
        model.add(holding == 1, label=f"{pair} in one triple")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build(7)), "Steiner systems of 7")
