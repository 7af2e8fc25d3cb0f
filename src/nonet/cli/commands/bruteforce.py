"""Brute force, honestly: count assignments and years, and compare with better methods.

Counts every assignment (9^44), the assignments that the clues leave and those that propagation
leaves, and projects the time at a rate measured on this machine.  Then solves by backtracking in
row order, and by propagation, each within the time limit.

Examples:
  nonet bruteforce puzzle.txt
  nonet bruteforce puzzle.txt --time-limit 60 --format json
"""

from __future__ import annotations

import argparse
from typing import Any

from nonet.cli import common as cli
from nonet.cli.commands.solve import EXIT_CODES
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import as_read_text
from nonet.solving import Outcome
from nonet.solving.problem_input import checked_limits
from nonet.tracing.enumeration import YEAR, EnumerationReport, enumeration_report, report_lines

GROUP = "learn"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser)
    cli.add_time_limit(parser, default=5.0)
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Tell the story of each puzzle."""
    checked_limits(None, arguments.time_limit)

    def answer(puzzle: Puzzle) -> int:
        report = enumeration_report(puzzle, time_limit=arguments.time_limit)
        doubts = report.propagation.doubts
        if arguments.format == "json":
            cli.print_answer(puzzle, estimate_to_json(report), doubts)
        else:
            heading = as_read_text(cli.title(puzzle), doubts)
            print("\n".join([heading, *report_lines(report), ""]))
        return EXIT_CODES.get(report.propagation.status, cli.UNDECIDED)

    return cli.for_each(arguments, answer, {cli.YES: "solved"})


def estimate_to_json(estimate: EnumerationReport) -> dict[str, Any]:
    """Return the report as plain data; counts and years are texts, for they may be larger than a
    float."""
    counted = estimate.counts
    stages = {
        "every": counted.all_assignments,
        "by_clues": counted.by_clues,
        "by_propagation": counted.by_propagation,
    }
    return {
        "values": counted.values,
        "blanks": counted.blanks,
        "assignments": {name: str(number) for name, number in stages.items()},
        "years": {name: f"{estimate.seconds(n) / YEAR:.3e}" for name, n in stages.items()},
        "rate": estimate.rate,
        "backtracking": outcome_to_json(estimate.backtracking),
        "propagation": outcome_to_json(estimate.propagation),
    }


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """One search as plain data."""
    return {
        "status": outcome.status.value,
        "stopped_by": outcome.stopped_by,
        "seconds": round(outcome.seconds, 6),
        **outcome.stats,
    }
