"""Social golfers: groups of players week by week, no two meet twice (CSPLib 010).

Teaches: a matrix of groups. Nine players in threes can meet for 4 weeks (an affine plane), not 5.
"""

from itertools import combinations

import nonet


def build(groups: int = 3, size: int = 3, weeks: int = 4) -> nonet.ModelBuilder:
    players = groups * size
    model = nonet.ModelBuilder()
    group = model.array("group", (weeks, players), range(groups))
    for week in range(weeks):
        model.cardinality(group[week], dict.fromkeys(range(groups), size), label="full groups")
        model.precedence(group[week], range(groups), label="groups have no names")
    for p in range(players):
        model.add(group[0, p] == p // size, label="the first week is given")
    for player, other in combinations(range(players), 2):
        model.add(sum(week[player] == week[other] for week in group) <= 1, label="they meet once")
    return model


if __name__ == "__main__":
    print("4 weeks:", nonet.solve(build(weeks=4)).status.value)
    print("5 weeks:", nonet.solve(build(weeks=5)).status.value)
