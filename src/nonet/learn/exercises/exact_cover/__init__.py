"""Checks of exact-cover: the incidence, and the result of Algorithm X."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from nonet.errors import quantity
from nonet.learn.checks import LearnerModule, expect, expect_kind, learner_function, shortened_repr
from nonet.puzzle import Grid, Puzzle
from nonet.solving import iter_solutions

NUMBERS = range(1, 5)
CLUES = {(2, 4): 2, (3, 1): 1, (3, 3): 3, (4, 2): 4}


def check_items(work: LearnerModule) -> None:
    "Four items an option; the boxes are right"
    for option, box in (((1, 1, 3), 1), ((2, 3, 1), 2), ((3, 2, 4), 3), ((4, 4, 2), 4)):
        row, column, value = option
        seen = learner_function(work, "items")(*option)
        right = {("cell", row, column)}
        right |= {("row", row, value), ("column", column, value), ("box", box, value)}
        covered = f"{shortened_repr(right)}, not {shortened_repr(seen)}"
        expect(set(seen) == right, f"option {option} covers {covered}")


def learner_options(
    work: LearnerModule, clues: Mapping[tuple[int, int], int]
) -> dict[Any, set[Any]]:
    """The learner's options."""
    seen = learner_function(work, "options")(dict(clues))
    expect_kind(seen, dict, "options should return a dictionary")
    return {option: set(covered) for option, covered in seen.items()}


def check_empty(work: LearnerModule) -> None:
    "The empty puzzle: 64 options, 64 items, each item in four options"
    seen = learner_options(work, {})
    expect(len(seen) == 64, f"you have {quantity(len(seen), 'option')}")
    number = Counter(item for covered in seen.values() for item in covered)
    expect(len(number) == 64, f"you have {quantity(len(number), 'item')}")
    odd = {item: n for item, n in number.items() if n != 4}
    expect(not odd, f"these items are in another number of options: {shortened_repr(odd)}")


def check_clues(work: LearnerModule) -> None:
    "A cell with a clue has one option"
    seen = learner_options(work, CLUES)
    for (row, column), value in CLUES.items():
        of_cell = [option for option in seen if option[:2] == (row, column)]
        expect(of_cell == [(row, column, value)], f"the clue {value} at {(row, column)}: {of_cell}")
    expect(len(seen) == 12 * 4 + 4, f"{quantity(len(seen), 'option')} in all, not 52")


def exact_covers(
    chosen: list[Any], remaining: dict[Any, set[Any]], items: set[Any]
) -> Iterator[list[Any]]:
    """Algorithm X: branch on an item with fewest options left."""
    if not items:
        yield chosen
        return
    item = min(items, key=lambda item: (sum(item in of for of in remaining.values()), repr(item)))
    for option in [option for option, of in remaining.items() if item in of]:
        apart = {other: of for other, of in remaining.items() if not of & remaining[option]}
        yield from exact_covers([*chosen, option], apart, items - remaining[option])


def learner_solutions(work: LearnerModule, clues: Mapping[tuple[int, int], int]) -> list[str]:
    """The solutions, read back by the learner, as lines."""
    every = set().union(*learner_options(work, {}).values())
    solutions = []
    for chosen in exact_covers([], learner_options(work, clues), every):
        grid = learner_function(work, "read")(list(chosen))
        cells = {(r, c) for r in NUMBERS for c in NUMBERS}
        expect(
            isinstance(grid, dict) and set(grid) == cells,
            f"read should return a value for each (row, column), not {shortened_repr(grid)}",
        )
        solutions.append("".join(str(grid[r, c]) for r in NUMBERS for c in NUMBERS))
    return solutions


def check_solutions(work: LearnerModule) -> str:
    "Algorithm X finds the solutions of the declared puzzle, and no others"
    named = {f"R{row}C{column}": value for (row, column), value in CLUES.items()}
    for clues, declared in ((CLUES, named), ({}, {})):
        puzzle = Puzzle(Grid.square(4), declared)
        right = {solution.line for solution in iter_solutions(puzzle)}
        seen = learner_solutions(work, clues)
        expect(len(set(seen)) == len(seen), "the same grid is found twice")
        expect(set(seen) == right, f"{len(seen)} grids are found where there are {len(right)}")
    return "288 exact covers for the empty puzzle; one with the clues"
