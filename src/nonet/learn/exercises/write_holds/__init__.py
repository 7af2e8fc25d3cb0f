"""Checks of write-holds: the meaning on all triples, the table, and what solvers make of it."""

from itertools import product
from typing import Any

from nonet.learn.checks import Work, expect, given, show
from nonet.model import Decomposition, Domain, Model, Table
from nonet.puzzle import Grid, Puzzle
from nonet.solving import count, iter_solutions

NAMES = ("a", "m", "z")
FULL = dict.fromkeys(NAMES, Domain.range(1, 5))


def between(a: int, m: int, z: int) -> bool:
    """The relation, said another way: the middle is neither smallest nor largest."""
    return min(a, z) < m < max(a, z)


def check_holds(work: Work) -> None:
    "holds is right for every triple of 1 to 5"
    constraint = given(work, "Between")(NAMES)
    for values in product(range(1, 6), repeat=3):
        seen = constraint.holds(dict(zip(NAMES, values, strict=True)))
        expect(
            seen == between(*values), f"for ends {values[::2]}, middle {values[1]}: {show(seen)}"
        )


def check_names(work: Work) -> None:
    "holds looks its variables up by name, in an assignment of many"
    constraint = given(work, "Between")(("R3C3", "R2C2", "R1C1"))
    assignment = {"R1C1": 5, "R1C2": 9, "R2C2": 3, "R3C3": 2, "R4C4": 3}
    expect(
        constraint.holds(assignment) is True,
        "ends R3C3 = 2 and R1C1 = 5, middle R2C2 = 3: that is allowed",
    )


def tuples(constraint: Any, domains: dict[str, Domain]) -> set[tuple[int, ...]]:
    """The tuples of the learner's table."""
    parts = constraint.decompose(domains, lambda part: f"~{part}")
    expect(isinstance(parts, Decomposition), f"decompose returned {show(parts)}")
    tables = [part for part in parts.constraints if isinstance(part, Table)]
    expect(len(tables) == 1, f"there should be one Table in it, not {len(tables)}")
    expect(tables[0].scope == constraint.scope, f"the table is over {show(tables[0].scope)}")
    return set(tables[0].tuples)


def check_table(work: Work) -> None:
    "The table holds exactly the allowed tuples of the domains"
    constraint = given(work, "Between")(NAMES)
    narrow = {"a": Domain.of([2, 9]), "m": Domain.of([1, 4, 7]), "z": Domain.of([3, 5])}
    for domains in (FULL, narrow):
        right = {v for v in product(*(domains[name] for name in NAMES)) if between(*v)}
        seen = tuples(constraint, domains)
        expect(not seen - right, f"it allows {show(seen - right)}")
        expect(not right - seen, f"it lacks {show(right - seen)}")


def check_solvers(work: Work) -> str:
    "Solvers find what brute force finds, in a Sudoku too"
    constraint = given(work, "Between")(NAMES)
    right = sum(between(*values) for values in product(range(1, 6), repeat=3))
    number = count(Model(FULL, [constraint])).number
    expect(number == right, f"{number} solutions over 1 to 5, not {right}")
    line = ("R1C1", "R2C2", "R3C3")
    puzzle = Puzzle(Grid.square(4))
    right = sum(between(*(s[cell] for cell in line)) for s in iter_solutions(puzzle))
    number = count(puzzle.model().add(given(work, "Between")(line))).number
    expect(number == right, f"{number} Sudokus of 4 by 4 with it, not {right}")
    return f"{right} of the 288 Sudokus of 4 by 4 have R2C2 between R1C1 and R3C3"
