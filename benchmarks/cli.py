"""The command line: ``python -m benchmarks``."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import bars, report, startup, tracing
from benchmarks.compare import by_kind, compare
from benchmarks.figures import figures
from benchmarks.routes import DEFAULT, OTHERS, REFERENCE
from benchmarks.sets import DATA, QUICK, SOURCES, default_names, load
from benchmarks.worker import QUESTIONS
from nonet.backends import find_backend
from nonet.errors import BackendError

HERE = Path(__file__).parent


def parser() -> argparse.ArgumentParser:
    """The options."""
    found = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Compare nonet's backends with textbook programs and other packages.",
    )
    mode = found.add_mutually_exclusive_group()
    mode.add_argument("--bars", action="store_true", help="the figures nonet must reach")
    mode.add_argument("--startup", action="store_true", help="one puzzle from the command line")
    mode.add_argument("--tracing", action="store_true", help="what tracing costs when it is off")
    mode.add_argument("--list", action="store_true", help="list routes and sets")
    mode.add_argument("--publish", action="store_true", help="check in the kept table and bars")
    mode.add_argument("--show", type=Path, metavar="JSON", help="tables and plot of a kept run")
    found.add_argument(
        "--quick", action="store_true", help="few sets, 10 puzzles of each, 2 rounds, 1 s"
    )
    found.add_argument(
        "--routes", type=_names, metavar="A,B", help="routes or backends; see --list"
    )
    found.add_argument("--sets", type=_names, metavar="A,B", help="sets of puzzles; see --list")
    found.add_argument("--questions", type=_names, default=QUESTIONS, help="solve,verify")
    found.add_argument("--rounds", type=_positive, metavar="N", help="rounds (default 5)")
    found.add_argument(
        "--sample", type=_positive, metavar="N", help="at most N puzzles of a set (default 100)"
    )
    found.add_argument(
        "--budget",
        type=float,
        metavar="SECONDS",
        help="wall time for a route, a set and a question, all rounds together (default 10)",
    )
    found.add_argument(
        "--data", type=Path, default=DATA, metavar="FOLDER", help="where the public lists are"
    )
    found.add_argument(
        "--keep-cells",
        action="store_true",
        help="relabel values only: rows and columns stay as in the files",
    )
    found.add_argument("--norvig", default="", metavar="PATH", help="Norvig's sudoku.py")
    found.add_argument("--reference", default=REFERENCE, metavar="ROUTE", help="to divide by")
    found.add_argument("--seed", type=int, default=1, help="of samples and images (default 1)")
    found.add_argument(
        "--out", type=Path, default=HERE / "results", metavar="FOLDER", help="where results go"
    )
    return found


def _names(text: str) -> list[str]:
    """Names parted by commas, but for commas within a backend's options."""
    found: list[str] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if found and ":" in found[-1] and "=" in part and ":" not in part:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, not {text}")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 0 if all is well, 1 if a bar is missed or a route of nonet's gave a wrong answer."""
    given = parser().parse_args(arguments)
    if given.list:
        return list_all(given.data)
    if given.show:
        return show(json.loads(given.show.read_text()), given.out, given.show.stem)
    if given.publish:
        return publish(given.out)
    if given.startup:
        found = startup.measure()
        print(startup.told(found))
        keep(found, given.out, "startup")
        return 0
    if given.tracing:
        found = tracing.measure(given.data, given.rounds or 15)
        print(tracing.told(found))
        keep(found, given.out, "tracing")
        return 0
    if given.bars:
        return bars.main(given)
    run = table_run(given)
    return show(run, given.out, "quick" if given.quick else "table")


