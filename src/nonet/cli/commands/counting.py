"""The commands about all solutions: their number, and whether backends agree about them."""

from __future__ import annotations

import argparse

from nonet.backends import available_backends
from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.cli.parser import Command
from nonet.errors import Disagreement, quantity
from nonet.puzzle.unread import as_read_text
from nonet.solving import Agreement, Outcome, Status, count_solutions, crosscheck
from nonet.solving.outcome import STOP_TEXTS, duration_text
from nonet.solving.problem_input import checked_limits


def _configure_count(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser, models=True)
    parser.set_defaults(keep_places=False)  # no answer names a constraint
    cli.add_backend(parser)
    cli.add_solver_options(parser)
    cli.add_memory_limit(parser)
    cli.add_options(parser, COUNT_OPTIONS)
    cli.add_format(parser, "text", "json")


COUNT_OPTIONS = """
    --limit N   count no further than N
    --estimate  where there are too many to count, about how many
    --seed N    the same estimate each time
"""


def _run_count(arguments: argparse.Namespace) -> int:
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

    checked_limits(arguments.limit, arguments.time_limit)
    if arguments.estimate:
        return _estimate(arguments)
    if arguments.seed is not None:
        arguments.parser.error("--seed goes with --estimate")
    log = cli.choose_backend(arguments)

    def answer(puzzle: inputs.PuzzleOrModel) -> int:
        result = count_solutions(
            inputs.problem_of(puzzle),
            arguments.backend,
            limit=arguments.limit,
            time_limit=arguments.time_limit,
            log=log,
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
            text = quantity(result.number, "solution")
            if not result.exhausted:
                reason = STOP_TEXTS.get(result.stopped_by or "")
                text = f"at least {text}{f', {reason}' if reason else ''}"
            text += f" ({result.backend}, {duration_text(result.seconds)})"
            print(f"{inputs.title(puzzle)}: {as_read_text(text, doubts)}")
        if doubts or (not result.exhausted and result.stopped_by != "solutions"):
            return cli.UNDECIDED
        return cli.YES if result.number else cli.NO

    return cli.for_each(arguments, answer, LABELS, model=answer)


LABELS = {cli.YES: "with a solution", cli.NO: "without a solution"}


def _estimate(arguments: argparse.Namespace) -> int:
    """Print the number, or about how many there are, of each puzzle or model."""
    # 150 ms, which a plain count does not need
    from nonet.cli.commands.setter import ask_each
    from nonet.setting import Estimate, estimate
    from nonet.setting.conflicts import DEFAULT_TIME_LIMIT

    if arguments.option or arguments.log:
        arguments.parser.error("--option and --log go with a count, not with --estimate")
    if arguments.backend is not None or arguments.limit is not None:
        arguments.parser.error(
            "--estimate has solvers and limits of its own: no --backend, --limit"
        )
    if arguments.time_limit is None:
        arguments.time_limit = DEFAULT_TIME_LIMIT

    def show_first(rough: Estimate) -> None:
        if not arguments.quiet:
            cli.print_message(f"nonet: at first sight {rough}")

    def code(result: Estimate) -> int | None:
        if not (isinstance(result, Estimate) and (result.exact or result.number)):
            return None
        return cli.YES if result.number else cli.NO

    wishes = {"seed": arguments.seed, "on_first": show_first}
    return ask_each(arguments, estimate, wishes, code, LABELS)


def _configure_crosscheck(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser, models=True)
    help = "a backend to compare (repeat; default all available)"
    backend = {"action": "append"}
    cli.add_options(parser, f"--backend NAME[:OPTION=VALUE,...]  {help}", backend=backend)
    cli.add_time_limit(parser, 10.0, ", shared by the backends")
    cli.add_options(parser, "--limit N=2  compare N solutions at most")
    cli.add_options(parser, "--all  compare all solutions")
    cli.add_reproducer(parser)
    cli.add_format(parser, "text", "json")


def _run_crosscheck(arguments: argparse.Namespace) -> int:
    """Cross-check puzzles and models: every available backend must give the same answer.

    Status and sets of solutions are compared.  A backend that runs out of time agrees with all; two at
    least must decide, else nothing was compared, which is no agreement (exit code 3).  The model of a
    disagreement is written as JSON, shrunk as far as the disagreement remains.

    Examples:
      nonet crosscheck puzzles/*.txt
      nonet crosscheck puzzle.txt --backend native --backend cpsat:model=textbook --limit 100
    """

    limit = None if arguments.all else arguments.limit
    checked_limits(limit, arguments.time_limit)
    cli.check_reproducer(arguments)
    for specification in arguments.backend or ():
        cli.check_backend(specification)
    backends = arguments.backend or [
        b.name for b in available_backends() if not b.capabilities.delegates
    ]

    def answer(puzzle: inputs.PuzzleOrModel) -> int:
        try:
            agreement = crosscheck(
                inputs.problem_of(puzzle), backends, limit=limit, time_limit=arguments.time_limit
            )
        except Disagreement as error:
            cli.report_disagreement(arguments, puzzle, error)
            return cli.NO
        _print_agreement(arguments, puzzle, agreement)
        sure = agreement.compared and not (agreement.failed or agreement.doubts)
        return cli.YES if sure else cli.UNDECIDED

    return cli.for_each(
        arguments, answer, {cli.YES: "agreed on", cli.NO: "disagreed on"}, model=answer
    )


def _print_agreement(
    arguments: argparse.Namespace, puzzle: inputs.PuzzleOrModel, agreement: Agreement
) -> None:
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
    text = ""
    if decided:
        text = f"{_outcome_label(agreement.outcomes[decided[0]])} by {', '.join(decided)}"
    if not agreement.compared:
        text = f"nothing was compared{f': {text} alone' if text else ''}"
    late = f"out of time: {', '.join(agreement.undecided)}" if agreement.undecided else ""
    declined = f"declined by {', '.join(agreement.declined)}" if agreement.declined else ""
    failed = f"failed: {'; '.join(agreement.failed.values())}" if agreement.failed else ""
    parts = "; ".join(filter(None, (text, late, declined, failed)))
    print(f"{inputs.title(puzzle)}: {as_read_text(parts, doubts)}", flush=True)


def _outcome_label(outcome: Outcome) -> str:
    if outcome.status is Status.UNSAT:
        return "no solution"
    number = len(outcome.solutions)
    best = "" if outcome.optimum_or_none is None else f" with {outcome.optimum}"
    if outcome.exhausted:
        return f"one solution{best}" if number == 1 else f"{quantity(number, 'solution')}{best}"
    return f"at least {quantity(number, 'solution')}{best}"


COMMANDS = {
    "count": Command("solve and check", _configure_count, _run_count),
    "crosscheck": Command("solve and check", _configure_crosscheck, _run_crosscheck),
}
