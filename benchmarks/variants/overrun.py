"""``python -m benchmarks.variants.overrun``: the time from a limit or Ctrl-C to lock-step's end.

A limit can pass during a search with short or with long sweeps, or while arrays, graphs or implied
sums are built.  Each question runs with several limits.  The table has the longest overrun: the
wall time, which depends on other work of the machine, and the CPU time from the limit to the end.
Runs that end before their limit are not counted.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from random import Random

import nonet
from benchmarks.figures import machine
from benchmarks.report import table
from nonet import AllDifferent, Model
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.numbered_cells import unit_layout
from nonet.model import Constraint, Linear, Table
from nonet.puzzle import Puzzle, grid_of

LIMITS = (0.05, 0.2, 0.5)
ROUNDS = 5


def sums() -> Model:
    """Return bounded sums of twelve of forty cells, and a sum without solution."""
    names = [f"x{k}" for k in range(40)]
    constraints: list[Constraint] = [Linear.sum(names[k : k + 12], "<=", 60) for k in range(28)]
    # different coefficients: a proof that there is no solution takes practically forever
    no_solution = Linear(tuple(names), tuple(2 * k + 2 for k in range(40)), "==", 8_001)
    return Model(
        dict.fromkeys(names, range(1, 10)),
        [AllDifferent(tuple(names[:3])), *constraints, no_solution],
    )


def tables() -> Model:
    """Return long tables over common cells: a sweep reads a hundred thousand integers."""
    return _of_tables(Random(64), 12, 6, 3_000)


def graphs() -> Model:
    """Return tables whose graphs are built slowly, in Python."""
    return _of_tables(Random(65), 8, 9, 4_000)


def _of_tables(draw: Random, number: int, width: int, rows: int) -> Model:
    names = [f"x{k}" for k in range(24)]
    constraints = []
    for _ in range(number):
        drawn = {tuple(draw.choices(range(1, 10), k=width)) for _ in range(rows)}
        constraints.append(Table(tuple(draw.sample(names, width)), frozenset(drawn)))
    return Model(dict.fromkeys(names, range(1, 10)), constraints)


def cages() -> Model:
    """Return a 25x25 with cages of two to five cells in rows: many implied sums, a long search."""
    draw, puzzle = Random(66), Puzzle(grid_of("25"))
    model, sums = puzzle.model(), []
    for row in range(1, 26):
        column = 1
        while column < 25:
            places = range(column, min(column + draw.randint(2, 5), 26))
            values = [(5 * (row % 5) + row // 5 + place) % 25 + 1 for place in places]
            sums.append(Linear.sum([f"R{row}C{place}" for place in places], "==", sum(values)))
            column += len(places)
    return model.add(*sums)


QUESTIONS: dict[str, Callable[[], Model]] = {
    "endless sums": sums,
    "long sweeps": tables,
    "slow graphs": graphs,
    "25x25 of cages": cages,
}


def overrun(model: Model, limit: float, *, by_key: bool) -> tuple[float, float] | None:
    """Return seconds of wall time and of CPU after the limit; ``None`` if there was an answer."""
    kernel_for.cache_clear()
    unit_layout.cache_clear()
    over: list[tuple[float, float]] = []

    def note() -> None:
        over.append((time.monotonic(), time.process_time()))
        if by_key:
            os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(limit, note)
    timer.start()
    ended = False
    try:
        verdict = nonet.verify(model, "lockstep", time_limit=None if by_key else limit)
        ended = verdict.uniqueness is not nonet.Uniqueness.UNDECIDED
        timer.cancel()
        timer.join()  # Ctrl-C may come here, too
    except KeyboardInterrupt:
        pass
    clock, worked = time.monotonic(), time.process_time()
    return None if ended or not over else (clock - over[0][0], worked - over[0][1])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.variants.overrun")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args(arguments)
    rows = []
    for name, make in QUESTIONS.items():
        model = make()
        overrun(model, 0.5, by_key=False)  # loads the engine
        for by_key in (False, True):
            results = [
                overrun(model, n, by_key=by_key) for n in LIMITS for _ in range(given.rounds)
            ]
            overruns = [each for each in results if each is not None]
            if overruns:
                clock, cpu = zip(*overruns, strict=True)
                figures = [f"{max(clock):.3f}", f"{max(cpu):.3f}"]
                rows.append([name, "Ctrl-C" if by_key else "limit", str(len(overruns)), *figures])
    head = ["question", "ended by", "runs", "overrun, s", "CPU, s"]
    print(table(head, rows, markdown=True, text_columns=True))
    print("\n{cpu}, {cores} cores, {python}; load {load}".format(**machine()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
