"""From a declared structure to a program: which constraint becomes which filter's record.

>>> from nonet.model import AllDifferent, Linear, Model
>>> cells = ("a", "b", "c")
>>> cage = [AllDifferent(cells), Linear.sum(cells, "==", 7)]
>>> packing = Packing(Model(dict.fromkeys(cells, range(1, 10)), cage).structure)
>>> packing.program().records.sums                         # of 1 to 9, as places: 1 + 2 + 4 alone
array([ 3,  1,  0,  0,  1,  2, 11])

For a puzzle of little search this is most of the work: so what units come to is kept
(``layout.py``), and so is what a sum, a relation, a table or an automaton comes to over any
cells of the same values (``tables.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from nonet.backends.lockstep import order, tables, together
from nonet.backends.lockstep.choosing import Choosing
from nonet.backends.lockstep.filters import relations
from nonet.backends.lockstep.filters.blame import MOST
from nonet.backends.lockstep.layout import integers, layout_of
from nonet.backends.lockstep.program import Program
from nonet.backends.lockstep.records import Making
from nonet.backends.lockstep.windows import Unit, overlaps_of, sums_of
from nonet.errors import Unsupported
from nonet.model import AllDifferent, AnyOf, Constraint, Count, Linear, Structure
from nonet.model.constraints.linear import Comparison

MOST_VALUES = 64

Array = np.ndarray[Any, Any]

WIDTHS = (np.uint16, np.uint32, np.uint64)


class Packing:
    """A structure on its way into a program.

    Raises ``Unsupported`` for what has no filter, or would be too large for one.
    """

    def __init__(self, structure: Structure) -> None:
        domains = structure.domains
        self.number = {name: cell for cell, name in enumerate(domains)}
        different = {id(domain): domain for domain in domains.values()}  # most cells share one
        self.base = min((domain.base for domain in different.values()), default=0)
        self.size = max((d.highest - self.base + 1 for d in different.values()), default=1)
        if self.size > MOST_VALUES:
            raise Unsupported(
                f"backend lockstep has {MOST_VALUES} values a cell at most, not {self.size}: "
                "use another backend, such as native or cpsat"
            )
        masks = {key: domain.mask_from(self.base) for key, domain in different.items()}
        self.full = [masks[id(domain)] for domain in domains.values()]
        number = self.number.__getitem__
        apart: list[AllDifferent] = []
        others: list[Constraint] = []
        for constraint in structure.constraints:
            if isinstance(constraint, AllDifferent):
                apart.append(constraint)
            else:
                others.append(constraint)
        self.units = [tuple(map(number, constraint.scope)) for constraint in apart]
        self.layout = layout_of(tuple(self.units), len(self.full), self.size)
        matrices = relations.Matrices(self.size)
        peers = self.layout.peers
        self.making = Making(self.base, self.size, self.full, peers, matrices)
        self.choosing = Choosing(self.making)
        self.degrees = [1] * len(self.full)
        self._cages: list[tuple[list[int], int]] = []
        for constraint in others:
            self._add(constraint)
        if self._cages:
            self._imply()
        for count in counts_together([each for each in others if isinstance(each, Count)]):
            self._add(count)

    def _add(self, constraint: Constraint) -> None:
        cells = [self.number[name] for name in constraint.scope]
        self._meet(cells)
        if isinstance(constraint, AnyOf):
            self.choosing.add(constraint, cells)
            return
        self.making.add(constraint, cells)
        if not isinstance(constraint, Linear) or constraint.op != "==":
            return
        if set(constraint.coefficients) == {1}:
            self._cages.append((cells, constraint.constant - self.base * len(cells)))

    def _imply(self) -> None:
        """Add what units and cages imply."""
        units: list[Unit] = []
        holding = [0] * len(self.full)
        for number, unit in enumerate(self.units):
            values = 0
            for cell in unit:
                values |= self.full[cell]
                holding[cell] |= 1 << number
            if values.bit_count() == len(unit):
                units.append((unit, sum(tables.places(values))))
        cages = []
        for cells, constant in self._cages:
            common = -1
            for cell in cells:
                common &= holding[cell]
            if common:
                cages.append((cells, constant))
        overlaps = overlaps_of(tuple(units), len(self.full), cages)
        if overlaps is not None:
            for plus, minus, constant in sums_of(overlaps):
                self._meet(plus)
                self._meet(minus)
                weights = (1,) * len(plus) + (-1,) * len(minus)
                self.making.linear([*plus, *minus], weights, "==", constant)
        if len(set(self.full)) > 1:
            return  # cells of fewer values have another least and most
        masks = tuple(sum(1 << cell for cell in unit) for unit in self.units)
        # where every cell is in a cage, what is left over tells little, and takes as long to find
        large = list(together.joined(self._cages, masks, self.size))
        if overlaps is not None and overlaps.owner.min() < 0:
            large += together.left_over(overlaps, masks, self.size)
        for groups, constant in large:
            self.making.bounded([(1, group) for group in groups], "==", constant)

    def _meet(self, cells: Sequence[int]) -> None:
        """Count a constraint more of each cell."""
        degrees = self.degrees
        for cell in cells:
            if degrees[cell] < MOST // 2:
                degrees[cell] += 1

    @property
    def dtype(self) -> Any:
        """The narrowest lanes in which values have a bit each, and sums have room."""
        widest = max(self.making.widest, self.choosing.making.widest)
        for width in WIDTHS:
            bits = np.dtype(width).itemsize * 8
            fits = len(self.full) < 1 << 16 or bits > 16  # a lane holds a cell's number
            if self.size <= bits and fits and widest < 1 << (bits - 1):
                return width
        raise Unsupported(
            "backend lockstep adds up in 64 bits, and a sum may be larger: use another backend, "
            "such as native or cpsat"
        )

    def program(self) -> Program:
        """The program."""
        made = self.layout.units
        weights = made.rows()
        guesses = weights + len(self.full) + self.size
        copies = guesses + order.ROWS
        inside = self.choosing.making
        scratch = copies + len(inside.full)
        return Program(
            made,
            self.making.records(),
            integers(self.choosing.choices),
            inside.records(),
            len(inside.full),
            matrices=integers(self.making.matrices.masks),
            degrees=integers(self.degrees),
            weights=weights,
            guesses=guesses,
            copies=copies,
            scratch=scratch,
            last=scratch + max(self.making.rows, inside.rows, self.choosing.widest),
        )


def counts_together(counts: Sequence[Count]) -> Iterator[Count]:
    """What counts over the same cells, of different values, imply together.

    That 1 and 4 are each among some cells says of no cell what it must be; that two of them have
    1 or 4 does, and where there are but three cells, no more than two have 1.

    >>> cells = ("a", "b", "c")
    >>> found = counts_together([Count(cells, {value}, ">=", 1) for value in (1, 4)])
    >>> [(sorted(each.values), each.op, each.number) for each in found]
    [([1, 4], '>=', 2), ([1], '<=', 2), ([4], '<=', 2)]
    """
    alike: dict[tuple[str, ...], list[Count]] = {}
    for count in counts:
        if isinstance(count.number, int) and count.op in ("==", ">="):
            alike.setdefault(count.counted, []).append(count)
    for cells, found in alike.items():
        values = frozenset[int]().union(*(count.values for count in found))
        if len(found) == 1 or len(values) < sum(len(count.values) for count in found):
            continue
        op: Comparison = "==" if all(count.op == "==" for count in found) else ">="
        number = sum(count.number for count in found if isinstance(count.number, int))
        yield Count(cells, values, op, number, rule=found[0].rule)
        for count in found:
            if isinstance(count.number, int) and count.op == ">=":
                yield Count(
                    cells, count.values, "<=", len(cells) - number + count.number, rule=count.rule
                )
