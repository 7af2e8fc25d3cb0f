"""Run the benchmarks behind the figures of the documentation, one command after another.

    python -m benchmarks.everything --tdoku PATH --norvig PATH

The run takes an hour or two on a quiet machine, and refuses a busy machine without
``--busy``.  A part that misses its targets does not stop the run; such parts are listed at the
end.  ``--dry`` prints the commands.  The run writes:

- ``figures.json``, ``plot.svg`` and the tables of ``README.md`` (``--publish``);
- ``auto/figures.md``: the cost of choosing a backend;
- ``results/``: the compiled engine and tdoku, ``nonet batch`` and pyarrow; their figures are
  copied into the documentation by hand.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.cli import HERE
from benchmarks.timing import load_now

BUSY = 0.5
"""Load above which a machine is busy."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.everything", description=__doc__)
    options.add_argument("--tdoku", metavar="PATH", help="tdoku's run_benchmark")
    options.add_argument("--norvig", metavar="PATH", help="Norvig's sudoku.py")
    options.add_argument("--data", metavar="FOLDER", help="folder of the public lists")
    options.add_argument("--out", type=Path, default=HERE / "results", metavar="FOLDER")
    options.add_argument("--busy", action="store_true", help="measure on a busy machine too")
    options.add_argument("--dry", action="store_true", help="only print the commands")
    return options


def commands(given: argparse.Namespace) -> list[list[str]]:
    """Return the modules to run, in order, each with its arguments."""
    data = ["--data", given.data] if given.data else []
    norvig = ["--norvig", given.norvig] if given.norvig else []
    tdoku = ["--tdoku", given.tdoku] if given.tdoku else []
    out = str(given.out)
    return [
        ["benchmarks", *data, *norvig, "--out", out],
        ["benchmarks", "--targets", *data, *norvig, "--out", out],
        ["benchmarks", "--publish", "--out", out],
        ["benchmarks.auto", "--out", str(HERE / "auto" / "figures.md")],
        ["benchmarks.lockstep", *data, *tdoku, "--out", out],
        ["benchmarks.tables", *data, "--json", str(given.out / "tables.json")],
        ["benchmarks.techniques", *data],
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all commands; return 1 if a part failed or missed its targets."""
    given = parser().parse_args(arguments)
    command_lines = [[sys.executable, "-m", *command] for command in commands(given)]
    if given.dry:
        print("\n".join(shlex.join(["python", *command[1:]]) for command in command_lines))
        return 0
    load = load_now()
    if load is not None and load > BUSY and not given.busy:
        raise SystemExit(f"benchmarks: the machine is busy (load {load}): wait, or give --busy")
    given.out.mkdir(parents=True, exist_ok=True)
    missed = []
    for command in command_lines:
        print(f"benchmarks: {shlex.join(command[2:])}", file=sys.stderr, flush=True)
        if subprocess.run(command, check=False).returncode:
            missed.append(command[2:])
    for command in missed:
        print(f"benchmarks: failed, or missed its targets: {shlex.join(command)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
