"""Verify that puzzles and models have exactly one solution; show two where they have more.

Of a model with an objective: exactly one best solution.

That there is no other solution is a solver's word, and the answer says whose.  With
--second-opinion an unrelated solver is asked too; where they differ, that is an error,
and the model of it is written to a file.

Examples:
  nonet verify puzzle.txt --format json
  nonet verify puzzles/*.txt --backend sat --time-limit 10
  nonet verify puzzle.txt --second-opinion
  nonet verify puzzle.txt --proof folder
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.backends.registry import DEFAULT
from nonet.cli.commands.crosscheck import add_reproducer, checked_reproducer, report
from nonet.cli.common import (
    NO,
    UNDECIDED,
    YES,
    Asked,
    NamedModel,
    add_backend,
    add_format,
    add_inputs,
    checked_backend,
    for_each,
    identity,
    print_json,
    say,
    thing_of,
    title,
)
from nonet.cli.output import drawer, model_solution, optimum_in_json
from nonet.cli.setting import conflict_of
from nonet.errors import Disagreement
from nonet.puzzle import Puzzle
from nonet.render.plain import plain
from nonet.solving import Interrupted, Outcome, Uniqueness, Verdict, verdict, verify
from nonet.solving.outcome import duration
from nonet.solving.run import checked_limits
from nonet.solving.second import check_there_is_one

if TYPE_CHECKING:
    from nonet.setting import Conflict

PROOF = 60.0
"""Seconds for a proof where no time limit is given."""

CODES = {
    Uniqueness.UNIQUE: YES,
    Uniqueness.MULTIPLE: NO,
    Uniqueness.NONE: NO,
    Uniqueness.UNDECIDED: UNDECIDED,
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_inputs(parser, models=True)
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
    parser.add_argument(
        "--proof",
        metavar="FOLDER",
        help="also write a proof that nonet check accepts; of further puzzles FOLDER-2 and so on",
    )
    add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Verify each puzzle and print its verdict."""
    checked_limits(None, arguments.time_limit)
    checked_backend(arguments.backend)
    second = arguments.second_backend or arguments.second_opinion
    if second:
        checked_reproducer(arguments)
        check_there_is_one(arguments.backend, second)

    def answer(puzzle: Asked) -> int:
        try:
            found = verify(
                thing_of(puzzle),
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
        if arguments.proof:
            prove(arguments, puzzle, found)
        return CODES[found.uniqueness]

    def finish(puzzle: Puzzle, outcome: Outcome) -> int:
        found = verdict(outcome)
        show(arguments, puzzle, found)
        return CODES[found.uniqueness]

    words = {YES: "unique", NO: "not unique"}
    any_engine = (
        arguments.backend in (None, DEFAULT)
        and arguments.time_limit is None
        and not second
        and not arguments.proof
    )
    return for_each(arguments, answer, words, (2, finish) if any_engine else None, answer)


def show(arguments: argparse.Namespace, puzzle: Asked, found: Verdict) -> None:
    """Print one verdict in the form asked for."""
    outcome = found.outcome
    asked = found.uniqueness is Uniqueness.NONE
    clash = conflict_of(puzzle, arguments.time_limit, chain=False) if asked else None
    if arguments.format == "json":
        print_json(
            {
                **identity(puzzle),
                "verdict": found.uniqueness.value,
                **(
                    {"conflict": [part.to_json() for part in clash.parts]}
                    if clash is not None
                    else {}
                ),
                "witnesses": [
                    dict(witness) if isinstance(puzzle, NamedModel) else witness.line
                    for witness in found.witnesses
                ],
                "differing_cells": list(found.differing),
                "stopped_by": found.stopped_by,
                "backend": outcome.backend,
                **optimum_in_json(outcome.optimum),
                "word_of": list(found.word_of),
                **second_in_json(found),
                "seconds": round(outcome.seconds, 6),
            }
        )
        return
    print(plain(f"{title(puzzle)}: {in_words(found, clash)} ({by(found)})"))
    if found.uniqueness is Uniqueness.MULTIPLE:
        draw = drawer()
        for witness in found.witnesses:
            if isinstance(puzzle, NamedModel):
                print(model_solution(puzzle, witness))
            else:
                print(draw(puzzle.drawing(witness)))
        print(f"They differ in {', '.join(found.differing)}.")
    sys.stdout.flush()


def prove(arguments: argparse.Namespace, puzzle: Asked, found: Verdict) -> None:
    """Write the proof of a verdict that is one, and say where; or why there is none."""
    from nonet.setting import prove as proven

    if found.uniqueness not in (Uniqueness.UNIQUE, Uniqueness.NONE):
        say(f"nonet: {title(puzzle)}: there is nothing to prove")
        return
    proof = proven(thing_of(puzzle), time_limit=arguments.time_limit or PROOF)
    if not proof.steps:
        say(f"nonet: {title(puzzle)}: no proof: {proof.in_words()}")
        return
    number = arguments.__dict__["proofs"] = arguments.__dict__.get("proofs", 0) + 1
    folder = Path(arguments.proof)
    proof.write(folder if number == 1 else folder.with_name(f"{folder.name}-{number}"))


def in_words(found: Verdict, clash: Conflict | None = None) -> str:
    """The verdict in one line."""
    best = found.outcome.optimum
    among = f" with {best}" if best is not None and best.is_proven else ""
    match found.uniqueness:
        case Uniqueness.UNIQUE:
            return f"unique: exactly one solution{among}"
        case Uniqueness.MULTIPLE:
            return f"multiple: at least two solutions{among}"
        case Uniqueness.NONE:
            core = found.outcome.core
            if clash is not None:
                return f"none: no solution, for {clash.in_words()}"
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
