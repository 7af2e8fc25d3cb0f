"""Regex line: the values along the line, written one after another, match a pattern."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.errors import PuzzleError
from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.regex import compile_pattern
from nonet.puzzle.rules.base import Example
from nonet.puzzle.rules.path_rule import PathRule


@dataclass(frozen=True)
class RegexLine(PathRule):
    """The values, as characters in order, are matched by ``pattern`` as a whole.

    The pattern is a regular expression of the plain kind: characters of values, ``.``,
    ``[1-4]``, ``[^5]``, ``( )``, ``|``, ``*``, ``+``, ``?`` and ``{2,3}``.
    """

    pattern: str

    name = "regex-line"
    sentence = "The values along the line, read in order, match the pattern given."
    aliases = ("regex", "automaton-line")
    parameters = {
        "cells": "the cells in order",
        "pattern": "a regular expression for all values of the line, such as [1-4]*9?[5-8]+",
    }
    tint = "red"
    examples = (
        Example(
            "3.5..........3..1..4.6.2.6......21..",
            "315426624351236514541632163245452163",
            "[1-3]+[56]*[^2] R6C4 R6C3 R5C4 R4C3 R5C2",
        ),
    )
    min_cells = 1

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.located(grid)
        try:
            step, start, accepts = compile_pattern(self.pattern, grid.values)
        except PuzzleError as error:
            raise PuzzleError(f"rule {self.name} at {cells[0]}: {error}") from None
        sentence = f"the values from {cells[0]} to {cells[-1]} match {self.pattern}"
        yield self.regular(grid, cells, self.annotation(cells, sentence), start, step, accepts)
