"""Be a solver of MiniZinc: solve a FlatZinc file and print the answer in MiniZinc's form.

With --install, write the configuration by which the minizinc program and its IDE find nonet, and
the file that both programs call.  Then minizinc --solver nonet model.mzn works.

Examples:
  nonet minizinc-solver --install
  nonet minizinc-solver -a -s model.fzn
  minizinc --solver nonet --nonet-backend cpsat model.mzn data.dzn
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from nonet.cli import common as cli
from nonet.errors import FormatError, NonetError, quantity
from nonet.importing.flatzinc import FlatZinc, read_flatzinc
from nonet.solving import Outcome, Solution, Status, improving, iter_solutions

GROUP = "convert"

SOLUTION_END = "----------"
COMPLETE = "=========="


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments: MiniZinc's one-letter options of solvers, and nonet's own."""
    parser.add_argument("file", nargs="?", metavar="MODEL.fzn", help="the FlatZinc to solve")
    positive = {"type": cli.positive_integer}
    kinds = {"n": positive, "t": positive, "r": {"type": int}, "folder": {"type": Path}}
    cli.add_options(parser, OPTIONS, p={"help": argparse.SUPPRESS}, **kinds)


OPTIONS = """
    -a       all solutions, or each better one
    -n N     at most N solutions
    -f       search freely, not as the model says
    -t MS    time limit in milliseconds
    -r SEED  seed of random choices
    -s       print statistics
    -v       say on standard error what is done
    -p N     (hidden)
    --backend, --nonet-backend NAME  the solver behind nonet (default auto)
    --install        write the configuration that MiniZinc looks for
    --folder FOLDER  where --install writes (default ~/.minizinc/solvers)
"""


def run(arguments: argparse.Namespace) -> int:
    """Install the configuration, or solve one file."""
    if arguments.install:
        return install(arguments.folder)
    if arguments.file is None:
        raise FormatError("which model? Name a FlatZinc file, or say --install")
    cli.check_backend(arguments.backend)
    cli.ACTIVITY.quiet = cli.ACTIVITY.quiet or not arguments.v
    path = Path(arguments.file)
    try:
        with path.open(encoding="utf-8") as lines:
            flat = read_flatzinc(lines, arguments.file)
    except FileNotFoundError:
        raise FormatError("no such file", source=arguments.file) from None
    except NonetError:
        print("=====ERROR=====", flush=True)
        raise
    if arguments.v:
        model = flat.model
        cli.print_message(
            f"{quantity(len(model.variables), 'variable')}, {quantity(len(model.constraints), 'constraint')}"
        )
        for name in flat.unbounded:
            cli.print_message(f"{name} has no bounds: values of 32 bits are tried")
    if arguments.f:
        flat = replace(flat, model=flat.model.with_search(()))
    return Session(arguments, flat).run()


class Session:
    """A run of the solver: prints each solution when found, and the final status."""

    def __init__(self, arguments: argparse.Namespace, flat: FlatZinc) -> None:
        self._arguments, self._flat = arguments, flat
        self._printed = 0

    def run(self) -> int:
        """Solve, and give the exit code."""
        options = self._arguments
        optimises = self._flat.model.objective is not None
        seconds = options.t / 1000 if options.t else None
        outcome: Outcome | None = None
        with suppress(KeyboardInterrupt):  # as MiniZinc ends a solver when its time is over
            outcome = self._solve(seconds, optimises)
        self._finish(outcome, optimises)
        return cli.YES

    def _solve(self, seconds: float | None, optimises: bool) -> Outcome:
        options, model = self._arguments, self._flat.model
        best: Solution | None = None
        if optimises:
            with improving(model, self._backend, time_limit=seconds) as steps:
                try:
                    for step in steps:
                        best = step.solution
                        if options.a:
                            self._print(best)
                finally:
                    if best is not None and not options.a:
                        self._print(best)
                return steps.outcome()
        limit = None if options.a and options.n is None else options.n or 1
        with iter_solutions(model, self._backend, limit=limit, time_limit=seconds) as solutions:
            for solution in solutions:
                self._print(solution)
            return solutions.outcome()

    @property
    def _backend(self) -> str | None:
        name: str | None = self._arguments.backend
        seed = self._arguments.r
        if name is not None and name.partition(":")[0] == "native" and seed is not None:
            return f"{name}{',' if ':' in name else ':'}seed={seed}"
        return name

    def _print(self, solution: Solution) -> None:
        shown = self._flat.show(solution)
        with cli.ACTIVITY.defer_interrupts():
            print(f"{shown}\n{SOLUTION_END}" if shown else SOLUTION_END, flush=True)
            self._printed += 1
            cli.ACTIVITY.note_output()

    def _finish(self, outcome: Outcome | None, optimises: bool) -> None:
        if outcome is None:
            complete = False
        elif optimises:
            complete = outcome.status in (Status.OPTIMAL, Status.UNSAT)
        else:
            complete = outcome.exhausted
        if complete:
            print(COMPLETE if self._printed else "=====UNSATISFIABLE=====")
        elif not self._printed:
            print("=====UNKNOWN=====")
        if self._arguments.s and outcome is not None:
            for name, value in self._statistics(outcome):
                print(f"%%%mzn-stat: {name}={value}")
            print("%%%mzn-stat-end")
        sys.stdout.flush()

    def _statistics(self, outcome: Outcome) -> Iterator[tuple[str, object]]:
        yield "solveTime", round(outcome.seconds, 6)
        yield "nSolutions", self._printed
        yield "variables", len(self._flat.model.variables)
        yield "propagators", len(self._flat.model.constraints)
        if outcome.backend:
            yield "backend", json.dumps(outcome.backend)
        for name, value in outcome.stats.items():
            yield name.replace(" ", "_"), value
        best = outcome.optimum_or_none
        if best is not None and best.value is not None:
            yield "objective", best.value
            if best.bound is not None:
                yield "objectiveBound", best.bound


def install(folder: Path | None) -> int:
    """Write the configuration and the file that MiniZinc calls; say where."""
    from nonet.importing.minizinc import configuration, configuration_folder  # 25 ms

    place = (folder or configuration_folder()).expanduser().resolve()
    try:
        place.mkdir(parents=True, exist_ok=True)
        program = place / ("fzn-nonet.bat" if os.name == "nt" else "fzn-nonet")
        program.write_text(_launcher(), encoding="utf-8")
        program.chmod(0o755)
        written = place / "nonet.msc"
        text = json.dumps(configuration(str(program)), indent=2)
        written.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        cli.print_message(f"nonet: {error.filename}: {error.strerror}")
        return cli.BAD_INPUT
    print(f"{written}\n{program}")
    if folder is not None:
        cli.print_message(
            f"nonet: minizinc finds it with MZN_SOLVER_PATH={shlex.quote(str(place))}"
        )
    return cli.YES


def _launcher() -> str:
    """The text of a program that starts this command with this Python."""
    if os.name == "nt":
        return f'@"{sys.executable}" -m nonet minizinc-solver %*\n'
    return f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m nonet minizinc-solver "$@"\n'
