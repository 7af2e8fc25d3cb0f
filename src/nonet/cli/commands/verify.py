"""Verify that puzzles have exactly one solution; show two where they have more.

Examples:
  nonet verify puzzle.txt --format json
  nonet verify puzzles/*.txt --backend sat --time-limit 10
"""

from __future__ import annotations

import argparse
import sys

from nonet.backends.registry import DEFAULT
from nonet.cli.commands.solve import duration
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
    title,
)
from nonet.puzzle import Puzzle
from nonet.solving import Interrupted, Outcome, Uniqueness, Verdict, verdict, verify
from nonet.solving.run import checked_limits

CODES = {
    Uniqueness.UNIQUE: YES,
    Uniqueness.MULTIPLE: NO,
    Uniqueness.NONE: NO,
    Uniqueness.UNDECIDED: UNDECIDED,
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_inputs(parser)
    add_backend(parser)
    add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Verify each puzzle and print its verdict."""
    checked_limits(None, arguments.time_limit)
    checked_backend(arguments.backend)

    def answer(puzzle: Puzzle) -> int:
        try:
            found = verify(puzzle, arguments.backend, time_limit=arguments.time_limit)
        except Interrupted as stop:
            show(arguments, puzzle, verdict(stop.outcome))
            raise
        return finish(puzzle, found.outcome)

    def finish(puzzle: Puzzle, outcome: Outcome) -> int:
        found = verdict(outcome)
        show(arguments, puzzle, found)
        return CODES[found.uniqueness]

    words = {YES: "unique", NO: "not unique"}
    any_engine = arguments.backend in (None, DEFAULT) and arguments.time_limit is None
    return for_each(arguments, answer, words, (2, finish) if any_engine else None)


def show(arguments: argparse.Namespace, puzzle: Puzzle, found: Verdict) -> None:
    """Print one verdict in the form asked for."""
    outcome = found.outcome
    if arguments.format == "json":
        print_json(
            {
                **identity(puzzle),
                "verdict": found.uniqueness.value,
                "witnesses": [witness.line for witness in found.witnesses],
                "differing_cells": list(found.differing),
                "stopped_by": found.stopped_by,
                "backend": outcome.backend,
                "seconds": round(outcome.seconds, 6),
            }
        )
        return
    took = f"{outcome.backend}, {duration(outcome.seconds)}"
    print(f"{title(puzzle)}: {in_words(found)} ({took})")
    if found.uniqueness is Uniqueness.MULTIPLE:
        from nonet.render.terminal import draw, wants_ascii, wants_colour

        colour, ascii_ = wants_colour(sys.stdout), wants_ascii(sys.stdout)
        for witness in found.witnesses:
            print(draw(puzzle.drawing(witness), colour=colour, ascii=ascii_))
        print(f"They differ in {', '.join(found.differing)}.")
    sys.stdout.flush()


def in_words(found: Verdict) -> str:
    """The verdict in one line."""
    match found.uniqueness:
        case Uniqueness.UNIQUE:
            return "unique: exactly one solution"
        case Uniqueness.MULTIPLE:
            return "multiple: at least two solutions"
        case Uniqueness.NONE:
            core = found.outcome.core
            return "none: no solution" + (f", for {', '.join(core)} clash" if core else "")
        case Uniqueness.UNDECIDED:
            why = {"time": "the time limit", "interrupt": "an interrupt"}
            known = "one solution found, " if found.witnesses else ""
            reason = why.get(str(found.stopped_by), str(found.stopped_by))
            return f"undecided: {known}stopped by {reason}"
