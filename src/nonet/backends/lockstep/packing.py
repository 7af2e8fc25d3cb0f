"""From a declared structure to a program: which constraint becomes which filter's record.

>>> from nonet.model import AllDifferent, Linear, Model
>>> cells = ("a", "b", "c")
>>> cage = [AllDifferent(cells), Linear.sum(cells, "==", 7)]
>>> packing = Packing(Model(dict.fromkeys(cells, range(1, 10)), cage).structure)
>>> packing.program().sums                         # of 1 to 9, as places: 1 + 2 + 4 alone
array([ 3,  1,  0,  0,  1,  2, 11])

For a puzzle of little search this is most of the work: so what units come to is kept
(``layout.py``), and so is what a sum, a relation, a table or an automaton comes to over any
cells of the same values (``tables.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nonet.backends.lockstep import order, tables
from nonet.backends.lockstep.filters import bounds, counting, layers, relations, sums
from nonet.backends.lockstep.filters.blame import MOST
from nonet.backends.lockstep.layout import integers, layout_of
from nonet.backends.lockstep.program import Program
from nonet.backends.lockstep.windows import Unit, implied
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Constraint, Count, Linear, Regular, Structure, Table

MOST_VALUES = 64

MOST_TUPLES = 200_000
MOST_ARCS = 20_000
"""Tuples of a table, and arcs of its graph or an automaton's."""

Array = np.ndarray[Any, Any]

WIDTHS = (np.uint16, np.uint32, np.uint64)


