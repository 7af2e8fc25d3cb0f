"""Rows of peers, in the same run: other generators, and other ways to find conflicts."""

from __future__ import annotations

import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import nonet
from benchmarks.setting.common import SETS, Row, broken, ms, puzzles, timed
from nonet.deadline import Deadline
from nonet.setting.proofs import cnf_formula

GENERATORS = {
    "tdoku's generator, from a pool": "tdoku-generate -p 0 -c 0 -g 0 -r 1 -e 0 -a 1 -l 5000",
    "QQWing": "qqwing --generate 100 --one-line",
}
"""Generators of minimal classics by their commands, where these are on the path."""


def generators(folder: Path, number: int) -> Iterator[Row]:
    """Minimal classics a second of the CPU time of other programs."""
    for name, line in GENERATORS.items():
        command = line.split()
        if shutil.which(command[0]) is None:
            yield f"peer: {name}", "", f"{command[0]} is not on the path"
            continue
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        made = sum(len(line.partition(" ")[0]) == 81 for line in done.stdout.splitlines())
        yield f"peer: {name}", "", f"{made / took:.0f} a second"


def conflicts(folder: Path, number: int) -> Iterator[Row]:
    """Minimal and smallest conflicts of clues by python-sat's tools, with encoding, and CPMpy's."""
    from pysat.examples.musx import MUSX
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    random = Random(5)
    some = [broken(p, random) for name in SETS for p in puzzles(folder, name, number)]
    for name in ("MUSX", "OptUx"):
        times = []
        for puzzle in some:

            def work(puzzle: nonet.Puzzle = puzzle, name: str = name) -> None:
                model = puzzle.model()
                said = cnf_formula(
                    nonet.Model.from_structure(model.structure, {}), None, Deadline(None)
                )
                asked = WCNF()
                asked.extend([list(clause) for clause in said.clauses])
                for cell, value in puzzle.clues.items():
                    asked.append([said.literals[cell][value]], weight=1)
                if name == "MUSX":
                    MUSX(asked, verbosity=0).compute()
                else:
                    with OptUx(asked) as tool:
                        tool.compute()

            times.append(timed(work))
        what = "a minimal" if name == "MUSX" else "a smallest"
        yield f"peer: {what} conflict of clues by python-sat's {name}", "", ms(times)
