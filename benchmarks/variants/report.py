"""The tables of what variants cost, and what is beyond the bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.report import table, three_digits
from benchmarks.variants.measure import Took
from benchmarks.variants.questions import Refused, Variant

SLOW = 10_000.0
"""Milliseconds that an example may take a backend."""

QUICK = 50.0
"""Milliseconds that half of the examples may take the fastest backend."""

AHEAD = 3.0
"""How many times faster our encodings are in total than plain integers."""

BEHIND = 2.0
"""How many times slower they may be on one puzzle."""


@dataclass(frozen=True)
class Row:
    """One question, the milliseconds to make its model, and what each route took."""

    variant: Variant
    model: float
    took: dict[str, Took]


def told(rows: Sequence[Row], refused: Sequence[Refused], routes: Sequence[str]) -> str:
    """All tables, as Markdown."""
    groups = list(dict.fromkeys(row.variant.group for row in rows))
    parts = [_totals([r for r in rows if r.variant.group == g], g, routes) for g in groups]
    if len(groups) > 1:
        parts.append(_totals(rows, "all", routes))
    wrong = [
        f"- {row.variant.name}: {route} counts {took.count}, the other solver {row.variant.peer}"
        for row in rows
        for route, took in row.took.items()
        if took.count >= 0 <= row.variant.peer != took.count
    ]
    if wrong:
        parts.append("Counts that differ:\n\n" + "\n".join(wrong))
    if refused:
        lines = [f"- {each.name}: {each.because}" for each in refused]
        parts.append("Not read:\n\n" + "\n".join(lines))
    parts.append(_each(rows, routes))
    return "\n\n".join(parts) + "\n"


def _totals(rows: Sequence[Row], group: str, routes: Sequence[str]) -> str:
    head = [f"{group} ({len(rows)})", "decided", "median", "slowest", "total", "ratio", "worst"]
    plain = routes[-1]
    lines = []
    for route in routes:
        times = [row.took[route].ms for row in rows]
        decided = sum(row.took[route].count >= 0 for row in rows)
        both = [r for r in rows if r.took[route].count >= 0 and r.took[plain].count >= 0]
        ratios = [row.took[route].ms / (row.took[plain].ms or 1) for row in both]
        ours = sum(row.took[route].ms for row in both) or 1.0
        share = sum(row.took[plain].ms for row in both) / ours
        cells = [median(times), max(times), sum(times), share, max(ratios, default=0.0)]
        lines.append([route, str(decided), *map(three_digits, cells)])
    fastest = [min((t.ms for t in r.took.values() if t.count >= 0), default=SLOW) for r in rows]
    lines.append(["fastest", "", three_digits(median(fastest)), "", "", "", ""])
    return table(head, lines, markdown=True, words=True)


def _each(rows: Sequence[Row], routes: Sequence[str]) -> str:
    lines = []
    for row in rows:
        cells = [_cell(row.took[route]) for route in routes]
        lines.append([row.variant.name, three_digits(row.model), *cells])
    return table(["question", "model", *routes], lines, markdown=True, words=True)


def _cell(took: Took) -> str:
    if took.error:
        return took.error.partition(":")[0]
    return three_digits(took.ms) if took.count >= 0 else f"over {three_digits(took.ms)}"


def beyond(rows: Sequence[Row], routes: Sequence[str]) -> list[str]:
    """What is beyond the bars, in words."""
    found = []
    examples = [row for row in rows if row.variant.group == "examples"]
    plain = routes[-1]
    for row in examples:
        for route, took in row.took.items():
            if took.count != 1 or took.ms > SLOW:
                found.append(f"{row.variant.name} by {route}: {_cell(took)} ms, {took.count}")
    if examples and median(min(t.ms for t in r.took.values()) for r in examples) > QUICK:
        found.append(f"half of the examples take the fastest backend more than {QUICK:g} ms")
    for route in (r for r in routes if r in ("cpsat", "sat")):
        both = [r for r in rows if r.took[route].count >= 0 and r.took[plain].count >= 0]
        ours, theirs = (sum(r.took[one].ms for r in both) for one in (route, plain))
        if both and theirs < AHEAD * ours:
            found.append(f"{route} in total: {theirs / ours:.2f} times as fast as {plain}")
        found += [
            f"{row.variant.name} by {route}: {row.took[route].ms / row.took[plain].ms:.2f} times "
            f"the time of {plain}"
            for row in both
            if row.took[route].ms > BEHIND * row.took[plain].ms
        ]
    return found
