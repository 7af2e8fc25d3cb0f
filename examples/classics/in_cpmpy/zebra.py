"""The zebra puzzle in CPMpy."""

import cpmpy as cp

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


def build() -> cp.Model:
    model = cp.Model()
    house = {}
    for group in GROUPS:
        house |= {name: cp.intvar(1, 5, name=name) for name in group.split()}
        model += cp.AllDifferent([house[name] for name in group.split()])
    for fact in SAME.split(", "):
        item, other = fact.split()
        model += house[item] == house[other]
    for fact in BESIDE.split(", "):
        item, other = fact.split()
        model += cp.abs(house[item] - house[other]) == 1
    model += house["ivory"] + 1 == house["green"]
    model += [house["milk"] == 3, house["Norwegian"] == 1]
    return model
