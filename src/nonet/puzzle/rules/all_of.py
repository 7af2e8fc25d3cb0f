"""All of: several rules hold together, as one part of a choice between rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.model import Constraint
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.any_of import checked_rules, inner_constraints, with_text_format
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.render.drawing import Decoration


@dataclass(frozen=True)
class AllOf(PuzzleRule):
    """Rules, each with its parameters, that hold together: a part of ``any-of``."""

    rules: tuple[PuzzleRule, ...]

    name = "all-of"
    sentence = "All the rules hold."
    aliases = ("and",)
    parameters = {"rules": "one rule or more, each in parentheses"}
    examples = (Example("2............3.1", "2143341212344321", "(killer 6 R2C3 R2C4 R3C3)"),)

    def __post_init__(self) -> None:
        if not (given := checked_rules(self, self.rules)):
            raise self.rule_error("it takes one rule or more")
        object.__setattr__(self, "rules", given)

    def inner_rules(self, grid: Grid) -> Iterable[PuzzleRule]:
        return self.rules

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        for rule in self.rules:
            yield from inner_constraints(self, rule, grid, rules)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for rule in self.rules:
            yield from with_text_format(rule.decorations(grid), "{}")
