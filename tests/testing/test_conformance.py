"""The conformance suite: each fault of a backend breaks the promise that names it."""

import os
import re
import time

import pytest

from tests import warm

BACKEND = """
import time
from dataclasses import dataclass
from typing import ClassVar, Literal
from nonet.backends import get_backend
from nonet.backends.base import Availability

@dataclass(frozen=True)
class Wrong:
    fault: Literal["none", "breaks", "loses", "hangs", "repeats", "raises", "late"] = "none"
    name: ClassVar[str] = "wrong"
    capabilities: ClassVar = get_backend("native").capabilities

    def available(self):
        return Availability(True)

    def run(self, model, request):
        fault, many = self.fault, len(model.variables) > 2
        if fault == "late":
            request.deadline = None
        run = get_backend("native").run(model, request)
        if many and fault == "breaks":
            yield {name: domain.base for name, domain in model.domains.items()}
        if many and fault == "loses":
            next(run, None)
        while many and fault == "hangs":
            time.sleep(0.05)
        while many and fault == "repeats":
            yield {name: domain.base for name, domain in model.domains.items()}
        if many and fault == "raises":
            raise ValueError("a bug")
        return (yield from run)
"""


def suite(folder, fault, *more):
    """Run the suite on a backend with a fault, as its author would."""
    (folder / "wrong.py").write_text(BACKEND)
    info = folder / "wrong-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wrong\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[nonet.backends]\nwrong = wrong:Wrong\n")
    command = ["python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *more]
    command += ["--pyargs", "nonet.testing", "--backend", f"wrong:fault={fault}"]
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    started = time.monotonic()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    process = warm.run(command, cwd=folder, env=environment, timeout=280)
    return process, time.monotonic() - started


@pytest.mark.parametrize(
    ("fault", "promise", "why"),
    [
        ("breaks", "unsatisfiable is exhausted without a solution", "returned a wrong answer"),
        ("loses", "a model without constraints has every assignment", "5 solutions instead of 6"),
        ("hangs", "a model without constraints has every assignment", "in 3 s: does it hang?"),
        ("repeats", "a model without constraints has every assignment", "repeats itself"),
        ("raises", "a model without constraints has every assignment", "failed: ValueError: a bug"),
    ],
)
def test_the_suite_stops_at_the_first_broken_promises_and_names_them(tmp_path, fault, promise, why):
    process, seconds = suite(tmp_path, fault, "--seconds", "3" if fault == "hangs" else "5")
    assert process.returncode == 1, process.stdout + process.stderr
    report = process.stdout.partition("broken promises")[2]
    first = re.search(r"wrong:fault=\S+?: (.*)\n +(.*)", report)
    assert first is not None, process.stdout
    assert promise in first[1]
    assert why in first[2]
    assert len(re.findall(r"^FAILED", process.stdout, re.MULTILINE)) <= 3
    # about three seconds, and PATIENCE twice where it hangs; much more on a busy machine
    assert seconds < 150


def test_a_backend_that_looks_at_no_clock_keeps_the_limits_all_the_same(tmp_path):
    """The limit is kept above all backends; that is a promise of ours."""
    process, _ = suite(tmp_path, "late", "-k", "limit")
    assert process.returncode == 0, process.stdout + process.stderr
    assert "broken promises" not in process.stdout


def test_a_backend_that_is_none_is_one_line(tmp_path):
    process, _ = suite(tmp_path, "unheard-of")
    assert process.returncode != 0
    assert "ERROR: backend wrong: fault=none|breaks|" in process.stdout + process.stderr
    assert "Traceback" not in process.stdout + process.stderr
