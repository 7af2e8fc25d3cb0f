"""Measure the targets: the figures that nonet must reach, each with yes or no.

Speeds are ratios of CPU time within each round of one run.  Reading the text is not
included; the tables list its time separately.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import nonet
from benchmarks import startup, tracing
from benchmarks.compare import Comparison, compare
from benchmarks.figures import (
    FORM,
    VERSION,
    figures,
    machine,
    milliseconds,
    ratio,
    write_results,
)
from benchmarks.report import table
from benchmarks.sets import PUBLIC, PuzzleSet, load
from benchmarks.timing import load_now, say
from benchmarks.worker import SOLVE, VERIFY

ANSWERED_SETS = ("euler96_50", "top95", "hardest11", "forum_hardest_375", "magictour_1465")
SPEED_SETS = ("euler96_50", "top95")
PYTHON_CONSTRAINT_SETS = ("euler96_50", "hardest11")


@dataclass(frozen=True)
class Target:
    """A figure that nonet must reach, and the measured figure."""

    what: str
    must: str
    measured: str
    ok: bool


def main(given: argparse.Namespace) -> int:
    """Measure and print all targets; return 1 if one is missed."""
    missing = [name for name in PUBLIC if not _is_available(name, given)]
    if missing:
        raise SystemExit(
            f"benchmarks: the targets need the public lists (--data); missing: {', '.join(missing)}"
        )
    load_before = load_now()
    say(f"load {load_before}")
    targets: list[Target] = []
    for part in (start_up, counts, large, tracing_cost, speeds, answers):
        for target in part(given):
            targets.append(target)
            print(
                f"{'ok    ' if target.ok else 'MISSED'} {target.what}: {target.measured}",
                flush=True,
            )
    print()
    rows = [[b.what, b.must, b.measured, "ok" if b.ok else "MISSED"] for b in targets]
    head = ["measure", "target", "measured", ""]
    print(table(head, rows, text_columns=True))
    record = {"form": FORM, "version": VERSION, "machine": machine(), "load_before": load_before}
    write_results(
        {**record, "results": [asdict(target) for target in targets]}, given.out, "targets"
    )
    on = "{cpu}, {cores} cores, {python}; load {before} before and {load} after.".format(
        **record["machine"], before=load_before
    )
    (given.out / "targets.md").write_text(f"{table(head, rows, True, text_columns=True)}\n\n{on}\n")
    return 0 if all(target.ok for target in targets) else 1


def _is_available(name: str, given: argparse.Namespace) -> bool:
    try:
        load(name, given.data, 1, given.seed)
    except SystemExit:
        return False
    return True


def start_up(given: argparse.Namespace) -> Iterator[Target]:
    """Time an easy puzzle from the command line."""
    startup_figures = startup.measure()
    solve, bare = startup_figures["nonet solve"], startup_figures["python -c pass"]
    slowest = ", ".join(
        f"{name} {ms:.1f}" for name, ms in list(startup_figures["imports"].items())[:3]
    )
    yield Target(
        "one easy puzzle from the command line",
        "0.15 s wall",
        f"{solve['median_s']:.3f} s (Python alone {bare['median_s']:.3f} s; {startup_figures['modules']} "
        f"modules, most ms: {slowest}; heavy: {', '.join(startup_figures['heavy']) or 'none'})",
        solve["median_s"] <= 0.15 and not startup_figures["heavy"],
    )


def counts(given: argparse.Namespace) -> Iterator[Target]:
    """Count the solutions of small grids by every backend."""
    names = [backend.name for backend in nonet.backends.available_backends()]
    four = {
        name: str(nonet.count_solutions(nonet.Puzzle(nonet.Grid.square(4)), name)) for name in names
    }
    yield Target(
        "solutions of the empty 4x4", "288 by every backend", _listed(four), _all_equal(four, "288")
    )
    # the values relabelled give the first row, and the first column then has 3! x 3! x ... orders
    clues = {f"R1C{c}": c for c in range(1, 7)} | {"R2C1": 4, "R3C1": 2, "R4C1": 3}
    clues |= {"R5C1": 5, "R6C1": 6}
    six = {
        name: str(nonet.count_solutions(nonet.Puzzle(nonet.Grid.square(6, (2, 3)), clues), name))
        for name in names
    }
    yield Target(
        "solutions of 6x6, boxes 2x3, first row and column given",
        "the same by every backend",
        _listed(six),
        len(set(six.values())) == 1 and not next(iter(six.values())).startswith("at least"),
    )


def _listed(counts: dict[str, str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items())


def _all_equal(counts: dict[str, str], number: str) -> bool:
    return set(counts.values()) == {number} and {"native", "cpsat", "sat"} <= set(counts)


COLD = """
import json, sys, time
began = time.perf_counter()
import nonet
verdict = nonet.verify(nonet.parse(sys.argv[1]), sys.argv[2])
wall = time.perf_counter() - began
print(json.dumps([verdict.uniqueness.value, wall, time.process_time()]))
"""
"""Prove one puzzle unique in a new process: imports, building and encoding included."""


def large(given: argparse.Namespace) -> Iterator[Target]:
    """Time the hard 25x25 in a new process."""
    (puzzle,) = load("25x25-290", given.data, None, given.seed).puzzles
    for name in ("cpsat", "sat"):
        runs = []
        for _ in range(3):
            command = [sys.executable, "-c", COLD, puzzle.line(), name]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            runs.append(json.loads(done.stdout))
        slowest = max(seconds for _, seconds, _ in runs)
        yield Target(
            f"25x25 of 290 clues by {name}, new process, imports and all",
            "unique within 2 s",
            f"{runs[0][0]}, {slowest:.2f} s wall (slowest of 3; {max(r[2] for r in runs):.2f} CPU)",
            slowest <= 2 and all(verdict == "unique" for verdict, _, _ in runs),
        )


def tracing_cost(given: argparse.Namespace) -> Iterator[Target]:
    """Measure the cost of tracing in the native engine when it is off."""
    tracing_figures = tracing.measure(given.data, 9 if given.quick else 25)
    worst = max(cost["percent"] for cost in tracing_figures["cost"].values())
    each = ", ".join(f"{name} {c['percent']:+.1f}%" for name, c in tracing_figures["cost"].items())
    yield Target("tracing off costs native", "under 3%", each, worst < 3)


def speeds(given: argparse.Namespace) -> Iterator[Target]:
    """Compare with the textbook programs and with Norvig's program."""
    options: dict[str, Any] = {
        "rounds": given.rounds or (2 if given.quick else 7),
        "budget": given.budget or 60.0,
        "norvig": given.norvig,
        "seed": given.seed,
    }
    sample = 20 if given.quick else 100
    sets = [load(name, given.data, sample, given.seed) for name in PUBLIC]
    two_sets = [puzzles for puzzles in sets if puzzles.name in SPEED_SETS]
    # a run for each comparison takes fewer minutes than all routes on all sets
    solvers = compare(["cpsat", "sat", "textbook-cpsat"], two_sets, **options)
    _write_run(given, solvers, two_sets, "targets-solvers", options)
    for set_name, minimum in (("euler96_50", 2.5), ("top95", 4.0)):
        yield _faster(solvers, "cpsat", "textbook-cpsat", set_name, SOLVE, minimum)
    for set_name in SPEED_SETS:
        for question in (SOLVE, VERIFY):
            yield _faster(solvers, "sat", "textbook-cpsat", set_name, question, 8.0)
    # the default solver has a static order of variables: keep the rows and columns of the file
    pure_sets = [replace(each, move=False) for each in sets if each.name in PYTHON_CONSTRAINT_SETS]
    routes = ["python-constraint", "textbook-python-constraint"]
    pure = compare(routes, pure_sets, questions=(SOLVE,), **options)
    _write_run(given, pure, pure_sets, "targets-python-constraint", options)
    for set_name in PYTHON_CONSTRAINT_SETS:
        yield _faster(pure, *routes, set_name, SOLVE, 5.0)
    alone = compare(routes[:1], two_sets[1:], questions=(SOLVE,), **options).cell(
        routes[0], "top95"
    )
    average = milliseconds(alone.full) / 1e3 if alone.full else float("inf")
    yield Target(
        "python-constraint on top95, mean", "under 0.5 s", f"{average:.4f} s", average < 0.5
    )
    norvig = compare(["native", "norvig"], sets, questions=(SOLVE,), **options)
    _write_run(given, norvig, sets, "targets-norvig", options)
    for puzzles in sets:
        yield _faster(norvig, "native", "norvig", puzzles.name, SOLVE, 1.0, aim=3.0)


