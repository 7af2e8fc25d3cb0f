"""Compare numbers of solutions with those of ISS: ``python -m benchmarks.variants.counts FILE``.

``FILE`` has the inputs that ``iss.mjs`` wrote.  Each input is read completely and solved by one
backend after another, each in a child process with a limit of CPU time, until a backend has counted
the solutions up to two.  ``--log FILE`` stores the results: a second run with more seconds, other
backends or some ``--numbers`` continues with the undecided inputs.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import nonet
from benchmarks.figures import machine
from benchmarks.report import table, three_digits
from benchmarks.variants.measure import SOLUTION_COUNTS
from nonet.errors import NonetError

ROUTES = ("auto", "native", "sat", "cpsat", "lockstep")
"""The backends in order."""

MEMORY = 6 << 30
"""Limit of a child's memory in bytes."""

HEAD = """# Numbers of solutions by nonet and ISS

`python -m benchmarks.variants.counts`. All inputs of the Interactive Sudoku Solver (ISS): the
solutions, up to two (*2*: two or more), that nonet and ISS count. Each backend has a limit of CPU
time, which the backends of a race in `auto` share; after it the next backend runs. *(1)*: ISS did
not end in {seconds:g} s, but the author names the unique solution. The list has the inputs without
equal counts, by their number in the file that `iss.mjs` writes.
{cpu}, {cores} cores, {python}; load {load}.

"""


@dataclass
class Input:
    """An input with the count of ISS, the attempts of nonet's backends, and why it is not read.

    ``attempts`` has for each backend its limit in seconds, its count (-1: undecided) and its seconds.
    """

    iss_count: int
    named_count: int
    refused: str = ""
    attempts: dict[str, tuple[float, int, float]] = field(default_factory=dict)

    @property
    def answer(self) -> tuple[str, int, float] | None:
        """The first backend with a count, its count and its seconds."""
        for route, (_, count, took) in self.attempts.items():
            if count >= 0:
                return route, count, took
        return None

    @property
    def expected(self) -> int:
        """The expected count, -1 if unknown."""
        return self.iss_count if self.iss_count >= 0 else self.named_count

    @property
    def equal(self) -> bool:
        """Whether all backends with a count agree with the expected count."""
        counts = {count for _, count, _ in self.attempts.values() if count >= 0}
        return self.expected >= 0 and counts == {self.expected}


def read_input(entry: dict[str, Any]) -> tuple[Input, nonet.Puzzle | None]:
    """Return an input and its puzzle, if nonet reads all of it."""
    iss_count = min(entry["count"], 2) if entry.get("ended") else -1
    result = Input(iss_count, 1 if entry.get("solution") else -1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            puzzle = nonet.parse(entry["input"], format="iss")
            puzzle.model()
    except (NonetError, UserWarning) as error:
        result.refused = str(error).partition("\n")[0]
        return result, None
    return result, puzzle


def count_in_child(puzzle: nonet.Puzzle, route: str, seconds: float) -> tuple[int, float]:
    """Count solutions up to two in a child with a limit of CPU; return count and seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        before = time.process_time()
        count = -1
        try:
            # wall time: the limit of CPU ends the child earlier
            verdict = nonet.verify(puzzle, route, time_limit=40 * seconds)
            count = SOLUTION_COUNTS.get(verdict.uniqueness.value, -1)
        except (NonetError, MemoryError) as error:
            print(f"{route}: {error}".partition("\n")[0], file=sys.stderr)
        os.write(writing, json.dumps((count, time.process_time() - before)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    count, took = json.loads(answer) if answer else (-1, seconds)
    return count, took


def count_all(
    entries: Sequence[dict[str, Any]],
    logged: dict[str, Any],
    routes: Sequence[str],
    seconds: float,
    numbers: set[int],
) -> Iterator[tuple[int, Input]]:
    """Yield each input, after attempts by the backends without a logged attempt of this length."""
    for number, entry in enumerate(entries):
        result, puzzle = read_input(entry)
        attempts = logged.get(str(number), {})
        result.attempts = {route: tuple(attempt) for route, attempt in attempts.items()}
        if puzzle is not None and (not numbers or number in numbers):
            for route in routes:
                if result.answer is not None or result.attempts.get(route, (0,))[0] >= seconds:
                    continue
                result.attempts[route] = (seconds, *count_in_child(puzzle, route, seconds))
        yield number, result


def page(rows: Sequence[Input], seconds: float) -> str:
    """Return the summary, the times by backend and the list of other inputs as Markdown."""
    equal = sum(row.equal for row in rows)
    text = HEAD.format(seconds=seconds, **machine())
    text += f"**{equal} of {len(rows)} inputs have equal counts.** "
    text += f"Not read: {sum(bool(row.refused) for row in rows)}; "
    text += f"not counted by nonet: {sum(not row.refused and row.answer is None for row in rows)}; "
    text += f"expected count unknown: {sum(row.expected < 0 for row in rows)}.\n\n"
    times: dict[str, list[float]] = {}
    for row in rows:
        if row.answer is not None:
            times.setdefault(row.answer[0], []).append(row.answer[2])
    by_backend = [
        [route, str(len(each)), three_digits(median(each)), three_digits(max(each))]
        for route, each in times.items()
    ]
    head = ["backend", "counted", "median, s of CPU", "longest"]
    text += table(head, by_backend, markdown=True, text_columns=True) + "\n\n"
    lines = [_line(number, row) for number, row in enumerate(rows) if not row.equal]
    head = ["number", "nonet", "by", "seconds", "ISS", "equal"]
    return text + table(head, lines, markdown=True, text_columns=True) + "\n"


def _line(number: int, row: Input) -> list[str]:
    iss_count = str(row.iss_count) if row.iss_count >= 0 else "(1)" if row.named_count == 1 else "?"
    equal = "no" if row.answer and row.expected >= 0 else "?"
    if row.refused:
        return [str(number), "not read", "", "", iss_count, equal]
    if row.answer is None:
        return [str(number), "?", ", ".join(row.attempts), "", iss_count, equal]
    route, count, took = row.answer
    return [str(number), str(count), route, three_digits(took), iss_count, equal]


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, print the tables; return 1 if a count differs."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.variants.counts", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("file", type=Path, help="inputs that iss.mjs wrote")
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="file of results, to continue a run"
    )
    parser.add_argument(
        "--routes", default=",".join(ROUTES), metavar="A,B", help="backends in order"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="limit of CPU of each attempt")
    parser.add_argument("--numbers", default="", metavar="N,M", help="only these inputs")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table, as Markdown")
    given = parser.parse_args(arguments)
    entries = json.loads(given.file.read_text())
    logged = json.loads(given.log.read_text()) if given.log and given.log.exists() else {}
    routes = given.routes.split(",")
    for route in routes:
        nonet.verify("1...............", route)  # imports
    rows = []
    numbers = {int(each) for each in given.numbers.split(",") if each}
    for number, row in count_all(entries, logged, routes, given.seconds, numbers):
        rows.append(row)
        logged[str(number)] = row.attempts
        if given.log is not None:
            given.log.write_text(json.dumps(logged))
        if not row.equal:
            print(f"{number}: {asdict(row)}", file=sys.stderr)
    allowed = max((entry.get("allowed", 0) for entry in entries), default=0)
    text = page(rows, allowed)
    print(text)
    if given.out is not None:
        given.out.write_text(text)
    return int(any(row.answer and row.expected >= 0 and not row.equal for row in rows))


if __name__ == "__main__":
    sys.exit(main())
