"""The plot of a run: milliseconds a puzzle of all routes, with a panel for each set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "nonet"  # the same file for the same figures
matplotlib.rcParams["svg.fonttype"] = "none"  # text instead of outlines: a third of the lines
import matplotlib.pyplot as plt  # noqa: E402

COLOURS = {"nonet": "#1f6fb4", "textbook": "#d1701f", "peer": "#6b6b6b"}
LABELS = {"nonet": "nonet", "textbook": "textbook programs", "peer": "other packages"}


def draw(run: dict[str, Any], files: Sequence[Path], columns: int = 4) -> None:
    """Write the plot to ``files``, in the format of their suffix.

    A dot is solving, a ring verifying, an arrow a route that was stopped: its budget divided by
    the number of puzzles.
    """
    names = [n for n, route in run["routes"].items() if "missing" not in route][::-1]
    sets = list(run["sets"])
    rows = -(-len(sets) // columns)
    columns = min(columns, len(sets))
    figure, panels = plt.subplots(
        rows,
        columns,
        figsize=(3.1 * columns + 2.4, 0.24 * len(names) * rows + 0.75 * rows + 0.8),
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    for panel in panels.flat[len(sets) :]:
        panel.set_visible(False)
    for panel in panels.flat[max(0, len(sets) - columns) : len(sets)]:
        panel.tick_params(axis="x", labelbottom=True)  # the lowest of its column
    for panel, name in zip(panels.flat, sets, strict=False):
        about = run["sets"][name]
        panel.set_title(f"{name}  ({about['puzzles']} puzzles)", fontsize=9, loc="left")
        panel.set_xscale("log")
        panel.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        panel.set_yticks(range(len(names)), names, fontsize=7)
        panel.tick_params(axis="x", labelsize=7)
        panel.minorticks_off()
        panel.grid(axis="x", color="#dddddd", linewidth=0.6)
        panel.set_axisbelow(True)
        for side in ("top", "right", "left"):
            panel.spines[side].set_visible(False)
        panel.tick_params(axis="y", length=0)
        across = panel.get_yaxis_transform()
        panel.hlines(range(len(names)), 0, 1, "#f0f0f0", linewidth=0.6, zorder=0, transform=across)
    budget = run["settings"]["budget"]
    series: dict[tuple[str, str, str], list[tuple[float, int]]] = defaultdict(list)
    for result in run["results"]:
        if result["route"] not in names:
            continue
        y, kind = names.index(result["route"]), run["routes"][result["route"]]["kind"]
        if result["state"] == "ok":
            series[result["set"], kind, result["question"]].append((result["ms"], y))
        elif result["state"] == "over" and result["question"] == "solve":
            series[result["set"], kind, "over"].append((budget * 1e3 / result["puzzles"], y))
    for (name, kind, question), points in series.items():  # one call for each: a smaller file
        marker = ">" if question == "over" else "o"
        face = "none" if question == "verify" else COLOURS[kind]
        panels.flat[sets.index(name)].plot(
            *zip(*points, strict=True), marker, ms=5, color=COLOURS[kind], markerfacecolor=face
        )
    for row in panels[:, :1]:
        for label in row[0].get_yticklabels():
            label.set_color(COLOURS[run["routes"][label.get_text()]["kind"]])
    handles = [
        plt.Line2D([], [], marker="s", linestyle="", color=COLOURS[kind], label=LABELS[kind])
        for kind in COLOURS
    ]
    handles += [
        plt.Line2D([], [], marker="o", linestyle="", color="black", label="solve"),
        plt.Line2D(
            [], [], marker="o", linestyle="", color="black", markerfacecolor="none", label="verify"
        ),
        plt.Line2D([], [], marker=">", linestyle="", color="black", label="stopped: at least"),
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=6, fontsize=8, frameon=False)
    figure.supxlabel("milliseconds of CPU a puzzle (less is better)", fontsize=8)
    for file in files:
        figure.savefig(file, dpi=130, metadata={"Date": None} if file.suffix == ".svg" else None)
    plt.close(figure)
