"""``python -m benchmarks.auto``: measure, print the table; exit with 1 if a limit is exceeded."""

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
from benchmarks.auto.measure import Measurement, measure, timed_answer
from benchmarks.auto.questions import SETS, Set
from benchmarks.auto.report import over_limit, results_table
from benchmarks.figures import machine
from benchmarks.timing import load_now
from nonet.backends import find_backend

HEAD = """# The cost of choosing a backend

`python -m benchmarks.auto`. Milliseconds of CPU for each question, all threads together. *Worst*:
`auto` and the fastest backend on the question with the largest excess, in bold over the limit. The
limit is 1.3 times the fastest backend plus 0.1 ms when warm, twice plus 50 ms when cold. *Cold*: a
new process, imports included; *warm*: after as many other questions of the set. A dash: no answer
within {:g} s of wall time. Load of the machine: {}.
"""
BACKENDS = ("auto", "native", "sat", "cpsat", "lockstep")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    options = argparse.ArgumentParser(
        prog="python -m benchmarks.auto",
        description="Measure the cost of choosing a backend for each question.",
    )
    options.add_argument("--sets", metavar="A,B", help="sets by name (default: all)")
    options.add_argument(
        "--backends", default=",".join(BACKENDS), metavar="A,B", help="backends to compare"
    )
    options.add_argument("--warm", type=int, default=3, metavar="N", help="warm questions of a set")
    options.add_argument("--cold", type=int, default=1, metavar="N", help="cold questions of a set")
    options.add_argument(
        "--repeats",
        type=int,
        default=1,
        metavar="N",
        help="runs in new processes; the fastest counts",
    )
    options.add_argument(
        "--limit", type=float, default=10.0, metavar="SECONDS", help="wall time of a question"
    )
    options.add_argument("--out", type=Path, metavar="FILE", help="write the table, as Markdown")
    options.add_argument(
        "--halves", action="store_true", help="all backends in one process, by halves of each set"
    )
    options.add_argument(
        "--fresh", action="store_true", help="with --halves: a fork for each question"
    )
    options.add_argument(
        "--inputs", type=Path, metavar="FILE", help="with --halves: a JSON list of puzzle texts"
    )
    options.add_argument(
        "--number", type=int, default=40, metavar="N", help="with --halves: questions of a set"
    )
    options.add_argument("--list", action="store_true", help="list the sets")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; return 1 if a question is over the limit."""
    given = parser().parse_args(arguments)
    if given.list:
        print("\n".join(f"{puzzles.name}: {puzzles.what}" for puzzles in SETS))
        return 0
    backends = [b for b in given.backends.split(",") if find_backend(b).available().ok]
    usual = halves.SETS if given.halves else tuple(puzzles.name for puzzles in SETS)
    names = given.sets.split(",") if given.sets else usual
    unknown = [name for name in names if name not in {puzzles.name for puzzles in SETS}]
    if unknown:
        raise SystemExit(f"benchmarks: no set {unknown[0]!r}; --list lists them")
    if given.halves:
        return _by_halves(given, backends, names)
    results: list[Measurement] = []
    for puzzles in SETS:
        if puzzles.name in names:
            new = measure(
                puzzles,
                backends,
                warm=given.warm,
                cold=given.cold,
                repeats=given.repeats,
                limit=given.limit,
            )
            results += new
            for line in over_limit(new) or [f"{puzzles.name}: within the limit"]:
                print(line, file=sys.stderr, flush=True)
            if given.out:  # after each set, in case the run is interrupted
                given.out.write_text(_page(results, backends, given.limit))
    print(_text(results, backends))
    return 1 if over_limit(results) else 0


def _by_halves(given: argparse.Namespace, backends: list[str], names: Sequence[str]) -> int:
    """Measure and print the table by halves; return 1 if a question is over the limit."""
    results: list[Measurement] = []
    for backend in backends:  # import the backend and its modules for rules and expressions
        nonet.verify("1...............", backend)
        for puzzles in SETS[-2:] if given.fresh else ():
            for model in puzzles.first(12)[::3]:
                timed_answer(model, "verify", backend, given.limit)
    gc.freeze()  # the collector skips the imported modules
    inputs = partial(_models_of, given.inputs)
    for puzzles in (Set("inputs", "of a file", inputs),) if given.inputs else SETS:
        if puzzles.name in names or given.inputs:
            new = halves.measure(
                puzzles,
                backends,
                number=given.number,
                limit=given.limit,
                is_fresh=given.fresh,
            )
            halves.show_progress(new)
            results += new
    text = halves.table_by_halves(results, backends)
    print(f"{text}\n\nMilliseconds of CPU, medians; load {load_now()}; {machine()['cpu']}.")
    if given.out:
        given.out.write_text(f"{text}\n")
    return 1 if over_limit(results) else 0


def _models_of(file: Path) -> Iterator[nonet.Model]:
    """Yield the models of a JSON list of puzzle texts in the order of their hashes, so that the
    halves are random."""
    texts = json.loads(file.read_text(encoding="utf-8"))
    for text in sorted(texts, key=lambda text: sha256(text.encode()).digest()):
        yield nonet.parse(text).model()


def _text(results: list[Measurement], backends: list[str]) -> str:
    """Return the table and a summary."""
    on = machine()
    return (
        f"{results_table(results, backends)}\n\nMilliseconds of CPU a question, all threads. "
        f"{len(results)} questions, {len(over_limit(results))} over the limit; "
        f"{on['cpu']}, {on['cores']} cores, {on['python']}.\n"
    )


def _page(results: list[Measurement], backends: list[str], limit: float) -> str:
    """Return the table as a page, with the method and the questions over the limit."""
    lines = "".join(f"- {line}\n" for line in over_limit(results))
    text = f"{HEAD.format(limit, load_now())}\n{_text(results, backends)}"
    return f"{text}\nOver the limit:\n\n{lines}" if lines else text


if __name__ == "__main__":
    sys.exit(main())
