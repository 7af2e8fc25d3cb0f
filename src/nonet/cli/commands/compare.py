"""Compare levels of consistency, search orders, models and backends on one puzzle or model.

Each run has its own time limit; what met it is marked, with what it had done by then.

Examples:
  nonet compare puzzle.txt
  nonet compare puzzle.txt --levels gac,singleton --orders mrv,domwdeg --plot nodes.svg
  nonet compare puzzle.txt --levels gac --orders mrv --models all --backends all
"""

from __future__ import annotations

import argparse

from nonet.cli.common import (
    BAD_INPUT,
    UNDECIDED,
    YES,
    Asked,
    add_format,
    add_inputs,
    for_each,
    identity,
    print_json,
    say,
    thing_of,
    title,
)
from nonet.cli.output import PICTURES, Output, add_output
from nonet.render.plain import plain
from nonet.tracing.compare import LEVELS, ORDERS, compare, every_backend, table

LEVELS_USUAL = "backtracking,forward-checking,arc-consistency,gac"
ORDERS_USUAL = "lexicographic,mrv,domwdeg"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from nonet.model.rewriting import FORMS

    add_inputs(parser, models=True)
    for name, usual, there_are in (
        ("levels", LEVELS_USUAL, LEVELS),
        ("orders", ORDERS_USUAL, ORDERS),
        ("models", "alldifferent", FORMS),
    ):
        parser.add_argument(
            f"--{name}",
            default=usual,
            metavar="NAME,...",
            help=f"default {usual}; all, none, or some of {', '.join(there_are)}",
        )
    parser.add_argument(
        "--backends", default="none", metavar="NAME,...", help="default none; all, or some"
    )
    parser.add_argument(
        "--time-limit", type=float, default=1.0, metavar="SECONDS", help="for each run (default 1)"
    )
    add_output(
        parser,
        "--plot",
        help="write a bar chart: .svg, .png or .pdf; of further puzzles FILE-2, FILE-3 and so on",
    )
    parser.add_argument(
        "--measure",
        choices=("nodes", "failures", "checks", "filterings", "seconds"),
        default="nodes",
        help="what the chart shows (default nodes)",
    )
    add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Compare on each puzzle and print the table."""
    from nonet.model.rewriting import FORMS

    target = Output(arguments, arguments.plot, PICTURES, "--plot")

    def answer(puzzle: Asked) -> int:
        found = compare(
            thing_of(puzzle),
            levels=chosen(arguments.levels, LEVELS),
            orders=chosen(arguments.orders, ORDERS),
            forms=chosen(arguments.models, FORMS),
            backends=chosen(arguments.backends, every_backend()),
            time_limit=arguments.time_limit,
        )
        if arguments.format == "json":
            print_json({**identity(puzzle), **found.as_json()})
        else:
            print(f"{title(puzzle)}\n\n{plain(table(found), lines=True)}")
        if target and found.runs:
            from nonet.tracing.bars import plot

            target.write(plot(found, arguments.measure, title(puzzle)), title(puzzle))
        if not found.runs:
            say("nonet: nothing to compare: name a level and an order, or a backend")
            return BAD_INPUT
        return YES if any(run.finished for run in found.runs) else UNDECIDED

    return for_each(arguments, answer, model=answer)


def chosen(text: str, there_are: tuple[str, ...] | list[str]) -> list[str]:
    """The names of an argument: ``all``, ``none`` or a list.

    A backend's options hold commas too: what has ``=`` but no ``:`` goes on from before.
    """
    if text in ("all", "none"):
        return list(there_are) if text == "all" else []
    names: list[str] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if "=" in part and ":" not in part and names:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names
