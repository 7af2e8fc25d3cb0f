"""The classics in CPMpy and MiniZinc: they say the same, and ours are not the longer ones."""

import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLASSICS = ROOT / "examples" / "classics"
NAMES = sorted(path.stem for path in CLASSICS.glob("*.py"))

KNOWN = {
    "all_interval": 40,
    "bibd": 1,
    "car_sequencing": 6,
    "costas": 116,
    "cryptarithm": 1,
    "golfers": 0,
    "golomb": 17,
    "graph_colouring": 4,
    "job_shop": 55,
    "knapsack": 309,
    "langford": 26,
    "latin_squares": 576,
    "magic_sequence": 1,
    "map_of_australia": 18,
    "partition": 1,
    "peaceable_queens": 4,
    "quasigroup": 3,
    "queens": 92,
    "ramsey": 12,
    "schur": 0,
    "steiner": 30,
    "still_life": 8,
    "tsp": 19,
    "warehouses": 383,
    "zebra": 1,
    "magic_square": 8,
    "change": 292,
    "dominating_queens": 3,
    "squared_rectangle": 1,
    "rehearsal": 17,
    "traffic_lights": 4,
    "water_buckets": 1,
    "nine_digits": 1,
    "low_autocorrelation": 5,
    "stable_marriage": 3,
    "send_most_money": 10876,
    "sicherman_dice": 2,
    "de_bruijn": 16,
    "graceful_path": 24,
    "template_design": 418,
}
"""The optimum, or how many solutions there are: published (the classics' docstrings name where)."""

ARGUMENTS = {"schur": (14,), "golfers": (3, 3, 5)}
"""Arguments where the defaults are not what is published: 14 numbers and 5 weeks are too many."""


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("name", NAMES)
def test_the_model_in_cpmpy_has_the_same_answer(name):
    pytest.importorskip("cpmpy")
    model = runpy.run_path(str(CLASSICS / "in_cpmpy" / f"{name}.py"))["build"](
        *ARGUMENTS.get(name, ())
    )
    if model.has_objective():
        assert model.solve(solver="ortools")
        assert model.objective_value() == KNOWN[name]
    else:
        assert model.solveAll(solver="ortools") == KNOWN[name]


@pytest.mark.parametrize("name", ["queens", "knapsack", "zebra", "tsp"])
def test_the_model_in_minizinc_has_the_same_answer(name):
    """Four, for the tests' time: ``benchmarks/optimise/against_cpmpy.py --minizinc`` asks all."""
    if shutil.which("minizinc") is None:
        pytest.skip("minizinc is not installed")
    file = CLASSICS / "in_minizinc" / f"{name}.mzn"
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
        [*command, str(file)], capture_output=True, text=True, check=True
    ).stdout
    if "_objective" in output:
        assert f'"_objective" : {KNOWN[name]}\n' in output.rsplit("{", 1)[1]
    else:
        assert output.count("----------") == KNOWN[name]


def test_nine_of_ten_models_are_no_longer_than_in_cpmpy():
    lines = runpy.run_path(str(ROOT / "docs" / "site" / "code_lines.py"))["lines"]
    longer = [
        name
        for name in NAMES
        if lines((CLASSICS / f"{name}.py").read_text(encoding="utf-8"))
        > lines((CLASSICS / "in_cpmpy" / f"{name}.py").read_text(encoding="utf-8"))
    ]
    assert len(longer) <= len(NAMES) // 10, longer
    assert {path.stem for path in (CLASSICS / "in_cpmpy").glob("*.py")} == set(NAMES)
    assert {path.stem for path in (CLASSICS / "in_minizinc").glob("*.mzn")} == set(NAMES)
