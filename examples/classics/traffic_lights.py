"""Traffic lights of a crossing: four for cars, four for people on foot (CSPLib 016).

Teaches: a table over named values, of each road and the next. There are 4 solutions.
"""

import nonet

CARS = ("red", "red-yellow", "green", "yellow")
ALLOWED = (
    ("red", "red", "green", "green"),
    ("red-yellow", "red", "yellow", "red"),
    ("green", "green", "red", "red"),
    ("yellow", "red", "red-yellow", "red"),
)


def build() -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    car = model.array("car", 4, CARS)
    foot = model.array("foot", 4, ("red", "green"))
    for i in range(4):
        after = (i + 1) % 4
        model.table([car[i], foot[i], car[after], foot[after]], ALLOWED, label=f"road {i}")
    return model


if __name__ == "__main__":
    print(nonet.count_solutions(build()), "states of the traffic lights")
