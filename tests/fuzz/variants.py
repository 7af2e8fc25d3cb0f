"""Random variants: puzzles with rules of every kind, with random parameters, names and marks.

>>> from random import Random
>>> print(random_variant(Random(8)))  # doctest: +SKIP
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from nonet.errors import ModelError, PuzzleError
from nonet.formats.statements import square_grid
from nonet.model import Domain
from nonet.puzzle import Block, Cell, Grid, Puzzle, PuzzleRule
from nonet.puzzle.examples import example_parameters
from nonet.puzzle.grid import cell_name, place
from nonet.puzzle.parameters import Parameter
from nonet.puzzle.rules import rule_types

ODD_TEXTS = (
    "", "", "", "A plain name", "two\nlines", "a,b;c", "# box: 3x2", 'quotes " and \'', "-->",
    "ü 数独 🙂", "=cmd|' /C calc'!A0", "tab\tand \\ backslash", "name: x", "%2C, zA zQ", "a\r\nb",
    "\u2028", "[1]", "<b>", "{}", "  blanks  at  both ends ", "12345", "....", "null", ":0000:x:",
)  # fmt: skip
"""Names, comments and notes."""

NOTE_KEYS = ("author", "solution", "id", "level", "a,b;c", "puzzle", "rules", "it's", "", "state")


def random_variant(random: Random) -> Puzzle:
    """Return a puzzle with up to four rules of any kind, mostly beside the classic rules."""
    grid = random_grid(random)
    puzzle = Puzzle(grid)
    for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3, 4))):
        rule = random_rule(random, grid)
        if rule is None:
            continue
        with_rule = puzzle.with_rules(rule)
        try:
            with_rule.model()
        except (PuzzleError, ModelError):
            continue
        puzzle = with_rule
    if random.random() < 0.05:
        fewer = replace(puzzle, rules=tuple(r for r in puzzle.rules if random.random() < 0.8))
        with suppress(PuzzleError, ModelError):  # a rule may speak of another that is gone
            fewer.model()
            puzzle = fewer
    values = {cell: random.choice(grid.values) for cell in grid.cells}
    share = random.choice((0, 0.1, 0.2, 0.4))
    puzzle = replace(
        puzzle,
        clues={cell: values[cell] for cell in grid.cells if random.random() < share},
        name=random.choice(ODD_TEXTS),
        comment=random.choice(ODD_TEXTS),
    )
    if random.random() < 0.15:
        puzzle = replace(puzzle, candidates=_candidates(random, grid))
    if random.random() < 0.1:
        entered = {cell: values[cell] for cell in grid.cells if random.random() < 0.1}
        puzzle = replace(
            puzzle, entries={c: v for c, v in entered.items() if c not in puzzle.clues}
        )
    if random.random() < 0.2:
        keys = random.sample(NOTE_KEYS, 2)
        puzzle = replace(puzzle, notes={key: random.choice(ODD_TEXTS) for key in keys})
    return puzzle


def _candidates(random: Random, grid: Grid) -> dict[Cell, Domain]:
    number = random.choice((1, 2, len(grid.cells)))
    return {
        cell: Domain.of(random.sample(grid.values, random.randint(1, len(grid.values))))
        for cell in random.sample(grid.cells, number)
    }


def random_grid(random: Random) -> Grid:
    """A square mostly; sometimes of values from 0, of odd boxes, or no square at all."""
    size = random.choice((4, 4, 4, 6, 6, 9, 9, 9, 9, 9))
    choice = random.random()
    if choice < 0.75:
        return Grid.square(size)
    if choice < 0.85:
        return square_grid(size, "default", 0)
    if choice < 0.95:
        return square_grid(size, "none", random.choice((0, 1)))
    height, width = random.choice(((4, 6), (3, 5), (2, 2)))
    return Grid((Block(0, 0, height, width, None),), tuple(range(1, random.choice((7, 8)))))


def random_rule(random: Random, grid: Grid, *, within: bool = False) -> PuzzleRule | None:
    """Return a rule with random parameters; ``None`` if the parameters make no sense."""
    kinds = list(rule_types().values())
    kind = random.choice(kinds)
    if (
        within
        and kind.fields()
        and any(p.kind in ("rule", "rules") for p in kind.typed_parameters())
    ):
        return None
    if kind.examples and random.random() < 0.1:
        parameters = example_parameters(kind, random.choice(kind.examples))
    else:
        parameters = {
            parameter.name: _parameter(random, grid, kind, parameter)
            for parameter in kind.typed_parameters()
            if parameter.required or random.random() < 0.6
        }
    try:
        rule = kind(**parameters)
        list(rule.constraints(grid))
    except (PuzzleError, ModelError):
        return None
    return rule


def _parameter(random: Random, grid: Grid, kind: type[PuzzleRule], parameter: Parameter) -> Any:
    """Return a value of a rule's parameter: of its kind, mostly a sensible value."""
    size = grid.size
    match parameter.kind:
        case "cell":
            return random.choice(grid.cells)
        case "outside":
            return _place_outside(random, grid)
        case "cells":
            return _cells(random, grid, kind)
        case "groups":
            number = random.randint(1, 3)
            cells = random.sample(grid.cells, min(3 * number, len(grid.cells)))
            return tuple(tuple(cells[at::3]) for at in range(3))
        case "integer":
            return random.choice((0, 1, 2, 3, 4, 5, 7, 10, 15, size, random.randint(0, 45)))
        case "integers":
            return tuple(random.randint(0, size) for _ in range(random.choice((1, 1, 2, 3))))
        case "tuples":
            pairs = [(a, b) for a in grid.values for b in grid.values]
            return tuple(sorted(random.sample(pairs, random.randint(1, len(pairs)))))
        case "flag":
            return random.random() < 0.5
        case "choice":
            return random.choice(parameter.choices)
        case "rule" | "rules":
            rules = [random_rule(random, grid, within=True) for _ in range(3)]
            inner = tuple(rule for rule in rules if rule is not None)
            return inner if parameter.kind == "rules" else inner[0] if inner else None
        case _:
            if "layout" in parameter.name:
                return _layout(random, grid)
            return random.choice(("12*", "(1|2)+3?", "[1-3]*", "."))


