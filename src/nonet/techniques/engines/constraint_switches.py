"""Constraints that can be switched off: those of a layout in a live SAT solver, each under a literal.

A question is a candidate and some of the constraints: can all of these hold with the values that
are still open? A "no" comes with a core, the constraints that the solver used. What the solver
learnt for one question serves the next, along a whole path: closed candidates stay closed, so
they are clauses of their own. The solver is MiniSat, whose searches are limited by propagations, so
that every machine gives the same answers.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R3C3": 4}))
>>> switches = constraint_switches(position)
>>> row, three = [0], position.layout.candidate("R1C4", 3)
>>> switches is None or switches.core(position, three, row, 10_000) == row  # None without python-sat
True
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from nonet.backends.registry import usable_backend
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import ENCODERS, encode_constraint
from nonet.errors import Unsupported
from nonet.model.lowering import Lowering
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.position import Position

MAX_CLAUSES = 400_000
"""Most clauses of a layout, about a second to write; larger ones are searched without a SAT solver."""


class _Encoding(NamedTuple):
    """The clauses of a layout, the literal of each candidate, and the switch of each constraint."""

    clauses: list[Sequence[int]]
    literals: dict[int, int]
    switches: tuple[int, ...]


class ConstraintSwitches:
    """The live solver of a path."""

    def __init__(self, encoding: _Encoding) -> None:
        from nonet.backends.sat import SatSolver

        self._solver = SatSolver("minisat22")
        deque(map(self._solver.add, encoding.clauses), maxlen=0)
        self._literals, self._switches = encoding.literals, encoding.switches
        self._number_of = {switch: number for number, switch in enumerate(encoding.switches)}
        self._closed = 0
        self._all = mask_of(encoding.literals)

    def follow(self, position: Position) -> bool:
        """Close what is closed at a position; false if the position is not later on the path."""
        closed = self._all & ~(position.open | position.placed)
        if self._closed & ~closed:
            return False
        for candidate in bits(closed & ~self._closed):
            self._solver.add((-self._literals[candidate],))
        self._closed = closed
        return True

    @property
    def effort(self) -> int:
        """Propagations of all questions so far."""
        return self._solver.statistics()["propagations"]

    def core(
        self, position: Position, candidate: int, constraints: Iterable[int], most: int
    ) -> list[int] | None:
        """Return some of the constraints (by number) that cannot all hold with a candidate; ``None``
        if they can, or ``most`` propagations are too few to know.
        """
        switches = [self._switches[number] for number in constraints]
        assumptions = [*switches, self._literals[candidate]]
        answer = self._solver.solve(assumptions, position.deadline.limit_for_part, most)
        position.deadline.check()
        if answer is False:
            core = self._solver.core(assumptions)
            return sorted(self._number_of[x] for x in core if x in self._number_of)
        if answer and len(switches) == len(self._switches):
            position.record_solution(self.true_candidates())
        return None

    def true_candidates(self) -> int:
        """Return the candidates of the solution that the last question met; 0 if it met none."""
        true = set(self._solver.model() or ())
        return mask_of(c for c, literal in self._literals.items() if literal in true)


def constraint_switches(position: Position) -> ConstraintSwitches | None:
    """Return the solver of a path, at a position; ``None`` without python-sat, or if the clauses
    would be too many.
    """
    if usable_backend("sat") is None:
        return None
    slot = position.path_cached(_new_slot)
    if slot and slot[0] is not None and not slot[0].follow(position):
        slot.clear()
    if not slot:
        encodings = _encodings(position.layout)
        if not encodings:
            encodings.append(_encoding(position))
        encoding = encodings[0]
        slot.append(None if encoding is None else ConstraintSwitches(encoding))
        if slot[0] is not None:
            slot[0].follow(position)
    return slot[0]


def _new_slot(_: Position) -> list[ConstraintSwitches | None]:
    return []


@lru_cache(maxsize=8)
def _encodings(_: Layout) -> list[_Encoding | None]:
    """A place for the encoding of a layout."""
    return []


def _encoding(position: Position) -> _Encoding | None:
    """Write each constraint under a switch; ``None`` if it takes too many clauses."""
    layout, clauses = position.layout, list[Sequence[int]]()
    structure = layout.structure

    def check_size() -> None:
        position.deadline.check()
        if len(clauses) > MAX_CLAUSES:
            raise TooLarge

    try:
        lowering = Lowering(structure.domains, frozenset(ENCODERS), frozenset(ENCODERS))
        lowered = []
        for constraint in structure.constraints:
            lowering.posted = []
            lowering.add(constraint)
            lowered.append(lowering.posted)
        cnf = Cnf(lowering.domains, clauses.append, check_deadline=check_size)
        switches = []
        for posted in lowered:
            switches.append(cnf.new_literal())
            with cnf.guarded_by(switches[-1]):
                for constraint in posted:
                    encode_constraint(cnf, constraint)
    except (TooLarge, Unsupported):
        return None
    literals = {
        layout.candidate(cell, value): literal
        for cell in layout.cells
        for value, literal in cnf.literals[cell].items()
    }
    return _Encoding(clauses, literals, tuple(switches))
