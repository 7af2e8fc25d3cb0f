"""Template design in CPMpy."""

import cpmpy as cp

DEMAND = (250, 255, 260, 500, 500, 800, 1100)


def build(templates: int = 2, slots: int = 9) -> cp.Model:
    run = cp.intvar(0, max(DEMAND), shape=templates, name="run")
    copies = cp.intvar(0, slots, shape=(templates, len(DEMAND)), name="copies")
    model = cp.Model()
    model += [cp.sum(row) == slots for row in copies]
    for design, needed in enumerate(DEMAND):
        printed = cp.sum(run[t] * copies[t, design] for t in range(templates))
        model += printed >= needed
    model += cp.sum(run) * slots >= sum(DEMAND)
    model += cp.Increasing(run)
    model.minimize(cp.sum(run))
    return model
