"""``python -m benchmarks.solvers``: forty problems by every backend, as one table.

Each backend has its own process; a process that overruns the limit is replaced.  A problem counts as
solved if the answer is proven: a solution of a model without objective, the optimum of a model with
an objective, or the absence of solutions.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from benchmarks.figures import machine
from benchmarks.solvers.measure import Answer, serve
from benchmarks.solvers.problems import problems

BACKENDS = ("auto", "lockstep", "sat", "cpsat", "native", "native:learning=1uip", "cover",
            "python-constraint", "clingo", "minizinc:gecode", "cpmpy:ortools",
            "cpmpy:exact", "cpmpy:z3")  # fmt: skip
GRACE = 10.0
"""Seconds beyond the limit after which a process is ended."""

HEAD = """# Forty problems by every backend

`python -m benchmarks.solvers`. Milliseconds of CPU of the backend's process and its children, from a
model to a checked answer: a single run in a process that has solved another problem;
in brackets guesses, branches or nodes, as the solver counts them. Limit {limit:g} s of wall
time. "no": not supported by the backend; "-": undecided. {cpu}, {cores} cores, {python}; load {load}.

"""


class Worker:
    """A process that answers for one backend."""

    def __init__(self, backend: str, limit: float) -> None:
        self._backend, self._limit = backend, limit
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def answer(self, number: int) -> Answer:
        """Return the answer to a problem; undecided if the process has to be ended, or dies."""
        if self._process is None or not self._process.is_alive():
            self._pipe, theirs = multiprocessing.Pipe()
            context = multiprocessing.get_context("spawn")
            self._process = context.Process(
                target=serve, args=(theirs, self._backend, self._limit), daemon=False
            )
            self._process.start()
            theirs.close()
        assert self._pipe is not None
        try:
            self._pipe.send(number)
            if self._pipe.poll(2 * (self._limit + GRACE) + 30):  # the first call draws the problems
                return self._pipe.recv()  # type: ignore[no-any-return]
        except (EOFError, OSError):
            self.close()
            return Answer("died")
        self.close()
        return Answer("over")

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 if two backends contradict each other."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solvers", description=__doc__)
    parser.add_argument("--backends", default=",".join(BACKENDS), metavar="A,B")
    parser.add_argument(
        "--names", default="", metavar="TEXT", help="problems with this in the name"
    )
    parser.add_argument("--limit", type=float, default=10.0, metavar="SECONDS")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table, as Markdown")
    given = parser.parse_args(arguments)
    backends = given.backends.split(",")
    workers = {backend: Worker(backend, given.limit) for backend in backends}
    solved = dict.fromkeys(backends, 0)
    declined = dict.fromkeys(backends, 0)
    seconds = dict.fromkeys(backends, 0.0)
    contradictions = []
    lines = [
        f"| problem | kind | answer | {' | '.join(backends)} |",
        "| --- " * (3 + len(backends)) + "|",
    ]
    print("\n".join(lines), flush=True)
    count = 0
    for number, problem in enumerate(problems()):
        if given.names not in problem.name:
            continue
        count += 1
        answers = {backend: workers[backend].answer(number) for backend in backends}
        proven = {each.verdict for each in answers.values() if each.is_proven}
        if len(proven) > 1:
            contradictions.append(f"{problem.name}: {', '.join(sorted(proven))}")
        for backend, each in answers.items():
            solved[backend] += each.is_proven
            declined[backend] += each.verdict == "declined"
            seconds[backend] += each.cpu
        cells = [answers[backend].cell for backend in backends]
        lines.append(
            f"| {problem.name} | {problem.kind} | {'/'.join(sorted(proven))} | {' | '.join(cells)} |"
        )
        print(lines[-1], flush=True)
    for worker in workers.values():
        worker.close()
    lines += [
        "",
        "| backend | solved | declined | CPU, all problems |",
        "| --- | --- | --- | --- |",
    ]
    for backend in sorted(backends, key=lambda each: (-solved[each], seconds[each])):
        lines.append(
            f"| `{backend}` | {solved[backend]} of {count} | {declined[backend]} | {seconds[backend]:.2f} s |"
        )
    lines += ["", f"Contradictions: {'; '.join(contradictions) or 'none'}."]
    print("\n".join(lines[-len(backends) - 4 :]))
    if given.out is not None:
        given.out.write_text(HEAD.format(limit=given.limit, **machine()) + "\n".join(lines) + "\n")
    return int(bool(contradictions))


if __name__ == "__main__":
    sys.exit(main())
