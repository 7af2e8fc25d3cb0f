"""Rules of pairs: what two neighbouring values have to do with each other.

A relation is a ``Table`` of the pairs that it allows.  The negative rules ("all dots are
given") are said for every two neighbours but those that other rules speak of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Cell, Grid
from nonet.puzzle.rules.base import PairRule, PuzzleRule

Relation = Callable[[int, int], bool]

BESIDE = ((0, 1), (1, 0))
"""Half of the steps, as (rows down, columns right), to a cell that shares an edge."""

CORNERWISE = ((1, -1), (1, 1))
"""Half of the steps to a cell that shares only a corner."""


def related(
    rule: PairRule,
    grid: Grid,
    cells: tuple[Cell, Cell],
    sentence: str,
    relation: Callable[..., bool],
    *clue: int,
) -> Table:
    """The constraint of a rule's two cells: ``relation(x, y, *clue)`` holds of their values.

    Raises ``PuzzleError`` if no two values are so related.  ``relation`` is a function of a
    module, so that what it comes to is worked out once for all dots of a clue.
    """
    kind = rule.name.replace("-", " ")
    found = _pairs(grid.values, relation, clue)
    if not found:
        raise rule.fault(f"no two values of the grid will do: {sentence}")
    words = Annotation.later(kind, _of_pair, kind, *cells, sentence)
    return Table.of_known(scope=cells, tuples=found, rule=words)


def _of_pair(kind: str, one: Cell, other: Cell, sentence: str) -> tuple[str, str]:
    """The words of two cells that have to do with each other."""
    return f"{kind} {one}-{other}", sentence


@lru_cache(maxsize=256)
def _pairs(
    values: tuple[int, ...], relation: Callable[..., bool], clue: tuple[int, ...]
) -> frozenset[tuple[int, int]]:
    return frozenset((x, y) for x in values for y in values if relation(x, y, *clue))


def relation_of(grid: Grid, relation: Relation) -> frozenset[tuple[int, int]]:
    """The pairs of values for which ``relation`` holds."""
    return _pairs.__wrapped__(grid.values, relation, ())


def add_up(x: int, y: int, total: int) -> bool:
    """Whether two values have this sum."""
    return x + y == total


def adding_up(rule: PairRule, grid: Grid, total: int) -> list[Constraint]:
    """The values of two cells have this sum."""
    one, other = rule.located(grid)
    return [related(rule, grid, (one, other), f"{one} + {other} = {total}", add_up, total)]


def neighbours(
    grid: Grid, steps: Iterable[tuple[int, int]] = BESIDE
) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells a step apart, each pair once."""
    steps = tuple(steps)
    for cell in grid.cells:
        for other in grid.near(cell, steps):
            yield cell, other


@dataclass(frozen=True)
class NegativeRule(PuzzleRule):
    """The base of rules that forbid a relation wherever no other rule marks the pair.

    ``exempting`` are the names of the rules whose pairs are exempt.
    """

    exempting: ClassVar[tuple[str, ...]] = ()

    def relation(self, marks: Iterable[PuzzleRule]) -> Relation:
        """What may hold between two neighbours without a mark."""
        raise NotImplementedError

    def allowed_words(self, marks: Iterable[PuzzleRule]) -> str:
        """What holds of two neighbours, in words: "differ by more than 1"."""
        raise NotImplementedError

    def steps(self) -> Iterable[tuple[int, int]]:
        """The steps (rows down, columns right) that make two cells neighbours."""
        return BESIDE

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        marks = [rule for rule in flattened(rules) if rule.name in self.exempting]
        exempt = {frozenset(m.located(grid)) for m in marks if isinstance(m, PairRule)}
        allowed, told = relation_of(grid, self.relation(marks)), self.allowed_words(marks)
        kind = self.name.replace("-", " ")
        for one, other in neighbours(grid, self.steps()):
            if frozenset((one, other)) not in exempt:
                words = Annotation.later(kind, _unmarked, kind, one, other, told)
                yield Table.of_known(scope=(one, other), tuples=allowed, rule=words)


def _unmarked(kind: str, one: Cell, other: Cell, told: str) -> tuple[str, str]:
    """The words of two neighbours without a mark."""
    return _of_pair(kind, one, other, f"{one} and {other}, which have no mark, {told}")


def flattened(rules: Iterable[PuzzleRule]) -> Iterator[PuzzleRule]:
    """Rules, and those that stand in others (one of several, negated, repeated)."""
    for rule in rules:
        yield rule
        inner = getattr(rule, "rules", None) or [getattr(rule, "rule", None)]
        yield from flattened(r for r in inner if isinstance(r, PuzzleRule))
