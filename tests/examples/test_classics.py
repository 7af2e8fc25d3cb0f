"""The classic problems: each prints its published number, is short, says its words, and is data.

The numbers are those of the docstrings' sources (CSPLib, OEIS, the papers named there), never
outputs of our own.
"""

import ast
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import nonet

CLASSICS = Path(__file__).parents[2] / "examples" / "classics"

KNOWN = {
    "all_interval": "40 all-interval series of 8",
    "bibd": "the Fano plane, in order: unique",
    "car_sequencing": "6 sequences of the ten cars",
    "costas": "116 Costas arrays of order 6",
    "cryptarithm": "526485 197485 723970",
    "golfers": "4 weeks: sat\n5 weeks: unsat",
    "golomb": "the shortest ruler of 6 marks has length 17",
    "graph_colouring": (
        "120 3-colourings of the Petersen graph\nGroetzsch's graph needs 4 colours"
    ),
    "job_shop": "ft06 is done at 55",
    "knapsack": "the knapsack is worth 309",
    "langford": "26 Langford sequences of 7 pairs",
    "latin_squares": "576 of order 4, 56 reduced of order 5",
    "magic_sequence": "magic sequence 6210001000",
    "map_of_australia": "18 colourings of Australia",
    "partition": "partition of 1 to 8: unique",
    "peaceable_queens": "armies of 4 on 5 by 5",
    "quasigroup": "3 idempotent quasigroups QG5 of order 7",
    "queens": "92 ways to place 8 queens",
    "ramsey": "12 ways for 5 people, 0 for 6",
    "schur": "13: sat 14: unsat",
    "steiner": "30 Steiner systems of 7",
    "still_life": "the densest still life on 4 by 4 has 8",
    "tsp": "the shortest tour has length 19",
    "warehouses": "the warehouses cost 383",
    "zebra": "Norwegian drinks water, Japanese owns the zebra",
    "magic_square": "8 magic squares of order 3",
    "change": "292 ways to change a dollar",
    "dominating_queens": "6 by 6 is dominated by 3 queens",
    "squared_rectangle": "33 by 32 of nine squares: unique",
    "rehearsal": "the players wait for 17",
    "traffic_lights": "4 states of the traffic lights",
    "water_buckets": "6 moves: unsat\n7 moves: sat",
    "nine_digits": "A/BC + D/EF + G/HI = 1: unique",
    "low_autocorrelation": "11 signs have energy 5",
    "stable_marriage": "3 stable sets of marriages",
    "send_most_money": "the most money is 10876",
    "sicherman_dice": "2 pairs of dice, one of them Sicherman's",
    "de_bruijn": "16 de Bruijn sequences of words of 4 bits",
    "graceful_path": "24 graceful labellings of a path of 6",
    "template_design": "two templates are printed 418 thousand times",
}
"""What each prints at its end."""

PUBLISHED_COUNTS = {
    "queens": [((n,), count) for n, count in ((4, 2), (5, 10), (6, 4), (7, 40))],
    "costas": [((3,), 4), ((4,), 12), ((5,), 40)],
    "langford": [((3,), 1), ((5,), 0)],
    "latin_squares": [((3,), 12), ((4, True), 4)],
    "ramsey": [((4,), 18)],
    "steiner": [((3,), 1), ((6,), 0)],
    "all_interval": [((4,), 4), ((5,), 8)],
    "graceful_path": [((n,), count) for n, count in ((3, 4), (4, 4), (5, 8))],
    "de_bruijn": [((2,), 1), ((3,), 2)],
}
"""Numbers of solutions of other sizes (OEIS A000170, A008404, A014552, A002860, A000315, A006967,
A016031)."""


def test_every_classic_is_tested_and_listed():
    files = {path.stem for path in CLASSICS.glob("*.py")}
    assert files == set(KNOWN)
    table = (CLASSICS / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| \[(\w+)\]\(\1\.py\)", table, re.MULTILINE)) == files


RUN_ALL = """
import runpy, sys
for path in sys.argv[1:]:
    runpy.run_path(path, run_name="__main__")
    print(end="\\0", flush=True)
"""


@pytest.fixture(scope="module")
def printed():
    """What each prints, run as its user would, in a process that is theirs alone."""
    files = [str(CLASSICS / f"{name}.py") for name in KNOWN]
    command = [sys.executable, "-W", "error", "-c", RUN_ALL, *files]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    return dict(zip(KNOWN, run.stdout.split("\0"), strict=False))


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("name", KNOWN)
def test_a_classic_prints_its_published_number(name, printed):
    assert printed[name].rstrip().endswith(KNOWN[name])


@pytest.mark.parametrize("name", PUBLISHED_COUNTS)
def test_other_sizes_have_their_published_counts(name):
    build = runpy.run_path(str(CLASSICS / f"{name}.py"))["build"]
    for arguments, expected in PUBLISHED_COUNTS[name]:
        counted = nonet.count_solutions(build(*arguments))
        assert (counted.exhausted, counted.number) == (True, expected), arguments


@pytest.mark.parametrize("name", KNOWN)
def test_a_classic_is_short_and_each_of_its_constraints_has_words(name):
    path = CLASSICS / f"{name}.py"
    text = path.read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring is not None and "Teaches: " in docstring
    code = [line for line in text.split('"""', 2)[2].splitlines() if line.strip()]
    assert 8 <= len(code) <= 45
    model = runpy.run_path(str(path))["build"]().model()
    assert nonet.model_from_json(nonet.model_to_json(model)) == model
    for constraint in model.constraints:
        assert constraint.description != type(constraint).__name__


@pytest.mark.parametrize("backend", ["native", "sat", "cpsat"])
@pytest.mark.parametrize("name", ["tsp", "magic_sequence", "golomb", "zebra", "knapsack"])
def test_backends_agree_on_a_classic(name, backend):
    if backend not in [installed.name for installed in nonet.backends.available_backends()]:
        pytest.skip(f"{backend} is not installed")
    build = runpy.run_path(str(CLASSICS / f"{name}.py"))["build"]
    model = build(5) if name == "golomb" else build()
    outcome = nonet.solve(model, backend)
    best = {"tsp": 19, "golomb": 11, "knapsack": 309}.get(name)
    assert outcome.solutions
    assert best is None or (outcome.optimum.value, outcome.optimum.is_proven) == (best, True)
