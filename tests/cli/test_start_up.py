"""What one easy puzzle needs at start: nothing that its answer does not."""

import json
import subprocess
import sys
from importlib.util import find_spec

import pytest

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HEAVY_MODULES = {"numpy", "ortools", "pandas", "constraint", "pysat", "pyarrow"}
NEEDLESS_MODULES = {
    "bz2",
    "csv",
    "gzip",
    "lzma",
    "random",
    "shutil",
    "tempfile",
    "importlib.metadata",
}
NEEDLESS_MODULES |= {"pkgutil"}
"""Of Python's own; together they take longer than the puzzle."""
NEEDED_BY_FILES = {"ipaddress", "nonet.formats.pasted", "pathlib", "urllib.parse"}
"""Further ones, of which only a file has need."""
MODULES = 103
"""Modules of ours that one easy puzzle may import: each costs about a millisecond."""
DRAWING = 4
"""Further modules of ours that draw a solution."""
ROWS = "".join(f"{EASY[at : at + 9]}\n" for at in range(0, 81, 9)).replace(".", "0")
SCRIPT = """
import json, sys
from nonet.cli import main
code = main(["-q", *sys.argv[1:]])
print(json.dumps([code, sorted(sys.modules)]))
"""


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("text", [EASY, ROWS, f"Grid 01\n{ROWS}"], ids=["line", "rows", "titled"])
@pytest.mark.parametrize("command", [("solve",), ("solve", "--format", "line"), ("verify",)])
def test_an_easy_puzzle_imports_nothing_that_its_answer_does_not_need(text, command, tmp_path):
    named = text
    if "\n" in text:
        (tmp_path / "easy.txt").write_text(text)
        named = str(tmp_path / "easy.txt")
    process = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{SCRIPT}", *command, named],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    line, modules = process.stdout.splitlines()[-2:]
    code, names = json.loads(modules)
    assert code == 0 and ("--format" not in command or "." not in line)
    assert not {name.partition(".")[0] for name in names} & HEAVY_MODULES
    assert not set(names) & NEEDLESS_MODULES
    assert named != text or not set(names) & NEEDED_BY_FILES
    rules = {name for name in names if name.startswith("nonet.puzzle.rules.")}
    assert {name.rpartition(".")[2] for name in rules} == {"base", "classic_units"}
    assert not {"nonet.model.json", "nonet.render.shapes"} & set(names)
    own_modules = [name for name in names if name.partition(".")[0] == "nonet"]
    assert len(own_modules) <= MODULES + DRAWING * (command == ("solve",)), own_modules


BATCH_SCRIPT = """
import sys
from nonet.cli import main
told = [main(["-q", "batch", "in.csv", "-o", name]) for name in ("out.csv", "out.parquet")]
print(*told, "pyarrow" in sys.modules, "pandas" in sys.modules)
"""


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("pandas"), reason="pandas is not installed")
@pytest.mark.skipif(not find_spec("pyarrow"), reason="pyarrow is not installed")
def test_a_run_over_a_file_imports_no_pandas(tmp_path):
    """To import it takes as long as all else; ``batch/text_columns.py`` says when pyarrow does."""
    rows = ("puzzle,solution", f"{EASY},", "malformed,", f"{EASY[::-1]},{EASY}")
    (tmp_path / "in.csv").write_text("\n".join(rows))
    process = subprocess.run(
        [sys.executable, "-c", BATCH_SCRIPT],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert process.stdout.split() == ["2", "2", "True", "False"], process.stderr


RUN_PROCESS_SCRIPT = """
import atexit, sys, threading
from nonet.cli import run_process
sys.argv = ["nonet", "-q", *sys.argv[1:]]
{before}
code = run_process()
print("returned", code)
{after}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("atexit.register(print, 'registered')", ""),
        ("go_on = threading.Event(); threading.Thread(target=go_on.wait).start()", "go_on.set()"),
        ("sys.setprofile(lambda *event: None)", ""),
    ],
    ids=["callback", "thread", "profiler"],
)
def test_the_end_of_a_process_that_is_awaited_is_left_to_python(before, after):
    process = _run_process(EASY, before=before, after=after)
    assert "returned 0" in process.stdout, process.stderr
    assert ("registered" in process.stdout) is ("atexit" in before)


@pytest.mark.parametrize(("puzzle", "code"), [(EASY, 0), (EASY[:-1] + "8", 2)])
def test_a_process_ends_at_once_with_its_answer_and_its_exit_code(puzzle, code):
    process = _run_process(puzzle)
    assert process.returncode == code
    assert "returned" not in process.stdout
    assert ("534678912" in process.stdout) is (code == 0)
    assert bool(process.stderr) is (code == 2)


def _run_process(puzzle, before="", after=""):
    script = RUN_PROCESS_SCRIPT.format(before=before, after=after)
    return subprocess.run(
        [sys.executable, "-c", script, "solve", "--format", "line", puzzle],
        capture_output=True, text=True,
    )  # fmt: skip
