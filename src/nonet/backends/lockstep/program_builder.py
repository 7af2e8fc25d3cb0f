"""From a declared structure to a program: which constraint becomes which filter's record.

>>> from nonet.model import AllDifferent, Linear, Model
>>> cells = ("a", "b", "c")
>>> cage = [AllDifferent(cells), Linear.sum(cells, "==", 7)]
>>> packing = ProgramBuilder(Model(dict.fromkeys(cells, range(1, 10)), cage).structure)
>>> packing.program().records.sums                         # of 1 to 9, as places: 1 + 2 + 4 alone
array('q', [3, 1, 0, 0, 1, 2, 11])

For a puzzle of little search this is most of the work: so the layout of units is cached
(``numbered_cells.py``), and so are the encodings of a sum, a relation, a table or an automaton over
any cells of the same values (``cached_encodings.py``).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import reduce
from operator import or_

from nonet.backends.lockstep import cached_encodings
from nonet.backends.lockstep.engine import is_available
from nonet.backends.lockstep.implied_sums import MAX_TOTAL, implied_records, unit_windows
from nonet.backends.lockstep.layouts.calls import GUESS_ROWS, MAX_WEIGHT, Program
from nonet.backends.lockstep.layouts.memory import bit_indices, int64_array
from nonet.backends.lockstep.layouts.records import Matrices
from nonet.backends.lockstep.numbered_cells import (
    NumberedCells,
    full_units,
    peers_if_different,
    size_error,
)
from nonet.backends.lockstep.record_builder import (
    DisjunctionRecords,
    RecordBuilder,
)
from nonet.deadline import checked
from nonet.encoding.implied_sums import implied_sums as implied_sums_in_python
from nonet.encoding.implied_sums import is_plain_sum
from nonet.model import (
    AnyOf,
    Constraint,
    CountFamily,
    LeadingSum,
    Linear,
    Structure,
    Table,
    primitives_of,
)
from nonet.model.constraints.base import UNNAMED


class ProgramBuilder(NumberedCells):
    """A structure on its way into a program.

    Raises ``Unsupported`` for a constraint that has no filter, or is too large for its filter.
    """

    def __init__(self, structure: Structure) -> None:
        super().__init__(structure)
        self._domains = structure.domains
        cages: list[tuple[list[int], int]] = []
        others: list[Constraint] = []
        if is_available():
            for constraint in self.others:
                cage = self._cage_of(constraint)
                others.append(constraint) if cage is None else cages.append(cage)
        else:  # in a browser, whose Python writes programs for the page's engine
            others = [*self.others, *implied_sums_in_python(structure)]
        matrices = Matrices(self.size, cached_encodings.standard_masks(self.size) if cages else ())
        peers = self.layout.peers
        self.records = RecordBuilder(self.base, self.size, self.full, peers, matrices, self.units)
        self.disjunctions = DisjunctionRecords(self.records)
        self._constrained_cells: list[int] = []
        """The cells of each constraint, one constraint after the other."""
        for constraint in checked(others):
            self._add(constraint)
        if cages:
            self._add_cages(cages)

    def _add(self, constraint: Constraint) -> None:
        cells = self._cells_of(constraint.scope)
        if constraint.is_variable_global and not self._add_global(constraint, cells):
            for primitive in primitives_of(constraint, self._domains):
                if primitive is constraint:
                    raise size_error(constraint, "too many values")
                self._add(primitive)
            return
        self._constrained_cells += cells
        if type(constraint) is AnyOf:
            self.disjunctions.add(constraint, cells)
        elif not constraint.is_variable_global:
            self.records.add(constraint, cells)

    def _add_global(self, constraint: Constraint, cells: list[int]) -> bool:
        """Add the record of a global; return false if its primitives are better."""
        if isinstance(constraint, LeadingSum):
            return self._add_leading_sum(constraint, cells)
        is_added = self.records.add_global(constraint, cells, self.number)
        if is_added and isinstance(constraint, CountFamily):  # each value's count would be one
            self._constrained_cells += cells * (len(constraint.occurrences) - 1)
        return is_added

    def _add_leading_sum(self, constraint: LeadingSum, cells: list[int]) -> bool:
        """Add a choice of how many cells are summed; return false if cells may be equal.

        As sums of different cells the groups remove more values than the automaton of all sums, and
        are written in a tenth of the time.
        """
        names, total = constraint.scope, constraint.total
        if not peers_if_different(self.layout.peers, cells):
            return False
        values = reduce(or_, [self.full[cell] for cell in cells])
        groups: list[tuple[Constraint, ...]] = []
        for number in range(len(cells) + 1):
            first = Table.unchecked(scope=names[:1], tuples=frozenset({(number,)}), rule=UNNAMED)
            if number > 1:
                others, rest = names[1:number], total - number
                sets = cached_encodings.sum_sets(
                    values, len(others), rest - self.base * len(others)
                )
                if sets != ():
                    groups.append((first, Linear.sum(others, "==", rest)))
            elif total == number:
                groups.append((first,))
        if groups:
            choice = AnyOf(tuple(groups), rule=constraint.rule)
            self.disjunctions.add(choice, cells[: len(choice.scope)])
        return bool(groups)

    def _cells_of(self, names: Sequence[str]) -> list[int]:
        return list(map(self.number.__getitem__, names))

    def _cage_of(self, constraint: Constraint) -> tuple[list[int], int] | None:
        """Return a plain sum as cells and total, with values counted from 0; ``None`` for other
        constraints."""
        if not is_plain_sum(constraint) or abs(constraint.constant) >= MAX_TOTAL:
            return None
        cells = self._cells_of(constraint.scope)
        return cells, constraint.constant - self.base * len(cells)

    def _add_cages(self, cages: list[tuple[list[int], int]]) -> None:
        """Add cages, and the sums that units imply of cages."""
        units = [
            (unit, sum(bit_indices(values))) for unit, values in full_units(self.units, self.full)
        ]
        windows = unit_windows(tuple(units), len(self.full))
        implied = implied_records(windows, self.layout.units, cages, self.size)
        self.records.add_implied(implied)
        for cell, sums in enumerate(implied.sums_per_cell):
            self._constrained_cells += [cell] * sums

    @property
    def degrees(self) -> array[int]:
        """Return for each cell the number of its constraints, plus 1; for a cell in no unit, if
        others are in units, 1.

        A cell in no unit mostly follows from cells that are: an auxiliary variable, the colour of a
        cell.
        """
        degree_of_cell = [1] * len(self.full)
        for cell in self._constrained_cells:
            degree_of_cell[cell] += 1
        free = self.layout.free
        if len(free) < len(degree_of_cell):
            for cell in free:
                degree_of_cell[cell] = 1
        return array("q", [min(degree, MAX_WEIGHT // 2) for degree in degree_of_cell])

    @property
    def widest(self) -> int:
        """The largest number that an addition in a lane may reach."""
        return max(self.records.widest, self.disjunctions.copy_records.widest)

    def program(self) -> Program:
        """The program."""
        units = self.layout.units
        weights = units.rows()
        guesses = weights + len(self.full) + self.size
        copies = guesses + GUESS_ROWS
        inside = self.disjunctions.copy_records
        scratch = copies + len(inside.full)
        return Program(
            units,
            self.records.records(),
            int64_array(self.disjunctions.choices),
            inside.records(),
            len(inside.full),
            int(self.has_classic_units),
            matrices=int64_array(self.records.matrices.masks),
            degrees=self.degrees,
            weights=weights,
            guesses=guesses,
            copies=copies,
            scratch=scratch,
            last=scratch
            + max(self.records.scratch_rows, inside.scratch_rows, self.disjunctions.widest),
        )
