"""The classic problems of ``examples/classics`` by nonet's cpsat and by CPMpy on OR-Tools.

    python benchmarks/optimise/against_cpmpy.py [--times N] [--only NAMES] [--minizinc]

The time from Python to the proven optimum or to all solutions of the same models
(``examples/classics`` and ``examples/classics/in_cpmpy``), both built in each run, both with
CP-SAT's default number of threads.  Both run in turn, each problem once after the libraries are
imported (``--times N``: medians of N).  CPU time depends less than wall time on other work of the
machine.  The answers must be equal; with
``--minizinc`` also to the untimed answers of Gecode for the models in MiniZinc.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

import nonet

CLASSICS = Path(__file__).parents[2] / "examples" / "classics"

ARGUMENTS: dict[str, tuple[Any, ...]] = {"schur": (14,), "golfers": (3, 3, 5)}
"""Arguments of the problems whose defaults have no solution."""


def module(path: Path) -> ModuleType:
    """Import a file of examples as a module."""
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}.{path.stem}", path)
    assert spec is not None and spec.loader is not None
    result = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(result)
    return result


def by_nonet(build: Callable[..., nonet.ModelBuilder], arguments: tuple[Any, ...]) -> int:
    """Return the optimum, or the number of solutions, by nonet."""
    model = build(*arguments).model()
    if model.objective is None:
        count = nonet.count_solutions(model, "cpsat")
        assert count.exhausted
        return count.number
    optimum = nonet.solve(model, "cpsat").optimum
    assert optimum is not None and optimum.is_proven
    return int(optimum.value or 0)


def by_cpmpy(build: Callable[..., Any], arguments: tuple[Any, ...]) -> int:
    """Return the optimum, or the number of solutions, by CPMpy."""
    model = build(*arguments)
    if model.has_objective():
        assert model.solve(solver="ortools")
        return int(model.objective_value())
    return int(model.solveAll(solver="ortools"))


def in_minizinc(path: Path) -> int:
    """Return the optimum, or the number of solutions, by MiniZinc and Gecode."""
    command = [
        "minizinc",
        "--solver",
        "gecode",
        "-a",
        "--output-objective",
        "--output-mode",
        "json",
    ]
    output = subprocess.run(
        [*command, str(path)], capture_output=True, text=True, check=True
    ).stdout
    best = re.findall(r'"_objective" : (\d+)', output)
    return int(best[-1]) if best else output.count("----------")


def timed(ask: Callable[..., int], *what: Any) -> tuple[int, float, float]:
    """Return the answer of a call, and its seconds of CPU and of wall time."""
    wall, work = time.perf_counter(), time.process_time()
    value = ask(*what)
    return value, time.process_time() - work, time.perf_counter() - wall


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--minizinc", action="store_true")
    given = parser.parse_args()
    print("| problem | answer | nonet, ms CPU | CPMpy, ms CPU | nonet, ms wall | CPMpy, ms wall |")
    print("|---|---|---|---|---|---|")
    totals, faster, number = [0.0] * 4, 0, 0
    queens, in_cpmpy = CLASSICS / "queens.py", CLASSICS / "in_cpmpy" / "queens.py"
    by_nonet(module(queens).build, (5,))  # imports the libraries
    by_cpmpy(module(in_cpmpy).build, (5,))
    for path in sorted(CLASSICS.glob("*.py")):
        if given.only and path.stem not in given.only.split(","):
            continue
        ours, theirs = module(path).build, module(path.parent / "in_cpmpy" / path.name).build
        arguments = ARGUMENTS.get(path.stem, ())
        rows = [
            (timed(by_nonet, ours, arguments), timed(by_cpmpy, theirs, arguments))
            for _ in range(given.times)
        ]
        answers = {value for row in rows for value, _, _ in row}
        if given.minizinc:
            answers.add(in_minizinc(path.parent / "in_minizinc" / f"{path.stem}.mzn"))
        (answer,) = answers
        milliseconds = [
            1000 * median(row[who][what] for row in rows) for what in (1, 2) for who in (0, 1)
        ]
        totals = [total + each for total, each in zip(totals, milliseconds, strict=True)]
        faster, number = faster + (milliseconds[0] <= milliseconds[1]), number + 1
        print(
            f"| {path.stem} | {answer} | {' | '.join(f'{each:.0f}' for each in milliseconds)} |",
            flush=True,
        )
    print(f"| all, {faster} of {number} no slower | | {' | '.join(f'{t:.0f}' for t in totals)} |")


if __name__ == "__main__":
    main()
