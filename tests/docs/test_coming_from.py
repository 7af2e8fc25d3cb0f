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
