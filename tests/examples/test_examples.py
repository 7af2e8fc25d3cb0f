"""Every example runs by itself, in a second or two, and prints the answer that is known."""

import os
import re
from pathlib import Path

import pytest

from tests import warm

EXAMPLES = Path(__file__).parents[2] / "examples"

KEY_LINES = {
    "sudoku.py": "agreed by: native, .*",
    "n_queens.py": "92 ways to place 8 queens",
    "map_colouring.py": "18 colourings with 3 colours",
    "send_more_money.py": r"9567 \+ 1085 = 10652",
    "zebra.py": r"The Norwegian drinks water; the Japanese owns the zebra\.",
    "magic_square.py": "8 magic squares",
    "variants.py": "2 clues, verdict: unique",
    "watch_propagation.py": "1 solution, 2 guesses, 1 failure",
    "compare_orders.py": "fewest nodes: .* at level gac",
    "nurse_rota.py": "wishes refused = 4, proven the least",
    "lockstep_numpy.py": "euler96.txt: 60 puzzles, each with one solution",
}
"""For each script, a whole line of its output, as a regular expression.  The facts:

the 92 placements of eight queens (Nauck 1850), Dudeney's sum (1924), the zebra puzzle's
answer (Life International, 1963), the eight positions of the Lo Shu.  18 colourings: 3 for
South Australia, 2 for the chain of its neighbours, which must alternate, 3 for Tasmania.
"""


def test_every_script_is_tested_and_listed_in_the_table():
    scripts = {path.name for path in EXAMPLES.glob("*.py")}
    assert scripts == set(KEY_LINES)
    table = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| \[(\w+\.py)\]\(\1\)", table, re.MULTILINE)) == scripts


@pytest.mark.parametrize("name", KEY_LINES)
def test_an_example_prints_what_is_known(name, tmp_path):
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    process = warm.run(["python", str(EXAMPLES / name)], cwd=tmp_path, env=environment)
    assert (process.returncode, process.stderr) == (0, "")
    assert re.search(f"^{KEY_LINES[name]}$", process.stdout, re.MULTILINE), process.stdout
