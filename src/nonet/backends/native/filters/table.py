"""Filter of Table: generalised arc consistency by supports.

Tuples are numbered; the tuples that give a variable a value are one integer's
bits.  A tuple is alive if each of its values is in the domain: an "and" over
variables of an "or" over values.  A value stays if some living tuple has it.
Idea: compact-table, Demeulenaere and others, CP 2016; Python's integers are the
bit sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.backends.native.filter import Filter
from nonet.model import Table

if TYPE_CHECKING:
    from nonet.backends.native.engine import Engine
    from nonet.backends.native.filters import Levels


def make(constraint: Table, engine: Engine, levels: Levels) -> list[Filter]:
    """One filter."""
    return [Supports(constraint, engine)]


class Supports(Filter):
    """Generalised arc consistency of a table."""

    wakes_on_change = True

    def __init__(self, constraint: Table, engine: Engine) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        rows = [
            row
            for row in sorted(constraint.tuples)
            if all(
                value >= engine.base and engine.full[x] >> (value - engine.base) & 1
                for x, value in zip(self.scope, row, strict=True)
            )
        ]
        self._all = (1 << len(rows)) - 1
        self._supports: list[dict[int, int]] = [{} for _ in self.scope]
        """For each position, the tuples (as a mask) that give it the value of a bit."""
        for number, row in enumerate(rows):
            for position, value in enumerate(row):
                bit = 1 << (value - engine.base)
                found = self._supports[position]
                found[bit] = found.get(bit, 0) | 1 << number

    def filter(self, engine: Engine) -> None:
        masks = engine.masks
        alive = self._all
        for x, supports in zip(self.scope, self._supports, strict=True):
            mask, some = masks[x], 0
            for bit, tuples in supports.items():
                if mask & bit:
                    some |= tuples
            alive &= some
        if not alive:
            engine.fail(self, self.scope)
        for x, supports in zip(self.scope, self._supports, strict=True):
            mask, kept = masks[x], 0
            for bit, tuples in supports.items():
                if mask & bit and alive & tuples:
                    kept |= bit
            if kept != mask:
                engine.set(x, kept, self, self.scope)
