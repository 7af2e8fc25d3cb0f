"""Medians over rounds and ratios within rounds, the machine, and results as JSON.

>>> median([3.0, 1.0, 2.0]), percent(1.02, 1.0)
(2.0, 2.0)
"""

from __future__ import annotations

import json
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
from benchmarks.timing import load_now
from benchmarks.worker import Timed

FORM, VERSION = "nonet-benchmark", 1


def mean_of(done: Sequence[Timed], what: str = "cpu") -> float:
    """Return the mean milliseconds a puzzle in a round: of ``cpu``, ``wall`` or ``read``."""
    return mean(getattr(timed, what) for timed in done) * 1e3


def milliseconds(rounds: Sequence[Sequence[Timed]], what: str = "cpu") -> float:
    """Return milliseconds a puzzle: the mean over the puzzles of a round, the median over rounds."""
    return median(mean_of(done, what) for done in rounds)


def ratio(slow: Cell, fast: Cell) -> float | None:
    """Return how many times faster ``fast`` is: the median over the rounds that both completed.

    Rounds are paired, because a slow phase of the machine hits both.  The result is
    ``None`` without a completed pair.
    """
    pairs = [
        mean_of(slow_round) / mean_of(fast_round)
        for slow_round, fast_round in zip(slow.rounds, fast.rounds, strict=False)
        if len(slow_round) == slow.puzzles and len(fast_round) == fast.puzzles
    ]
    return median(pairs) if pairs else None


def percent(with_it: float, without: float) -> float:
    """Return how much more ``with_it`` takes, in percent.

    >>> percent(103.0, 100.0)
    3.0
    """
    return round((with_it / without - 1) * 100, 6)


def entry(cell: Cell, reference: Cell | None) -> dict[str, Any]:
    """Return the figures of one route on one set for JSON.

    Times are milliseconds of CPU a puzzle, except ``wall_ms``.  ``faster`` is the speed
    relative to the reference.
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
    efforts = [timed.effort for done in rounds for timed in done if timed.effort is not None]
    return base | {
        "rounds": len(rounds),
        "ms": round(milliseconds(rounds), 4),
        "wall_ms": round(milliseconds(rounds, "wall"), 4),
        "read_ms": round(milliseconds(rounds, "read"), 4),
        "worst_ms": round(median(max(timed.cpu for timed in done) for done in rounds) * 1e3, 4),
        "median_puzzle_ms": round(
            median(median(timed.cpu for timed in done) for done in rounds) * 1e3, 4
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
    """Return the results of a run for JSON: machine, settings, sets and each figure."""
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
    """Return processor, system, packages and load; see ``timing.load_now`` for the load."""
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
        "load": load_now(),
    }


def write_results(record: dict[str, Any], out: Path, name: str) -> None:
    """Write the figures of a run as JSON, a line for each figure."""
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps({key: value for key, value in record.items() if key != "results"}, indent=1)
    if "results" in record:
        lines = ",\n  ".join(json.dumps(result, ensure_ascii=False) for result in record["results"])
        text = f'{text[:-2]},\n "results": [\n  {lines}\n ]\n}}'
    (out / f"{name}.json").write_text(text + "\n")


def _processor() -> str:
    """Return the name of the processor."""
    listing = Path("/proc/cpuinfo")
    if listing.is_file():
        for line in listing.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"
