"""Count the solutions of puzzles and models; of a model with an objective, the optimal solutions.

An incomplete count says "at least"; where the time limit ended the count, the exit code is 3.  With
--estimate the answer is exact where that can be had in time (10 s, or --time-limit), else an
estimate with the interval that holds the number with 95 % probability.  Solutions of MiniZinc and
FlatZinc models differ in what their output shows: values of other variables are not counted.

Examples:
  nonet count puzzle.txt --estimate --seed 1
  nonet count puzzles/many-solutions.txt --limit 1000
  nonet count queens.py --data n=8
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.puzzle.unread import as_read_text
from nonet.solving import Interrupted, count
from nonet.solving.outcome import STOP_TEXTS, duration_text
from nonet.solving.problem_input import checked_limits

GROUP = "solve and check"

LABELS = {cli.YES: "with a solution", cli.NO: "without a solution"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser, models=True)
    parser.set_defaults(keep_places=False)  # no answer names a constraint
    cli.add_backend(parser)
    cli.add_memory_limit(parser)
    parser.add_argument("--limit", type=int, metavar="N", help="count no further than N")
    parser.add_argument(
        "--estimate", action="store_true", help="where there are too many to count, about how many"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same estimate each time")
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Count the solutions of each puzzle or model and print their number."""
    checked_limits(arguments.limit, arguments.time_limit)
    if arguments.estimate:
        return _estimate(arguments)
    if arguments.seed is not None:
        arguments.parser.error("--seed goes with --estimate")
    cli.check_backend(arguments.backend)

    def answer(puzzle: cli.PuzzleOrModel) -> int:
        result = count(
            cli.problem_of(puzzle),
            arguments.backend,
            limit=arguments.limit,
            time_limit=arguments.time_limit,
        )
        doubts, result = result.doubts, result.as_read
        if arguments.format == "json":
            fields = {
                "solutions": result.number,
                "exhausted": result.exhausted,
                "stopped_by": result.stopped_by,
                "backend": result.backend,
                "seconds": round(result.seconds, 6),
            }
            cli.print_answer(puzzle, fields, doubts)
        else:
            text = cli.count_phrase(result.number, "solution")
            if not result.exhausted:
                text = f"at least {text}"
                text += (
                    f", {STOP_TEXTS[result.stopped_by]}" if result.stopped_by in STOP_TEXTS else ""
                )
            text += f" ({result.backend}, {duration_text(result.seconds)})"
            print(f"{cli.title(puzzle)}: {as_read_text(text, doubts)}")
        if doubts or (not result.exhausted and result.stopped_by != "solutions"):
            return cli.UNDECIDED
        return cli.YES if result.number else cli.NO

    return cli.for_each(arguments, answer, LABELS, model=answer)


def _estimate(arguments: argparse.Namespace) -> int:
    """Print the number, or about how many there are, of each puzzle or model."""
    from nonet.setting import Estimate, estimate
    from nonet.setting.conflicts import DEFAULT_TIME_LIMIT

    if arguments.backend is not None or arguments.limit is not None:
        arguments.parser.error(
            "--estimate has solvers and limits of its own: no --backend, --limit"
        )
    limit = DEFAULT_TIME_LIMIT if arguments.time_limit is None else arguments.time_limit

    def show_first(rough: Estimate) -> None:
        if not arguments.quiet:
            cli.print_message(f"nonet: at first sight {rough}")

    def answer(puzzle: cli.PuzzleOrModel) -> int:
        try:
            result = estimate(
                cli.problem_of(puzzle), seed=arguments.seed, time_limit=limit, on_first=show_first
            )
        except Interrupted as stop:
            if isinstance(stop.outcome, Estimate) and stop.outcome.dives:
                show(puzzle, stop.outcome)
            raise
        show(puzzle, result)
        if result.doubts:
            return cli.UNDECIDED
        return (
            cli.NO
            if result.exact and not result.number
            else cli.YES
            if result.number
            else cli.UNDECIDED
        )

    def show(puzzle: cli.PuzzleOrModel, result: Estimate) -> None:
        if arguments.format == "json":
            cli.print_answer(puzzle, result.to_json())
        else:
            print(f"{cli.title(puzzle)}: {result} ({duration_text(result.seconds)})")

    return cli.for_each(arguments, answer, LABELS, model=answer)
