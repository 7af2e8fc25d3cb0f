"""Negated: a rule that does not hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from nonet.errors import ModelError
from nonet.model import Annotation, AnyOf, Constraint, Domain, Table
from nonet.model.expressions.negation import negated
from nonet.puzzle.grid import Grid
from nonet.puzzle.rules.any_of import constraints_or_false, with_text_format
from nonet.puzzle.rules.base import Example, PuzzleRule
from nonet.render.drawing import Decoration

Group = tuple[Constraint, ...]
"""Constraints that hold together."""

MOST_GROUPS = 2_000
"""Ways to fail, each a group of constraints, up to which a demand is negated."""


@dataclass(frozen=True)
class Negated(PuzzleRule):
    """Some demand of ``inner`` does not hold; of several demands a single false one suffices."""

    inner: PuzzleRule

    name = "negated"
    sentence = "The rule does not hold."
    aliases = ("not",)
    parameters = {"inner": "the rule that does not hold, in parentheses"}
    examples = (Example("....1......24...", "2314142331424231", "(killer 6 R1C1 R2C1 R2C2)"),)

    def __post_init__(self) -> None:
        if not isinstance(self.inner, PuzzleRule):
            raise self.rule_error(f"it takes a rule, not {self.inner!r}")

    def inner_rules(self, grid: Grid) -> Iterable[PuzzleRule]:
        return (self.inner,)

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        demands = constraints_or_false(self, self.inner, grid, rules)
        sentences = "; ".join(dict.fromkeys(demand.rule.sentence for demand in demands))
        annotation = Annotation(self.name, f"not {demands[0].rule.label}", f"not so: {sentences}")
        domains = dict.fromkeys(grid.cells, Domain.of(grid.values))
        groups = [
            tuple(replace(part, rule=annotation) for part in group)
            for demand in demands
            for group in self._negation_groups(demand, domains)
        ]
        if not groups:
            raise self.impossible_rule_error(f"{self.inner.name} always holds here")
        yield AnyOf(tuple(groups), rule=annotation)

    def _negation_groups(self, demand: Constraint, domains: dict[str, Domain]) -> list[Group]:
        """Groups of which one holds exactly where ``demand`` does not."""
        if isinstance(demand, AnyOf):
            ways = [
                [way for part in group for way in self._negation_groups(part, domains)]
                for group in demand.groups
            ]
            if prod(map(len, ways)) > MOST_GROUPS:
                raise self.rule_error(
                    f"{demand.description} may fail in too many ways to be negated"
                )
            return [tuple(c for way in chosen for c in way) for chosen in product(*ways)]
        try:
            opposite = negated(demand, domains)
        except ModelError:
            raise self.rule_error(
                f"{demand.description} has too many cells to be negated"
            ) from None
        if isinstance(opposite, AnyOf):
            return list(opposite.groups)
        return [] if isinstance(opposite, Table) and not opposite.tuples else [(opposite,)]

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        return with_text_format(self.inner.decorations(grid), "not {}")
