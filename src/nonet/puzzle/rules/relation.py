"""Relation: neighbours on a line, or all pairs of some cells, take pairs of values allowed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.base import CellsRule, Example


@dataclass(frozen=True)
class Relation(CellsRule):
    """Every two cells that follow one another, or with ``every`` any two, take an allowed pair.

    The earlier cell takes the first value of a pair.  The cells need not touch.
    """

    allowed: tuple[tuple[int, int], ...]
    every: bool = False

    name = "relation"
    sentence = "Values that follow one another on the line are a pair allowed."
    aliases = ("pairwise",)
    entry = "cells"
    parameters = {
        "cells": "the cells in order, as R1C1 or A1",
        "allowed": "the pairs of values allowed, the earlier cell's first",
        "every": "whether any two of the cells are meant, not only those that follow one another",
    }
    examples = (
        Example(
            ".1.............1",
            "2143341212344321",
            'allowed="1 2 | 2 4 | 3 1 | 4 1 | 4 3" R1C1 R2C2 R3C3 R4C4',
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        pairs = self.allowed
        if not isinstance(pairs, list | tuple):
            raise self.rule_error(f"allowed are pairs of values, not {pairs!r}")
        for pair in pairs:
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise self.rule_error(f"allowed are pairs of values, not {pair!r}")
            for value in pair:
                self.checked_number(value, "an allowed value")
        object.__setattr__(self, "allowed", tuple(sorted({(a, b) for a, b in pairs})))

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        cells = self.checked_cells(grid, self.cells, allow_repeats=True)
        allowed = frozenset(self.allowed)
        for pair in combinations(cells, 2) if self.every else pairwise(cells):
            name = f"relation {pair[0]}-{pair[1]}"
            rule = Annotation(
                "relation", name, f"{pair[0]} and {pair[1]} are one of the pairs allowed"
            )
            yield Table(pair, allowed, rule=rule)
