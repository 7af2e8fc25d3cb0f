"""Compare levels of consistency, search orders, models and backends on one puzzle or model.

Each run has its own time limit; a run that reached its limit is marked and shows the counts so far.

Examples:
  nonet compare puzzle.txt
  nonet compare puzzle.txt --levels gac,singleton --orders mrv,domwdeg --plot nodes.svg
  nonet compare puzzle.txt --levels gac --orders mrv --models all --backends all
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.cli.output_files import PICTURE_SUFFIXES, Output, add_output
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import as_read_text
from nonet.render.printable import printable
from nonet.tracing.compare import LEARNING, LEVELS, ORDERS, compare, comparison_table, every_backend

GROUP = "learn"

DEFAULT_LEVELS = "backtracking,forward-checking,arc-consistency,gac"
DEFAULT_ORDERS = "lexicographic,mrv,domwdeg"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from nonet.model.rewriting import FORMS

    cli.add_inputs(parser, models=True)
    for name, usual, there_are in (
        ("levels", DEFAULT_LEVELS, (*LEVELS, *LEARNING)),
        ("orders", DEFAULT_ORDERS, ORDERS),
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
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Compare on each puzzle and print the table."""
    from nonet.model.rewriting import FORMS

    target = Output(arguments, arguments.plot, PICTURE_SUFFIXES, "--plot")

    def answer(puzzle: cli.PuzzleOrModel) -> int:
        comparison = compare(
            cli.problem_of(puzzle),
            levels=selected_names(arguments.levels, (*LEVELS, *LEARNING)),
            orders=selected_names(arguments.orders, ORDERS),
            forms=selected_names(arguments.models, FORMS),
            backends=selected_names(arguments.backends, every_backend()),
            time_limit=arguments.time_limit,
        )
        unread = puzzle.unread if isinstance(puzzle, Puzzle) else ()
        if arguments.format == "json":
            cli.print_answer(puzzle, comparison.as_json(), unread)
        else:
            table = printable(comparison_table(comparison), keep_newlines=True)
            print(f"{as_read_text(cli.title(puzzle), unread)}\n\n{table}")
        if target and comparison.runs:
            from nonet.tracing.compare import comparison_chart

            target.write(
                comparison_chart(comparison, arguments.measure, cli.title(puzzle)),
                cli.title(puzzle),
            )
        if not comparison.runs:
            cli.print_message("nonet: nothing to compare: name a level and an order, or a backend")
            return cli.BAD_INPUT
        finished = any(run.finished for run in comparison.runs)
        return cli.YES if finished and not unread else cli.UNDECIDED

    return cli.for_each(arguments, answer, model=answer)


def selected_names(text: str, available: tuple[str, ...] | list[str]) -> list[str]:
    """The names of an argument: ``all``, ``none`` or a list.

    Commas also separate the options of a backend: a part with ``=`` but no ``:`` continues the
    backend before.
    """
    if text in ("all", "none"):
        return list(available) if text == "all" else []
    names: list[str] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if "=" in part and ":" not in part and names:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names