def _cells(random: Random, grid: Grid, kind: type[PuzzleRule]) -> tuple[Cell, ...]:
    """Cells as the rule's kind is entered: a path, a pair, a square of four, or any."""
    start = random.choice(grid.cells)
    row, column = place(start)
    if kind.entry == "pair":
        other = grid.cell_at(*random.choice(((row, column + 1), (row + 1, column))))
        return (start, other) if other else (start,)
    if kind.entry == "corner":
        square = [grid.cell_at(row + down, column + right) for down in (0, 1) for right in (0, 1)]
        return tuple(cell for cell in square if cell)
    if kind.entry != "path" and random.random() < 0.5:
        return tuple(random.sample(grid.cells, random.randint(1, min(6, len(grid.cells)))))
    path = [start]
    for _ in range(random.randint(1, 6)):
        row, column = place(path[-1])
        cell = grid.cell_at(row + random.choice((-1, 0, 1)), column + random.choice((-1, 0, 1)))
        if cell and cell not in path:
            path.append(cell)
    return tuple(path)


def _place_outside(random: Random, grid: Grid) -> str:
    row, column = random.randrange(grid.height), random.randrange(grid.width)
    return cell_name(
        *random.choice(((-1, column), (grid.height, column), (row, -1), (row, grid.width)))
    )


def _layout(random: Random, grid: Grid) -> str:
    """Regions: the rows with a few cells exchanged."""
    letters = [chr(ord("a") + place(cell)[0]) for cell in grid.cells]
    for _ in range(random.randint(0, 3)):
        a, b = random.randrange(len(letters)), random.randrange(len(letters))
        letters[a], letters[b] = letters[b], letters[a]
    return "".join(letters)
