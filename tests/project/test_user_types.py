"""What a user writes is typed: ``mypy --strict`` finds nothing in it, and slips in another."""

import subprocess
import sys
from pathlib import Path

import pytest

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
    build.all_different([row[i] + i for i in range(n)], except_value=0)
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
    if outcome.status is nonet.Status.OPTIMAL and outcome.optimum is not None:
        value: int | None = outcome.optimum.value
        gap: int | None = outcome.optimum.gap
        print(value, gap)
    if outcome.solution is not None:
        x: int = outcome.solution["x"]
        print(x, outcome.solution.line)
    with nonet.improving(model) as steps:
        values = [step.value for step in steps]
    print(values)
    verdict = nonet.verify(build)
    if verdict.uniqueness is nonet.Uniqueness.MULTIPLE:
        print(verdict.witnesses[0], verdict.differing)
    number: int = nonet.count(model).number
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
print(nonet.solve(build).optimum.value)
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What mypy says of the two, in one run.

    What it has found out of nonet itself it keeps where the check of nonet does: to do that with
    the same settings, which are as strict, takes a third of the time.
    """
    folder = tmp_path_factory.mktemp("user")
    (folder / "clean.py").write_text(CLEAN, encoding="utf-8")
    (folder / "slips.py").write_text(SLIPS, encoding="utf-8")
    mypy = Path(sys.executable).parent / "mypy"
    settings = [f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={ROOT / '.mypy_cache'}"]
    words = [str(mypy), "--strict", *settings, "clean.py", "slips.py"]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False).stdout


@pytest.mark.slow(3)
def test_a_users_module_is_clean_under_mypy_strict(told):
    assert [line for line in told.splitlines() if line.startswith("clean.py")] == []
    assert "slips.py" in told  # it did run


@pytest.mark.parametrize("line", [5, 6, 7, 8, 9])
def test_slips_that_types_can_see_are_seen(told, line):
    assert f"slips.py:{line}: error" in told
