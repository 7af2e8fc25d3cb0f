"""What one easy puzzle needs at start: nothing that its answer does not."""

import json
import subprocess
import sys

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HEAVY = {"numpy", "ortools", "pandas", "numba", "constraint", "pysat", "pyarrow"}
NEEDLESS = {"bz2", "csv", "gzip", "lzma", "random", "shutil", "tempfile", "importlib.metadata"}
"""Of Python's own; together they take longer than the puzzle."""
SCRIPT = """
import json, sys
from nonet.cli import main
code = main(["-q", "solve", sys.argv[1], "--format", "line"])
print(json.dumps([code, sorted(sys.modules)]))
"""


def test_solving_an_easy_puzzle_imports_nothing_that_it_does_not_need():
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{SCRIPT}", EASY],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    line, modules = done.stdout.splitlines()
    code, names = json.loads(modules)
    assert code == 0 and "." not in line
    assert not {name.partition(".")[0] for name in names} & HEAVY
    assert not set(names) & NEEDLESS
    rules = {name for name in names if name.startswith("nonet.puzzle.rules.")}
    assert {name.rpartition(".")[2] for name in rules} == {"base", "rows", "columns", "boxes"}
    assert "nonet.model.json" not in names
