"""Start-up time: wall time of an easy puzzle from the command line, and its imports."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.figures import FORM, VERSION, machine
from benchmarks.report import table

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The first grid of Wikipedia's article on Sudoku."""

HEAVY = ("numpy", "ortools", "pandas", "constraint", "pysat", "matplotlib")
"""Packages that may not be imported for one puzzle."""


def measure(times: int = 15) -> dict[str, Any]:
    """Return seconds of wall time of ``nonet solve`` and of Python alone, run in turn."""
    script = Path(sys.executable).with_name("nonet")
    program = [str(script)] if script.is_file() else [sys.executable, "-m", "nonet"]
    solve, bare = [*program, "solve", EASY], [sys.executable, "-c", "pass"]
    taken: dict[str, list[float]] = {"solve": [], "bare": []}
    for _ in range(times + 1):
        taken["solve"].append(_seconds(solve))
        taken["bare"].append(_seconds(bare))
    report = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "nonet", "solve", EASY],
        capture_output=True,
        text=True,
        check=True,
    )
    imports = parse_import_times(report.stderr)
    return {
        "form": FORM,
        "version": VERSION,
        "machine": machine(),
        "nonet solve": {  # the first run may read cold files
            "median_s": round(median(taken["solve"][1:]), 4),
            "least_s": round(min(taken["solve"][1:]), 4),
        },
        "python -c pass": {
            "median_s": round(median(taken["bare"][1:]), 4),
            "least_s": round(min(taken["bare"][1:]), 4),
        },
        "times": times,
        "modules": len(imports),
        "heavy": sorted({name.partition(".")[0] for name in imports} & set(HEAVY)),
        "imports": dict(sorted(imports.items(), key=lambda pair: -pair[1])[:12]),
    }


def _seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - began


def parse_import_times(text: str) -> dict[str, float]:
    """Return the own milliseconds of each module from the output of ``python -X importtime``.

    >>> parse_import_times("import time:      1500 |   2000 |   nonet.model")
    {'nonet.model': 1.5}
    """
    milliseconds: dict[str, float] = {}
    for line in text.splitlines():
        fields = line.removeprefix("import time:").split("|")
        if line.startswith("import time:") and fields[0].strip().isdigit():
            milliseconds[fields[2].strip()] = int(fields[0]) / 1e3
    return milliseconds


def summary(figures: dict[str, Any]) -> str:
    """Return the figures as text and a table."""
    solve, bare = figures["nonet solve"], figures["python -c pass"]
    rows = [[name, f"{taken:.2f}"] for name, taken in figures["imports"].items()]
    return (
        f"nonet solve, one easy puzzle: {solve['median_s']:.3f} s wall (median of "
        f"{figures['times']}; least {solve['least_s']:.3f}); Python alone "
        f"{bare['median_s']:.3f} s; load {figures['machine']['load']}\n"
        f"{figures['modules']} modules imported, heavy packages: "
        f"{', '.join(figures['heavy']) or 'none'}; slowest modules:\n\n"
        + table(["module", "own ms"], rows)
    )
