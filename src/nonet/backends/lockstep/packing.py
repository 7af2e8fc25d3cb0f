"""From a declared structure to a program: which constraint becomes which filter's record.

>>> from nonet.model import AllDifferent, Linear, Model
>>> cells = ("a", "b", "c")
>>> cage = [AllDifferent(cells), Linear.sum(cells, "==", 7)]
>>> packing = Packing(Model(dict.fromkeys(cells, range(1, 10)), cage).structure)
>>> packing.program().sums                         # of 1 to 9, as places: 1 + 2 + 4 alone
array([ 3,  1,  0,  0,  1,  2, 11])
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

from nonet.backends.lockstep import order
from nonet.backends.lockstep.filters import bounds, counting, layers, relations, sums
from nonet.backends.lockstep.filters.blame import MOST
from nonet.backends.lockstep.program import Program
from nonet.backends.lockstep.units import make_units
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Constraint, Count, Linear, Regular, Structure, Table
from nonet.model.sums import implied_sums

MOST_VALUES = 64

MOST_SETS = 256
"""Sets of values of a sum over different cells; with more, bounds say nearly as much for less."""

MOST_TUPLES = 200_000
MOST_ARCS = 20_000
"""Tuples of a table, and arcs of its graph or an automaton's."""

WIDTHS = (np.uint16, np.uint32, np.uint64)


