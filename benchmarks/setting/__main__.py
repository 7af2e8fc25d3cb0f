"""Measure the setter's questions in CPU time, and print what was reached beside what must be.

    python -m benchmarks.setting --data FOLDER [--number 20] [--only conflict,generate]

FOLDER holds the public lists ``euler96_50.txt``, ``top95.txt`` and ``radcliffe_7034.txt``.  One
clue of a puzzle is misread so that no two equal ones see each other and no solution is left:
such are the broken puzzles.  The first question of each kind pays for the encoding, and is not
counted.  Times are CPU time of this process (``time.process_time``), medians unless said.  Peers
that are on the path (``tdoku-generate``, ``qqwing``; ``drat-trim``, ``lrat-check``, ``cake_lpr``)
are asked in the same run.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.setting import making, peers, proving, questions

PARTS = {
    "conflict": questions.conflicts,
    "peers' conflicts": peers.conflicts,
    "killer": questions.killers,
    "question": questions.questions,
    "generate": making.generators,
    "peers": peers.generators,
    "unique": making.unique,
    "marks": making.by_marks,
    "trial": making.by_trial,
    "proof": proving.proofs,
    "count": questions.counting,
    "unbiased": making.unbiased,
    "technique": making.techniques,
}


def main() -> int:
    """Print a table, a row as soon as it is measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder of the public lists")
    parser.add_argument("--number", type=int, default=20, help="puzzles of each list (default 20)")
    parser.add_argument("--only", default=",".join(PARTS), help=f"of {', '.join(PARTS)}")
    arguments = parser.parse_args()
    print("| what | must | measured |\n|---|---|---|")
    for name in arguments.only.split(","):
        for row in PARTS[name](arguments.data, arguments.number):
            print(f"| {' | '.join(row)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