def table_run(given: argparse.Namespace) -> dict[str, Any]:
    """The comparison of the chosen routes on the chosen sets."""
    rounds = given.rounds or (2 if given.quick else 5)
    sample = given.sample or (10 if given.quick else 100)
    budget = given.budget or (1.0 if given.quick else 10.0)
    routes = given.routes or list(DEFAULT)
    for name in routes:
        if name not in OTHERS:
            try:
                find_backend(name)
            except BackendError as error:
                raise SystemExit(
                    f"benchmarks: no route {name!r}: {error}; others are {', '.join(OTHERS)}"
                ) from None
    names = given.sets or default_names(given.data)
    if given.quick and not given.sets:
        names = [name for name in names if name in QUICK]
    unknown = [name for name in names if name not in SOURCES]
    if unknown:
        raise SystemExit(f"benchmarks: no set {unknown[0]!r}; there are {', '.join(SOURCES)}")
    if not given.sets and not given.data.is_dir():
        say(f"the public lists are not at {given.data} (see --data): taking puzzles/ alone")
    load_before = load_now()
    if load_before is not None and load_before > 1:
        say(f"the machine is busy (load {load_before}): figures will be noisy")
    sets = [load(name, given.data, sample, given.seed) for name in names]
    if given.keep_cells:
        sets = [replace(puzzles, move=False) for puzzles in sets]
    comparison = compare(
        by_kind(routes),
        sets,
        rounds=rounds,
        budget=budget,
        questions=given.questions,
        norvig=given.norvig,
        seed=given.seed,
    )
    settings = {
        "rounds": rounds,
        "sample": sample,
        "budget": budget,
        "seed": given.seed,
        "keep_cells": given.keep_cells,
        "load_before": load_before,
    }
    return figures(comparison, sets, given.reference, settings)


def show(run: dict[str, Any], out: Path, name: str) -> int:
    """Print the tables, keep the JSON and the plot; 1 if a route of nonet's was wrong."""
    print(report.tables(run))
    keep(run, out, name)
    (out / f"{name}.md").write_text(report.tables(run, markdown=True) + "\n")
    try:
        from benchmarks import plot
    except ImportError as error:
        say(f'no plot: pip install "nonet[bench]" ({error})')
    else:
        plot.draw(run, [out / f"{name}.png", out / f"{name}.svg"])
    say(f"kept in {out}: {name}.json, {name}.md and the plots")
    wrong = report.faults(run)
    for fault in wrong:
        say(f"FAULT: {fault}")
    return 1 if wrong else 0


def keep(found: dict[str, Any], out: Path, name: str) -> None:
    """Write a run's figures as JSON, one figure a line."""
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps({key: value for key, value in found.items() if key != "results"}, indent=1)
    if "results" in found:
        lines = ",\n  ".join(json.dumps(one, ensure_ascii=False) for one in found["results"])
        text = f'{text[:-2]},\n "results": [\n  {lines}\n ]\n}}'
    (out / f"{name}.json").write_text(text + "\n")


def publish(out: Path) -> int:
    """Check in a kept run: ``figures.json``, ``plot.svg``, and the tables of ``README.md``."""
    shutil.copy(out / "table.json", HERE / "figures.json")
    shutil.copy(out / "table.svg", HERE / "plot.svg")
    readme = HERE / "README.md"
    text = readme.read_text()
    run = json.loads((out / "table.json").read_text())
    parts = {
        "bars": (out / "bars.md").read_text(),
        "table": report.tables(run, markdown=True, brief=True) + "\n",
    }
    for name, tables in parts.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, rest = text.split(begin)
        _, after = rest.split(end)
        text = f"{before}{begin}\n{tables}\n{end}{after}"
    readme.write_text(text)
    return 0


def list_all(data: Path) -> int:
    """Print the routes and the sets."""
    print("routes (a backend's specification will do as well):")
    print("\n".join(f"  {name}" for name in DEFAULT))
    print("sets:")
    for name, source in SOURCES.items():
        place = "puzzles" if source.own else data
        print(f"  {name:18} {source.what} ({place}/{source.file})")
    return 0


def load_now() -> float | None:
    """Busy processes, as a mean of the last minute; ``None`` where the system does not say."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def say(message: str) -> None:
    """A line on standard error."""
    print(f"benchmarks: {message}", file=sys.stderr)
