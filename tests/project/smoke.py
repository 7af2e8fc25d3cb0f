"""``python tests/project/smoke.py``: what a new user does first, with the nonet that is installed.

Runs in an empty folder with the interpreter that it is started by, so that it tries a wheel in an
environment of its own on any system.  Ends with 0 if every answer is right.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

CLUES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

MODEL = """
import nonet

build = nonet.ModelBuilder()
x, y = build.variables("xy", range(50))
build.add(2 * x + 7 * y <= 50, 3 * x - 5 * y <= 45)
build.maximize(2 * x + 2 * y)
"""


def nonet(*arguments: str, code: int = 0) -> str:
    """Run the command and give its output; it must end with ``code``."""
    process = subprocess.run(
        [sys.executable, "-m", "nonet", *arguments],
        capture_output=True, encoding="utf-8", timeout=300, check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert process.returncode == code, (
        f"nonet {' '.join(arguments)}: {process.returncode}\n{process.stderr}"
    )
    assert "Traceback" not in process.stderr, process.stderr
    return process.stdout


def try_answers() -> None:
    """Solve, verify, count, a model, a second opinion, bad input."""
    for backend in ("auto", "native", "cpsat", "sat", "python-constraint"):
        assert nonet("solve", CLUES, "--backend", backend, "--format", "line").strip() == ANSWER
    assert "unique" in nonet("verify", CLUES, "--second-opinion")
    assert "288 solutions" in nonet("count", "4x4")
    Path("model with spaces.py").write_text(MODEL, encoding="utf-8")
    assert "40, proven the most" in nonet("solve", "model with spaces.py")
    nonet("verify", "5" * 81, code=2)


def try_files() -> None:
    """A batch with a bad row, a proof, a PDF, a link; file names with spaces, lines with CRLF."""
    Path("two puzzles.csv").write_bytes(f"puzzle\r\n{CLUES}\r\n12\r\n".encode())
    nonet("batch", "two puzzles.csv", "-o", "answers.csv", "-q", code=2)
    answers = Path("answers.csv").read_text(encoding="utf-8")
    assert ANSWER in answers and len(answers.splitlines()) == 3
    nonet("prove", CLUES, "--to", "proof")
    nonet("check", "proof")
    nonet("show", CLUES, "--to", "sheet.pdf")
    assert Path("sheet.pdf").read_bytes().startswith(b"%PDF")
    link = nonet("convert", CLUES, "--to", "f-puzzles").strip()
    assert nonet("solve", link, "--format", "line").strip() == ANSWER


def try_page() -> None:
    """The page's server starts, gives its page, and ends when it is asked to."""
    server = subprocess.Popen(
        [sys.executable, "-m", "nonet", "web", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
    )  # fmt: skip
    try:
        assert server.stdout is not None
        address = next(
            word for line in server.stdout for word in line.split() if word.startswith("http")
        )
        with urlopen(address, timeout=60) as page:
            assert b"<html" in page.read()
    finally:
        server.terminate()
        server.wait(60)


def main() -> int:
    """Try everything in an empty folder; what fails is a traceback."""
    with tempfile.TemporaryDirectory(prefix="nonet smoke ", ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        try:
            try_answers()
            try_files()
            try_page()
            place = subprocess.run(
                [sys.executable, "-c", "import nonet; print(nonet.__version__, nonet.__file__)"],
                capture_output=True, encoding="utf-8", check=True,
            )  # fmt: skip
            print(json.dumps({"nonet": place.stdout.strip(), "python": sys.version.split()[0]}))
        finally:
            os.chdir(tempfile.gettempdir())
    return 0


if __name__ == "__main__":
    sys.exit(main())
