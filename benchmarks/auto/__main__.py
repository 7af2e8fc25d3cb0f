"""``python -m benchmarks.auto``: measure, print the table, and exit with 1 beyond the bar."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.auto.measure import Asked, measure
from benchmarks.auto.questions import SETS
from benchmarks.auto.report import beyond, told
from benchmarks.cli import load_now
from benchmarks.figures import machine
from nonet.backends import find_backend

HEAD = """# What choosing costs

`python -m benchmarks.auto`. Milliseconds of CPU a question, all threads together; *worst* is `auto`
beside the fastest backend, on the question where it came off worst, in bold beyond the bar: warm,
1.3 times the fastest and 0.1 ms; cold, twice and 50 ms. *Cold*: a new process, imports and all;
*warm*: after as many other questions of the set. A dash: no answer within the limit of {:g} s of
the clock. Load of the machine: {}.
"""
BACKENDS = ("auto", "native", "sat", "cpsat", "lockstep")


def parser() -> argparse.ArgumentParser:
    """The options."""
    found = argparse.ArgumentParser(
        prog="python -m benchmarks.auto",
        description="Measure what choosing a backend costs, question by question.",
    )
    found.add_argument("--sets", metavar="A,B", help="sets by name (default: all)")
    found.add_argument("--backends", default=",".join(BACKENDS), metavar="A,B")
    found.add_argument("--warm", type=int, default=3, metavar="N", help="questions of a set")
    found.add_argument("--cold", type=int, default=1, metavar="N", help="in new processes")
    found.add_argument("--repeats", type=int, default=2, metavar="N", help="the least counts")
    found.add_argument("--patience", type=float, default=10.0, metavar="SECONDS")
    found.add_argument("--out", type=Path, metavar="FILE", help="write the table, as Markdown")
    found.add_argument("--list", action="store_true", help="list the sets")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 1 if a question is beyond the bar."""
    given = parser().parse_args(arguments)
    if given.list:
        print("\n".join(f"{puzzles.name}: {puzzles.what}" for puzzles in SETS))
        return 0
    backends = [b for b in given.backends.split(",") if find_backend(b).available().ok]
    wanted = given.sets.split(",") if given.sets else [puzzles.name for puzzles in SETS]
    unknown = [name for name in wanted if name not in {puzzles.name for puzzles in SETS}]
    if unknown:
        raise SystemExit(f"benchmarks: no set {unknown[0]!r}; --list lists them")
    found: list[Asked] = []
    for puzzles in SETS:
        if puzzles.name in wanted:
            new = measure(
                puzzles,
                backends,
                warm=given.warm,
                cold=given.cold,
                repeats=given.repeats,
                patience=given.patience,
            )
            found += new
            for line in beyond(new) or [f"{puzzles.name}: well"]:
                print(line, file=sys.stderr, flush=True)
            if given.out:  # so that a run that is cut short leaves what it has
                given.out.write_text(_page(found, backends, given.patience))
    print(_text(found, backends))
    return 1 if beyond(found) else 0


def _text(found: list[Asked], backends: list[str]) -> str:
    """The table, and what it comes to."""
    on = machine()
    return (
        f"{told(found, backends)}\n\nMilliseconds of CPU a question, all threads. "
        f"{len(found)} questions, {len(beyond(found))} beyond the bar; "
        f"{on['cpu']}, {on['cores']} cores, {on['python']}.\n"
    )


def _page(found: list[Asked], backends: list[str], patience: float) -> str:
    """The table as a page: how it was measured, and which questions are beyond the bar."""
    lines = "".join(f"- {line}\n" for line in beyond(found))
    text = f"{HEAD.format(patience, load_now())}\n{_text(found, backends)}"
    return f"{text}\nBeyond the bar:\n\n{lines}" if lines else text


if __name__ == "__main__":
    sys.exit(main())
