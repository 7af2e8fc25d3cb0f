"""Map colouring: Australia in three colours, neighbours different.

The map of Russell and Norvig, "Artificial Intelligence: A Modern Approach",
chapter 6. The mainland has 6 colourings; Tasmania, an island, is free: 18.
"""

import nonet

COLOURS = ("red", "green", "blue")
BORDERS = ["WA-NT", "WA-SA", "NT-SA", "NT-Q", "SA-Q", "SA-NSW", "SA-V", "Q-NSW", "NSW-V"]
REGIONS = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]

build = nonet.ModelBuilder()
colour = {region: build.variable(region, range(len(COLOURS))) for region in REGIONS}
for border in BORDERS:
    state, neighbour = border.split("-")
    build.add(colour[state] != colour[neighbour], label=f"the border {border}")
australia = build.model()

(solution,) = nonet.solve(australia).solutions
for region, value in solution.items():
    print(f"{region:>3}  {COLOURS[value]}")

number = nonet.count_solutions(australia)
print(f"{number} colourings with {len(COLOURS)} colours")
assert number.exhausted
assert number.number == 18

# With two colours there is none, and the outcome says that it is proven.
two = nonet.solve(australia.narrow(dict.fromkeys(REGIONS, (0, 1))))
print("with two colours:", two.status.value)
assert two.status is nonet.Status.UNSAT
