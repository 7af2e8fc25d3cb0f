"""The table of what choosing costs."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from benchmarks.auto.measure import QUESTIONS, Asked
from benchmarks.auto.questions import SETS
from benchmarks.report import table, three_digits


def told(found: Sequence[Asked], backends: Sequence[str]) -> str:
    """Milliseconds of CPU a question, and ``auto`` at its worst beside the fastest."""
    head = ["set", "", *backends, "answered by", "worst"]
    rows = []
    for puzzles in SETS:
        for mode in ("cold", "warm"):
            for question in QUESTIONS:
                here = [
                    one
                    for one in found
                    if (one.set, one.mode, one.question) == (puzzles.name, mode, question)
                ]
                if here:
                    cells = [_milliseconds(here, backend) for backend in backends]
                    by = ", ".join(sorted({one.took["auto"].by for one in here}))
                    title = f"{puzzles.name}, {puzzles.what}"
                    rows.append([title, f"{question}, {mode}", *cells, by, _worst(here)])
    return table(head, rows, markdown=True, words=True)


def _milliseconds(here: Sequence[Asked], backend: str) -> str:
    times = [one.took[backend] for one in here if backend in one.took]
    if not times:
        return ""
    if not any(took.decided for took in times):
        return "–"
    share = "" if all(took.decided for took in times) else " (not all)"
    return three_digits(mean(took.cpu * 1e3 for took in times)) + share


def _worst(here: Sequence[Asked]) -> str:
    one = max(here, key=lambda one: one.over)
    if not one.fastest:
        return "nobody answers"
    if not one.took["auto"].decided:
        return f"**no answer**, {one.fastest} has one"
    mine, best = one.took["auto"].cpu * 1e3, one.took[one.fastest].cpu * 1e3
    words = f"{three_digits(mine)} to {three_digits(best)} ({one.fastest})"
    return f"**{words}**" if one.over > 0 else words


def beyond(found: Sequence[Asked]) -> list[str]:
    """The questions on which ``auto`` is beyond the bar."""
    lines = []
    for one in found:
        if one.over > 0:
            times = ", ".join(
                f"{b} {three_digits(t.cpu * 1e3)}" + ("" if t.decided else " undecided")
                for b, t in one.took.items()
            )
            lines.append(f"{one.set}, {one.mode}, {one.question} {one.number + 1}: {times} ms")
    return lines
