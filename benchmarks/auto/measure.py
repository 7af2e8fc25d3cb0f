"""Time each question by each backend in separate processes.

*Cold*: a new process for one question, imports and building included.  *Warm*: a process that has
answered other questions of the set.  Times are CPU times of the process with all its threads: all
backends of a race count, other work of the machine does not.  Each question is asked once of a
process; with ``repeats``, the least time of as many processes counts, all backends in turn.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection

import nonet
from benchmarks.auto.questions import Set
from nonet.errors import Unsupported

QUESTIONS = ("solve", "verify")


LIMITS = {"warm": (1.3, 0.0001), "cold": (2.0, 0.05)}
"""For each mode the factor of the fastest backend's time and the seconds added to it."""


@dataclass(frozen=True)
class Timing:
    """Seconds of CPU of a question, the answer, and the backend that answered."""

    cpu: float
    answer: str
    by: str

    @property
    def decided(self) -> bool:
        """Whether the question was answered."""
        return self.answer not in ("unknown", "undecided", "declined")


@dataclass
class Measurement:
    """The timings of one question by backend; ``mode`` is cold or warm."""

    set: str
    mode: str
    question: str
    number: int
    timings: dict[str, Timing]

    @property
    def fastest(self) -> str:
        """The fastest backend besides ``auto``; empty without an answer."""
        others = {b: t for b, t in self.timings.items() if b != "auto" and t.decided}
        return min(others, key=lambda b: others[b].cpu, default="")

    @property
    def over(self) -> float:
        """Seconds of CPU by which ``auto`` exceeds the limit of the mode; 0 or less if within."""
        if not self.fastest:
            return 0.0
        if not self.timings["auto"].decided:
            return float("inf")
        factor, slack = LIMITS[self.mode]
        return self.timings["auto"].cpu - factor * self.timings[self.fastest].cpu - slack


def timed_answer(model: nonet.Model, question: str, backend: str, limit: float) -> Timing:
    """Answer and time a question in this process."""
    start = time.process_time()
    try:
        if question == "solve":
            outcome = nonet.solve(model, backend, time_limit=limit)
            answer = outcome.status.value
        else:
            verdict = nonet.verify(model, backend, time_limit=limit)
            outcome, answer = verdict.outcome, verdict.uniqueness.value
    except Unsupported:
        return Timing(0.0, "declined", "")
    return Timing(time.process_time() - start, answer, outcome.backend)


def _serve(
    pipe: Connection,
    before: Sequence[nonet.Model],
    models: Sequence[nonet.Model],
    questions: Sequence[str],
    backend: str,
    limit: float,
) -> None:
    nonet.solve("1...............", "native")  # imports except the solver's own
    for model in before:
        for question in questions:
            timed_answer(model, question, backend, limit)
    for model in models:
        for question in questions:
            pipe.send(timed_answer(model, question, backend, limit))


def answers_in_process(
    before: Sequence[nonet.Model],
    models: Sequence[nonet.Model],
    questions: Sequence[str],
    backend: str,
    limit: float,
) -> list[Timing]:
    """Answer and time the questions in a new process, after the untimed questions of ``before``."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(
        target=_serve, args=(theirs, before, models, questions, backend, limit)
    )
    process.start()
    theirs.close()
    try:
        return [ours.recv() for _ in range(len(models) * len(questions))]
    finally:
        process.kill()
        process.join()


def measure(
    puzzles: Set,
    backends: Sequence[str],
    *,
    warm: int = 3,
    cold: int = 1,
    repeats: int = 1,
    limit: float = 10.0,
) -> list[Measurement]:
    """Measure the first ``cold`` questions of a set cold, and ``warm`` ones after as many others."""
    models = puzzles.first(2 * warm)
    before = len(models) // 2
    results: dict[tuple[str, str, int], Measurement] = {}

    def note(mode: str, question: str, number: int, backend: str, timing: Timing) -> None:
        key = mode, question, number
        entry = results.setdefault(key, Measurement(puzzles.name, mode, question, number, {}))
        best = entry.timings.get(backend)
        if best is None or (timing.decided, -timing.cpu) > (best.decided, -best.cpu):
            entry.timings[backend] = timing

    for _ in range(repeats):
        for backend in backends:
            for number, model in enumerate(models[:cold]):
                for question in QUESTIONS:
                    (took,) = answers_in_process([], [model], [question], backend, limit)
                    note("cold", question, number, backend, took)
            times = answers_in_process(models[:before], models[before:], QUESTIONS, backend, limit)
            for number, took in enumerate(times):
                note("warm", QUESTIONS[number % 2], number // 2, backend, took)
    return list(results.values())
