"""Records in the making: constraints over numbered cells, as the lists that filters read.

A model has two such sets: one over its cells, and one over the copies of cells that the groups
of its ``AnyOf`` have (``filters/disjunctions.py``).

>>> cells = RecordBuilder(0, 4, [0b1111] * 3, [0b111] * 3, relations.Matrices(4))
>>> cells.add(Linear.sum(("a", "b", "c"), "==", 3), [0, 1, 2])
>>> cells.records().sums                            # 0 + 1 + 2, in cells that differ
array('q', [3, 1, 0, 0, 1, 2, 7])
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property

from nonet.backends.lockstep import (
    cached_encodings,
    count_families,
    relation_cliques,
    sandwich_fillings,
)
from nonet.backends.lockstep.automaton_encoding import encode_automaton
from nonet.backends.lockstep.bit_masks import bit_indices, mask_of
from nonet.backends.lockstep.combined_sums import best_groups
from nonet.backends.lockstep.comparison_automata import compared_line, comparison_records
from nonet.backends.lockstep.layouts import (
    bounds,
    comparisons,
    counting,
    layered_graphs,
    occurrences,
    relations,
    sandwiches,
    sums,
)
from nonet.backends.lockstep.layouts.geometries import Records
from nonet.backends.lockstep.layouts.memory import EMPTY, int64_array
from nonet.backends.lockstep.numbered_cells import size_error
from nonet.errors import Unsupported
from nonet.model import Automaton, Constraint, Count, Linear, Regular, Table

MAX_TUPLES, MAX_ARCS = 200_000, 20_000
"""Tuples of a table, and arcs of its graph or an automaton's."""

NO_LINES: Mapping[tuple[int, ...], int] = {}

NO_RECORDS = Records(*[EMPTY] * len(Records._fields))
"""The records of no cells."""


