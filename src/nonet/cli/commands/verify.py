"""Verify that puzzles and models have exactly one solution; show two solutions if there are more.

Of a model with an objective: exactly one best solution.

That there is no other solution is a solver's word, and the answer says whose.  With
--second-opinion an unrelated solver is asked too; a difference between the two is an error, and the
model of the difference is written to a file.

Examples:
  nonet verify puzzle.txt --format json
  nonet verify puzzles/*.txt --backend sat --time-limit 10
  nonet verify puzzle.txt --second-opinion
  nonet verify puzzle.txt --proof folder
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from nonet.backends.registry import DEFAULT_BACKEND
from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.errors import Disagreement
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import as_read_text
from nonet.render.printable import printable
from nonet.solving import Interrupted, Outcome, Uniqueness, Verdict, verdict, verify
from nonet.solving.agreement import check_second_backend
from nonet.solving.outcome import STOP_TEXTS, duration_text
from nonet.solving.problem_input import checked_limits

GROUP = "most used"

if TYPE_CHECKING:
    from nonet.setting import Conflict

PROOF_SECONDS = 60.0
"""Seconds for a proof where no time limit is given."""

EXIT_CODES = {
    Uniqueness.UNIQUE: cli.YES,
    Uniqueness.MULTIPLE: cli.NO,
    Uniqueness.NONE: cli.NO,
    Uniqueness.UNDECIDED: cli.UNDECIDED,
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    inputs.add_inputs(parser, models=True)
    cli.add_backend(parser)
    cli.add_solver_options(parser)
    cli.add_memory_limit(parser)
    cli.add_options(parser, SECOND_OPTIONS)
    cli.add_reproducer(parser)
    proof = "also write a proof that nonet check accepts; of further puzzles FOLDER-2 and so on"
    cli.add_options(parser, f"--proof FOLDER  {proof}")
    cli.add_format(parser, "text", "json")


SECOND_OPTIONS = """
    --second-opinion  ask an unrelated backend, too, for as long as the first took, or one second
    --second-backend NAME[:OPTION=VALUE,...]  ask this one for it
