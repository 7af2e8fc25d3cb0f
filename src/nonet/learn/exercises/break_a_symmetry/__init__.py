"""Checks of break-a-symmetry: every class has exactly one remaining member."""

from itertools import permutations

from nonet.learn.checks import LearnerModule, expect, expect_kind, learner_function, shortened_repr
from nonet.model import Constraint, Model, ModelBuilder, Variable
from nonet.puzzle import Grid, Puzzle
from nonet.solving import count_solutions, iter_solutions

Square = list[list[Variable]]
EMPTY = Puzzle(Grid.square(4))


def check_values_count(work: LearnerModule) -> None:
    "12 of the 288 Sudokus are left"
    model = learner_function(work, "break_values")(EMPTY.model())
    expect_kind(model, Model, "break_values should return a model")
    number = count_solutions(model).number
    expect(number == 12, f"{number} are left")


def check_values_classes(work: LearnerModule) -> None:
    "Renamed in all 24 ways, the 12 are all 288 again"
    model = learner_function(work, "break_values")(EMPTY.model())
    remaining = [tuple(map(each.__getitem__, EMPTY.grid.cells)) for each in iter_solutions(model)]
    copies = {
        tuple(renamed[value - 1] for value in solution)
        for solution in remaining
        for renamed in permutations((1, 2, 3, 4))
    }
    expect(len(copies) == 288, f"they are {len(copies)}: some classes are lost, some kept twice")


def magic_square_model(centre: int = 5) -> tuple[ModelBuilder, Square]:
    """The magic square of the nine values round ``centre``."""
    build = ModelBuilder()
    values = range(centre - 4, centre + 5)
    square = [[build.variable(f"r{r}c{c}", values) for c in range(3)] for r in range(3)]
    build.all_different([v for row in square for v in row])
    columns = [list(column) for column in zip(*square, strict=True)]
    diagonals = [[square[i][i] for i in range(3)], [square[i][2 - i] for i in range(3)]]
    for a, b, c in (*square, *columns, *diagonals):
        build.add(a + b + c == 3 * centre)
    return build, square


def model_with_symmetry_breaking(work: LearnerModule, build: ModelBuilder, square: Square) -> Model:
    """The model with the learner's constraints."""
    breaking = learner_function(work, "break_square")(square)
    expect(
        isinstance(breaking, list | tuple) and all(isinstance(c, Constraint) for c in breaking),
        f"break_square should return a list of constraints, not {shortened_repr(breaking)}",
    )
    build.add(*breaking)
    return build.model()


def check_magic(work: LearnerModule) -> None:
    "One magic square is left of 8, with the values 1 to 9 and with others"
    for centre in (5, 40):
        build, square = magic_square_model(centre)
        before = count_solutions(build.model()).number
        number = count_solutions(model_with_symmetry_breaking(work, build, square)).number
        expect(number == 1, f"of {before} magic squares, {number} are left")


def check_every_square(work: LearnerModule) -> str:
    "Of any square with four different corners, one of the 8 pictures is left"
    build = ModelBuilder()
    square = [[build.variable(f"r{r}c{c}", range(1, 5)) for c in range(3)] for r in range(3)]
    corners = [(0, 0), (0, 2), (2, 2), (2, 0)]
    build.all_different([square[r][c] for r, c in corners])
    for r, c in ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)):
        build.add(square[r][c] == 1)
    remaining = [
        tuple(s[f"r{r}c{c}"] for r, c in corners)
        for s in iter_solutions(model_with_symmetry_breaking(work, build, square))
    ]
    seen: dict[tuple[int, ...], int] = {}
    for corner in permutations((1, 2, 3, 4)):
        seen[min(symmetric_images(corner))] = 0
    for square_left in remaining:
        seen[min(symmetric_images(square_left))] += 1
    for picture, number in seen.items():
        expect(number == 1, f"of the square with corners {picture}, clockwise, {number} are left")
    return "24 arrangements of the corners, 3 classes of 8, one left of each"


def symmetric_images(corners: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Corners, clockwise, under the 8 symmetries of a square."""
    return [(ring[turn:] + ring[:turn]) for ring in (corners, corners[::-1]) for turn in range(4)]
