"""``auto`` beside the backends it chooses from, by turns in one process, by halves of each set.

``python -m benchmarks.auto --halves`` asks ``verify`` of every question: of each set the questions
of even number are the half that limits may be chosen on, the others the half to judge by.  A
question is asked of all backends in an order drawn anew, a few times, and the least counts: so each
backend is as often as the others the one that finds caches cold.  A backend that repeats a question may
keep what it has learned of it (sat does), which counts in its favour.  With ``--fresh`` each asking is
in a fork of its own, in which nobody has been asked the question before.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median

import nonet
from benchmarks.auto.measure import Asked, Took, asked
from benchmarks.auto.questions import Set
from benchmarks.report import table, three_digits

SETS = (
    "euler96", "top95", "hardest11", "9x9 unsatisfiable", "16x16", "25x25 easy", "25x25 hard",
    "killer 9x9", "killer 16x16", "variants", "classics",
)  # fmt: skip
"""The sets that are asked unless others are named."""

LONG = 0.3
"""Seconds of CPU from which a question is not asked again."""

HALVES = ("first", "second")


def measure(
    puzzles: Set,
    backends: Sequence[str],
    *,
    number: int,
    rounds: int,
    patience: float,
    is_fresh: bool = False,
) -> list[Asked]:
    """Ask every backend each of the first ``number`` questions ``rounds`` times, by turns."""
    ask = _asked_in_a_fork if is_fresh else asked
    results = []
    for index, model in enumerate(puzzles.first(number)):
        random, result = (
            Random(f"{puzzles.name} {index}"),
            Asked(puzzles.name, "warm", "verify", index, {}),
        )
        remaining = list(backends)
        for turn in range(rounds):
            random.shuffle(remaining)
            for backend in tuple(remaining):
                gc.collect()  # what another backend left is not this one's work
                took = ask(model, "verify", backend, patience)
                if turn or took.cpu > LONG or is_fresh:  # else the first prepares
                    result.took[backend] = _better(result.took.get(backend), took)
                if took.cpu > LONG or not took.decided:
                    result.took.setdefault(backend, took)
                    remaining.remove(backend)
        results.append(result)
    return results


def _asked_in_a_fork(model: nonet.Model, question: str, backend: str, patience: float) -> Took:
    reading, writing = os.pipe()
    if not os.fork():
        with os.fdopen(writing, "wb") as file:
            pickle.dump(asked(model, question, backend, patience), file)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        took: Took = pickle.load(file)
    os.wait()
    return took


def _better(before: Took | None, took: Took) -> Took:
    if before is None or (took.decided, -took.cpu) > (before.decided, -before.cpu):
        return took
    return before


def table_by_halves(results: Sequence[Asked], backends: Sequence[str]) -> str:
    """Medians of the backends by set and half, how many questions are within the bar, the worst."""
    head = ["set", "half", "questions", *backends, "within", "beyond"]
    return table(head, list(_rows(results, backends)), markdown=True, words=True)


def _rows(results: Sequence[Asked], backends: Sequence[str]) -> Iterator[list[str]]:
    for name in dict.fromkeys(each.set for each in results):
        for half, label in enumerate(HALVES):
            questions = [each for each in results if each.set == name and each.number % 2 == half]
            if not questions:
                continue
            beyond = [each for each in questions if each.over > 0]
            cells = [_median(questions, backend) for backend in backends]
            yield [
                name,
                label,
                str(len(questions)),
                *cells,
                str(len(questions) - len(beyond)),
                _worst(beyond),
            ]


def _median(questions: Sequence[Asked], backend: str) -> str:
    times = [each.took[backend].cpu * 1e3 for each in questions if each.took[backend].decided]
    if not times:
        return "–"
    share = "" if len(times) == len(questions) else f" (of {len(times)})"
    return three_digits(median(times)) + share


def _worst(beyond: Sequence[Asked]) -> str:
    if not beyond:
        return ""
    worst = max(beyond, key=lambda each: each.over)
    fastest = worst.took[worst.fastest]
    auto = worst.took["auto"]
    mine = three_digits(auto.cpu * 1e3) if auto.decided else "no answer"
    return f"{mine} to {three_digits(fastest.cpu * 1e3)} ({worst.fastest})"


def show_progress(results: Sequence[Asked]) -> None:
    """Print each question on standard error: who answered, in how many milliseconds."""
    for each in results:
        times = " ".join(
            f"{backend}={three_digits(took.cpu * 1e3)}{'' if took.decided else '?'}"
            for backend, took in sorted(each.took.items())
        )
        mark = "beyond" if each.over > 0 else "within"
        by = each.took["auto"].by
        print(f"{each.set} {each.number}: {mark}, by {by}: {times}", file=sys.stderr, flush=True)
