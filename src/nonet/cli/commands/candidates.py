"""Print the true candidates of puzzles: the values that each cell has in some solution.

With --counts N also in how many solutions, up to N ("8+": 8 or more).  Of a model with an
objective, only the optimal solutions count.  Exit code 1 where there is no solution.

Examples:
  nonet candidates puzzle.txt
  nonet candidates puzzle.txt --counts 8 --format json
"""

from __future__ import annotations

import argparse
import time

from nonet.cli import common as cli
from nonet.cli.setting import DEFAULT_SECONDS
from nonet.errors import OutOfTime, check_whole_number
from nonet.model import Model, Objective
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import as_read_text, contradicting
from nonet.render.printable import printable
from nonet.setting import Session
from nonet.solving import Status
from nonet.solving.outcome import claims_of
from nonet.solving.queries import best_solutions_model

GROUP = "solve and check"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser, models=True)
    parser.add_argument(
        "--counts", type=int, metavar="N", help="the solutions with each value, up to N"
    )
    cli.add_time_limit(parser, DEFAULT_SECONDS)
    cli.add_format(parser, "text", "json")


def _best_model(model: Model, objective: Objective, time_limit: float | None) -> Model:
    """Return the model of the optimal solutions alone; raise ``OutOfTime`` if no solution is proven
    optimal in time."""
    best, outcome = best_solutions_model(model, objective, None, time_limit)
    if outcome.status in (Status.SAT, Status.UNKNOWN):
        raise OutOfTime("no solution was proven to be the best in the time given")
    return best


def _count_text(number: int, most: int) -> str:
    """Return a number of solutions; a count that ended at its limit has a plus."""
    return f"{number}+" if number == most else str(number)


def run(arguments: argparse.Namespace) -> int:
    """Print the candidates of each puzzle or model."""
    most = arguments.counts
    if most is not None:
        check_whole_number(most, "--counts")

    def answer(puzzle: cli.PuzzleOrModel) -> int:
        try:
            problem, seconds = cli.problem_of(puzzle), arguments.time_limit
            problem = problem.as_read() if isinstance(problem, Puzzle) else problem
            if isinstance(problem, Model) and problem.objective is not None:
                started = time.monotonic()
                problem = _best_model(problem, problem.objective, seconds)
                if seconds is not None:  # what is left of it
                    seconds = max(0.001, seconds - (time.monotonic() - started))
            session = Session(problem, time_limit=seconds)
            possible_values = session.candidates()
            counts = {
                name: {value: session.count(name, value, most) for value in values}
                for name, values in possible_values.items()
                if most is not None
            }
        except OutOfTime as error:
            cli.print_message(f"nonet: {cli.title(puzzle)}: {error}")
            return cli.UNDECIDED
        possible = any(possible_values.values())
        unread = puzzle.unread if isinstance(puzzle, Puzzle) else ()
        doubts = contradicting(unread, claims_of(possible, no_others=True))
        if arguments.format == "json":
            candidates_json: dict[str, object] = {
                name: list(values) for name, values in possible_values.items()
            }
            numbers = {"counts": counts} if most is not None else {}
            cli.print_answer(puzzle, {"candidates": candidates_json, **numbers}, doubts)
        elif not possible:
            print(printable(f"{cli.title(puzzle)}: {as_read_text('no solution', doubts)}"))
        elif doubts and isinstance(puzzle, Puzzle):
            print(printable(f"{cli.title(puzzle)}: {as_read_text('these candidates', doubts)}"))
            print(cli.make_drawer()(puzzle.drawing(candidates=possible_values)))
        elif counts or isinstance(puzzle, cli.NamedModel):
            print(printable(f"{cli.title(puzzle)}:"))
            for name, values in possible_values.items():
                each = [
                    f"{v} ({_count_text(counts[name][v], most)})" if most is not None else str(v)
                    for v in values
                ]
                print(printable(f"  {name}: {', '.join(each)}"))
        else:
            print(cli.make_drawer()(puzzle.drawing(candidates=possible_values)))
        return cli.UNDECIDED if doubts else cli.YES if possible else cli.NO

    return cli.for_each(
        arguments, answer, {cli.YES: "with a solution", cli.NO: "without"}, model=answer
    )
