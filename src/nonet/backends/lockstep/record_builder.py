"""Records in the making: constraints over numbered cells, as the lists that filters read.

A model has two such sets: one over its cells, and one over the copies of cells that the groups
of its ``AnyOf`` have (``engine/filters/disjunctions.c``).

>>> cells = RecordBuilder(0, 4, [0b1111] * 3, [0b111] * 3, records.Matrices(4))
>>> cells.add(Linear.sum(("a", "b", "c"), "==", 3), [0, 1, 2])
>>> cells.records().sums                            # 0 + 1 + 2, in cells that differ
array('q', [3, 1, 0, 0, 1, 2, 7])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, product
from math import prod
from operator import or_
from typing import Any

from nonet.backends.lockstep import cached_encodings
from nonet.backends.lockstep.implied_sums import NO_IMPLIED_RECORDS, ImpliedRecords
from nonet.backends.lockstep.layouts import layered_graphs, records
from nonet.backends.lockstep.layouts.calls import Records
from nonet.backends.lockstep.layouts.memory import (
    EMPTY,
    MAX_VALUES,
    bit_indices,
    int64_array,
    mask_of,
)
from nonet.backends.lockstep.layouts.records import Grouping, pack_choice
from nonet.backends.lockstep.numbered_cells import (
    disjoint_groups,
    full_units,
    peers_if_different,
    size_error,
)
from nonet.errors import Unsupported
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    CountFamily,
    Domain,
    EnclosedSum,
    EqualCounts,
    EqualSums,
    Linear,
    LineComparison,
    Regular,
    SumBetween,
    Table,
)
from nonet.model.domain import mask_of_values

MAX_COPIES = 20_000
"""Copies of cells, of all choices together."""
MAX_GROUPS = 20_000
"""Groups of a choice, with each choice inside of a group expanded."""

Group = tuple[Constraint, ...]
CellOf = Mapping[str, int]


def _flat_group_count(any_of: AnyOf) -> int:
    """Return how many groups there are with each group of an inner ``AnyOf`` expanded."""
    return sum(
        prod(_flat_group_count(part) for part in group if isinstance(part, AnyOf))
        for group in any_of.groups
    )


class DisjunctionRecords:
    """Choices over the cells of ``target``: their records, and the records of the constraints in
    their groups.

    ``copy_records`` are the records over copies of cells, ``widest`` is the most cells of a choice.
    """

    def __init__(self, target: RecordBuilder) -> None:
        self.target = target
        self._peers: list[int] = []
        self.copy_records = RecordBuilder(
            target.base, target.size, [], self._peers, target.matrices
        )
        self.choices: list[int] = []
        self.widest = 0

    def add(self, any_of: AnyOf, cells: list[int]) -> None:
        """Add a choice of these cells; raise ``Unsupported`` if the choice is too large."""
        place = {name: k for k, name in enumerate(any_of.scope)}
        if any_of.depth > 1 and _flat_group_count(any_of) > MAX_GROUPS:
            raise size_error(any_of, f"over {MAX_GROUPS:,} groups with those inside expanded")
        alive: list[tuple[Group, list[int]]] = []
        for group in self._flat_groups(any_of):
            masks = self._group_masks(group, cells, place)
            if all(masks):
                alive.append((group, masks))
            if len(self.copy_records.full) + len(alive) * len(cells) > MAX_COPIES:
                raise size_error(any_of, f"over {MAX_COPIES:,} cells in its groups together")
        if self._are_value_sets(alive) and self.target.add_value_sets(
            cells, [masks[0] for _, masks in alive]
        ):
            return
        self.choices += pack_choice(cells, [masks for _, masks in alive])
        self.widest = max(self.widest, len(cells))
        seen = [self.target.peers[cell] for cell in cells]
        apart = [
            sum(1 << k for k, cell in enumerate(cells) if peers >> cell & 1 or j == k)
            for j, peers in enumerate(seen)
        ]
        for group, masks in alive:
            self._copy_group(group, masks, apart, place)

    def _are_value_sets(self, alive: Sequence[tuple[Group, list[int]]]) -> bool:
        """Whether each group puts all cells into one set, with as many values as cells.

        Different cells then have exactly this set, as a renban's; a sum's filter with sets
        concludes more than copies of cells would: each value of a set has a cell.
        """
        return len(alive) > 0 and all(
            set(masks) == {masks[0]}
            and masks[0].bit_count() == len(masks)
            and all(len(part.scope) == 1 for part in group)
            for group, masks in alive
        )

    def _flat_groups(self, any_of: AnyOf) -> Iterator[Group]:
        """Yield the groups, with each group of an inner ``AnyOf`` expanded."""
        for group in any_of.groups:
            inner = [self._flat_groups(part) for part in group if isinstance(part, AnyOf)]
            plain = tuple(part for part in group if not isinstance(part, AnyOf))
            for chosen in product(*inner):
                yield (*plain, *(part for parts in chosen for part in parts))

    def _group_masks(self, group: Group, cells: Sequence[int], place: dict[str, int]) -> list[int]:
        base, size = self.target.base, self.target.size
        masks = [self.target.full[cell] for cell in cells]
        for part in group:
            if len(part.scope) > 1:
                continue
            k = place[part.scope[0]]
            if isinstance(part, Table):
                masks[k] &= cached_encodings.column_mask(part.tuples, base, size)
            else:
                domain = Domain.from_mask(masks[k], base)
                masks[k] = part.restrict(domain).mask_relative_to(base)
        return masks

    def _copy_group(
        self, group: Group, masks: list[int], differ: list[int], place: dict[str, int]
    ) -> None:
        """Add the copies of a group, and the records of its constraints over these copies.

        ``differ`` has for each cell of the choice the mask of the cells that differ from it, and
        the cell itself.
        """
        making, first = self.copy_records, len(self.copy_records.full)
        peers = differ
        apart = {
            pair
            for part in group
            if isinstance(part, AllDifferent)
            for pair in combinations(sorted(place[name] for name in part.scope), 2)
        }
        if apart:
            peers = list(differ)
            for j, k in apart:
                peers[j] |= 1 << k
                peers[k] |= 1 << j
        making.full += masks
        self._peers += [mask << first for mask in peers]
        every = cached_encodings.all_pairs(making.size)
        for j, k in sorted(apart):
            making.add_relation(first + j, first + k, every)  # they are peers: so no equal values
        for part in group:
            if len(part.scope) > 1 and not isinstance(part, AllDifferent):
                making.add(part, [first + place[name] for name in part.scope])


MAX_TUPLES, MAX_ARCS = 200_000, 20_000
"""Tuples of a table, and arcs of its graph or an automaton's."""


