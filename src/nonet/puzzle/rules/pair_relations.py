"""Rules of pairs: relations of two neighbouring values.

A relation is a ``Table`` of the allowed pairs.  The negative rules ("all dots are given") are
posted for every two neighbours without a mark of another rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import ClassVar

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import PairRule, PuzzleRule

ValueRelation = Callable[[int, int], bool]

EDGE_OFFSETS = ((0, 1), (1, 0))
"""Half of the steps, as (rows down, columns right), to a cell that shares an edge."""

DIAGONAL_OFFSETS = ((1, -1), (1, 1))
"""Half of the steps to a cell that shares only a corner."""


def pair_constraint(
    rule: PairRule,
    grid: Grid,
    cells: tuple[Cell, Cell],
    sentence: str,
    relation: Callable[..., bool],
    *clue: int,
) -> Table:
    """The constraint of a rule's two cells: ``relation(x, y, *clue)`` holds of their values.

    Raises ``PuzzleError`` if no two values are so related.  ``relation`` is a function of a module,
    so that its pairs are computed once for all dots of a clue.
    """
    kind = rule.name.replace("-", " ")
    pairs = _cached_related_pairs(grid.values, relation, clue)
    if not pairs:
        raise rule.impossible_rule_error(f"no two values of the grid will do: {sentence}")
    annotation = Annotation.deferred(kind, _pair_texts, kind, *cells, sentence)
    return Table.unchecked(scope=cells, tuples=pairs, rule=annotation)


def _pair_texts(kind: str, first: Cell, second: Cell, sentence: str) -> tuple[str, str]:
    """The words of two cells that have to do with each other."""
    return f"{kind.replace('xv', 'XV')} {first}-{second}", sentence


@lru_cache(maxsize=256)
def _cached_related_pairs(
    values: tuple[int, ...], relation: Callable[..., bool], clue: tuple[int, ...]
) -> frozenset[tuple[int, int]]:
    return frozenset((x, y) for x in values for y in values if relation(x, y, *clue))


def related_pairs(grid: Grid, relation: ValueRelation) -> frozenset[tuple[int, int]]:
    """The pairs of values for which ``relation`` holds."""
    return _cached_related_pairs.__wrapped__(grid.values, relation, ())


def has_sum(x: int, y: int, total: int) -> bool:
    """Whether two values have this sum."""
    return x + y == total


def pair_sum_constraint(rule: PairRule, grid: Grid, total: int) -> list[Constraint]:
    """The values of two cells have this sum."""
    first, second = rule.located(grid)
    return [
        pair_constraint(
            rule, grid, (first, second), f"{first} + {second} = {total}", has_sum, total
        )
    ]


def neighbour_pairs(
    grid: Grid, offsets: Iterable[tuple[int, int]] = EDGE_OFFSETS
) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells a step apart, each pair once."""
    offsets = tuple(offsets)
    for cell in grid.cells:
        for other in grid.cells_at_offsets(cell, offsets):
            yield cell, other


class NegativeRule(PuzzleRule):
    """The base of rules that forbid a relation wherever no other rule marks the pair.

    ``exempting_rules`` are the names of the rules whose pairs are exempt.
    """

    exempting_rules: ClassVar[tuple[str, ...]] = ()

    def relation(self, marks: Iterable[PuzzleRule]) -> ValueRelation:
        """Return the relation of two neighbours without a mark."""
        raise NotImplementedError

    def allowed_text(self, marks: Iterable[PuzzleRule]) -> str:
        """Return the relation of two unmarked neighbours in words: "differ by more than 1"."""
        raise NotImplementedError

    def neighbour_offsets(self) -> Iterable[tuple[int, int]]:
        """The steps (rows down, columns right) that make two cells neighbours."""
        return EDGE_OFFSETS

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        marks = [
            rule for rule in with_inner_rules(rules, grid) if rule.name in self.exempting_rules
        ]
        exempt = {frozenset(m.located(grid)) for m in marks if isinstance(m, PairRule)}
        allowed, sentence = related_pairs(grid, self.relation(marks)), self.allowed_text(marks)
        kind = self.name.replace("-", " ")
        for first, second in neighbour_pairs(grid, self.neighbour_offsets()):
            if frozenset((first, second)) not in exempt:
                annotation = Annotation.deferred(
                    kind, _unmarked_pair_texts, kind, first, second, sentence
                )
                yield Table.unchecked(scope=(first, second), tuples=allowed, rule=annotation)


def _unmarked_pair_texts(kind: str, first: Cell, second: Cell, sentence: str) -> tuple[str, str]:
    """The words of two neighbours without a mark."""
    return _pair_texts(kind, first, second, f"{first} and {second}, which have no mark, {sentence}")


def with_inner_rules(rules: Iterable[PuzzleRule], grid: Grid) -> Iterator[PuzzleRule]:
    """Yield the rules, and the rules inside each: a mark is drawn wherever it stands."""
    for rule in rules:
        yield rule
        yield from with_inner_rules(rule.inner_rules(grid), grid)
