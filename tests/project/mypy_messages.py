"""Mypy's messages about programs as nonet's users write them, from one run for all programs.

nonet is read as an installed package is: its signatures alone.  To check its own functions takes
three times as long, and ``.ci/checks`` and the hooks of ``.pre-commit-config.yaml`` do that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import nonet

ROOT = Path(__file__).parents[2]

CLEAN = '''
"""A user's module: builder, arrays, expressions, globals, an objective, answers."""

from enum import Enum

import nonet
from nonet.model import Constraint, Expression, Variable
from nonet.model.globals import AllEqual, Circuit, Inverse, NoOverlap


class Colour(Enum):
    RED = 1
    BLUE = 2


def declared(n: int) -> nonet.ModelBuilder:
    build = nonet.ModelBuilder()
    x: Variable = build.variable("x", range(n))
    paint = build.variables(["here", "there"], Colour)
    row = build.array("row", n, range(n))
    square = build.array("square", (n, n), [1, 2, 3])
    corner: Variable = square[0, 0]
    entry: Expression = row[x]
    total: Expression = 2 * x + row[0] * row[1] - abs(x - corner) // 2 + entry % 3
    rule: Constraint = (total >= 3) | ~(x == 1) & (paint[0] == Colour.RED)
    build.add(rule, (x > 0).implies(corner != 2), nonet.between(1, total, 9), label="a rule")
    build.add(sum(v == 1 for v in row) <= 2, sum(row) >= 1, -x + 1 <= 5, 3 - x >= 0)
    build.add(nonet.max_of(row) - nonet.min_of(*row) >= 1, nonet.count_of(row, 2) == 1)
    build.add(nonet.if_then_else(x == 1, row[0], 3) == 3, nonet.element([1, 2, 3], row[0]) <= 3)
    build.add(paint[0] != paint[1])
    build.circuit(row)
    build.all_different([row[i] + i for i in range(n)], except_values=0)
    build.increasing(square.rows[0], strictly=True)
    build.cardinality(row, {1: 1, 2: x}, closed=False)
    build.no_overlap(row, [1] * n)
    build.cumulative(row, [1] * n, [x] * n, 4)
    build.add(~AllEqual(row), Circuit(row) | NoOverlap([x, *row], [1] * (n + 1)), Inverse(row, row))
    build.minimize(sum(row) + (x == 2), label="cost")
    return build


def answered(build: nonet.ModelBuilder) -> str:
    model: nonet.Model = build.model()
    outcome = nonet.solve(model, "cpsat", time_limit=10, limit=None)
    if outcome.status is nonet.Status.OPTIMAL:
        value: int | None = outcome.optimum.value
        gap: int | None = outcome.optimum.gap
        print(value, gap)
    if outcome.solutions:
        x: int = outcome.solution["x"]
        print(x, outcome.solution.line)
    with nonet.improving(model) as steps:
        values = [step.value for step in steps]
    print(values)
    verdict = nonet.verify(build)
    if verdict.uniqueness is nonet.Uniqueness.MULTIPLE:
        print(verdict.witnesses[0], verdict.differing)
    number: int = nonet.count_solutions(model).number
    for solution in nonet.iter_solutions(model):
        number += solution["x"]
    agreement = nonet.crosscheck(model)
    return f"{number} {agreement} {nonet.model_to_json(model)} {nonet.export(model, 'minizinc')}"
'''

SLIPS = """
import nonet

build = nonet.ModelBuilder()
x = build.variable("x", 5)
build.add(x < "a")
build.add(1.5)
build.minimize("x")
print(nonet.solve(build).solution_or_none["x"])
"""

NAMES = "\n".join(f"from nonet import {name}\nreveal_type({name})" for name in nonet.__all__)
"""A module that asks what every public name is."""

EXAMPLES = {
    f"{path.parent.name}_{path.name}": path.read_text(encoding="utf-8")
    for folder in ("examples", "examples/classics")
    for path in sorted((ROOT / folder).glob("*.py"))
}
"""The scripts of ours that show users how to write: two folders have modules of one name."""

PROGRAMS = {"clean.py": CLEAN, "slips.py": SLIPS, "names.py": NAMES, **EXAMPLES}


SETTINGS = """
[mypy]
strict = true
mypy_path = src
python_version = 3.11
[mypy-nonet.*]
ignore_errors = true
[mypy-ortools.*,constraint.*,pyarrow.*,pysat.*,pysolvers,tqdm.*,typst.*,cpmpy.*,clingo.*,starlette.*,dask.*,distributed.*]
ignore_missing_imports = true
"""
"""Settings of mypy under which it reads no function of nonet's, as of no installed package's."""


@cache
def messages_by_file() -> dict[str, list[str]]:
    """The lines of mypy about each file."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**PROGRAMS, "mypy.ini": SETTINGS}.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        mypy = Path(sys.executable).parent / "mypy"
        files = [str(Path(folder) / name) for name in PROGRAMS]
        settings = [f"--config-file={folder}/mypy.ini", f"--cache-dir={os.devnull}"]
        process = subprocess.run(
            [str(mypy), *settings, *files], cwd=ROOT, capture_output=True, text=True, check=False
        )
    messages: dict[str, list[str]] = {name: [] for name in PROGRAMS}
    *lines, last = process.stdout.splitlines() or [process.stderr]
    assert last.startswith("Found ") and not process.stderr, process.stdout + process.stderr
    for line in lines:
        messages[Path(line.partition(":")[0]).name].append(line)
    return messages
