"""The sweep for any model: units, and a filter for each other kind of constraint.

What ``units.py`` does for AllDifferents goes first and last; between, the filters of the folder
``filters/`` take away what sums, relations, tables, automata and counts do not allow.  A model
becomes a *program*, arrays of integers that they read, so nothing is compiled for a puzzle.

>>> from nonet.model import AllDifferent, Linear, Model
>>> cells = ("a", "b", "c")
>>> cage = [AllDifferent(cells), Linear.sum(cells, "==", 7)]
>>> program = make_program(Model(dict.fromkeys(cells, range(1, 10)), cage).structure)
>>> program.sums                                   # of 1 to 9, as places: 1 + 2 + 4 alone
array([ 3,  1,  0,  0,  1,  2, 11])
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from nonet.backends.lockstep import units
from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.filters import bounds, counting, layers, relations, sums
from nonet.backends.lockstep.lanes import lanes_set, load, splat, unmarked
from nonet.errors import Unsupported
from nonet.model import AllDifferent, Constraint, Count, Linear, Regular, Structure, Table

Array = np.ndarray[Any, Any]

POSTED = frozenset({AllDifferent, Linear, Table, Regular, Count})
"""The constraints that have a filter."""

MOST_SETS = 256
"""Sets of values of a sum over different cells; with more, bounds say nearly as much for less."""

MOST_TUPLES = 200_000
MOST_ARCS = 20_000
"""Tuples of a table, and arcs of its graph or an automaton's."""

WIDTHS = (np.uint16, np.uint32, np.uint64)


class Program(NamedTuple):
    """A model as arrays: its units, and the records of each filter."""

    units: units.Units
    scratch: int
    sums: Array
    bounds: Array
    relations: Array
    matrices: Array
    layers: Array
    counts: Array

    def rows(self) -> int:
        """How many rows the workspace needs."""
        cells = len(self.units.unit_starts) - 1
        return self.scratch + max(2 * cells, 2 * _most_nodes(self.layers))


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
        self.nodes = 0
        for constraint in structure.constraints:
            if not isinstance(constraint, AllDifferent):
                self._add(constraint)

    def _add(self, constraint: Constraint) -> None:
        cells = [self.number[name] for name in constraint.scope]
        if isinstance(constraint, Linear):
            self._linear(constraint, cells)
        elif isinstance(constraint, Table):
            if len(constraint.tuples) > MOST_TUPLES:
                raise _too_large(constraint, f"{len(constraint.tuples):,} tuples")
            self._table(constraint, cells)
        elif isinstance(constraint, Regular):
            automaton = constraint.automaton
            step = {(s, v - self.base): t for s, v, t in automaton.transitions}
            self._graph(
                layers.Layers.of_automaton(
                    step, automaton.start, automaton.accepting, map(self._places, cells)
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
            compare = constraint.holds
            a, b = constraint.scope
            pairs = [
                (x, y)
                for x, y in product(*map(self._places, cells))
                if compare({a: x + self.base, b: y + self.base})
            ]
            self._relation(cells[0], cells[1], pairs)
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
            self.widest, abs(constant) + self.size * sum(map(abs, weights)) + self.size
        )
        self.bounds += bounds.pack(list(zip(cells, weights, strict=True)), constraint.op, constant)

    def _relation(self, a: int, b: int, pairs: list[tuple[int, int]]) -> None:
        if b in self._peers[a]:
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
        self.widest = max(self.widest, abs(number) + self.size + len(cells) + (1 << 14))
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
        made = units.make_units(self.units, len(self.full), self.size)
        records = (self.sums, self.bounds, self.relations, self.matrices.masks)
        return Program(
            made,
            made.rows(),
            *(np.array(found, np.int64) for found in (*records, self.layers, self.counts)),
        )


def make_program(structure: Structure) -> Program:
    """The program of a structure."""
    return Packing(structure).program()


def _too_large(constraint: Constraint, what: str) -> Unsupported:
    return Unsupported(
        f"backend lockstep: {constraint.described} has {what}, too many for it: use another "
        "backend, such as native or cpsat"
    )


def _most_nodes(records: Array) -> int:
    most = at = 0
    while at < len(records):
        most = max(most, int(records[at]))
        at += 2 + 4 * int(records[at + 1])
    return most


@njit(**OPTIONS)
def sweep(W, g):
    """One round of propagation: the lanes changed, contradictory, open."""
    bad = units.fixed(W, g.units)
    units.eliminate(W, g.units)
    units.claim(W, g.units)
    bad = bad | _filtered(W, g)
    bad = bad | units.hidden(W, g.units)
    changed, clash, open_ = units.replace(W, g.units)
    return lanes_set(changed), lanes_set(bad | clash), lanes_set(open_)


@njit(**OPTIONS)
def complete(W, g):
    """The lanes in which every cell is fixed and every constraint holds, checked afresh."""
    units.fixed(W, g.units)  # copies what is fixed to where filters work
    wrong = _filtered(W, g)
    cells, one = len(g.units.unit_starts) - 1, splat(W, 1)
    for cell in range(cells):
        wrong = wrong | unmarked(load(W, cells + cell), one)
    return units.complete(W, g.units) & ~lanes_set(wrong)


@njit(**OPTIONS)
def _filtered(W, g):
    cells = len(g.units.unit_starts) - 1
    size = g.units.size
    relations.sweep(W, cells, size, g.relations, g.matrices)
    bad = bounds.sweep(W, cells, size, g.bounds, g.scratch)
    bad = bad | sums.sweep(W, cells, g.sums)
    bad = bad | layers.sweep(W, cells, g.layers, g.scratch)
    return bad | counting.sweep(W, cells, size, g.counts)