class RecordBuilder:
    """Records over cells of ``size`` values, which count from ``base``.

    ``full`` are the masks of the domains of the cells, ``peers`` the masks of the cells that differ
    from each cell, and the cell itself; ``units`` are
    groups of different cells.  ``widest`` is the
    largest number that an addition in a lane may reach, ``scratch_rows`` the number of scratch rows
    that filters need.
    """

    def __init__(
        self,
        base: int,
        size: int,
        full: list[int],
        peers: Sequence[int],
        matrices: records.Matrices,
        units: Sequence[tuple[int, ...]] = (),
    ) -> None:
        self.base, self.size, self.full, self.peers = base, size, full, peers
        self.matrices, self.units = matrices, units
        self.sums: list[int] = []
        self.bounds: list[int] = []
        self.relations: list[int] = []
        self.counts: list[int] = []
        self.occurrences: list[int] = []
        self.sandwiches: list[int] = []
        self._compared: dict[records.ComparisonCell, list[records.ComparedLine]] = {}
        """The lines that are compared, by their answer cell."""
        self.widest = self._groups = self._rows = 0
        self._graphs: list[tuple[Sequence[int], layered_graphs.LayeredGraph]] = []
        """The cells and the graph of each table and automaton."""
        self._implied = NO_IMPLIED_RECORDS

    def add(self, constraint: Constraint, cells: list[int]) -> None:
        """Add the record of a constraint over these cells; raise ``Unsupported`` if there is none."""
        if type(constraint) is Count:
            self._add_count(constraint, cells)
        elif isinstance(constraint, (Linear, Table, Regular)) and len(cells) == 2:
            self._add_pair(constraint, *cells)
        elif isinstance(constraint, Linear):
            self._add_linear(constraint, cells)
        elif isinstance(constraint, (Table, Regular)):
            self._add_graph(constraint, cells)
        else:
            raise Unsupported(
                f"backend lockstep has no filter for {type(constraint).__name__} "
                f"({constraint.description}): use another backend"
            )

    def _add_pair(self, constraint: Linear | Table | Regular, a: int, b: int) -> None:
        base, masks = self.base, (self.full[a], self.full[b])
        if isinstance(constraint, Linear):
            coefficients = constraint.coefficients
            constant = constraint.constant - base * sum(coefficients)
            pairs = cached_encodings.linear_relation(coefficients, constraint.op, constant, *masks)
        elif isinstance(constraint, Table):
            pairs = cached_encodings.table_relation(constraint.tuples, base, *masks)
        else:
            pairs = cached_encodings.automaton_relation(constraint.automaton, base, *masks)
        self.add_relation(a, b, pairs)

    def _add_linear(self, constraint: Linear, cells: list[int]) -> None:
        weights, weight, op = constraint.coefficients, constraint.coefficients[0], constraint.op
        constant = constraint.constant - self.base * sum(weights)  # of values counted from 0
        if op == "==" and weights.count(weight) == len(weights) and weight:
            seen = peers_if_different(self.peers, cells)
            if seen:
                total, remainder = divmod(constant, weight)
                values = self._union(cells)
                sets = () if remainder else cached_encodings.sum_sets(values, len(cells), total)
                if sets is not None:
                    self._add_sets(cells, sets, seen)
                    return
        of_weight: dict[int, list[int]] = {}
        for cell, weight in zip(cells, weights, strict=True):
            of_weight.setdefault(weight, []).append(cell)
        groups = [
            (weight, group)
            for weight, same in of_weight.items()
            for group in different_groups(same, self.peers)
        ]
        most = sum(abs(weight) * len(cells) for weight, cells in groups)
        self._reserve(abs(constant) + (self.size + 1) * (most + 1), groups=len(groups))
        self.bounds += records.pack_bounded_sum(groups, op, constant)

    def _reserve(self, number: int = 0, rows: int = 0, groups: int = 0) -> None:
        """Have room for a number and its negative, for rows of scratch and for groups of a sum."""
        self.widest = max(self.widest, 2 * number)
        self._rows = max(self._rows, rows)
        self._groups = max(self._groups, groups)

    def add_implied(self, implied: ImpliedRecords) -> None:
        """Add the records that compiled code wrote of all cages; they precede all other records."""
        self._implied = implied
        self.widest = max(self.widest, implied.largest_number)
        self._reserve(groups=implied.max_groups)

    def add_value_sets(self, cells: Sequence[int], sets: Sequence[int]) -> bool:
        """Add a constraint: the cells' values form one of these sets; return false if cells may be equal."""
        seen = peers_if_different(self.peers, cells)
        if seen:
            self._add_sets(cells, sets, seen)
        return bool(seen)

    def _add_sets(self, cells: Sequence[int], sets: Sequence[int], seen: int) -> None:
        self.sums += records.pack_sum(cells, sets, bit_indices(seen & ~mask_of(cells)))

    def add_global(self, constraint: Constraint, cells: list[int], cell_of: CellOf) -> bool:
        """Add the record of a global; return false if its primitives are better."""
        add = _GLOBALS.get(type(constraint))
        return add is not None and add(self, constraint, cells, cell_of)

    def _add_sandwich(
        self, constraint: EnclosedSum | SumBetween, cells: list[int], cell_of: CellOf
    ) -> bool:
        """Add a sum between two cells, told by their values; return false if cells may be equal, or
        there are too many ways to fill the cells."""
        if not peers_if_different(self.peers, cells):
            return False
        values, count, total = self._union(cells), len(cells), constraint.total
        ends = constraint.ends if isinstance(constraint, EnclosedSum) else None
        fillings = cached_encodings.sandwich_fillings(self.base, values, ends, count, total)
        if fillings is None:
            return False
        self._reserve(rows=count)
        self.sandwiches += records.pack_sandwich(cells, fillings)
        return True

    def _add_comparison(self, compared: LineComparison, cells: list[int], cell_of: CellOf) -> bool:
        """Add the comparison of a line that begins so; return false if its cells may be equal."""
        pairs = [
            (cell_of[first], cell_of[second])
            for first, second in zip(compared.one, compared.other, strict=True)
            if first != second
        ]
        if compared.first is None or not pairs or not -MAX_VALUES < self.base <= 0:
            return False
        first, answer, begins = cell_of[compared.first], cell_of[compared.answer], compared.begins
        answers = 1 << -self.base, 0b10 << -self.base
        ones, others = map(tuple, zip(*pairs, strict=True))
        if (
            self.full[answer] & ~sum(answers)
            or begins < self.base
            or not peers_if_different(self.peers, (first, *ones))
            or not peers_if_different(self.peers, others)
        ):
            return False
        self._reserve(rows=records.COMPARISONS_SCRATCH_ROWS * len(ones))
        cell = records.ComparisonCell(answer, 1 << begins - self.base, answers)
        line = records.ComparedLine(first, ones, others, compared.ties)
        self._compared.setdefault(cell, []).append(line)
        return True

    def _comparison_records(self) -> Iterator[int]:
        complete = list(full_units(self.units, self.full))
        for answer, lines in self._compared.items():
            first = {line.first for line in lines}
            beside = next(
                (
                    sorted({*unit} - first)
                    for unit, mask in complete
                    if first.issubset(unit) and mask & answer.initial_values
                ),
                None,
            )
            yield from records.pack_comparison(answer, lines, beside)

    def _add_equal_counts(self, equal: EqualCounts, cells: list[int], cell_of: CellOf) -> bool:
        """Add that a value is in both groups equally often; return false if all cells differ."""
        one, other = ([cell_of[name] for name in names] for names in (equal.one, equal.other))
        if len(one) != len(other) or equal.value < self.base:
            return False
        if peers_if_different(self.peers, (*one, *other)):
            return False
        self.counts += records.pack_equal_counts(one, other, 1 << equal.value - self.base)
        self._reserve(self.size + len(one))
        return True

    def _union(self, cells: Iterable[int]) -> int:
        return reduce(or_, map(self.full.__getitem__, cells))

    def _add_equal_sums(self, equal: EqualSums, cells: list[int], cell_of: CellOf) -> bool:
        """Add three sums or more that are equal; return false for fewer, and if a cell is in two."""
        if (
            len(equal.groups) < 3
            or sum(map(len, equal.groups)) > len(cells)
            or not all(equal.groups)
        ):
            return False
        least = min(self.base * len(names) for names in equal.groups)
        sums = []
        for names in equal.groups:
            more = self.base * len(names) - least  # what is added to values that count from 0
            sums.append((different_groups([cell_of[name] for name in names], self.peers), more))
            self._reserve(more + (self.size + 1) * (len(names) + 1))
        self._reserve(groups=sum(1 + len(groups) for groups, _ in sums))
        self.bounds += records.pack_equal_sums(sums)
        return True

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
            if len(constraint.tuples) > MAX_TUPLES:
                raise size_error(constraint, f"{len(constraint.tuples):,} tuples")
            graph = cached_encodings.table_graph(constraint.tuples, self.base, where)
        else:
            seen = peers_if_different(self.peers, cells)
            sets, graph = cached_encodings.automaton_encoding(
                constraint.automaton, self.base, where, seen != 0
            )
            if sets is not None:
                self._add_sets(cells, sets, seen)
                return
        if len(graph.arcs) > MAX_ARCS:
            raise size_error(constraint, f"{len(graph.arcs):,} arcs")
        if not graph.arcs:
            a, b = cells[:2]
            self.add_relation(a, b, cached_encodings.relation_of(0, 0, lambda x, y: False))
            return
        self._reserve(rows=2 * graph.nodes)
        self._graphs.append((cells, graph))

    def _add_count(self, constraint: Count, scope: list[int]) -> None:
        cells, cell, number = scope, None, self.base
        if isinstance(constraint.number, str) or len(scope) < len(constraint.counted):
            cell_of = dict(zip(constraint.scope, scope, strict=True))
            cells = list(map(cell_of.__getitem__, constraint.counted))
        if isinstance(constraint.number, str):
            cell = cell_of[constraint.number]
        else:
            number = constraint.number
        values = mask_of_values(constraint.values, self.base, self.size)
        self._reserve(abs(number) + self.size + len(cells))
        self.counts += records.pack_count(cells, values, constraint.op, cell, number)

    def _add_count_family(self, family: CountFamily, cells: list[int], cell_of: CellOf) -> bool:
        """Add the record of values that occur so often; return false if the record would be too
        large, for one value, and if a value never occurs."""
        numbers = [number for _, number in family.occurrences]
        may = self._union(cells)
        sets = possible_sets(family, may, self.base)
        if sets is None or len(numbers) < 2 or min(numbers) < 1:
            return False
        shown = [
            (1 << value - self.base, number)
            for value, number in family.occurrences
            if value >= self.base and may >> value - self.base & 1
        ]
        free = may & ~sum(mask for mask, _ in shown)
        groupings = disjoint_groupings(cells, self.units, self.size)
        houses = sum(map(len, groupings))
        most = max(len(cells), *numbers)
        self._reserve(most, rows=records.OCCURRENCES_SCRATCH_ROWS * houses)
        self.occurrences += records.pack_occurrences(shown, free, sets, groupings)
        return True

    @property
    def scratch_rows(self) -> int:
        """The number of scratch rows that filters need."""
        return max(self._rows, 2 * (len(self.full) + 2 * self._groups))

    def records(self) -> Records:
        """The records, as arrays."""
        return Records(
            self._implied.sums + int64_array(self.sums),
            self._implied.bounds + int64_array(self.bounds),
            self._implied.relations + int64_array(self.relations),
            layered_graphs.pack(self._graphs),
            int64_array(self.counts),
            int64_array(self.occurrences),
            int64_array(self.sandwiches),
            int64_array(self._comparison_records()) if self._compared else EMPTY,
        )


