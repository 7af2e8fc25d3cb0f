"""Checks of declare-rows: the names, the domains, the scopes, and how many solutions that makes."""

from math import factorial

from nonet.learn.checks import LearnerModule, expect, learner_function, shortened_repr
from nonet.model import AllDifferent, Model
from nonet.solving import count


def check_names(work: LearnerModule) -> None:
    "domains(2) and domains(4) name every cell once"
    for size in (2, 4):
        seen = learner_function(work, "domains")(size)
        expect(
            isinstance(seen, dict),
            f"domains({size}) should be a dictionary, not {shortened_repr(seen)}",
        )
        expected = {f"R{r}C{c}" for r in range(1, size + 1) for c in range(1, size + 1)}
        expect(set(seen) == expected, f"domains({size}) has the names {shortened_repr(set(seen))}")


def check_values(work: LearnerModule) -> None:
    "Every domain is 1 to size"
    for cell, values in learner_function(work, "domains")(4).items():
        expect(
            list(values) == [1, 2, 3, 4], f"the domain of {cell} is {shortened_repr(list(values))}"
        )


def check_rows(work: LearnerModule) -> None:
    "rows(3) are three AllDifferent, each of the cells of one row"
    seen = list(learner_function(work, "rows")(3))
    expect(
        all(isinstance(c, AllDifferent) for c in seen),
        f"rows(3) should be a list of nonet.AllDifferent, not {shortened_repr(seen)}",
    )
    expect(len(seen) == 3, f"rows(3) has {len(seen)} constraints")
    expected = {frozenset(f"R{r}C{c}" for c in (1, 2, 3)) for r in (1, 2, 3)}
    for constraint in seen:
        expect(
            frozenset(constraint.scope) in expected,
            f"{', '.join(constraint.scope)} are not the cells of a row",
        )
    expect(len({frozenset(c.scope) for c in seen}) == 3, "the same row is listed twice")


def check_solutions(work: LearnerModule) -> str:
    "The model of both has size! solutions a row"
    domains, rows = learner_function(work, "domains"), learner_function(work, "rows")
    for size in (1, 2, 3):
        number = count(Model(domains(size), rows(size))).number
        right = factorial(size) ** size
        expect(number == right, f"for size {size} there are {number} solutions, not {right}")
    return "3 rows of 3 cells: 3! ways each, 216 in all. Columns and boxes are the next exercise."
