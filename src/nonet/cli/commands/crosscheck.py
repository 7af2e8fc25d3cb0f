"""Cross-check puzzles and models: every available backend must give the same answer.

Status and sets of solutions are compared.  A backend that runs out of time agrees with all; two at
least must decide, else nothing was compared, which is no agreement (exit code 3).  The model of a
disagreement is written as JSON, shrunk as far as the disagreement remains.

Examples:
  nonet crosscheck puzzles/*.txt
  nonet crosscheck puzzle.txt --backend native --backend cpsat:model=textbook --limit 100
"""

from __future__ import annotations

import argparse

from nonet.backends import available_backends
from nonet.cli import common as cli
from nonet.errors import Disagreement
from nonet.puzzle.unread import as_read_text
from nonet.solving import Agreement, Outcome, Status, crosscheck
from nonet.solving.problem_input import checked_limits

GROUP = "solve and check"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser, models=True)
    parser.add_argument(
        "--backend",
        action="append",
        metavar="NAME[:OPTION=VALUE,...]",
        help="a backend to compare (repeat; default all available)",
    )
    cli.add_time_limit(parser, 10.0, ", shared by the backends")
    parser.add_argument(
        "--limit", type=int, default=2, metavar="N", help="compare N solutions at most (default 2)"
    )
    parser.add_argument("--all", action="store_true", help="compare all solutions")
    cli.add_reproducer(parser)
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Cross-check each puzzle and print the answers of the backends."""
    limit = None if arguments.all else arguments.limit
    checked_limits(limit, arguments.time_limit)
    cli.check_reproducer(arguments)
    for specification in arguments.backend or ():
        cli.check_backend(specification)
    backends = arguments.backend or [
        b.name for b in available_backends() if not b.capabilities.delegates
    ]

    def answer(puzzle: cli.PuzzleOrModel) -> int:
        try:
            agreement = crosscheck(
                cli.problem_of(puzzle), backends, limit=limit, time_limit=arguments.time_limit
            )
        except Disagreement as error:
            cli.report_disagreement(arguments, puzzle, error)
            return cli.NO
        print_agreement(arguments, puzzle, agreement)
        sure = agreement.compared and not (agreement.failed or agreement.doubts)
        return cli.YES if sure else cli.UNDECIDED

    return cli.for_each(
        arguments, answer, {cli.YES: "agreed on", cli.NO: "disagreed on"}, model=answer
    )


def print_agreement(
    arguments: argparse.Namespace, puzzle: cli.PuzzleOrModel, agreement: Agreement
) -> None:
    """Print the answer on which the backends agree."""
    doubts, agreement = agreement.doubts, agreement.as_read
    if arguments.format == "json":
        cli.print_answer(
            puzzle,
            {
                "agree": True if agreement.compared else None,
                "status": agreement.status.value,
                "compared": list(agreement.decided) if agreement.compared else [],
                "undecided": list(agreement.undecided),
                "declined": list(agreement.declined),
                "failed": dict(agreement.failed),
                "backends": {
                    name: {
                        "status": outcome.status.value,
                        "solutions": len(outcome.solutions),
                        **cli.optimum_to_json(outcome.optimum_or_none),
                        "exhausted": outcome.exhausted,
                        "stopped_by": outcome.stopped_by,
                        "seconds": round(outcome.seconds, 6),
                    }
                    for name, outcome in agreement.outcomes.items()
                },
            },
            doubts,
        )
        return
    decided = agreement.decided
    text = (
        f"{outcome_label(agreement.outcomes[decided[0]])} by {', '.join(decided)}"
        if decided
        else ""
    )
    if not agreement.compared:
        text = f"nothing was compared{f': {text} alone' if text else ''}"
    late = f"out of time: {', '.join(agreement.undecided)}" if agreement.undecided else ""
    declined = f"declined by {', '.join(agreement.declined)}" if agreement.declined else ""
    failed = f"failed: {'; '.join(agreement.failed.values())}" if agreement.failed else ""
    parts = "; ".join(filter(None, (text, late, declined, failed)))
    print(f"{cli.title(puzzle)}: {as_read_text(parts, doubts)}", flush=True)


def outcome_label(outcome: Outcome) -> str:
    """Return the answer of the backends in a few words, such as "no solution" or "one solution"."""
    if outcome.status is Status.UNSAT:
        return "no solution"
    number = len(outcome.solutions)
    best = "" if outcome.optimum_or_none is None else f" with {outcome.optimum}"
    if outcome.exhausted:
        return f"one solution{best}" if number == 1 else f"{number:,} solutions{best}"
    return f"at least {number:,} solution{'s' if number > 1 else ''}{best}"
