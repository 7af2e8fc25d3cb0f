"""The table of the cost of choosing."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from benchmarks.auto.measure import QUESTIONS, Measurement
from benchmarks.auto.questions import SETS
from benchmarks.report import table, three_digits


def results_table(results: Sequence[Measurement], backends: Sequence[str]) -> str:
    """Return the table of milliseconds of CPU for each question, with the worst case of ``auto``."""
    head = ["set", "", *backends, "answered by", "worst"]
    rows = []
    for puzzles in SETS:
        for mode in ("cold", "warm"):
            for question in QUESTIONS:
                row_results = [
                    each
                    for each in results
                    if (each.set, each.mode, each.question) == (puzzles.name, mode, question)
                ]
                if row_results:
                    cells = [_milliseconds(row_results, backend) for backend in backends]
                    by = ", ".join(sorted({each.timings["auto"].by for each in row_results}))
                    title = f"{puzzles.name}, {puzzles.what}"
                    rows.append([title, f"{question}, {mode}", *cells, by, _worst(row_results)])
    return table(head, rows, markdown=True, text_columns=True)


def _milliseconds(results: Sequence[Measurement], backend: str) -> str:
    times = [each.timings[backend] for each in results if backend in each.timings]
    if not times:
        return ""
    if not any(timing.decided for timing in times):
        return "–"
    share = "" if all(timing.decided for timing in times) else " (not all)"
    return three_digits(mean(timing.cpu * 1e3 for timing in times)) + share


def _worst(results: Sequence[Measurement]) -> str:
    worst = max(results, key=lambda worst: worst.over)
    if not worst.fastest:
        return "no answer"
    if not worst.timings["auto"].decided:
        return f"**no answer**, {worst.fastest} has one"
    mine, best = worst.timings["auto"].cpu * 1e3, worst.timings[worst.fastest].cpu * 1e3
    text = f"{three_digits(mine)} to {three_digits(best)} ({worst.fastest})"
    return f"**{text}**" if worst.over > 0 else text


def over_limit(results: Sequence[Measurement]) -> list[str]:
    """Return the questions on which ``auto`` exceeds the limit."""
    lines = []
    for each in results:
        if each.over > 0:
            times = ", ".join(
                f"{b} {three_digits(t.cpu * 1e3)}" + ("" if t.decided else " undecided")
                for b, t in each.timings.items()
            )
            lines.append(f"{each.set}, {each.mode}, {each.question} {each.number + 1}: {times} ms")
    return lines
