"""What the tests of the page take from npm: axe-core and TypeScript, pinned by their hashes."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PLACE = HERE.parents[2] / "build" / "page-tools"


def installed(name: str) -> Path:
    """The folder of a package; the test skips, saying so, where it cannot be had."""
    why = _install()
    if why:
        pytest.skip(f"{name} cannot be had: {why}")
    return PLACE / "node_modules" / name


@cache
def _install() -> str:
    """Install what the lock names, unless that is done already; why not, if it cannot be."""
    lock = (HERE / "package-lock.json").read_bytes()
    marker = PLACE / "done"
    if marker.exists() and marker.read_bytes() == lock:
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not here"
    PLACE.mkdir(parents=True, exist_ok=True)
    for file in ("package.json", "package-lock.json"):
        shutil.copy(HERE / file, PLACE / file)
    try:
        process = subprocess.run(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
            cwd=PLACE, capture_output=True, text=True, timeout=200, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "npm did not answer"
    if process.returncode:
        return (process.stderr.strip().splitlines() or ["npm failed"])[-1]
    marker.write_bytes(lock)
    return ""
