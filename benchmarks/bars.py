"""The bars: what nonet must reach, measured, each with yes or no.

Speeds are ratios of CPU time taken round by round in one run, without reading
the text, for which both sides have their own figure in the table.
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
from benchmarks.figures import FORM, VERSION, figures, machine, milliseconds, ratio
from benchmarks.report import table
from benchmarks.sets import PUBLIC, PuzzleSet, load
from benchmarks.worker import SOLVE, VERIFY

WHOLE = ("euler96_50", "top95", "hardest11", "forum_hardest_375", "magictour_1465")
BOTH = ("euler96_50", "top95")
LEARNERS = ("euler96_50", "hardest11")


@dataclass(frozen=True)
class Bar:
    """One thing nonet must reach, in words, and what was measured."""

    what: str
    must: str
    measured: str
    ok: bool


def main(given: argparse.Namespace) -> int:
    """Measure all bars and print them; 1 if one is missed."""
    missing = [name for name in PUBLIC if not _is_there(name, given)]
    if missing:
        raise SystemExit(
            f"benchmarks: the bars need the public lists (--data); not there: {', '.join(missing)}"
        )
    from benchmarks.cli import keep, load_now, say

    load_before = load_now()
    say(f"load {load_before}")
    bars: list[Bar] = []
    for part in (starts, counts, large, tracing_bars, speeds, answers):
        for bar in part(given):
            bars.append(bar)
            print(f"{'ok    ' if bar.ok else 'MISSED'} {bar.what}: {bar.measured}", flush=True)
    print()
    rows = [[b.what, b.must, b.measured, "ok" if b.ok else "MISSED"] for b in bars]
    head = ["what", "must", "measured", ""]
    print(table(head, rows, words=True))
    found = {"form": FORM, "version": VERSION, "machine": machine(), "load_before": load_before}
    keep({**found, "results": [asdict(bar) for bar in bars]}, given.out, "bars")
    on = "{cpu}, {cores} cores, {python}; load {before} before and {load} after.".format(
        **found["machine"], before=load_before
    )
    (given.out / "bars.md").write_text(f"{table(head, rows, True, words=True)}\n\n{on}\n")
    return 0 if all(bar.ok for bar in bars) else 1


def _is_there(name: str, given: argparse.Namespace) -> bool:
    try:
        load(name, given.data, 1, given.seed)
    except SystemExit:
        return False
    return True


def starts(given: argparse.Namespace) -> Iterator[Bar]:
    """One easy puzzle from the command line."""
    found = startup.measure()
    solve, bare = found["nonet solve"], found["python -c pass"]
    slowest = ", ".join(f"{name} {ms:.1f}" for name, ms in list(found["imports"].items())[:3])
    yield Bar(
        "one easy puzzle from the command line",
        "0.15 s wall",
        f"{solve['median_s']:.3f} s (Python alone {bare['median_s']:.3f} s; {found['modules']} "
        f"modules, most ms: {slowest}; heavy: {', '.join(found['heavy']) or 'none'})",
        solve["median_s"] <= 0.15 and not found["heavy"],
    )


def counts(given: argparse.Namespace) -> Iterator[Bar]:
    """The numbers of solutions of small grids, by every backend."""
    names = [backend.name for backend in nonet.available_backends()]
    four = {name: str(nonet.count(nonet.Puzzle(nonet.Grid.square(4)), name)) for name in names}
    yield Bar("solutions of the empty 4x4", "288 by every backend", _each(four), _all(four, "288"))
    # the values relabelled give the first row, and the first column then has 3! x 3! x ... orders
    clues = {f"R1C{c}": c for c in range(1, 7)} | {"R2C1": 4, "R3C1": 2, "R4C1": 3}
    clues |= {"R5C1": 5, "R6C1": 6}
    six = {
        name: str(nonet.count(nonet.Puzzle(nonet.Grid.square(6, (2, 3)), clues), name))
        for name in names
    }
    yield Bar(
        "solutions of 6x6, boxes 2x3, first row and column given",
        "the same by every backend",
        _each(six),
        len(set(six.values())) == 1 and not next(iter(six.values())).startswith("at least"),
    )


def _each(found: dict[str, str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in found.items())


def _all(found: dict[str, str], number: str) -> bool:
    return set(found.values()) == {number} and {"native", "cpsat", "sat"} <= set(found)


COLD = """
import json, sys, time
began = time.perf_counter()
import nonet
verdict = nonet.verify(nonet.parse(sys.argv[1]), sys.argv[2])
wall = time.perf_counter() - began
print(json.dumps([verdict.uniqueness.value, wall, time.process_time()]))
"""
"""Proves one puzzle unique in a new process: imports, building and encoding included."""


def large(given: argparse.Namespace) -> Iterator[Bar]:
    """The hard 25x25, by a solver that has seen nothing before."""
    (puzzle,) = load("25x25-290", given.data, None, given.seed).puzzles
    for name in ("cpsat", "sat"):
        runs = []
        for _ in range(3):
            command = [sys.executable, "-c", COLD, puzzle.line(), name]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            runs.append(json.loads(done.stdout))
        slowest = max(seconds for _, seconds, _ in runs)
        yield Bar(
            f"25x25 of 290 clues by {name}, new process, imports and all",
            "unique within 2 s",
            f"{runs[0][0]}, {slowest:.2f} s wall (slowest of 3; {max(r[2] for r in runs):.2f} CPU)",
            slowest <= 2 and all(verdict == "unique" for verdict, _, _ in runs),
        )


def tracing_bars(given: argparse.Namespace) -> Iterator[Bar]:
    """What tracing costs native when it is off."""
    found = tracing.measure(given.data, 9 if given.quick else 25)
    worst = max(cost["percent"] for cost in found["cost"].values())
    each = ", ".join(f"{name} {c['percent']:+.1f}%" for name, c in found["cost"].items())
    yield Bar("tracing off costs native", "under 3%", each, worst < 3)


def speeds(given: argparse.Namespace) -> Iterator[Bar]:
    """The ratios to textbook programs and to Norvig's."""
    options: dict[str, Any] = {
        "rounds": given.rounds or (2 if given.quick else 7),
        "budget": given.budget or 60.0,
        "norvig": given.norvig,
        "seed": given.seed,
    }
    sample = 20 if given.quick else 100
    sets = [load(name, given.data, sample, given.seed) for name in PUBLIC]
    both = [puzzles for puzzles in sets if puzzles.name in BOTH]
    # one run each for routes that are compared: fewer minutes than all on all
    solvers = compare(["cpsat", "sat", "textbook-cpsat"], both, **options)
    _keep(given, solvers, both, "bars-solvers", options)
    for set_, least in (("euler96_50", 2.5), ("top95", 4.0)):
        yield _faster(solvers, "cpsat", "textbook-cpsat", set_, SOLVE, least)
    for set_ in BOTH:
        for question in (SOLVE, VERIFY):
            yield _faster(solvers, "sat", "textbook-cpsat", set_, question, 8.0)
    # the static order of the default solver makes rows and columns matter: as in the file
    learners = [replace(puzzles, move=False) for puzzles in sets if puzzles.name in LEARNERS]
    routes = ["python-constraint", "textbook-python-constraint"]
    pure = compare(routes, learners, questions=(SOLVE,), **options)
    _keep(given, pure, learners, "bars-python-constraint", options)
    for set_ in LEARNERS:
        yield _faster(pure, *routes, set_, SOLVE, 5.0)
    alone = compare(routes[:1], both[1:], questions=(SOLVE,), **options).cell(routes[0], "top95")
    average = milliseconds(alone.full) / 1e3 if alone.full else float("inf")
    yield Bar("python-constraint on top95, mean", "under 0.5 s", f"{average:.4f} s", average < 0.5)
    norvig = compare(["native", "norvig"], sets, questions=(SOLVE,), **options)
    _keep(given, norvig, sets, "bars-norvig", options)
    for puzzles in sets:
        yield _faster(norvig, "native", "norvig", puzzles.name, SOLVE, 1.0, aim=3.0)


