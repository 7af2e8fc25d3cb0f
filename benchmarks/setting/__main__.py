"""Measure the CPU time of the setter's questions, and print targets and figures.

    python -m benchmarks.setting --data FOLDER [--number 20] [--only conflict,generate]

FOLDER holds the public lists ``euler96_50.txt``, ``top95.txt`` and ``radcliffe_7034.txt``.  A broken
puzzle has one changed clue, no equal clues in a unit, and no solution.  The first question of each
kind includes the encoding and is not counted.  Times are CPU times of this process
(``time.process_time``), medians unless stated otherwise.  Other programs on the path
(``tdoku-generate``, ``qqwing``; ``drat-trim``, ``lrat-check``, ``cake_lpr``) run in the same
command.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.setting import generation, other_programs, proofs, questions

PARTS = {
    "conflict": questions.conflicts,
    "peers' conflicts": other_programs.conflicts,
    "killer": questions.killers,
    "question": questions.questions,
    "generate": generation.generators,
    "peers": other_programs.generators,
    "unique": generation.unique,
    "marks": generation.by_marks,
    "trial": generation.by_trial,
    "proof": proofs.proofs,
    "count": questions.counting,
    "unbiased": generation.unbiased,
    "technique": generation.techniques,
}


def main() -> int:
    """Print a table, each row after its measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder of the public lists")
    parser.add_argument("--number", type=int, default=20, help="puzzles of each list (default 20)")
    parser.add_argument("--only", default=",".join(PARTS), help=f"of {', '.join(PARTS)}")
    arguments = parser.parse_args()
    print("| measure | target | measured |\n|---|---|---|")
    for name in arguments.only.split(","):
        for row in PARTS[name](arguments.data, arguments.number):
            print(f"| {' | '.join(row)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
