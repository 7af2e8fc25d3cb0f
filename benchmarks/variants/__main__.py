"""``python -m benchmarks.variants``: measure, print tables; exit with 1 if a target is missed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

from benchmarks.figures import machine
from benchmarks.variants.measure import ask, ask_once, process, text_of
from benchmarks.variants.questions import SETS, Refused, Variant, read_inputs
from benchmarks.variants.report import Row, over_limits, tables

ROUTES = ("native", "cpsat", "sat", "auto", "cpsat:model=textbook")
"""The last route is plain integer CP-SAT, the reference of the ratios."""

HEAD = """# The cost of variants

`python -m benchmarks.variants`. Milliseconds of CPU to verify a puzzle, all threads together, from
its text. Each route is asked each puzzle once in a process that has solved other puzzles, and once in
a new process, imports included. *Ratio*: speed relative to plain integer CP-SAT, by the sums over
the puzzles that both decide; *worst*: the largest multiple of plain's time on one puzzle. Limit
{:g} s of wall time. {cpu}, {cores} cores, {python}; load {load}.

## In a warm process

"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    options = argparse.ArgumentParser(
        prog="python -m benchmarks.variants",
        description="Measure the CPU time of puzzles with every rule by each backend.",
    )
    options.add_argument("--sets", default=",".join(SETS), metavar="A,B", help="sets by name")
    options.add_argument(
        "--routes", default=",".join(ROUTES), metavar="A,B", help="the last is the reference"
    )
    options.add_argument("--inputs", type=Path, metavar="FILE", help="inputs from iss.mjs")
    options.add_argument("--names", metavar="TEXT", help="only puzzles with this in their name")
    options.add_argument(
        "--limit", type=float, default=10.0, metavar="SECONDS", help="wall time of a verification"
    )
    options.add_argument("--no-new", action="store_true", help="only warm processes")
    options.add_argument("--out", type=Path, metavar="FILE", help="write the tables, as Markdown")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; return 1 if a target is missed."""
    given = parser().parse_args(arguments)
    routes = given.routes.split(",")
    questions: list[Variant | Refused] = []
    for name in filter(None, given.sets.split(",")):
        if name not in SETS:
            raise SystemExit(f"benchmarks: no set {name!r}; there are {', '.join(SETS)}")
        questions += SETS[name]()
    if given.inputs is not None:
        questions += read_inputs(given.inputs)
    if given.names:
        questions = [each for each in questions if given.names in each.name]
    rows, new_rows, refused = [], [], []
    with ExitStack() as stack:
        servers = {each: stack.enter_context(process(each, is_new=False)) for each in routes}
        for each in questions:
            if isinstance(each, Refused):
                refused.append(each)
                continue
            text, order = text_of(each.problem), Random(each.name).sample(routes, len(routes))
            rows.append(Row(each, {r: ask(servers[r], text, given.limit) for r in order}))
            if not given.no_new:
                new_rows.append(Row(each, {r: ask_once(text, r, given.limit) for r in order}))
            print(f"{len(rows)} of {len(questions)}: {each.name}", file=sys.stderr)
    if not rows:
        raise SystemExit("benchmarks: no puzzle has such a name")
    page = HEAD.format(given.limit, **machine()) + tables(rows, refused, routes)
    if new_rows:
        page += "\n## In a new process\n\n" + tables(new_rows, [], routes)
    misses = over_limits(rows, routes)
    if misses:
        page += "\nMissed targets:\n\n" + "\n".join(f"- {line}" for line in misses) + "\n"
    print(page)
    if given.out is not None:
        given.out.write_text(page)
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
