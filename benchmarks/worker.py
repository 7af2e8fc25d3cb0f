"""One route in a process of its own, timed there.

A process a route: none disturbs another, CPU time is that of the route and its
threads alone, and one that takes too long can be stopped even inside compiled
code.  The parent sends work through a pipe and hears of every puzzle as it is
done.
"""

from __future__ import annotations

import gc
import os
import time
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection

from benchmarks.geometry import Geometry
from benchmarks.routes import Missing, Route, Unsuited, make
from benchmarks.sets import Item

SOLVE, VERIFY = "solve", "verify"
QUESTIONS = (SOLVE, VERIFY)


@dataclass(frozen=True)
class Timed:
    """One puzzle done: seconds of CPU and wall, the answer, and what it took.

    ``answer`` is a solution as a line (empty if none was found), or a verdict.
    ``read`` is the CPU time of reading the text into the route's own form.
    """

    cpu: float
    wall: float
    read: float
    answer: str
    effort: tuple[str, float] | None


@dataclass(frozen=True)
class Ready:
    """The route is there: its version."""

    version: str


@dataclass(frozen=True)
class Refused:
    """It cannot be run: ``missing`` if something is not installed, else unsuited to the work."""

    reason: str
    missing: bool


def timed(route: Route, item: Item, question: str) -> Timed:
    """Ask one question of one puzzle."""
    cpu, wall = time.process_time, time.perf_counter
    began = cpu()
    puzzle = route.read(item)
    read = cpu() - began
    ask = route.solve if question == SOLVE else route.verify
    wall_began, began = wall(), cpu()
    answer = ask(puzzle)
    spent, wall_spent = cpu() - began, wall() - wall_began
    if question == SOLVE:
        answer = "" if answer is None else route.line(answer)
    return Timed(spent, wall_spent, read, answer, route.effort())


def serve(pipe: Connection, name: str, norvig: str) -> None:
    """The life of a worker: routes for geometries, then questions about puzzles."""
    route = None
    while True:
        try:
            order, *work = pipe.recv()
        except EOFError:
            return
        if order == "prepare":
            try:
                route = make(name, work[0], norvig)
                pipe.send(Ready(route.version))
            except (Missing, Unsuited) as error:
                pipe.send(Refused(str(error), isinstance(error, Missing)))
            continue
        assert route is not None
        items, question = work
        gc.collect()
        for item in items:
            try:
                pipe.send(timed(route, item, question))
            except Unsuited as error:
                pipe.send(Refused(str(error), missing=False))
                break


class Worker:
    """A route's process, as the parent sees it; it starts when first needed."""

    def __init__(self, name: str, norvig: str) -> None:
        self.name = name
        self._norvig = norvig
        self._process = None
        self._geometry: Geometry | None = None

    def prepare(self, geometry: Geometry) -> Ready | Refused | None:
        """Make the route ready for a geometry; ``None`` if it is so already."""
        if self._process is not None and self._geometry == geometry:
            return None
        if self._process is None:
            # sets and dictionaries of texts in the same order in every run
            os.environ.setdefault("PYTHONHASHSEED", "0")
            context = get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(
                target=serve, args=(theirs, self.name, self._norvig), daemon=True
            )
            self._process.start()
            theirs.close()
        self._geometry = geometry
        self._pipe.send(("prepare", geometry))
        return self._pipe.recv()

    def ask(
        self, items: list[Item], question: str, seconds: float
    ) -> tuple[list[Timed], str | None]:
        """What was done within ``seconds`` of wall time, and what ended it early.

        That is ``"over"`` if the time was up (the process is gone then), the
        reason if the route refused, ``None`` if all was done.  Raises
        ``RuntimeError`` if the process died.
        """
        self._pipe.send(("run", items, question))
        done: list[Timed] = []
        until = time.monotonic() + seconds
        while len(done) < len(items):
            if not self._pipe.poll(max(0.0, until - time.monotonic())):
                self.stop()
                return done, "over"
            try:
                found = self._pipe.recv()
            except EOFError:
                self.stop()
                raise RuntimeError(f"route {self.name} died on {items[len(done)].line}") from None
            if isinstance(found, Refused):
                return done, found.reason
            done.append(found)
        return done, None

    def stop(self) -> None:
        """End the process, now."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None
