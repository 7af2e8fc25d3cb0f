"""Solve puzzles and models: the first solution, some, or all, each printed when found.

Of a model with an objective the first solution is an optimal one: when proven, or with --time-limit
the best so far, and how far the optimum may be.  --all gives all optimal solutions, --improving
each better solution on the way.

Examples:
  nonet solve puzzles/euler96.txt
  nonet solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
  nonet solve --all --limit 10 puzzles/many-solutions.txt --backend cpsat --json
  nonet solve examples/nurse_rota.py --data days=14 --time-limit 10
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable

from nonet.backends.registry import DEFAULT_BACKEND
from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.errors import NonetError
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import UnreadPart, as_read_text, contradicting
from nonet.render.printable import printable
from nonet.solving import (
    Improvement,
    Improving,
    Interrupted,
    Outcome,
    Solution,
    Solutions,
    Status,
    improving,
    iter_solutions,
    solve,
)
from nonet.solving.outcome import claims_of, duration_text, summary
from nonet.solving.problem_input import checked_limits

GROUP = "most used"

EXIT_CODES = {
    Status.OPTIMAL: cli.YES,
    Status.SAT: cli.YES,
    Status.UNSAT: cli.NO,
    Status.UNKNOWN: cli.UNDECIDED,
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    inputs.add_inputs(parser, models=True)
    parser.set_defaults(keep_places=False)  # no answer names a constraint
    cli.add_backend(parser)
    cli.add_solver_options(parser)
    cli.add_memory_limit(parser)
    cli.add_options(parser, OPTIONS)
    cli.add_format(parser, "text", "line", "json")
    cli.add_options(parser, "--stats  with text: the solver's counters for each puzzle")


OPTIONS = """
    --all        find all solutions, not just the first
    --limit N    find at most N solutions (with --all, or alone)
    --improving  with an objective: print each better solution