class RecordBuilder:
    """Records over cells of ``size`` values, which count from ``base``.

    ``full`` are the masks of the domains of the cells, ``peers`` the masks of the cells that differ
    from each cell, and the cell itself; ``units`` are groups of different cells, ``known`` the
    masks of the first units, ``lines`` the field ``seen_by_line`` of ``UnitLayout``.  ``widest`` is
    the largest number that an addition in a lane may reach, ``scratch_rows`` the number of scratch
    rows that filters need.
    """

    def __init__(
        self,
        base: int,
        size: int,
        full: list[int],
        peers: Sequence[int],
        matrices: relations.Matrices,
        units: Sequence[Sequence[int]] = (),
        known: Sequence[int] = (),
        lines: Mapping[tuple[int, ...], int] = NO_LINES,
    ) -> None:
        self.base, self.size, self.full, self.peers = base, size, full, peers
        self.matrices, self.units, self._known, self._lines = matrices, units, known, lines
        self.sums: list[int] = []
        self.bounds: list[int] = []
        self.relations: list[int] = []
        self.counts: list[int] = []
        self.occurrences: list[int] = []
        self.sandwiches: list[int] = []
        self._compared: dict[comparisons.ComparisonCell, list[comparisons.ComparedLine]] = {}
        """The lines that are compared, by their answer cell."""
        self.widest = self.groups = 0
        self._houses = self._longest = 0
        self._nodes = 0
        self._graphs: list[tuple[Sequence[int], layered_graphs.LayeredGraph]] = []
        """The cells and the graph of each table and automaton."""
        self._pairs: dict[object, tuple[int, int]] = {}
        """The offsets of a relation's masks, by constraint, both domains and whether cells differ."""
        self._count_heads: dict[object, list[int]] = {}
        """The head of a count's record, before its cells, by the constraint's data."""
        self._compiled_records: tuple[array[int], array[int], array[int]] | None = None

    def add(self, constraint: Constraint, cells: list[int]) -> None:
        """Add the record of a constraint over these cells; raise ``Unsupported`` if there is none."""
        if type(constraint) is Table and len(cells) == 2:  # most constraints of most puzzles
            self._add_pair(constraint, *cells)
        elif type(constraint) is Count:
            self._add_count(constraint, cells)
        elif isinstance(constraint, Linear):
            constant = constraint.constant - self.base * sum(constraint.coefficients)
            self.add_linear(cells, constraint.coefficients, constraint.op, constant)
        elif isinstance(constraint, (Table, Regular)):
            if isinstance(constraint, Table) and len(constraint.tuples) > MAX_TUPLES:
                raise size_error(constraint, f"{len(constraint.tuples):,} tuples")
            if len(cells) == 2:
                self._add_pair(constraint, *cells)
            else:
                self._add_graph(constraint, cells)
        else:
            raise Unsupported(
                f"backend lockstep has no filter for {type(constraint).__name__} "
                f"({constraint.description}): use another backend"
            )

    def set_compiled_records(
        self, sums: array[int], bounds: array[int], relations: array[int]
    ) -> None:
        """Set the records that compiled code wrote, which precede all other records."""
        self._compiled_records = sums, bounds, relations

    def _add_pair(self, constraint: Table | Regular, a: int, b: int) -> None:
        x, y = self.full[a], self.full[b]
        relation = constraint.tuples if isinstance(constraint, Table) else constraint.automaton
        key = relation, x, y, 2 if a == b else self.peers[a] >> b & 1
        known = self._pairs.get(key)  # the dots of a puzzle mostly say the same
        if known is not None:
            self.relations += (a, b, *known)
            return
        if isinstance(constraint, Table):
            pairs = cached_encodings.table_relation(constraint.tuples, self.base, x, y)
        else:
            pairs = cached_encodings.automaton_relation(constraint.automaton, self.base, x, y)
        self.add_relation(a, b, pairs)
        self._pairs[key] = self.relations[-2], self.relations[-1]

    def add_linear(
        self, cells: Sequence[int], weights: tuple[int, ...], op: str, constant: int
    ) -> None:
        """A weighted sum of values counted from 0."""
        if len(cells) == 2:
            a, b = cells
            pairs = cached_encodings.sum_relation(weights, op, constant, self.full[a], self.full[b])
            self.add_relation(a, b, pairs)
            return
        weight = weights[0]
        if op == "==" and weights.count(weight) == len(weights) and weight:
            seen = self._common_peers_if_different(cells)
            if seen:
                values = 0
                for cell in cells:
                    values |= self.full[cell]
                total, remainder = divmod(constant, weight)
                sets = () if remainder else cached_encodings.sum_sets(values, len(cells), total)
                if sets is not None:
                    self._add_sets(cells, sets, seen)
                    return
        self.add_bounded_sum(self._weighted_groups(cells, weights), op, constant)

    def add_value_sets(self, cells: Sequence[int], sets: Sequence[int]) -> bool:
        """Add a constraint: the cells' values form one of these sets; return false if cells may be equal."""
        seen = self._common_peers_if_different(cells)
        if seen:
            self._add_sets(cells, sets, seen)
        return bool(seen)

    def _add_sets(self, cells: Sequence[int], sets: Sequence[int], seen: int) -> None:
        for cell in cells:
            seen &= ~(1 << cell)
        self.sums += sums.pack(cells, sets, bit_indices(seen))

    def add_sandwich(self, cells: Sequence[int], fillings: Sequence[sandwiches.Filling]) -> None:
        """Add a constraint: different cells, with one of some fillings between two slices of bread."""
        self._longest = max(self._longest, len(cells))
        self.sandwiches += sandwiches.pack(cells, fillings)

    def add_ends_sum(self, cells: Sequence[int], total: int) -> bool:
        """Add a sum between the least and the greatest cell; return false if cells may be equal."""
        values = 0
        for cell in cells:
            values |= self.full[cell]
        fillings = sandwich_fillings.ends_fillings(self.base, values, len(cells), total)
        if fillings is None or not self._common_peers_if_different(cells):
            return False
        self.add_sandwich(cells, fillings)
        return True

    def add_bounded_sum(self, groups: list[tuple[int, list[int]]], op: str, constant: int) -> None:
        """A sum of groups of cells that differ, each with a weight, told by bounds."""
        weight = sum(abs(weight) * len(cells) for weight, cells in groups)
        self.widest = max(self.widest, 2 * (abs(constant) + (self.size + 1) * (weight + 1)))
        self.groups = max(self.groups, len(groups))
        self.bounds += bounds.pack(groups, op, constant)

    def add_equal_sums(self, sums: Sequence[tuple[list[int], int]]) -> None:
        """Sums that are as much as each other, if so much is added to each."""
        grouped = [(best_groups(cells, self.peers, self.unit_masks), more) for cells, more in sums]
        self.groups = max(self.groups, sum(1 + len(groups) for groups, _ in grouped))
        for cells, more in sums:
            self.widest = max(self.widest, 2 * (more + (self.size + 1) * (len(cells) + 1)))
        self.bounds += bounds.pack_equal_sums(grouped)

    def _common_peers_if_different(self, cells: Sequence[int]) -> int:
        """Return the common peers of all cells, as a mask, if all cells differ; else 0."""
        known = self._lines.get(tuple(cells))
        if known is not None:
            return known
        seen, all_ = self._common_peers(cells), 0
        for cell in cells:
            all_ |= 1 << cell
        return seen if seen & all_ == all_ and all_.bit_count() == len(cells) else 0

    def _common_peers(self, cells: Sequence[int]) -> int:
        """Return the common peers of all cells, as a mask."""
        seen = -1
        for cell in cells:
            seen &= self.peers[cell]
        return seen

    def _weighted_groups(
        self, cells: Sequence[int], weights: Sequence[int]
    ) -> list[tuple[int, list[int]]]:
        """Cells of one weight that differ from each other, together."""
        of_weight: dict[int, list[int]] = {}
        for cell, weight in zip(cells, weights, strict=True):
            of_weight.setdefault(weight, []).append(cell)
        return [
            (weight, group)
            for weight, same in of_weight.items()
            for group in best_groups(same, self.peers, self.unit_masks)
        ]

    def add_relation(self, a: int, b: int, pairs: cached_encodings.BinaryRelation) -> None:
        """Add a table of pairs of values for two cells."""
        forth, back = pairs.masks
        if a == b:
            forth = back = tuple(mask & 1 << value for value, mask in enumerate(forth))
        elif self.peers[a] >> b & 1:
            forth, back = pairs.masks_if_different
        self.relations += (a, b, self.matrices.offset_of(forth), self.matrices.offset_of(back))

    def _add_graph(self, constraint: Table | Regular, cells: list[int]) -> None:
        where = tuple(map(self.full.__getitem__, cells))
        if isinstance(constraint, Table):
            graph = cached_encodings.table_graph(constraint.tuples, self.base, where)
        else:
            if self._has_reduced_domains and self._is_unary(constraint.automaton, cells, where):
                return
            if len(set(where)) > 1:
                line = compared_line(
                    constraint.automaton, self.base, cells, where, self._common_peers_if_different
                )
                if line is not None:
                    self._longest = max(
                        self._longest, comparisons.SCRATCH_ROWS * len(line[1].cells)
                    )
                    self._compared.setdefault(line[0], []).append(line[1])
                    return
            seen = self._common_peers_if_different(cells)
            sets, fillings, as_many, graph = encode_automaton(
                constraint.automaton, self.base, where, seen != 0
            )
            if sets is not None:
                self._add_sets(cells, sets, seen)
                return
            if fillings is not None:
                self.add_sandwich(cells, fillings)
                return
            if as_many is not None:
                half = len(cells) // 2
                self.counts += counting.pack_equal_counts(cells[:half], cells[half:], as_many)
                self.widest = max(self.widest, 2 * (self.size + half))
                return
        if len(graph.arcs) > MAX_ARCS:
            raise size_error(constraint, f"{len(graph.arcs):,} arcs")
        if not graph.arcs:
            a, b = cells[:2]
            never = cached_encodings.restrict_relation(
                self.full[a], self.full[b], lambda x, y: False
            )
            self.add_relation(a, b, never)
            return
        self._encode_graph(cells, graph)

    def _encode_graph(self, cells: Sequence[int], graph: layered_graphs.LayeredGraph) -> None:
        self._nodes = max(self._nodes, graph.nodes)
        self._graphs.append((cells, graph))

    def add_cliques(self) -> None:
        """Tell cells together of which each two are related."""
        records = relation_cliques.BinaryRecords(self.relations, self.matrices.masks, self._graphs)
        for cells, relation in relation_cliques.clique_constraints(records, self.peers, self.size):
            if isinstance(relation, layered_graphs.LayeredGraph):
                self._encode_graph(cells, relation)
            else:
                self._add_sets(cells, relation, self._common_peers(cells))

    def _is_unary(self, automaton: Automaton, cells: list[int], where: tuple[int, ...]) -> bool:
        """Restrict the cells' masks and return true if an automaton restricts each cell alone.

        Not of copies of cells, of which the masks are written already.
        """
        open_values = tuple([self.reduced_domains[cell] for cell in cells])
        alone = (
            None
            if open_values == where
            else cached_encodings.unary_masks(automaton, self.base, open_values)
        )
        for cell, before, values in zip(cells, open_values, alone or (), strict=False):
            if values != before:  # else graphs of cells that are alike stay alike
                self.full[cell] &= values
        return alone is not None

    def _add_count(self, constraint: Count, scope: list[int]) -> None:
        key = constraint.values, constraint.op, constraint.number, len(constraint.counted)
        head = self._count_heads.get(key)
        if head is not None and len(scope) == key[-1]:  # some rules count in each two cells
            self.counts += (*head, *scope)
            return
        cells, cell, number = scope, None, self.base
        if isinstance(constraint.number, str) or len(scope) < len(constraint.counted):
            cell_of = dict(zip(constraint.scope, scope, strict=True))
            cells = list(map(cell_of.__getitem__, constraint.counted))
        if isinstance(constraint.number, str):
            cell = cell_of[constraint.number]
        else:
            number = constraint.number
        values = cached_encodings.value_mask(constraint.values, self.base, self.size)
        self.widest = max(self.widest, 2 * (abs(number) + self.size + len(cells)))
        record = counting.pack(cells, values, constraint.op, cell, number)
        self.counts += record
        if cell is None:
            self._count_heads[key] = record[: -len(cells)]

    def add_count_family(self, family: count_families.CountFamily, cells: list[int]) -> bool:
        """Add the record of values that occur so often; return false if the record would be too large."""
        may = 0
        for cell in cells:
            may |= self.full[cell]
        sets = count_families.possible_sets(family, may, self.base)
        if sets is None:
            return False
        shown = [
            (1 << value - self.base, number)
            for value, number in family.occurrences.items()
            if value >= self.base and may >> value - self.base & 1
        ]
        free = may & ~sum(mask for mask, _ in shown)
        groupings = count_families.disjoint_groupings(cells, self.units, self.size)
        self._houses = max(self._houses, sum(map(len, groupings)))
        self.widest = max(self.widest, 2 * len(cells), *(2 * number for _, number in shown))
        self.occurrences += occurrences.pack(shown, free, sets, groupings)
        return True

    @cached_property
    def _has_reduced_domains(self) -> bool:
        """Whether fixed cells reduce the declared domains of some cells."""
        return bool(self.units) and self.reduced_domains != self.full

    @cached_property
    def reduced_domains(self) -> list[int]:
        """The masks of all cells, reduced by the values of fixed peers."""
        domains = list(self.full)
        fixed = [cell for cell, mask in enumerate(domains) if not mask & mask - 1]
        for cell in fixed:
            for peer in bit_indices(self.peers[cell] & ~(1 << cell)):
                before = domains[peer]
                domains[peer] &= ~domains[cell]
                if domains[peer] != before and not domains[peer] & domains[peer] - 1:
                    fixed.append(peer)
        return domains

    @cached_property
    def unit_masks(self) -> list[int]:
        """The units, as masks."""
        return [*self._known, *map(mask_of, self.units[len(self._known) :])]

    @property
    def scratch_rows(self) -> int:
        """The number of scratch rows that filters need."""
        houses = occurrences.SCRATCH_ROWS * self._houses
        bounded = 2 * (len(self.full) + 2 * self.groups)
        return max(bounded, 2 * self._nodes, houses, self._longest)

    def records(self) -> Records:
        """The records, as arrays."""
        if not self.full:
            return NO_RECORDS
        sums, bounds, relations = map(int64_array, (self.sums, self.bounds, self.relations))
        if self._compiled_records is not None:
            before = self._compiled_records
            sums, bounds = before[0] + sums, before[1] + bounds
            relations = before[2] + relations
        return Records(
            sums,
            bounds,
            relations,
            layered_graphs.pack(self._graphs) if self._graphs else EMPTY,
            int64_array(self.counts),
            int64_array(self.occurrences),
            int64_array(self.sandwiches),
            int64_array(comparison_records(self._compared, self.units, self.full))
            if self._compared
            else EMPTY,
        )
