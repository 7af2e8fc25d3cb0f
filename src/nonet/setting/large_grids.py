"""Large grids, one by one: clues that are needed by their witnesses, and full grids by variation.

Where the lock-step kernel would be lost (``puzzle_rows.py``), a live SAT solver tests each clue, and
a first solution is varied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import dist
from random import Random
from statistics import fmean

from nonet.model.domain import bit_positions
from nonet.puzzle import Cell, Grid
from nonet.puzzle.grid import place
from nonet.setting.live_solvers import AssumptionSolver

# Minimal clues of large grids: each clue that stays has a witness, a second solution without it.
#
# In a 25x25 to find a second solution or to prove that there is none may take hours, where so
# many clues are gone that the puzzle is as hard as can be. But no puzzle need be that hard: where
# a short search tells neither, another cell gets a clue in place of the undecided clue, with
# which the proof is short, and clues whose witness differs there are tested again.
#
# How many clues stay undecided depends on where the blanks are: evenly spread, they make the
# hardest questions (Kautz, Ruan, Achlioptas, Gomes, Selman and Stickel, "Balance and filtering in
# structured satisfiable problems", IJCAI 2001). Of the 250 clues of a 25x25 some 210 are
# undecided after short tests where clues are taken away in a random order, 120 where the middle
# of the grid is emptied first, and then, but only then, longer tests decide all but a few.

FIRST_SHARE = 0.42
"""Part of a puzzle's groups taken away at the first stroke: mostly that goes well."""

PROPAGATIONS_PER_VALUE = 1.1
"""Propagations of a test, for each value of each cell."""

MIDDLE_NOISE = 4.0
"""Cells by which a group may be nearer to the middle, or farther, than its turn says."""

LONGER_TESTS = 3
"""Times that a test may take as long where the middle is emptied first: then, but not in a random
order, far fewer clues stay undecided (of four 25x25 12 to 19 with 2, 1 to 5 with 4)."""

REPLACEMENTS = 6
"""Cells that are tried in place of an undecided clue, before its test may take twice as long."""


