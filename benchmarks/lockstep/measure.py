"""Interleaved rounds over all routes on the same images, and their medians."""

from __future__ import annotations

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
from benchmarks.lockstep.arrays import Array, images, lines, variants, without_clues
from benchmarks.lockstep.engine import Engine, Result, Task
from benchmarks.lockstep.peers import Peer
from benchmarks.timing import say


@dataclass(frozen=True)
class Configuration:
    """A configuration of nonet's engine: see ``engine.Task``, and ``engine.WIDTHS`` for ``width``.

    ``verify_many`` is the function that users call, including checks and solutions.
    """

    kernel: str
    limit: int = 2
    write: bool = False
    threads: int = 1
    width: str = ""

    @property
    def name(self) -> str:
        """The name, such as ``classic, limit 1``; ``units`` is the generic kernel."""
        extra = [f"limit {self.limit}"] if self.limit != 2 else []
        extra += ["writing solutions"] if self.write else []
        extra += [f"{self.threads} threads"] if self.threads > 1 else []
        return ", ".join([self.kernel, *extra, *filter(None, [self.width])])


def configurations(widths: Sequence[str]) -> list[Configuration]:
    """Return the configurations to compare for some widths."""
    configurations = [Configuration("verify_many")]
    for kernel in ("classic", "units"):
        base = Configuration(kernel)
        first = replace(base, limit=1)
        configurations += [base, first, replace(base, write=True), replace(first, write=True)]
        configurations += [replace(base, threads=2)]
        configurations += [replace(base, width=width) for width in widths if width]
    return configurations


@dataclass(frozen=True)
class Route:
    """A configuration of nonet's engine, or a peer with a limit of solutions."""

    name: str
    limit: int
    configuration: Configuration | None = None
    peer: Peer | None = None


@dataclass(frozen=True)
class Figure:
    """The figure of a route in a round: puzzles a second of CPU, and of wall time."""

    rate: float
    wall: float | None
    guesses: float | None
    wrong: int = 0


def routes(widths: Sequence[str], peers: Sequence[Peer]) -> list[Route]:
    """Return the routes of nonet, then each peer with each limit that it supports."""
    result = [Route(own.name, own.limit, configuration=own) for own in configurations(widths)]
    for peer in peers:
        for limit in sorted(peer.limits, reverse=True):
            name = peer.name if limit == 2 else f"{peer.name}, limit {limit}"
            result.append(Route(name, limit, peer=peer))
    return result


@dataclass
class Session:
    """The running engines, and a folder for their puzzles."""

    folder: Path
    stack: ExitStack
    seconds: float

    def __post_init__(self) -> None:
        self._engines: dict[str, Engine] = {}
        self.classic = nonet.write(nonet.Puzzle(nonet.Grid.square(9)), "json")

    def engine(self, width: str = "") -> Engine:
        """Return the process for a width, started at the first use."""
        if width not in self._engines:
            self._engines[width] = self.stack.enter_context(Engine(width))
        return self._engines[width]

    def write(self, puzzles: Array) -> Path:
        """Write puzzles as ``.npy``, and classics as ``.txt`` beside it."""
        path = self.folder / "puzzles.npy"
        np.save(path, puzzles)
        if puzzles.shape[1] == 81:
            path.with_suffix(".txt").write_bytes(lines(puzzles))
        return path

    def do(self, route: Route, path: Path, n: int, has_many: bool = False) -> Figure:
        """Measure a route on the written puzzles."""
        if route.peer is not None:
            rate = route.peer.measure(path.with_suffix(".txt"), n, route.limit)
            return Figure(rate.rate, None, rate.guesses)
        assert route.configuration is not None
        configuration = route.configuration
        task = Task(
            configuration.kernel,
            str(path),
            self.classic,
            configuration.limit,
            configuration.write,
            configuration.threads,
            self.seconds,
            has_many,
        )
        done = self.engine(configuration.width).do(task)
        return Figure(n / done.cpu, n / done.wall, done.guesses, done.wrong)


def classics(
    session: Session,
    name: str,
    puzzles: Array,
    all_routes: Sequence[Route],
    rounds: int,
    n: int,
    seed: int,
    removed_clues: int = 0,
    has_many: bool = False,
) -> dict[str, list[Figure]]:
    """Return the figures of each route on a set by rounds of ``n`` images."""
    figures: dict[str, list[Figure]] = {route.name: [] for route in all_routes}
    random = Random(seed)
    for number in range(rounds):
        say(f"{name}: round {number + 1} of {rounds}")
        path = session.write(
            without_clues(images(puzzles, n, seed + number), removed_clues, seed + number)
        )
        for route in random.sample(list(all_routes), len(all_routes)):
            figures[route.name].append(session.do(route, path, n, has_many))
    return figures


def against_native(
    session: Session, name: str, rounds: int, n: int, few: int, seed: int
) -> dict[str, Any]:
    """Compare the generic kernel on ``n`` images of a variant with the native engine on ``few``."""
    say(f"{name}: the generic kernel and the native engine")
    pairs = []
    for number in range(rounds):
        empty, puzzles = variants(name, n, seed + number)
        like = nonet.write(empty, "json")
        generic = session.engine().do(
            Task("units", str(session.write(puzzles)), like, seconds=session.seconds)
        )
        native = session.engine().do(Task("native", str(session.write(puzzles[:few])), like))
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
    session: Session, puzzles: Array, numbers: Sequence[int], seed: int
) -> tuple[list[dict[str, Any]], float]:
    """Measure one run of ``n`` puzzles for each ``n``, solutions written, and the start-up time.

    The process is new and the numbers ascend, so its peak memory is that of each run.  The start-up
    time is in seconds from the start of the process to the first answer.
    """
    rows = []
    began = time.perf_counter()
    with Engine("") as engine:
        path = session.write(puzzles[:1])
        engine.do(Task("classic", str(path), session.classic))
        start = time.perf_counter() - began
        for n in sorted(numbers):
            say(f"growth: {n} puzzles")
            path = session.write(images(puzzles, n, seed))
            done: Result = engine.do(Task("classic", str(path), session.classic, write=True))
            rows.append(
                {
                    "puzzles": n,
                    "cpu_s": done.cpu,
                    "wall_s": done.wall,
                    "us": done.cpu / n * 1e6,
                    "memory_mb": done.memory,
                    "wrong": done.wrong,
                }
            )
    return rows, start


def summary(name: str, figures: Sequence[Figure]) -> dict[str, Any]:
    """Return medians and the figures of each round of a route on a set, for JSON."""
    walls = [figure.wall for figure in figures if figure.wall is not None]
    guesses = [figure.guesses for figure in figures if figure.guesses is not None]
    return {
        "route": name,
        "rate": median(figure.rate for figure in figures),
        "wall_rate": median(walls) if walls else None,
        "guesses": median(guesses) if guesses else None,
        "wrong": sum(figure.wrong for figure in figures),
        "each_round": [round(figure.rate, 1) for figure in figures],
    }


def times(fast: Sequence[Figure], slow: Sequence[Figure]) -> float:
    """Return the relative speed: the median of the ratios within rounds."""
    return median(a.rate / b.rate for a, b in zip(fast, slow, strict=True))
