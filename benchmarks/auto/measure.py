"""Each question by each backend, timed in processes of its own.

*Cold*: a new process for one question, imports and building included.  *Warm*: a process
that has answered others of the set before.  Times are CPU times of the process with all its
threads, so that a race counts for all who ran in it, and other work on the machine for
nothing; the least of a few repeats, all backends in turn.
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


BARS = {"warm": (1.3, 0.0001), "cold": (2.0, 0.05)}
"""How often the time of the fastest ``auto`` may take, and how many seconds more, by mode."""


@dataclass(frozen=True)
class Took:
    """What one question took: seconds of the clock and of CPU, and the answer."""

    wall: float
    cpu: float
    answer: str
    by: str

    @property
    def decided(self) -> bool:
        """Whether there is an answer."""
        return self.answer not in ("unknown", "undecided", "declined")


@dataclass
class Asked:
    """One question, with what each backend took; ``mode`` is cold or warm."""

    set: str
    mode: str
    question: str
    number: int
    took: dict[str, Took]

    @property
    def fastest(self) -> str:
        """The backend that answered first, empty if none did; ``auto`` is not one."""
        others = {b: t for b, t in self.took.items() if b != "auto" and t.decided}
        return min(others, key=lambda b: others[b].cpu, default="")

    @property
    def over(self) -> float:
        """Seconds by which ``auto`` exceeds the bar of its mode; 0 or less is well."""
        if not self.fastest:
            return 0.0
        if not self.took["auto"].decided:
            return float("inf")
        factor, slack = BARS[self.mode]
        return self.took["auto"].cpu - factor * self.took[self.fastest].cpu - slack


def asked(model: nonet.Model, question: str, backend: str, patience: float) -> Took:
    """One question, here and now."""
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        if question == "solve":
            outcome = nonet.solve(model, backend, time_limit=patience)
            answer = outcome.status.value
        else:
            verdict = nonet.verify(model, backend, time_limit=patience)
            outcome, answer = verdict.outcome, verdict.uniqueness.value
    except Unsupported:
        return Took(0.0, 0.0, "declined", "")
    took = time.perf_counter() - wall, time.process_time() - cpu
    return Took(*took, answer, outcome.backend)


def _serve(
    pipe: Connection,
    before: Sequence[nonet.Model],
    models: Sequence[nonet.Model],
    questions: Sequence[str],
    backend: str,
    patience: float,
) -> None:
    nonet.solve("1...............", "native")  # all but the solver's own imports
    for model in before:
        for question in questions:
            asked(model, question, backend, patience)
    for model in models:
        for question in questions:
            pipe.send(asked(model, question, backend, patience))


def in_process(
    before: Sequence[nonet.Model],
    models: Sequence[nonet.Model],
    questions: Sequence[str],
    backend: str,
    patience: float,
) -> list[Took]:
    """The questions in a new process; those of ``before`` first, which are not timed."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(
        target=_serve, args=(theirs, before, models, questions, backend, patience)
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
    repeats: int = 2,
    patience: float = 10.0,
) -> list[Asked]:
    """The questions of a set: the first ``cold`` ones cold; ``warm`` ones after as many others."""
    models = puzzles.first(2 * warm)
    before = len(models) // 2
    found: dict[tuple[str, str, int], Asked] = {}

    def note(mode: str, question: str, number: int, backend: str, took: Took) -> None:
        key = mode, question, number
        entry = found.setdefault(key, Asked(puzzles.name, mode, question, number, {}))
        best = entry.took.get(backend)
        if best is None or (took.decided, -took.cpu) > (best.decided, -best.cpu):
            entry.took[backend] = took

    for _ in range(repeats):
        for backend in backends:
            for number, model in enumerate(models[:cold]):
                for question in QUESTIONS:
                    (took,) = in_process([], [model], [question], backend, patience)
                    note("cold", question, number, backend, took)
            times = in_process(models[:before], models[before:], QUESTIONS, backend, patience)
            for number, took in enumerate(times):
                note("warm", QUESTIONS[number % 2], number // 2, backend, took)
    return list(found.values())
