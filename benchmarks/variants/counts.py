"""``python -m benchmarks.variants.counts FILE``: are the counts those of another program?

``FILE`` is what ``peer.mjs`` wrote.  Each input is read with nothing left out and put to one
backend after another, each in a child of its own with so many seconds of CPU, until one counts its
solutions, to two.  ``--kept`` remembers what was asked: a second run with more seconds, other
backends or some ``--numbers`` asks only what is still open.
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
from typing import Any

import nonet
from benchmarks.figures import machine
from benchmarks.report import table, three_digits
from nonet.errors import NonetError

ROUTES = ("auto", "native", "sat", "cpsat", "lockstep")
"""Who is asked, in this order."""

MEMORY = 6 << 30
"""Bytes of memory a child may take."""

COUNTS = {"unique": 1, "multiple": 2, "none": 0}

HEAD = """# The same counts

`python -m benchmarks.variants.counts`. Every input that the Interactive Sudoku Solver ships, by its
place in what `peer.mjs` writes: the solutions that nonet counts, to two (*2*: or more), by which
backend in how many seconds of CPU, and how many its own solver counts; *(1)* where that did not end
in {seconds:g} s, but its author names the one solution.
A backend is stopped after some seconds of CPU, which those that race in `auto` share, and the next
is asked; by itself none gives up.
{cpu}, {cores} cores, {python}; load {load}.

"""


@dataclass
class Input:
    """One input: what the other program says, what each of ours said, and why it is not read.

    ``tries`` has for each backend the seconds it was given, its count (-1: undecided) and the
    seconds it took.
    """

    theirs: int
    named: int
    refused: str = ""
    tries: dict[str, tuple[float, int, float]] = field(default_factory=dict)

    @property
    def told(self) -> tuple[str, int, float] | None:
        """The backend that counted, its count and its seconds."""
        for route, (_, count, took) in self.tries.items():
            if count >= 0:
                return route, count, took
        return None

    @property
    def expected(self) -> int:
        """What is to be counted, -1 if nobody knows."""
        return self.theirs if self.theirs >= 0 else self.named

    @property
    def equal(self) -> bool:
        """Whether ours is what is expected, and all of ours agree."""
        said = {count for _, count, _ in self.tries.values() if count >= 0}
        return self.expected >= 0 and said == {self.expected}


def read(entry: dict[str, Any]) -> tuple[Input, nonet.Puzzle | None]:
    """An input and its puzzle, if all of it is understood."""
    theirs = min(entry["count"], 2) if entry.get("ended") else -1
    found = Input(theirs, 1 if entry.get("solution") else -1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            puzzle = nonet.parse(entry["input"], format="iss")
            puzzle.model()
    except (NonetError, UserWarning) as error:
        found.refused = str(error).partition("\n")[0]
        return found, None
    return found, puzzle


def counted(puzzle: nonet.Puzzle, route: str, seconds: float) -> tuple[int, float]:
    """Its solutions, to two, and the seconds of CPU it took, in a child that has no more."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        before = time.process_time()
        count = -1
        try:
            # The clock runs on while others have the processor.
            verdict = nonet.verify(puzzle, route, time_limit=40 * seconds)
            count = COUNTS.get(verdict.uniqueness.value, -1)
        except (NonetError, MemoryError) as error:
            print(f"{route}: {error}".partition("\n")[0], file=sys.stderr)
        os.write(writing, json.dumps((count, time.process_time() - before)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    count, took = json.loads(said) if said else (-1, seconds)
    return count, took


def asked(
    entries: Sequence[dict[str, Any]],
    kept: dict[str, Any],
    routes: Sequence[str],
    seconds: float,
    numbers: set[int],
) -> Iterator[tuple[int, Input]]:
    """Each input, asked of those who have not had so many seconds for it while it is open."""
    for number, entry in enumerate(entries):
        found, puzzle = read(entry)
        tries = kept.get(str(number), {})
        found.tries = {route: tuple(said) for route, said in tries.items()}
        if puzzle is not None and (not numbers or number in numbers):
            for route in routes:
                if found.told is not None or found.tries.get(route, (0,))[0] >= seconds:
                    continue
                found.tries[route] = (seconds, *counted(puzzle, route, seconds))
        yield number, found


def page(rows: Sequence[Input], seconds: float) -> str:
    """The table of all inputs, and what it comes to, as Markdown."""
    equal = sum(row.equal for row in rows)
    lines = [_line(number, row) for number, row in enumerate(rows)]
    text = HEAD.format(seconds=seconds, **machine())
    text += f"**{equal} of {len(rows)} read and given the same count.** "
    text += f"Not read: {sum(bool(row.refused) for row in rows)}; "
    text += f"not counted by us: {sum(not row.refused and row.told is None for row in rows)}; "
    text += f"nobody says what it is: {sum(row.expected < 0 for row in rows)}.\n\n"
    head = ["number", "nonet", "by", "seconds", "theirs", "equal"]
    return text + table(head, lines, markdown=True, words=True) + "\n"


def _line(number: int, row: Input) -> list[str]:
    theirs = str(row.theirs) if row.theirs >= 0 else "(1)" if row.named == 1 else "?"
    equal = "yes" if row.equal else "no" if row.told and row.expected >= 0 else "?"
    if row.refused:
        return [str(number), "not read", "", "", theirs, equal]
    if row.told is None:
        return [str(number), "?", ", ".join(row.tries), "", theirs, equal]
    route, count, took = row.told
    return [str(number), str(count), route, three_digits(took), theirs, equal]


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, print the table; 1 where a count differs."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.variants.counts", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("file", type=Path, help="inputs that peer.mjs wrote")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="answers, kept from run to run")
    parser.add_argument("--routes", default=",".join(ROUTES), metavar="A,B", help="who is asked")
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU that each may take")
    parser.add_argument("--numbers", default="", metavar="N,M", help="ask these alone")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table, as Markdown")
    given = parser.parse_args(arguments)
    entries = json.loads(given.file.read_text())
    kept = json.loads(given.kept.read_text()) if given.kept and given.kept.exists() else {}
    routes = given.routes.split(",")
    for route in routes:
        nonet.verify("1...............", route)  # imports
    rows = []
    wanted = {int(each) for each in given.numbers.split(",") if each}
    for number, row in asked(entries, kept, routes, given.seconds, wanted):
        rows.append(row)
        kept[str(number)] = row.tries
        if given.kept is not None:
            given.kept.write_text(json.dumps(kept))
        if not row.equal:
            print(f"{number}: {asdict(row)}", file=sys.stderr)
    allowed = max((entry.get("allowed", 0) for entry in entries), default=0)
    text = page(rows, allowed)
    print(text)
    if given.out is not None:
        given.out.write_text(text)
    return int(any(row.told and row.expected >= 0 and not row.equal for row in rows))


if __name__ == "__main__":
    sys.exit(main())
