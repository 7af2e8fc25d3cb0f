"""Checks of write-holds: the meaning on all triples, the table, and the results of solvers."""

from itertools import product
from typing import Any

from nonet.learn.checks import LearnerModule, expect, learner_value, shortened_repr
from nonet.model import Constraint, Decomposition, Domain, Model
from nonet.puzzle import Grid, Puzzle
from nonet.solving import count_solutions, iter_solutions

NAMES = ("a", "m", "z")
FULL_DOMAINS = dict.fromkeys(NAMES, Domain.range(1, 5))


def median_relation(a: int, m: int, z: int) -> bool:
    """The relation, said another way: the middle is neither smallest nor largest."""
    return min(a, z) < m < max(a, z)


def check_holds(work: LearnerModule) -> None:
    "holds is right for every triple of 1 to 5"
    constraint = learner_value(work, "Between")(NAMES)
    for values in product(range(1, 6), repeat=3):
        seen = constraint.holds(dict(zip(NAMES, values, strict=True)))
        expect(
            seen == median_relation(*values),
            f"for ends {values[::2]}, middle {values[1]}: {shortened_repr(seen)}",
        )


def check_names(work: LearnerModule) -> None:
    "holds looks its variables up by name, in an assignment of many"
    constraint = learner_value(work, "Between")(("R3C3", "R2C2", "R1C1"))
    assignment = {"R1C1": 5, "R1C2": 9, "R2C2": 3, "R3C3": 2, "R4C4": 3}
    expect(
        constraint.holds(assignment) is True,
        "ends R3C3 = 2 and R1C1 = 5, middle R2C2 = 3: that is allowed",
    )


def learner_tuples(constraint: Any, domains: dict[str, Domain]) -> set[tuple[int, ...]]:
    """The values that the parts of the learner's decomposition allow together."""
    parts = constraint.decompose(domains, lambda part: f"~{part}")
    expect(isinstance(parts, Decomposition), f"decompose returned {shortened_repr(parts)}")
    for part in parts.constraints:
        expect(isinstance(part, Constraint), f"{shortened_repr(part)} is not a constraint")
        expect(
            not isinstance(part, type(constraint)),
            "it has a constraint of your own in it, which has to be decomposed again: use a Table",
        )
    names = constraint.scope
    model = Model({**domains, **parts.auxiliary}, parts.constraints).with_projection(names)
    return {tuple(solution[name] for name in names) for solution in iter_solutions(model)}


def check_table(work: LearnerModule) -> None:
    "The decomposition allows exactly the allowed tuples of the domains"
    constraint = learner_value(work, "Between")(NAMES)
    narrow = {"a": Domain.of([2, 9]), "m": Domain.of([1, 4, 7]), "z": Domain.of([3, 5])}
    for domains in (FULL_DOMAINS, narrow):
        right = {v for v in product(*(domains[name] for name in NAMES)) if median_relation(*v)}
        seen = learner_tuples(constraint, domains)
        expect(not seen - right, f"it allows {shortened_repr(seen - right)}")
        expect(not right - seen, f"it lacks {shortened_repr(right - seen)}")


def check_solvers(work: LearnerModule) -> str:
    "Solvers find what brute force finds, in a Sudoku too"
    constraint = learner_value(work, "Between")(NAMES)
    right = sum(median_relation(*values) for values in product(range(1, 6), repeat=3))
    number = count_solutions(Model(FULL_DOMAINS, [constraint])).number
    expect(number == right, f"{number} solutions over 1 to 5, not {right}")
    line = ("R1C1", "R2C2", "R3C3")
    puzzle = Puzzle(Grid.square(4))
    right = sum(median_relation(*(s[cell] for cell in line)) for s in iter_solutions(puzzle))
    number = count_solutions(puzzle.model().add(learner_value(work, "Between")(line))).number
    expect(number == right, f"{number} Sudokus of 4 by 4 with it, not {right}")
    return f"{right} of the 288 Sudokus of 4 by 4 have R2C2 between R1C1 and R3C3"