"""


def run(arguments: argparse.Namespace) -> int:
    """Verify each puzzle and print its verdict."""
    checked_limits(None, arguments.time_limit)
    log = cli.choose_backend(arguments)
    second = arguments.second_backend or arguments.second_opinion
    if second:
        cli.check_reproducer(arguments)
        check_second_backend(arguments.backend, second)

    def answer(puzzle: inputs.PuzzleOrModel) -> int:
        try:
            result = verify(
                inputs.problem_of(puzzle),
                arguments.backend,
                time_limit=arguments.time_limit,
                second_opinion=second,
                log=log,
            )
        except Interrupted as stop:
            _print_verdict(arguments, puzzle, verdict(stop.outcome))
            raise
        except Disagreement as error:
            cli.report_disagreement(arguments, puzzle, error)
            return cli.UNDECIDED
        _print_verdict(arguments, puzzle, result)
        if arguments.proof:
            _write_proof(arguments, puzzle, result)
        return EXIT_CODES[result.uniqueness]

    def finish(puzzle: Puzzle, outcome: Outcome) -> int:
        result = verdict(outcome)
        _print_verdict(arguments, puzzle, result)
        return EXIT_CODES[result.uniqueness]

    labels = {cli.YES: "unique", cli.NO: "not unique"}
    any_engine = (
        arguments.backend in (None, DEFAULT_BACKEND)
        and arguments.time_limit is arguments.memory_limit is None
        and not second
        and not arguments.proof
    )
    return cli.for_each(arguments, answer, labels, (2, finish) if any_engine else None, answer)


def _print_verdict(
    arguments: argparse.Namespace, puzzle: inputs.PuzzleOrModel, result: Verdict
) -> None:
    doubts, result = result.doubts, result.as_read
    outcome = result.outcome
    clash = None
    if result.uniqueness is Uniqueness.NONE and not doubts:
        clash = cli.find_conflict(puzzle, arguments.time_limit)
    if arguments.format == "json":
        conflict = {} if clash is None else {"conflict": [part.to_json() for part in clash.parts]}
        cli.print_answer(
            puzzle,
            {
                "verdict": result.uniqueness.value,
                **conflict,
                "witnesses": [
                    inputs.solution_to_json(puzzle, witness) for witness in result.witnesses
                ],
                "differing_cells": inputs.differing_variables(puzzle, result),
                "stopped_by": result.stopped_by,
                "backend": outcome.backend,
                **cli.optimum_to_json(outcome.optimum_or_none),
                "word_of": list(result.proven_by),
                **_second_opinion_to_json(result),
                "seconds": round(outcome.seconds, 6),
            },
            doubts,
        )
        return
    line = as_read_text(f"{_verdict_line(result, clash)} ({_evidence(result)})", doubts)
    print(printable(f"{inputs.title(puzzle)}: {line}"))
    if result.uniqueness is Uniqueness.MULTIPLE:
        draw = cli.make_drawer()
        for witness in result.witnesses:
            if isinstance(puzzle, inputs.NamedModel):
                print(cli.format_model_solution(puzzle, witness))
            else:
                print(draw(puzzle.drawing(witness)))
        print(f"They differ in {', '.join(inputs.differing_variables(puzzle, result))}.")
    sys.stdout.flush()


def _write_proof(
    arguments: argparse.Namespace, puzzle: inputs.PuzzleOrModel, result: Verdict
) -> None:
    from nonet.setting import prove  # 150 ms

    if result.uniqueness not in (Uniqueness.UNIQUE, Uniqueness.NONE):
        cli.print_message(f"nonet: {inputs.title(puzzle)}: there is nothing to prove")
        return
    proof = prove(inputs.problem_of(puzzle), time_limit=arguments.time_limit or PROOF_SECONDS)
    if not proof.steps:
        cli.print_message(f"nonet: {inputs.title(puzzle)}: no proof: {proof.in_words()}")
        return
    number = arguments.__dict__["proofs"] = arguments.__dict__.get("proofs", 0) + 1
    from pathlib import Path

    folder = Path(arguments.proof)
    proof.write(folder if number == 1 else folder.with_name(f"{folder.name}-{number}"))


def _verdict_line(result: Verdict, clash: Conflict | None = None) -> str:
    best = result.outcome.optimum_or_none
    among = f" with {best}" if best is not None and best.is_proven else ""
    match result.uniqueness:
        case Uniqueness.UNIQUE:
            return f"unique: exactly one solution{among}"
        case Uniqueness.MULTIPLE:
            return f"multiple: at least two solutions{among}"
        case Uniqueness.NONE:
            core = result.outcome.core
            if clash is not None:
                return f"none: no solution, for {clash.in_words()}"
            return "none: no solution" + (f", for {', '.join(core)} clash" if core else "")
        case Uniqueness.UNDECIDED:
            so_far = "one solution found, " if result.witnesses else ""
            reason = STOP_TEXTS.get(str(result.stopped_by), f"stopped by {result.stopped_by}")
            return f"undecided: {so_far}{reason}"


def _evidence(result: Verdict) -> str:
    outcome, second = result.outcome, result.second
    took = duration_text(outcome.seconds)
    if not result.proven_by:
        checked = ", both checked" if result.uniqueness is Uniqueness.MULTIPLE else ""
        return f"{outcome.backend}{checked}, {took}"
    if second is not None and second.backend in result.proven_by:
        took = f"{took} and {duration_text(second.seconds)}"
        return f"by the word of {' and '.join(result.proven_by)}, which agree, {took}"
    silence = result.no_second_reason
    if second is not None:
        silence = f"{second.backend} found no answer in time"
    alone = f"; no second opinion: {silence}" if silence else ""
    return f"by the word of {outcome.backend}, {took}{alone}"


def _second_opinion_to_json(result: Verdict) -> dict[str, Any]:
    if (second := result.second) is not None:
        answer = {"backend": second.backend, "stopped_by": second.stopped_by}
        return {"second_opinion": {**answer, "seconds": round(second.seconds, 6)}}
    silence = result.no_second_reason
    return {"second_opinion": {"silence": silence}} if silence else {}
