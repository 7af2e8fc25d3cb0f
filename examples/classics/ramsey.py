"""Ramsey: the edges between n people, friends or strangers, and no three alike (R(3, 3) = 6).

Teaches: a constraint on every triangle. For 5 people there are 12 ways, for 6 none (Greenwood and
Gleason 1955).
"""

from itertools import combinations

import nonet


def build(people: int = 5) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    friends = {pair: model.variable(f"{pair}", range(2)) for pair in combinations(range(people), 2)}
    for a, b, c in combinations(range(people), 3):
        alike = nonet.between(1, friends[a, b] + friends[a, c] + friends[b, c], 2)
        model.add(alike, label=f"{a}, {b}, {c} are not all alike")
    return model


if __name__ == "__main__":
    print(
        nonet.count_solutions(build(5)),
        "ways for 5 people,",
        nonet.count_solutions(build(6)),
        "for 6",
    )
