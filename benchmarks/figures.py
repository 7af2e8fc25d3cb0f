"""Figures from measurements: medians over rounds, and ratios round by round.

>>> median([3.0, 1.0, 2.0]), percent(1.02, 1.0)
(2.0, 2.0)
"""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import mean, median
from typing import Any

from benchmarks.compare import Cell, Comparison
from benchmarks.routes import kind
from benchmarks.sets import PuzzleSet
from benchmarks.worker import Timed

FORM, VERSION = "nonet-benchmark", 1


def mean_of(done: Sequence[Timed], what: str = "cpu") -> float:
    """Milliseconds a puzzle of one round: of ``cpu``, ``wall`` or ``read``."""
    return mean(getattr(one, what) for one in done) * 1e3


def milliseconds(rounds: Sequence[Sequence[Timed]], what: str = "cpu") -> float:
    """Milliseconds a puzzle: the mean over a round's puzzles, the median over rounds."""
    return median(mean_of(done, what) for done in rounds)


def ratio(slow: Cell, fast: Cell) -> float | None:
    """How many times faster ``fast`` is: the median over the rounds both did to the end.

    Rounds are paired, so that what slows the machine in one hits both.  ``None``
    if there is no such round.
    """
    pairs = [
        mean_of(one) / mean_of(other)
        for one, other in zip(slow.rounds, fast.rounds, strict=False)
        if len(one) == slow.puzzles and len(other) == fast.puzzles
    ]
    return median(pairs) if pairs else None


def percent(with_it: float, without: float) -> float:
    """How much more ``with_it`` takes, in percent.

    >>> percent(103.0, 100.0)
    3.0
    """
    return round((with_it / without - 1) * 100, 6)


def entry(cell: Cell, reference: Cell | None) -> dict[str, Any]:
    """The figures of one route on one set, as JSON holds them.

    Times are milliseconds of CPU a puzzle, unless the name says wall.
    ``faster`` is how many times faster than the reference it is.
    """
    base: dict[str, Any] = {
        "route": cell.route,
        "set": cell.set,
        "question": cell.question,
        "state": cell.state,
        "puzzles": cell.puzzles,
    }
    if cell.state != "ok":
        assert cell.ended is not None
        base |= {"reason": cell.ended.reason}
        if cell.state == "over":
            base["done"] = max((len(done) for done in cell.rounds), default=0)
        return base
    rounds = cell.full
    faster = ratio(reference, cell) if reference is not None and reference.full else None
    efforts = [one.effort for done in rounds for one in done if one.effort is not None]
    return base | {
        "rounds": len(rounds),
        "ms": round(milliseconds(rounds), 4),
        "wall_ms": round(milliseconds(rounds, "wall"), 4),
        "read_ms": round(milliseconds(rounds, "read"), 4),
        "worst_ms": round(median(max(one.cpu for one in done) for done in rounds) * 1e3, 4),
        "median_puzzle_ms": round(
            median(median(one.cpu for one in done) for done in rounds) * 1e3, 4
        ),
        "first_ms": None if cell.first is None else round(cell.first * 1e3, 2),
        "faster": None if faster is None else round(faster, 3),
        "effort": {efforts[0][0]: round(mean(n for _, n in efforts), 2)} if efforts else {},
        "wrong": cell.wrong,
        "unsolved": cell.unsolved,
        "each_round_ms": [round(mean_of(done), 4) for done in rounds],
    }


def figures(
    comparison: Comparison, sets: Sequence[PuzzleSet], reference: str, settings: dict[str, Any]
) -> dict[str, Any]:
    """Everything a run found, as JSON: the machine, the settings, the sets, each figure."""
    routes = list(dict.fromkeys(route for route, _, _ in comparison.cells))
    return {
        "form": FORM,
        "version": VERSION,
        "machine": machine(),
        "settings": {**settings, "reference": reference},
        "sets": {
            s.name: {
                "what": s.what,
                "puzzles": len(s.puzzles),
                "of": s.total,
                "copies": s.copies,
                "clues": round(mean(len(puzzle.clues) for puzzle in s.puzzles), 1),
            }
            for s in sets
        },
        "routes": {
            name: {"kind": kind(name), "version": comparison.versions.get(name, "")}
            | ({"missing": comparison.missing[name].reason} if name in comparison.missing else {})
            for name in routes
        },
        "results": [
            entry(cell, comparison.cells.get((reference, cell.set, cell.question)))
            for cell in comparison.cells.values()
        ],
    }


def machine() -> dict[str, Any]:
    """What the run ran on; the load is the mean number of busy processes of the last minute."""
    packages = {}
    for name in ("nonet", "ortools", "python-constraint2", "python-sat", "numpy"):
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            continue
    return {
        "cpu": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "packages": packages,
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def _processor() -> str:
    """The processor's name."""
    listing = Path("/proc/cpuinfo")
    if listing.is_file():
        for line in listing.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"
