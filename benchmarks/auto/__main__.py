"""``python -m benchmarks.auto``: measure, print the table, and exit with 1 beyond the bar."""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

import nonet
from benchmarks.auto import halves
from benchmarks.auto.measure import Asked, asked, measure
from benchmarks.auto.questions import SETS, Set
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
    found.add_argument(
        "--halves", action="store_true", help="by halves of each set, in one process"
    )
    found.add_argument(
        "--fresh", action="store_true", help="with --halves, each question in a fork of its own"
    )
    found.add_argument(
        "--inputs", type=Path, metavar="FILE", help="with --halves, a set of a JSON list of texts"
    )
    found.add_argument(
        "--number", type=int, default=40, metavar="N", help="with --halves, of a set"
    )
    found.add_argument("--rounds", type=int, default=6, metavar="N", help="with --halves")
    found.add_argument("--list", action="store_true", help="list the sets")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 1 if a question is beyond the bar."""
    given = parser().parse_args(arguments)
    if given.list:
        print("\n".join(f"{puzzles.name}: {puzzles.what}" for puzzles in SETS))
        return 0
    backends = [b for b in given.backends.split(",") if find_backend(b).available().ok]
    usual = halves.SETS if given.halves else tuple(puzzles.name for puzzles in SETS)
    wanted = given.sets.split(",") if given.sets else usual
    unknown = [name for name in wanted if name not in {puzzles.name for puzzles in SETS}]
    if unknown:
        raise SystemExit(f"benchmarks: no set {unknown[0]!r}; --list lists them")
    if given.halves:
        return _by_halves(given, backends, wanted)
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


def _by_halves(given: argparse.Namespace, backends: list[str], names: Sequence[str]) -> int:
    """Measure and print the table by halves; 1 if a question is beyond the bar."""
    results: list[Asked] = []
    for backend in backends:  # imports the backend, and what it needs for rules and expressions
        nonet.verify("1...............", backend)
        for puzzles in SETS[-2:] if given.fresh else ():
            for model in puzzles.first(12)[::3]:
                asked(model, "verify", backend, given.patience)
    gc.freeze()  # what was imported need not be looked through before each question
    inputs = partial(_models_of, given.inputs)
    for puzzles in (Set("inputs", "a file's", inputs),) if given.inputs else SETS:
        if puzzles.name in names or given.inputs:
            new = halves.measure(
                puzzles,
                backends,
                number=given.number,
                rounds=given.rounds,
                patience=given.patience,
                is_fresh=given.fresh,
            )
            halves.show_progress(new)
            results += new
    text = halves.table_by_halves(results, backends)
    print(f"{text}\n\nMilliseconds of CPU, medians; load {load_now()}; {machine()['cpu']}.")
    if given.out:
        given.out.write_text(f"{text}\n")
    return 1 if beyond(results) else 0


def _models_of(file: Path) -> Iterator[nonet.Model]:
    """The models of a JSON list of texts of puzzles, in the order of their hashes: by these the
    halves are drawn."""
    texts = json.loads(file.read_text(encoding="utf-8"))
    for text in sorted(texts, key=lambda text: sha256(text.encode()).digest()):
        yield nonet.parse(text).model()


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
