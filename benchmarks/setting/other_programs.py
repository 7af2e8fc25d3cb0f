"""Rows about other programs in the same run: generators, and tools that find conflicts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import nonet
from benchmarks.setting.common import SETS, Row, broken, ms, puzzles
from benchmarks.timing import cpu_of_children, cpu_seconds
from nonet.deadline import Deadline
from nonet.setting.proofs import cnf_formula

GENERATORS = {
    "tdoku's generator, from a pool": "tdoku-generate -p 0 -c 0 -g 0 -r 1 -e 0 -a 1 -l 5000",
    "QQWing": "qqwing --generate 100 --one-line",
}
"""Commands of generators of minimal classics."""


def generators(folder: Path, number: int) -> Iterator[Row]:
    """Yield minimal classics a second of the CPU time of other programs."""
    for name, line in GENERATORS.items():
        command = line.split()
        if shutil.which(command[0]) is None:
            yield f"peer: {name}", "", f"{command[0]} is not on the path"
            continue
        start = cpu_of_children()
        completed = subprocess.run(command, capture_output=True, text=True, check=False)
        took = cpu_of_children() - start
        generated = sum(len(line.partition(" ")[0]) == 81 for line in completed.stdout.splitlines())
        yield f"peer: {name}", "", f"{generated / took:.0f} a second"


def conflicts(folder: Path, number: int) -> Iterator[Row]:
    """Yield the times of minimal and smallest conflicts of clues by python-sat's tools."""
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
                cnf = cnf_formula(
                    nonet.Model.from_structure(model.structure, {}), None, Deadline(None)
                )
                formula = WCNF()
                formula.extend([list(clause) for clause in cnf.clauses])
                for cell, value in puzzle.clues.items():
                    formula.append([cnf.literals[cell][value]], weight=1)
                if name == "MUSX":
                    MUSX(formula, verbosity=0).compute()
                else:
                    with OptUx(formula) as tool:
                        tool.compute()

            times.append(cpu_seconds(work))
        what = "a minimal" if name == "MUSX" else "a smallest"
        yield f"peer: {what} conflict of clues by python-sat's {name}", "", ms(times)
