"""Negated: a rule that does not hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import ClassVar

from nonet.model import (
    AllDifferent,
    Annotation,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Linear,
    Regular,
    Table,
)
from nonet.model.constraints.base import TABLE_LIMIT
from nonet.model.constraints.linear import Comparison
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.any_of import inner_constraints, with_text_format
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.render.drawing import Decoration

Group = tuple[Constraint, ...]
"""Constraints that hold together."""


@dataclass(frozen=True)
class Negated(PuzzleRule):
    """Something of what ``inner`` demands is not so; of several demands one is enough."""

    inner: PuzzleRule

    name: ClassVar[str] = "negated"
    sentence: ClassVar[str] = "The rule does not hold."
    aliases: ClassVar[tuple[str, ...]] = ("not",)
    parameters: ClassVar[dict[str, str]] = {"inner": "the rule that does not hold, in parentheses"}
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "....1......24...",
            "2314142331424231",
            {"inner": {"rule": "killer", "cells": ("R1C1", "R2C1", "R2C2"), "sum": 6}},
        ),
    )

    def __post_init__(self) -> None:
        if not isinstance(self.inner, PuzzleRule):
            raise self.rule_error(f"it takes a rule, not {self.inner!r}")

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        demands = inner_constraints(self, self.inner, grid, rules)
        said = "; ".join(dict.fromkeys(demand.rule.sentence for demand in demands))
        words = Annotation(self.name, f"not {demands[0].rule.label}", f"not so: {said}")
        groups = [
            group for demand in demands for group in self._negation_groups(demand, grid, words)
        ]
        if not groups:
            raise self.rule_error(f"{self.inner.name} always holds here, so it cannot be negated")
        yield AnyOf(tuple(groups), rule=words)

    def _negation_groups(self, demand: Constraint, grid: Grid, words: Annotation) -> list[Group]:
        """Groups of which one holds exactly where ``demand`` does not."""
        match demand:
            case Linear(scope=scope, coefficients=weights, op=op, constant=constant):
                other, shift = _OPPOSITE[op]
                return [(Linear(scope, weights, other, constant + shift, rule=words),)]
            case Count(counted=counted, values=values, op=op, number=int(number)):
                other, shift = _OPPOSITE[op]
                return [(Count(counted, values, other, number + shift, rule=words),)]
            case AllDifferent(scope=scope):
                pairs = combinations(scope, 2)
                return [(Linear(pair, (1, -1), "==", 0, rule=words),) for pair in pairs]
            case Regular(scope=scope, automaton=machine):
                return [(Regular(scope, complement(machine, grid.values), rule=words),)]
            case AnyOf(groups=groups):
                ways = [
                    [way for part in group for way in self._negation_groups(part, grid, words)]
                    for group in groups
                ]
                if prod(map(len, ways)) > _MAX_GROUPS:
                    raise self.rule_error(
                        f"{demand.description} may fail in too many ways to be negated"
                    )
                return [tuple(c for way in chosen for c in way) for chosen in product(*ways)]
        scope = tuple(dict.fromkeys(demand.scope))
        if grid.size ** len(scope) > TABLE_LIMIT:
            raise self.rule_error(f"{demand.description} has too many cells to be negated")
        rows = frozenset(
            values
            for values in product(grid.values, repeat=len(scope))
            if not demand.holds(dict(zip(scope, values, strict=True)))
        )
        return [(Table(scope, rows, rule=words),)] if rows else []

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        return with_text_format(self.inner.decorations(grid), "not {}")


_OPPOSITE: dict[Comparison, tuple[Comparison, int]] = {
    "==": ("!=", 0),
    "!=": ("==", 0),
    "<=": (">=", 1),
    ">=": ("<=", -1),
}
"""The comparison that holds where one does not, and what is added to its constant."""

_MAX_GROUPS = 2_000


def complement(machine: Automaton, values: Iterable[int]) -> Automaton:
    """The automaton of the words over ``values`` that ``machine`` does not accept."""
    values = tuple(values)
    states = {machine.start, *(arc[0] for arc in machine.transitions)}
    states |= {arc[2] for arc in machine.transitions}
    sink = max(states) + 1
    step = {(state, value): sink for state in (*states, sink) for value in values}
    step.update(machine.step)
    return Automaton(machine.start, {sink, *states} - machine.accepting, step)
