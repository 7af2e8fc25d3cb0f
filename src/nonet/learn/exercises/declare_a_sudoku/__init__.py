"""Checks of declare-a-sudoku: domains and rows of any size, then the model of 4 by 4."""

from collections.abc import Iterable, Mapping
from math import factorial

from nonet.errors import quantity
from nonet.learn.checks import LearnerModule, expect, expect_kind, learner_function, shortened_repr
from nonet.model import AllDifferent, Model
from nonet.solving import count_solutions, solve

VALID_GRID = "1234341221434321"
INVALID_GRIDS = {
    "a row": "1313242431314242",
    "a column": "1234341212343412",
    "a box": "1234234134124123",
}
"""Grids in which all units are right except units of one kind."""


def check_names(work: LearnerModule) -> None:
    "domains(2) and domains(4) name every cell once"
    for size in (2, 4):
        seen = learner_function(work, "domains")(size)
        expect_kind(seen, dict, f"domains({size}) should be a dictionary")
        expected = {f"R{r}C{c}" for r in range(1, size + 1) for c in range(1, size + 1)}
        expect(set(seen) == expected, f"domains({size}) has the names {shortened_repr(set(seen))}")


def expect_one_to_four(domains: Mapping[str, Iterable[int]]) -> None:
    """Raise ``CheckFailed`` for a domain that is another one."""
    for cell, values in domains.items():
        seen = list(values)
        expect(seen == [1, 2, 3, 4], f"the domain of {cell} is {shortened_repr(seen)}")


def check_values(work: LearnerModule) -> None:
    "Every domain is 1 to size"
    expect_one_to_four(learner_function(work, "domains")(4))


def check_rows(work: LearnerModule) -> None:
    "rows(3) are three AllDifferent, each of the cells of one row"
    seen = list(learner_function(work, "rows")(3))
    expect(
        all(isinstance(c, AllDifferent) for c in seen),
        f"rows(3) should be a list of nonet.AllDifferent, not {shortened_repr(seen)}",
    )
    expect(len(seen) == 3, f"rows(3) has {quantity(len(seen), 'constraint')}")
    expected = {frozenset(f"R{r}C{c}" for c in (1, 2, 3)) for r in (1, 2, 3)}
    for constraint in seen:
        cells = ", ".join(constraint.scope)
        expect(frozenset(constraint.scope) in expected, f"{cells} are not the cells of a row")
    expect(len({frozenset(c.scope) for c in seen}) == 3, "the same row is listed twice")


def check_solutions(work: LearnerModule) -> str:
    "The model of both has size! solutions a row"
    domains, rows = learner_function(work, "domains"), learner_function(work, "rows")
    for size in (1, 2, 3):
        number = count_solutions(Model(domains(size), rows(size))).number
        right = factorial(size) ** size
        expect(number == right, f"for size {size}: {quantity(number, 'solution')}, not {right}")
    return "3 rows of 3 cells: 3! ways each, 216 in all."


def grid_values(line: str) -> dict[str, int]:
    """A line of 16 digits as an assignment."""
    return {f"R{i // 4 + 1}C{i % 4 + 1}": int(digit) for i, digit in enumerate(line)}


def learner_model(work: LearnerModule) -> Model:
    """The learner's model."""
    seen: Model = learner_function(work, "sudoku")()
    expect_kind(seen, Model, "sudoku() should return a nonet.Model")
    return seen


def check_variables(work: LearnerModule) -> None:
    "16 variables, each with the values 1 to 4"
    model = learner_model(work)
    is_right = set(model.variables) == set(grid_values(VALID_GRID))
    expect(is_right, f"the names are {shortened_repr(model.variables)}")
    expect_one_to_four(model.domains)


def check_accepts(work: LearnerModule) -> None:
    "A right grid is accepted"
    broken = learner_model(work).violations(grid_values(VALID_GRID))
    against = ", ".join(broken)
    expect(not broken, f"{VALID_GRID} is a solution, but your model refuses it: {against}")


def check_refuses(work: LearnerModule) -> None:
    "A grid with a value twice in a row, a column or a box is refused"
    for unit, line in INVALID_GRIDS.items():
        accepts = learner_model(work).accepts(grid_values(line))
        expect(not accepts, f"{line} has a value twice in {unit}, but your model accepts it")


def check_count(work: LearnerModule) -> None:
    "The empty puzzle has 288 solutions"
    number = count_solutions(learner_model(work), limit=1000).number
    expect(number == 288, f"your model has {quantity(number, 'solution')}")


def check_clues(work: LearnerModule) -> str:
    "With four clues it has one solution, and the solver finds it"
    clued = learner_model(work).narrow({"R2C4": [2], "R3C1": [1], "R3C3": [3], "R4C2": [4]})
    outcome = solve(clued, limit=2)
    expect(len(outcome.solutions) == 1, f"there are {len(outcome.solutions)} solutions")
    solution = outcome.solutions[0]
    return "".join(str(solution[cell]) for cell in grid_values(VALID_GRID))
