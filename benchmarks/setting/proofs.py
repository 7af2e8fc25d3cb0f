"""Rows about proofs: written, and checked by nonet's checker and by other checkers."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import nonet
from benchmarks.setting.common import Row, ms, puzzles
from benchmarks.timing import cpu_seconds
from nonet.setting import lrat_checker

CHECKERS = {
    "drat-trim": "s VERIFIED",
    "lrat-check": "VERIFIED",
    "cake_lpr": "s VERIFIED UNSAT",
}
"""The output of each checker for an accepted proof."""


def proofs(folder: Path, number: int) -> Iterator[Row]:
    """Yield the times to write and check proofs."""
    proven: list[nonet.setting.Proof] = []
    examples = puzzles(folder, "top95.txt", number)
    times = [cpu_seconds(lambda p=p: proven.append(nonet.prove(p))) for p in examples]
    yield "proof of top95", "0.1 s", ms(times)
    times = []
    for proof in proven:
        formula, lrat = proof.formula.text(), proof.refutation()
        times.append(
            cpu_seconds(
                lambda a=formula, b=lrat: lrat_checker.check(
                    lrat_checker.read_formula(a), lrat_checker.read_proof(b)
                )
            )
        )
    yield "checked, with reading", "20 ms", ms(times)
    grids = list(nonet.read(Path(__file__).parents[2] / "puzzles" / "16x16.txt"))
    times = [cpu_seconds(lambda p=p: nonet.prove(p, time_limit=None)) for p in grids]
    yield "proof of 16x16", "2 s", ms(times)
    killers = [each.puzzle for each in nonet.generate(number, kind="killer", seed=7)]
    yield from by_other_checkers(
        [*proven, *(nonet.prove(p, time_limit=None) for p in (*grids, *killers))]
    )


def by_other_checkers(all_proofs: list[nonet.setting.Proof]) -> Iterator[Row]:
    """Yield the numbers of proofs that other checkers accept, and of corrupted ones refused."""
    for tool in CHECKERS:
        if shutil.which(tool) is None:
            yield f"proofs accepted by {tool}", "all", "not installed"
            continue
        accepted = sum(accepts(tool, proof) for proof in all_proofs)
        refused = sum(not accepts(tool, proof, corrupted=True) for proof in all_proofs)
        figures = f"{accepted} of {len(all_proofs)}; {refused} corrupted ones refused"
        yield f"proofs accepted by {tool}", "all, and no corrupted one", figures


def accepts(tool: str, proof: nonet.setting.Proof, *, corrupted: bool = False) -> bool:
    """Return whether a checker accepts a proof.

    A ``corrupted`` proof has a formula without its last line, which excludes the solution; so the
    formula is satisfiable, and the refutation is wrong.
    """
    assert proof.formula is not None
    with tempfile.TemporaryDirectory() as name:
        folder = proof.write(Path(name, "proof"))
        formula, text = (folder / file for file in ("formula.cnf", "proof.lrat"))
        if corrupted:
            head, *clauses = formula.read_text().splitlines()
            top = head.split()[2]
            head = f"p cnf {top} {len(clauses) - 1}"
            formula.write_text("\n".join([head, *clauses[:-1]]) + "\n")
        if tool == "drat-trim":  # it reads only clauses, and finds the hints itself
            text = folder / "proof.drat"
            text.write_text("".join(f"{' '.join(map(str, s.clause))} 0\n" for s in proof.steps))
        completed = subprocess.run(
            [tool, str(formula), str(text)], capture_output=True, text=True, check=False
        )
    return CHECKERS[tool] in completed.stdout and "NOT VERIFIED" not in completed.stdout
