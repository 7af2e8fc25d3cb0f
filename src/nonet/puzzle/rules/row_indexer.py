"""Row indexers: a cell says in which row of its column the number of its own row stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar

from nonet.model import Annotation, Constraint, Table
from nonet.puzzle.grid import Block, Cell, Grid, place
from nonet.puzzle.rules.base import CellsRule, Example
from nonet.render.drawing import Decoration, Shade, Tint


class IndexerRule(CellsRule):
    """The base of the indexers: a cell points into a house that contains this cell."""

    tint: ClassVar[Tint]

    def indexed_cells(self, block: Block, cell: Cell) -> Sequence[Cell]:
        """The cells of a block that the values 1, 2, ... of ``cell`` point at."""
        raise NotImplementedError

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        for cell in self.located(grid):
            blocks = [b for b in grid.blocks if b.holds(cell)]
            for number, block in enumerate(blocks, 1):
                house = self.indexed_cells(block, cell)
                position = house.index(cell) + 1
                if position not in grid.values:
                    raise self.rule_error(f"{cell} would point with {position}, which is no value")
                label = f"{self.name} {cell}{f' of grid {number}' * (len(blocks) > 1)}"
                yield from _equivalences(
                    self.name, label, tuple(house), cell, position, tuple(grid.values)
                )

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        yield Shade(tuple(map(place, self.located(grid))), self.name, tint=self.tint)


class RowIndexer(IndexerRule):
    """A marked cell in row r with value v: row v of its column holds r, and no other row does."""

    name = "row-indexer"
    sentence = "A marked cell in row R holds the number of the row in which its column has R."
    aliases = ("row-index",)
    examples = (
        Example(
            "...3.....2....1.........36..........",
            "254316136254541632623145365421412563",
            "R1C1 R2C1 R2C3 R2C5 R3C1",
        ),
    )
    tint = "blue"

    def indexed_cells(self, block: Block, cell: Cell) -> Sequence[Cell]:
        return block.columns()[place(cell)[1] - block.left]


def _equivalences(
    rule: str, label: str, house: tuple[Cell, ...], cell: Cell, number: int, values: tuple[int, ...]
) -> tuple[Constraint, ...]:
    """``cell`` is v where place v of its house is ``here``, and only there."""
    constraints: list[Constraint] = []
    for value in values:
        name = f"{label}: {value}"
        target = house[value - 1] if 1 <= value <= len(house) else None
        if target is None or target == cell:
            ok = target is not None and value == number
            sentence = f"{cell} may be {value}" if ok else f"{cell} is not {value}"
            allowed = [(other,) for other in values if other != value or ok]
            constraints.append(
                Table((cell,), frozenset(allowed), rule=Annotation(rule, name, sentence))
            )
            continue
        words = Annotation(
            rule, name, f"{cell} is {value} where {target} is {number}, and only there"
        )
        pairs = _equivalence_pairs(values, value, number)
        constraints.append(Table.unchecked(scope=(cell, target), tuples=pairs, rule=words))
    return tuple(constraints)


@lru_cache(maxsize=256)
def _equivalence_pairs(
    values: tuple[int, ...], value: int, number: int
) -> frozenset[tuple[int, int]]:
    """One cell is ``value`` where another is ``here``, and only there."""
    return frozenset((x, y) for x in values for y in values if (x == value) == (y == number))
