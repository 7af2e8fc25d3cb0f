"""``python tests/project/oldest.py``: the oldest dependencies that are allowed, tried in a new
environment.

Installs the lower bound of each of nonet's own dependencies (of ``>=9.15`` the newest 9.15) and
this checkout, and solves a puzzle and a model with every backend that is there.  Ends with 0 if
all answer.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]

PROGRAM = """
import nonet
build = nonet.ModelBuilder()
x, y = build.variables("xy", range(1, 30))
build.add(x * y == 391, x < y)
for backend in ("native", "cpsat", "cpsat:model=boolean", "python-constraint"):
    assert nonet.verify(".......21.3..4..", backend).uniqueness.value == "unique", backend
    assert nonet.solve(build, backend).solutions[0]["x"] == 17, backend
"""


def oldest() -> list[str]:
    """The lower bounds of the dependencies, as pip reads them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    found = []
    for each in project["dependencies"]:
        name, bound = re.fullmatch(r"([\w-]+)>=([\d.]+)", each).groups()
        found.append(f"{name}=={bound}.*")
    return found


def main() -> int:
    """Install and try; what failed is on standard error."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *oldest(), str(ROOT)], check=True)
        done = subprocess.run([python, "-c", PROGRAM], cwd=folder, check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
