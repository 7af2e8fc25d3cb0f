"""Choices in the making: each ``AnyOf`` with copies of its cells for each of its groups.

>>> from nonet.backends.lockstep.layouts import relations
>>> from nonet.model import Linear
>>> cells = RecordBuilder(1, 3, [0b111] * 3, [0b01, 0b10, 0b100], relations.Matrices(3))
>>> choosing = DisjunctionRecords(cells)
>>> low, high = Linear.sum(("a",), "<=", 1), Linear(("a", "b", "c"), (1, -1, 1), "<=", -1)
>>> choosing.add(AnyOf(((low,), (high,))), [0, 1, 2])
>>> choosing.choices                             # two groups, three cells; copies 0 to 2, 3 to 5
[2, 3, 0, 1, 2, 1, 7, 7, 7, 7, 7]
>>> choosing.copy_records.records().bounds.tolist()    # a - b + c of the copies, values from 0
[1, -2, 9, 1, 1, 3, 1, 1, 5, -1, 1, 4]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import prod

from nonet.backends.lockstep import cached_encodings
from nonet.backends.lockstep.bit_masks import bit_indices
from nonet.backends.lockstep.layouts import disjunctions
from nonet.backends.lockstep.numbered_cells import size_error
from nonet.backends.lockstep.record_builder import RecordBuilder
from nonet.model import AllDifferent, AnyOf, Constraint, Count, Domain, Linear, Regular, Table

MAX_COPIES = 20_000
"""Copies of cells, of all choices together."""
MAX_GROUPS = 20_000
"""Groups of a choice, with each choice inside of a group expanded."""

MAX_PAIRS = 256
"""Maximum number of value pairs for which a choice of two cells is a relation, without copies of
the cells."""

Group = tuple[Constraint, ...]


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
        full = self.target.full
        place = {name: k for k, name in enumerate(any_of.scope)}
        if len(cells) == 2 and prod(full[cell].bit_count() for cell in cells) <= MAX_PAIRS:
            first, second = cells
            self.target.add_relation(first, second, self._allowed_pairs(any_of, cells, place))
            return
        if self._add_as_automaton(any_of, cells):
            return
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
        self.choices += disjunctions.pack(cells, [masks for _, masks in alive])
        self.widest = max(self.widest, len(cells))
        seen = [self.target.peers[cell] for cell in cells]
        apart = [
            sum(1 << k for k, cell in enumerate(cells) if peers >> cell & 1 or j == k)
            for j, peers in enumerate(seen)
        ]
        for group, masks in alive:
            self._copy_group(group, masks, apart, place)

    def _add_as_automaton(self, any_of: AnyOf, cells: list[int]) -> bool:
        """Add a choice whose groups are each one automaton over all cells as one automaton; return
        whether this was possible."""
        automata = []
        for group in any_of.groups:
            (first,) = group if len(group) == 1 else (None,)
            if not isinstance(first, Regular) or first.scope != any_of.scope:
                return False
            automata.append(first.automaton)
        union = cached_encodings.automata_union(tuple(automata), len(cells))
        if union is None:
            return False
        self.target.add(
            Regular.unchecked(scope=any_of.scope, rule=any_of.rule, automaton=union), cells
        )
        return True

    def _allowed_pairs(
        self, any_of: AnyOf, cells: list[int], place: dict[str, int]
    ) -> cached_encodings.BinaryRelation:
        """The pairs of values of two cells that some group allows."""
        forth = [0] * self.target.size
        for group in self._flat_groups(any_of):
            first, second = self._group_masks(group, cells, place)
            both = [
                self._supports_by_first(part, cells, any_of)
                for part in group
                if len(part.scope) > 1
            ]
            for value in bit_indices(first):
                allowed = second
                for masks in both:
                    allowed &= masks[value]
                forth[value] |= allowed
        return cached_encodings.relation_from_masks(forth)

    def _supports_by_first(
        self, part: Constraint, cells: Sequence[int], any_of: AnyOf
    ) -> tuple[int, ...]:
        """Return the masks of the second of two cells of a choice, by each value of the first."""
        base, (x, y) = self.target.base, any_of.scope
        a, b = (self.target.full[cell] for cell in cells)
        turned = part.scope == (y, x)
        is_of_both = turned or part.scope == (x, y)  # and names neither twice
        if turned:
            a, b = b, a
        if isinstance(part, Linear) and is_of_both:
            constant = part.constant - base * sum(part.coefficients)
            pairs = cached_encodings.sum_relation(part.coefficients, part.op, constant, a, b)
        elif isinstance(part, Table) and is_of_both:
            pairs = cached_encodings.table_relation(part.tuples, base, a, b)
        else:
            if turned:
                x, y = y, x
            pairs = cached_encodings.restrict_relation(
                a, b, lambda u, v: part.holds({x: u + base, y: v + base})
            )
        return pairs.masks[turned]

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
        if any_of.depth == 1:
            yield from any_of.groups
            return
        for group in any_of.groups:
            inner = [self._flat_groups(part) for part in group if isinstance(part, AnyOf)]
            plain = tuple(part for part in group if not isinstance(part, AnyOf))
            if not inner:
                yield plain
                continue
            for chosen in product(*inner):
                yield (*plain, *(part for parts in chosen for part in parts))

    def _group_masks(self, group: Group, cells: Sequence[int], place: dict[str, int]) -> list[int]:
        """Return the mask of each cell under the unary constraints of a group."""
        base, size = self.target.base, self.target.size
        masks = [self.target.full[cell] for cell in cells]
        for part in group:
            if len(part.scope) > 1:
                continue
            k = place[part.scope[0]]
            if isinstance(part, Table):
                masks[k] &= cached_encodings.column_mask(part.tuples, base, size)
            elif type(part) is Count and isinstance(part.number, int):
                masks[k] &= cached_encodings.count_mask(
                    part.values, part.op, part.number, len(part.counted), base, size
                )
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