class Packing:
    """A structure on its way into a program.

    ``widest`` is the largest number that an addition in a lane may come to.
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
        self.widest = 0
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
        self._peers = self.layout.peers
        self.sums: list[int] = []
        self.bounds: list[int] = []
        self.relations: list[int] = []
        self.matrices = relations.Matrices(self.size)
        self.layers: list[Array] = []
        self.counts: list[int] = []
        self.nodes = self.groups = 0
        self.degrees = [1] * len(self.full)
        self._cages: list[tuple[list[int], int]] = []
        for constraint in others:
            self._add(constraint)
        if self._cages:
            self._imply()

    def _add(self, constraint: Constraint) -> None:
        cells = [self.number[name] for name in constraint.scope]
        self._meet(cells)
        if isinstance(constraint, Linear):
            constant = constraint.constant - self.base * sum(constraint.coefficients)
            self._linear(cells, constraint.coefficients, constraint.op, constant)
            if constraint.op == "==" and set(constraint.coefficients) == {1}:
                self._cages.append((cells, constant))
        elif isinstance(constraint, Table):
            if len(constraint.tuples) > MOST_TUPLES:
                raise _too_large(constraint, f"{len(constraint.tuples):,} tuples")
            if len(cells) == 2:
                a, b = cells
                found = tables.pairs_of_tuples(
                    constraint.tuples, self.base, self.full[a], self.full[b]
                )
                self._relation(a, b, found)
            else:
                self._graph(constraint, cells)
        elif isinstance(constraint, Regular):
            if len(cells) == 2:
                a, b = cells
                found = tables.pairs_of_automaton(
                    constraint.automaton, self.base, self.full[a], self.full[b]
                )
                self._relation(a, b, found)
            else:
                self._graph(constraint, cells)
        elif isinstance(constraint, Count):
            self._count(constraint)
        else:
            raise Unsupported(
                f"backend lockstep has no filter for {type(constraint).__name__} "
                f"({constraint.described}): use another backend"
            )

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
        for plus, minus, constant in implied(tuple(units), len(self.full), cages):
            self._meet(plus)
            self._meet(minus)
            weights = (1,) * len(plus) + (-1,) * len(minus)
            self._linear([*plus, *minus], weights, "==", constant)

    def _meet(self, cells: Sequence[int]) -> None:
        """Count a constraint more of each cell."""
        degrees = self.degrees
        for cell in cells:
            if degrees[cell] < MOST // 2:
                degrees[cell] += 1

    def _differ(self, cells: Sequence[int]) -> int:
        """What all cells see, as a mask, if they differ from each other; else 0."""
        seen, all_ = -1, 0
        for cell in cells:
            seen &= self._peers[cell]
            all_ |= 1 << cell
        return seen if seen & all_ == all_ else 0

    def _linear(self, cells: list[int], weights: tuple[int, ...], op: str, constant: int) -> None:
        """A sum of values counted from 0."""
        if len(cells) == 2:
            a, b = cells
            pairs = tables.pairs_of_sum(weights, op, constant, self.full[a], self.full[b])
            self._relation(a, b, pairs)
            return
        weight = weights[0]
        if op == "==" and weights.count(weight) == len(weights) and weight:
            seen = self._differ(cells)
            if seen:
                values = 0
                for cell in cells:
                    values |= self.full[cell]
                total, rest = divmod(constant, weight)
                found = () if rest else tables.sets_of(values, len(cells), total)
                if found is not None:
                    for cell in cells:
                        seen &= ~(1 << cell)
                    self.sums += sums.pack(cells, found, tables.places(seen))
                    return
        most = 2 * (abs(constant) + (self.size + 1) * (sum(map(abs, weights)) + 1))
        self.widest = max(self.widest, most)
        groups = self._groups(cells, weights)
        self.groups = max(self.groups, len(groups))
        self.bounds += bounds.pack(groups, op, constant)

    def _groups(self, cells: Sequence[int], weights: Sequence[int]) -> list[tuple[int, list[int]]]:
        """Cells of one weight that differ from each other, together."""
        groups: list[tuple[int, list[int]]] = []
        held: list[int] = []
        for cell, weight in zip(cells, weights, strict=True):
            peers = self._peers[cell]
            for place, (other, members) in enumerate(groups):
                if other == weight and not held[place] & ~peers:
                    members.append(cell)
                    held[place] |= 1 << cell
                    break
            else:
                groups.append((weight, [cell]))
                held.append(1 << cell)
        return groups

    def _relation(self, a: int, b: int, pairs: tables.Pairs) -> None:
        forth, back = pairs.any
        if a == b:
            forth = back = tuple(mask & 1 << value for value, mask in enumerate(forth))
        elif self._peers[a] >> b & 1:
            forth, back = pairs.apart
        self.relations += (a, b, self.matrices.place(forth), self.matrices.place(back))

    def _graph(self, constraint: Table | Regular, cells: list[int]) -> None:
        where = tuple(self.full[cell] for cell in cells)
        if isinstance(constraint, Table):
            graph = tables.graph_of_tuples(constraint.tuples, self.base, where)
        else:
            graph = tables.graph_of_automaton(constraint.automaton, self.base, where)
        if len(graph.arcs) > MOST_ARCS:
            raise _too_large(constraint, f"{len(graph.arcs):,} arcs")
        self.nodes = max(self.nodes, graph.nodes)
        self.layers.append(layers.pack(cells, graph))

    def _count(self, constraint: Count) -> None:
        cells = [self.number[name] for name in constraint.counted]
        values = sum(
            1 << value - self.base
            for value in constraint.values
            if 0 <= value - self.base < self.size
        )
        if isinstance(constraint.number, str):
            cell, number = self.number[constraint.number], self.base
        else:
            cell, number = None, constraint.number
        self.widest = max(self.widest, 2 * (abs(number) + self.size + len(cells)))
        self.counts += counting.pack(cells, values, constraint.op, cell, number)

    @property
    def dtype(self) -> Any:
        """The narrowest lanes in which values have a bit each, and sums have room."""
        for width in WIDTHS:
            bits = np.dtype(width).itemsize * 8
            fits = len(self.full) < 1 << 16 or bits > 16  # a lane holds a cell's number
            if self.size <= bits and fits and self.widest < 1 << (bits - 1):
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
        scratch = guesses + order.ROWS
        return Program(
            made,
            sums=integers(self.sums),
            bounds=integers(self.bounds),
            relations=integers(self.relations),
            matrices=integers(self.matrices.masks),
            layers=np.concatenate([np.zeros(0, np.int64), *self.layers]),
            counts=integers(self.counts),
            degrees=integers(self.degrees),
            weights=weights,
            guesses=guesses,
            scratch=scratch,
            last=scratch + 2 * max(len(self.full) + 2 * self.groups, self.nodes),
        )


def _too_large(constraint: Constraint, what: str) -> Unsupported:
    return Unsupported(
        f"backend lockstep: {constraint.described} has {what}, too many for it: use another "
        "backend, such as native or cpsat"
    )
