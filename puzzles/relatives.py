"""Relatives of Sudoku for ``make.py``: each is a grid, some rules and a random solution.

What is drawn from the solution (cages, signs, sums, clues) is taken away again while the
puzzle keeps its only solution, which the SAT solver tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import prod
from random import Random

from generator import Values

import nonet
from nonet.puzzle import CLASSIC, Cell, Grid, Puzzle, PuzzleRule, grid_of, make_rule
from nonet.puzzle.grid import cell_name, place


def is_unique(puzzle: Puzzle) -> bool:
    """Whether there is exactly one solution."""
    return nonet.verify(puzzle, backend="sat").uniqueness is nonet.Uniqueness.UNIQUE


def any_solution(puzzle: Puzzle, random: Random, tries: int = 2) -> Values:
    """A solution near random: cells in random order get one of a few random values, if any fits."""
    solution = nonet.solve(puzzle, backend="sat").solution
    assert solution is not None
    found, clues = dict(solution), dict(puzzle.clues)
    for cell in random.sample(puzzle.grid.cells, len(puzzle.grid.cells)):
        for value in random.sample(puzzle.grid.values, min(tries, puzzle.grid.size)):
            if found[cell] != value:
                other = nonet.solve(puzzle.with_clues({**clues, cell: value}), backend="sat")
                if other.solution is None:
                    continue
                found = dict(other.solution)
            clues[cell] = value
            break
    return {cell: found[cell] for cell in puzzle.grid.cells}


def fewer_clues(puzzle: Puzzle, random: Random) -> Puzzle:
    """The puzzle with a minimal set of its clues."""
    clues = dict(puzzle.clues)
    for cell in random.sample(sorted(clues, key=place), len(clues)):
        less = {other: value for other, value in clues.items() if other != cell}
        if is_unique(puzzle.with_clues(less)):
            clues = less
    return puzzle.with_clues(clues)


def minimal(puzzle: Puzzle, random: Random) -> Puzzle:
    """The puzzle with a minimal set of clues from a random solution."""
    return fewer_clues(puzzle.with_clues(any_solution(puzzle, random)), random)


def fewer_rules(puzzle: Puzzle, drawn: Sequence[PuzzleRule], random: Random) -> Puzzle:
    """The puzzle with a minimal set of the rules ``drawn`` beside its own."""
    kept = list(drawn)
    for rule in random.sample(kept, len(kept)):
        less = [other for other in kept if other != rule]
        if is_unique(puzzle.with_rules(*less)):
            kept = less
    return puzzle.with_rules(*kept)


def named(puzzle: Puzzle, name: str) -> Puzzle:
    """The puzzle with a name."""
    return replace(puzzle, name=name)


def latin_square(random: Random) -> Puzzle:
    """Rows and columns only."""
    puzzle = Puzzle(grid_of("6 box none"))
    return named(
        fewer_clues(puzzle.with_clues(any_solution(puzzle, random)), random), "Latin square"
    )


def futoshiki(random: Random) -> Puzzle:
    """A Latin square with signs between neighbours, and clues where signs do not say enough."""
    puzzle = Puzzle(grid_of("5 box none"))
    while True:
        solution = any_solution(puzzle, random)
        clued = puzzle.with_clues(dict(random.sample(sorted(solution.items()), 4)))
        signs = [
            make_rule("greater-than", cells=sorted(pair, key=lambda cell: -solution[cell]))
            for pair in sides(puzzle.grid)
        ]
        if is_unique(clued.with_rules(*signs)):
            return named(fewer_rules(clued, signs, random), "Futoshiki")


def skyscrapers(random: Random) -> Puzzle:
    """A Latin square seen from outside."""
    puzzle = Puzzle(grid_of("5 box none"))
    while True:
        solution, clues = any_solution(puzzle, random), []
        for line in range(1, 6):
            for place_of, forward in ((f"R0C{line}", 1), (f"R6C{line}", -1)):
                clues.append((place_of, [f"R{r}C{line}" for r in range(1, 6)][::forward]))
            for place_of, forward in ((f"R{line}C0", 1), (f"R{line}C6", -1)):
                clues.append((place_of, [f"R{line}C{c}" for c in range(1, 6)][::forward]))
        rules = [
            make_rule("skyscraper", clue=at, count=visible([solution[cell] for cell in cells]))
            for at, cells in clues
        ]
        if is_unique(puzzle.with_rules(*rules)):
            return named(fewer_rules(puzzle, rules, random), "Skyscrapers")


def visible(heights: Sequence[int]) -> int:
    """How many are higher than all before them."""
    return sum(height > max(heights[:i], default=0) for i, height in enumerate(heights))


def kenken(random: Random) -> Puzzle:
    """Cages with an operation on a Latin square, and no clue."""
    puzzle = Puzzle(grid_of("6 box none"))
    while True:
        solution = any_solution(puzzle, random)
        cages = [
            calculation([solution[c] for c in cage], cage, random)
            for cage in parts(puzzle.grid, random)
        ]
        found = puzzle.with_rules(*cages)
        if is_unique(found):
            return named(found, "KenKen")


def calculation(values: Sequence[int], cage: Sequence[Cell], random: Random) -> PuzzleRule:
    """A cage with one of the operations that its values allow."""
    largest = max(values)
    results = {"+": sum(values), "*": prod(values)}
    if len(values) == 2:
        results["-"] = 2 * largest - sum(values)
        if largest % min(values) == 0:
            results["/"] = largest // min(values)
    operation = random.choice(list(results))
    return make_rule("calculation", cells=cage, operation=operation, result=results[operation])


def parts(grid: Grid, random: Random) -> list[list[Cell]]:
    """The grid cut into connected cages of two to four cells."""
    while True:
        left, found = list(grid.cells), []
        while left:
            cage = [left.pop(0)]
            for _ in range(random.choice((1, 1, 2, 2, 3))):
                near = [
                    cell
                    for pair in sides(grid)
                    for cell in pair
                    if cell in left and {*pair} & {*cage}
                ]
                if near:
                    cage.append(random.choice(near))
                    left.remove(cage[-1])
            found.append(sorted(cage, key=place))
        if min(map(len, found)) > 1:
            return found


def kakuro(random: Random) -> Puzzle:
    """Runs with sums.  Small and large values are drawn, for they leave fewer choices."""
    grid = Grid.shaped(["##..#", "#....", "....#", "#..##"], range(1, 10))
    puzzle, allowed = (
        Puzzle(grid),
        [(1, 2, 3, 4), (6, 7, 8, 9), (1, 2, 3, 4, 5, 6), (4, 5, 6, 7, 8, 9)],
    )
    runs = [b for b in grid.blocks if b.height * b.width > 1]
    while True:
        some = {
            cell: values
            for run in runs
            if run.height == 1
            for values in (random.choice(allowed),)
            for cell in run.rows()[0]
        }
        narrowed = replace(puzzle, candidates=some)
        if nonet.solve(narrowed, backend="sat").solution is None:
            continue
        solution, sums = any_solution(narrowed, random), []
        for run in runs:
            cells = [cell for row in run.rows() for cell in row]
            across = run.height == 1
            clue = cell_name(run.top - (not across), run.left - across)
            total = sum(solution[cell] for cell in cells)
            direction = "across" if across else "down"
            sums.append(make_rule("run-sum", clue=clue, direction=direction, sum=total))
        if is_unique(puzzle.with_rules(*sums)):
            return named(puzzle.with_rules(*sums), "Kakuro")


def str8ts(random: Random) -> Puzzle:
    """White compartments hold consecutive values; two of the black cells have a number."""
    shape = ["...#...", ".......", "#..#..#", ".......", "#..#..#", ".......", "...#..."]
    rule = make_rule("straights", black=("R2C4", "R6C4"))
    puzzle = Puzzle(Grid.shaped(shape, range(1, 8))).with_rules(rule)
    return named(minimal(puzzle, random), "Str8ts")


def of_one_rule(description: str, rule: str, name: str) -> Callable[[Random], Puzzle]:
    """A puzzle of clues under one rule that says all."""

    def make(random: Random) -> Puzzle:
        puzzle = Puzzle(grid_of(description)).with_rules(make_rule(rule))
        return named(minimal(puzzle, random), name)

    return make


def sides(grid: Grid) -> list[tuple[Cell, Cell]]:
    """Every two cells that share an edge."""
    found = []
    for cell in grid.cells:
        row, column = place(cell)
        others = (grid.cell_at(row, column + 1), grid.cell_at(row + 1, column))
        found += [(cell, other) for other in others if other is not None]
    return found


RELATIVES: Iterable[Callable[[Random], Puzzle]] = (
    latin_square,
    futoshiki,
    kenken,
    kakuro,
    str8ts,
    skyscrapers,
    of_one_rule("8 values 0-1 box none", "binairo", "Binairo"),
    of_one_rule("4 values 1-16 box none", "magic-square", "Magic square"),
    of_one_rule("10 values 0-1 box none", "queens", "Queens"),
)


def relatives(random: Random) -> list[Puzzle]:
    """One of each."""
    return [make(random) for make in RELATIVES]


def multigrids(random: Random) -> list[Puzzle]:
    """One of each named group of overlapping grids that no other file holds."""
    found = []
    for name in ("butterfly", "windmill", "sohei", "gattai-8", "shogun", "sumo", "clueless"):
        puzzle = Puzzle(grid_of(name), rules=CLASSIC)
        if name == "clueless":
            puzzle = puzzle.with_rules(make_rule("tenth-grid", lines=tuple(range(2, 28, 3))))
        solution = any_solution(puzzle, random, tries=1)
        found.append(named(fewer_clues(puzzle.with_clues(solution), random), name))
    return found