class Packing:
    """A structure on its way into a program.

    ``widest`` is the largest number that an addition in a lane may come to.
    Raises ``Unsupported`` for what has no filter, or would be too large for one.
    """

    def __init__(self, structure: Structure) -> None:
        domains = structure.domains
        self.number = {name: cell for cell, name in enumerate(structure.variables)}
        self.base = min((domain.base for domain in domains.values()), default=0)
        self.size = max((d.highest - self.base + 1 for d in domains.values()), default=1)
        if self.size > MOST_VALUES:
            raise Unsupported(
                f"backend lockstep has {MOST_VALUES} values a cell at most, not {self.size}: "
                "use another backend, such as native or cpsat"
            )
        self.full = [domain.mask_from(self.base) for domain in domains.values()]
        self.widest = 0
        self.units = [
            [self.number[name] for name in constraint.scope]
            for constraint in structure.constraints
            if isinstance(constraint, AllDifferent)
        ]
        self._peers: list[set[int]] = [set() for _ in self.full]
        for unit in self.units:
            for cell in unit:
                self._peers[cell].update(unit)
        self.sums: list[int] = []
        self.bounds: list[int] = []
        self.relations: list[int] = []
        self.matrices = relations.Matrices(self.size)
        self.layers: list[int] = []
        self.counts: list[int] = []
        self.nodes = self.groups = 0
        self.degrees = [1] * len(self.full)
        others = [each for each in structure.constraints if not isinstance(each, AllDifferent)]
        for constraint in (*others, *(implied_sums(structure) if others else ())):
            self._add(constraint)

    def _add(self, constraint: Constraint) -> None:
        cells = [self.number[name] for name in constraint.scope]
        for cell in cells:
            self.degrees[cell] = min(self.degrees[cell] + 1, MOST // 2)
        if isinstance(constraint, Linear):
            self._linear(constraint, cells)
        elif isinstance(constraint, Table):
            if len(constraint.tuples) > MOST_TUPLES:
                raise _too_large(constraint, f"{len(constraint.tuples):,} tuples")
            self._table(constraint, cells)
        elif isinstance(constraint, Regular) and len(cells) == 2:
            self._pair(constraint, cells)
        elif isinstance(constraint, Regular):
            automaton = constraint.automaton
            step = {(s, v - self.base): t for s, v, t in automaton.transitions}
            self._graph(
                layers.Layers.of_automaton(
                    step,
                    automaton.start,
                    automaton.accepting,
                    [self._places(cell) for cell in cells],
                ),
                cells,
                constraint,
            )
        elif isinstance(constraint, Count):
            self._count(constraint)
        else:
            raise Unsupported(
                f"backend lockstep has no filter for {type(constraint).__name__} "
                f"({constraint.described}): use another backend"
            )

    def _places(self, cell: int) -> list[int]:
        """The values that a cell may have, counted from the lowest."""
        return [value for value in range(self.size) if self.full[cell] >> value & 1]

    def _differ(self, cells: Sequence[int]) -> bool:
        return all(b in self._peers[a] for a, b in combinations(cells, 2))

    def _linear(self, constraint: Linear, cells: list[int]) -> None:
        weights = constraint.coefficients
        constant = constraint.constant - self.base * sum(weights)
        if len(cells) == 2:
            self._pair(constraint, cells)
            return
        (weight, *others) = set(weights)
        if constraint.op == "==" and not others and self._differ(cells):
            total, rest = divmod(constant, weight)
            values = {value for cell in cells for value in self._places(cell)}
            if comb(len(values), len(cells)) <= 64 * MOST_SETS:
                found = [] if rest else sums.combinations_of(values, len(cells), total)
                if len(found) <= MOST_SETS:
                    seeing = set.intersection(*(self._peers[cell] for cell in cells))
                    self.sums += sums.pack(cells, found, sorted(seeing.difference(cells)))
                    return
        self.widest = max(
            self.widest, 2 * (abs(constant) + (self.size + 1) * (sum(map(abs, weights)) + 1))
        )
        groups = self._groups(cells, weights)
        self.groups = max(self.groups, len(groups))
        self.bounds += bounds.pack(groups, constraint.op, constant)

    def _groups(self, cells: Sequence[int], weights: Sequence[int]) -> list[tuple[int, list[int]]]:
        """Cells of one weight that differ from each other, together."""
        groups: list[tuple[int, list[int]]] = []
        for cell, weight in zip(cells, weights, strict=True):
            for other, members in groups:
                if other == weight and self._peers[cell].issuperset(members):
                    members.append(cell)
                    break
            else:
                groups.append((weight, [cell]))
        return groups

    def _pair(self, constraint: Constraint, cells: list[int]) -> None:
        """Any constraint over two cells, value by value."""
        a, b = constraint.scope
        pairs = [
            (x, y)
            for x, y in product(*map(self._places, cells))
            if constraint.holds({a: x + self.base, b: y + self.base})
        ]
        self._relation(cells[0], cells[1], pairs)

    def _relation(self, a: int, b: int, pairs: list[tuple[int, int]]) -> None:
        if a == b:
            pairs = [(x, y) for x, y in pairs if x == y]
        elif b in self._peers[a]:
            pairs = [(x, y) for x, y in pairs if x != y]
        self.relations += relations.pack(a, b, pairs, self.matrices)

    def _table(self, constraint: Table, cells: list[int]) -> None:
        places = [set(self._places(cell)) for cell in cells]
        rows = (tuple(value - self.base for value in row) for row in constraint.tuples)
        inside = [row for row in rows if all(v in may for v, may in zip(row, places, strict=True))]
        if len(cells) == 2:
            self._relation(cells[0], cells[1], [(x, y) for x, y in inside])
        else:
            self._graph(layers.Layers.of_tuples(sorted(inside)), cells, constraint)

    def _graph(self, graph: layers.Layers, cells: list[int], constraint: Constraint) -> None:
        if len(graph.arcs) > MOST_ARCS:
            raise _too_large(constraint, f"{len(graph.arcs):,} arcs")
        self.nodes = max(self.nodes, graph.nodes)
        self.layers += layers.pack(cells, graph)

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
        made = make_units(self.units, len(self.full), self.size)
        weights = made.rows()
        guesses = weights + len(self.full) + self.size
        scratch = guesses + order.ROWS
        sums_, bounds_, relations_, matrices, layers_, counts, degrees = (
            np.array(found, np.int64)
            for found in (
                self.sums,
                self.bounds,
                self.relations,
                self.matrices.masks,
                self.layers,
                self.counts,
                self.degrees,
            )
        )
        return Program(
            made,
            sums=sums_,
            bounds=bounds_,
            relations=relations_,
            matrices=matrices,
            layers=layers_,
            counts=counts,
            degrees=degrees,
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
