"""Social golfers in CPMpy."""

from itertools import combinations

import cpmpy as cp


def build(groups: int = 3, size: int = 3, weeks: int = 4) -> cp.Model:
    players = groups * size
    group = cp.intvar(0, groups - 1, shape=(weeks, players), name="group")
    model = cp.Model()
    for week in range(weeks):
        model += cp.GlobalCardinalityCount(group[week], list(range(groups)), [size] * groups)
        model += cp.Precedence(group[week], list(range(groups)))
    for p in range(players):
        model += group[0, p] == p // size
    for player, other in combinations(range(players), 2):
        model += cp.sum(group[:, player] == group[:, other]) <= 1
    return model
