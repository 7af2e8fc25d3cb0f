"""Verify that puzzles have exactly one solution; show two where they have more.

That there is no other solution is a solver's word, and the answer says whose.  With
--second-opinion an unrelated solver is asked too; where they differ, that is an error,
and the model of it is written to a file.

Examples:
  nonet verify puzzle.txt --format json
  nonet verify puzzles/*.txt --backend sat --time-limit 10
  nonet verify puzzle.txt --second-opinion
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from nonet.backends.registry import DEFAULT
from nonet.cli.commands.crosscheck import add_reproducer, checked_reproducer, report
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
from nonet.cli.output import drawer
from nonet.errors import Disagreement
from nonet.puzzle import Puzzle
from nonet.solving import Interrupted, Outcome, Uniqueness, Verdict, verdict, verify
from nonet.solving.outcome import duration
from nonet.solving.run import checked_limits
from nonet.solving.second import check_there_is_one

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
    parser.add_argument(
        "--second-opinion",
        action="store_true",
        help="ask an unrelated backend, too, for as long as the first took, or one second",
    )
    parser.add_argument(
        "--second-backend", metavar="NAME[:OPTION=VALUE,...]", help="ask this one for it"
    )
    add_reproducer(parser)
    add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Verify each puzzle and print its verdict."""
    checked_limits(None, arguments.time_limit)
    checked_backend(arguments.backend)
    second = arguments.second_backend or arguments.second_opinion
    if second:
        checked_reproducer(arguments)
        check_there_is_one(arguments.backend, second)

    def answer(puzzle: Puzzle) -> int:
        try:
            found = verify(
                puzzle,
                arguments.backend,
                time_limit=arguments.time_limit,
                second_opinion=second,
            )
        except Interrupted as stop:
            show(arguments, puzzle, verdict(stop.outcome))
            raise
        except Disagreement as error:
            report(arguments, puzzle, error)
            return UNDECIDED
        show(arguments, puzzle, found)
        return CODES[found.uniqueness]

    def finish(puzzle: Puzzle, outcome: Outcome) -> int:
        found = verdict(outcome)
        show(arguments, puzzle, found)
        return CODES[found.uniqueness]

    words = {YES: "unique", NO: "not unique"}
    any_engine = (
        arguments.backend in (None, DEFAULT) and arguments.time_limit is None and not second
    )
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
                "word_of": list(found.word_of),
                **second_in_json(found),
                "seconds": round(outcome.seconds, 6),
            }
        )
        return
    print(f"{title(puzzle)}: {in_words(found)} ({by(found)})")
    if found.uniqueness is Uniqueness.MULTIPLE:
        draw = drawer()
        for witness in found.witnesses:
            print(draw(puzzle.drawing(witness)))
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


def by(found: Verdict) -> str:
    """Whose word it is, and how long that took."""
    outcome, second = found.outcome, found.second
    took = duration(outcome.seconds)
    if not found.word_of:
        checked = ", both checked" if found.uniqueness is Uniqueness.MULTIPLE else ""
        return f"{outcome.backend}{checked}, {took}"
    if second is not None and second.backend in found.word_of:
        took = f"{took} and {duration(second.seconds)}"
        return f"by the word of {' and '.join(found.word_of)}, which agree, {took}"
    silence = f"{second.backend} found no answer in time" if second is not None else found.silence
    alone = f"; no second opinion: {silence}" if silence else ""
    return f"by the word of {outcome.backend}, {took}{alone}"


def second_in_json(found: Verdict) -> dict[str, Any]:
    """What the second opinion was, where one was asked for."""
    second = found.second
    if second is not None:
        answer = {"backend": second.backend, "stopped_by": second.stopped_by}
        return {"second_opinion": {**answer, "seconds": round(second.seconds, 6)}}
    return {"second_opinion": {"silence": found.silence}} if found.silence else {}
