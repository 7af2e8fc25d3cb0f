"""Tables of a run for the terminal and for Markdown, and the plot.

>>> thousands(3_325_000), thousands(93_200), thousands(93.2)
('3325', '93.2', '0.0932')
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.report import table

__all__ = ["draw", "tables", "thousands"]


def thousands(rate: float) -> str:
    """Return puzzles a second in thousands."""
    return f"{rate / 1e3:.0f}" if rate >= 1e5 else f"{rate / 1e3:.3g}"


def tables(run: dict[str, Any], markdown: bool = False) -> str:
    """Return all tables of a run."""
    parts = [_rates(run, markdown)]
    parts += (
        [_ratios(run, markdown)]
        if any(results["times"] for results in run["sets"].values())
        else []
    )
    parts.append(_threads(run, markdown))
    if run["variants"]:
        parts.append(_variants(run, markdown))
    if run["growth"]:
        parts.append(_growth(run, markdown))
    return "\n\n".join(parts)


def _rates(run: dict[str, Any], markdown: bool) -> str:
    """Return the table of rates, with a row for each route and a column for each set."""
    sets = run["sets"]
    names = [result["route"] for result in next(iter(sets.values()))["results"]]
    rows = []
    for name in names:
        row = [name]
        for about in sets.values():
            result = next(result for result in about["results"] if result["route"] == name)
            row.append(thousands(result["rate"]) + _guesses(result) + _wrong(result))
        rows.append(row)
    head = "Thousand puzzles a second of CPU time (guesses a puzzle):"
    return f"{head}\n\n{table(['route', *sets], rows, markdown=markdown)}"


def _guesses(result: dict[str, Any]) -> str:
    return "" if result["guesses"] is None else f" ({result['guesses']:.2f})"


def _wrong(result: dict[str, Any]) -> str:
    return f" {result['wrong']} WRONG" if result["wrong"] else ""


def _ratios(run: dict[str, Any], markdown: bool) -> str:
    """Return the table of speeds relative to each peer with the same limit."""
    sets = run["sets"]
    keys = list(dict.fromkeys(key for about in sets.values() for key in about["times"]))
    rows = [
        [key, *(f"{about['times'][key]:.2f}" if key in about["times"] else "" for about in
                sets.values())]
        for key in keys
    ]  # fmt: skip
    head = "Relative speed (median of the ratios within rounds):"
    return f"{head}\n\n{table(['', *sets], rows, markdown=markdown)}"


def _threads(run: dict[str, Any], markdown: bool) -> str:
    """Return the table of wall time for one thread and two."""
    rows = []
    for kernel in ("classic", "units"):
        row = [kernel]
        for about in run["sets"].values():
            rate = {single["route"]: single["wall_rate"] for single in about["results"]}
            single, double = rate[kernel], rate[f"{kernel}, 2 threads"]
            row.append(f"{thousands(single)} → {thousands(double)} ({double / single:.2f}x)")
        rows.append(row)
    head = "Thousand puzzles a second of wall time, one thread → two:"
    return f"{head}\n\n{table(['kernel', *run['sets']], rows, markdown=markdown)}"


def _variants(run: dict[str, Any], markdown: bool) -> str:
    rows = [
        [
            result["set"],
            f"{result['us']:.3g}",
            f"{result['guesses']:.2f}",
            f"{result['native_us']:.4g}",
            f"{result['native_guesses']:.2f}",
            f"{result['times_native']:.0f}{_wrong(result)}",
        ]
        for result in run["variants"]
    ]
    head = "The generic kernel on an array, and `nonet.verify` with the native engine:"
    names = ["set", "µs", "guesses", "native, µs", "guesses", "times faster"]
    return f"{head}\n\n{table(names, rows, markdown=markdown)}"


def _growth(run: dict[str, Any], markdown: bool) -> str:
    rows = [
        [
            f"{result['puzzles']:,}",
            f"{result['wall_s'] * 1e3:.4g}",
            f"{result['us']:.3g}",
            f"{result['memory_mb']:.0f}",
        ]
        for result in run["growth"]
    ]
    head = (
        f"Classic kernel, solutions written, set {run['growth_set']}; from the start of the process "
        f"to the first answer {run['start_s']:.2f} s:"
    )
    names = ["puzzles", "ms of wall time", "µs of CPU a puzzle", "process, MB"]
    return f"{head}\n\n{table(names, rows, markdown=markdown)}"


def draw(run: dict[str, Any], files: Sequence[Path]) -> None:
    """Write the plot: the rates of all routes with a panel for each set, and the growth."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "nonet"  # the same file for the same figures
    matplotlib.rcParams["svg.fonttype"] = "none"
    import matplotlib.pyplot as plt

    sets, grows = run["sets"], bool(run["growth"])
    names = [result["route"] for result in next(iter(sets.values()))["results"]][::-1]
    panels = len(sets) + grows
    columns = min(panels, 3)
    rows = -(-panels // columns)
    figure, axes = plt.subplots(
        rows,
        columns,
        figsize=(3.4 * columns + 1.6, (0.2 * len(names) + 0.9) * rows),
        squeeze=False,
        layout="constrained",
    )
    for panel in axes.flat[panels:]:
        panel.set_visible(False)
    for number, (panel, (name, about)) in enumerate(zip(axes.flat, sets.items(), strict=False)):
        rates = {result["route"]: result["rate"] for result in about["results"]}
        ours = {result["route"] for result in about["results"] if result["wall_rate"] is not None}
        for y, route in enumerate(names):
            colour = "#1f6fb4" if route in ours else "#6b6b6b"
            panel.axhline(y, color="#f0f0f0", linewidth=0.6, zorder=0)
            panel.plot(rates[route], y, "o", color=colour, markersize=5)
            label = f"  {thousands(rates[route])}"
            panel.text(rates[route], y, label, va="center", fontsize=6.5, color=colour)
        panel.set_title(name, fontsize=9, loc="left")
        panel.set_xscale("log")
        panel.set_xlim(min(rates.values()) / 1.5, max(rates.values()) * 3)
        panel.set_yticks(range(len(names)), names if number % columns == 0 else [], fontsize=7)
        panel.tick_params(axis="x", labelsize=7)
        panel.tick_params(axis="y", length=0)
    for panel in axes.flat:
        for side in ("top", "right"):
            panel.spines[side].set_visible(False)
    if grows:
        panel = axes.flat[len(sets)]
        numbers = [result["puzzles"] for result in run["growth"]]
        panel.semilogx(numbers, [result["us"] for result in run["growth"]], "o-", color="#1f6fb4")
        panel.set_title(f"µs a puzzle, by number ({run['growth_set']})", fontsize=9, loc="left")
        panel.set_ylim(0)
        panel.tick_params(labelsize=7)
        panel.grid(color="#e5e5e5", linewidth=0.6)
    figure.supxlabel("puzzles a second of CPU time; labels in thousands", fontsize=8)
    for file in files:
        figure.savefig(file, dpi=130, metadata={"Date": None} if file.suffix == ".svg" else None)
    plt.close(figure)
