"""Refutations: a solver's trace of what it learnt, made into steps that anyone can follow.

>>> steps = refute([(1, 2), (-1, 2), (1, -2), (-1, -2)], Deadline(None))
>>> steps[-1].clause, len(steps) > 1
((), True)

The solver writes the clauses it learns (DRUP: Heule, Hunt and Wetzler, "Trimming while checking
clausal proofs", FMCAD 2013).  From the end backwards, each that is needed is propagated here once
more, which says on which clauses it rests; most are not needed.  The steps are LRAT
(Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification",
CADE 2017).
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonet.backends.registry import get_backend
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.errors import WrongAnswer

Clause = tuple[int, ...]

MAX_LINES = 2_000_000
"""Learnt clauses after which a proof is given up."""

POLL_SECONDS = 20_000
"""Conflicts between two looks at the clock."""


class LratStep(NamedTuple):
    """A clause, its number, and the numbers of those from which it follows."""

    number: int
    clause: Clause
    hints: tuple[int, ...]


class Satisfiable(Exception):
    """The clauses can hold: ``literals`` are true."""

    def __init__(self, literals: Sequence[int]) -> None:
        self.literals = literals
        super().__init__()


class ProofTooLong(DeadlineExceeded):
    """A refutation would have more lines than it may."""


def refute(
    clauses: Sequence[Clause], deadline: Deadline, max_lines: int = MAX_LINES
) -> list[LratStep]:
    """A refutation of the clauses; raises ``Satisfiable`` if there is none, ``DeadlineExceeded``,
    and ``ProofTooLong`` when it would have more than ``most`` lines."""
    return _add_hints(clauses, _trace(clauses, deadline, max_lines), deadline)


def _trace(clauses: Sequence[Clause], clock: Deadline, most: int) -> list[tuple[bool, Clause]]:
    """What CaDiCaL learns and deletes (true) until the clauses are refuted."""
    get_backend("sat")  # which says what to install where it is missing
    import pysolvers

    with tempfile.TemporaryFile() as file:
        handle = pysolvers.cadical195_new()
        pointer = pysolvers.cadical195_tracepr(handle, file)
        try:
            for clause in clauses:
                pysolvers.cadical195_add_cl(handle, clause)
            answer = 0
            while not answer:
                clock.check()
                pysolvers.cadical195_cbudget(handle, POLL_SECONDS // 20)
                answer = pysolvers.cadical195_solve_lim(handle, [], 0)
                pysolvers.flushpr(pointer)
                if file.seek(0, 2) > 16 * most:
                    raise ProofTooLong
            if answer == 1:
                raise Satisfiable(pysolvers.cadical195_model(handle))
            file.seek(0)
            data = file.read()
        finally:
            pysolvers.cadical195_del(handle, file)
    return list(_read_drup(data))


def _read_drup(data: bytes) -> Iterator[tuple[bool, Clause]]:
    """Binary DRUP: "a" or "d", then literals as numbers of seven bits a byte, then 0."""
    place = 0
    while place < len(data):
        deleted = data[place] == ord("d")
        place += 1
        literals, number, shift = [], 0, 0
        while True:
            byte = data[place]
            place += 1
            if not byte and not shift:
                break
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                literals.append(-(number >> 1) if number & 1 else number >> 1)
                number = shift = 0
        yield deleted, tuple(literals)


class _Propagation:
    """Clauses with two watched literals each, and what follows of those of one literal."""

    def __init__(self, top: int) -> None:
        self.clauses: dict[int, list[int]] = {}
        self.watching: list[list[int]] = [[] for _ in range(2 * top + 2)]
        self.value = [0] * (2 * top + 2)
        """1 for true, -1 for false, by literal: negative ones index from the end."""
        self.reason = [0] * (top + 1)
        self.place = [0] * (top + 1)
        """Where a variable is in the trail, if it is there."""
        self.trail: list[int] = []
        self.head = 0

    def assign(self, literal: int, reason: int) -> None:
        """Make a literal true, by the clause of a number (0: it is assumed)."""
        self.value[literal], self.value[-literal] = 1, -1
        variable = abs(literal)
        self.reason[variable] = reason
        self.place[variable] = len(self.trail)
        self.trail.append(literal)

    def undo(self, length: int) -> None:
        """Forget what was assigned beyond a length of the trail."""
        for literal in self.trail[length:]:
            self.value[literal] = self.value[-literal] = 0
        del self.trail[length:]
        self.head = length

    def add(self, number: int, clause: Clause) -> int:
        """Watch a clause; its number if it is false now, else 0."""
        value, literals = self.value, list(clause)
        if len(literals) < 2 or value[literals[0]] or value[literals[1]]:
            literals.sort(key=lambda literal: value[literal] < 0)
        self.clauses[number] = literals
        if len(literals) > 1:
            self.watching[literals[0]].append(number)
            self.watching[literals[1]].append(number)
        if not literals or value[literals[0]] < 0:
            return number
        if (len(literals) == 1 or value[literals[1]] < 0) and not value[literals[0]]:
            self.assign(literals[0], number)
        return 0

    def restore(self, number: int, literals: list[int]) -> None:
        """Take back a clause that was dropped, when no more was assigned than is now."""
        self.clauses[number] = literals
        for literal in literals[:2]:
            if number not in self.watching[literal]:
                self.watching[literal].append(number)

    def propagate(self) -> int:
        """Assign all that follows; the number of a clause that is false then, else 0."""
        clauses, watching, value, trail = self.clauses, self.watching, self.value, self.trail
        while self.head < len(trail):
            false = -trail[self.head]
            self.head += 1
            watchers, kept = watching[false], 0
            for place, number in enumerate(watchers):
                clause = clauses.get(number)
                if clause is None:
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if value[first] > 0:
                    watchers[kept] = number
                    kept += 1
                    continue
                for other in range(2, len(clause)):
                    literal = clause[other]
                    if value[literal] >= 0:
                        clause[1], clause[other] = literal, false
                        watching[literal].append(number)
                        break
                else:
                    watchers[kept] = number
                    kept += 1
                    if value[first] < 0:
                        watchers[kept:] = watchers[place + 1 :]
                        return number
                    self.assign(first, number)
            del watchers[kept:]
        return 0

    def conflict_hints(self, conflict: int) -> tuple[int, ...]:
        """The clauses that lead to a conflict, in the order in which they say something."""
        clauses, reason = self.clauses, self.reason
        seen = set(map(abs, clauses[conflict]))
        left, used = list(seen), []
        while left:
            variable = left.pop()
            number = reason[variable]
            if number:
                used.append(variable)
                for literal in clauses[number]:
                    other = abs(literal)
                    if other not in seen:
                        seen.add(other)
                        left.append(other)
        used.sort(key=self.place.__getitem__)
        return (*(reason[variable] for variable in used), conflict)


class _TraceEvent(NamedTuple):
    """A clause that was learnt, or one dropped, and how much was assigned before."""

    number: int
    trail_length: int
    clause: Clause
    dropped: list[int] | None


def _add_hints(
    clauses: Sequence[Clause], trace: Sequence[tuple[bool, Clause]], clock: Deadline
) -> list[LratStep]:
    """The steps of a trace that the refutation needs."""
    top = max((abs(x) for c in clauses for x in c), default=0)
    top = max([top, *(abs(x) for _, c in trace for x in c)])
    state = _Propagation(top)
    conflict = 0
    for number, clause in enumerate(clauses, 1):
        conflict = conflict or state.add(number, tuple(dict.fromkeys(clause)))
    conflict = conflict or state.propagate()
    learnt, conflict = _replay_trace(state, trace, conflict, len(clauses), clock)
    if not conflict:
        raise WrongAnswer("sat: the solver's trace does not end in a refutation")
    last = max([len(clauses), *(each.number for each in learnt)]) + 1
    steps = [LratStep(last, (), state.conflict_hints(conflict))]
    needed = set(steps[0].hints)
    for place, each in enumerate(reversed(learnt)):
        if not place % 64:
            clock.check()
        state.undo(each.trail_length)
        if each.dropped is not None:
            state.restore(each.number, each.dropped)
            continue
        del state.clauses[each.number]
        if each.number in needed:
            steps.append(LratStep(each.number, each.clause, _propagation_hints(state, each.clause)))
            needed.update(steps[-1].hints)
    return steps[::-1]


def _replay_trace(
    state: _Propagation,
    trace: Sequence[tuple[bool, Clause]],
    conflict: int,
    last: int,
    clock: Deadline,
) -> tuple[list[_TraceEvent], int]:
    """What is learnt and dropped until a clause is false, with the number of that clause."""
    numbers: dict[Clause, list[int]] = {}  # of what is learnt; what is given is all kept
    learnt: list[_TraceEvent] = []
    for place, (deleted, clause) in enumerate(trace):
        if conflict:
            break
        if not place % 256:
            clock.check()
        key = tuple(sorted(clause))
        if deleted:
            known = numbers.get(key)
            if known and len(clause) > 1 and not _is_reason(state, known[-1]):
                number = known.pop()
                literals = state.clauses.pop(number)
                learnt.append(_TraceEvent(number, len(state.trail), clause, literals))
            continue
        last += 1
        learnt.append(_TraceEvent(last, len(state.trail), clause, None))
        numbers.setdefault(key, []).append(last)
        conflict = state.add(last, clause) or state.propagate()
    return learnt, conflict


def _is_reason(state: _Propagation, number: int) -> bool:
    """Whether something that holds for good rests on a clause."""
    literals = state.clauses[number]
    return any(state.reason[abs(x)] == number and state.value[x] for x in literals)


def _propagation_hints(state: _Propagation, clause: Clause) -> tuple[int, ...]:
    """The clauses from which one follows by propagation; raises ``WrongAnswer`` if it does not."""
    length = len(state.trail)
    for literal in clause:
        if state.value[literal] > 0:  # it follows already
            number = state.reason[abs(literal)]
            hints = state.conflict_hints(number) if number else ()
            state.undo(length)
            return hints
        if not state.value[literal]:
            state.assign(-literal, 0)
    conflict = state.propagate()
    if not conflict:
        raise WrongAnswer(f"sat: a learnt clause does not follow: {clause}")
    hints = state.conflict_hints(conflict)
    state.undo(length)
    return hints