class ClueRemoval:
    """Takes groups of clues away from a full grid until none can go.

    ``groups`` are cells that have clues together, ``fixed`` the cells whose clues stay.  Groups are
    numbered, and sets of groups are bits of a number.
    """

    def __init__(
        self,
        solver: AssumptionSolver,
        solution: Mapping[Cell, int],
        groups: Iterable[Sequence[Cell]],
        fixed: Iterable[Cell],
        random: Random,
        propagations_per_value: float = PROPAGATIONS_PER_VALUE,
    ) -> None:
        self._solver, self._random = solver, random
        self._literal = {cell: solver.literals[cell][solution[cell]] for cell in solution}
        self._fixed = [self._literal[cell] for cell in fixed]
        free = [[c for c in group if self._literal[c] not in self._fixed] for group in groups]
        self._groups = [group for group in free if group]
        self._bit_of = {
            self._literal[cell]: 1 << number
            for number, group in enumerate(self._groups)
            for cell in group
        }
        values = sum(len(solver.literals[cell]) for cell in solution)
        self._propagations = int(propagations_per_value * values)
        self._differences: list[int] = []
        """For each other solution met, the groups in which that solution differs."""
        self._clues = (1 << len(self._groups)) - 1
        self._order = [1 << number for number in range(len(self._groups))]
        random.shuffle(self._order)
        self._solution = solution

    def begin_in_the_middle(self) -> None:
        """Take groups away roughly from the middle of the grid outwards, by longer tests."""
        places = {cell: place(cell) for cell in self._literal}
        middle = [(min(line) + max(line)) / 2 for line in zip(*places.values(), strict=True)]
        distance = {
            1 << number: fmean(dist(places[cell], middle) for cell in group)
            + self._random.random() * MIDDLE_NOISE
            for number, group in enumerate(self._groups)
        }
        self._order.sort(key=distance.__getitem__)
        self._propagations *= LONGER_TESTS

    def minimal_clues(self) -> list[Cell]:
        """Return the cells of clues, each group of which is needed; raise ``DeadlineExceeded``."""
        with self._solver.excluding(self._solution.items()) as self._other:
            self._remove_in_order(0)
            self._settle()
        return self._cells(self._clues)

    def fewer_clues(self, least: int) -> list[Cell]:
        """Return the cells of at least ``least`` clues, as few as tests of a bounded length allow."""
        with self._solver.excluding(self._solution.items()) as self._other:
            self._remove_in_order(least)
        return self._cells(self._clues)

    def _cells(self, clues: int) -> list[Cell]:
        groups = enumerate(self._groups)
        return [cell for number, group in groups if clues >> number & 1 for cell in group]

    def _remove_in_order(self, least: int) -> None:
        """Take groups away in their order, several at once, and fewer where that fails."""
        order = self._order
        stride = max(1, int(len(order) * FIRST_SHARE))
        while order:
            witnessed = self._witnessed()
            order = [bit for bit in order if not bit & witnessed]
            fewer = self._clues & ~sum(order[:stride])
            enough = len(self._fixed) + len(self._cells(fewer)) >= least
            if enough and self._is_unique(fewer):
                self._clues, order = fewer, order[stride:]
            elif stride == 1:
                order = order[1:]
            else:
                stride = max(1, stride // 3)

    def _settle(self) -> None:
        """Decide for each clue without a witness whether the clue is needed, or replace the clue."""
        propagations = dict.fromkeys(self._bit_of.values(), self._propagations)
        while undecided := self._clues & ~self._witnessed():
            bit = min(_bits(undecided), key=propagations.__getitem__)
            fewer = self._clues & ~bit
            answer = self._is_unique(fewer, propagations[bit])
            if answer:
                self._clues = fewer
            if answer is not None:
                continue
            propagations[bit] *= 2
            blank = _bits(~self._clues & (1 << len(self._groups)) - 1)
            for other in self._random.sample(blank, min(REPLACEMENTS, len(blank))):
                if self._is_unique(fewer | other):
                    self._clues = fewer | other
                    break

    def _witnessed(self) -> int:
        """Return the clues without which a solution that was met is a second solution."""
        witnessed = 0
        for difference in self._differences:
            met = difference & self._clues
            if not met & (met - 1):
                witnessed |= met
        return witnessed

    def _is_unique(self, clues: int, propagations: int = 0) -> bool | None:
        """Whether clues leave one solution; ``None`` if that number of propagations does not tell."""
        if any(not difference & clues for difference in self._differences):
            return False
        solver = self._solver
        given = [self._literal[cell] for cell in self._cells(clues)]
        solver.prefer_literals([*self._literal.values()])
        answer = solver.solve_bounded(
            [*solver.rules, *self._fixed, *given, self._other], propagations or self._propagations
        )
        if answer:
            true = solver.true_value_literals()
            difference = 0
            for literal, bit in self._bit_of.items():
                if literal not in true:
                    difference |= bit
            self._differences.append(difference)
        return None if answer is None else not answer


def _bits(groups: int) -> list[int]:
    return [1 << number for number in bit_positions(groups)]


# Full grids of large puzzles: a first solution, varied by drawing some of its values anew.
#
# A solution drawn cell by cell, as small grids have it, meets the hardest questions there are
# when a third of a 16x16 or 25x25 is filled. To free all cells of a quarter of the values, and to
# fill them in another way, is easy at any size; after some moves most cells are another.

MOVES, FREE_PART = 20, 4
"""Moves of a walk, and the part of the values that a move draws anew: a quarter."""

MOVE_PROPAGATIONS = 100_000
"""Propagations of a move (0.05 s), after which the values stay as they were."""


def varied_solution(
    solver: AssumptionSolver,
    values: Mapping[str, int],
    random: Random,
    fixed: Mapping[str, int] | None = None,
    moves: int = MOVES,
    free_part: int = FREE_PART,
) -> dict[str, int]:
    """Return another solution, reached from ``values`` in some moves; ``fixed`` variables stay.

    Solutions are not drawn evenly.  Raises ``DeadlineExceeded`` when the time is out.
    """
    current = dict(values)
    fixed = fixed or {}
    for _ in range(moves):
        occurring = sorted(set(current.values()))
        free = set(random.sample(occurring, max(2, len(occurring) // free_part)))
        stay, preferred = list(solver.rules), []
        for name, value in current.items():
            literals = solver.literals[name]
            if value not in free or name in fixed:
                stay.append(literals[value])
            else:
                chosen = random.choice([other for other in literals if other in free])
                preferred += [x if v == chosen else -x for v, x in literals.items() if v in free]
        solver.prefer_literals(preferred)
        if solver.solve_bounded(stay, MOVE_PROPAGATIONS):
            current.update(solver.values())
    return current


def shifted_rows(grid: Grid, random: Random) -> dict[Cell, int]:
    """A full square of rows, columns and boxes, made by shifts: rows, columns and values shuffled.

    ``grid`` is one square with boxes.
    """
    block = grid.blocks[0]
    height, width = block.box or (1, grid.size)
    rows = _shuffled_lines(grid.size, height, random)
    columns = _shuffled_lines(grid.size, width, random)
    values = random.sample(grid.values, grid.size)
    filled = {}
    for cell in grid.cells:
        row, column = place(cell)
        shift = rows[row] % height * width + rows[row] // height
        filled[cell] = values[(shift + columns[column]) % grid.size]
    return filled


def _shuffled_lines(size: int, together: int, random: Random) -> list[int]:
    """The numbers of lines, in bands of ``together`` lines; bands and the lines of each shuffled."""
    bands = [list(range(first, first + together)) for first in range(0, size, together)]
    random.shuffle(bands)
    for band in bands:
        random.shuffle(band)
    return list(chain.from_iterable(bands))