"""


def run(arguments: argparse.Namespace) -> int:
    """Solve each puzzle and print its solutions."""
    limit = arguments.limit if arguments.all or arguments.limit is not None else 1
    checked_limits(limit, arguments.time_limit)
    arguments.log = cli.choose_backend(arguments)

    def answer(puzzle: inputs.PuzzleOrModel) -> int:
        shown = SolutionPrinter(arguments, puzzle)
        if arguments.improving:
            return shown.stream_improvements()
        if limit != 1:
            return shown.stream_solutions(limit)
        try:
            outcome = solve(
                inputs.problem_of(puzzle),
                arguments.backend,
                time_limit=arguments.time_limit,
                improved=ImprovementReporter(),
                log=arguments.log,
            )
        except Interrupted as stop:
            shown.print_all(stop.outcome)
            raise
        return shown.print_all(outcome)

    def finish(puzzle: Puzzle, outcome: Outcome) -> int:
        return SolutionPrinter(arguments, puzzle).print_all(outcome)

    labels = {cli.YES: "solved", cli.NO: "without a solution"}
    is_limited = arguments.time_limit is not None or arguments.memory_limit is not None
    any_engine = arguments.backend in (None, DEFAULT_BACKEND) and not is_limited
    return cli.for_each(arguments, answer, labels, (limit, finish) if any_engine else None, answer)


class SolutionPrinter:
    """The answer for one puzzle on standard output, in the form asked for.

    In JSON the answer is one object in one line, which is written piece by piece: a reader of the
    stream has each solution when found.  As text, the only solution stands below the line of its
    verdict; of several solutions the verdict is not known before the last, and stands at their end.
    """

    def __init__(self, arguments: argparse.Namespace, puzzle: inputs.PuzzleOrModel) -> None:
        self._arguments, self._puzzle = arguments, puzzle
        self._unread = puzzle.unread if isinstance(puzzle, Puzzle) else ()
        self._problem = puzzle.as_read() if isinstance(puzzle, Puzzle) else puzzle.model
        self._form: str = arguments.format
        self._number, self._lines = 0, list[str]()
        self._picture = _solution_formatter() if self._form == "text" else None

    def print_all(self, outcome: Outcome) -> int:
        """All at once; gives the exit code."""
        outcome = outcome.as_read
        self._print_head()
        self._print_outcome(outcome, len(outcome.solutions))
        self._print_solutions(outcome.solutions)
        return self._print_end(outcome)

    def stream_solutions(self, limit: int | None) -> int:
        """Print up to ``limit`` solutions, each when found; return the exit code."""
        chosen = self._arguments
        run = iter_solutions(
            self._problem,
            chosen.backend,
            limit=limit,
            time_limit=chosen.time_limit,
            improved=ImprovementReporter(),
            log=chosen.log,
        )
        return self._stream(run, run)

    def stream_improvements(self) -> int:
        """Print each better solution when found; return the exit code."""
        chosen = self._arguments
        run = improving(self._problem, chosen.backend, time_limit=chosen.time_limit, log=chosen.log)
        return self._stream(run, map(self._announced_solution, run))

    def _announced_solution(self, step: Improvement) -> Solution:
        if self._picture:
            text = f"{step.optimum.value_text} ({duration_text(step.seconds)})"
            print(printable(f"{inputs.title(self._puzzle)}: {text}"))
        return step.solution

    def _stream(self, run: Solutions | Improving, solutions: Iterable[Solution]) -> int:
        with run:
            self._print_head()
            try:
                self._print_solutions(solutions)
            except KeyboardInterrupt:
                run.close()
                self._print_outcome(run.outcome(), self._number)
                self._print_end(run.outcome())
                raise
            except NonetError as error:  # what was begun is still an object in a line
                if self._form == "json":
                    end = "}}" if self._unread else "}"
                    print(f'], "error": {cli.json_text(str(error))}{end}', flush=True)
                raise
        self._print_outcome(run.outcome(), self._number)
        return self._print_end(run.outcome())

    def _print_head(self) -> None:
        if self._form == "json":
            identity_json = cli.json_text(inputs.identity(self._puzzle))
            within = ', "of_what_was_read": {' if self._unread else ", "
            print(f'{identity_json[:-1]}{within}"solutions": [', end="", flush=True)
        elif self._picture and not isinstance(self._puzzle, inputs.NamedModel):
            cli.print_statements(self._arguments, self._puzzle)

    def _print_solutions(self, solutions: Iterable[Solution]) -> None:
        """Print each solution; a printed solution is counted, whenever Ctrl-C is pressed."""
        for solution in solutions:
            if self._unread and self._number < 2:
                self._lines.append(solution.line)
            if self._picture:
                text = self._picture(self._puzzle, solution) + "\n"
            elif self._form == "line":
                text = solution.line + "\n"
            else:
                json_value = inputs.solution_to_json(self._puzzle, solution)
                text = (", " if self._number else "") + cli.json_text(json_value)
            with cli.ACTIVITY.defer_interrupts():
                print(text, end="", flush=True)
                self._number += 1
                cli.ACTIVITY.solutions = self._number
                cli.ACTIVITY.note_output()

    def _doubts(self, outcome: Outcome, number: int) -> tuple[UnreadPart, ...]:
        """Return the unread parts that could contradict an outcome of so many solutions as read."""
        lines = self._lines or [solution.line for solution in outcome.solutions[:2]]
        return contradicting(self._unread, claims_of(number > 0, outcome.exhausted), lines)

    def _print_outcome(self, outcome: Outcome, number: int) -> None:
        doubts = self._doubts(outcome, number)
        text = as_read_text(summary(outcome, number), doubts)
        if self._picture:
            print(printable(f"{self._puzzle.name or 'Puzzle'}: {text}"))
            cli.ACTIVITY.note_output()
        elif self._form == "line" and (doubts or not number):
            cli.print_message(f"{inputs.title(self._puzzle)}: {text}")
            cli.ACTIVITY.final_message_printed = bool(cli.ACTIVITY.signal_number)

    def _print_end(self, outcome: Outcome) -> int:
        status, doubts = outcome.status, self._doubts(outcome, self._number)
        if self._number and status is not Status.OPTIMAL:
            best = outcome.optimum_or_none
            status = Status.OPTIMAL if best is not None and best.is_proven else Status.SAT
        if self._form == "json":
            details = {
                "status": status.value,
                "exhausted": outcome.exhausted,
                "stopped_by": outcome.stopped_by,
                "backend": outcome.backend,
                **cli.optimum_to_json(outcome.optimum_or_none),
                "seconds": round(outcome.seconds, 6),
            }
            if self._unread:
                state = {"verdict": "undecided", "doubts": [part.name for part in doubts]}
                verdict = state if doubts else {"status": status.value}
                print(f"], {cli.json_text(details)[1:]}, {cli.json_text(verdict)[1:]}", flush=True)
            else:
                print(f"], {cli.json_text(details)[1:]}", flush=True)
        elif self._picture:
            if not self._number and not isinstance(self._puzzle, inputs.NamedModel):
                print(self._picture(self._puzzle, None))
            if self._arguments.stats:
                print("  " + ", ".join(f"{name} {value}" for name, value in outcome.stats.items()))
            print(flush=True)
        if doubts or (status is Status.SAT and outcome.optimum_or_none is not None):
            return cli.UNDECIDED  # whether it is the best
        return EXIT_CODES[status]


class ImprovementReporter:
    """Says on standard error how good the best so far is, but not too often."""

    PAUSE = 1.0
    """Seconds between two lines."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, step: Improvement) -> None:
        now = time.monotonic()
        if not cli.ACTIVITY.quiet and now - self._last >= self.PAUSE:
            self._last = now
            cli.print_message(f"nonet: {step.optimum} so far ({duration_text(step.seconds)})")


def _solution_formatter() -> Callable[[inputs.PuzzleOrModel, Solution | None], str]:
    """How solutions are drawn on standard output."""
    draw = cli.make_drawer()

    def drawn(puzzle: inputs.PuzzleOrModel, values: Solution | None) -> str:
        if isinstance(puzzle, inputs.NamedModel):
            return "" if values is None else cli.format_model_solution(puzzle, values)
        # a drawing asks for each value thrice: sooner of the dictionary
        return draw(puzzle.drawing(None if values is None else values.values_by_name))

    return drawn
