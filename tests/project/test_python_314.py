"""nonet on Python 3.14: the one that this runs on, or Pyodide's, where npm can bring it.

In Pyodide there are no processes, no NumPy and no OR-Tools, so what runs there is what needs none
of them: models, puzzles, formats, the native engine, questions, human logic, traces and exports,
each by the examples of its own docstrings.
"""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYODIDE = "pyodide@314.0.7"
"""Python 3.14.2, compiled for WebAssembly."""

ROOMS = "model puzzle formats render backends.native solving techniques tracing exporting"

NOT_THERE = tuple(
    f"nonet.solving.{name}" for name in ("by_rows", "crosscheck", "leash", "pool", "second")
)
"""Modules whose examples need threads, processes, arrays or a second solver."""

SCRIPT = f"""
import doctest, importlib, pathlib, pkgutil, sys
sys.path.insert(0, "/lib/extra")
import nonet

ran = failed = 0
for room in {ROOMS!r}.split():
    package = importlib.import_module(f"nonet.{{room}}")
    names = [m.name for m in pkgutil.walk_packages(package.__path__, f"{{package.__name__}}.")]
    for name in [package.__name__, *names]:
        if name in {NOT_THERE!r}:
            continue
        module = importlib.import_module(name)
        if ">>>" not in pathlib.Path(module.__file__).read_text():  # doctest would look long here
            continue
        result = doctest.testmod(module)
        ran, failed = ran + result.attempted, failed + result.failed
f"{{sys.version_info[0]}}.{{sys.version_info[1]}} {{ran}} {{failed}}"
"""

HOST = """
import { loadPyodide } from "pyodide";
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


@pytest.mark.slow(17)
def test_the_examples_of_docstrings_hold_on_python_3_14(tmp_path):
    if sys.version_info[:2] == (3, 14):
        pytest.skip("this is Python 3.14: all tests run on it")
    npm, node = shutil.which("npm"), shutil.which("node")
    if not npm or not node:
        pytest.skip("needs node and npm, which bring a Python 3.14 (Pyodide)")
    command = [npm, "install", "--no-audit", "--no-fund", "--silent", "--prefix", ".", PYODIDE]
    brought = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=200, check=False
    )
    if brought.returncode or not (tmp_path / "node_modules" / "pyodide").exists():
        pytest.skip(f"npm could not bring {PYODIDE}: {brought.stderr.strip()[-200:]}")
    with zipfile.ZipFile(tmp_path / "nonet.zip", "w") as package:
        for path in (ROOT / "src" / "nonet").rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                package.write(path, path.relative_to(ROOT / "src"))
    (tmp_path / "script.py").write_text(SCRIPT)
    (tmp_path / "host.mjs").write_text(HOST)
    done = subprocess.run(
        [node, "host.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=280, check=False
    )
    *told, last = done.stdout.strip().splitlines() or [done.stderr[-3000:]]
    assert last.startswith("RESULT 3.14 "), "\n".join([*told, last])
    _, _, ran, failed = last.split()
    assert int(failed) == 0, "\n".join(told)
    assert int(ran) > 300
