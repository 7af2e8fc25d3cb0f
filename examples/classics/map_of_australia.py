"""Map colouring: Australia's regions in three colours, by name (Russell and Norvig; 18 ways).

Teaches: values with names, which solutions show.
"""

import nonet

BORDERS = ["WA-NT", "WA-SA", "NT-SA", "NT-Q", "SA-Q", "SA-NSW", "SA-V", "Q-NSW", "NSW-V"]


def build(colours: tuple[str, ...] = ("red", "green", "blue")) -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    regions = model.variables(["WA", "NT", "SA", "Q", "NSW", "V", "T"], colours)
    colour = {region.name: region for region in regions}
    for border in BORDERS:
        state, neighbour = border.split("-")
        model.add(colour[state] != colour[neighbour], label=f"the border {border}")
    return model


if __name__ == "__main__":
    print(nonet.solve(build()).solution)
    print(nonet.count_solutions(build()), "colourings of Australia")
