"""A bar chart as SVG: one bar a row, a logarithmic scale, unfinished runs hatched.

>>> picture = bar_chart_svg("nodes", [Bar("forward checking", 231, True), Bar("backtracking", 9e5, False)])
>>> picture.count("<rect"), "limit" in picture
(4, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from nonet.render.html import FONTS, escaped
from nonet.tracing.compare import Comparison, choice_name

ROW, WIDE, LABEL, TOP = 22, 420, 290, 46


@dataclass(frozen=True, slots=True)
class Bar:
    """A row: its words, its number (``None``: not counted), whether the run finished."""

    label: str
    value: float | None
    finished: bool


def bar_chart_svg(title: str, rows: Sequence[Bar]) -> str:
    """The chart of one quantity."""
    values = [row.value for row in rows if row.value]
    low = floor(log10(min(values))) if values else 0
    high = max(ceil(log10(max(values))) if values else 1, low + 1)
    width, height = LABEL + WIDE + 110, TOP + ROW * len(rows) + 14
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{escaped(title)}" '
        f'font-family="{FONTS}" font-size="12">',
        f"<title>{escaped(title)}</title>",
        '<defs><pattern id="limit" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width="3" height="6" fill="#c01c28"/>'
        "</pattern></defs>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="10" y="20" font-weight="bold">{escaped(title)}</text>',
    ]
    for power in range(low, high + 1):
        x = LABEL + WIDE * (power - low) / (high - low)
        parts.append(
            f'<path d="M{x:.1f} {TOP - 6}V{height - 10}" stroke="#dcdcdc"/>'
            f'<text x="{x:.1f}" y="{TOP - 10}" text-anchor="middle" fill="#62626b">'
            f"{_power_label(power)}</text>"
        )
    for i, row in enumerate(rows):
        y = TOP + i * ROW
        parts.append(
            f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end">{escaped(row.label)}</text>'
        )
        if row.value is None:
            parts.append(f'<text x="{LABEL + 4}" y="{y + 14}" fill="#62626b">not counted</text>')
            continue
        share = (log10(row.value) - low) / (high - low) if row.value > 0 else 0
        length = max(2.0, WIDE * share)
        fill = "#1a5fb4" if row.finished else "url(#limit)"
        text = f"{row.value:,.3g}" if row.value < 1 else f"{row.value:,.0f}"
        text += "" if row.finished else " at the limit"
        parts.append(
            f'<rect x="{LABEL}" y="{y + 3}" width="{length:.1f}" height="{ROW - 7}" fill="{fill}"/>'
            f'<text x="{LABEL + length + 5:.1f}" y="{y + 14}">{text}</text>'
        )
    return "\n".join([*parts, "</svg>"])


def comparison_chart(comparison: Comparison, measure: str = "nodes", name: str = "") -> str:
    """Return the chart of a comparison; ``measure`` is a counter of the comparison, or
    ``seconds``.

    ``name`` says of which puzzle.
    """
    several = len({run.form for run in comparison.runs}) > 1
    rows = [
        Bar(
            f"{run.form}: {choice_name(run.choice)}" if several else choice_name(run.choice),
            getattr(run, measure),
            run.finished,
        )
        for run in comparison.runs
        if not run.problem
    ]
    of = f"{name}: " if name else ""
    return bar_chart_svg(f"{of}{measure}, logarithmic; hatched: stopped by the limit", rows)


def _power_label(power: int) -> str:
    return f"{10**power:,}" if power >= 0 else f"{10.0**power:g}"
