"""Traffic lights in CPMpy."""

import cpmpy as cp

RED, RED_YELLOW, GREEN, YELLOW = range(4)
ALLOWED = [
    (RED, RED, GREEN, GREEN),
    (RED_YELLOW, RED, YELLOW, RED),
    (GREEN, GREEN, RED, RED),
    (YELLOW, RED, RED_YELLOW, RED),
]


def build() -> cp.Model:
    car = cp.intvar(0, 3, shape=4, name="car")
    foot = cp.intvar(0, 2, shape=4, name="foot")
    model = cp.Model()
    for i in range(4):
        after = (i + 1) % 4
        model += cp.Table([car[i], foot[i], car[after], foot[after]], ALLOWED)
    return model
