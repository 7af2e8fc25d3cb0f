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
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np

from nonet.backends.lockstep import alike, implied, occurring, order, tables, together
from nonet.backends.lockstep.cells import Cells
from nonet.backends.lockstep.choosing import Choosing
from nonet.backends.lockstep.filters import relations
from nonet.backends.lockstep.filters.blame import MOST
from nonet.backends.lockstep.layout import integers
from nonet.backends.lockstep.program import Program
from nonet.backends.lockstep.records import Making
from nonet.backends.lockstep.windows import LARGEST, Unit, windows_of
from nonet.model import AnyOf, Constraint, Count, Linear, Structure, SumBetween
from nonet.model.constraints.base import SCOPE
from nonet.model.constraints.linear import Comparison

Array = np.ndarray[Any, Any]


class Packing(Cells):
    """A structure on its way into a program.

    Raises ``Unsupported`` for what has no filter, or would be too large for one.
    """

    def __init__(self, structure: Structure) -> None:
        super().__init__(structure)
        self._large: list[tuple[list[int], int]] = []
        cages, others = self._cages_among(self.others)
        matrices = relations.Matrices(self.size, tables.pairs_kept(self.size) if cages else ())
        peers = self.layout.peers
        self.making = Making(
            *(self.base, self.size, self.full, peers, matrices),
            *(self.units, self.houses_of_grid, self.layout.lines),
        )
        self.choosing = Choosing(self.making)
        self._meets: list[int] = []
        """The cells of each constraint, one after the other."""
        self._met: Array | None = None
        others = self._without_alike(self._without_families(others))
        for constraint in others:
            self._add(constraint)
        self.making.join()
        if cages:
            self._imply(cages)
        if len(self._large) > 1 and len(set(self.full)) == 1:
            # cells of fewer values have another least and most
            for groups, constant in together.joined(self._large, self.making.houses, self.size):
                self.making.bounded([(1, group) for group in groups], "==", constant)
        for count in counts_together([each for each in self.others if isinstance(each, Count)]):
            self._add(count)

    def _add(self, constraint: Constraint) -> None:
        cells = list(map(self.number.__getitem__, constraint.scope))
        if type(constraint) is SumBetween and not self.making.ends(cells, constraint.total):
            self._add(constraint.choice)
            return
        self._meets += cells
        if type(constraint) is AnyOf:
            self.choosing.add(constraint, cells)
        elif type(constraint) is not SumBetween:
            self.making.add(constraint, cells)

    def _without_families(self, constraints: list[Constraint]) -> list[Constraint]:
        """Have counts over the same cells told together; give what else there is."""
        counts = [each for each in constraints if isinstance(each, (Count, AnyOf))]
        if len(counts) < 2 or max(map(len, map(SCOPE, counts))) < occurring.FEWEST:
            return constraints
        found, others = occurring.families(constraints)
        for family in found:
            cells = [self.number[name] for name in family.cells]
            if not self.making.occur(family, cells):
                return constraints
        for family in found:
            for _ in family.numbers:
                self._meets += map(self.number.__getitem__, family.cells)
        return others

    def _without_alike(self, constraints: list[Constraint]) -> list[Constraint]:
        """Have three equal sums or more told together; give what else there is."""
        found, said = alike.families(constraints)
        for sides in found:
            least = min(self.base * len(cells) - more for cells, more in sides)
            self.making.alike(
                [
                    (
                        list(map(self.number.__getitem__, cells)),
                        self.base * len(cells) - more - least,
                    )
                    for cells, more in sides
                ]
            )
        told = {id(each) for each in said}
        for each in said:
            self._meets += map(self.number.__getitem__, each.scope)
        return [each for each in constraints if id(each) not in told] if told else constraints

    def _cages_among(
        self, constraints: list[Constraint]
    ) -> tuple[list[tuple[list[int], int]], list[Constraint]]:
        """Plain sums, as cells and total of values counted from 0, and what else there is.

        Large ones whose cells do not all differ are for ``Making``, which groups them well.
        """
        cages: list[tuple[list[int], int]] = []
        others: list[Constraint] = []
        number = self.number.__getitem__
        for constraint in constraints:
            if isinstance(constraint, Linear) and constraint.op == "==":
                count = len(constraint.scope)
                if constraint.coefficients == (1,) * count and abs(constraint.constant) < LARGEST:
                    cells = list(map(number, constraint.scope))
                    total = constraint.constant - self.base * count
                    if count >= together.LARGE:
                        self._large.append((cells, total))
                    if count < together.LARGE or is_within(self.layout.peers, cells):
                        cages.append((cells, total))
                        continue
            others.append(constraint)
        return cages, others

    def _imply(self, cages: list[tuple[list[int], int]]) -> None:
        """Add cages, and what units imply of them."""
        alike = len(set(self.full)) == 1
        if alike:
            values = self.full[0]
            total, count = sum(tables.places(values)), values.bit_count()
            units = [(unit, total) for unit in self.units if len(unit) == count]
        else:
            units = list(self._whole())
        windows = windows_of(tuple(units), len(self.full))
        cells, totals = zip(*cages, strict=True)
        made = implied.written(
            windows,
            self.layout.units,
            implied.Cages(list(chain(*cells)), list(map(len, cells)), list(totals)),
            self.size,
        )
        making = self.making
        making.written(made.sums, made.bounds, made.relations)
        making.widest = max(making.widest, made.widest)
        making.groups = max(making.groups, made.groups)
        self._met = made.met
        if made.left and alike:
            for groups, constant in together.left_over(made.left, making.houses, self.size):
                making.bounded([(1, group) for group in groups], "==", constant)

    def _whole(self) -> Iterator[Unit]:
        """The units that have as many values as cells, and what these add up to."""
        for unit in self.units:
            values = 0
            for cell in unit:
                values |= self.full[cell]
            if values.bit_count() == len(unit):
                yield unit, sum(tables.places(values))

    @property
    def degrees(self) -> Array:
        """Of each cell the number of its constraints, and 1; of one in no unit, beside others, 1.

        What is in no unit mostly follows from cells that are: a helper, the colour of a cell.
        """
        found = np.bincount(integers(self._meets), minlength=len(self.full))
        if self._met is not None:
            found += self._met
        found += 1
        free = self.layout.free
        if free and len(free) < len(found):
            found[free] = 1
        return np.minimum(found, MOST // 2, out=found)

    @property
    def dtype(self) -> Any:
        """The narrowest lanes in which values have a bit each, and sums have room."""
        return self._narrowest(max(self.making.widest, self.choosing.making.widest))

    def _matrices(self) -> Array:
        """The masks of relations; those that compiled code refers to are an array already."""
        masks, known = self.making.matrices.masks, self.making.matrices.known
        if not known:
            return integers(masks)
        return np.concatenate([_pairs_packed(self.size), integers(masks[known:])])

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
            matrices=self._matrices(),
            degrees=self.degrees,
            weights=weights,
            guesses=guesses,
            copies=copies,
            scratch=scratch,
            last=scratch + max(self.making.rows, inside.rows, self.choosing.widest),
        )


@lru_cache(maxsize=16)
def _pairs_packed(size: int) -> Array:
    """``pairs_kept`` as an array."""
    return integers(tables.pairs_kept(size))


def is_within(peers: Sequence[int], cells: Sequence[int]) -> bool:
    """Whether any two of some cells differ."""
    seen = -1
    for cell in cells:
        seen &= peers[cell]
    mask = sum(map((1).__lshift__, cells))
    return seen & mask == mask


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
        if len(found) == 1:
            continue
        values = frozenset[int]().union(*(count.values for count in found))
        if len(values) < sum(len(count.values) for count in found):
            continue
        op: Comparison = "==" if all(count.op == "==" for count in found) else ">="
        number = sum(count.number for count in found if isinstance(count.number, int))
        first = found[0]
        known = {"scope": first.scope, "counted": cells}
        yield Count.of_known(**known, values=values, op=op, number=number, rule=first.rule)
        for count in found:
            if isinstance(count.number, int) and count.op == ">=":
                most = len(cells) - number + count.number
                yield Count.of_known(
                    **known, values=count.values, op="<=", number=most, rule=count.rule
                )
