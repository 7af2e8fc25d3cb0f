"""The texts of the page that are no Python sessions are run by their own tools."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import nonet

PAGE = (Path(__file__).parents[2] / "docs" / "coming-from.md").read_text(encoding="utf-8")


def _text(name):
    return re.search(rf'^```text title="{name}"\n(.*?)^```', PAGE, re.DOTALL | re.MULTILINE)[1]


def _optimum():
    return int(re.search(r"outcome\.optimum\.value\n(\d+)\n", PAGE)[1])


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="minizinc is not installed")
def test_minizinc_and_nonet_prove_the_optimum_of_the_page(tmp_path):
    file = tmp_path / "rush.mzn"
    file.write_text(_text("rush.mzn"))
    command = ["minizinc", "--solver", "gecode", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"gain = {_optimum()}\n" in run.stdout
    assert nonet.solve(str(file)).optimum.value == _optimum()


def test_the_instance_of_pycsp3_has_the_optimum_of_the_page(tmp_path):
    pytest.importorskip("pycsp3")
    file = tmp_path / "rush.py"
    file.write_text(_text("rush.py"))
    subprocess.run([sys.executable, str(file)], cwd=tmp_path, capture_output=True, check=True)
    assert nonet.solve(str(tmp_path / "rush.xml")).optimum.value == _optimum()


SETUPS = {
    "CPMpy": ("cpmpy", "import cpmpy as cp; model = cp.Model()"),
    "OR-Tools CP-SAT": (
        "ortools",
        "from ortools.sat.python import cp_model; model = cp_model.CpModel(); "
        "solver = cp_model.CpSolver()",
    ),
    "python-constraint": ("constraint", "from constraint import *; problem = Problem()"),
    "Z3": ("z3", "from z3 import *; solver = Optimize()"),
}
TABLE = r"^\| what you typed there \| what you type here \|\n\|---\|---\|\n((?:\|.*\n)+)"


def _rows(tool):
    """The lines of a tool's table: theirs and ours."""
    section = re.search(rf"^## {re.escape(tool)}.*?(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)[0]
    lines = re.search(TABLE, section, re.MULTILINE)[1].splitlines()
    rows = [re.fullmatch(r"\| `(.*)` \| `(.*)` \|", line).groups() for line in lines]
    return [tuple(cell.replace(r"\|", "|") for cell in row) for row in rows]


@pytest.mark.parametrize("tool", [*SETUPS, "MiniZinc", "PyCSP3"])
def test_twenty_lines_beside_ours_are_a_program_with_one_optimum(tool, tmp_path):
    rows = _rows(tool)
    assert len(rows) > 20
    ours = {"nonet": nonet, "build": nonet.ModelBuilder()}
    *lines, last = [ours for _, ours in rows]
    exec("\n".join(lines), ours)
    assert eval(last, ours) == 3
    *lines, last = [theirs for theirs, _ in rows]
    if tool in SETUPS:
        module, setup = SETUPS[tool]
        pytest.importorskip(module)
        theirs = {}
        exec("\n".join([setup, *lines]), theirs)
        answer = eval(last, theirs)
        assert int(str(answer[-1] if isinstance(answer, tuple) else answer).partition(".")[0]) == 3
    elif tool == "PyCSP3":
        pytest.importorskip("pycsp3")
        file = tmp_path / "twenty.py"
        file.write_text("\n".join(["from pycsp3 import *", *lines]))
        subprocess.run([sys.executable, str(file)], cwd=tmp_path, capture_output=True, check=True)
        assert nonet.solve(str(tmp_path / "twenty.xml")).optimum.value == 3
    else:
        if shutil.which("minizinc") is None:
            pytest.skip("minizinc is not installed")
        files = ("alldifferent", "table", "circuit", "cumulative")
        includes = [f'include "{name}.mzn";' for name in files]
        file = tmp_path / "twenty.mzn"
        file.write_text("\n".join([*includes, *lines, last]))
        command = ["minizinc", "--solver", "gecode", str(file)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "best = 3\n" in run.stdout, run.stderr
