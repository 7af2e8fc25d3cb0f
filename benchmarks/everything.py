"""Everything: all figures of the pages measured again, one command after another.

    python -m benchmarks.everything --tdoku PATH --norvig PATH

On a quiet machine it takes an hour or two.  It refuses a busy one, whose figures nobody
could use (``--busy`` measures all the same), and goes on where a part missed its bars; the
parts that did are told at the end.  ``--dry`` prints the commands.  What it writes:

- ``figures.json``, ``plot.svg`` and the tables of ``README.md`` (``--publish``);
- ``auto/figures.md``: what choosing costs;
- ``results/``: the compiled engine beside tdoku, and ``nonet batch`` beside pyarrow; the
  sentences of the pages that tell these are written by hand.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.cli import HERE, load_now

BUSY = 0.5
"""Load from which a machine is busy."""


def parser() -> argparse.ArgumentParser:
    """The options."""
    found = argparse.ArgumentParser(prog="python -m benchmarks.everything", description=__doc__)
    found.add_argument("--tdoku", metavar="PATH", help="tdoku's run_benchmark")
    found.add_argument("--norvig", metavar="PATH", help="Norvig's sudoku.py")
    found.add_argument("--data", metavar="FOLDER", help="where the public lists are")
    found.add_argument("--out", type=Path, default=HERE / "results", metavar="FOLDER")
    found.add_argument("--busy", action="store_true", help="measure on a busy machine too")
    found.add_argument("--dry", action="store_true", help="print the commands, and do nothing")
    return found


def commands(given: argparse.Namespace) -> list[list[str]]:
    """The modules to run, in order, each with its arguments."""
    data = ["--data", given.data] if given.data else []
    norvig = ["--norvig", given.norvig] if given.norvig else []
    tdoku = ["--tdoku", given.tdoku] if given.tdoku else []
    out = str(given.out)
    return [
        ["benchmarks", *data, *norvig, "--out", out],
        ["benchmarks", "--bars", *data, *norvig, "--out", out],
        ["benchmarks", "--publish", "--out", out],
        ["benchmarks.auto", "--out", str(HERE / "auto" / "figures.md")],
        ["benchmarks.lockstep", *data, *tdoku, "--out", out],
        ["benchmarks.tables", *data, "--json", str(given.out / "tables.json")],
        ["benchmarks.techniques", *data],
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 1 if a part failed or missed its bars."""
    given = parser().parse_args(arguments)
    wanted = [[sys.executable, "-m", *command] for command in commands(given)]
    if given.dry:
        print("\n".join(shlex.join(["python", *command[1:]]) for command in wanted))
        return 0
    load = load_now()
    if load is not None and load > BUSY and not given.busy:
        raise SystemExit(f"benchmarks: the machine is busy (load {load}): wait, or say --busy")
    given.out.mkdir(parents=True, exist_ok=True)
    missed = []
    for command in wanted:
        print(f"benchmarks: {shlex.join(command[2:])}", file=sys.stderr, flush=True)
        if subprocess.run(command, check=False).returncode:
            missed.append(command[2:])
    for command in missed:
        print(f"benchmarks: failed, or missed its bars: {shlex.join(command)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
