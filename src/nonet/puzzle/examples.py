"""Examples of rules as puzzles, for help, pages and tests.

>>> from nonet.puzzle.rules import type_of_rule
>>> rule = type_of_rule("windoku")
>>> example_puzzle(rule, rule.examples[0]).line()
'.....3.1..4.3...'
"""

from __future__ import annotations

from math import isqrt
from typing import Any

from nonet.puzzle.alphabets import default_alphabet
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.puzzle import Puzzle
from nonet.puzzle.rules import CLASSIC, Example, PuzzleRule, make_rule, rule_to_json
from nonet.puzzle.short_form import rule_from_short


def example_rule(rule: type[PuzzleRule], example: Example) -> PuzzleRule:
    """The rule of an example."""
    if isinstance(example.parameters, str):
        return rule_from_short(f"{rule.name} {example.parameters}")
    return make_rule(rule.name, **example.parameters)


def example_parameters(rule: type[PuzzleRule], example: Example) -> dict[str, Any]:
    """The arguments of an example's rule, by their names."""
    if isinstance(example.parameters, str):
        entry = rule_to_json(example_rule(rule, example))
        return {name: value for name, value in entry.items() if name != "rule"}
    return example.parameters


def example_puzzle(rule: type[PuzzleRule], example: Example, *, applied: bool = True) -> Puzzle:
    """Return the puzzle of an example; with ``applied`` false, without its rule, for comparison."""
    puzzle = Puzzle(
        example_grid(example),
        _values(example, example.puzzle),
        tuple(classic for classic in CLASSIC if classic.name not in example.omitted_rules),
    )
    if not applied:
        if rule.name in {classic.name for classic in CLASSIC}:
            retained = tuple(classic for classic in puzzle.rules if classic.name != rule.name)
            puzzle = Puzzle(puzzle.grid, puzzle.clues, retained)
        return puzzle.with_rules(*map(rule_from_short, example.extra_rules))
    return puzzle.with_rules(
        *map(rule_from_short, example.extra_rules), example_rule(rule, example)
    )


def example_solution(example: Example) -> dict[Cell, int]:
    """The only solution of an example."""
    return _values(example, example.solution)


def example_grid(example: Example) -> Grid:
    """The grid of an example."""
    return example.grid or Grid.square(isqrt(len(example.puzzle)))


def _values(example: Example, text: str) -> dict[Cell, int]:
    grid = example_grid(example)
    values = default_alphabet(grid.values).value_of_symbol
    cells = zip(grid.cells, text, strict=True)
    return {cell: values[character] for cell, character in cells if character != "."}