_GLOBALS: dict[type[Constraint], Callable[[RecordBuilder, Any, list[int], CellOf], bool]] = {
    CountFamily: RecordBuilder._add_count_family,
    EnclosedSum: RecordBuilder._add_sandwich,
    EqualCounts: RecordBuilder._add_equal_counts,
    EqualSums: RecordBuilder._add_equal_sums,
    LineComparison: RecordBuilder._add_comparison,
    SumBetween: RecordBuilder._add_sandwich,
}


def different_groups(cells: Sequence[int], peers: Sequence[int]) -> list[list[int]]:
    """Return cells in groups that differ from each other, each cell in the first group it fits.

    >>> different_groups([0, 1, 2], [0b011, 0b011, 0b100])
    [[0, 1], [2]]
    """
    groups: list[list[int]] = []
    for cell in cells:
        for group in groups:
            if all(peers[cell] >> other & 1 for other in group):
                group.append(cell)
                break
        else:
            groups.append([cell])
    return groups


MAX_SETS = 1024


def possible_sets(family: CountFamily, may: int, base: int) -> list[int] | None:
    """The sets of values that may occur in cells that ``may`` have so much; ``None`` if too many.

    Values are counted from ``base``.  Numbers add up to that of the cells, or to no more where
    there are values that are not counted.
    """
    counted = sum(1 << value - base for value, _ in family.occurrences if value >= base) & may
    exactly, most = not may & ~counted, len(family.scope)
    sets = [(0, 0)]
    for value, number in family.occurrences:
        bit = 1 << value - base if value >= base else 0
        more = [(mask | bit, total + number) for mask, total in sets if total + number <= most]
        if not bit & may:
            more = []
        sets = more if value in family.required else sets + more
        if len(sets) > MAX_SETS:
            return None
    return [mask for mask, total in sets if total == most or not exactly]


def disjoint_groupings(
    cells: Sequence[int], units: Iterable[Sequence[int]], size: int
) -> list[Grouping]:
    """Return the cells by houses that do not overlap, in as many ways as possible, or cell by
    cell."""
    counted = set(cells)
    complete: list[Grouping] = [
        [
            ([cell for cell in unit if cell in counted], [c for c in unit if c not in counted])
            for unit in houses
            if not counted.isdisjoint(unit)
        ]
        for covered, houses in disjoint_groups([unit for unit in units if len(unit) == size])
        if covered.issuperset(counted)
    ]
    return complete or [[([cell], None) for cell in cells]]
