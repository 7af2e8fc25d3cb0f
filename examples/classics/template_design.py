"""Template design: sheets of nine labels, printed so that every demand is met (CSPLib 002).

Teaches: products of variables; templates in the order of their runs. Two need 418 thousand (Smith).
"""

import nonet

DEMAND = (250, 255, 260, 500, 500, 800, 1100)


def build(templates: int = 2, slots: int = 9) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    run = model.array("run", templates, range(max(DEMAND) + 1))
    copies = model.array("copies", (templates, len(DEMAND)), range(slots + 1))
    model.add(copies.sum(axis=1) == slots, label="slots")
    for design, needed in enumerate(DEMAND):
        printed = sum(run[t] * copies[t, design] for t in range(templates))
        model.add(printed >= needed, label=f"demand of {design}")
    model.add(sum(run) * slots >= sum(DEMAND), label="demand in all")
    model.increasing(run, label="runs in order")
    model.minimize(sum(run), label="thousands of sheets")
    return model


if __name__ == "__main__":
    print("two templates are printed", nonet.solve(build()).optimum.value, "thousand times")
