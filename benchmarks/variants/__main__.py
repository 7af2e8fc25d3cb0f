"""``python -m benchmarks.variants``: measure, print the tables, and exit with 1 beyond the bars."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import nonet
from benchmarks.figures import machine
from benchmarks.variants.measure import model_ms, took, warm
from benchmarks.variants.questions import SETS, Refused, Variant, collected
from benchmarks.variants.report import Row, beyond, told

ROUTES = ("native", "cpsat", "sat", "auto", "cpsat:model=textbook")
"""The last is plain integer CP-SAT, beside which the others stand."""

HEAD = """# What variants cost

`python -m benchmarks.variants`. Milliseconds of CPU to prove a question's answer, all threads
together, from a model of a structure that is new to the backend; one warm process for all, rounds
interleaved in an order drawn anew, medians of {rounds} (once only, from 0.5 s on).
*Ratio*: how many times as fast as plain integer CP-SAT in total, where both decided; *worst*: the
puzzle on which it came off worst, as a multiple of plain's time. Limit {:g} s of the clock.
{cpu}, {cores} cores, {python}; load {load}.

"""


def parser() -> argparse.ArgumentParser:
    """The options."""
    found = argparse.ArgumentParser(
        prog="python -m benchmarks.variants",
        description="Measure what a question of every rule costs each backend.",
    )
    found.add_argument("--sets", default=",".join(SETS), metavar="A,B", help="sets by name")
    found.add_argument(
        "--routes", default=",".join(ROUTES), metavar="A,B", help="the last is plain"
    )
    found.add_argument("--peer", type=Path, metavar="FILE", help="inputs that peer.mjs wrote")
    found.add_argument("--names", metavar="TEXT", help="only questions with this in their name")
    found.add_argument("--limit", type=float, default=10.0, metavar="SECONDS")
    found.add_argument("--rounds", type=int, default=5, help="of which the median counts")
    found.add_argument("--out", type=Path, metavar="FILE", help="write the tables, as Markdown")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 1 if something is beyond the bars."""
    given = parser().parse_args(arguments)
    routes = given.routes.split(",")
    questions: list[Variant | Refused] = []
    for name in filter(None, given.sets.split(",")):
        if name not in SETS:
            raise SystemExit(f"benchmarks: no set {name!r}; there are {', '.join(SETS)}")
        questions += SETS[name]()
    if given.peer is not None:
        questions += collected(given.peer)
    if given.names:
        questions = [each for each in questions if given.names in each.name]
    warm(routes)
    rows, refused = [], []
    for each in questions:
        if isinstance(each, Refused):
            refused.append(each)
            continue
        taken = model_ms(each.thing)
        thing = each.thing if isinstance(each.thing, nonet.Model) else each.thing.model()
        rows.append(Row(each, taken, took(thing, routes, given.limit, given.rounds)))
        print(f"{len(rows)} of {len(questions)}: {each.name}", file=sys.stderr)
    if not rows:
        raise SystemExit("benchmarks: no question has such a name")
    page = HEAD.format(given.limit, rounds=given.rounds, **machine()) + told(rows, refused, routes)
    late = beyond(rows, routes)
    if late:
        page += "\nBeyond the bars:\n\n" + "\n".join(f"- {line}" for line in late) + "\n"
    print(page)
    if given.out is not None:
        given.out.write_text(page)
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
