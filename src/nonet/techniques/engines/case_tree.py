"""Case trees: a candidate refuted by few cases, each of which fails by propagation.

Propagation from a candidate may end without a contradiction.  Then the values that are left in
a cell are supposed in turn, and so on, until all cases fail; of the cells with few values
the one whose cases remove most is split.  A case that fails without its own supposition
stands for all cases of its split, and removals that no failure rests on are left out.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.engines.supposition import possible_values
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R3C3": 4}))
>>> tree = case_tree(position.layout, tuple(possible_values(position)), position.layout.candidate("R1C4", 3))
>>> tree.cases, tree.source.name
((), 'row 1')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines.filter_base import ValueMasks
from nonet.techniques.engines.supposition import (
    Contradiction,
    Propagation,
    Removal,
    Source,
)
from nonet.techniques.houses import House

MAX_CASES = 6
"""Failing cases of a tree, at most: more are no argument that anybody follows."""
MAX_PROBED = 12
"""Cells whose cases are tried before one of them is split."""
MAX_VALUES = 4
"""Values of a cell that is split, at most."""
MAX_PROPAGATIONS = 100
"""Propagations of a search, at most: a quarter of a second of a large variant."""

Needed = dict[int, int]
"""For some cells the values (a mask) whose absence a failure rests on."""


class Case(NamedTuple):
    """A candidate that is supposed true, what follows from it, and why it fails.

    ``removals`` are the consequences that the failure rests on.  The case fails since ``source``
    leaves nothing for ``cell``, or no place for ``value``, or cannot hold with the values of
    ``masks``; or, where there are ``cases``, since all values that are left in a cell fail, or
    all places of a value in ``house``.
    """

    candidate: int
    removals: tuple[Removal, ...]
    source: Source | None
    cell: int = -1
    value: int = -1
    masks: ValueMasks = ()
    house: House | None = None
    cases: tuple[Case, ...] = ()

    @property
    def case_count(self) -> int:
        """The number of cases that fail without further cases."""
        return sum(case.case_count for case in self.cases) or 1


@lru_cache(maxsize=64)
def case_tree(layout: Layout, values: tuple[int, ...], candidate: int) -> Case | None:
    """Return a tree of at most ``MAX_CASES`` cases that refutes a candidate, or ``None``.

    ``values`` are the values open or placed in each cell.
    """
    search = _Search(layout)
    failure = search.failure(search.supposed(values, candidate), MAX_CASES)
    return failure.case if failure else None


class _Split(NamedTuple):
    """Candidates of which one is true, the missing values that make it so, and the house."""

    candidates: tuple[int, ...]
    needed: Needed
    house: House | None


class _Supposed(NamedTuple):
    """The consequences of a candidate in a state, ``values``, and the contradiction, if any."""

    candidate: int
    values: Sequence[int]
    net: Propagation
    clash: Contradiction | None


class _Failure(NamedTuple):
    """A failing case, the missing values of its state that it rests on, and whether it rests on
    its supposition.
    """

    case: Case
    needed: Needed
    needs_supposition: bool


class _Search:
    """A search for a tree, with the propagations that it may still take."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.remaining_propagations = MAX_PROPAGATIONS

    def supposed(self, values: Sequence[int], candidate: int) -> _Supposed:
        """Return the consequences of a candidate."""
        self.remaining_propagations -= 1
        value, cell = divmod(candidate, self.layout.cell_count)
        net = Propagation(self.layout, values, None)
        try:
            net.suppose(cell, 1 << value)
            net.run()
        except Contradiction as clash:
            return _Supposed(candidate, values, net, clash)
        return _Supposed(candidate, values, net, None)

    def failure(self, supposed: _Supposed, most: int) -> _Failure | None:
        """Return why a candidate fails, by at most some cases, or ``None``."""
        candidate, values, net, clash = supposed
        if clash is not None:
            needed = dict(clash.reasons)
            masks = net.masks(clash.source)
            case = Case(candidate, (), clash.source, clash.cell, clash.value, masks)
        else:
            split = self._split(net.remaining, most)
            if split is None:
                return None
            case, needed = split
        removals = net.needed_removals(needed)
        value, cell = divmod(candidate, self.layout.cell_count)
        return _Failure(
            case._replace(candidate=candidate, removals=(*removals, *case.removals)),
            {c: missing & ~values[c] for c, missing in needed.items()},
            bool(needed.get(cell, 0) & values[cell] & ~(1 << value)),
        )

    def _split(self, values: Sequence[int], most: int) -> tuple[Case, Needed] | None:
        """Return the failure of all values of a cell, or of all places of a value, and the missing
        values that it rests on.
        """
        cases, split = self._best_cases(values)
        needed = dict(split.needed)
        if not cases or len(cases) > most:
            return None
        failures: list[Case] = []
        for n, supposed in enumerate(cases):
            failure = self.failure(supposed, most - (len(cases) - n - 1))
            if failure is None:
                return None
            if not failure.needs_supposition:
                return failure.case, failure.needed
            failures.append(failure.case)
            most -= failure.case.case_count
            for number, missing in failure.needed.items():
                needed[number] = needed.get(number, 0) | missing
        return Case(-1, (), None, house=split.house, cases=tuple(failures)), needed

    def _best_cases(self, values: Sequence[int]) -> tuple[list[_Supposed], _Split]:
        """Return the cases that leave least, those that fail at once first, and their split."""
        best: list[_Supposed] = []
        chosen = _Split((), {}, None)
        least = (MAX_VALUES + 1, 0)
        splits = sorted(self._splits(values), key=lambda split: len(split.candidates))
        for split in splits[:MAX_PROBED]:
            if self.remaining_propagations < len(split.candidates):
                break
            cases = [self.supposed(values, candidate) for candidate in split.candidates]
            alive = [case for case in cases if case.clash is None]
            effort = len(alive), sum(m.bit_count() for case in alive for m in case.net.remaining)
            if effort < least:
                least, chosen = effort, split
                best = sorted(cases, key=lambda case: case.clash is None)
            if len(alive) < 2:
                break
        return best, chosen

    def _splits(self, values: Sequence[int]) -> Iterator[_Split]:
        """Yield the splits of cells with few values, and of values with few places."""
        layout = self.layout
        for cell, mask in enumerate(values):
            if 1 < mask.bit_count() <= MAX_VALUES:
                candidates = tuple(value * layout.cell_count + cell for value in bits(mask))
                yield _Split(candidates, {cell: layout.all_values & ~mask}, None)
        for house in layout.complete_houses:
            for value in bits(house.values):
                cells = house.cell_numbers
                places = [cell for cell in cells if values[cell] >> value & 1]
                if 1 < len(places) < MAX_VALUES:
                    candidates = tuple(value * layout.cell_count + cell for cell in places)
                    others = {cell: 1 << value for cell in cells if cell not in places}
                    yield _Split(candidates, others, house)
