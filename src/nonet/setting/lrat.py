"""Refutations in LRAT steps, written by the solver during the search.

>>> steps = refute([(1, 2), (-1, 2), (1, -2), (-1, -2)], Deadline(None))
>>> steps[-1].clause, len(steps) > 1
((), True)

CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks and Pollitt, "CaDiCaL 2.0", CAV 2024) writes each
learnt clause with the clauses from which it follows, during the search (Pollitt, Fleury and Biere,
"Faster LRAT checking than solving with CaDiCaL", SAT 2023).  Most clauses are not needed: a pass
from the end keeps the clauses on which the empty clause rests.  The steps are LRAT (Cruz-Filipe,
Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification", CADE 2017).
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from nonet.backends.registry import get_backend
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.errors import WrongAnswer

Clause = tuple[int, ...]

MAX_LINES = 2_000_000
"""Learnt clauses after which a proof is given up."""

BYTES_PER_LINE = 100
"""Bytes of a line of a trace, by which the file's length tells about how many lines there are."""

POLL_CONFLICTS = 1_000
"""Conflicts between two looks at the clock."""

TRACE_OPTIONS = {"CADICAL_LRAT": "1", "CADICAL_BINARY": "0"}
"""CaDiCaL's options for traces in LRAT and as text, read by CaDiCaL from the environment:
python-sat passes no options on."""

_ENVIRONMENT_LOCK = threading.Lock()


class LratStep(NamedTuple):
    """A clause, its number, and the numbers of the clauses from which this clause follows."""

    number: int
    clause: Clause
    hints: tuple[int, ...]


class Satisfiable(Exception):
    """The clauses can hold: ``literals`` are true."""

    def __init__(self, literals: Sequence[int]) -> None:
        self.literals = literals
        super().__init__()


class ProofTooLong(DeadlineExceeded):
    """A refutation would exceed the maximum number of lines."""


def refute(
    clauses: Sequence[Clause],
    deadline: Deadline,
    max_lines: int = MAX_LINES,
    exclude: Callable[[Sequence[int]], Clause] | None = None,
) -> list[LratStep]:
    """Return a refutation of the clauses; raise ``Satisfiable`` if there is none,
    ``DeadlineExceeded``, and ``ProofTooLong`` when the refutation would have more than
    ``max_lines`` lines.

    With ``exclude``, the clauses may hold once: the function is given the true literals and returns
    a last clause, and the refutation is of all clauses with this last clause.
    """
    if () in clauses:
        return [LratStep(len(clauses) + 1, (), (clauses.index(()) + 1,))]
    count, lines = _trace(clauses, deadline, max_lines, exclude)
    return _needed_steps(count, lines, deadline)


def _trace(
    clauses: Sequence[Clause],
    deadline: Deadline,
    max_lines: int,
    exclude: Callable[[Sequence[int]], Clause] | None,
) -> tuple[int, list[bytes]]:
    """The number of clauses, and the lines that CaDiCaL writes until the clauses are refuted."""
    get_backend("sat")  # which says what to install where it is missing
    import pysolvers

    with tempfile.TemporaryFile() as file:
        with _trace_options():
            handle = pysolvers.cadical195_new()
        pointer = pysolvers.cadical195_tracepr(handle, file)
        try:
            for clause in clauses:
                pysolvers.cadical195_add_cl(handle, clause)
            answer, count = 0, len(clauses)
            while answer >= 0:
                deadline.check()
                pysolvers.cadical195_cbudget(handle, POLL_CONFLICTS)
                answer = pysolvers.cadical195_solve_lim(handle, [], 0)
                pysolvers.flushpr(pointer)
                if file.seek(0, 2) > BYTES_PER_LINE * max_lines:
                    raise ProofTooLong
                if answer == 1:
                    literals = pysolvers.cadical195_model(handle)
                    if exclude is None or count > len(clauses):
                        raise Satisfiable(literals)
                    pysolvers.cadical195_add_cl(handle, exclude(literals))
                    count += 1
            file.seek(0)
            return count, file.read().splitlines()
        finally:
            pysolvers.cadical195_del(handle, file)


@contextmanager
def _trace_options() -> Iterator[None]:
    """Have solvers that are made in the block write traces as ``TRACE_OPTIONS`` say."""
    with _ENVIRONMENT_LOCK:
        before = {name: os.environ.get(name) for name in TRACE_OPTIONS}
        os.environ.update(TRACE_OPTIONS)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


def _needed_steps(clause_count: int, lines: Sequence[bytes], deadline: Deadline) -> list[LratStep]:
    """The steps of a trace on which the empty clause rests, numbered after the given clauses.

    CaDiCaL numbers given and learnt clauses together in the order of addition: a given clause that
    units shorten is followed by its shorter form.  The numbers that no line of the trace has are
    the numbers of the given clauses, in their order.
    """
    learnt: list[tuple[int, bytes]] = []
    for count, line in enumerate(lines):
        if not count % 10_000:
            deadline.check()
        digits, _, clause_text = line.partition(b" ")
        if not digits.isdigit():
            raise WrongAnswer("sat: the solver's trace is not LRAT")
        if not clause_text.startswith(b"d "):
            learnt.append((int(digits), clause_text))
    number_of = _numbers_of_given(clause_count, {number for number, _ in learnt})
    number_of |= {number: place for place, (number, _) in enumerate(learnt, clause_count + 1)}
    end = next(
        (n for n, (_, clause_text) in enumerate(learnt) if clause_text.startswith(b"0 ")), None
    )
    if end is None:
        raise WrongAnswer("sat: the solver's trace does not end in a refutation")
    needed = {learnt[end][0]}
    steps: list[LratStep] = []
    for number, clause_text in reversed(learnt[: end + 1]):
        if number not in needed:
            continue
        numbers = [*map(int, clause_text.split())]
        place = numbers.index(0)
        hints = numbers[place + 1 : -1]
        needed.update(hints)
        steps.append(
            LratStep(
                number_of[number],
                tuple(numbers[:place]),
                tuple(number_of[hint] for hint in hints),
            )
        )
        if not len(steps) % 1_000:
            deadline.check()
    return steps[::-1]


def _numbers_of_given(count: int, learnt: set[int]) -> dict[int, int]:
    """Return the place of each given clause by the solver's number of the clause."""
    places: dict[int, int] = {}
    number = 0
    while len(places) < count:
        number += 1
        if number not in learnt:
            places[number] = len(places) + 1
    return places
