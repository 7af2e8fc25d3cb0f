"""Compare ``auto`` with its backends in one process, reported by halves of each set.

``python -m benchmarks.auto --halves`` verifies every question.  The questions of even number are
the half for tuning ``auto``, the others the half for testing it.  All backends answer a question
once, in random order.  With ``--fresh`` each answer is computed in a fork that has not seen the
question, so that no backend finds the caches of another.
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
from benchmarks.auto.measure import Measurement, Timing, timed_answer
from benchmarks.auto.questions import Set
from benchmarks.report import table, three_digits

SETS = (
    "euler96", "top95", "hardest11", "9x9 unsatisfiable", "16x16", "25x25 easy", "25x25 hard",
    "killer 9x9", "killer 16x16", "variants", "classics",
)  # fmt: skip
"""The default sets."""

HALVES = ("first", "second")


def measure(
    puzzles: Set,
    backends: Sequence[str],
    *,
    number: int,
    limit: float,
    is_fresh: bool = False,
) -> list[Measurement]:
    """Answer each of the first ``number`` questions once by all backends, in turn."""
    ask = _answer_in_fork if is_fresh else timed_answer
    results = []
    for index, model in enumerate(puzzles.first(number)):
        result = Measurement(puzzles.name, "warm", "verify", index, {})
        for backend in Random(f"{puzzles.name} {index}").sample(list(backends), len(backends)):
            gc.collect()  # the garbage of the backend before
            result.timings[backend] = ask(model, "verify", backend, limit)
        results.append(result)
    return results


def _answer_in_fork(model: nonet.Model, question: str, backend: str, limit: float) -> Timing:
    reading, writing = os.pipe()
    if not os.fork():
        with os.fdopen(writing, "wb") as file:
            pickle.dump(timed_answer(model, question, backend, limit), file)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        timing: Timing = pickle.load(file)
    os.wait()
    return timing


def table_by_halves(results: Sequence[Measurement], backends: Sequence[str]) -> str:
    """Return medians by set and half, the number of questions within the limit, and the worst."""
    head = ["set", "half", "questions", *backends, "within limit", "worst over limit"]
    return table(head, list(_rows(results, backends)), markdown=True, text_columns=True)


def _rows(results: Sequence[Measurement], backends: Sequence[str]) -> Iterator[list[str]]:
    for name in dict.fromkeys(each.set for each in results):
        for half, label in enumerate(HALVES):
            questions = [each for each in results if each.set == name and each.number % 2 == half]
            if not questions:
                continue
            exceeding = [each for each in questions if each.over > 0]
            cells = [_median(questions, backend) for backend in backends]
            yield [
                name,
                label,
                str(len(questions)),
                *cells,
                str(len(questions) - len(exceeding)),
                _worst(exceeding),
            ]


def _median(questions: Sequence[Measurement], backend: str) -> str:
    times = [each.timings[backend].cpu * 1e3 for each in questions if each.timings[backend].decided]
    if not times:
        return "–"
    share = "" if len(times) == len(questions) else f" (of {len(times)})"
    return three_digits(median(times)) + share


def _worst(exceeding: Sequence[Measurement]) -> str:
    if not exceeding:
        return ""
    worst = max(exceeding, key=lambda each: each.over)
    fastest = worst.timings[worst.fastest]
    auto = worst.timings["auto"]
    mine = three_digits(auto.cpu * 1e3) if auto.decided else "no answer"
    return f"{mine} to {three_digits(fastest.cpu * 1e3)} ({worst.fastest})"


def show_progress(results: Sequence[Measurement]) -> None:
    """Print each question on standard error: the backend that answered, and all milliseconds."""
    for each in results:
        times = " ".join(
            f"{backend}={three_digits(timing.cpu * 1e3)}{'' if timing.decided else '?'}"
            for backend, timing in sorted(each.timings.items())
        )
        mark = "over" if each.over > 0 else "within"
        by = each.timings["auto"].by
        print(f"{each.set} {each.number}: {mark}, by {by}: {times}", file=sys.stderr, flush=True)