def _faster(
    comparison: Comparison,
    fast: str,
    slow: str,
    set_name: str,
    question: str,
    minimum: float,
    aim: float | None = None,
) -> Target:
    fast_cell, slow_cell = (
        comparison.cell(fast, set_name, question),
        comparison.cell(slow, set_name, question),
    )
    speedup = ratio(slow_cell, fast_cell)
    must = f"{minimum:g}x faster" if minimum > 1 else "no slower"
    if aim is not None:
        must += f", aim {aim:g}x"
    what = f"{fast} against {slow}, {question} {set_name}"
    if speedup is None:
        ended = fast_cell.ended or slow_cell.ended
        return Target(what, must, f"not measured: {ended.reason if ended else 'no round'}", False)
    mine, theirs = milliseconds(fast_cell.full), milliseconds(slow_cell.full)
    read = milliseconds(fast_cell.full, "read")
    wrong = fast_cell.wrong + fast_cell.unsolved
    measured = f"{speedup:.2f}x ({mine:.3f} and {theirs:.3f} ms; reading {read:.3f})"
    if wrong:
        measured += f", {wrong} WRONG OR UNSOLVED"
    return Target(what, must, measured, speedup >= minimum and not wrong)


def _write_run(
    given: argparse.Namespace,
    comparison: Comparison,
    sets: list[PuzzleSet],
    name: str,
    options: dict[str, Any],
) -> None:
    from benchmarks.cli import write_results

    settings = {key: options[key] for key in ("rounds", "budget", "seed")}
    reference = list(comparison.cells)[-1][0]  # the route in the denominator comes last
    write_results(figures(comparison, sets, reference, settings), given.out, name)


