"""Checks of killer-cage: the meaning by brute force, a whole Killer Sudoku, the sets."""

from itertools import product

from nonet.errors import quantity
from nonet.learn.checks import LearnerModule, expect, expect_kind, learner_function, shortened_repr
from nonet.model import Constraint, Model
from nonet.solving import count_solutions, solve

CELLS = ["R1C1", "R1C2", "R2C3"]
CAGES = [
    (["R1C1", "R1C2", "R1C3"], 6),
    (["R1C4", "R2C4", "R2C3"], 8),
    (["R2C1", "R2C2"], 6),
    (["R3C1", "R4C1"], 5),
    (["R3C2", "R3C3", "R4C2"], 8),
    (["R3C4", "R4C4", "R4C3"], 7),
]
"""Six cages that leave one grid; without "all different", two are left."""


def check_meaning(work: LearnerModule) -> None:
    "A cage of three cells and sum 8 holds for the right triples of 1 to 5"
    results = list(learner_function(work, "cage")(list(CELLS), 8))
    strange = [c for c in results if not isinstance(c, Constraint)]
    expect(not strange, f"cage should return constraints, not {shortened_repr(strange[:1])}")
    for values in product(range(1, 6), repeat=3):
        right = sum(values) == 8 and len(set(values)) == 3
        seen = all(c.holds(dict(zip(CELLS, values, strict=True))) for c in results)
        expect(seen is right, f"{values} is {'refused' if right else 'accepted'}")


def check_solver(work: LearnerModule) -> None:
    "A solver finds as many solutions as brute force"
    model = Model(dict.fromkeys(CELLS, range(1, 10)), learner_function(work, "cage")(CELLS, 15))
    right = sum(
        sum(values) == 15 and len(set(values)) == 3 for values in product(range(1, 10), repeat=3)
    )
    seen = count_solutions(model).number
    expect(seen == right, f"three cells of sum 15: {quantity(seen, 'way')}, not {right}")


def check_killer(work: LearnerModule) -> str:
    "The Killer Sudoku has one solution, a right one"
    model = learner_function(work, "killer")([(list(cells), total) for cells, total in CAGES])
    expect_kind(model, Model, "killer should return a nonet.Model")
    outcome = solve(model, limit=2)
    number = len(outcome.solutions)
    expect(number == 1, f"your model has {'more than one' if number else 'no'} solution")
    solution = outcome.solutions[0]
    for cells, total in CAGES:
        values = [solution[cell] for cell in cells]
        expect(sum(values) == total, f"the cage at {cells[0]} has {values}, not the sum {total}")
        expect(len(set(values)) == len(values), f"the cage at {cells[0]} has {values}")
    rows = [[solution[f"R{r}C{c}"] for c in range(1, 5)] for r in range(1, 5)]
    expect(all(len(set(row)) == 4 for row in rows), f"the rows of your solution are {rows}")
    return " ".join("".join(map(str, row)) for row in rows)


def check_sets(work: LearnerModule) -> str:
    "The sets of a sum"
    sets = learner_function(work, "sets")
    cases: tuple[tuple[int, int, int, list[set[int]]], ...] = (
        (2, 17, 9, [{8, 9}]),
        (3, 7, 9, [{1, 2, 4}]),
        (2, 5, 9, [{1, 4}, {2, 3}]),
        (4, 30, 9, [{6, 7, 8, 9}]),
        (2, 20, 9, []),
        (2, 7, 4, [{3, 4}]),
    )
    for number, total, largest, right in cases:
        seen = [set(chosen) for chosen in sets(number, total, range(1, largest + 1))]
        expect(
            sorted(map(sorted, seen)) == sorted(map(sorted, right)),
            f"{number} of the values 1 to {largest} with sum {total}: you give {shortened_repr(seen)}",
        )
    return "so in a cage of two cells and sum 17, every value but 8 and 9 can be filtered"
