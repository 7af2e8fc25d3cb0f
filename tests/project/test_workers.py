"""The suite itself: a worker that dies ends the run, with the test's name, and soon."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

DYING = """
import os, signal

def test_before():
    pass

def test_that_kills():
    os.kill(os.getpid(), signal.SIGKILL)

def test_behind():
    pass
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_worker_that_dies_ends_the_run_and_names_the_test(tmp_path):
    pytest.importorskip("xdist", reason="needs pytest-xdist")
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_dying.py").write_text(DYING)
    (tmp_path / "test_other.py").write_text("def test_other():\n    pass\n")
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COV_"))}
    process = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path, env=inherited, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert process.returncode == 1, process.stdout + process.stderr
    assert "crashed while running 'test_dying.py::test_that_kills'" in process.stdout
    assert "the run ends here: what had not begun was not tested" in process.stdout