def answers(given: argparse.Namespace) -> Iterator[Target]:
    """Check that every puzzle of the lists is solved and proved unique, with the same answers."""
    sample = 20 if given.quick else None
    for name in ANSWERED_SETS:
        puzzles = load(name, given.data, sample, given.seed)
        backends = ["native", "cpsat", "sat"]
        if name in PYTHON_CONSTRAINT_SETS:
            backends.append("python-constraint")
        yield _answers(puzzles, backends)


def _answers(puzzles: PuzzleSet, backends: list[str]) -> Target:
    solved: dict[str, set[tuple[int, str]]] = {}
    unproved: list[str] = []
    began = time.perf_counter()
    for backend in backends:
        lines = solved[backend] = set()
        for number, puzzle in enumerate(puzzles.puzzles):
            solution = nonet.solve(puzzle, backend, time_limit=60).solution
            verdict = nonet.verify(puzzle, backend, time_limit=60)
            if solution is not None:
                lines.add((number, solution.line))
            if verdict.uniqueness.value != "unique" or verdict.witnesses[0] != solution:
                reason = f"{verdict.uniqueness.value} ({verdict.stopped_by})"
                unproved.append(f"{backend} {reason}: {puzzle.line()}")
    same = all(lines == solved[backends[0]] for lines in solved.values())
    complete = all(len(lines) == len(puzzles.puzzles) for lines in solved.values())
    measured = ", ".join(f"{name} {len(lines)}" for name, lines in solved.items())
    if unproved:
        measured = f"{'; '.join(unproved[:3])}; {measured}"
    return Target(
        f"{puzzles.name}: solved and proved unique",
        f"all {len(puzzles.puzzles)}, same answers",
        f"{measured}; {len(unproved)} not proved; answers {'the same' if same else 'DIFFER'} "
        f"({time.perf_counter() - began:.0f} s)",
        same and complete and not unproved,
    )
