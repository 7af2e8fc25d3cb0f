"""One route in a process of its own, timed there.

A process a route: none disturbs another, CPU time is that of the route and its
threads alone, and one that takes too long can be stopped even inside compiled
code.  The parent sends work through a pipe and hears every few milliseconds what
is done.
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
"""Seconds for which a worker may keep what is done: telling of each puzzle would disturb it."""


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
    """The route is there: its version, and whether it can prove a solution the only one."""

    version: str
    verifies: bool


State = Literal["ok", "over", "missing", "unsuited", "failed"]
"""How it went: done; out of time; not installed; not made for this; broken off by an error."""


@dataclass(frozen=True)
class Ended:
    """A route that does no more, and why."""

    state: State
    reason: str


def answers(routes: list[Route], items: list[Item], question: str) -> Iterator[Timed]:
    """Ask one question of each puzzle.  All are read first, so that solving meets warm caches."""
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
    """The life of a worker: routes for geometries, then questions about puzzles."""
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
            for one in answers(routes, *work):
                done.append(one)
                if time.monotonic() - sent > SILENCE:
                    pipe.send(done)
                    done, sent = [], time.monotonic()
            if done:  # else all is told, and nobody listens
                pipe.send(done)
        except Missing as error:
            pipe.send(Ended("missing", str(error)))
        except Unsuited as error:
            pipe.send(Ended("unsuited", str(error)))
        except Exception as error:  # reported in the table, in the route's own words
            pipe.send(done)
            pipe.send(Ended("failed", f"{type(error).__name__}: {error}"))


class Worker:
    """A route's process, as the parent sees it; it starts when first needed."""

    def __init__(self, name: str, norvig: str) -> None:
        self.name = name
        self._norvig = norvig
        self._process = None
        self._prepared: tuple[tuple[Geometry, ...], Ready | Ended] | None = None

    def prepare(self, geometries: tuple[Geometry, ...]) -> Ready | Ended:
        """Make the route ready for the geometries of a set, unless it is."""
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
            self._prepared = None
        if self._prepared is None or self._prepared[0] != geometries:
            self._pipe.send(("prepare", geometries))
            self._prepared = geometries, self._pipe.recv()
        return self._prepared[1]

    def ask(
        self, items: list[Item], question: str, seconds: float
    ) -> tuple[list[Timed], Ended | None]:
        """What was done within ``seconds`` of wall time, and what ended it early.

        A route out of time, or one whose process died, has no process any more.
        """
        self._pipe.send(("run", items, question))
        done: list[Timed] = []
        until = time.monotonic() + seconds
        while len(done) < len(items):
            if not self._pipe.poll(max(0.0, until - time.monotonic())):
                self.stop()
                return done, Ended("over", f"over {seconds:.3g} s")
            try:
                found = self._pipe.recv()
            except EOFError:
                self.stop()
                return done, Ended("failed", "its process died")
            if isinstance(found, Ended):
                return done, found
            done += found
        return done, None

    def stop(self) -> None:
        """End the process, now."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None
