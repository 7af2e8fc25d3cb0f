"""Map colouring in CPMpy, which has no names for values."""

import cpmpy as cp

BORDERS = ["WA-NT", "WA-SA", "NT-SA", "NT-Q", "SA-Q", "SA-NSW", "SA-V", "Q-NSW", "NSW-V"]


def build(colours: tuple[str, ...] = ("red", "green", "blue")) -> cp.Model:
    regions = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
    colour = {region: cp.intvar(0, len(colours) - 1, name=region) for region in regions}
    model = cp.Model()
    for border in BORDERS:
        state, neighbour = border.split("-")
        model += colour[state] != colour[neighbour]
    model += colour["T"] >= 0
    return model
