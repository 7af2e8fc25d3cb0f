"""Rounds over all routes on the same images, so that drift hits all alike; then the medians."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np

import nonet
from benchmarks.lockstep.arrays import Array, images, lines, thinned, variants
from benchmarks.lockstep.engine import Done, Engine, Task
from benchmarks.lockstep.peers import Peer


@dataclass(frozen=True)
class Ours:
    """A way to use our engine: see ``engine.Task``, and ``engine.WIDTHS`` for ``width``.

    ``verify_many`` is the function that users call, checks and solutions included.
    """

    kernel: str
    limit: int = 2
    write: bool = False
    threads: int = 1
    width: str = ""

    @property
    def name(self) -> str:
        """Such as ``classic, limit 1``; ``units`` is the generic kernel."""
        extra = [f"limit {self.limit}"] if self.limit != 2 else []
        extra += ["writing solutions"] if self.write else []
        extra += [f"{self.threads} threads"] if self.threads > 1 else []
        return ", ".join([self.kernel, *extra, *filter(None, [self.width])])


def ours(widths: Sequence[str]) -> list[Ours]:
    """Everything worth comparing, for the widths there are; the first is what ratios are of."""
    found = [Ours("verify_many")]
    for kernel in ("classic", "units"):
        base = Ours(kernel)
        first = replace(base, limit=1)
        found += [base, first, replace(base, write=True), replace(first, write=True)]
        found += [replace(base, threads=2)]
        found += [replace(base, width=width) for width in widths if width]
    return found


@dataclass(frozen=True)
class Route:
    """What is measured in a round: an engine's task or a peer at a limit."""

    name: str
    limit: int
    ours: Ours | None = None
    peer: Peer | None = None


@dataclass(frozen=True)
class Figure:
    """One route in one round: puzzles a second of CPU (``wall``: by the clock)."""

    rate: float
    wall: float | None
    guesses: float | None
    wrong: int = 0


def routes(widths: Sequence[str], peers: Sequence[Peer]) -> list[Route]:
    """Ours, then each peer at each limit it can be asked for."""
    found = [Route(one.name, one.limit, ours=one) for one in ours(widths)]
    for peer in peers:
        for limit in sorted(peer.limits, reverse=True):
            name = peer.name if limit == 2 else f"{peer.name}, limit {limit}"
            found.append(Route(name, limit, peer=peer))
    return found


@dataclass
class Bench:
    """Engines alive, and a folder for the puzzles handed to them."""

    folder: Path
    stack: ExitStack
    seconds: float

    def __post_init__(self) -> None:
        self._engines: dict[str, Engine] = {}
        self.classic = nonet.write(nonet.Puzzle(nonet.Grid.square(9)), "json")

    def engine(self, width: str = "") -> Engine:
        """The process for a width, started when first asked for."""
        if width not in self._engines:
            self._engines[width] = self.stack.enter_context(Engine(width))
        return self._engines[width]

    def keep(self, puzzles: Array) -> Path:
        """Write puzzles as ``.npy``, and classics as ``.txt`` beside it."""
        path = self.folder / "puzzles.npy"
        np.save(path, puzzles)
        if puzzles.shape[1] == 81:
            path.with_suffix(".txt").write_bytes(lines(puzzles))
        return path

    def do(self, route: Route, path: Path, n: int, many: bool = False) -> Figure:
        """Measure one route on the puzzles kept."""
        if route.peer is not None:
            told = route.peer.measure(path.with_suffix(".txt"), n, route.limit)
            return Figure(told.rate, None, told.guesses)
        assert route.ours is not None
        one = route.ours
        task = Task(
            one.kernel,
            str(path),
            self.classic,
            one.limit,
            one.write,
            one.threads,
            self.seconds,
            many,
        )
        done = self.engine(one.width).do(task)
        return Figure(n / done.cpu, n / done.wall, done.guesses, done.wrong)


