"""The classic problems of ``examples/classics``: nonet with cpsat beside CPMpy on OR-Tools.

    python benchmarks/optimise/against_cpmpy.py [--times N] [--only NAMES] [--minizinc]

From Python to the proven optimum or to all solutions: the same models (``examples/classics`` and
``examples/classics/in_cpmpy``), both built anew each time, both with CP-SAT's own number of
threads. Each problem is asked of one and the other in turn, and medians are compared: of CPU
time, which a busy machine changes less, and of wall time. The answers must be equal; with
``--minizinc`` those of the models in MiniZinc by Gecode too, which are not timed.
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

ASKED: dict[str, tuple[Any, ...]] = {"schur": (14,), "golfers": (3, 3, 5)}
"""Arguments where the defaults are not what is published: 14 numbers and 5 weeks are too many."""


def module(path: Path) -> ModuleType:
    """A file of examples as a module."""
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}.{path.stem}", path)
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def here(build: Callable[..., nonet.ModelBuilder], arguments: tuple[Any, ...]) -> int:
    """The optimum, or the number of solutions, by nonet."""
    model = build(*arguments).model()
    if model.objective is None:
        found = nonet.count(model, "cpsat")
        assert found.exhausted
        return found.number
    optimum = nonet.solve(model, "cpsat").optimum
    assert optimum is not None and optimum.is_proven
    return int(optimum.value or 0)


def there(build: Callable[..., Any], arguments: tuple[Any, ...]) -> int:
    """The same by CPMpy."""
    model = build(*arguments)
    if model.has_objective():
        assert model.solve(solver="ortools")
        return int(model.objective_value())
    return int(model.solveAll(solver="ortools"))


def in_minizinc(path: Path) -> int:
    """The same by MiniZinc and Gecode."""
    words = ["minizinc", "--solver", "gecode", "-a", "--output-objective", "--output-mode", "json"]
    said = subprocess.run([*words, str(path)], capture_output=True, text=True, check=True).stdout
    best = re.findall(r'"_objective" : (\d+)', said)
    return int(best[-1]) if best else said.count("----------")


def timed(ask: Callable[..., int], *what: Any) -> tuple[int, float, float]:
    """The answer, and the seconds of CPU and wall time that it took."""
    wall, work = time.perf_counter(), time.process_time()
    value = ask(*what)
    return value, time.process_time() - work, time.perf_counter() - wall


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--minizinc", action="store_true")
    given = parser.parse_args()
    print("| problem | answer | nonet, ms CPU | CPMpy, ms CPU | nonet, ms wall | CPMpy, ms wall |")
    print("|---|---|---|---|---|---|")
    totals, faster, number = [0.0] * 4, 0, 0
    for path in sorted(CLASSICS.glob("*.py")):
        if given.only and path.stem not in given.only.split(","):
            continue
        ours, theirs = module(path).build, module(path.parent / "in_cpmpy" / path.name).build
        arguments = ASKED.get(path.stem, ())
        timed(here, ours, arguments), timed(there, theirs, arguments)  # libraries are imported
        rows = [
            (timed(here, ours, arguments), timed(there, theirs, arguments))
            for _ in range(given.times)
        ]
        answers = {value for row in rows for value, _, _ in row}
        if given.minizinc:
            answers.add(in_minizinc(path.parent / "in_minizinc" / f"{path.stem}.mzn"))
        (answer,) = answers
        found = [1000 * median(row[who][what] for row in rows) for what in (1, 2) for who in (0, 1)]
        totals = [total + each for total, each in zip(totals, found, strict=True)]
        faster, number = faster + (found[0] <= found[1]), number + 1
        print(
            f"| {path.stem} | {answer} | {' | '.join(f'{each:.0f}' for each in found)} |",
            flush=True,
        )
    print(f"| all, {faster} of {number} no slower | | {' | '.join(f'{t:.0f}' for t in totals)} |")


if __name__ == "__main__":
    main()
