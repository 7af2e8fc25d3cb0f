"""Measure a backend's answers: status, CPU time with children, and the size of the search."""

from __future__ import annotations

import resource
import warnings
from dataclasses import dataclass
from multiprocessing.connection import Connection

import nonet
from benchmarks.solvers.problems import problems

SEARCH_SIZES = ("guesses", "nodes", "branches", "choices", "decisions")
"""Statistics of the size of a search; the first one that a backend has is used."""


@dataclass(frozen=True)
class Answer:
    """The answer of a backend to one problem.

    The verdict is ``sat``, ``unsat``, an optimum, ``unknown``, ``declined``, ``over`` (ended by
    the parent process) or ``died``; the CPU time is in seconds, and the size counts nodes.
    """

    verdict: str
    cpu: float = 0.0
    size: int | None = None

    @property
    def is_proven(self) -> bool:
        """Whether the answer is proven."""
        return self.verdict in ("sat", "unsat") or self.verdict.lstrip("-").isdecimal()

    @property
    def cell(self) -> str:
        """The answer as a cell of the table."""
        if not self.is_proven:
            return {"declined": "no", "unknown": "-"}.get(self.verdict, self.verdict)
        size = "" if self.size is None else f" ({self.size:,})"
        milliseconds = 1000 * self.cpu
        return f"{milliseconds:,.0f}{size}" if milliseconds >= 10 else f"{milliseconds:.1f}{size}"


def cpu() -> float:
    """Seconds of CPU of the process and of its children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def answer(number: int, backend: str, limit: float) -> Answer:
    """Return the answer of a backend to a problem, by its number."""
    model = problems()[number].model
    start = cpu()
    try:
        outcome = nonet.solve(model, None if backend == "auto" else backend, time_limit=limit)
    except nonet.NonetError:
        return Answer("declined")
    used = cpu() - start
    size = next((int(outcome.stats[key]) for key in SEARCH_SIZES if key in outcome.stats), None)
    verdict = outcome.status.value
    optimum = outcome.optimum_or_none
    if optimum is not None:
        verdict = str(optimum.value) if optimum.is_proven else "unknown"
    return Answer(verdict, used, size)


def serve(pipe: Connection, backend: str, limit: float) -> None:
    """Answer the problems whose numbers come through a pipe."""
    warnings.simplefilter("ignore")
    answer(0, backend, limit)  # imports, and what a backend builds once
    while True:
        try:
            number = pipe.recv()
        except EOFError:
            return
        pipe.send(answer(number, backend, limit))
