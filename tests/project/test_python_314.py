"""nonet on Python 3.14: the one that this runs on, or Pyodide's, where npm can bring it.

In Pyodide there are no processes, no NumPy and no OR-Tools, so what runs there is what needs none
of them: models, puzzles, formats, the native engine, questions, human logic, traces and exports,
each by the examples of its own docstrings.  Of human logic that is what all techniques
share: each technique and each rule is imported here, and ``tests/web/test_in_browser.py`` has hints
and paths of this Python compared with ours.
"""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from nonet.errors import WebError
from tools.page.downloads import PYODIDE, cache_folder, fetch

ROOT = Path(__file__).parents[2]
ROOMS = "model puzzle formats render backends.native solving techniques tracing exporting"

NOT_THERE = (
    "nonet.model.expressions.numpy_functions",
    *(f"nonet.solving.{name}" for name in ("agreement", "array_counting", "cpmpy_interface")),
)
"""Modules whose examples need threads, processes, arrays or a second solver."""

SCRIPT = f"""
import doctest, importlib, pathlib, pkgutil, sys
sys.path.insert(0, "/lib/extra")
import nonet

ran = failed = 0
finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
for room in {ROOMS!r}.split():
    package = importlib.import_module(f"nonet.{{room}}")
    names = [m.name for m in pkgutil.walk_packages(package.__path__, f"{{package.__name__}}.")]
    for name in [package.__name__, *names]:
        if name in {NOT_THERE!r}:
            continue
        module = importlib.import_module(name)
        text = pathlib.Path(module.__file__).read_text()
        alike = ".families." in name or ".rules." in name  # a hundred of one pattern: imported only
        if alike or ">>>" not in text:  # doctest would look long here
            continue
        for test in finder.find(module, name):
            if test.examples:  # each run, empty ones too, makes a debugger and looks at all files
                result = runner.run(test)
                ran, failed = ran + result.attempted, failed + result.failed
f"{{sys.version_info[0]}}.{{sys.version_info[1]}} {{ran}} {{failed}}"
"""

HOST = """
import { loadPyodide } from "./package/pyodide.mjs";
import fs from "fs";
try {
  const python = await loadPyodide();
  const nonet = new Uint8Array(fs.readFileSync("nonet.zip"));
  python.unpackArchive(nonet, "zip", {extractDir: "/lib/extra"});
  console.log("RESULT", python.runPython(fs.readFileSync("script.py", "utf8")));
} catch (error) {
  console.log("FAILED", String(error.message).slice(-3000));
}
"""


def test_python_3_14_is_named_among_those_that_are_supported():
    assert "Programming Language :: Python :: 3.14" in (ROOT / "pyproject.toml").read_text()


@pytest.mark.slow(11)
def test_the_examples_of_docstrings_hold_on_python_3_14(tmp_path):
    if sys.version_info[:2] == (3, 14):
        pytest.skip("this is Python 3.14: all tests run on it")
    node = shutil.which("node")
    if not node:
        pytest.skip("needs Node.js, in which a Python 3.14 runs (Pyodide)")
    try:
        archive_file = fetch(PYODIDE, cache_folder())
    except WebError as error:
        pytest.skip(f"no Python 3.14 here: {error}")
    with tarfile.open(archive_file) as archive:
        archive.extractall(tmp_path, filter="data")
    with zipfile.ZipFile(tmp_path / "nonet.zip", "w") as package:
        for path in (ROOT / "src" / "nonet").rglob("*"):
            if path.is_file() and {"__pycache__", "libraries"}.isdisjoint(path.parts):
                package.write(path, path.relative_to(ROOT / "src"))
    (tmp_path / "script.py").write_text(SCRIPT)
    (tmp_path / "host.mjs").write_text(HOST)
    process = subprocess.run(
        [node, "host.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=280, check=False
    )
    *lines, last = process.stdout.strip().splitlines() or [process.stderr[-3000:]]
    assert last.startswith("RESULT 3.14 "), "\n".join([*lines, last])
    _, _, number_run, failed = last.split()
    assert int(failed) == 0, "\n".join(lines)
    assert int(number_run) > 300
