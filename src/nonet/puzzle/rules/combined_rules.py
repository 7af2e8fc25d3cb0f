"""Rules made of other rules: all of them, any of them, the opposite of one, one in several places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from nonet.errors import ImpossibleRule, ModelError
from nonet.model import Annotation, AnyOf, Constraint, Domain, Table
from nonet.model.expressions.encoding import negated
from nonet.puzzle.grid import Cell, Grid, cell_name, parse_cell_name, place
from nonet.puzzle.rules.base import CellsRule, Example, PuzzleRule
from nonet.render.drawing import Decoration, Dot, Outline, Text


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


@dataclass(frozen=True)
class ThisOrThat(PuzzleRule):
    """Rules, each with its parameters, of which one holds, or more."""

    rules: tuple[PuzzleRule, ...]

    name = "any-of"
    sentence = "At least one of the rules holds."
    aliases = ("this-or-that", "or")
    parameters = {"rules": "two rules or more, each in parentheses"}
    examples = (
        Example(
            "2............3.1",
            "2143341212344321",
            "(killer 6 R2C3 R2C4 R3C3) (killer 7 R1C1 R2C1 R3C1)",
        ),
    )

    def __post_init__(self) -> None:
        if len(given := checked_rules(self, self.rules)) < 2:
            raise self.rule_error(f"it takes two rules or more, not {len(given)}")
        object.__setattr__(self, "rules", given)

    def inner_rules(self, grid: Grid) -> Iterable[PuzzleRule]:
        return self.rules

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        groups = tuple(constraints_or_false(self, rule, grid, rules) for rule in self.rules)
        if all(map(_cannot_hold, groups)):
            raise self.impossible_rule_error(f"none can hold: {groups[0][0].rule.sentence}")
        sentences = (dict.fromkeys(each.rule.sentence for each in group) for group in groups)
        label = f"{groups[0][0].rule.label}, or {len(groups) - 1} more"
        annotation = Annotation(self.name, label, " or ".join(map("; ".join, sentences)))
        yield AnyOf(groups, rule=annotation)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for rule in self.rules:
            yield from with_text_format(rule.decorations(grid), "{} ?")


def checked_rules(outer: PuzzleRule, rules: object) -> tuple[PuzzleRule, ...]:
    """Return the rules given to ``outer`` as a tuple.

    Raise ``PuzzleError`` if an element is not a rule.
    """
    if not isinstance(rules, list | tuple) or not all(isinstance(r, PuzzleRule) for r in rules):
        raise outer.rule_error(f"it takes rules, not {rules!r}")
    return tuple(rules)


def with_text_format(drawn: Iterable[Decoration], form: str) -> Iterable[Decoration]:
    """Decorations of a rule inside another, their texts changed: not all that is drawn holds."""
    for each in drawn:
        if isinstance(each, Outline | Text | Dot):
            yield replace(each, text=form.format(each.text).strip())
        else:
            yield each


def inner_constraints(
    outer: PuzzleRule, rule: PuzzleRule, grid: Grid, rules: tuple[PuzzleRule, ...]
) -> tuple[Constraint, ...]:
    """Return the constraints of a rule inside another.

    Raise ``PuzzleError`` if the rule cannot stand there.
    """
    if rule.variables(grid):
        raise outer.rule_error(f"rule {rule.name} has variables of its own and cannot stand inside")
    if rule.replaces:
        raise outer.rule_error(
            f"rule {rule.name} stands in for {rule.replaces} and cannot stand inside"
        )
    constraints = tuple(rule.constraints_among(grid, rules))
    if not constraints:
        raise outer.rule_error(f"rule {rule.name} demands nothing here")
    return constraints


def constraints_or_false(
    outer: PuzzleRule, rule: PuzzleRule, grid: Grid, rules: tuple[PuzzleRule, ...]
) -> tuple[Constraint, ...]:
    """Return the constraints of a rule that need not hold.

    A rule that no values of the grid meet becomes one constraint that cannot hold.  Raise
    ``PuzzleError`` as ``inner_constraints`` does.
    """
    try:
        return inner_constraints(outer, rule, grid, rules)
    except ImpossibleRule as error:
        annotation = Annotation(rule.name, f"{rule.name}, which cannot hold", str(error))
        return (Table(grid.cells[:1], frozenset(), rule=annotation),)


def _cannot_hold(group: tuple[Constraint, ...]) -> bool:
    """Whether a group is the one constraint that ``constraints_or_false`` makes."""
    return any(isinstance(part, Table) and not part.tuples for part in group)


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


@dataclass(frozen=True)
class Repeated(CellsRule):
    """``inner`` as if its first cell were each of ``cells`` in turn, all else moved alike.

    The rule holds at these cells alone: list its own first cell as well if the rule shall hold
    there.
    """

    inner: PuzzleRule

    name = "repeated"
    sentence = "The rule holds at each of the cells, moved there by its first cell."
    aliases = ("replicate",)
    parameters = {
        "cells": "where the first cell of the rule goes, as R1C1 or A1",
        "inner": "the rule, in parentheses",
    }
    examples = (
        Example(
            "1..........5..........4...4.........",
            "153264246315431652562143314526625431",
            "(killer 7 R3C1 R3C2) R3C1 R3C3 R3C5 R4C5 R5C4 R6C2 R6C4",
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.inner, PuzzleRule):
            raise self.rule_error(f"it takes a rule, not {self.inner!r}")

    def inner_rules(self, grid: Grid) -> tuple[PuzzleRule, ...]:
        """Return the rule at each place; raise ``PuzzleError`` if the rule names no cell."""
        first = next(iter(named_cells(self.inner)), None)
        if first is None:
            raise self.rule_error(
                f"rule {self.inner.name} names no cell by which it could be moved"
            )
        row, column = place(first)
        rules = []
        for cell in self.located(grid):
            origin = place(cell)
            rules.append(moved_rule(self.inner, origin[0] - row, origin[1] - column))
        return tuple(rules)

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        copies = self.inner_rules(grid)
        for copy in copies:
            yield from inner_constraints(self, copy, grid, (*rules, *copies))

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        for copy in self.inner_rules(grid):
            yield from copy.decorations(grid)


def named_cells(rule: PuzzleRule) -> Iterable[Cell]:
    """Yield the cells that a rule and its inner rules name, in the order of its fields."""
    for parameter in rule.typed_parameters():
        value = getattr(rule, parameter.name)
        if parameter.kind in ("cell", "outside", "cells", "groups"):
            yield from filter(None, map(parse_cell_name, _flattened_cells(value)))
        elif parameter.kind in ("rule", "rules"):
            for each in value if isinstance(value, tuple) else (value,):
                yield from named_cells(each)


def _flattened_cells(value: Any) -> Iterable[str]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flattened_cells(part)
    elif value is not None:
        yield value


def moved_rule(rule: PuzzleRule, down: int, right: int) -> PuzzleRule:
    """The rule with all its cells moved by ``down`` rows and ``right`` columns."""
    changes: dict[str, Any] = {}
    for parameter in rule.typed_parameters():
        value = getattr(rule, parameter.name)
        if parameter.kind in ("cell", "outside", "cells", "groups"):
            changes[parameter.name] = _moved_value(value, down, right)
        elif parameter.kind == "rules":
            changes[parameter.name] = tuple(moved_rule(each, down, right) for each in value)
        elif parameter.kind == "rule":
            changes[parameter.name] = moved_rule(value, down, right)
    return replace(rule, **changes)


def _moved_value(value: Any, down: int, right: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_moved_value(part, down, right) for part in value)
    name = parse_cell_name(value) if isinstance(value, str) else None
    if name is None:
        return value
    row, column = place(name)
    return cell_name(row + down, column + right)
