"""The tables of the cost of variants, and the missed targets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.report import table, three_digits
from benchmarks.variants.measure import Timing
from benchmarks.variants.questions import Refused, Variant

MAX_EXAMPLE_MS = 10_000.0
"""Target: the most milliseconds of an example by any backend."""

MAX_MEDIAN_MS = 50.0
"""Target: the largest median of the examples' milliseconds by the fastest backend."""

MIN_SPEEDUP = 3.0
"""Target: the speed of cpsat and sat relative to plain integers, by sums."""

MAX_SLOWDOWN = 2.0
"""Target: the largest multiple of plain's time by cpsat and sat on one puzzle."""


@dataclass(frozen=True)
class Row:
    """A puzzle and the timing of each route."""

    variant: Variant
    timings: dict[str, Timing]


def tables(rows: Sequence[Row], refused: Sequence[Refused], routes: Sequence[str]) -> str:
    """Return all tables as Markdown."""
    groups = list(dict.fromkeys(row.variant.group for row in rows))
    parts = [_totals([r for r in rows if r.variant.group == g], g, routes) for g in groups]
    if len(groups) > 1:
        parts.append(_totals(rows, "all", routes))
    wrong = [
        f"- {row.variant.name}: {route} counts {took.count}, the other solver {row.variant.expected}"
        for row in rows
        for route, took in row.timings.items()
        if took.count >= 0 <= row.variant.expected != took.count
    ]
    if wrong:
        parts.append("Counts that differ:\n\n" + "\n".join(wrong))
    if refused:
        lines = [f"- {each.name}: {each.reason}" for each in refused]
        parts.append("Not read:\n\n" + "\n".join(lines))
    parts.append(_each(rows, routes))
    return "\n\n".join(parts) + "\n"


def _totals(rows: Sequence[Row], group: str, routes: Sequence[str]) -> str:
    head = [f"{group} ({len(rows)})", "decided", "median", "slowest", "total", "ratio", "worst"]
    plain = routes[-1]
    lines = []
    for route in routes:
        times = [row.timings[route].ms for row in rows]
        decided = sum(row.timings[route].count >= 0 for row in rows)
        both = [r for r in rows if r.timings[route].count >= 0 and r.timings[plain].count >= 0]
        ratios = [row.timings[route].ms / (row.timings[plain].ms or 1) for row in both]
        ours = sum(row.timings[route].ms for row in both) or 1.0
        share = sum(row.timings[plain].ms for row in both) / ours
        cells = [median(times), max(times), sum(times), share, max(ratios, default=0.0)]
        lines.append([route, str(decided), *map(three_digits, cells)])
    fastest = [
        min((t.ms for t in r.timings.values() if t.count >= 0), default=MAX_EXAMPLE_MS)
        for r in rows
    ]
    lines.append(["fastest", "", three_digits(median(fastest)), "", "", "", ""])
    return table(head, lines, markdown=True, text_columns=True)


def _each(rows: Sequence[Row], routes: Sequence[str]) -> str:
    lines = []
    for row in rows:
        cells = [_cell(row.timings[route]) for route in routes]
        lines.append([row.variant.name, *cells])
    return table(["question", *routes], lines, markdown=True, text_columns=True)


def _cell(took: Timing) -> str:
    if took.error:
        return took.error.partition(":")[0]
    return three_digits(took.ms) if took.count >= 0 else f"over {three_digits(took.ms)}"


def over_limits(rows: Sequence[Row], routes: Sequence[str]) -> list[str]:
    """Return the missed targets as lines of text."""
    misses = []
    examples = [row for row in rows if row.variant.group == "examples"]
    plain = routes[-1]
    for row in examples:
        for route, took in row.timings.items():
            if took.count != 1 or took.ms > MAX_EXAMPLE_MS:
                misses.append(f"{row.variant.name} by {route}: {_cell(took)} ms, {took.count}")
    if examples and median(min(t.ms for t in r.timings.values()) for r in examples) > MAX_MEDIAN_MS:
        misses.append(
            f"half of the examples take the fastest backend more than {MAX_MEDIAN_MS:g} ms"
        )
    for route in (r for r in routes if r in ("cpsat", "sat")):
        both = [r for r in rows if r.timings[route].count >= 0 and r.timings[plain].count >= 0]
        total, plain_total = (sum(r.timings[name].ms for r in both) for name in (route, plain))
        if both and plain_total < MIN_SPEEDUP * total:
            misses.append(f"{route} in total: {plain_total / total:.2f} times as fast as {plain}")
        misses += [
            f"{row.variant.name} by {route}: {row.timings[route].ms / row.timings[plain].ms:.2f} times "
            f"the time of {plain}"
            for row in both
            if row.timings[route].ms > MAX_SLOWDOWN * row.timings[plain].ms
        ]
    return misses
