"""Checks of declare-a-sudoku: what the model accepts, and how many solutions it has."""

from nonet.learn.checks import Work, expect, given_function, show
from nonet.model import Model
from nonet.solving import count, solve

RIGHT = "1234341221434321"
BROKEN = {
    "a row": "1313242431314242",
    "a column": "1234341212343412",
    "a box": "1234234134124123",
}
"""Grids in which all units are right but those of one kind."""


def values(line: str) -> dict[str, int]:
    """A line of 16 digits as an assignment."""
    return {f"R{i // 4 + 1}C{i % 4 + 1}": int(digit) for i, digit in enumerate(line)}


def sudoku(work: Work) -> Model:
    """The learner's model."""
    seen = given_function(work, "sudoku")()
    expect(isinstance(seen, Model), f"sudoku() should return a nonet.Model, not {show(seen)}")
    assert isinstance(seen, Model)
    return seen


def check_variables(work: Work) -> None:
    "16 variables, each with the values 1 to 4"
    model = sudoku(work)
    expect(set(model.variables) == set(values(RIGHT)), f"the names are {show(model.variables)}")
    for cell, domain in model.domains.items():
        expect(list(domain) == [1, 2, 3, 4], f"the domain of {cell} is {show(list(domain))}")


def check_accepts(work: Work) -> None:
    "A right grid is accepted"
    broken = sudoku(work).violations(values(RIGHT))
    expect(not broken, f"{RIGHT} is a solution, but your model refuses it: {', '.join(broken)}")


def check_refuses(work: Work) -> None:
    "A grid with a value twice in a row, a column or a box is refused"
    for unit, line in BROKEN.items():
        expect(
            not sudoku(work).accepts(values(line)),
            f"{line} has a value twice in {unit}, but your model accepts it",
        )


def check_count(work: Work) -> None:
    "The empty puzzle has 288 solutions"
    number = count(sudoku(work), limit=1000).number
    expect(number == 288, f"your model has {number} solutions")


def check_clues(work: Work) -> str:
    "With four clues it has one solution, and the solver finds it"
    clued = sudoku(work).narrow({"R2C4": [2], "R3C1": [1], "R3C3": [3], "R4C2": [4]})
    outcome = solve(clued, limit=2)
    expect(len(outcome.solutions) == 1, f"there are {len(outcome.solutions)} solutions")
    solution = outcome.solutions[0]
    return "".join(str(solution[cell]) for cell in values(RIGHT))
