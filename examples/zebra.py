"""The zebra puzzle: five houses, fifteen facts, two questions.

As printed in Life International, 17 December 1962 (often called Einstein's
riddle). Every person, colour, pet, drink and cigarette is a variable: the
number of its house, from left to right.
"""

import nonet
from nonet.model import Variable

GROUPS = (
    "Englishman Spaniard Ukrainian Norwegian Japanese",
    "red green ivory yellow blue",
    "dog snails fox horse zebra",
    "coffee tea milk juice water",
    "OldGold Kools Chesterfields LuckyStrike Parliaments",
)

build = nonet.ModelBuilder()
house: dict[str, Variable] = {}
for group in GROUPS:
    variables = build.variables(group.split(), range(1, 6))
    build.all_different(variables, label=f"a house each: {group}")
    house |= {variable.name: variable for variable in variables}


def same(first: str, second: str) -> None:
    """Post that both are in one house."""
    build.add(house[first] == house[second], label=f"{first} and {second}: one house")


def neighbours(first: str, second: str) -> None:
    """Post that both are next door to each other."""
    left, right = house[first], house[second]
    build.add(nonet.any_of(left + 1 == right, right + 1 == left), label=f"{first} next to {second}")


same("Englishman", "red")
same("Spaniard", "dog")
same("coffee", "green")
same("Ukrainian", "tea")
build.add(house["ivory"] + 1 == house["green"], label="green right of ivory")
same("OldGold", "snails")
same("Kools", "yellow")
build.add(house["milk"] == 3, label="milk in the middle")
build.add(house["Norwegian"] == 1, label="the Norwegian first")
neighbours("Chesterfields", "fox")
neighbours("Kools", "horse")
same("LuckyStrike", "juice")
same("Japanese", "Parliaments")
neighbours("Norwegian", "blue")

verdict = nonet.verify(build.model())
(solution,) = verdict.witnesses
for group in GROUPS:
    print("".join(f"{name:>15}" for name in sorted(group.split(), key=solution.__getitem__)))

people = {solution[person]: person for person in GROUPS[0].split()}
drinker, owner = people[solution["water"]], people[solution["zebra"]]
print(f"The {drinker} drinks water; the {owner} owns the zebra.")
assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
assert (drinker, owner) == ("Norwegian", "Japanese")