def _faster(
    comparison: Comparison,
    fast: str,
    slow: str,
    set_: str,
    question: str,
    least: float,
    aim: float | None = None,
) -> Bar:
    quick, other = comparison.cell(fast, set_, question), comparison.cell(slow, set_, question)
    found = ratio(other, quick)
    must = f"{least:g}x faster" if least > 1 else "no slower"
    if aim is not None:
        must += f", aim {aim:g}x"
    what = f"{fast} against {slow}, {question} {set_}"
    if found is None:
        ended = quick.ended or other.ended
        return Bar(what, must, f"not measured: {ended.reason if ended else 'no round'}", False)
    mine, theirs = milliseconds(quick.full), milliseconds(other.full)
    read = milliseconds(quick.full, "read")
    wrong = quick.wrong + quick.unsolved
    measured = f"{found:.2f}x ({mine:.3f} and {theirs:.3f} ms; reading {read:.3f})"
    if wrong:
        measured += f", {wrong} WRONG OR UNSOLVED"
    return Bar(what, must, measured, found >= least and not wrong)


def _keep(
    given: argparse.Namespace,
    comparison: Comparison,
    sets: list[PuzzleSet],
    name: str,
    options: dict[str, Any],
) -> None:
    from benchmarks.cli import keep

    settings = {key: options[key] for key in ("rounds", "budget", "seed")}
    reference = list(comparison.cells)[-1][0]  # the one it is compared with comes last
    keep(figures(comparison, sets, reference, settings), given.out, name)


def answers(given: argparse.Namespace) -> Iterator[Bar]:
    """Every puzzle of the lists solved and proved unique, with the same answers."""
    sample = 20 if given.quick else None
    for name in WHOLE:
        puzzles = load(name, given.data, sample, given.seed)
        backends = ["native", "cpsat", "sat"]
        if name in LEARNERS:
            backends.append("python-constraint")
        yield _answers(puzzles, backends)


def _answers(puzzles: PuzzleSet, backends: list[str]) -> Bar:
    solved: dict[str, set[tuple[int, str]]] = {}
    unproved: list[str] = []
    began = time.perf_counter()
    for backend in backends:
        found = solved[backend] = set()
        for number, puzzle in enumerate(puzzles.puzzles):
            solution = nonet.solve(puzzle, backend, time_limit=60).solution
            verdict = nonet.verify(puzzle, backend, time_limit=60)
            if solution is not None:
                found.add((number, solution.line))
            if verdict.uniqueness.value != "unique" or verdict.witnesses[0] != solution:
                said = f"{verdict.uniqueness.value} ({verdict.stopped_by})"
                unproved.append(f"{backend} {said}: {puzzle.line()}")
    same = all(found == solved[backends[0]] for found in solved.values())
    complete = all(len(found) == len(puzzles.puzzles) for found in solved.values())
    measured = ", ".join(f"{name} {len(found)}" for name, found in solved.items())
    if unproved:
        measured = f"{'; '.join(unproved[:3])}; {measured}"
    return Bar(
        f"{puzzles.name}: solved and proved unique",
        f"all {len(puzzles.puzzles)}, same answers",
        f"{measured}; {len(unproved)} not proved; answers {'the same' if same else 'DIFFER'} "
        f"({time.perf_counter() - began:.0f} s)",
        same and complete and not unproved,
    )