def classics(
    bench: Bench,
    name: str,
    puzzles: Array,
    among: Sequence[Route],
    rounds: int,
    n: int,
    seed: int,
    less: int = 0,
    many: bool = False,
) -> dict[str, list[Figure]]:
    """The figures of each route on a set, round by round; ``n`` images a round, ``less`` clues."""
    found: dict[str, list[Figure]] = {route.name: [] for route in among}
    random = Random(seed)
    for number in range(rounds):
        say(f"{name}: round {number + 1} of {rounds}")
        path = bench.keep(thinned(images(puzzles, n, seed + number), less, seed + number))
        for route in random.sample(list(among), len(among)):
            found[route.name].append(bench.do(route, path, n, many))
    return found


def against_native(
    bench: Bench, name: str, rounds: int, n: int, few: int, seed: int
) -> dict[str, Any]:
    """The generic kernel on ``n`` images of a variant, and the native engine on ``few``."""
    say(f"{name}: the generic kernel and the native engine")
    pairs = []
    for number in range(rounds):
        empty, puzzles = variants(name, n, seed + number)
        like = nonet.write(empty, "json")
        generic = bench.engine().do(
            Task("units", str(bench.keep(puzzles)), like, seconds=bench.seconds)
        )
        native = bench.engine().do(Task("native", str(bench.keep(puzzles[:few])), like))
        pairs.append((generic, native))
    first, last = pairs[0]
    return {
        "set": name,
        "puzzles": n,
        "lanes": first.lanes,
        "us": median(generic.cpu / n * 1e6 for generic, _ in pairs),
        "native_us": median(native.cpu / few * 1e6 for _, native in pairs),
        "times_native": median(a.cpu / few / (g.cpu / n) for g, a in pairs),
        "guesses": first.guesses,
        "native_guesses": last.guesses,
        "native_puzzles": few,
        "wrong": sum(generic.wrong + native.wrong for generic, native in pairs),
    }


def growth(
    bench: Bench, puzzles: Array, numbers: Sequence[int], seed: int
) -> tuple[list[dict[str, Any]], float]:
    """The cost of ``n`` puzzles for each ``n``, once each, solutions written; and of starting.

    In a fresh process, so that the memory is that of the largest so far.
    Starting is the seconds from no process to the first puzzle's answer.
    """
    found = []
    began = time.perf_counter()
    with Engine("") as engine:
        path = bench.keep(puzzles[:1])
        engine.do(Task("classic", str(path), bench.classic))
        start = time.perf_counter() - began
        for n in sorted(numbers):
            say(f"growth: {n} puzzles")
            path = bench.keep(images(puzzles, n, seed))
            done: Done = engine.do(Task("classic", str(path), bench.classic, write=True))
            found.append(
                {
                    "puzzles": n,
                    "cpu_s": done.cpu,
                    "wall_s": done.wall,
                    "us": done.cpu / n * 1e6,
                    "memory_mb": done.memory,
                    "wrong": done.wrong,
                }
            )
    return found, start


def summary(name: str, figures: Sequence[Figure]) -> dict[str, Any]:
    """A route on a set, as JSON holds it: medians over rounds, and every round."""
    walls = [one.wall for one in figures if one.wall is not None]
    guesses = [one.guesses for one in figures if one.guesses is not None]
    return {
        "route": name,
        "rate": median(one.rate for one in figures),
        "wall_rate": median(walls) if walls else None,
        "guesses": median(guesses) if guesses else None,
        "wrong": sum(one.wrong for one in figures),
        "each_round": [round(one.rate, 1) for one in figures],
    }


def times(fast: Sequence[Figure], slow: Sequence[Figure]) -> float:
    """How many times faster, the median of ratios taken round by round."""
    return median(a.rate / b.rate for a, b in zip(fast, slow, strict=True))


def say(message: str) -> None:
    """Progress on standard error."""
    print(f"benchmarks: {message}", file=sys.stderr)
