"""Solve puzzles: the first solution, some, or all.

Examples:
  nonet solve puzzles/euler96.txt
  nonet solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
  nonet solve --all --limit 10 puzzle.txt --backend cpsat --format json
"""

from __future__ import annotations

import argparse
import sys

from nonet.backends.registry import DEFAULT
from nonet.cli.common import (
    NO,
    UNDECIDED,
    YES,
    add_backend,
    add_format,
    add_inputs,
    checked_backend,
    for_each,
    identity,
    print_json,
    say,
    title,
)
from nonet.puzzle import Puzzle
from nonet.solving import Interrupted, Outcome, Status, solve
from nonet.solving.run import checked_limits

CODES = {Status.SAT: YES, Status.UNSAT: NO, Status.UNKNOWN: UNDECIDED}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_inputs(parser)
    add_backend(parser)
    parser.add_argument("--all", action="store_true", help="find all solutions, not just the first")
    parser.add_argument(
        "--limit", type=int, metavar="N", help="find at most N solutions (with --all, or alone)"
    )
    add_format(parser, "text", "line", "json")
    parser.add_argument(
        "--stats", action="store_true", help="with text: the solver's counters for each puzzle"
    )


def run(arguments: argparse.Namespace) -> int:
    """Solve each puzzle and print its solutions."""
    limit = arguments.limit if arguments.all or arguments.limit is not None else 1
    checked_limits(limit, arguments.time_limit)
    checked_backend(arguments.backend)

    def answer(puzzle: Puzzle) -> int:
        try:
            outcome = solve(puzzle, arguments.backend, limit=limit, time_limit=arguments.time_limit)
        except Interrupted as stop:
            show(arguments, puzzle, stop.outcome)
            raise
        return finish(puzzle, outcome)

    def finish(puzzle: Puzzle, outcome: Outcome) -> int:
        show(arguments, puzzle, outcome)
        return CODES[outcome.status]

    words = {YES: "solved", NO: "without a solution"}
    any_engine = arguments.backend in (None, DEFAULT) and arguments.time_limit is None
    return for_each(arguments, answer, words, (limit, finish) if any_engine else None)


def show(arguments: argparse.Namespace, puzzle: Puzzle, outcome: Outcome) -> None:
    """Print one outcome in the form asked for."""
    if arguments.format == "json":
        print_json(
            {
                **identity(puzzle),
                "status": outcome.status.value,
                "solutions": [solution.line for solution in outcome.solutions],
                "exhausted": outcome.exhausted,
                "stopped_by": outcome.stopped_by,
                "backend": outcome.backend,
                "seconds": round(outcome.seconds, 6),
            }
        )
        return
    if arguments.format == "line":
        for solution in outcome.solutions:
            print(solution.line)
        if not outcome.solutions:
            say(f"{title(puzzle)}: {in_words(outcome)}")
        return
    from nonet.render.terminal import draw, wants_ascii, wants_colour

    colour, ascii_ = wants_colour(sys.stdout), wants_ascii(sys.stdout)
    print(f"{puzzle.name or 'Puzzle'}: {in_words(outcome)}")
    for values in outcome.solutions or (None,):
        print(draw(puzzle.drawing(values), colour=colour, ascii=ascii_))
    if arguments.stats:
        print("  " + ", ".join(f"{name} {value}" for name, value in outcome.stats.items()))
    print(flush=True)


def in_words(outcome: Outcome) -> str:
    """The outcome in one line."""
    by = f"{outcome.backend}, {duration(outcome.seconds)}"
    stopped = {"time": "stopped by the time limit", "interrupt": "interrupted"}.get(
        outcome.stopped_by or "", ""
    )
    found = len(outcome.solutions)
    if not found:
        if not outcome.exhausted:
            return f"no solution found yet, {stopped} ({by})"
        core = outcome.core
        return "no solution" + (f", for {', '.join(core)} clash" if core else "") + f" ({by})"
    if found == 1 and not stopped:
        return f"{'its only solution' if outcome.exhausted else 'solved'} ({by})"
    count = f"{found} solution{'s' if found > 1 else ''}"
    if outcome.exhausted:
        return f"all {count} ({by})"
    return f"{count}, {stopped or 'there may be more'} ({by})"


def duration(seconds: float) -> str:
    """A time for people: three digits and a unit.

    >>> duration(0.00123), duration(75.4)
    ('1.23 ms', '75.4 s')
    """
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"
