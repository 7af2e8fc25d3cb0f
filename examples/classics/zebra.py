"""The zebra puzzle: five houses, fifteen facts, two questions (Life International 1962).

Teaches: a variable for each attribute, whose value is a house. The Japanese owns the zebra.
"""

import nonet

GROUPS = (
    "Englishman Spaniard Ukrainian Norwegian Japanese",
    "red green ivory yellow blue",
    "dog snails fox horse zebra",
    "coffee tea milk juice water",
    "OldGold Kools Chesterfields LuckyStrike Parliaments",
)
SAME = (
    "Englishman red, Spaniard dog, coffee green, Ukrainian tea, OldGold snails, Kools yellow, "
    "LuckyStrike juice, Japanese Parliaments"
)
BESIDE = "Chesterfields fox, Kools horse, Norwegian blue"


def build() -> nonet.ModelBuilder:
    model = nonet.ModelBuilder()
    house = {name: model.variable(name, range(1, 6)) for name in " ".join(GROUPS).split()}
    for group in GROUPS:
        model.all_different([house[name] for name in group.split()], label=group)
    for fact in SAME.split(", "):
        item, other = fact.split()
        model.add(house[item] == house[other], label=fact)
    for fact in BESIDE.split(", "):
        item, other = fact.split()
        model.add(abs(house[item] - house[other]) == 1, label=f"{item} beside {other}")
    model.add(house["ivory"] + 1 == house["green"], label="green right of ivory")
    model.add(house["milk"] == 3, house["Norwegian"] == 1, label="given houses")
    return model


if __name__ == "__main__":
    solution = nonet.verify(build()).witnesses[0]
    people = {solution[person]: person for person in GROUPS[0].split()}
    print(f"{people[solution['water']]} drinks water, {people[solution['zebra']]} owns the zebra")
