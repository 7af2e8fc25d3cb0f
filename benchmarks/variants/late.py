"""``python -m benchmarks.variants.deferred``: how late a limit of time is kept by lock-step, or
Ctrl-C.

A limit falls into whatever is under way: a search of short sweeps and of long ones, the making of
arrays, of graphs, of what windows imply.  Each question is asked with several limits, and told is
how much later the latest of them ended: by the clock, which tells of a busy machine too, and in CPU
that was used from when the limit was over.  What ends before its limit is not counted.
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
from benchmarks.variants.measure import forget
from nonet import AllDifferent, Linear, Model, Table
from nonet.model import Constraint
from nonet.puzzle import Puzzle, grid_of

LIMITS = (0.05, 0.2, 0.5)
ROUNDS = 5


def sums() -> Model:
    """Sums of twelve of forty cells, each at most so large: no end of solutions."""
    names = [f"x{k}" for k in range(40)]
    found: list[Constraint] = [Linear.sum(names[k : k + 12], "<=", 60) for k in range(28)]
    # no two alike: to be proven to have none takes for ever
    whole = Linear(tuple(names), tuple(2 * k + 2 for k in range(40)), "==", 8_001)
    return Model(
        dict.fromkeys(names, range(1, 10)), [AllDifferent(tuple(names[:3])), *found, whole]
    )


def tables() -> Model:
    """Long tables over common cells: a sweep reads a hundred thousand integers."""
    return _of_tables(Random(64), 12, 6, 3_000)


def graphs() -> Model:
    """Tables whose graphs take long to make, in Python."""
    return _of_tables(Random(65), 8, 9, 4_000)


def _of_tables(draw: Random, number: int, width: int, rows: int) -> Model:
    names = [f"x{k}" for k in range(24)]
    made = []
    for _ in range(number):
        drawn = {tuple(draw.choices(range(1, 10), k=width)) for _ in range(rows)}
        made.append(Table(tuple(draw.sample(names, width)), frozenset(drawn)))
    return Model(dict.fromkeys(names, range(1, 10)), made)


def cages() -> Model:
    """A 25x25 of cages of two to five cells in rows: many windows, and a long search."""
    draw, puzzle = Random(66), Puzzle(grid_of("25"))
    model, found = puzzle.model(), []
    for row in range(1, 26):
        column = 1
        while column < 25:
            places = range(column, min(column + draw.randint(2, 5), 26))
            values = [(5 * (row % 5) + row // 5 + place) % 25 + 1 for place in places]
            found.append(Linear.sum([f"R{row}C{place}" for place in places], "==", sum(values)))
            column += len(places)
    return model.add(*found)


QUESTIONS: dict[str, Callable[[], Model]] = {
    "sums without end": sums,
    "long sweeps": tables,
    "graphs to be made": graphs,
    "25x25 of cages": cages,
}


def late(model: Model, limit: float, *, by_key: bool) -> tuple[float, float] | None:
    """Seconds of the clock and of CPU after the limit; ``None`` where there was an answer."""
    forget(backends=False)
    over: list[tuple[float, float]] = []

    def note() -> None:
        over.append((time.monotonic(), time.process_time()))
        if by_key:
            os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(limit, note)
    timer.start()
    try:
        found = nonet.verify(model, "lockstep", time_limit=None if by_key else limit)
        ended = found.uniqueness is not nonet.Uniqueness.UNDECIDED
    except KeyboardInterrupt:
        ended = False
    clock, worked = time.monotonic(), time.process_time()
    timer.cancel()
    timer.join()
    return None if ended or not over else (clock - over[0][0], worked - over[0][1])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.variants.late")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args(arguments)
    rows = []
    for name, make in QUESTIONS.items():
        model = make()
        late(model, 0.5, by_key=False)  # the engine is there then
        for by_key in (False, True):
            asked = [late(model, n, by_key=by_key) for n in LIMITS for _ in range(given.rounds)]
            over = [each for each in asked if each is not None]
            if over:
                clock, cpu = zip(*over, strict=True)
                figures = [f"{max(clock):.3f}", f"{max(cpu):.3f}"]
                rows.append([name, "Ctrl-C" if by_key else "limit", str(len(over)), *figures])
    head = ["question", "ended by", "asked", "late, s", "in CPU, s"]
    print(table(head, rows, markdown=True, words=True))
    print("\n{cpu}, {cores} cores, {python}; load {load}".format(**machine()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
