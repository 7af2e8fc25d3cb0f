"""The rehearsal problem in CPMpy."""

import cpmpy as cp

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
) -> cp.Model:
    pieces = range(len(duration))
    place = cp.intvar(0, len(duration) - 1, shape=len(duration), name="place")
    model = cp.Model()
    model += cp.AllDifferent(place)
    waits = []
    for player in plays:
        own = [place[i] for i in pieces if player[i]]
        for i in pieces:
            if not player[i]:
                waiting = (cp.min(own) < place[i]) & (place[i] < cp.max(own))
                waits.append(duration[i] * waiting)
    model.minimize(cp.sum(waits))
    return model
