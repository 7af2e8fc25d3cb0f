"""The files of nonet that take part in four everyday tasks: what a reader must open to follow one.

Each task runs in a process of its own.  Counted are the files with a function that is called, also
by an import; the bodies of modules and classes do not count.  The second count is that of the same
task done again, when imports and caches are there.

    python -m benchmarks.walks                 # the counts, beside the targets
    python -m benchmarks.walks --files link    # the files of a task, as (first) or (again)
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = Path(__file__).parents[1] / "src" / "nonet"
CLUES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LINK = (
    "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBf"
    "ZYHv3vyGCRfALrJCwgTOlyJU0XKVKFsles1c1yrRu2S9R+Yd1nVp/Vdk7r58RJABrCGTIwMAYxJpqhEJ4wbmD4IA"
    "BKNADCAEwgqBGRAMwgjqSU1CA0AKwgBiBsABYeALYA9sUwbB74oGQQzDAh8ATh0ZE0ca0xnWGJSSli2lxAA="
)
TARGETS = {"model": 25, "csv": 35, "hint": 40, "link": 40}


def solve_model() -> object:
    """Declare SEND + MORE = MONEY and ask CP-SAT."""
    import nonet

    build = nonet.ModelBuilder()
    s, e, n, d, m, o, r, y = build.variables("SENDMORY", range(10))
    build.all_different([s, e, n, d, m, o, r, y])
    send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * m + 100 * o + 10 * r + e
    build.add(send + more == 10000 * m + 1000 * o + 100 * n + 10 * e + y)
    return nonet.solve(build, "cpsat")


def read_csv_row() -> object:
    """Read a table of one puzzle."""
    import nonet

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzles.csv"
        path.write_text(f"puzzle,source\n{CLUES},a newspaper\n", encoding="utf-8")
        return nonet.read(path)


def ask_hint() -> object:
    """Ask for a hint as the page does."""
    from nonet.protocol import ask

    return list(ask({"do": "hint", "puzzle": {"size": 9, "clues": CLUES}}))


def read_link() -> object:
    """Read a link of f-puzzles with a cage and a thermometer."""
    import nonet

    return nonet.parse(LINK)


TASKS: dict[str, Callable[[], object]] = {
    "model": solve_model,
    "csv": read_csv_row,
    "hint": ask_hint,
    "link": read_link,
}


def files_of(task: Callable[[], object]) -> set[str]:
    """Return the files of the package with a function that is called during a task."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_flags & CO_OPTIMIZED:
            files.add(code.co_filename)

    import threading

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        task()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    root = f"{PACKAGE}/"
    return {name.removeprefix(root) for name in files if name.startswith(root)}


def main() -> None:
    """Print the counts of all tasks, or the files of one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", choices=TASKS, help="run this task here and name its files")
    options = parser.parse_args()
    if options.files:
        first, again = files_of(TASKS[options.files]), files_of(TASKS[options.files])
        for name in sorted(first):
            print(f"{name}{'  (again)' if name in again else ''}")
        return
    for name, target in TARGETS.items():
        command = [sys.executable, "-m", "benchmarks.walks", "--files", name]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        first, again = len(lines.splitlines()), lines.count("(again)")
        print(f"{name:8} first {first:3}, at most {target}; again {again:3}")


if __name__ == "__main__":
    main()
