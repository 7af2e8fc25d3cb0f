"""``python -m benchmarks.variants``: measure, print tables; exit with 1 if a target is missed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import nonet
from benchmarks.figures import machine
from benchmarks.variants.measure import model_ms, time_routes, warm
from benchmarks.variants.questions import SETS, Refused, Variant, read_inputs
from benchmarks.variants.report import Row, over_limits, tables

ROUTES = ("native", "cpsat", "sat", "auto", "cpsat:model=textbook")
"""The last route is plain integer CP-SAT, the reference of the ratios."""

HEAD = """# The cost of variants

`python -m benchmarks.variants`. Milliseconds of CPU to verify a puzzle, all threads together, from
a model whose structure is new to the backend. One warm process; interleaved rounds in random order,
medians of {rounds} rounds (one round from 0.5 s on). *Ratio*: speed relative to plain integer
CP-SAT, by the sums over the puzzles that both decide; *worst*: the largest multiple of plain's time
on one puzzle. Limit {:g} s of wall time. {cpu}, {cores} cores, {python}; load {load}.

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
    options.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
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
    warm(routes)
    rows, refused = [], []
    for each in questions:
        if isinstance(each, Refused):
            refused.append(each)
            continue
        model_time = model_ms(each.problem)
        model = each.problem if isinstance(each.problem, nonet.Model) else each.problem.model()
        rows.append(Row(each, model_time, time_routes(model, routes, given.limit, given.rounds)))
        print(f"{len(rows)} of {len(questions)}: {each.name}", file=sys.stderr)
    if not rows:
        raise SystemExit("benchmarks: no puzzle has such a name")
    page = HEAD.format(given.limit, rounds=given.rounds, **machine()) + tables(
        rows, refused, routes
    )
    misses = over_limits(rows, routes)
    if misses:
        page += "\nMissed targets:\n\n" + "\n".join(f"- {line}" for line in misses) + "\n"
    print(page)
    if given.out is not None:
        given.out.write_text(page)
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
