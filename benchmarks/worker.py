"""A process that runs and times one route.

With a process for each route no route disturbs another, CPU time is that of the route and
its threads alone, and a slow route can be stopped even inside compiled code.  The parent
sends puzzles through a pipe and receives the answers every few milliseconds.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Literal

from benchmarks.geometry import Geometry
from benchmarks.routes import Missing, Route, Unsuited, make
from benchmarks.sets import Item

SOLVE, VERIFY = "solve", "verify"
QUESTIONS = (SOLVE, VERIFY)

SILENCE = 0.02
"""Seconds for which a worker collects answers: a message for each puzzle would cost time."""


@dataclass(frozen=True)
class Timed:
    """The answer to a puzzle, with seconds of CPU and wall time and the effort.

    ``answer`` is a solution as a line (empty without a solution), or a verdict.  ``read`` is
    the CPU time of reading the text into the route's own form.
    """

    cpu: float
    wall: float
    read: float
    answer: str
    effort: tuple[str, float] | None


@dataclass(frozen=True)
class Ready:
    """An available route: its version, and whether it can prove uniqueness."""

    version: str
    verifies: bool


State = Literal["ok", "over", "missing", "unsuited", "failed"]
"""Completed; out of time; not installed; not applicable; ended by an error."""


@dataclass(frozen=True)
class Ended:
    """Why a route ended early."""

    state: State
    reason: str


def answers(routes: list[Route], items: list[Item], question: str) -> Iterator[Timed]:
    """Answer a question about each puzzle; read all puzzles first, so that caches are warm."""
    cpu, wall = time.process_time, time.perf_counter
    read = []
    for item in items:
        route = routes[item.geometry]
        began = cpu()
        puzzle = route.read(item)
        read.append((route, puzzle, cpu() - began))
    gc.collect()
    for route, puzzle, reading in read:
        ask = route.solve if question == SOLVE else route.verify
        wall_began, began = wall(), cpu()
        answer = ask(puzzle)
        spent, wall_spent = cpu() - began, wall() - wall_began
        if question == SOLVE:
            answer = "" if answer is None else route.line(answer)
        yield Timed(spent, wall_spent, reading, answer, route.effort())


def serve(pipe: Connection, name: str, norvig: str) -> None:
    """Run in the worker's process: prepare routes for geometries and answer questions."""
    routes: list[Route] = []
    while True:
        try:
            order, *work = pipe.recv()
        except EOFError:
            return
        done: list[Timed] = []
        try:
            if order == "prepare":
                routes = [make(name, geometry, norvig) for geometry in work[0]]
                verifies = type(routes[0]).verify is not Route.verify
                pipe.send(Ready(routes[0].version, verifies))
                continue
            sent = time.monotonic()
            for timed in answers(routes, *work):
                done.append(timed)
                if time.monotonic() - sent > SILENCE:
                    pipe.send(done)
                    done, sent = [], time.monotonic()
            if done:  # otherwise all answers are sent, and the parent does not listen
                pipe.send(done)
        except Missing as error:
            pipe.send(Ended("missing", str(error)))
        except Unsuited as error:
            pipe.send(Ended("unsuited", str(error)))
        except Exception as error:  # reported in the table
            pipe.send(done)
            pipe.send(Ended("failed", f"{type(error).__name__}: {error}"))


class Worker:
    """The parent's handle of a route's process, which starts at the first use."""

    def __init__(self, name: str, norvig: str) -> None:
        self.name = name
        self._norvig = norvig
        self._process = None
        self._prepared: tuple[tuple[Geometry, ...], Ready | Ended] | None = None

    def prepare(self, geometries: tuple[Geometry, ...]) -> Ready | Ended:
        """Prepare the route for the geometries of a set, unless they are the current ones."""
        if self._process is None:
            # the same hashes of texts in all runs
            os.environ.setdefault("PYTHONHASHSEED", "0")
            context = get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(
                target=serve, args=(theirs, self.name, self._norvig), daemon=True
            )
            self._process.start()
            theirs.close()
            self._prepared = None
        if self._prepared is None or self._prepared[0] != geometries:
            self._pipe.send(("prepare", geometries))
            self._prepared = geometries, self._pipe.recv()
        return self._prepared[1]

    def ask(
        self, items: list[Item], question: str, seconds: float
    ) -> tuple[list[Timed], Ended | None]:
        """Return the answers within ``seconds`` of wall time, and the reason for an early end.

        A route that ran out of time has no process afterwards.
        """
        self._pipe.send(("run", items, question))
        done: list[Timed] = []
        until = time.monotonic() + seconds
        while len(done) < len(items):
            if not self._pipe.poll(max(0.0, until - time.monotonic())):
                self.stop()
                return done, Ended("over", f"over {seconds:.3g} s")
            try:
                message = self._pipe.recv()
            except EOFError:
                self.stop()
                return done, Ended("failed", "its process died")
            if isinstance(message, Ended):
                return done, message
            done += message
        return done, None

    def stop(self) -> None:
        """Kill the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None
