"""The command line: ``python -m benchmarks``."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import report, startup, targets, tracing
from benchmarks.compare import by_kind, compare
from benchmarks.figures import figures, write_results
from benchmarks.routes import DEFAULT, OTHERS, REFERENCE
from benchmarks.sets import DATA, QUICK, SOURCES, default_names, load
from benchmarks.timing import load_now, say
from benchmarks.worker import QUESTIONS
from nonet.backends import find_backend
from nonet.errors import BackendError

HERE = Path(__file__).parent


def parser() -> argparse.ArgumentParser:
    """The options."""
    options = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Compare nonet's backends with textbook programs and other packages.",
    )
    mode = options.add_mutually_exclusive_group()
    mode.add_argument("--targets", action="store_true", help="measure what nonet must reach")
    mode.add_argument("--startup", action="store_true", help="time an easy puzzle by the command")
    mode.add_argument("--tracing", action="store_true", help="cost of tracing when it is off")
    mode.add_argument("--list", action="store_true", help="list routes and sets")
    mode.add_argument("--publish", action="store_true", help="copy the last run into README.md")
    mode.add_argument("--show", type=Path, metavar="JSON", help="tables and plot of an old run")
    options.add_argument(
        "--quick", action="store_true", help="few sets, 10 puzzles of each, 2 rounds, 1 s"
    )
    options.add_argument(
        "--routes", type=_names, metavar="A,B", help="routes or backends; see --list"
    )
    options.add_argument("--sets", type=_names, metavar="A,B", help="sets of puzzles; see --list")
    options.add_argument(
        "--questions", type=_names, default=QUESTIONS, help="solve, verify or both (default)"
    )
    options.add_argument("--rounds", type=_positive, metavar="N", help="rounds (default 5)")
    options.add_argument(
        "--sample", type=_positive, metavar="N", help="at most N puzzles of a set (default 100)"
    )
    options.add_argument(
        "--budget",
        type=float,
        metavar="SECONDS",
        help="wall time of a route for a set and a question, all rounds (default 10)",
    )
    options.add_argument(
        "--data", type=Path, default=DATA, metavar="FOLDER", help="folder of the public lists"
    )
    options.add_argument(
        "--keep-cells",
        action="store_true",
        help="relabel values only; rows and columns stay as in the files",
    )
    options.add_argument("--norvig", default="", metavar="PATH", help="Norvig's sudoku.py")
    options.add_argument(
        "--reference", default=REFERENCE, metavar="ROUTE", help="numerator of the speed ratios"
    )
    options.add_argument("--seed", type=int, default=1, help="of samples and images (default 1)")
    options.add_argument(
        "--out", type=Path, default=HERE / "results", metavar="FOLDER", help="folder of the results"
    )
    return options


def _names(text: str) -> list[str]:
    """Split names at commas, except commas within a backend's options."""
    names: list[str] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if names and ":" in names[-1] and "=" in part and ":" not in part:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, not {text}")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; return 1 if a target is missed or a backend of nonet gives a wrong answer."""
    given = parser().parse_args(arguments)
    if given.list:
        return list_all(given.data)
    if given.show:
        return show(json.loads(given.show.read_text()), given.out, given.show.stem)
    if given.publish:
        return publish(given.out)
    if given.startup:
        measurement = startup.measure()
        print(startup.summary(measurement))
        write_results(measurement, given.out, "startup")
        return 0
    if given.tracing:
        measurement = tracing.measure(given.data, given.rounds or 15)
        print(tracing.summary(measurement))
        write_results(measurement, given.out, "tracing")
        return 0
    if given.targets:
        return targets.main(given)
    run = table_run(given)
    return show(run, given.out, "quick" if given.quick else "table")


def table_run(given: argparse.Namespace) -> dict[str, Any]:
    """Compare the chosen routes on the chosen sets; return the figures as JSON."""
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
        say(f"the public lists are not at {given.data} (see --data): using puzzles/ alone")
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
    """Print the tables, write JSON and plot; return 1 if a backend of nonet was wrong."""
    print(report.tables(run))
    write_results(run, out, name)
    (out / f"{name}.md").write_text(report.tables(run, markdown=True) + "\n")
    try:
        from benchmarks import plot
    except ImportError as error:
        say(f'no plot: pip install "nonet[bench]" ({error})')
    else:
        plot.draw(run, [out / f"{name}.png", out / f"{name}.svg"])
    say(f"written to {out}: {name}.json, {name}.md and the plots")
    wrong = report.faults(run)
    for fault in wrong:
        say(f"FAULT: {fault}")
    return 1 if wrong else 0


def publish(out: Path) -> int:
    """Copy a run from ``out`` to ``figures.json``, ``plot.svg`` and the tables of ``README.md``."""
    shutil.copy(out / "table.json", HERE / "figures.json")
    shutil.copy(out / "table.svg", HERE / "plot.svg")
    readme = HERE / "README.md"
    text = readme.read_text()
    run = json.loads((out / "table.json").read_text())
    parts = {
        "targets": (out / "targets.md").read_text(),
        "table": report.tables(run, markdown=True, brief=True) + "\n",
    }
    for name, tables in parts.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, remainder = text.split(begin)
        _, after = remainder.split(end)
        text = f"{before}{begin}\n{tables}\n{end}{after}"
    readme.write_text(text)
    return 0


def list_all(data: Path) -> int:
    """Print the routes and the sets."""
    print("routes (or the specification of any backend):")
    print("\n".join(f"  {name}" for name in DEFAULT))
    print("sets:")
    for name, source in SOURCES.items():
        place = "puzzles" if source.own else data
        print(f"  {name:18} {source.what} ({place}/{source.file})")
    return 0
