"""The rehearsal problem: players wait from their first piece to their last (CSPLib 039).

Teaches: positions and their inverse; a constraint as 0/1 that costs a duration. At least 17 (Smith).
"""

import nonet

DURATION = (2, 4, 1, 3, 3, 2, 5, 7, 6)
PLAYS = (
    (1, 1, 0, 1, 0, 1, 1, 0, 1),
    (1, 1, 0, 1, 1, 1, 0, 1, 0),
    (1, 1, 0, 0, 0, 0, 1, 1, 0),
    (1, 0, 0, 0, 1, 1, 0, 0, 1),
    (0, 0, 1, 0, 1, 1, 1, 1, 0),
)


def build(
    duration: tuple[int, ...] = DURATION, plays: tuple[tuple[int, ...], ...] = PLAYS
) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    pieces = range(len(duration))
    place = model.array("place", len(duration), pieces)
    model.all_different(place, label="one piece at a time")
    waits = []
    for player in plays:
        own = [place[i] for i in pieces if player[i]]
        for i in pieces:
            if not player[i]:
                waiting = (nonet.min_of(own) < place[i]) & (place[i] < nonet.max_of(own))
                waits.append(duration[i] * waiting)
    model.minimize(sum(waits), label="waiting")
    return model


if __name__ == "__main__":
    print("the players wait for", nonet.solve(build()).optimum.value)
